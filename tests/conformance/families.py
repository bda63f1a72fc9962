"""Where a family's part of this package is."""

import importlib
from types import ModuleType

from games.registry import entries


def family_part(game_id: str, part: str) -> ModuleType:
    """A module of the game's family: `situations` or `calculations`. KeyError for an unknown game."""
    family = entries()[game_id].family.__name__.rpartition(".")[2]
    return importlib.import_module(f"tests.conformance.games.{family}.{part}")
