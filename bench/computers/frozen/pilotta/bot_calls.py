"""The computer player's calls: by the strength of a suit as trumps."""

from games.pilotta.cards import (
    BY_TEXT,
    POINTS,
    RANKS,
    SUIT_BY_TEXT,
    SUIT_MASKS,
    SUIT_NUMBERS,
    Mask,
    Suit,
    cards_of,
    mask_of,
)
from games.pilotta.declarations import KING_AND_QUEEN
from games.pilotta.moves import CHOICES, PASS, TAKE, TAKE_SEVEN, Bid, Move
from games.pilotta.view import View
from games.toolkit.cards import SUITS
from services.kernel.seats import Seat

PER_TRUMP = 5
PER_PLAIN_ACE = 10
PAIR = 20
"""For king and queen of trumps."""
BID_STRENGTH = 50
STEP_STRENGTH = 12
"""So much more for every ten points more."""
LOWEST_BID, HIGHEST_BID, BID_STEP = 80, 130, 10
TAKE_STRENGTH = 45
JACK_AND_NINE = 1 << RANKS.index("J") | 1 << RANKS.index("9")
ACES = mask_of(8 * suit + RANKS.index("A") for suit in SUIT_NUMBERS)


def call(view: View) -> Move:
    """The call of the seat on turn; never contra, recontra or capot."""
    hand = mask_of(BY_TEXT[text] for text in view.hands[str(view.seat)])
    match view.phase:
        case "auction":
            return _bid(view, hand)
        case "round1":
            return _take(view, hand)
        case "round2":
            return _choose(view, hand)
    return PASS


def strength(hand: Mask, trump: Suit) -> int:
    """What a hand is worth with a suit as trumps."""
    trumps = hand & SUIT_MASKS[trump]
    points = sum(POINTS[trump][card] for card in cards_of(trumps))
    aces = (hand & ACES & ~SUIT_MASKS[trump]).bit_count()
    pair = PAIR if trumps >> 8 * trump & KING_AND_QUEEN == KING_AND_QUEEN else 0
    return points + PER_TRUMP * trumps.bit_count() + PER_PLAIN_ACE * aces + pair


def worth(hand: Mask, trump: Suit) -> int:
    """What a hand bids with a suit as trumps: 0, or 80 to 130."""
    found = strength(hand, trump)
    if found < BID_STRENGTH or not has_jack_or_nine(hand, trump):
        return 0
    return min(HIGHEST_BID, LOWEST_BID + BID_STEP * ((found - BID_STRENGTH) // STEP_STRENGTH))


def has_jack_or_nine(hand: Mask, suit: Suit) -> bool:
    """Whether a hand holds one of a suit's two highest trumps."""
    return bool(hand >> 8 * suit & JACK_AND_NINE)


def _bid(view: View, hand: Mask) -> Move:
    partner = view.contract is not None and view.contract.taker == (view.seat or 0) ^ 2
    if partner:
        return _raise(view, hand)
    value, suit = max((worth(hand, suit), suit) for suit in SUIT_NUMBERS)
    return Bid(value, SUITS[suit]) if value in view.bids else PASS


def _raise(view: View, hand: Mask) -> Move:
    """Ten more in the partner's suit, once, with its jack or nine."""
    contract = view.contract
    if contract is None or not isinstance(contract.value, int) or _has_bid(view, view.seat or 0, contract.trump):
        return PASS
    value = contract.value + BID_STEP
    helps = has_jack_or_nine(hand, SUIT_BY_TEXT[contract.trump])
    return Bid(value, contract.trump) if helps and value in view.bids else PASS


def _has_bid(view: View, seat: Seat, suit: str) -> bool:
    return any(said.seat == seat and said.call != "pass" and said.call[-1] == suit for said in view.bidding)


def _take(view: View, hand: Mask) -> Move:
    """The turn-up counts where four play: the taker gets it."""
    assert view.turn_up is not None
    card = BY_TEXT[view.turn_up]
    if view.variant == "classic":
        hand |= 1 << card
    if strength(hand, card >> 3) < TAKE_STRENGTH:
        return PASS
    return TAKE_SEVEN if view.can_swap else TAKE


def _choose(view: View, hand: Mask) -> Move:
    if view.variant == "classic" and view.turn_up is not None:
        hand |= 1 << BY_TEXT[view.turn_up]
    best, suit = max((strength(hand, SUIT_BY_TEXT[suit]), SUIT_BY_TEXT[suit]) for suit in view.suits)
    return CHOICES[suit] if best >= TAKE_STRENGTH else PASS
