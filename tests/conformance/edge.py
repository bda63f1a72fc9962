"""The edge of all calculations: JSON data in by keyword, JSON data out, refusals as `{"error": code}` (README.md)."""

import functools
import inspect
import typing
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from services.kernel.refusal import Refusal
from services.tables.games.toolkit.plain import plain
from tests.conformance.by_seat import Refused, Wrong, in_form, is_by_seat, must, regular

BAD_PARAMETERS = "bad_parameters"

Calculation = Callable[..., Any]
"""Keyword arguments in, plain data out; a refusal comes out as `{"error": code}`. Nothing is ever raised."""


def edged(functions: Iterable[Callable[..., Any]], moment: Iterable[str] = ()) -> dict[str, Calculation]:
    """Typed functions by their names, each behind the edge.

    `moment`: the names of a whole moment of the family. A function ignores those, and the parameters of the others,
    where it does not need them; any other name is `bad_parameters`.
    """
    found = [(each, _shape_of(each)) for each in functions]
    known = frozenset({*moment, *(name for _, shape in found for name in shape.__struct_fields__)})
    return {_target(each).__name__: _edge(each, shape, known) for each, shape in found}


def part(data: Any, shape: type[msgspec.Struct], known: Iterable[str]) -> Any:
    """A record within an argument, read as arguments are: what `known` has and `shape` has not is ignored."""
    must(isinstance(data, Mapping), "a record")
    return _read(data, shape, frozenset(known))


def _edge(compute: Callable[..., Any], shape: type[msgspec.Struct], known: frozenset[str]) -> Calculation:
    @functools.wraps(_target(compute))
    def run(**data: Any) -> Any:
        try:
            answer = compute(**msgspec.structs.asdict(_read(data, shape, known)))
        except Refused as stopped:
            answer = stopped.answer
        except ValueError:  # msgspec's, Wrong, and instants that cannot be read
            return {"error": BAD_PARAMETERS}
        return _as_given(data, shape, plain(_written(answer)))

    return run


def _read(data: Mapping[str, Any], shape: type[msgspec.Struct], known: frozenset[str]) -> Any:
    names = set(shape.__struct_fields__)
    if unknown := set(data) - names - known:
        raise Wrong(f"unknown: {', '.join(map(str, sorted(unknown, key=str)))}")
    needed = {name: value for name, value in data.items() if name in names}
    return msgspec.convert(regular(needed, shape), shape, str_keys=True)


def _written(answer: Any) -> Any:
    if isinstance(answer, Refusal):
        return {"error": answer.error}
    return msgspec.to_builtins(answer, str_keys=True)


def _as_given(data: Mapping[str, Any], shape: type[msgspec.Struct], answer: Any) -> Any:
    """What is by seat in the form of the argument with the same name; without one, in that of all by seat."""
    if not isinstance(answer, dict):
        return answer
    by_seat = [data[field.name] for field in msgspec.structs.fields(shape) if field.name in data and is_by_seat(field)]
    others: Any = [] if by_seat and all(isinstance(each, list | tuple) for each in by_seat) else None
    return {name: in_form(data.get(name, others), value) for name, value in answer.items()}


def _target(compute: Callable[..., Any]) -> Callable[..., Any]:
    return compute.func if isinstance(compute, functools.partial) else compute


def _shape_of(compute: Callable[..., Any]) -> type[msgspec.Struct]:
    """The arguments as a Struct; those that a partial has bound already are none."""
    bound = compute.keywords if isinstance(compute, functools.partial) else {}
    target = _target(compute)
    hints = typing.get_type_hints(target, include_extras=True)
    parameters = {name: each for name, each in inspect.signature(target).parameters.items() if name not in bound}
    fields: list[Any] = [
        (name, hints[name]) if each.default is inspect.Parameter.empty else (name, hints[name], each.default)
        for name, each in parameters.items()
    ]
    return msgspec.defstruct(target.__name__, fields, kw_only=True)
