"""How a lost connection and a return change a table's clocks (RULES.md §9). Part of the fold; pure.

Under `budget` play continues; a lost connection only restarts the running period, once per decision. Under
`fixed_window` the match waits until everybody is back.
"""

import msgspec

from services.kernel.clock import TimeMs
from services.kernel.seats import Seat
from services.tables.table import absence as absence_table
from services.tables.table.model import Running, SeatState, Table

replace = msgspec.structs.replace


def lose(table: Table, seat: Seat, since_ms: TimeMs, at_ms: TimeMs) -> Table:
    """The player of a seat lost the connection at `since_ms`, which was noticed at `at_ms`."""
    waits = table.policies.returning == "fixed_window"
    paused_at_ms = table.match.paused_at_ms
    absence = absence_table.lost(table.seats[seat].absence, since_ms, abandoned=paused_at_ms is not None)
    if waits:
        clocks = tuple(_marked(clock, seat) for clock in table.match.clocks)
        paused_at_ms = at_ms if paused_at_ms is None else paused_at_ms
    else:
        clocks = tuple(_begun_again(clock, seat, since_ms) for clock in table.match.clocks)
    match = replace(table.match, clocks=clocks, paused_at_ms=paused_at_ms)
    return replace(table, match=match, seats=_with_absence(table, seat, absence))


def give_back(table: Table, seat: Seat, at_ms: TimeMs) -> Table:
    """End a player's absence, because they are back or have left for good. After the last one the match continues."""
    table = _with_absence_used(table, seat, at_ms)
    absence = absence_table.returned(table.seats[seat].absence, at_ms)
    return _go_on(replace(table, seats=_with_absence(table, seat, absence)), at_ms)


def _with_absence_used(table: Table, seat: Seat, at_ms: TimeMs) -> Table:
    """The time for which the match has waited for a player who was away is time that the player has used."""
    match = table.match
    lost_at_ms = table.seats[seat].absence.lost_at_ms
    if match.paused_at_ms is None or lost_at_ms is None:
        return table
    used = list(match.used_ms or (0,) * len(table.seats))
    used[seat] += max(0, at_ms - max(match.paused_at_ms, lost_at_ms))
    return replace(table, match=replace(match, used_ms=tuple(used)))


def shifted(table: Table, ms: int) -> Table:
    """The table with its clocks moved by `ms` milliseconds, which do not count because no worker owned the table."""
    match = table.match
    clocks = tuple(
        replace(clock, since_ms=clock.since_ms + ms, begun_ms=clock.begun_ms and clock.begun_ms + ms)
        for clock in match.clocks
    )
    paused_at_ms = None if match.paused_at_ms is None else match.paused_at_ms + ms
    match = replace(
        match,
        clocks=clocks,
        paused_at_ms=paused_at_ms,
        window_since_ms=match.window_since_ms + ms,
        asked_at_ms=match.asked_at_ms + ms,
    )
    seats = tuple(_shifted_seat(seat, ms) for seat in table.seats)
    return replace(table, match=match, seats=seats, ended_at_ms=table.ended_at_ms + ms)


def _go_on(table: Table, at_ms: TimeMs) -> Table:
    """Continue a waiting match once nobody is missing; its clocks start when the hand has been shown again."""
    match = table.match
    if match.paused_at_ms is None or any(seat.is_away for seat in table.seats):
        return table
    waited_ms = max(at_ms - match.paused_at_ms, 0)
    shown_ms = absence_table.catchup_ms(table.seq - match.hand_seq, table.policies.returns)
    clocks = tuple(_renewed(clock, at_ms + shown_ms, waited_ms + shown_ms) for clock in match.clocks)
    match = replace(match, clocks=clocks, paused_at_ms=None, window_since_ms=match.window_since_ms + waited_ms)
    return replace(table, match=match)


def _begun_again(clock: Running, seat: Seat, since_ms: TimeMs) -> Running:
    """`budget`: restart the running period at the loss of the connection, once per decision."""
    if clock.seat != seat or clock.renewed or since_ms < clock.since_ms:
        return clock
    return replace(clock, since_ms=since_ms, renewed=True)


def _marked(clock: Running, seat: Seat) -> Running:
    return replace(clock, lost=True) if clock.seat == seat else clock


def _renewed(clock: Running, begins_ms: TimeMs, waited_ms: int) -> Running:
    """`fixed_window`: start a full new clock. A seat that was lost during this decision gets that only once, and later
    what was left."""
    begun_ms = clock.begun_ms and clock.begun_ms + waited_ms
    if clock.lost and clock.renewed:
        return replace(clock, since_ms=clock.since_ms + waited_ms, lost=False, begun_ms=begun_ms)
    renewed = clock.renewed or clock.lost
    return Running(clock.seat, clock.number, clock.clock, begins_ms, renewed=renewed, begun_ms=begun_ms)


def _with_absence(table: Table, seat: Seat, absence: absence_table.Absence) -> tuple[SeatState, ...]:
    return tuple(replace(each, absence=absence) if number == seat else each for number, each in enumerate(table.seats))


def _shifted_seat(seat: SeatState, ms: int) -> SeatState:
    absence = seat.absence
    if absence.lost_at_ms is None:
        return seat
    return replace(seat, absence=replace(absence, lost_at_ms=absence.lost_at_ms + ms))
