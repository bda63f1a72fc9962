"""The pure functions of the rules, over plain data and thin over the engine (RULES.md §14).

What is by seat or side is a list, or has the numbers as keys. Refusals: `{"legal": false, "error": code}`; what cannot
be read is `bad_parameters`, `options_invalid` or `situation_invalid`.
"""

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any

from msgspec import Meta

from games.api import AnyGame
from games.mpirimpa import GAMES, scoring
from games.mpirimpa.meld_rules import all_laid, bonus_of, class_of, points_of, read_meld
from games.mpirimpa.view_parts import kind_of
from games.toolkit.melding.plays import CARD_NOT_IN_HAND
from games.toolkit.melds import End, Meld
from tests.conformance.games.mpirimpa.situations import Suit
from tests.conformance.toolkit.cards_of_two_packs import OldMeld, cards_from_hand, cards_of, old_meld
from tests.conformance.toolkit.melding import hands
from tests.conformance.toolkit.melding.hands import HandsLeft, Plain, Table, Texts, close_hand
from tests.conformance.toolkit.trials import apply, terms_of, unwrap_or_illegal, validate_options, view

Seat = Annotated[int, Meta(ge=0, le=3)]


def game_of(options: Mapping[str, Any], asked: AnyGame) -> str:
    """The game that the options name (§1), else the one whose function is called."""
    named = options.get("game")
    return next((each.id for each in GAMES if each.id == named), asked.id)


def meld(
    cards: Texts, hand: Texts | None = None, trump: Suit | None = None, options: Plain | None = None, *, game: AnyGame
) -> Any:
    """How cards of a hand lie as a new meld: `legal`, `kind`, `cards`, `class`, `bonus`, `points`, `wild` (§6)."""
    terms = terms_of(game, options)
    found = cards_from_hand(cards, hand)
    return _shown(unwrap_or_illegal(CARD_NOT_IN_HAND if found is None else read_meld(found, terms.columns)), trump)


def lay_off(
    cards: Texts,
    meld: OldMeld,
    hand: Texts | None = None,
    end: End | None = None,
    trump: Suit | None = None,
    options: Plain | None = None,
    *,
    game: AnyGame,
) -> Any:
    """How a meld lies after cards of a hand were laid off on it; the answer is that of `meld` (§6)."""
    terms_of(game, options)
    found = cards_from_hand(cards, hand)
    return _shown(unwrap_or_illegal(all_laid(_old_meld(meld), found, end) if found else CARD_NOT_IN_HAND), trump)


def score_hand(
    table: Table = ([], []),
    hands_left: HandsLeft = ([],) * 4,
    trump: Suit | None = None,
    closed_by: Seat | None = None,
    options: Plain | None = None,
) -> Any:
    """`hand_score` by side, `bonuses` and `classes` of each side's melds in table order (§8)."""
    left = [cards_of(hand, "hands_left") for hand in hands_left]
    return hands.scores(scoring.side_scores(hands.lying(table, _old_meld), left, trump, closed_by, (0, 0)))


CALCULATIONS = validate_options, meld, lay_off, apply, score_hand, close_hand, view


def _old_meld(given: OldMeld) -> Meld:
    """A meld on the table; columns may lie there."""
    return old_meld(given, partial(read_meld, columns=True))


def _shown(found: Meld, trump: int | None) -> Plain:
    return hands.shown(found, kind_of(found), class_of(found), bonus_of(found, trump), points_of(found.cards))
