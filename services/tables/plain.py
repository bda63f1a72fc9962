"""The plain edge of calculations: JSON data in by keyword, JSON data out, refusals as `{"error": code, …}`.

Input of the wrong shape answers `input_invalid` with what was wrong as `detail`; nothing is ever raised. Where data
is keyed by seat or player, integers and strings are both read as the same key, and answers have strings.

Moments are ISO 8601 text in UTC (`2027-03-10 18:00:00`, `T`, `Z`, an offset and fractions are read too) or, where a
moment only puts things in order, a number of milliseconds since 1970.
"""

import functools
import inspect
import typing
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import msgspec

from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal

INPUT_INVALID = "input_invalid"


class Malformed(Exception):
    """Input that has the right types and still cannot be read; answered as `input_invalid`."""


def calculation(compute: Callable[..., Any]) -> Callable[..., Any]:
    """Give a typed function its plain edge: arguments are read by its annotations, the answer becomes JSON data."""
    shape = _shape_of(compute)

    @functools.wraps(compute)
    def run(**data: Any) -> Any:
        plain = {name: _with_text_keys(value) for name, value in data.items()}
        try:
            given = msgspec.convert(plain, shape, str_keys=True)
            answer = compute(**{name: getattr(given, name) for name in shape.__struct_fields__})
        except (msgspec.ValidationError, Malformed) as problem:
            answer = Refusal(INPUT_INVALID, str(problem))
        return msgspec.to_builtins(answer, str_keys=True)

    return run


def moment_ms(value: str | float) -> TimeMs:
    """A moment in milliseconds since 1970; text without an offset is UTC."""
    try:
        if not isinstance(value, str):
            return int(value)
        moment = datetime.fromisoformat(value)
        utc = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        raise Malformed(f"not a moment: {value!r:.40}") from None
    return (utc - datetime.fromtimestamp(0, UTC)) // _MILLISECOND


_MILLISECOND = datetime.resolution * 1000


def _shape_of(compute: Callable[..., Any]) -> type[msgspec.Struct]:
    hints = typing.get_type_hints(compute, include_extras=True)
    fields: list[Any] = [
        (name, hints[name]) if parameter.default is inspect.Parameter.empty else (name, hints[name], parameter.default)
        for name, parameter in inspect.signature(compute).parameters.items()
    ]
    return msgspec.defstruct(compute.__name__, fields, kw_only=True)


def _with_text_keys(value: Any) -> Any:
    return {str(key): item for key, item in value.items()} if isinstance(value, dict) else value
