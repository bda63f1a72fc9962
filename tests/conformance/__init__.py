"""The rules over plain data: every calculation of RULES.md, every moment of a match, and moves played on it.

Acceptance tests use these functions and nothing else of this package. They drive the code that runs in production;
nothing here is imported by it. README.md says what all of them read and return in the same way.
"""

import importlib
from functools import cache

from games.registry import game
from tests.conformance.edge import Calculation, as_calculations
from tests.conformance.endings import ending
from tests.conformance.families import family_part
from tests.conformance.moments import moment_names, situation, situation_data
from tests.conformance.table_play import play

__all__ = ["calculations", "ending", "play", "service_calculations", "situation", "situation_data"]


def calculations(game_id: str) -> dict[str, Calculation]:
    """The pure functions of a game's rules by name: keyword arguments in, plain data out.

    Refusals come as `{"error": code}`; `bad_parameters` where arguments are missing or unreadable. KeyError for an
    unknown game.
    """
    return dict(_calculations(game_id))


def service_calculations(name: str) -> dict[str, Calculation]:
    """The pure functions of a service's rules by name (`wallet`, `lobby`, `tables`, `ranking`, `tournaments`,
    `moderation`), in the same form as `calculations`. ModuleNotFoundError for an unknown service."""
    functions: dict[str, Calculation] = importlib.import_module(f"tests.conformance.services.{name}").CALCULATIONS
    return dict(functions)


@cache
def _calculations(game_id: str) -> dict[str, Calculation]:
    """Put together once: reading the types of all functions takes milliseconds."""
    found = game(game_id)
    functions = family_part(game_id, "calculations").CALCULATIONS
    return as_calculations(functions, moment_names(found), game=found, game_id=game_id)
