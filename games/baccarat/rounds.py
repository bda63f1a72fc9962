"""The course of rounds: windows, the bank's answers, cards, settling, new shoes (RULES.md §2, §5, §10)."""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from games import api
from games.baccarat import seats
from games.baccarat.bets import in_order
from games.baccarat.moves import Bet, Done, Move, Repeat, StandUp
from games.baccarat.payouts import Stakes, credited
from games.baccarat.shoe import after_round, burnt, cards_of_draw
from games.baccarat.state import Entry, Guest, State
from services.kernel.seats import Seat


def apply(state: State, actor: Seat | None, action: Move | api.Action) -> State:
    """The state after a checked move of a guest, or after news from the table."""
    match action:
        case Bet() | Repeat() | Done() | StandUp():
            return _moved(state, actor if actor is not None else -1, action)
        case api.Drawn(values):
            return _new_shoe(state, values)
        case api.Elapsed():
            return _elapsed(state)
        case api.Banked():
            return _held(state, action) if state.bank == "hold" else _paid(state, action)
        case api.Guest():
            return _awake(seats.with_guest(state, action))
        case api.Left(seat):
            return _after_standing_up(seats.vacated(state, seat))
        case api.Cancelled():
            return _cancelled(state, action.shoe_damaged)


# --- guests' moves ---


def _moved(state: State, seat: Seat, move: Move) -> State:
    match move:
        case Bet(stakes):
            return _laid(state, seat, stakes)
        case Repeat():
            guest = state.guests[seat]
            return _laid(state, seat, guest.repeat if guest else {})
        case Done():
            return _closed_if_all_done(seats.changed(state, seat, done=True))
        case StandUp():
            return _after_standing_up(seats.vacated(state, seat))


def _laid(state: State, seat: Seat, stakes: Mapping[str, int]) -> State:
    ordered = in_order(state.options.variant, stakes)
    return seats.changed(state, seat, stakes=ordered, done=False, dropped=None)


def _after_standing_up(state: State) -> State:
    """A window in which nobody sits any more is over; one that only this guest kept open closes."""
    if state.phase == "betting" and not any(state.guests):
        return replace(state, phase="idle")
    return _closed_if_all_done(state)


def _closed_if_all_done(state: State) -> State:
    return _close(state) if state.phase == "betting" and seats.all_done(state) else state


# --- the course of a round ---


def _elapsed(state: State) -> State:
    """The window that ran has ended."""
    match state.phase:
        case "betting":
            return _close(state)
        case "closed" | "dealing" if state.phase == "closed" or state.laid < state.dealt.used:
            return replace(state, phase="dealing", laid=state.laid + 1, number=state.number + 1)
        case "dealing":
            return replace(state, phase="settling", bank="pay")
        case "settling":
            return _finish(state)
        case _:
            return _awake(replace(state, phase="idle"))


def _awake(state: State) -> State:
    """An idle table at which somebody sits opens a window, after a new shoe if one is due."""
    if state.phase != "idle" or not any(state.guests):
        return state
    if state.spent or not state.shoe:
        return replace(state, phase="shuffling", shoe=(), gone=0, laid=0, last_round=False, spent=False, history=())
    return _open(state)


def _new_shoe(state: State, values: tuple[int, ...]) -> State:
    """The shuffled shoe, its first card turned up and others burnt."""
    shoe = cards_of_draw(values)
    return replace(state, shoe=shoe, gone=burnt(shoe[0]), shoes=state.shoes + 1, number=state.number + 1)


def _open(state: State) -> State:
    """Place your bets, please."""
    guests = tuple(guest and replace(guest, done=False) for guest in state.guests)
    return replace(state, phase="betting", number=state.number + 1, guests=guests)


def _close(state: State) -> State:
    """No more bets: the bank is asked to hold them; without any the window starts again."""
    if seats.with_stakes(state):
        return replace(state, phase="closed", bank="hold")
    return _awake(replace(seats.counted(state), phase="idle"))


def _held(state: State, answer: api.Banked) -> State:
    """The bank holds the stakes of some; the others' sets are dropped. A round has one hold: with nothing held the
    window that starts again is another round's."""
    for seat, guest in seats.with_stakes(state).items():
        code = answer.refused.get(seat)
        if code is None:
            purse = answer.purses.get(seat) or _with_chips(guest, -sum(guest.stakes.values()))
            state = seats.changed(state, seat, held=True, purse=purse, dropped=None)
        else:
            purse = answer.purses.get(seat) or guest.purse
            state = seats.changed(state, seat, stakes={}, done=False, purse=purse, dropped=code)
    state = replace(seats.counted(state), bank=None)
    if not seats.with_stakes(state):
        return _ended(state) if state.annulled else _awake(replace(state, phase="idle", round=state.round + 1))
    if state.annulled:
        return replace(state, phase="settling", bank="pay")
    return replace(state, number=state.number + 1)


def _paid(state: State, answer: api.Banked) -> State:
    """The bank has paid: results are written down, guests who have gone leave their seats."""
    for seat, guest in seats.with_stakes(state).items():
        if guest.leaving:
            state = seats.placed(state, seat, None)
            continue
        back = payments(state, guest)
        net = sum(back.values()) - sum(guest.stakes.values())
        purse = answer.purses.get(seat) or _with_chips(guest, sum(back.values()))
        settled = replace(guest, purse=purse, held=False, credited=back, net_round=net)
        settled = replace(settled, net_session=guest.net_session + net)
        state = seats.placed(state, seat, settled if state.annulled else replace(settled, repeat=guest.stakes))
    return replace(state, bank=None, number=state.number + 1, history=(*state.history, state.outcome))


def payments(state: State, guest: Guest) -> Stakes:
    """Box → what this round gives back to a guest."""
    return credited(state.options.variant, guest.stakes, state.decided)


def _with_chips(guest: Guest, more: int) -> api.Purse:
    """The purse after a payment of which the bank did not report more."""
    return msgspec.structs.replace(guest.purse, chips=guest.purse.chips + more)


def _finish(state: State) -> State:
    """The cards are taken away and the next round begins, perhaps with a new shoe, or the table idles."""
    left = after_round(state.remaining + state.laid, state.laid, state.last_round, state.options.cut_cards)
    guests = tuple(guest and replace(guest, stakes={}, credited={}, done=False) for guest in state.guests)
    state = replace(state, guests=guests, phase="idle", round=state.round + 1, gone=state.gone + state.laid, laid=0)
    return _awake(replace(state, annulled=False, last_round=left.last_round, spent=state.spent or left.new_shoe))


# --- dummy hands ---


def _cancelled(state: State, shoe_damaged: bool) -> State:
    """The round is annulled unless it is settled already; a damaged shoe is replaced after it in any case."""
    state = replace(state, spent=state.spent or (shoe_damaged and bool(state.shoe)))
    if state.phase == "betting":
        return _ended(replace(state, annulled=True))
    if state.phase not in ("closed", "dealing"):
        return state
    if state.bank == "hold":
        return replace(state, annulled=True)
    return replace(state, annulled=True, phase="settling", bank="pay")


def _ended(state: State) -> State:
    """A dummy hand with nothing to give back."""
    return _finish(replace(state, history=(*state.history, Entry("dummy"))))
