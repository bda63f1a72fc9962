"""Decision times, computed from the journal when a match has ended, so that they cost moves nothing
(services/moderation/RULES.md §7)."""

from collections.abc import Sequence

import msgspec

from services.contracts.moderation.signals import SeatTimes


class TimedLine(msgspec.Struct, frozen=True):
    """Time, kind and seat of something that happened at a table; `by_command`: a player's command caused it."""

    actor: int | None
    kind: str
    by_command: bool
    at_ms: int


class Times(msgspec.Struct):
    """The sums of one seat so far."""

    decisions: int = 0
    total_ms: int = 0
    squares_ms2: int = 0
    losses: int = 0


def seat_times(lines: Sequence[TimedLine], accounts: Sequence[str | None]) -> list[SeatTimes]:
    """The decision times of each person, in the order of seats, without seats that decided nothing.

    `lines`: the match's journal. The time of a decision starts with the line before it, which is the last thing that
    the player saw.
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
