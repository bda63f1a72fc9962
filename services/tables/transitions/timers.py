"""Timers of a table: when the next one is due, and what happens then (RULES.md §6, §7, §9, §10)."""

from games import api
from services.kernel.clock import TimeMs
from services.kernel.seats import Seat
from services.tables.settings import TablesSettings
from services.tables.table import card_clock as clocks
from services.tables.table import entries, seating
from services.tables.table.entries import Policies
from services.tables.table.model import Running, Table
from services.tables.table.transition import Transition
from services.tables.transitions import advance as loop
from services.tables.transitions import disconnect, finish, leave, shoes, start


def deadline_ms(table: Table, settings: TablesSettings) -> TimeMs | None:
    """When the next timer of the table is due; None: never."""
    if table.phase == "playing":
        return _playing_deadline_ms(table, settings)
    if table.phase == "asking" and not table.is_house:
        if not start.seeds_are_in(table):
            return table.match.asked_at_ms + settings.seed_s * 1000
        return table.match.asked_at_ms + settings.recover_minutes * 60_000
    if table.phase == "choosing":
        return seating.choice_ends_at_ms(table, settings)
    if table.phase == "over":
        return table.ended_at_ms + settings.end_choice_s * 1000
    return None


def _playing_deadline_ms(table: Table, settings: TablesSettings) -> TimeMs | None:
    match = table.match
    if table.order.house and table.awaits_shoe:
        return match.asked_at_ms + settings.seed_s * 1000
    if match.paused_at_ms is not None:
        out = disconnect.next_out(table)
        return None if out is None else out[0]
    if isinstance(match.pending, api.Wait):
        return match.window_since_ms + match.pending.ms
    if not match.clocks:
        return None
    if table.policies.clock == "move_clock":
        return min(clock.since_ms for clock in match.clocks) + table.policies.move_ms
    first = _first_due(table)
    return None if first is None else first[0]


def clock_due_ms(clock: Running, policies: Policies) -> TimeMs | None:
    """When a running clock next has an effect; None: never (`round_clock` has no limit)."""
    if policies.clock == "move_clock":
        return clock.since_ms + policies.move_ms
    if policies.clock != "card_clock":
        return None
    mark_ms = clocks.card_mark_ms(clock.clock, clock.marks, policies.clock_factor)
    return None if mark_ms is None else clock.since_ms + mark_ms


def _first_due(table: Table) -> tuple[TimeMs, int] | None:
    """The first clock that has an effect: its time and its seat, the lower seat first."""
    due = [
        (at_ms, clock.seat)
        for clock in table.match.clocks
        if (at_ms := clock_due_ms(clock, table.policies)) is not None
    ]
    return min(due) if due else None


def fire(transition: Transition, until_ms: TimeMs) -> None:
    """Carry out all timers that were due before `until_ms`, in order, each at its exact time."""
    while True:
        due_ms = deadline_ms(transition.table, transition.settings)
        if due_ms is None or due_ms >= until_ms:
            return
        transition.now_ms = due_ms
        _fire_one(transition, due_ms)
        loop.advance(transition)


def lose(transition: Transition, seat: Seat, since_ms: TimeMs | None = None) -> None:
    """A seat's player loses the connection now; `since_ms`: since when, if noticed later."""
    _fire_before_absence(transition)
    disconnect.lose(transition, seat, since_ms)


def give_back(transition: Transition, seat: Seat) -> None:
    """A seat's player comes back now."""
    _fire_before_absence(transition)
    disconnect.give_back(transition, seat)


def _fire_before_absence(transition: Transition) -> None:
    """Carry out the timers that come before a loss or a return at this moment.

    A period of the move clock that ends at this very instant has ended; the cards of a turn, and the last
    millisecond of a window, are for those who are later (RULES.md §9).
    """
    at_ms = transition.at_ms
    fire(transition, at_ms if transition.table.policies.returning == "fixed_window" else at_ms + 1)
    transition.now_ms = at_ms


def _fire_one(transition: Transition, due_ms: TimeMs) -> None:
    table = transition.table
    if table.phase == "playing":
        _fire_in_match(transition)
    elif table.phase == "asking":
        if due_ms < table.match.asked_at_ms + transition.settings.recover_minutes * 60_000:
            start.close_seeds(transition)
        else:
            finish.end(transition, "void", (), "not_answered")
            finish.close(transition, "not_answered")
    else:
        finish.close(transition, "")


def _fire_in_match(transition: Transition) -> None:
    match = transition.table.match
    if transition.table.awaits_shoe:
        shoes.close_seeds(transition)
    elif match.paused_at_ms is not None:
        _run_out(transition)
    elif isinstance(match.pending, api.Wait):
        transition.add(entries.WindowElapsed(match.pending.number))
    elif (first := _first_due(transition.table)) is not None:
        (_mark if transition.table.policies.clock == "card_clock" else _time_out)(transition, first[1])


def _time_out(transition: Transition, seat: int) -> None:
    """A period has run out without a decision: count a timeout. Too many remove the player; otherwise the game may play
    for the seat."""
    transition.add(entries.TimedOut(seat), actor=seat)
    if transition.table.seats[seat].timeouts <= transition.table.policies.max_timeouts:
        loop.play_for(transition, seat)
    elif transition.table.seats[seat].is_bot:
        finish.end(transition, "void", (), "bot_failed")
    else:
        leave.depart(transition, seat, "timeouts")


def _mark(transition: Transition, seat: int) -> None:
    """The next mark of an idle turn: a yellow card, or the only legal play, made by the system."""
    clock = next(each for each in transition.table.match.clocks if each.seat == seat)
    before = transition.table.seq
    if clock.clock == "single" and clock.marks == 1:
        loop.play_for(transition, seat)
    if transition.table.seq > before:
        return
    transition.add(entries.Overran(seat), actor=seat)
    disconnect.publish_card(transition, seat, "yellow", clock.clock)
    if clock.marks + 1 >= transition.settings.yellow_limit:
        leave.depart(transition, seat, "timeouts" if transition.table.order.practice else "suspended")


def _run_out(transition: Transition) -> None:
    """A return window has ended: that player has left, and no other."""
    out = disconnect.next_out(transition.table)
    assert out is not None
    seat, reason = out[1], disconnect.out_reason(transition.table, out[1])
    disconnect.publish_card(transition, seat, "blue", reason)
    leave.depart(transition, seat, reason)
