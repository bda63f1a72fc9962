"""What plain data has by seat or by side: read as a list or by number, written back as it was given."""

import types
import typing
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypeVar

import msgspec

from services.kernel.refusal import Refusal

T = TypeVar("T")

EMPTY: Any = types.MappingProxyType({})
"""What is by seat where nothing is given."""


class Wrong(ValueError):
    """Plain data of the right types that cannot be, or does not fit the rest; says the name."""


class Refused(Exception):
    """Stops a calculation whose answer is a refusal."""

    def __init__(self, code: str, **beside: Any) -> None:
        super().__init__(code)
        self.answer = {**beside, "error": code}


def granted(found: T | Refusal) -> T:
    """What was found. Raises `Refused` if it is a refusal, which is then what the calculation answers."""
    if isinstance(found, Refusal):
        raise Refused(found.error)
    return found


def known(found: T | None, name: str) -> T:
    """What was found. Raises `Wrong` with the name if that is nothing."""
    if found is None:
        raise Wrong(name)
    return found


def must(fits: bool, name: str) -> None:
    """Raises `Wrong` with the name unless it fits."""
    if not fits:
        raise Wrong(name)


def listed(given: Mapping[int, T], count: int, nothing: T, name: str) -> list[T]:
    """What is given by number, for the numbers 0 to `count` - 1; one that is left out has `nothing`."""
    must(set(given) <= set(range(count)), name)
    return [given.get(number, nothing) for number in range(count)]


def in_form(given: Any, answer: Any) -> Any:
    """An answer by seat or side in the form in which it was given: a list, or by number. Anything else as it is."""
    if isinstance(given, list | tuple) and isinstance(answer, Mapping):
        return _complete(answer)
    if isinstance(given, Mapping) and isinstance(answer, list | tuple):
        return _by_number(answer)
    return answer


def is_by_seat(field: msgspec.structs.FieldInfo) -> bool:
    """Whether a field is by seat or by side: a mapping by number."""
    return any(_is_numbered(each) for each in _choices(field.type))


def regular(data: Mapping[Any, Any], shape: type[msgspec.Struct], nulls_left_out: bool = False) -> dict[str, Any]:
    """Plain data with every field in the one form that `shape` has.

    A field of type `dict[int, …]` is by seat: a list becomes a mapping by number. A field that is a list may be given
    by its numbers; in one of fixed length a number that is left out is 0. Null is left out where the field has a
    default; with `nulls_left_out`, also by seat.
    """
    fields = {field.name: field for field in msgspec.structs.fields(shape)}
    found: dict[str, Any] = {}
    for name, value in data.items():
        field = fields.get(str(name))
        if value is None and (field is None or not field.required):
            if field is None:
                found[str(name)] = value
            continue
        if isinstance(value, Mapping):
            value = {str(key): item for key, item in value.items()}
        found[str(name)] = value if field is None else _regular(value, field.type, nulls_left_out)
    return found


def _regular(value: Any, hint: Any, nulls_left_out: bool) -> Any:
    kinds = [_bare(each) for each in _choices(hint)]
    if any(map(_is_numbered, kinds)):
        found = _by_number(value)
        if nulls_left_out and isinstance(found, Mapping):
            return {number: item for number, item in found.items() if item is not None}
        return found
    lists = [each for each in kinds if typing.get_origin(each) in (list, tuple)]
    if not lists or any(typing.get_origin(each) is dict for each in kinds):
        return value
    items = typing.get_args(lists[0])
    return _complete(value, len(items) if Ellipsis not in items and _bare(items[-1]) is int else 0)


def _is_numbered(hint: Any) -> bool:
    hint = _bare(hint)
    return typing.get_origin(hint) is dict and _bare(typing.get_args(hint)[0]) is int


def _by_number(value: Any) -> Any:
    return {str(number): item for number, item in enumerate(value)} if isinstance(value, list | tuple) else value


def _complete(value: Any, count: int = 0) -> Any:
    """A mapping by the numbers from 0 on as a list; `count` numbers may be left out, and are 0."""
    if not isinstance(value, Mapping):
        return value
    numbers = [str(number) for number in range(max(count, len(value)))]
    if not numbers or not set(value) <= set(numbers):
        return value
    return [value.get(number, 0) for number in numbers]


def _choices(hint: Any) -> Sequence[Any]:
    hint = _bare(hint)
    is_union = typing.get_origin(hint) in (types.UnionType, typing.Union)
    return typing.get_args(hint) if is_union else (hint,)


def _bare(hint: Any) -> Any:
    return hint.__origin__ if typing.get_origin(hint) is Annotated else hint
