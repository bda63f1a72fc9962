"""Options of a moment in plain data: the organizer's and the platform's in one mapping."""

from collections.abc import Mapping
from typing import Any

from services.tables.games.api import AnyGame
from services.tables.table.platform_options import PLATFORM_OPTIONS
from tests.conformance.plain_edge import listed


def both_parts(game: AnyGame, options: Mapping[str, Any]) -> Any:
    """The options of a game, or the refusal `options_invalid`.

    `options` mixes what the organizer chooses with what the platform adds (ratings, the action on a timeout); ratings
    are a list in seat order or a mapping by seat number.
    """
    platform = {name: listed(options[name]) for name in options if name in PLATFORM_OPTIONS}
    return game.options({name: value for name, value in options.items() if name not in platform}, platform)
