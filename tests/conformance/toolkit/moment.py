"""The one reader of moments in plain data: options, nulls, what is by seat, the record of seats, and one refusal; and
their one writer, over the names of the moment and the fields of the state."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeVar

import msgspec

from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from services.tables.games.api import PLATFORM_OPTIONS, AnyGame
from tests.conformance.by_seat import Wrong, must, regular
from tests.conformance.toolkit.meld_names import MeldNames
from tests.conformance.toolkit.situation import Situation, removed_seats, seat_records, timeouts_data


class Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the moments of all games have; a family adds its own names. A field `dict[int, …]` is by seat or side."""

    beside: ClassVar[tuple[str, ...]] = ()
    """What the answers of calculations tell beside the moment; passed over when they are given as the next one."""

    seldom: ClassVar[tuple[str, ...]] = ("removed",)
    """What is written only where there is something to tell: neither nothing, nor what being left out means."""

    timeouts: dict[Seat, int] = {}
    removed: tuple[Seat, ...] = ()


AnyGiven = TypeVar("AnyGiven", bound=Given)


Read = Callable[[AnyGame, Any, Any], Situation | Refusal]
"""From a game, its options and plain data: state and seats; `options_invalid`, or `situation_invalid` with what is
wrong."""


def reader(
    shape: type[AnyGiven], state_of: Callable[[Any, AnyGiven], Any], seats_of: Callable[[Any], int] | int
) -> Read:
    """The reader of a family's moments.

    `state_of` makes the state from the game's options and the names given, and raises `Wrong` with a name;
    `seats_of` says how many seats the match has.
    """
    counted = (lambda _options: seats_of) if isinstance(seats_of, int) else seats_of
    return lambda game, options, data: _read(game, options, data, shape, state_of, counted)


def same(given: Given, *names: str) -> dict[str, Any]:
    """The fields of the state that are as they were given."""
    return {name: getattr(given, name) for name in names}


def written(moment: Situation, shape: type[Given], **own: Any) -> dict[str, Any]:
    """A moment in the names of `shape`: each as in `own`, else as the state has it; one that neither has follows from
    the rest."""
    found = {"timeouts": timeouts_data(moment.seats), "removed": removed_seats(moment.seats)} | own
    data: dict[str, Any] = {}
    for field in msgspec.structs.fields(shape):
        if field.name in found or hasattr(moment.state, field.name):
            value = found[field.name] if field.name in found else getattr(moment.state, field.name)
            if field.name not in shape.seldom or value not in (field.default, None, (), [], {}):
                data[field.name] = value
    return data


def _read(
    game: AnyGame,
    options: Any,
    data: Any,
    shape: type[AnyGiven],
    state_of: Callable[[Any, AnyGiven], Any],
    seats_of: Callable[[Any], int],
) -> Situation | Refusal:
    chosen = both_parts(game, options)
    if isinstance(chosen, Refusal):
        return chosen
    try:
        must(isinstance(data, Mapping), "a moment is a record")
        named = {name: value for name, value in data.items() if name not in shape.beside}
        numbered = MeldNames(data.get("table")).numbered(named)
        given = msgspec.convert(regular(numbered, shape, nulls_left_out=True), shape, str_keys=True)
        records = seat_records(seats_of(chosen), given.timeouts, given.removed)
        must(records is not None, "timeouts, removed")
        state = state_of(chosen, given)
    except (msgspec.ValidationError, Wrong) as problem:
        return Refusal("situation_invalid", str(problem))
    return Situation(game.id, state, records or (), data, chosen)


def names(game: AnyGame, shape: type[Given]) -> set[str]:
    """All names that a moment of a game may have, its options among them."""
    return {*shape.__struct_fields__, *shape.beside, *game.options_type.__struct_fields__, *PLATFORM_OPTIONS, "game"}


def both_parts(game: AnyGame, options: Any) -> Any:
    """The options of a game, or the refusal `options_invalid`.

    `options` mixes what the organizer chooses with what the platform adds (ratings, the action on a timeout, limits of
    bets); ratings are a list in seat order or a mapping by seat number.
    """
    if not isinstance(options, Mapping):
        return Refusal("options_invalid")
    named = regular(options, _Platform)
    platform = {name: named[name] for name in named if name in PLATFORM_OPTIONS}
    return game.options({name: value for name, value in named.items() if name not in platform}, platform)


class _Platform(msgspec.Struct):
    """The platform's options of which the form may differ."""

    ratings: list[Any] | None = None
