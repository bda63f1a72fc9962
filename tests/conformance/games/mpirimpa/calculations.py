"""The pure functions of the rules, over plain data and thin over the engine (RULES.md §14).

What is by seat or side is a list, or has the numbers as keys. Refusals: `{"legal": false, "error": code}`; what cannot
be read is `bad_parameters`, `options_invalid` or `situation_invalid`.
"""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Literal

from msgspec import Meta

from services.kernel.refusal import Refusal
from services.tables.games.mpirimpa import GAMES, scoring
from services.tables.games.mpirimpa.meld_rules import all_laid, bonus_of, class_of, points_of, read_meld
from services.tables.games.mpirimpa.view_parts import kind_of
from services.tables.games.toolkit.cards import SUITS, Suit
from services.tables.games.toolkit.double_deck import texts
from services.tables.games.toolkit.melding.plays import CARD_NOT_IN_HAND
from services.tables.games.toolkit.melds import End, Meld
from tests.conformance.by_seat import EMPTY
from tests.conformance.toolkit.melding import counted_data
from tests.conformance.toolkit.melding.counted_data import OldMeld
from tests.conformance.toolkit.plain_input import cards_from_hand
from tests.conformance.toolkit.trials import Trials, refused

GameId = Literal["mpirimpa", "mpirimpa_pro"]
Texts = list[str]
Seat = Annotated[int, Meta(ge=0, le=3)]
Pair = tuple[int, int]
Plain = dict[str, Any]
_GAMES = {each.id: each for each in GAMES}
GAME_IDS = tuple(_GAMES)


_TRIALS = {each.id: Trials(each) for each in GAMES}


def calculations(game_id: GameId) -> tuple[Callable[..., Any], ...]:
    """The functions of the rules, for one of the two games."""
    found = (validate_options, meld, lay_off, apply, score_hand, close_hand, view)
    return tuple(partial(each, game=game_id) for each in found)


def validate_options(raw_options: Any, game: GameId = "mpirimpa") -> Any:
    """`options` with defaults filled in, or `options_invalid`."""
    chosen = _GAMES[game].options(raw_options, {})
    return chosen if isinstance(chosen, Refusal) else {"options": chosen}


def meld(
    cards: Texts,
    hand: Texts | None = None,
    trump: Suit | None = None,
    options: Plain | None = None,
    game: GameId = "mpirimpa",
) -> Any:
    """How cards of a hand lie as a new meld: `legal`, `kind`, `cards`, `class`, `bonus`, `points`, `wild` (§6)."""
    terms = _trials(game, options).terms(options)
    if isinstance(terms, Refusal):
        return terms
    found = cards_from_hand(cards, hand)
    return _lying(CARD_NOT_IN_HAND if found is None else read_meld(found, terms.columns), trump)


def lay_off(
    cards: Texts,
    meld: OldMeld,
    hand: Texts | None = None,
    end: End | None = None,
    trump: Suit | None = None,
    options: Plain | None = None,
    game: GameId = "mpirimpa",
) -> Any:
    """How a meld lies after cards of a hand were laid off on it; the answer is that of `meld` (§6)."""
    terms = _trials(game, options).terms(options)
    if isinstance(terms, Refusal):
        return terms
    found = cards_from_hand(cards, hand)
    return _lying(all_laid(_old_meld(meld), found, end) if found else CARD_NOT_IN_HAND, trump)


def apply(
    situation: Plain,
    move: Plain | None = None,
    moves: list[Plain] | None = None,
    options: Plain | None = None,
    game: GameId = "mpirimpa",
) -> Any:
    """What one move, or several, come to: `legal`, the situation after it, `hand_sizes`; how the hand and the match
    ended (`hand_end`, `match_end`: a word or null), `closed_by`, `hand_score`, `winner_side`; `auto` (§14)."""
    return _trials(game, options).apply(situation, move, moves, options)


def score_hand(
    table: dict[int, list[OldMeld]] = EMPTY,
    hands_left: dict[Seat, Texts] = EMPTY,
    trump: Suit | None = None,
    closed_by: Seat | None = None,
    options: Plain | None = None,
    game: GameId = "mpirimpa",
) -> Any:
    """`hand_score` by side, `bonuses` and `classes` of each side's melds in table order (§8)."""
    lying, hands = counted_data.lying(table, _old_meld), counted_data.hands_left(hands_left)
    return counted_data.scores(scoring.side_scores(lying, hands, _suit(trump), closed_by, (0, 0)))


def close_hand(
    totals: Pair = (0, 0), hand_score: Pair = (0, 0), options: Plain | None = None, game: GameId = "mpirimpa"
) -> Any:
    """`totals` after a hand, `match_over`, `winner_side` (or null), `tie` (equal totals) and `draw` (equal ratings too,
    nobody is named); §9."""
    terms = _trials(game, options).terms(options)
    if isinstance(terms, Refusal):
        return terms
    return counted_data.closed(totals, hand_score, partial(scoring.outcome, terms))


def view(
    situation: Plain,
    seat: Seat | None = None,
    move: Plain | None = None,
    then_view: Seat | None = None,
    options: Plain | None = None,
    game: GameId = "mpirimpa",
) -> Any:
    """What a seat, or null for a spectator, sees, with `timeouts`; after a `move` what `then_view` sees, with the
    `event` that it is told (§10)."""
    return _trials(game, options).view(situation, seat, move, then_view, options)


# --- plain data ---


def _trials(game: GameId, options: Plain | None) -> Trials:
    """Of the game that the options name (RULES.md §1), else of the one whose function is called."""
    named = (options or {}).get("game")
    return _TRIALS[named if named in GAME_IDS else game]


def _old_meld(given: OldMeld) -> Meld:
    """A meld on the table; columns may lie there."""
    return counted_data.old_meld(given, partial(read_meld, columns=True))


def _suit(trump: Suit | None) -> int | None:
    return None if trump is None else SUITS.index(trump)


def _lying(found: Meld | str, trump: Suit | None) -> Plain:
    if isinstance(found, str):
        return refused(found)
    return {
        "legal": True,
        "kind": kind_of(found),
        "cards": texts(found.cards),
        "class": class_of(found),
        "bonus": bonus_of(found, _suit(trump)),
        "points": points_of(found.cards),
        "wild": len(found.wild),
    }
