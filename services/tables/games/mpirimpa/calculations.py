"""The pure functions of the rules, over plain data and thin over the engine (RULES.md §14).

What is by seat or side is a list, or has the numbers as keys. Refusals: `{"legal": false, "error": code}`; what cannot
be read is `bad_parameters`, `options_invalid` or `situation_invalid`.
"""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Literal

from msgspec import Meta

from services.kernel.plain import Malformed, calculation
from services.kernel.refusal import Refusal
from services.tables import clocks
from services.tables.games.api import AnyGame
from services.tables.games.mpirimpa import GAMES, scoring, situations
from services.tables.games.mpirimpa.reading import all_laid, bonus_of, class_of, points_of, read_meld
from services.tables.games.mpirimpa.shown import kind_of
from services.tables.games.mpirimpa.state import Lying, Terms
from services.tables.games.toolkit import acting
from services.tables.games.toolkit.cards import SUITS
from services.tables.games.toolkit.double_deck import texts
from services.tables.games.toolkit.given import cards_from_hand, cards_of, numbered, pair
from services.tables.games.toolkit.melding.plays import CARD_NOT_IN_HAND
from services.tables.games.toolkit.melds import End, Meld

GameId = Literal["mpirimpa", "mpirimpa_pro"]
Texts = list[str]
Seat = Annotated[int, Meta(ge=0, le=3)]
Suit = Literal["c", "d", "h", "s"]
Pair = tuple[int, int] | dict[str, int]
Options = dict[str, Any]
OldMeld = Texts | dict[str, Any]
_GAMES = {each.id: each for each in GAMES}


def calculations(game_id: str) -> dict[str, Callable[..., Any]]:
    """The functions by name, for one of the two games."""
    found = (validate_options, meld, lay_off, apply, score_hand, close_hand, view)
    return {name: partial(function, game=game_id) for name, function in ((each.__name__, each) for each in found)}


@calculation
def validate_options(raw_options: Any, game: GameId = "mpirimpa") -> Any:
    """`options` with defaults filled in, or `options_invalid`."""
    chosen = _GAMES[game].options(raw_options, {})
    return chosen if isinstance(chosen, Refusal) else {"options": chosen}


@calculation
def meld(
    cards: Texts,
    hand: Texts | None = None,
    trump: Suit | None = None,
    options: Options | None = None,
    game: GameId = "mpirimpa",
) -> Any:
    """How cards of a hand lie as a new meld: `legal`, `kind`, `cards`, `class`, `bonus`, `points`, `wild` (§6)."""
    terms = _terms(game, options)
    if isinstance(terms, Refusal):
        return terms
    found = cards_from_hand(cards, hand)
    return _lying(CARD_NOT_IN_HAND if found is None else read_meld(found, terms.columns), trump)


@calculation
def lay_off(
    cards: Texts,
    meld: OldMeld,
    hand: Texts | None = None,
    end: End | None = None,
    trump: Suit | None = None,
    options: Options | None = None,
    game: GameId = "mpirimpa",
) -> Any:
    """How a meld lies after cards of a hand were laid off on it; the answer is that of `meld` (§6)."""
    terms = _terms(game, options)
    if isinstance(terms, Refusal):
        return terms
    found = cards_from_hand(cards, hand)
    return _lying(all_laid(_old_meld(meld), found, end) if found else CARD_NOT_IN_HAND, trump)


@calculation
def apply(
    situation: dict[str, Any],
    move: dict[str, Any] | None = None,
    moves: list[dict[str, Any]] | None = None,
    options: Options | None = None,
    game: GameId = "mpirimpa",
) -> Any:
    """What one move, or several, come to: `legal`, the situation after it, `hand_sizes`; how the hand and the match
    ended (`hand_end`, `match_end`: a word or null), `closed_by`, `hand_score`, `winner_side`; `auto` (§14)."""
    moment = situations.read(_GAMES[game], options or {}, acting.untold(situation))
    if isinstance(moment, Refusal):
        return moment
    wanted = ([] if move is None else [move]) + (moves or [])
    if not wanted:
        raise Malformed("move")
    answer: dict[str, Any] = {}
    for each in wanted:
        acted = acting.acted(_GAMES[game], moment, each, _removes)
        if isinstance(acted, Refusal):
            return {"legal": False, "error": acted.error}
        moment, answer = acted.after, _answer(_GAMES[game], acted)
    return answer


@calculation
def score_hand(
    table: list[list[OldMeld]] | dict[str, list[OldMeld]],
    hands_left: list[Texts] | dict[str, Texts],
    trump: Suit | None = None,
    closed_by: Seat | None = None,
    options: Options | None = None,
    game: GameId = "mpirimpa",
) -> Any:
    """`hand_score` by side, `bonuses` and `classes` of each side's melds in table order (§8)."""
    melds, by_seat = numbered(table, 2), numbered(hands_left, 4)
    lying = [Lying(0, side, _old_meld(each)) for side in (0, 1) for each in melds.get(side, [])]
    hands = [cards_of(by_seat.get(seat, []), "hands_left") for seat in range(4)]
    sides = scoring.side_scores(lying, hands, _suit(trump), closed_by, (0, 0))
    return {
        "hand_score": [side.score for side in sides],
        "bonuses": [[each.bonus for each in side.melds] for side in sides],
        "classes": [[each.class_ for each in side.melds] for side in sides],
    }


@calculation
def close_hand(totals: Pair, hand_score: Pair, options: Options | None = None, game: GameId = "mpirimpa") -> Any:
    """`totals` after a hand, `match_over`, `winner_side` (or null), `tie` (equal totals) and `draw` (equal ratings too,
    nobody is named); §9."""
    terms = _terms(game, options)
    if isinstance(terms, Refusal):
        return terms
    before, scores = pair(totals), pair(hand_score)
    after = before[0] + scores[0], before[1] + scores[1]
    found = scoring.outcome(terms, after)
    return {
        "totals": after,
        "match_over": found is not None,
        "winner_side": found.side if found else None,
        "tie": found is not None and (found.tie or found.draw),
        "draw": found is not None and found.draw,
    }


@calculation
def view(
    situation: dict[str, Any],
    seat: Seat | None = None,
    move: dict[str, Any] | None = None,
    then_view: Seat | None = None,
    options: Options | None = None,
    game: GameId = "mpirimpa",
) -> Any:
    """What a seat, or null for a spectator, sees, with `timeouts`; after a `move` what `then_view` sees, with the
    `event` that it is told (§10)."""
    moment = situations.read(_GAMES[game], options or {}, acting.untold(situation))
    if isinstance(moment, Refusal):
        return moment
    if move is None:
        return acting.seen(_GAMES[game], moment, seat)
    acted = acting.acted(_GAMES[game], moment, move, _removes)
    if isinstance(acted, Refusal):
        return {"legal": False, "error": acted.error}
    seen = acting.seen(_GAMES[game], acted.after, then_view)
    return {**seen, "legal": True, "event": acting.event(_GAMES[game], acted, then_view)}


def _removes(timeouts: int) -> bool:
    """Whether so many timeouts remove a player."""
    return clocks.is_removed(clocks.MoveClock(timeouts))


# --- plain data ---


def _answer(engine: AnyGame, acted: acting.Acted) -> dict[str, Any]:
    """The moment after a step in the names of the rules, and what ended."""
    found = {"legal": True, **situations.write(acted.after), **acting.counted(acted), **acting.match_end(engine, acted)}
    return found if acted.auto is None else found | {"auto": list(acted.auto)}


def _terms(game: GameId, options: Options | None) -> Terms | Refusal:
    """The options, the platform's among them."""
    moment = situations.read(_GAMES[game], options or {}, {})
    if isinstance(moment, Refusal):
        return moment
    terms: Terms = moment.state.terms
    return terms


def _old_meld(given: OldMeld) -> Meld:
    """A meld on the table: its cards, or a record of them."""
    found = read_meld(cards_of(given.get("cards") if isinstance(given, dict) else given, "meld"), columns=True)
    if isinstance(found, str):
        raise Malformed(f"meld: {found}")
    return found


def _suit(trump: Suit | None) -> int | None:
    return None if trump is None else SUITS.index(trump)


def _lying(found: Meld | str, trump: Suit | None) -> dict[str, Any]:
    if isinstance(found, str):
        return {"legal": False, "error": found}
    return {
        "legal": True,
        "kind": kind_of(found),
        "cards": texts(found.cards),
        "class": class_of(found),
        "bonus": bonus_of(found, _suit(trump)),
        "points": points_of(found.cards),
        "wild": len(found.wild),
    }
