"""Help while a move is being chosen: the one oracle with which the rules' tests and the browser's are compared."""

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

from games.api import AnyGame
from games.registry import entries
from tests.conformance.families import family_part


def preview_of(game: AnyGame, view: Any, draft: Mapping[str, Any]) -> dict[str, Any]:
    """What the rules say of a move being chosen, from the view alone; empty where a family has no `preview`."""
    entry = entries().get(game.id)
    family = "" if entry is None else entry.family.__name__.rpartition(".")[2]
    if not family or find_spec(f"tests.conformance.games.{family}.preview") is None:
        return {}
    found: dict[str, Any] = family_part(game.id, "preview").preview(view, draft)
    return found
