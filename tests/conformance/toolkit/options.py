"""The options of a game as a calculation."""

from typing import Any

from services.tables.games.api import AnyGame
from tests.conformance.forms import granted


def validate_options(raw_options: Any, game: AnyGame) -> Any:
    """`options` with defaults filled in, or `options_invalid`."""
    return {"options": granted(game.options(raw_options, {}))}
