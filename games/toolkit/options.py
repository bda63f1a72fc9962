"""Options as an organizer chooses them, and as the platform adds to them for games with ratings and automatic turns."""

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

import msgspec

from games.api import PLATFORM_OPTIONS
from services.kernel.refusal import Refusal

ADDED = ("ratings", "on_timeout")
"""What these games use of the options that the platform adds."""
OPTIONS_INVALID = Refusal("options_invalid")


class _Options(Protocol):
    @property
    def seats(self) -> int: ...
    @property
    def ratings(self) -> tuple[int, ...]: ...


AnyOptions = TypeVar("AnyOptions", bound=_Options)
AnyStruct = TypeVar("AnyStruct", bound=msgspec.Struct)


def chosen_options(kind: type[AnyStruct], raw: Mapping[str, Any]) -> AnyStruct | Refusal:
    """Read the organizer's options of a game that uses none of the platform's. Code: `options_invalid`."""
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as problem:
        return Refusal("options_invalid", str(problem))


def options_of(
    kind: type[AnyOptions], raw: Mapping[str, Any], frozen: Mapping[str, Any], game_id: str | None = None
) -> AnyOptions | Refusal:
    """Read the organizer's options, which may name the game by its id, and those options of the platform that the game
    uses. Code: `options_invalid` for anything else."""
    if not isinstance(raw, Mapping) or raw.keys() & PLATFORM_OPTIONS:
        return OPTIONS_INVALID
    if game_id is not None and raw.get("game") == game_id:
        raw = {name: value for name, value in raw.items() if name != "game"}
    added = {name: frozen[name] for name in ADDED if name in frozen}
    try:
        chosen = msgspec.convert({**raw, **added}, kind)
    except msgspec.ValidationError as problem:
        return Refusal("options_invalid", str(problem))
    return chosen if len(chosen.ratings) in (0, chosen.seats) else Refusal("options_invalid", "ratings")
