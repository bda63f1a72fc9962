"""The calculations of tables: pure functions over plain data (RULES.md §15).

Times are seconds, to the millisecond; they are read exactly (149.999 is less than 150).
"""

import math
import re
from decimal import Decimal
from typing import Annotated, Any, Literal

import msgspec

from services.kernel.fair import Stream, deal_key, is_seed, join_seeds
from services.kernel.refusal import Refusal
from services.tables.table import absence, seating
from tests.conformance.edge import as_calculations
from tests.conformance.forms import InvalidDataError, must
from tests.conformance.table_play import wait

Seconds = Annotated[float, msgspec.Meta(ge=0, le=1e9)]
Timeouts = Annotated[int, msgspec.Meta(ge=0, le=4)]
"""Timeouts that a player who is still at the table may have."""

_SEATS = msgspec.Meta(min_length=2, max_length=100)
_LONG_MS = 1_000_000
"""Longer than a decision may wait under any clock."""
_ROOT = re.compile(r"[0-9a-fA-F]{64}")


def reconnect_allowance(timeouts: Timeouts) -> dict[str, Any]:
    """How long a lost player may be away from a decision (§9, `budget`)."""
    removed_at_ms = wait(timeouts, _LONG_MS).removed_at_ms
    assert removed_at_ms is not None
    return {"allowance_s": _seconds(removed_at_ms)}


def reconnect_return(
    timeouts: Timeouts, lost_at_s: Seconds, returned_at_s: Seconds, turn_at_s: Seconds | None = None
) -> dict[str, Any]:
    """What a lost player finds on returning (§9, `budget`). `turn_at_s` null: lost with a decision to make."""
    lost, back = _ms(lost_at_s), _ms(returned_at_s)
    if back < lost:
        raise InvalidDataError("returned_at_s: before lost_at_s")
    counts_from = lost if turn_at_s is None else max(lost, _ms(turn_at_s))
    if back < counts_from:
        return {"timeouts": timeouts, "removed": False, "period_left_s": None}
    return _after(timeouts, math.floor(back - counts_from))


def move_timeouts(timeouts_before: Timeouts, elapsed_s: Seconds) -> dict[str, Any]:
    """A decision that is still pending after `elapsed_s` (§7, `move_clock`)."""
    return _after(timeouts_before, math.floor(_ms(elapsed_s)))


def fixed_window(absent_before_s: Seconds, elapsed_s: Seconds) -> dict[str, Any]:
    """A return `elapsed_s` after the loss (§9, `fixed_window`)."""
    before_ms, elapsed_ms = math.ceil(_ms(absent_before_s)), math.ceil(_ms(elapsed_s))
    ends_at_ms = absence.ends_at_ms(absence.lost(absence.Absence(before_ms), 0))
    in_time = elapsed_ms <= (ends_at_ms or 0)
    return {"window_s": _seconds(absence.window_ms(before_ms)), "in_time": in_time, "blue_card": not in_time}


def seating_after(
    choice: Literal["rematch", "rotate"],
    seats: Annotated[list[Any], _SEATS],
    organizer: int,
) -> dict[str, Any] | Refusal:
    """Who sits where in the next match (§10); `seats`: a list, or by seat number; returned in the same form."""
    must(0 <= organizer < len(seats), "organizer: no such seat")
    if (refusal := seating.check(choice, len(seats))) is not None:
        return refusal
    new_seats, new_organizer = seating.seating_after(choice, seats, organizer)
    return {"seats": new_seats, "organizer": new_organizer}


def fair_deal(
    root: str,
    match_id: str,
    hand: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)],
    seeds: str | list[str | None],
    N: Annotated[int, msgspec.Meta(ge=1, le=10_000)],
) -> dict[str, Any]:
    """The deal of a hand (§14): `root` in hex, `seeds` by seat or already joined, `N` pieces."""
    if not _ROOT.fullmatch(root):
        raise InvalidDataError("root: 32 bytes in hex")
    by_seat = seeds.split(".") if isinstance(seeds, str) else seeds
    if not all(seed is None or is_seed(seed) for seed in by_seat):
        raise InvalidDataError("seeds: 32 lower-case hex digits each")
    secret = bytes.fromhex(root)
    key = deal_key(secret, match_id, hand)
    return {"deal_key": key, "permutation": Stream(secret, key, "deal", join_seeds(by_seat)).shuffle(N)}


def _after(timeouts: int, elapsed_ms: int) -> dict[str, Any]:
    waited = wait(timeouts, elapsed_ms)
    left_s = None if waited.period_left_ms is None else _seconds(waited.period_left_ms)
    return {"timeouts": waited.timeouts, "removed": waited.removed_at_ms is not None, "period_left_s": left_s}


def _ms(seconds: float) -> Decimal:
    return Decimal(str(seconds)) * 1000


def _seconds(ms: int) -> float:
    return ms // 1000 if ms % 1000 == 0 else ms / 1000


_OF_ABSENCE = reconnect_allowance, reconnect_return, move_timeouts, fixed_window
CALCULATIONS = as_calculations((*_OF_ABSENCE, seating_after, fair_deal))
"""By the names of RULES.md §15."""
