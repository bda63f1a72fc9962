"""Helpers of the fold: change a seat, set the game's new state and its clocks. Pure."""

from typing import Any

import msgspec

from games import api
from games.registry import game
from services.tables.table.model import Match, Running, Table

replace = msgspec.structs.replace


def with_seat(table: Table, seat: int, **changes: Any) -> Table:
    """The table with some fields of one seat changed."""
    seats = tuple(replace(each, **changes) if number == seat else each for number, each in enumerate(table.seats))
    return replace(table, seats=seats)


def set_state(table: Table, match: Match, state: Any, at_ms: int) -> Table:
    """Set the game's new state and start the clocks of the decisions that it now waits for.

    A decision with the same seat and number keeps its running clock, a window with the same number its beginning.
    """
    pending = game(table.order.game).next(state)
    clocks: tuple[Running, ...] = ()
    since_ms = match.window_since_ms
    if isinstance(pending, api.Decide):
        running = {(clock.seat, clock.number): clock for clock in match.clocks}
        clocks = tuple(
            running.get((due.seat, due.number)) or Running(due.seat, due.number, due.clock, at_ms, begun_ms=at_ms)
            for due in pending.due
        )
    elif isinstance(pending, api.Wait) and not _is_same_window(match.pending, pending):
        since_ms = at_ms
    used_ms = _used_ms(table, match, clocks, at_ms)
    match = replace(match, state=state, pending=pending, clocks=clocks, window_since_ms=since_ms, used_ms=used_ms)
    return replace(table, match=match)


def _used_ms(table: Table, match: Match, running: tuple[Running, ...], at_ms: int) -> tuple[int, ...]:
    """By seat, how long it has let the others wait, with the decisions that are made now."""
    used = list(match.used_ms or (0,) * len(table.seats))
    go_on = {(clock.seat, clock.number) for clock in running}
    for clock in match.clocks:
        if (clock.seat, clock.number) not in go_on:
            used[clock.seat] += max(0, at_ms - (clock.begun_ms or clock.since_ms))
    return tuple(used)


def _is_same_window(before: api.Next | None, now: api.Wait) -> bool:
    """Whether this window is already running, no matter who may act in it now."""
    return isinstance(before, api.Wait) and (before.number, before.ms) == (now.number, now.ms)
