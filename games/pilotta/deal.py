"""Packets of cards, forehand first (RULES.md §4)."""

from collections.abc import Sequence
from typing import NamedTuple

from games.pilotta.cards import Card, Mask, mask_of
from games.pilotta.state import Variant, seats_of
from services.kernel.seats import Seat

FIRST_PACKETS: dict[Variant, tuple[int, ...]] = {"palatisti": (3, 2, 3), "classic": (3, 2), "classic2": (3, 3)}
LAST_PACKET = 3


class Dealt(NamedTuple):
    """Hands by seat, the card turned up, and what is not dealt, the next first."""

    hands: tuple[Mask, ...]
    turn_up: Card | None
    stock: tuple[Card, ...]


def forehand(variant: Variant, dealer: Seat) -> Seat:
    """Who speaks first and leads the first trick."""
    return (dealer + 1) % seats_of(variant)


def first_cards(variant: Variant, deck: Sequence[Card], dealer: Seat) -> Dealt:
    """What is dealt before trumps are fixed."""
    hands = [0] * seats_of(variant)
    at = 0
    for packet in FIRST_PACKETS[variant]:
        at = _deal(hands, deck, at, dealer, [packet] * len(hands))
    if variant == "palatisti":
        return Dealt(tuple(hands), None, ())
    return Dealt(tuple(hands), deck[at], tuple(deck[at + 1 :]))


def last_cards(variant: Variant, before: Dealt, dealer: Seat, taker: Seat) -> Dealt:
    """What is dealt after trumps were fixed; the turn-up stays known where it goes to the taker's hand."""
    hands = list(before.hands)
    packets = [LAST_PACKET] * len(hands)
    if variant == "classic" and before.turn_up is not None:
        hands[taker] |= 1 << before.turn_up
        packets[taker] -= 1
    at = _deal(hands, before.stock, 0, dealer, packets)
    return Dealt(tuple(hands), before.turn_up, before.stock[at:])


def _deal(hands: list[Mask], deck: Sequence[Card], at: int, dealer: Seat, packets: Sequence[int]) -> int:
    """A packet to each seat from a place in the deck on; the place after them."""
    for step in range(1, len(hands) + 1):
        seat = (dealer + step) % len(hands)
        hands[seat] |= mask_of(deck[at : at + packets[seat]])
        at += packets[seat]
    return at
