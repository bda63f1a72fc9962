"""The pure functions of the rules, over plain data and thin over the engine (RULES.md §14).

What is by seat or side is a list, or has the numbers as keys. Refusals: `{"legal": false, "error": code}`; what cannot
be read is `bad_parameters`, `options_invalid` or `situation_invalid`.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Annotated, Any, Literal

from msgspec import Meta

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
from tests.conformance.toolkit.options import validate_options
from tests.conformance.toolkit.plain_input import cards_from_hand
from tests.conformance.toolkit.trials import allowed

GameId = Literal["mpirimpa", "mpirimpa_pro"]
Texts = list[str]
Seat = Annotated[int, Meta(ge=0, le=3)]
Plain = dict[str, Any]
_GAMES = {each.id: each for each in GAMES}


class Trials(counted_data.SideTrials):
    """Moves and hands of the game that the options name (RULES.md §1), else of the one whose function is called."""

    def game_id(self, options: Mapping[str, Any] | None) -> str:
        named = (options or {}).get("game")
        return str(named) if named in list(_GAMES) else self.game.id


_TRIALS = {each.id: Trials(each, scoring.outcome) for each in GAMES}


def calculations(game_id: GameId) -> tuple[Callable[..., Any], ...]:
    """The functions of the rules, for one of the two games."""
    trials = _TRIALS[game_id]
    options = partial(validate_options, game=trials.game)
    melds = partial(meld, trials=trials), partial(lay_off, trials=trials)
    return options, *melds, trials.apply, score_hand, trials.close_hand, trials.view


def meld(
    cards: Texts,
    hand: Texts | None = None,
    trump: Suit | None = None,
    options: Plain | None = None,
    *,
    trials: Trials,
) -> Any:
    """How cards of a hand lie as a new meld: `legal`, `kind`, `cards`, `class`, `bonus`, `points`, `wild` (§6)."""
    terms = trials.terms(options)
    found = cards_from_hand(cards, hand)
    return _lying(allowed(CARD_NOT_IN_HAND if found is None else read_meld(found, terms.columns)), trump)


def lay_off(
    cards: Texts,
    meld: OldMeld,
    hand: Texts | None = None,
    end: End | None = None,
    trump: Suit | None = None,
    options: Plain | None = None,
    *,
    trials: Trials,
) -> Any:
    """How a meld lies after cards of a hand were laid off on it; the answer is that of `meld` (§6)."""
    trials.terms(options)
    found = cards_from_hand(cards, hand)
    return _lying(allowed(all_laid(_old_meld(meld), found, end) if found else CARD_NOT_IN_HAND), trump)


def score_hand(
    table: dict[int, list[OldMeld]] = EMPTY,
    hands_left: dict[Seat, Texts] = EMPTY,
    trump: Suit | None = None,
    closed_by: Seat | None = None,
    options: Plain | None = None,
) -> Any:
    """`hand_score` by side, `bonuses` and `classes` of each side's melds in table order (§8)."""
    lying, hands = counted_data.lying(table, _old_meld), counted_data.hands_left(hands_left)
    return counted_data.scores(scoring.side_scores(lying, hands, _suit(trump), closed_by, (0, 0)))


# --- plain data ---


def _old_meld(given: OldMeld) -> Meld:
    """A meld on the table; columns may lie there."""
    return counted_data.old_meld(given, partial(read_meld, columns=True))


def _suit(trump: Suit | None) -> int | None:
    return None if trump is None else SUITS.index(trump)


def _lying(found: Meld, trump: Suit | None) -> Plain:
    return {
        "legal": True,
        "kind": kind_of(found),
        "cards": texts(found.cards),
        "class": class_of(found),
        "bonus": bonus_of(found, _suit(trump)),
        "points": points_of(found.cards),
        "wild": len(found.wild),
    }
