"""The one reader of moments in plain data: options, nulls, what is by seat, the record of seats, and one refusal."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeVar

import msgspec

from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from services.tables.games.api import PLATFORM_OPTIONS, AnyGame
from tests.conformance.by_seat import Wrong, must, regular
from tests.conformance.toolkit.meld_names import MeldNames
from tests.conformance.toolkit.situation import Situation, seat_records


class Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the moments of all games have; a family adds its own names. A field `dict[int, …]` is by seat or side."""

    beside: ClassVar[tuple[str, ...]] = ()
    """What the answers of calculations tell beside the moment; passed over when they are given as the next one."""

    timeouts: dict[Seat, int] = {}
    removed: tuple[Seat, ...] = ()


AnyGiven = TypeVar("AnyGiven", bound=Given)


def read(
    game: AnyGame,
    options: Any,
    data: Any,
    shape: type[AnyGiven],
    state_of: Callable[[Any, AnyGiven], Any],
    seats_of: Callable[[Any], int],
) -> Situation | Refusal:
    """Plain data as state and seats; `options_invalid`, or `situation_invalid` with the name that is wrong.

    `state_of` makes the state from the game's options and the names given, and raises `Wrong` with a name;
    `seats_of` says how many seats the match has.
    """
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
