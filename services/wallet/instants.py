"""Moments in plain data: whole milliseconds since 1970, or ISO 8601 text; answers keep the asker's form."""

from datetime import UTC, datetime, timedelta

from services.kernel.clock import TimeMs

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MS = timedelta(milliseconds=1)


class UnreadableError(ValueError):
    """A text that is no moment, or a moment that has no text."""


def read(instant: int | str) -> TimeMs:
    """Milliseconds of a moment; a text without a zone is UTC.

    Raises:
        UnreadableError: the text is no moment.
    """
    if isinstance(instant, int):
        return instant
    return (_moment(instant) - _EPOCH) // _MS


def write(at_ms: TimeMs, like: int | str) -> int | str:
    """A moment in the form of another: zone, separator, and as many digits as that one, or as it takes.

    Raises:
        UnreadableError: there is no such year.
    """
    if isinstance(like, int):
        return at_ms
    zone = _moment(like).tzinfo
    try:
        moment = (_EPOCH + at_ms * _MS).astimezone(zone)
    except OverflowError as error:
        raise UnreadableError(at_ms) from error
    digits = "milliseconds" if "." in like or at_ms % 1000 else "seconds"
    text = moment.isoformat(" " if " " in like else "T", digits)
    if _is_naive(like):
        return text.removesuffix("+00:00")
    return text.replace("+00:00", "Z") if like.endswith("Z") else text


def _is_naive(text: str) -> bool:
    return datetime.fromisoformat(text).tzinfo is None


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise UnreadableError(text) from error
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment
