"""Seats of the next match at the same table, and the time in which players choose it (RULES.md §10)."""

from collections.abc import Sequence
from typing import TypeVar

from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from services.tables.settings import TablesSettings
from services.tables.table.model import Table

T = TypeVar("T")


def check(choice: str, seats: int) -> Refusal | None:
    """Refuse a choice that is not possible here. Code: `rotate_unavailable` unless the table has four seats."""
    return Refusal("rotate_unavailable") if choice == "rotate" and seats != 4 else None


def choice_ends_at_ms(table: Table, settings: TablesSettings) -> TimeMs:
    """When a table closes at which nothing is chosen after the end; who practises alone keeps nobody waiting."""
    choice_s = settings.practice_move_s if table.practises_alone else settings.end_choice_s
    return table.ended_at_ms + choice_s * 1000


def seating_after(choice: str, players: Sequence[T], organizer: Seat) -> tuple[tuple[T, ...], Seat]:
    """The players in their new seats, and the seat of the organizer, whose rights move with them.

    Raises:
        ValueError: the choice leads to no new match (`check` refuses some; `communication` leads to the lobby).
    """
    new_seats = _new_seats(choice, len(players), organizer)
    old_seats = sorted(range(len(players)), key=lambda seat: new_seats[seat])
    return tuple(players[seat] for seat in old_seats), new_seats[organizer]


def _new_seats(choice: str, seats: int, organizer: Seat) -> tuple[Seat, ...]:
    """For each old seat, the new one."""
    if choice not in ("rematch", "rotate") or check(choice, seats) is not None:
        raise ValueError(f"no seats after {choice!r} at a table of {seats}")
    if seats != 4:
        return tuple((seat + 1) % seats for seat in range(seats))
    right, opposite, left = ((organizer + step) % 4 for step in (1, 2, 3))
    rematch = {organizer: opposite, opposite: organizer}
    rotate = {opposite: left, left: right, right: opposite}
    steps = rematch if choice == "rematch" else rotate
    return tuple(steps.get(seat, seat) for seat in range(4))
