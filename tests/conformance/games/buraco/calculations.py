"""The pure functions of the rules, over plain data and thin over the engine (RULES.md §14).

What is by seat or side is a list, or has the numbers as keys. Refusals: `{"legal": false, "error": code}`; what cannot
be read is `bad_parameters`, `options_invalid` or `situation_invalid`.
"""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

from msgspec import Meta

from services.tables.games.buraco import GAMES, scoring
from services.tables.games.buraco.meld_rules import all_laid, bonus_of, class_of, points_of, read_meld
from services.tables.games.toolkit.cards import JOKER
from services.tables.games.toolkit.double_deck import texts
from services.tables.games.toolkit.melding.plays import CARD_NOT_IN_HAND
from services.tables.games.toolkit.melds import End, Meld
from tests.conformance.by_seat import EMPTY, listed
from tests.conformance.toolkit.melding import counted_data
from tests.conformance.toolkit.melding.counted_data import OldMeld
from tests.conformance.toolkit.options import validate_options
from tests.conformance.toolkit.plain_input import cards_from_hand
from tests.conformance.toolkit.trials import allowed

Texts = list[str]
Seat = Annotated[int, Meta(ge=0, le=3)]
BySide = dict[int, bool]
Plain = dict[str, Any]
(GAME,) = GAMES


_TRIALS = counted_data.SideTrials(GAME, scoring.outcome)


def calculations(game_id: str) -> tuple[Callable[..., Any], ...]:
    """The functions of the rules."""
    options = partial(validate_options, game=GAME)
    return options, meld, lay_off, _TRIALS.apply, score_hand, _TRIALS.close_hand, _TRIALS.view


def meld(cards: Texts, hand: Texts | None = None, options: Plain | None = None) -> Any:
    """How cards of a hand lie as a new meld: `legal`, `kind`, `cards`, `class`, `bonus`, `points`, `wild` (§6)."""
    _TRIALS.terms(options)
    found = cards_from_hand(cards, hand, without=JOKER)
    return _lying(allowed(CARD_NOT_IN_HAND if found is None else read_meld(found)))


def lay_off(
    cards: Texts, meld: OldMeld, hand: Texts | None = None, end: End | None = None, options: Plain | None = None
) -> Any:
    """How a meld lies after cards of a hand were laid off on it; the answer is that of `meld` (§6)."""
    _TRIALS.terms(options)
    found, old = cards_from_hand(cards, hand, without=JOKER), _old_meld(meld)
    return _lying(allowed(all_laid(old, found, end) if found else CARD_NOT_IN_HAND))


def score_hand(
    table: dict[int, list[OldMeld]] = EMPTY,
    hands_left: dict[Seat, Texts] = EMPTY,
    pot_taken: BySide = EMPTY,
    pot_used: BySide = EMPTY,
    closed_by: Seat | None = None,
    options: Plain | None = None,
) -> Any:
    """`hand_score` by side, `bonuses` and `classes` of each side's melds in table order (§8)."""
    _TRIALS.terms(options)
    lying, hands = counted_data.lying(table, _old_meld), counted_data.hands_left(hands_left, without=JOKER)
    taken, used = listed(pot_taken, 2, False, "pot_taken"), listed(pot_used, 2, False, "pot_used")
    counts = (taken[0] and used[0], taken[1] and used[1])
    return counted_data.scores(scoring.side_scores(lying, hands, counts, closed_by, (0, 0)))


# --- plain data ---


def _old_meld(given: OldMeld) -> Meld:
    return counted_data.old_meld(given, read_meld, without=JOKER)


def _lying(found: Meld) -> Plain:
    return {
        "legal": True,
        "kind": found.kind,
        "cards": texts(found.cards),
        "class": class_of(found),
        "bonus": bonus_of(found),
        "points": points_of(found.cards),
        "wild": len(found.wild),
    }
