"""The pure functions of the rules, over plain data and thin over the engine (RULES.md §14).

What is by seat or side is a list, or has the numbers as keys. Refusals: `{"legal": false, "error": code}`; what cannot
be read is `bad_parameters`, `options_invalid` or `situation_invalid`.
"""

from typing import Annotated, Any

from msgspec import Meta

from games.api import AnyGame
from games.buraco import scoring
from games.buraco.meld_rules import all_laid, bonus_of, class_of, points_of, read_meld
from games.toolkit.cards import JOKER
from games.toolkit.melding.plays import CARD_NOT_IN_HAND
from games.toolkit.melds import End, Meld
from tests.conformance.toolkit.cards_of_two_packs import OldMeld, cards_from_hand, cards_of, old_meld
from tests.conformance.toolkit.melding import hands
from tests.conformance.toolkit.melding.hands import BySide, HandsLeft, Plain, Table, Texts, close_hand
from tests.conformance.toolkit.trials import apply, terms_of, unwrap_or_illegal, validate_options, view

Seat = Annotated[int, Meta(ge=0, le=3)]


def meld(cards: Texts, hand: Texts | None = None, options: Plain | None = None, *, game: AnyGame) -> Any:
    """How cards of a hand lie as a new meld: `legal`, `kind`, `cards`, `class`, `bonus`, `points`, `wild` (§6)."""
    terms_of(game, options)
    found = cards_from_hand(cards, hand, without=JOKER)
    return _shown(unwrap_or_illegal(CARD_NOT_IN_HAND if found is None else read_meld(found)))


def lay_off(
    cards: Texts,
    meld: OldMeld,
    hand: Texts | None = None,
    end: End | None = None,
    options: Plain | None = None,
    *,
    game: AnyGame,
) -> Any:
    """How a meld lies after cards of a hand were laid off on it; the answer is that of `meld` (§6)."""
    terms_of(game, options)
    found, old = cards_from_hand(cards, hand, without=JOKER), _old_meld(meld)
    return _shown(unwrap_or_illegal(all_laid(old, found, end) if found else CARD_NOT_IN_HAND))


def score_hand(
    table: Table = ([], []),
    hands_left: HandsLeft = ([],) * 4,
    pot_taken: BySide = (False, False),
    pot_used: BySide = (False, False),
    closed_by: Seat | None = None,
    options: Plain | None = None,
    *,
    game: AnyGame,
) -> Any:
    """`hand_score` by side, `bonuses` and `classes` of each side's melds in table order (§8)."""
    terms_of(game, options)
    left = [cards_of(hand, "hands_left", without=JOKER) for hand in hands_left]
    counts = (pot_taken[0] and pot_used[0], pot_taken[1] and pot_used[1])
    return hands.scores(scoring.side_scores(hands.lying(table, _old_meld), left, counts, closed_by, (0, 0)))


CALCULATIONS = validate_options, meld, lay_off, apply, score_hand, close_hand, view


def _old_meld(given: OldMeld) -> Meld:
    return old_meld(given, read_meld, without=JOKER)


def _shown(found: Meld) -> Plain:
    return hands.shown(found, found.kind, class_of(found), bonus_of(found), points_of(found.cards))
