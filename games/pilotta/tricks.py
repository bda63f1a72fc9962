"""Which cards may be played, who wins a trick, what it brings (RULES.md §8)."""

from collections.abc import Sequence
from typing import Literal

from games.pilotta.cards import PLAIN_ABOVE, POINTS, SUIT_MASKS, TRUMP_ABOVE, Card, Mask, Suit
from games.pilotta.state import Pair, Trick
from services.kernel.seats import Seat

Duty = Literal["must_follow_suit", "must_trump", "must_overtrump"]

LAST_TRICK_POINTS = 10


def legal_cards(hand: Mask, trick: Sequence[Card], trump: Suit) -> Mask:
    """The cards of a hand that may be played; whether the partner holds the trick changes nothing."""
    if not trick:
        return hand
    led = trick[0] >> 3
    own = hand & SUIT_MASKS[led]
    if led != trump:
        if own:
            return own
        own = hand & SUIT_MASKS[trump]
    if not own:
        return hand
    higher = own
    for card in trick:
        if card >> 3 == trump:
            higher &= TRUMP_ABOVE[card]
    return higher or own


def duty(hand: Mask, trick: Sequence[Card], trump: Suit, card: Card) -> Duty | None:
    """What a card of the hand would offend against; None if it may be played."""
    if legal_cards(hand, trick, trump) >> card & 1:
        return None
    led = trick[0] >> 3
    if hand & SUIT_MASKS[led] and card >> 3 != led:
        return "must_follow_suit"
    return "must_overtrump" if card >> 3 == trump else "must_trump"


def best_place(trick: Sequence[Card], trump: Suit) -> int:
    """Which card of a trick, counted from 0, holds it so far."""
    best = 0
    for place in range(1, len(trick)):
        if beats(trick[place], trick[best], trump):
            best = place
    return best


def beats(card: Card, other: Card, trump: Suit) -> bool:
    """Whether a card takes the trick from the one that holds it."""
    if card >> 3 != other >> 3:
        return card >> 3 == trump
    above = TRUMP_ABOVE if card >> 3 == trump else PLAIN_ABOVE
    return bool(above[other] >> card & 1)


def winner(trick: Trick, trump: Suit, seats: int) -> Seat:
    """The seat that has won a trick of a table of so many."""
    return (trick.lead + best_place(trick.cards, trump)) % seats


def card_points(cards: Sequence[Card], trump: Suit) -> int:
    """What cards count in a trick."""
    table = POINTS[trump]
    return sum(table[card] for card in cards)


def trick_points(tricks: Sequence[Trick], trump: Suit, seats: int) -> Pair:
    """Card points by team, with 10 for the last of the tricks."""
    points = [0, 0]
    for trick in tricks:
        points[winner(trick, trump, seats) % 2] += card_points(trick.cards, trump)
    if tricks:
        points[winner(tricks[-1], trump, seats) % 2] += LAST_TRICK_POINTS
    return points[0], points[1]
