"""The rules over plain data: every calculation of the rule texts, every moment of a match, and moves played on it.

Acceptance tests use these functions and nothing else of this package. They drive the code that runs in production;
nothing here is imported by it. What all of them read and answer alike is in README.md.
"""

import importlib

from services.tables.games.registry import game
from tests.conformance.edge import Calculation, edged
from tests.conformance.families import family_part
from tests.conformance.moments import situation, situation_data
from tests.conformance.table_play import play
from tests.conformance.toolkit.moment import names

__all__ = ["calculations", "play", "service_calculations", "situation", "situation_data"]


def calculations(game_id: str) -> dict[str, Calculation]:
    """The pure functions of a game's rules by name: keyword arguments in, plain data out.

    Refusals come as `{"error": code}`; `bad_parameters` where arguments are missing or unreadable. KeyError for an
    unknown game.
    """
    functions = family_part(game_id, "calculations").calculations(game_id)
    return edged(functions, names(game(game_id), family_part(game_id, "situations").Data))


def service_calculations(name: str) -> dict[str, Calculation]:
    """The pure functions of a service's rules by name (`wallet`, `lobby`, `tables`, `ranking`, `tournaments`,
    `moderation`), in the same form as `calculations`. ModuleNotFoundError for an unknown service."""
    functions: dict[str, Calculation] = importlib.import_module(f"tests.conformance.services.{name}").CALCULATIONS
    return functions
