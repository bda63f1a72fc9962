"""The deal, the stock draw and the discard (RULES.md §3, §4, §7)."""

import msgspec

from services.kernel.seats import Seat
from services.tables.games.buraco.ends import hand_over, pot_taken, turn_over
from services.tables.games.buraco.state import HandEnd, State
from services.tables.games.toolkit.double_deck import TEXT, Card, without
from services.tables.games.toolkit.meld_table import LastMove, side_of, with_hand

HAND_CARDS = 11
QUIET_TURNS_MAX = 40
"""So many turns running without a stock draw or a play end a hand."""

replace = msgspec.structs.replace


def dealt(state: State, cards: tuple[int, ...]) -> State:
    """The shuffled deck dealt: to the starter and on in order, then pot 0, pot 1, the rest is the stock."""
    seats, starter = state.terms.seats, state.starter or 0
    parts = [cards[first : first + HAND_CARDS] for first in range(0, (seats + 2) * HAND_CARDS, HAND_CARDS)]
    return State(
        state.terms,
        "draw",
        state.hand_number,
        starter,
        starter,
        state.number + 1,
        tuple(parts[(seat - starter) % seats] for seat in range(seats)),
        (parts[seats], parts[seats + 1]),
        stock=cards[(seats + 2) * HAND_CARDS :],
        turned=state.turned,
        totals=state.totals,
        scored=state.scored,
    )


def next_hand(state: State) -> State:
    """The next hand, not dealt yet, after one that has ended."""
    starter = ((state.starter or 0) + 1) % state.terms.seats
    return replace(state, hand_number=state.hand_number + 1, starter=starter)


def drawn(state: State, seat: Seat) -> State:
    """The top card of the stock has come to hand."""
    card, hand = state.stock[0], state.hands[seat]
    return replace(
        state,
        phase="play",
        hands=with_hand(state, seat, (*hand, card)),
        stock=state.stock[1:],
        drawn=card,
        busy=True,
        last_move=LastMove(seat, "draw"),
    )


def discarded(state: State, seat: Seat, card: Card) -> State:
    """The card lies on the pile and the turn is over; perhaps the hand, and the match."""
    left = without(state.hands[seat], (card,))
    after = replace(
        turn_over(state, seat),
        hands=with_hand(state, seat, left),
        pile=(*state.pile, card),
        last_move=LastMove(seat, "discard", (card,)),
    )
    end = _ending(after, seat)
    if end is not None:
        return hand_over(after, end, seat if end == "closed" else None)
    return after if left else pot_taken(after, seat, "indirect")


def _ending(state: State, seat: Seat) -> HandEnd | None:
    if not state.hands[seat] and state.pot[side_of(seat)] != "waiting":
        return "closed"
    if not state.stock:
        return "stock_exhausted"
    return "stalemate" if state.quiet_turns >= QUIET_TURNS_MAX else None


def barred_face(state: State) -> str | None:
    """The face that may not be discarded in this turn; none if no other is left in hand."""
    if state.barred is None or state.turn is None:
        return None
    return state.barred if any(TEXT[card] != state.barred for card in state.hands[state.turn]) else None
