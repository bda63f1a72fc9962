"""Moments of a match in plain data: read into the engine's state and written back, for every game."""

import importlib
from collections.abc import Mapping
from types import ModuleType
from typing import Any

from services.kernel.refusal import Refusal
from services.tables.games.registry import entries, find
from services.tables.games.toolkit.plain import plain
from tests.conformance.toolkit.situation import Situation


def family_part(game_id: str, part: str) -> ModuleType:
    """A conformance module of the game's family: `situations` or `calculations`. KeyError for an unknown game."""
    family = entries()[game_id].family.__name__.rpartition(".")[2]
    return importlib.import_module(f"tests.conformance.games.{family}.{part}")


def situation(game_id: object, options: Mapping[str, Any], data: Mapping[str, Any]) -> Situation | Refusal:
    """A moment of a match from plain data in the state names of the game's rules.

    The platform's options may stand among `options`. Refusals: `game_unknown`, `options_invalid`,
    `situation_invalid` (data that cannot be read or contradict themselves; `detail` names the field).
    """
    found = find(game_id)
    if isinstance(found, Refusal):
        return found
    moment: Situation | Refusal = family_part(found.id, "situations").read(found, options, data)
    return moment


def situation_data(moment: Situation) -> dict[str, Any]:
    """The inverse of `situation`: plain data in the state names of the rules, only what JSON has."""
    data: dict[str, Any] = plain(family_part(moment.game, "situations").write(moment))
    return data
