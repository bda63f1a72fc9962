"""Melds and hands as viewers get them: texts, classes, points (RULES.md §6.4, §8, §10)."""

import msgspec

from games.buraco.meld_rules import CANASTA_CARDS, Class, bonus_of, class_of, points_of
from games.buraco.state import HandEnd
from games.toolkit.cards import RANKS, Suit, suit_text
from games.toolkit.double_deck import texts
from games.toolkit.meld_table import Lying, Pot, Side
from games.toolkit.melds import Kind
from services.kernel.seats import Seat


class MeldView(msgspec.Struct, frozen=True):
    """A meld on the table."""

    id: int
    side: Side
    kind: Kind
    suit: Suit | None
    """Of a run."""
    low: int | None
    """The place of a run's first card: 1 (Ace) … 14."""
    rank: str | None
    """Of a group."""
    cards: tuple[str, ...]
    """A run from low to high; a group with its wild cards last."""
    wild: tuple[int, ...]
    """Which cards work as wild cards, from 0."""
    stands_for: tuple[str, ...]
    """The card that each of them stands for (`6h`); in a group the rank."""
    class_: Class = msgspec.field(name="class")
    missing: int | None
    """Cards to a canasta, 0 once it is one; None of a group, which never is."""
    bonus: int
    points: int
    """Of its cards, without the bonus."""


class SideScore(msgspec.Struct, frozen=True):
    """What a hand brought a side, line by line."""

    melds: tuple[MeldView, ...]
    """As they lay at the end; their bonuses make `bonus`, their points `table_points`."""
    bonus: int
    table_points: int
    beating: int
    """100 for the side that beat."""
    hand_points: int
    """Of the cards left in its hands; they are taken off."""
    pot_penalty: int
    """100 for a pot not taken or not used; it is taken off."""
    score: int
    total: int
    """Of the match, this hand included."""


class CountedHand(msgspec.Struct, frozen=True):
    """A hand as it was counted."""

    number: int
    starter: Seat
    end: HandEnd
    closed_by: Seat | None
    sides: tuple[SideScore, SideScore]
    hands: tuple[tuple[str, ...], ...]
    """By seat, the cards that were left."""
    pot: tuple[Pot, Pot]
    pot_used: tuple[bool, bool]
    pots: tuple[tuple[str, ...], tuple[str, ...]]
    """By side, the pot that nobody took."""


def shown(lying: Lying) -> MeldView:
    """A meld as all see it."""
    meld = lying.meld
    is_run = meld.kind == "run"
    return MeldView(
        lying.id,
        lying.side,
        meld.kind,
        suit_text(meld.suit),
        meld.lo if is_run else None,
        None if is_run else RANKS[meld.lo - 1],
        texts(meld.cards),
        meld.wild,
        tuple(meld.stands_for_text(index) for index in meld.wild),
        class_of(meld),
        max(0, CANASTA_CARDS - len(meld.cards)) if is_run else None,
        bonus_of(meld),
        points_of(meld.cards),
    )
