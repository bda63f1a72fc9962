"""The deal, the indicator, draws, the end of a turn and of a hand, leaving (RULES.md §2, §3, §5, §7, §9, §11)."""

import msgspec

from games.api import Hand
from games.koumkan.meld_rules import is_indicator
from games.koumkan.plays import with_hand
from games.koumkan.scoring import counted_hand, fallen
from games.koumkan.state import (
    HandEnd,
    LastMove,
    Source,
    State,
    active_seats,
    next_active,
    totals_of,
)
from games.koumkan.view_parts import CountedHand, melds_shown
from games.toolkit.double_deck import CARDS, FACE, TEXT, Card, sorted_texts
from games.toolkit.plain import plain
from services.kernel.seats import Seat

HAND_CARDS = 10
DECK_CARDS = len(CARDS)
QUIET_TURNS_MAX = 40
"""So many turns running without a stock draw, meld, lay-off or swap block a hand."""

replace = msgspec.structs.replace


def after_seat(state: State, seat: Seat) -> Seat:
    """The next active seat."""
    return next_active(active_seats(state), state.terms.seats, seat)


# --- the deal ---


def led(state: State, leader: Seat) -> State:
    """The match after its first leader was drawn: the active seat before is the dealer."""
    seats, active = state.terms.seats, active_seats(state)
    first = leader if leader in active else after_seat(state, leader)
    return replace(state, dealer=min(active, key=lambda each: (first - each - 1) % seats))


def next_hand(state: State) -> State:
    """The next hand, not dealt yet, after one that has ended."""
    return replace(state, hand_number=state.hand_number + 1, dealer=after_seat(state, state.dealer or 0))


def dealt(state: State, cards: tuple[Card, ...]) -> State:
    """The shuffled deck dealt: ten cards to the first player and to each next active seat; the rest is the stock."""
    seats, active = state.terms.seats, active_seats(state)
    first = after_seat(state, state.dealer or 0)
    order = sorted(active, key=lambda each: (each - first) % seats)
    hands = {seat: cards[index * HAND_CARDS : (index + 1) * HAND_CARDS] for index, seat in enumerate(order)}
    fresh = State(
        state.terms,
        "draw",
        state.hand_number,
        state.dealer,
        first,
        state.number + 1,
        state.eliminated,
        tuple(hands.get(seat, ()) for seat in range(seats)),
        stock=cards[len(order) * HAND_CARDS :],
        turns=(0,) * seats,
        turned=state.turned,
        totals=state.totals,
        scored=state.scored,
    )
    return _turned_up(fresh)


def _turned_up(state: State) -> State:
    """The top card of the stock turned up: the first discard, the indicator, or a card that is to be put back."""
    top, rest = state.stock[0], state.stock[1:]
    if state.terms.game == "koumkan":
        return replace(state, stock=rest, pile=(top,))
    if is_indicator(state.terms.game, top):
        return replace(state, phase="draw", stock=rest, indicator=top)
    return replace(state, phase="indicator")


def put_back(state: State, position: int) -> State:
    """The card that could not be the indicator put back into the stock, and the top card turned up again."""
    top, rest = state.stock[0], state.stock[1:]
    return _turned_up(replace(state, stock=(*rest[:position], top, *rest[position:])))


def shuffled(state: State, order: tuple[int, ...]) -> State:
    """The old discards as a new stock in a new order."""
    return replace(state, phase="draw", stock=tuple(state.stock[index] for index in order))


# --- a turn ---


def drawn(state: State, seat: Seat, source: Source) -> State:
    """The top card of the stock or of the discard pile has come to hand."""
    hand = state.hands[seat]
    if source == "stock":
        card = state.stock[0]
        last = LastMove(seat, "draw", source=source)
        after = replace(state, stock=state.stock[1:], drawn=card, busy=True, last_move=last)
    else:
        card = state.pile[-1]
        held = any(FACE[each] == FACE[card] for each in hand)
        after = replace(
            state,
            pile=state.pile[:-1],
            taken=card,
            barred=None if held else TEXT[card],
            last_move=LastMove(seat, "draw", (card,), source=source),
        )
    return replace(after, phase="play", hands=with_hand(state, seat, (*hand, card)))


def barred_face(state: State) -> str | None:
    """The face that may not be discarded in this turn; none if no other is left in hand."""
    if state.barred is None or state.turn is None:
        return None
    return state.barred if any(TEXT[card] != state.barred for card in state.hands[state.turn]) else None


def discarded(state: State, seat: Seat, card: Card) -> State:
    """The card lies on the pile and the turn is over; perhaps the hand, and the match."""
    after = _turn_done(state, seat, card, LastMove(seat, "discard", (card,)))
    if not after.hands[seat] and state.terms.game == "koumkan":
        return _ended(after, "out", seat)
    return passed(after, seat)


def gone_out(state: State, seat: Seat, card: Card) -> State:
    """The seat has gone out with the rest of its hand."""
    return _ended(_turn_done(state, seat, card, LastMove(seat, "go_out", (card,))), "out", seat)


def _turn_done(state: State, seat: Seat, card: Card, last: LastMove) -> State:
    turns = state.turns or (0,) * state.terms.seats
    return replace(
        state,
        hands=with_hand(state, seat, tuple(each for each in state.hands[seat] if each != card)),
        pile=(*state.pile, card),
        drawn=None,
        taken=None,
        barred=None,
        busy=False,
        quiet_turns=0 if state.busy else state.quiet_turns + 1,
        turns=(*turns[:seat], turns[seat] + 1, *turns[seat + 1 :]),
        turned=state.turned if seat in state.turned else (*state.turned, seat),
        last_move=last,
    )


def passed(state: State, seat: Seat) -> State:
    """The next active seat is to draw; if there is no stock the discards are shuffled, or the hand is blocked."""
    if not state.stock and (state.reshuffled or len(state.pile) < 2):
        return _ended(state, "blocked", None)
    if state.quiet_turns >= QUIET_TURNS_MAX:
        return _ended(state, "blocked", None)
    after = replace(state, phase="draw", turn=after_seat(state, seat))
    if state.stock:
        return after
    return replace(after, phase="reshuffle", stock=state.pile[:-1], pile=state.pile[-1:], reshuffled=True)


# --- the end of a hand ---


def _ended(state: State, end: HandEnd, out_seat: Seat | None) -> State:
    """The hand is counted, and who has the target is out of the match."""
    terms, active = state.terms, active_seats(state)
    splits = [counted_hand(terms.game, state.indicator, hand) for hand in state.hands]
    counts = tuple(
        0 if seat == out_seat or seat not in active else splits[seat].deadwood for seat in range(terms.seats)
    )
    totals = tuple(total + count for total, count in zip(totals_of(state), counts, strict=True))
    found = fallen(totals, active, terms.target_score, terms.ratings)
    hand = CountedHand(
        number=state.hand_number,
        dealer=state.dealer or 0,
        end=end,
        out_seat=out_seat,
        indicator=None if state.indicator is None else TEXT[state.indicator],
        seats=active,
        hands=tuple(sorted_texts(hand) for hand in state.hands),
        melds=tuple(melds_shown(split.melds) for split in splits),
        left=tuple(sorted_texts(split.left) for split in splits),
        counts=counts,
        totals=totals,
        eliminated=tuple(sorted(seat for group in found.groups for seat in group)),
    )
    over = found.winner is not None or not found.active
    return replace(
        state,
        phase="match_over" if over else "hand_end",
        turn=None,
        eliminated=(*state.eliminated, *found.groups),
        ended=end,
        totals=totals,
        scored=(*state.scored, Hand(state.hand_number, out_seat, counts, plain(hand))),
    )


# --- leaving ---


def left(state: State, seat: Seat) -> State:
    """The seat is out of the match at this moment, its hand is set aside; a lone survivor has won."""
    if state.phase == "match_over" or seat not in active_seats(state):
        return state
    gone = replace(state, eliminated=(*state.eliminated, (seat,)))
    if state.hands and state.ended is None:
        gone = replace(gone, hands=with_hand(state, seat, ()), aside=(*state.aside, *state.hands[seat]))
    if len(active_seats(gone)) == 1:
        return replace(gone, phase="match_over", turn=None, forfeited=True)
    if seat != state.turn:
        return gone
    gone = replace(gone, drawn=None, taken=None, barred=None, busy=False, number=state.number + 1)
    if state.phase in ("draw", "play"):
        return passed(gone, seat)
    return replace(gone, turn=after_seat(gone, seat))
