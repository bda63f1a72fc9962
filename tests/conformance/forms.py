"""How plain data are read and written: by the types of a moment's names and of a calculation's parameters.

`Annotated[type, Form(…)]` is written otherwise than the engine has it, `Annotated[tuple, BySeat(…)]` is by seat: a
list, or a mapping by number in which numbers may be left out. Every other type stands for itself.
"""

import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, NamedTuple, TypeVar

import msgspec

from services.kernel.refusal import Refusal

T = TypeVar("T")
Field = tuple[str, Any, bool]
"""Name, type, and whether it must be there."""


EMPTY: Any = types.MappingProxyType({})
"""What is by seat where nothing is given."""


class InvalidDataError(ValueError):
    """Plain data of the right types that contradict the rules or the rest of the data; the message is the name."""


class Refused(Exception):
    """Stops a calculation that returns a refusal."""

    def __init__(self, code: str, **beside: Any) -> None:
        super().__init__(code)
        self.answer = {**beside, "error": code}


def unwrap(found: T | Refusal) -> T:
    """What was found. Raises `Refused` if it is a refusal, which the calculation then returns."""
    if isinstance(found, Refusal):
        raise Refused(found.error)
    return found


def present(found: T | None, name: str) -> T:
    """What was found. Raises `InvalidDataError` with the name if that is nothing."""
    if found is None:
        raise InvalidDataError(name)
    return found


def must(fits: bool, name: str) -> None:
    """Raises `InvalidDataError` with the name unless it fits."""
    if not fits:
        raise InvalidDataError(name)


class Match(NamedTuple):
    """What some forms need to know: the seats, by what terms is played, and, where a face has several cards, those
    cards that have not been met so far, and all faces."""

    seats: int = 4
    terms: Any = None
    undealt: Any = None
    faces: frozenset[str] = frozenset()


def same(found: Any) -> Any:
    """A value that is written as the engine has it."""
    return found


class Form:
    """How a value is written. `read` returns None for what cannot be; with `of_match` it is given the match too.
    `field`: the state's field, where that has another name."""

    def __init__(
        self,
        plain: Any,
        read: Callable[..., Any] = same,
        write: Callable[[Any], Any] = same,
        *,
        of_match: bool = False,
        field: str = "",
    ) -> None:
        self.inner = form_of(plain)
        self.plain: Any = self.inner.plain if self.inner else plain
        self.field, self._read, self._write, self._of_match = field, read, write, of_match

    def read(self, name: str, plain: Any, match: Match) -> Any:
        """The engine's value. Raises `InvalidDataError` with the name."""
        found = self.inner.read(name, plain, match) if self.inner else plain
        return present(self._read(found, match) if self._of_match else self._read(found), name)

    def write(self, found: Any) -> Any:
        """The plain value."""
        written = self._write(found)
        return self.inner.write(written) if self.inner else written


class BySeat(Form):
    """All values by seat, or by side where `count` is 2; one that is left out is `nothing`. Written by number, or as a
    list. With `empty` there are none where nothing is given."""

    def __init__(
        self,
        item: Any,
        nothing: Any = None,
        count: int = 0,
        *,
        empty: bool = False,
        as_list: bool = False,
        field: str = "",
    ) -> None:
        each = form_of(item)
        self._each, self._nothing, self._count, self._empty, self._as_list = each, nothing, count, empty, as_list
        plain: Any = types.GenericAlias(dict, (int, each.plain if each else item))
        super().__init__(plain, field=field)

    def read(self, name: str, plain: Any, match: Match) -> Any:
        """The values from number 0 on."""
        if self._empty and not plain:
            return ()
        items = listed(plain, self._count or match.seats, None, name)
        return tuple([self._nothing if each is None else self._item(name, each, match) for each in items])

    def _item(self, name: str, plain: Any, match: Match) -> Any:
        return self._each.read(name, plain, match) if self._each else plain

    def write(self, found: Any) -> Any:
        """A list, or a mapping by number."""
        items = [self._each.write(each) if self._each else each for each in found]
        return items if self._as_list else by_number(items)


class _Optional(Form):
    """A value that has a form, or null."""

    def __init__(self, form: Form) -> None:
        super().__init__(form.plain | None, field=form.field)
        self._form = form

    def read(self, name: str, plain: Any, match: Match) -> Any:
        return None if plain is None else self._form.read(name, plain, match)

    def write(self, found: Any) -> Any:
        return None if found is None else self._form.write(found)


class _Each(Form):
    """A list of values that have a form."""

    def __init__(self, form: Form) -> None:
        plain: Any = types.GenericAlias(tuple, (form.plain, ...))
        super().__init__(plain, field=form.field)
        self._form = form

    def read(self, name: str, plain: Any, match: Match) -> Any:
        return tuple([self._form.read(name, each, match) for each in plain])

    def write(self, found: Any) -> Any:
        return [self._form.write(each) for each in found]


def form_of(hint: Any) -> Form | None:
    """How a type is written; None: as it is."""
    if typing.get_origin(hint) is Annotated:
        forms = [each for each in hint.__metadata__ if isinstance(each, Form)]
        return forms[-1] if forms else form_of(hint.__origin__)
    choices = _choices(hint)
    if type(None) in choices and len(choices) == 2:
        found = form_of(next(each for each in choices if each is not type(None)))
        return _Optional(found) if found else None
    if typing.get_origin(hint) is tuple and Ellipsis in typing.get_args(hint):
        found = form_of(typing.get_args(hint)[0])
        return _Each(found) if found else None
    return None


class Record(Form):
    """A record with the fields of a Struct, some of them in another form; `others`: fields of other names are passed
    over."""

    def __init__(self, shape: type[msgspec.Struct], *, others: bool = False, field: str = "", **forms: Any) -> None:
        fields = msgspec.structs.fields(shape)
        typed = [(each.name, forms.get(each.name, each.type), each.required) for each in fields]
        self._shape, self._names = shape, Names(shape.__name__, typed, others=others)
        super().__init__(self._names.shape, field=field)

    def read(self, name: str, plain: Any, match: Match) -> Any:
        """The Struct."""
        given = {each: value for each in self._names.forms if (value := getattr(plain, each)) is not None}
        return self._shape(**{each: self._names.one(each, value, match) for each, value in given.items()})

    def write(self, found: Any) -> Any:
        """All fields by name."""
        values = {name: getattr(found, name) for name in self._names.forms}
        return {name: form.write(values[name]) if form else values[name] for name, form in self._names.forms.items()}


class Names:
    """The names of plain data, each with its type and whether it may be left out."""

    def __init__(self, title: str, fields: Iterable[Field], *, others: bool = False) -> None:
        typed = {name: (hint, () if required else (None,)) for name, hint, required in fields}
        self.forms = {name: form_of(hint) for name, (hint, _) in typed.items()}
        plain = [
            (name, form.plain if (form := self.forms[name]) else hint, *rest) for name, (hint, rest) in typed.items()
        ]
        self.shape = msgspec.defstruct(title, plain, kw_only=True, forbid_unknown_fields=not others)
        self.by_seat = {field.name for field in msgspec.structs.fields(self.shape) if is_by_seat(field)}

    def read(self, data: Mapping[Any, Any], match: Match, nulls_left_out: bool = False) -> dict[str, Any]:
        """The engine's values of the names that are given."""
        given = regular(data, self.shape, nulls_left_out)
        plain = msgspec.convert(given, self.shape, str_keys=True)
        found = {name: getattr(plain, name) for name in self.forms if name in given}
        return {name: self.one(name, each, match) for name, each in found.items()}

    def one(self, name: str, plain: Any, match: Match) -> Any:
        """The engine's value of one name. Raises `InvalidDataError` with the name."""
        form = self.forms[name]
        try:
            return form.read(name, plain, match) if form else plain
        except InvalidDataError:
            raise InvalidDataError(name) from None


@cache
def names_of(shape: type[msgspec.Struct]) -> Names:
    """The names of a record; those with a default may be left out."""
    return Names(shape.__name__, [(field.name, field.type, field.required) for field in msgspec.structs.fields(shape)])


# --- what is by seat ---


def listed(given: Mapping[int, T], count: int, nothing: T, name: str) -> list[T]:
    """What is given by number, for the numbers 0 to `count` - 1; one that is left out has `nothing`."""
    must(set(given) <= set(range(count)), name)
    return [given.get(number, nothing) for number in range(count)]


def by_number(items: Iterable[Any]) -> dict[str, Any]:
    """Items with their numbers as keys."""
    return {str(number): each for number, each in enumerate(items)}


def in_form(given: Any, answer: Any) -> Any:
    """An answer by seat or side in the form in which it was given: a list, or by number. Anything else as it is."""
    if isinstance(given, list | tuple) and isinstance(answer, Mapping):
        return _complete(answer)
    if isinstance(given, Mapping) and isinstance(answer, list | tuple):
        return by_number(answer)
    return answer


@cache
def fields_of(shape: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The fields of a shape; msgspec evaluates all its annotations again at every call."""
    return msgspec.structs.fields(shape)


def is_by_seat(field: msgspec.structs.FieldInfo) -> bool:
    """Whether a field is by seat or by side: a mapping by number."""
    return any(map(_is_numbered, _choices(field.type)))


def regular(data: Mapping[Any, Any], shape: type[msgspec.Struct], nulls_left_out: bool = False) -> dict[str, Any]:
    """Plain data with every field in the one form that `shape` has.

    A field of type `dict[int, …]` is by seat: a list becomes a mapping by number. A field that is a list may be given
    by its numbers; in one of fixed length a number that is left out is 0. Null is left out where the field has a
    default; with `nulls_left_out`, also by seat.
    """
    fields = {field.name: field for field in fields_of(shape)}
    found: dict[str, Any] = {}
    for name, value in ((str(name), value) for name, value in data.items()):
        field = fields.get(name)
        if value is None and field is not None and not field.required:
            continue
        if isinstance(value, Mapping):
            value = {str(key): item for key, item in value.items()}
        found[name] = value if field is None else _regular(value, field.type, nulls_left_out)
    return found


def _regular(value: Any, hint: Any, nulls_left_out: bool) -> Any:
    kinds = [_bare(each) for each in _choices(hint)]
    if any(map(_is_numbered, kinds)):
        found = by_number(value) if isinstance(value, list | tuple) else value
        if nulls_left_out and isinstance(found, Mapping):
            return {number: item for number, item in found.items() if item is not None}
        return found
    lists = [each for each in kinds if typing.get_origin(each) in (list, tuple)]
    if not lists or any(typing.get_origin(each) is dict for each in kinds):
        return value
    items = typing.get_args(lists[0])
    return _complete(value, len(items) if Ellipsis not in items and _bare(items[-1]) is int else 0)


def _complete(value: Any, count: int = 0) -> Any:
    """A mapping by the numbers from 0 on as a list; `count` numbers may be left out, and are 0."""
    if not isinstance(value, Mapping):
        return value
    numbers = [str(number) for number in range(max(count, len(value)))]
    if not numbers or not set(value) <= set(numbers):
        return value
    return [value.get(number, 0) for number in numbers]


def _is_numbered(hint: Any) -> bool:
    hint = _bare(hint)
    return typing.get_origin(hint) is dict and _bare(typing.get_args(hint)[0]) is int


def _choices(hint: Any) -> Sequence[Any]:
    hint = _bare(hint)
    is_union = typing.get_origin(hint) in (types.UnionType, typing.Union)
    return typing.get_args(hint) if is_union else (hint,)


def _bare(hint: Any) -> Any:
    return hint.__origin__ if typing.get_origin(hint) is Annotated else hint
