"""The rules over plain data: every calculation of the rule texts, every moment of a match, and moves played on it.

Acceptance tests use these functions and nothing else of this package. They drive the code that runs in production;
nothing here is imported by it.
"""

import importlib
from typing import Any

from tests.conformance.moments import family_part, situation, situation_data
from tests.conformance.table_play import play
from tests.conformance.toolkit.calculation import Calculation, calculation

__all__ = ["calculations", "play", "service_calculations", "situation", "situation_data"]


def calculations(game_id: str) -> dict[str, Calculation]:
    """The pure functions of a game's rules by name: keyword arguments in, plain data out.

    Refusals come as `{"error": code}`; `bad_parameters` where arguments are missing or unreadable. KeyError for an
    unknown game.
    """
    listed = family_part(game_id, "calculations").calculations(game_id)
    return {name: calculation(function) for name, function in listed.items()}


def service_calculations(name: str) -> dict[str, Any]:
    """The pure functions of a service's rules by name (`wallet`, `lobby`, `tables`, `ranking`, `tournaments`,
    `moderation`), in the same form as `calculations`. ModuleNotFoundError for an unknown service."""
    functions: dict[str, Any] = importlib.import_module(f"tests.conformance.services.{name}").CALCULATIONS
    return functions
