"""The plain edge of calculations: JSON data in by keyword, JSON data out, refusals as `{"error": code}`.

Input of the wrong shape answers `bad_parameters` with what was wrong as `detail`; nothing is ever raised. Where data
is keyed by seat or player, integers and text are both read as the same key; answers have text, as JSON has it. What is
a list by seat or side may be told by their numbers instead.
"""

import functools
import inspect
import json
import types
import typing
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import msgspec

from services.kernel.refusal import Refusal

BAD_PARAMETERS = "bad_parameters"


class Malformed(ValueError):
    """Input that has the right types and still makes no sense; answered as `bad_parameters`."""


def calculation(compute: Callable[..., Any]) -> Callable[..., Any]:
    """Give a typed function its plain edge: arguments are read by its annotations, the answer becomes JSON data."""
    shape = _shape_of(compute)
    lists = {field.name for field in msgspec.structs.fields(shape) if _is_list(field.type)}

    @functools.wraps(compute)
    def run(**data: Any) -> Any:
        plain = {name: _with_text_keys(value) for name, value in data.items()}
        plain |= {name: listed(plain[name]) for name in lists & plain.keys()}
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


def listed(value: Any) -> Any:
    """What is told by the numbers from 0 on, in their order; anything else as it is."""
    numbers = [str(number) for number in range(len(value))] if isinstance(value, dict) and value else None
    return [value[number] for number in numbers] if numbers and value.keys() == set(numbers) else value


def as_told(told: Any, items: Sequence[Any]) -> list[Any] | dict[str, Any]:
    """Items in their order, in the form in which others of their kind were told: by number, or as a list."""
    return {str(number): item for number, item in enumerate(items)} if isinstance(told, dict) else list(items)


def _is_list(hint: Any) -> bool:
    """Whether a list is meant, and a mapping is not."""
    hint = _bare(hint)
    if typing.get_origin(hint) in (types.UnionType, typing.Union):
        kinds = [typing.get_origin(_bare(each)) for each in typing.get_args(hint)]
        return dict not in kinds and (list in kinds or tuple in kinds)
    return typing.get_origin(hint) in (list, tuple)


def _bare(hint: Any) -> Any:
    return hint.__origin__ if typing.get_origin(hint) is Annotated else hint


def _with_text_keys(value: Any) -> Any:
    return {str(key): item for key, item in value.items()} if isinstance(value, dict) else value
