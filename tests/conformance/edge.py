"""The edge of all calculations: JSON data in by keyword, JSON data out, refusals as `{"error": code}` (README.md)."""

import functools
import inspect
import typing
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from games.toolkit.plain import plain
from services.kernel.refusal import Refusal
from tests.conformance.forms import InvalidDataError, Match, Names, Refused, in_form, must, names_of

Calculation = Callable[..., Any]
"""Keyword arguments in, plain data out; a refusal comes out as `{"error": code}`. Nothing is ever raised."""


def as_calculations(
    functions: Iterable[Callable[..., Any]], moment: Iterable[str] = (), **bound: Any
) -> dict[str, Calculation]:
    """Typed functions by their names, each reading and returning JSON data.

    `moment`: the names of a whole moment of the family. A function ignores those, and the parameters of the others,
    where it does not need them; any other name is `bad_parameters`. `bound`: parameters by name that are no arguments.
    """
    found = [(each, _names_of(each, bound)) for each in functions]
    known = frozenset({*moment, *(name for _, names in found for name in names.forms)})
    return {each.__name__: _edge(each, names, known, bound) for each, names in found}


def part(data: Any, shape: type[msgspec.Struct], known: Iterable[str]) -> Any:
    """A record within an argument, read as arguments are: what `known` has and `shape` has not is ignored."""
    must(isinstance(data, Mapping), "a record")
    return shape(**_read(data, names_of(shape), frozenset(known)))


def _edge(compute: Callable[..., Any], names: Names, known: frozenset[str], bound: Mapping[str, Any]) -> Calculation:
    wanted = {name: each for name, each in bound.items() if name in inspect.signature(compute).parameters}

    @functools.wraps(compute)
    def run(**data: Any) -> Any:
        try:
            answer = compute(**_read(data, names, known), **wanted)
        except Refused as stopped:
            answer = stopped.answer
        except ValueError:  # msgspec's, InvalidDataError, and instants that cannot be read
            return {"error": "bad_parameters"}
        return _as_given(data, names, plain(_written(answer)))

    return run


def _read(data: Mapping[str, Any], names: Names, known: frozenset[str]) -> dict[str, Any]:
    if unknown := {*data} - {*names.forms} - known:
        raise InvalidDataError(f"unknown: {', '.join(map(str, sorted(unknown, key=str)))}")
    return names.read({name: value for name, value in data.items() if name in names.forms}, Match())


def _written(answer: Any) -> Any:
    if isinstance(answer, Refusal):
        return {"error": answer.error}
    return msgspec.to_builtins(answer, str_keys=True)


def _as_given(data: Mapping[str, Any], names: Names, answer: Any) -> Any:
    """What is by seat in the form of the argument with the same name; without one, in that of all by seat."""
    if not isinstance(answer, dict):
        return answer
    by_seat = [data[name] for name in names.by_seat if name in data]
    others: Any = [] if by_seat and all(isinstance(each, list | tuple) for each in by_seat) else None
    return {name: in_form(data.get(name, others), value) for name, value in answer.items()}


def _names_of(compute: Callable[..., Any], bound: Mapping[str, Any]) -> Names:
    hints = typing.get_type_hints(compute, include_extras=True)
    parameters = [each for each in inspect.signature(compute).parameters.values() if each.name not in bound]
    needed = [(each.name, hints[each.name], each.default is inspect.Parameter.empty) for each in parameters]
    return Names(compute.__name__, needed)
