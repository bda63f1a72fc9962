"""What time does to a table: when something falls due, and what happens then (RULES.md §6, §7, §9, §10)."""

from services.kernel.clock import TimeMs
from services.kernel.seats import Seat
from services.tables import asking, clocks, departures, ending, entries, missing, shoes
from services.tables import table as loop
from services.tables.entries import Policies
from services.tables.games import api
from services.tables.settings import TablesSettings
from services.tables.state import Running, Table
from services.tables.turn import Turn


def deadline_ms(table: Table, settings: TablesSettings) -> TimeMs | None:
    """When the table next needs to be looked at though nobody acts; None: never."""
    if table.phase == "playing":
        return _playing_deadline_ms(table, settings)
    if table.phase == "asking" and not table.is_house:
        if not asking.seeds_are_in(table):
            return table.match.asked_at_ms + settings.seed_s * 1000
        return table.match.asked_at_ms + settings.recover_minutes * 60_000
    if table.phase in ("choosing", "over"):
        return table.ended_at_ms + settings.end_choice_s * 1000
    return None


def _playing_deadline_ms(table: Table, settings: TablesSettings) -> TimeMs | None:
    match = table.match
    if shoes.is_awaited(table):
        return match.asked_at_ms + settings.seed_s * 1000
    if match.paused_at_ms is not None:
        out = missing.next_out(table)
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
    """When a running clock next does something; None: never (`round_clock`: nobody is pressed)."""
    if policies.clock == "move_clock":
        return clock.since_ms + policies.move_ms
    mark_ms = clocks.card_mark_ms(clock.clock, clock.marks) if policies.clock == "card_clock" else None
    return None if mark_ms is None else clock.since_ms + mark_ms


def _first_due(table: Table) -> tuple[TimeMs, int] | None:
    """The first clock to do something: when, and whose; the lower seat first."""
    due = [
        (at_ms, clock.seat)
        for clock in table.match.clocks
        if (at_ms := clock_due_ms(clock, table.policies)) is not None
    ]
    return min(due) if due else None


def fire(turn: Turn, until_ms: TimeMs) -> None:
    """Everything that fell due before `until_ms`, in order, each at its exact time."""
    while True:
        due_ms = deadline_ms(turn.table, turn.settings)
        if due_ms is None or due_ms >= until_ms:
            return
        turn.at(due_ms)
        _fire_one(turn, due_ms)
        loop.advance(turn)


def lose(turn: Turn, seat: Seat, since_ms: TimeMs | None = None) -> None:
    """A seat's player is gone now; `since_ms`: since when, where that was noticed later."""
    _fire_before_absence(turn)
    missing.lose(turn, seat, since_ms)


def give_back(turn: Turn, seat: Seat) -> None:
    """A seat's player is back now."""
    _fire_before_absence(turn)
    missing.give_back(turn, seat)


def _fire_before_absence(turn: Turn) -> None:
    """What must have happened before somebody is lost, or back.

    A period of the move clock that ends at this very instant has ended; the cards of a turn, and the last
    millisecond of a window, are for those who are later (RULES.md §9).
    """
    at_ms = turn.at_ms
    fire(turn, at_ms if turn.table.policies.returning == "fixed_window" else at_ms + 1)
    turn.at(at_ms)


def _fire_one(turn: Turn, due_ms: TimeMs) -> None:
    table = turn.table
    if table.phase == "playing":
        _fire_in_match(turn)
    elif table.phase == "asking":
        if due_ms < table.match.asked_at_ms + turn.settings.recover_minutes * 60_000:
            asking.close_seeds(turn)
        else:
            ending.end(turn, "void", (), "not_answered")
            ending.close(turn, "not_answered")
    else:
        ending.close(turn, "")


def _fire_in_match(turn: Turn) -> None:
    match = turn.table.match
    if shoes.is_awaited(turn.table):
        shoes.close_seeds(turn)
    elif match.paused_at_ms is not None:
        _run_out(turn)
    elif isinstance(match.pending, api.Wait):
        turn.add(entries.WindowElapsed(match.pending.number))
    elif (first := _first_due(turn.table)) is not None:
        (_mark if turn.table.policies.clock == "card_clock" else _time_out)(turn, first[1])


def _time_out(turn: Turn, seat: int) -> None:
    """A period without a decision: one timeout more; too many remove the player, fewer the game may answer."""
    turn.add(entries.TimedOut(seat), actor=seat)
    if turn.table.seats[seat].timeouts <= turn.table.policies.max_timeouts:
        loop.play_for(turn, seat)
    elif turn.table.seats[seat].is_bot:
        ending.end(turn, "void", (), "bot_failed")
    else:
        departures.depart(turn, seat, "timeouts")


def _mark(turn: Turn, seat: int) -> None:
    """The next mark of an idle turn: a yellow card; or the only legal play, made by the system."""
    clock = next(each for each in turn.table.match.clocks if each.seat == seat)
    before = turn.table.seq
    if clock.clock == "single" and clock.marks == 1:
        loop.play_for(turn, seat)
    if turn.table.seq > before:
        return
    turn.add(entries.Overran(seat), actor=seat)
    missing.tell_card(turn, seat, "yellow", clock.clock)
    if clock.marks + 1 >= turn.settings.yellow_limit:
        departures.depart(turn, seat, "timeouts" if turn.table.order.practice else "suspended")


def _run_out(turn: Turn) -> None:
    """A window has ended without a return: that player has left, and nobody else has."""
    out = missing.next_out(turn.table)
    assert out is not None
    seat, reason = out[1], missing.out_reason(turn.table, out[1])
    missing.tell_card(turn, seat, "blue", reason)
    departures.depart(turn, seat, reason)
