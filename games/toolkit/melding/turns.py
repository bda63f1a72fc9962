"""The deal, a card of the stock, the pile, the discard, and the end of a turn, of a hand and of a match.

Both sheets, for one: games/buraco/RULES.md §3, §4, §7, §9.
"""

from collections.abc import Callable
from typing import Any

from games.api import Hand
from games.toolkit import meld_table
from games.toolkit.double_deck import TEXT, Card, without
from games.toolkit.meld_table import LastMove, Pot, side_of, with_hand
from games.toolkit.melding.state import HandEnd, State, replace
from games.toolkit.totals import Totals, Verdict, added
from services.kernel.seats import Seat

HAND_CARDS = 11
QUIET_TURNS_MAX = 40
"""So many turns running without a stock draw or a play end a hand."""

PotTaken = Callable[[State, Seat, Pot], State]
HandOver = Callable[[State, HandEnd, Seat | None], State]


def dealt(start: State, before: State, cards: tuple[int, ...]) -> State:
    """The shuffled deck dealt: to the starter and on in order, then pot 0, pot 1, the rest is the stock.

    `start`: the match as it starts; `before`: as it is before the deal.
    """
    seats, starter = before.terms.seats, before.starter or 0
    parts = [cards[first : first + HAND_CARDS] for first in range(0, (seats + 2) * HAND_CARDS, HAND_CARDS)]
    return replace(
        start,
        phase="draw",
        hand_number=before.hand_number,
        starter=starter,
        turn=starter,
        number=before.number + 1,
        hands=tuple(parts[(seat - starter) % seats] for seat in range(seats)),
        pots=(parts[seats], parts[seats + 1]),
        stock=cards[(seats + 2) * HAND_CARDS :],
        turned=before.turned,
        totals=before.totals,
        scored=before.scored,
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


def with_pile(state: State, seat: Seat) -> State:
    """The state with the pile in hand."""
    hand, pile = state.hands[seat], state.pile
    return replace(
        state,
        phase="play",
        hands=with_hand(state, seat, hand + pile),
        pile=(),
        barred=meld_table.barred_face(pile, hand, TEXT),
        last_move=LastMove(seat, "take_pile", pile),
    )


def barred_face(state: State) -> str | None:
    """The face that may not be discarded in this turn; none if no other is left in hand."""
    if state.barred is None or state.turn is None:
        return None
    return state.barred if any(TEXT[card] != state.barred for card in state.hands[state.turn]) else None


def turn_over(state: State, seat: Seat, **changes: Any) -> State:
    """The seat's turn is over, with what else changes by its end; the next one is to draw."""
    return replace(
        state,
        phase="draw",
        turn=(seat + 1) % state.terms.seats,
        drawn=None,
        barred=None,
        busy=False,
        quiet_turns=0 if state.busy else state.quiet_turns + 1,
        turned=state.turned if seat in state.turned else (*state.turned, seat),
        **changes,
    )


def discarded(state: State, seat: Seat, card: Card, pot_taken: PotTaken[State], hand_over: HandOver[State]) -> State:
    """The card lies on the pile and the turn is over; perhaps the pot is taken by it, or the hand is over."""
    left = without(state.hands[seat], (card,))
    after = turn_over(
        state,
        seat,
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


def pot_taken(state: State, seat: Seat, how: Pot, **changes: Any) -> State:
    """The seat with an empty hand has picked up its side's pot; with what else a family notes of it."""
    side, last = side_of(seat), state.last_move
    return replace(
        state,
        hands=with_hand(state, seat, state.pots[side]),
        pots=((), state.pots[1]) if side == 0 else (state.pots[0], ()),
        pot=(how, state.pot[1]) if side == 0 else (state.pot[0], how),
        last_move=last if last is None else meld_table.with_pot(last, how),
        **changes,
    )


def hand_over(state: State, end: HandEnd, hand: Hand, outcome: Callable[[Totals], Verdict | None]) -> State:
    """The hand that has ended so is counted; the match is over if its totals have an outcome."""
    totals = added(state.totals, hand)
    over = outcome(totals) is not None
    return replace(
        state,
        phase="match_over" if over else "hand_end",
        turn=None,
        ended=end,
        totals=totals,
        scored=(*state.scored, hand),
    )
