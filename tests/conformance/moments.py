"""Moments of a match in plain data: the one reader and the one writer, over the names of a family's `Data`.

A family's `situations.py` declares the names, builds the state from them (`state_of`), and derives seats or terms from
options where they follow from these (`match_of`).
"""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, NamedTuple

import msgspec

from games.api import PLATFORM_OPTIONS, AnyGame
from games.registry import find
from games.toolkit.plain import plain
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from tests.conformance.families import family_part
from tests.conformance.forms import (
    BySeat,
    InvalidDataError,
    Match,
    by_number,
    fields_of,
    in_form,
    must,
    names_of,
    regular,
)
from tests.conformance.toolkit.meld_names import MeldNames
from tests.conformance.toolkit.situation import SeatRecord, Situation


class MomentData(msgspec.Struct, frozen=True):
    """What the moments of all games have; a family adds its own names."""

    ignored: ClassVar[tuple[str, ...]] = ()
    """What calculations return beside the moment; ignored when their result is given as the next moment."""

    only_if_set: ClassVar[tuple[str, ...]] = ("removed",)
    """Names that are written only where their value is neither empty nor the default."""

    timeouts: Annotated[tuple[int, ...], BySeat(int, 0)] = ()
    removed: tuple[Seat, ...] = ()


class Example(NamedTuple):
    """A family's example for the tests of what all families have in common (test_edge.py): a moment, those of its names
    that are by seat or side, a legal move of seat 0, and a function that needs few of the names."""

    options: dict[str, Any]
    data: dict[str, Any]
    by_seat: dict[str, list[Any]]
    move: dict[str, Any]
    function: str
    arguments: dict[str, Any]


def situation(game_id: object, options: Any, data: Any) -> Situation | Refusal:
    """A moment of a match from plain data in the state names of the game's rules.

    The platform's options may stand among `options`. Refusals: `game_unknown`, `options_invalid`,
    `situation_invalid` (data that cannot be read or contradict themselves; `detail` names the field).
    """
    game = find(game_id)
    if isinstance(game, Refusal):
        return game
    chosen = _options(game, options)
    if isinstance(chosen, Refusal):
        return chosen
    try:
        must(isinstance(data, Mapping), "a moment is a record")
        return _read(game, chosen, data)
    except (msgspec.ValidationError, InvalidDataError) as problem:
        return Refusal("situation_invalid", str(problem))


def situation_data(moment: Situation) -> dict[str, Any]:
    """The inverse of `situation`: plain data in the state names of the rules, only what JSON has. What is by seat is
    in the form in which the moment had it, and melds have the ids by which they were given."""
    named: dict[str, Any] = MeldNames(moment.given.get("table")).named(plain(written(moment)))
    return {name: in_form(moment.given.get(name), value) for name, value in named.items()}


def written(moment: Situation) -> dict[str, Any]:
    """A moment in the names of its family: each as the family writes it (`UNSET`: not at all), else in its form as the
    state has it; one that the state has not follows from the rest."""
    family, state = family_part(moment.game, "situations"), moment.state
    found: dict[str, Any] = {
        "timeouts": by_number(record.timeouts for record in moment.seats),
        "removed": [seat for seat, record in enumerate(moment.seats) if record.removed],
    }
    if hasattr(family, "write"):
        found |= family.write(state)
    for name, form in names_of(family.Data).forms.items():
        field = form.field or name if form else name
        if name not in found and hasattr(state, field):
            value = getattr(state, field)
            found[name] = form.write(value) if form else value
    left_out: dict[str, tuple[Any, ...]] = {
        field.name: (field.default, None, (), [], {}) for field in fields_of(family.Data)
    }
    only_if_set = family.Data.only_if_set
    present = {name: each for name, each in found.items() if each is not msgspec.UNSET}
    return {name: each for name, each in present.items() if name not in only_if_set or each not in left_out[name]}


def build_state(state_type: Any, given: MomentData, **derived: Any) -> Any:
    """The state with what follows from the moment, and for the rest as it was given."""
    fields = {*state_type.__struct_fields__} - {*derived}
    same = {(form.field or name if form else name): name for name, form in names_of(type(given)).forms.items()}
    return state_type(**{field: getattr(given, name) for field, name in same.items() if field in fields}, **derived)


def moment_names(game: AnyGame) -> set[str]:
    """All names that a moment of a game may have, its options among them."""
    shape = family_part(game.id, "situations").Data
    return {*shape.__struct_fields__, *shape.ignored, *game.options_type.__struct_fields__, *PLATFORM_OPTIONS, "game"}


def _read(game: AnyGame, options: Any, data: Mapping[str, Any]) -> Situation:
    family = family_part(game.id, "situations")
    match = family.match_of(options) if hasattr(family, "match_of") else Match(family.SEATS, options)
    named = {name: value for name, value in data.items() if name not in family.Data.ignored}
    numbered = MeldNames(data.get("table")).numbered(named)
    given = family.Data(**names_of(family.Data).read(numbered, match, nulls_left_out=True))
    must({*given.removed} <= {*range(match.seats)}, "removed")
    timeouts = given.timeouts or (0,) * match.seats
    must(min(timeouts) >= 0, "timeouts")
    records = tuple(SeatRecord(each, seat in given.removed) for seat, each in enumerate(timeouts))
    return Situation(game.id, family.state_of(given, match), records, data, options)


class _Platform(msgspec.Struct):
    """The platform's options of which the form may differ."""

    ratings: list[Any] | None = None


def _options(game: AnyGame, options: Any) -> Any:
    """The options of a game, or the refusal `options_invalid`.

    `options` mixes what the organizer chooses with what the platform adds (ratings, the action on a timeout, limits of
    bets); ratings are a list in seat order or a mapping by seat number.
    """
    if not isinstance(options, Mapping):
        return Refusal("options_invalid")
    named = regular(options, _Platform)
    platform = {name: named[name] for name in named if name in PLATFORM_OPTIONS}
    return game.options({name: value for name, value in named.items() if name not in platform}, platform)
