"""What time does to a table: when something falls due, and what happens then (RULES.md §6, §7, §10)."""

from services.kernel.clock import TimeMs
from services.tables import departures, ending, entries
from services.tables import table as loop
from services.tables.games import api
from services.tables.settings import TablesSettings
from services.tables.state import Running, Table
from services.tables.turn import Turn


def deadline_ms(table: Table, settings: TablesSettings) -> TimeMs | None:
    """When the table next needs to be looked at though nobody acts; None: never."""
    if table.phase == "playing":
        return _playing_deadline_ms(table)
    if table.phase == "asking":
        if not loop.seeds_are_in(table):
            return table.match.asked_at_ms + settings.seed_s * 1000
        return table.match.asked_at_ms + settings.recover_minutes * 60_000
    if table.phase in ("choosing", "over"):
        return table.ended_at_ms + settings.end_choice_s * 1000
    return None


def _playing_deadline_ms(table: Table) -> TimeMs | None:
    match = table.match
    if isinstance(match.pending, api.Wait):
        return match.window_since_ms + match.pending.ms
    if not match.clocks:
        return None
    return min(clock.since_ms for clock in match.clocks) + table.policies.move_ms


def fire(turn: Turn, until_ms: TimeMs) -> None:
    """Everything that fell due before `until_ms`, in order, each at its exact time."""
    while True:
        due_ms = deadline_ms(turn.table, turn.settings)
        if due_ms is None or due_ms >= until_ms:
            return
        turn.at(due_ms)
        _fire_one(turn, due_ms)
        loop.advance(turn)


def _fire_one(turn: Turn, due_ms: TimeMs) -> None:
    table = turn.table
    if table.phase == "playing":
        if isinstance(table.match.pending, api.Wait):
            turn.add(entries.WindowElapsed(table.match.pending.number))
        else:
            _time_out(turn, min(table.match.clocks, key=lambda clock: (clock.since_ms, clock.seat)))
    elif table.phase == "asking":
        if due_ms < table.match.asked_at_ms + turn.settings.recover_minutes * 60_000:
            loop.close_seeds(turn)
        else:
            ending.end(turn, "void", (), "not_answered")
            loop.close(turn, "not_answered")
    else:
        loop.close(turn, "")


def _time_out(turn: Turn, clock: Running) -> None:
    """A period without a decision: one timeout more, and too many remove the player."""
    turn.add(entries.TimedOut(clock.seat), actor=clock.seat)
    if turn.table.seats[clock.seat].timeouts > turn.table.policies.max_timeouts:
        departures.depart(turn, clock.seat, "timeouts")
