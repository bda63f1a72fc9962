"""Moments in plain data: ISO 8601 text or whole milliseconds since 1970; answers keep the asker's form.

Text without a zone is UTC: `2027-03-10 18:00`, `2027-03-10T18:00:00Z`, `2027-03-10 20:00:00.000+02:00`.
"""

import re
from datetime import UTC, datetime, timedelta

from services.kernel.clock import TimeMs

Instant = str | int | float

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MS = timedelta(milliseconds=1)
_NUMBER_MAX = 10**15
_TEXT = re.compile(r"\d{4}-\d\d-\d\d(?P<separator>[ T])\d\d:\d\d(?P<seconds>:\d\d)?(?P<fraction>\.\d+)?(?P<zone>.*)")


class UnreadableError(ValueError):
    """A text that is no moment, or a moment that has no text."""


def read(instant: Instant) -> TimeMs:
    """Milliseconds of a moment.

    Raises:
        UnreadableError: it is none.
    """
    if isinstance(instant, str):
        return (_moment(instant) - _EPOCH) // _MS
    if not -_NUMBER_MAX <= instant <= _NUMBER_MAX:
        raise UnreadableError(f"{instant} is no moment")
    return round(instant)


def write(at_ms: TimeMs, like: Instant) -> Instant:
    """A moment in the form of another: zone, separator, and as many digits as that one has, or as it takes.

    Raises:
        UnreadableError: there is no such year.
    """
    form = _TEXT.fullmatch(like) if isinstance(like, str) else None
    if not isinstance(like, str) or form is None:
        return at_ms
    try:
        moment = (_EPOCH + at_ms * _MS).astimezone(_moment(like).tzinfo)
    except OverflowError as error:
        raise UnreadableError(f"{at_ms} has no year") from error
    text = moment.replace(tzinfo=None).isoformat(form["separator"], _digits(at_ms, form))
    return text + form["zone"]


def _digits(at_ms: TimeMs, form: re.Match[str]) -> str:
    if form["fraction"] or at_ms % 1000:
        return "milliseconds"
    return "seconds" if form["seconds"] or at_ms % 60_000 else "minutes"


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text) if _TEXT.fullmatch(text) else None
        if moment is not None:
            return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment
    except ValueError:
        pass
    raise UnreadableError(f"{text[:40]!r} is no moment")
