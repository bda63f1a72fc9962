"""Melds and counted hands as viewers get them (RULES.md §10)."""

from collections.abc import Iterable

import msgspec

from games.koumkan.state import HandEnd, Lying
from games.toolkit.cards import RANKS, Suit, suit_text
from games.toolkit.double_deck import texts
from games.toolkit.melds import Kind, Meld
from services.kernel.seats import Seat


class StandsFor(msgspec.Struct, frozen=True):
    """What a wild card on the table stands for."""

    index: int
    """Which card, from 0."""
    card: str
    """In a run the card (`6h`), in a group the rank (`6`): its suit stays open."""


class MeldView(msgspec.Struct, frozen=True):
    """A meld on the table."""

    id: int
    owner: Seat
    kind: Kind
    suit: Suit | None
    """Of a run."""
    low: int | None
    """The place of a run's first card: 1 (Ace) … 13."""
    rank: str | None
    """Of a group."""
    cards: tuple[str, ...]
    """A run from low to high; a group with its jokers last."""
    stands_for: tuple[StandsFor, ...]
    """Of each joker."""


class SplitMeld(msgspec.Struct, frozen=True):
    """A meld within a hand."""

    kind: Kind
    cards: tuple[str, ...]


class CountedHand(msgspec.Struct, frozen=True):
    """A hand as it was counted. What is by seat is empty or 0 for those who were not in it any more."""

    number: int
    dealer: Seat
    end: HandEnd
    out_seat: Seat | None
    indicator: str | None
    seats: tuple[Seat, ...]
    """Who was in it at its end."""
    hands: tuple[tuple[str, ...], ...]
    """By seat, the cards that were left in hand; in thanasis and dynamitis all ten."""
    melds: tuple[tuple[SplitMeld, ...], ...]
    """By seat, the melds that were removed, in thanasis and dynamitis."""
    left: tuple[tuple[str, ...], ...]
    """By seat, the cards that were counted."""
    counts: tuple[int, ...]
    """By seat, the points of the hand."""
    totals: tuple[int, ...]
    """By seat, this hand included."""
    eliminated: tuple[Seat, ...]
    """Who reached the target by it."""


def melds_shown(melds: Iterable[Meld]) -> tuple[SplitMeld, ...]:
    """Melds within a hand."""
    return tuple(SplitMeld(meld.kind, texts(meld.cards)) for meld in melds)


def shown(lying: Lying) -> MeldView:
    """A meld as all see it."""
    meld = lying.meld
    is_run = meld.kind == "run"
    return MeldView(
        lying.id,
        lying.owner,
        meld.kind,
        suit_text(meld.suit),
        meld.lo if is_run else None,
        None if is_run else RANKS[meld.lo - 1],
        texts(meld.cards),
        tuple(StandsFor(index, meld.stands_for_text(index)) for index in meld.wild),
    )
