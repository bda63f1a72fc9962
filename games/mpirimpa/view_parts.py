"""Melds and hands as viewers get them: texts, classes, points (RULES.md §6.5, §8, §10)."""

from typing import Literal

import msgspec

from games.mpirimpa.meld_rules import BIRIBA_CARDS, Class, bonus_of, class_of, is_trump, points_of
from games.mpirimpa.state import HandEnd, Lying, Pot, Side
from games.toolkit.cards import RANKS, Suit, suit_text
from games.toolkit.double_deck import texts
from games.toolkit.melds import Meld
from services.kernel.seats import Seat

MeldKind = Literal["run", "column"]


class MeldView(msgspec.Struct, frozen=True):
    """A meld on the table."""

    id: int
    side: Side
    kind: MeldKind
    suit: Suit | None
    """Of a run."""
    low: int | None
    """The place of a run's first card: 1 (Ace) … 14."""
    rank: str | None
    """Of a column."""
    cards: tuple[str, ...]
    """A run from low to high; a column with its wild card last."""
    wild: int | None
    """Which card works as a wild card, from 0."""
    stands_for: str | None
    """The card that it stands for (`6h`); in a column the rank."""
    class_: Class = msgspec.field(name="class")
    missing: int
    """Cards to a biriba; 0 once it is one."""
    trump: bool
    """Whether it is a run of the trump suit."""
    bonus: int
    points: int
    """Of its cards, without the bonus."""


class SideScore(msgspec.Struct, frozen=True):
    """What a hand brought a side, line by line."""

    melds: tuple[MeldView, ...]
    """As they lay at the end; their bonuses make `bonus`, their points `table_points`."""
    bonus: int
    table_points: int
    closing: int
    """100 for the side that closed."""
    hand_points: int
    """Of the cards left in its hands; they are taken off."""
    score: int
    total: int
    """Of the match, this hand included."""


class CountedHand(msgspec.Struct, frozen=True):
    """A hand as it was counted."""

    number: int
    starter: Seat
    end: HandEnd
    closed_by: Seat | None
    trump: Suit | None
    sides: tuple[SideScore, SideScore]
    hands: tuple[tuple[str, ...], ...]
    """By seat, the cards that were left."""
    pot: tuple[Pot, Pot]
    pots: tuple[tuple[str, ...], tuple[str, ...]]
    """By side, the pot that nobody took."""


def kind_of(meld: Meld) -> MeldKind:
    """The rules' word for a meld's kind."""
    return "run" if meld.kind == "run" else "column"


def shown(lying: Lying, trump: int | None) -> MeldView:
    """A meld as all see it."""
    meld = lying.meld
    is_run = meld.kind == "run"
    return MeldView(
        lying.id,
        lying.side,
        kind_of(meld),
        suit_text(meld.suit),
        meld.lo if is_run else None,
        None if is_run else RANKS[meld.lo - 1],
        texts(meld.cards),
        meld.wild[0] if meld.wild else None,
        meld.stands_for_text(meld.wild[0]) if meld.wild else None,
        class_of(meld),
        max(0, BIRIBA_CARDS - len(meld.cards)),
        is_trump(meld, trump),
        bonus_of(meld, trump),
        points_of(meld.cards),
    )
