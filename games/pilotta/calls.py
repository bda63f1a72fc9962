"""Fixing the trumps: the auction, contra, and the rounds of the classic games (RULES.md §6)."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from games.pilotta.cards import SUIT_BY_TEXT, Suit
from games.pilotta.deal import Dealt, forehand, last_cards
from games.pilotta.moves import (
    BIDS,
    CHOICES,
    CONTRA,
    PASS,
    RECONTRA,
    TAKE,
    TAKE_SEVEN,
    VALUES,
    Bid,
    Choose,
    Contra,
    Move,
    Pass,
    Recontra,
    Take,
)
from games.pilotta.state import Call, Phase, State, Value, seat_after, seats_of
from services.kernel.seats import Seat

replace = msgspec.structs.replace

PASSES_TO_CLOSE = 3


class Highest(NamedTuple):
    """The last bid of an auction."""

    seat: Seat
    value: Value
    suit: Suit


def highest(calls: Sequence[Call]) -> Highest | None:
    """The last bid, if there is one: each is higher than the one before."""
    for call in reversed(calls):
        if call.call != "pass":
            value, suit = call.call[:-1], SUIT_BY_TEXT[call.call[-1]]
            return Highest(call.seat, "capot" if value == "capot" else int(value), suit)
    return None


def least(calls: Sequence[Call]) -> int:
    """The place among `VALUES` of the lowest value that may be bid now."""
    bid = highest(calls)
    return 0 if bid is None else VALUES.index(bid.value) + 1


def can_swap(state: State, seat: Seat) -> bool:
    """Whether the seat may swap the 7 when it takes the turn-up."""
    if state.variant != "classic2" or state.turn_up is None:
        return False
    return bool(state.hands[seat] >> seven_of(state.turn_up) & 1)


def seven_of(card: int) -> int:
    """The 7 of a card's suit."""
    return card & ~7


def legal(state: State, seat: Seat) -> Sequence[Move]:
    """The calls that the seat on turn may make."""
    match state.phase:
        case "auction":
            return (PASS, *BIDS[4 * least(state.calls) :])
        case "contra":
            return PASS, CONTRA
        case "recontra":
            return PASS, RECONTRA
        case "round1":
            return (PASS, TAKE, TAKE_SEVEN) if can_swap(state, seat) else (PASS, TAKE)
        case "round2":
            return PASS, *(CHOICES[suit] for suit in range(4) if suit != refused_suit(state))
    return ()


def refused_suit(state: State) -> Suit | None:
    """The suit that may not be chosen: the turn-up's."""
    return None if state.turn_up is None else state.turn_up >> 3


def text(move: Move) -> str:
    """A call as it is written down."""
    match move:
        case Bid(value, suit):
            return f"{value}{suit}"
        case Choose(suit):
            return suit
        case Take(swap):
            return "take_seven" if swap else "take"
        case Contra():
            return "contra"
        case Recontra():
            return "recontra"
    return "pass"


def after(state: State, seat: Seat, move: Move) -> State:
    """The state after a call."""
    said = replace(state, calls=(*state.calls, Call(seat, text(move))), number=state.number + 1)
    match said.phase:
        case "auction":
            return _after_bid(said, seat, move)
        case "contra":
            return _after_contra(said, move)
        case "recontra":
            return _after_recontra(said, move)
    return _after_round(said, seat, move)


def _after_bid(state: State, seat: Seat, move: Move) -> State:
    """Three passes after a bid, or capot, close the auction; passes alone cancel the deal."""
    closing = all(call.call == "pass" for call in state.calls[-PASSES_TO_CLOSE:])
    if isinstance(move, Pass) and not (closing and len(state.calls) > PASSES_TO_CLOSE):
        return _next_seat(state, seat)
    if isinstance(move, Bid) and move.value != "capot":
        return _next_seat(state, seat)
    bid = highest(state.calls)
    if bid is None:
        return next_hand(state)
    closed = replace(state, taker=bid.seat, value=bid.value, trump=bid.suit)
    return _next_phase(closed, "contra", seat_after(state, bid.seat))


def _after_contra(state: State, move: Move) -> State:
    """Both opponents of the taker are asked, until one says contra."""
    assert state.taker is not None
    if isinstance(move, Contra):
        return _next_phase(replace(state, multiplier=2), "recontra", state.taker)
    if state.turn == seat_after(state, state.taker):
        return replace(state, turn=seat_after(state, state.taker, -1))
    return _tricks(state)


def _after_recontra(state: State, move: Move) -> State:
    """The taker is asked, then its partner."""
    assert state.taker is not None
    if isinstance(move, Recontra):
        return _tricks(replace(state, multiplier=4))
    if state.turn == state.taker:
        return replace(state, turn=seat_after(state, state.taker, 2))
    return _tricks(state)


def _after_round(state: State, seat: Seat, move: Move) -> State:
    """Each seat is asked once in each of the two rounds."""
    if isinstance(move, Take) and state.turn_up is not None:
        fixed = replace(state, taker=seat, trump=state.turn_up >> 3)
        return _tricks(_last_deal(_swapped(fixed, seat) if move.swap_seven else fixed, seat))
    if isinstance(move, Choose):
        fixed = replace(state, taker=seat, trump=SUIT_BY_TEXT[move.suit])
        return _tricks(_last_deal(fixed, seat))
    if len(state.calls) < seats_of(state.variant):
        return _next_seat(state, seat)
    if state.phase == "round1":
        return _next_phase(state, "round2", forehand(state.variant, state.dealer or 0))
    return next_hand(state)


def _swapped(state: State, seat: Seat) -> State:
    """The turn-up for the 7."""
    assert state.turn_up is not None
    seven = seven_of(state.turn_up)
    own = state.hands[seat] ^ 1 << seven | 1 << state.turn_up
    hands = (*state.hands[:seat], own, *state.hands[seat + 1 :])
    return replace(state, hands=hands, turn_up=seven, swapped=state.turn_up)


def _last_deal(state: State, taker: Seat) -> State:
    before = Dealt(state.hands, state.turn_up, state.stock)
    full = last_cards(state.variant, before, state.dealer or 0, taker)
    return replace(state, hands=full.hands, dealt=full.hands, stock=full.stock)


def _next_seat(state: State, seat: Seat) -> State:
    return replace(state, turn=seat_after(state, seat))


def _next_phase(state: State, phase: Phase, turn: Seat) -> State:
    bidding = (*state.bidding, (state.phase, state.calls))
    return replace(state, phase=phase, turn=turn, calls=(), bidding=bidding)


def _tricks(state: State) -> State:
    """Trumps are fixed: forehand leads."""
    leader = forehand(state.variant, state.dealer or 0)
    return replace(_next_phase(state, "tricks", leader), lead=leader, declared=(0,) * seats_of(state.variant))


def next_hand(state: State) -> State:
    """The match before its next deal, by the next dealer: after a hand, and where nobody wanted trumps."""
    return State(
        state.variant,
        state.target,
        state.ratings,
        state.hand_number + 1,
        seat_after(state, state.dealer or 0),
        number=state.number,
        totals=state.totals,
        scored=state.scored,
    )
