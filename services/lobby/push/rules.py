"""What is sent to browsers, when, and how often (RULES.md §24). Pure, but for the database of time zones that the
system has."""

import base64
import binascii
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo

import msgspec

from services.contracts.lobby.people.push import ENDPOINT_LENGTH_MAX, PROBLEM_MINUTE, PushKind, QuietHours
from services.kernel.clock import DAY_MS, HOUR_MS, TimeMs
from services.kernel.local_time import local_day, wall_time_ms
from services.kernel.public_addresses import public_host
from services.kernel.refusal import Refusal

Urgency = Literal["low", "normal", "high"]
MINUTE_MS = 60_000


class Kind(NamedTuple):
    """A kind of notice: its urgency, how many of it a day, by push and by mail, and whether it may be about chips, of
    which nothing is sent while games for chips are shut; `problem` counts as if it might."""

    urgency: Urgency
    day_max: int
    mails_day_max: int
    about_chips: bool = True


KINDS: Mapping[PushKind, Kind] = {
    "turn": Kind("high", 30, 0, about_chips=False),
    "call": Kind("normal", 10, 3, about_chips=False),
    "evening": Kind("normal", 6, 2),
    "soon": Kind("normal", 6, 2),
    "game": Kind("high", 20, 3),
    "prize": Kind("low", 3, 1),
    "problem": Kind("low", 2, 0),
}
ASKED_FOR: frozenset[PushKind] = frozenset({"problem"})
"""Kinds that are off until they are chosen."""
DAY_MAX = 40
"""Notices of all kinds that an account gets in any 24 hours."""
BROWSERS_MAX = 5
TURN_WAITS_MS = 10_000
TURN_HOLDS_MS = MINUTE_MS
EVENING_HOLDS_MS = 15 * MINUTE_MS
GAME_HOLDS_MS = 2 * MINUTE_MS
PROBLEM_HOLDS_MS = 2 * HOUR_MS
HOLDS_MAX_MS = DAY_MS
KEPT_MS = 2 * DAY_MS
"""How long what was sent is known, so that an event that comes again sends nothing."""
WAITS_MS = (5_000, 30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS)
"""After which try how long until the next; after the last one none follows."""
RETRY_AFTER_MAX_MS = HOUR_MS
QUIET_FROM_MINUTE, QUIET_TO_MINUTE = 23 * 60, 8 * 60
"""The quiet hours of who has not chosen any."""
_TURN = "turn|"
CALLED = "game|"
_AUTH_BYTES, _POINT_BYTES = 16, 65


class Notice(msgspec.Struct, frozen=True):
    """Something to notify of. `event`: the same for the same matter, however often it is reported; `about`: the call,
    company, table or competition that it is about, by its id; `wait_ms`: how long it waits before it is due."""

    event: str
    kind: PushKind
    about: str
    until_ms: TimeMs
    wait_ms: int = 0

    @property
    def for_connected(self) -> bool:
        """Whether it is for players who are connected too, at a page that may be out of sight."""
        return is_for_connected(self.event)


class Choices(msgspec.Struct, frozen=True):
    """What an account has chosen. `only_free_until_ms`: until when it has shut games for chips; `problem_next_ms`: when
    it is next notified of the problem of the day, `problem_done_day`: the last of which it has answered one."""

    off: frozenset[PushKind] = ASKED_FOR
    quiet: QuietHours | None = None
    only_free_until_ms: TimeMs = 0
    problem_minute: int = PROBLEM_MINUTE
    problem_next_ms: TimeMs | None = None
    problem_done_day: str = ""


def turn_event(match: str, number: int, account: str) -> str:
    """The event of a turn that waits at a hidden page."""
    return f"{_TURN}{match}|{number}|{account}"


def is_for_connected(event: str) -> bool:
    """Whether an event is meant for players who are connected too."""
    return event.startswith((_TURN, CALLED))


def quiet_hours(choices: Choices) -> QuietHours:
    """The quiet hours that hold."""
    return choices.quiet or default_quiet("UTC")


def default_quiet(zone: str) -> QuietHours:
    """The quiet hours without a choice."""
    return QuietHours(from_minute=QUIET_FROM_MINUTE, to_minute=QUIET_TO_MINUTE, zone=zone)


def quiet_until(quiet: QuietHours, at_ms: TimeMs) -> TimeMs | None:
    """The end of the quiet hours in which a moment falls; None: it falls in none."""
    if quiet.from_minute == quiet.to_minute:
        return None
    zone = ZoneInfo(quiet.zone)
    local = datetime.fromtimestamp(at_ms / 1000, zone)
    minute = local.hour * 60 + local.minute
    is_over_midnight = quiet.from_minute > quiet.to_minute
    if is_over_midnight:
        is_quiet = minute >= quiet.from_minute or minute < quiet.to_minute
    else:
        is_quiet = quiet.from_minute <= minute < quiet.to_minute
    if not is_quiet:
        return None
    day = local.date() + timedelta(days=1 if is_over_midnight and minute >= quiet.from_minute else 0)
    return max(wall_time_ms(quiet.zone, day, quiet.to_minute), at_ms + 1)


def next_at(zone: str, minute: int, now_ms: TimeMs) -> TimeMs:
    """The next moment after now at which the clocks of a zone show this minute of the day."""
    return min(at_ms for at_ms in _around(zone, minute, now_ms) if at_ms > now_ms)


def last_at(zone: str, minute: int, now_ms: TimeMs) -> TimeMs:
    """The last such moment up to now."""
    return max(at_ms for at_ms in _around(zone, minute, now_ms) if at_ms <= now_ms)


def _around(zone: str, minute: int, now_ms: TimeMs) -> list[TimeMs]:
    today = local_day(zone, now_ms)
    return [wall_time_ms(zone, today + timedelta(days=each), minute) for each in range(-2, 3)]


def first_at(zone: str, minute: int, house_zone: str, now_ms: TimeMs) -> TimeMs:
    """The same on a later day of the platform: of today it is not known whether a problem was answered."""
    at_ms = next_at(zone, minute, now_ms)
    return next_at(zone, minute, at_ms) if local_day(house_zone, at_ms) == local_day(house_zone, now_ms) else at_ms


def next_problem(
    before: Choices, quiet: QuietHours, minute: int, *, wanted: bool, house_zone: str, now_ms: TimeMs
) -> TimeMs | None:
    """When the problem of the day is named next, after another choice of its hour or of the quiet hours; None: it is
    not `wanted`."""
    if not wanted:
        return None
    if before.problem_next_ms is None:
        return first_at(quiet.zone, minute, house_zone, now_ms)
    if (quiet.zone, minute) == (quiet_hours(before).zone, before.problem_minute):
        return before.problem_next_ms
    return next_at(quiet.zone, minute, now_ms)


def due_at(kind: PushKind, choices: Choices, until_ms: TimeMs, now_ms: TimeMs) -> TimeMs | None:
    """When a notice is to be sent: now, or at the end of the quiet hours; None: never."""
    if kind in choices.off or (KINDS[kind].about_chips and now_ms < choices.only_free_until_ms):
        return None
    end_ms = quiet_until(quiet_hours(choices), now_ms)
    due_ms = now_ms if end_ms is None else end_ms
    return due_ms if due_ms < until_ms else None


def is_within_limits(kind: PushKind, sent: Mapping[PushKind, int]) -> bool:
    """Whether one more notice may be sent after those of the last 24 hours."""
    return sent.get(kind, 0) < KINDS[kind].day_max and sum(sent.values()) < DAY_MAX


def next_try(tries: int, until_ms: TimeMs, now_ms: TimeMs, retry_after_ms: int = 0) -> TimeMs | None:
    """When to try again after the `tries`-th try; None: it is given up."""
    if tries > len(WAITS_MS):
        return None
    at_ms = now_ms + max(WAITS_MS[tries - 1], min(retry_after_ms, RETRY_AFTER_MAX_MS))
    return at_ms if at_ms < until_ms else None


def check_endpoint(endpoint: str, own_hosts: frozenset[str]) -> str | Refusal:
    """The name of the service to which an address belongs. Refusal: `push_endpoint_invalid`."""
    host = public_host(endpoint, own_hosts, ENDPOINT_LENGTH_MAX)
    return Refusal("push_endpoint_invalid") if host is None else host


def check_keys(p256dh: str, auth: str) -> Refusal | None:
    """`push_keys_invalid`: not the length and form of a point and a secret. Whether the point lies on the curve is for
    encryption.py to find."""
    point, secret = decoded(p256dh), decoded(auth)
    if point is None or secret is None or len(secret) != _AUTH_BYTES or len(point) != _POINT_BYTES or point[0] != 4:
        return Refusal("push_keys_invalid")
    return None


def decoded(text: str) -> bytes | None:
    """Base64url with or without padding; None: it is none."""
    try:
        return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return None
