"""Who sits where: sitting down, being lost, being freed (RULES.md §1, §10)."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from games import api
from games.baccarat.state import SEATS, Guest, Options, State
from services.kernel.seats import Seat

MISSED_MAX = 10
"""Windows in a row without a stake after which a seat is freed."""
MISSED_ABSENT_MAX = 5


def sides(options: Options) -> tuple[tuple[Seat, ...], ...]:
    """Each seat plays for itself, against the bank."""
    return tuple((seat,) for seat in range(SEATS))


def seated(state: State) -> Iterator[tuple[Seat, Guest]]:
    """Seats with their guests, those included who wait to be settled."""
    return ((seat, guest) for seat, guest in enumerate(state.guests) if guest is not None)


def with_stakes(state: State) -> dict[Seat, Guest]:
    """Those who have laid something."""
    return {seat: guest for seat, guest in seated(state) if guest.stakes}


def all_done(state: State) -> bool:
    """Whether every seated guest has said so."""
    return all(guest.done for _, guest in seated(state))


def changed(state: State, seat: Seat, **fields: Any) -> State:
    """The state with this seat's guest changed; a vacant seat stays vacant."""
    guest = state.guests[seat]
    return state if guest is None else placed(state, seat, replace(guest, **fields))


def placed(state: State, seat: Seat, guest: Guest | None) -> State:
    """The state with this guest, or nobody, on the seat."""
    return replace(state, guests=(*state.guests[:seat], guest, *state.guests[seat + 1 :]))


def with_guest(state: State, change: api.Guest) -> State:
    """Somebody sat down, was lost, or came back; whoever comes back has missed nothing while absent."""
    if change.seat not in range(SEATS):
        return state
    guest = state.guests[change.seat]
    if guest is None:
        return placed(state, change.seat, Guest(change.purse)) if change.present else state
    absent = 0 if change.present else guest.missed_absent
    return changed(state, change.seat, present=change.present, purse=change.purse, missed_absent=absent)


def vacated(state: State, seat: Seat) -> State:
    """The seat is given up, or as soon as the chips in play are settled."""
    guest = state.guests[seat] if seat in range(SEATS) else None
    if guest is None:
        return state
    asked = state.bank == "hold" and bool(guest.stakes)
    if guest.held or asked:
        return changed(state, seat, leaving=True)
    return placed(state, seat, None)


def counted(state: State) -> State:
    """A window has ended: who laid nothing has missed one more, and is freed after too many."""
    for seat, guest in seated(state):
        if guest.stakes:
            state = changed(state, seat, missed=0, missed_absent=0)
            continue
        missed, absent = guest.missed + 1, guest.missed_absent + 1 if not guest.present else 0
        state = changed(state, seat, missed=missed, missed_absent=absent)
        if missed >= MISSED_MAX or absent >= MISSED_ABSENT_MAX or guest.leaving:
            state = placed(state, seat, None)
    return state
