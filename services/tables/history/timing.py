"""Decision times, computed from a journal when its match has ended: moves pay nothing for them
(services/moderation/RULES.md §7)."""

from collections.abc import Sequence

import msgspec

from services.contracts.signals import SeatTimes


class TimedLine(msgspec.Struct, frozen=True):
    """When something happened at a table, of what kind, and by whom; `by_command`: a player has sent it."""

    actor: int | None
    kind: str
    by_command: bool
    at_ms: int


class Times(msgspec.Struct):
    """What one seat has added up so far."""

    decisions: int = 0
    total_ms: int = 0
    squares_ms2: int = 0
    losses: int = 0


def seat_times(lines: Sequence[TimedLine], accounts: Sequence[str | None]) -> list[SeatTimes]:
    """By seat of a person, in the order of the seats; seats that did nothing are left out.

    `lines`: the match's journal. A decision's time runs from the line before it, whoever made that: it is what the
    player saw last.
    """
    found: dict[int, Times] = {}
    before_ms: int | None = None
    for line in lines:
        if line.actor is not None and line.kind == "lost":
            found.setdefault(line.actor, Times()).losses += 1
        elif line.actor is not None and line.by_command and line.kind == "moved" and before_ms is not None:
            _add(found.setdefault(line.actor, Times()), max(0, line.at_ms - before_ms))
        before_ms = line.at_ms
    people = [(seat, account) for seat, account in enumerate(accounts) if account is not None and seat in found]
    return [SeatTimes(account=account, **msgspec.structs.asdict(found[seat])) for seat, account in people]


def _add(times: Times, ms: int) -> None:
    times.decisions += 1
    times.total_ms += ms
    times.squares_ms2 += ms * ms
