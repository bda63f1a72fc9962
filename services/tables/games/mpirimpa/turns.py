"""The deal, the stock draw, the discard and the end of a hand (RULES.md §3, §4, §7, §9)."""

import msgspec

from services.kernel.seats import Seat
from services.tables.games.mpirimpa import scoring
from services.tables.games.mpirimpa.plays import pot_taken
from services.tables.games.mpirimpa.state import HandEnd, LastMove, State, side_of
from services.tables.games.toolkit.double_deck import CARDS, SUIT, TEXT, Card
from services.tables.games.toolkit.meld_table import with_hand

HAND_CARDS = 11
DECK_CARDS = len(CARDS)
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
    left = tuple(each for each in state.hands[seat] if each != card)
    after = replace(
        state,
        phase="draw",
        turn=(seat + 1) % state.terms.seats,
        hands=with_hand(state, seat, left),
        pile=(*state.pile, card),
        trump=state.trump if state.trump is not None or SUIT[card] < 0 else SUIT[card],
        drawn=None,
        barred=None,
        busy=False,
        quiet_turns=0 if state.busy else state.quiet_turns + 1,
        turned=state.turned if seat in state.turned else (*state.turned, seat),
        last_move=LastMove(seat, "discard", (card,)),
    )
    end = _ending(after, seat)
    if end is not None:
        return _ended(after, end, seat if end == "closed" else None)
    return after if left else pot_taken(after, seat, "indirect")


def _ending(state: State, seat: Seat) -> HandEnd | None:
    if not state.hands[seat] and state.pot[side_of(seat)] != "waiting":
        return "closed"
    if not state.stock:
        return "stock_exhausted"
    return "stalemate" if state.quiet_turns >= QUIET_TURNS_MAX else None


def _ended(state: State, end: HandEnd, closed_by: Seat | None) -> State:
    """The hand is counted; the match is over if a side has the target."""
    hand, terms = scoring.counted(state, end, closed_by), state.terms
    totals = scoring.added(state.totals, hand)
    over = scoring.verdict(totals, terms.target_score, terms.ratings, terms.seats) is not None
    return replace(
        state,
        phase="match_over" if over else "hand_end",
        turn=None,
        ended=end,
        totals=totals,
        scored=(*state.scored, hand),
    )


def barred_face(state: State) -> str | None:
    """The face that may not be discarded in this turn; none if no other is left in hand."""
    if state.barred is None or state.turn is None:
        return None
    return state.barred if any(TEXT[card] != state.barred for card in state.hands[state.turn]) else None
