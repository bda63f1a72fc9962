"""The plain edge of calculations: JSON data in by keyword, JSON data out, refusals as `{"error": code}`.

Input of the wrong shape answers `bad_parameters` with what was wrong as `detail`; nothing is ever raised. Where data
is keyed by seat or player, integers and text are both read as the same key; answers have text, as JSON has it.
"""

import functools
import inspect
import json
import typing
from collections.abc import Callable
from typing import Any

import msgspec

from services.kernel.refusal import Refusal

BAD_PARAMETERS = "bad_parameters"


class Malformed(ValueError):
    """Input that has the right types and still makes no sense; answered as `bad_parameters`."""


def calculation(compute: Callable[..., Any]) -> Callable[..., Any]:
    """Give a typed function its plain edge: arguments are read by its annotations, the answer becomes JSON data."""
    shape = _shape_of(compute)

    @functools.wraps(compute)
    def run(**data: Any) -> Any:
        plain = {name: _with_text_keys(value) for name, value in data.items()}
        try:
            given = msgspec.convert(plain, shape, str_keys=True)
            answer = compute(**{name: getattr(given, name) for name in shape.__struct_fields__})
        except ValueError as problem:  # msgspec's, Malformed, and moments that cannot be read
            answer = Refusal(BAD_PARAMETERS, str(problem))
        return json.loads(json.dumps(msgspec.to_builtins(answer, str_keys=True)))

    return run


def _shape_of(compute: Callable[..., Any]) -> type[msgspec.Struct]:
    hints = typing.get_type_hints(compute, include_extras=True)
    fields: list[Any] = [
        (name, hints[name]) if parameter.default is inspect.Parameter.empty else (name, hints[name], parameter.default)
        for name, parameter in inspect.signature(compute).parameters.items()
    ]
    return msgspec.defstruct(compute.__name__, fields, kw_only=True)


def _with_text_keys(value: Any) -> Any:
    return {str(key): item for key, item in value.items()} if isinstance(value, dict) else value
