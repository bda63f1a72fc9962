"""Computer players as they were before they searched and learned: opponents that never change, to measure against.

`bot_of(game)` is the one that was *strong*; `chosen` plays as `strong`, `medium` or `easy` did, the weaker ones by
random legal moves. Only these modules are frozen: rules, views and moves are the games' own.
"""

from functools import cache
from importlib import import_module
from typing import Any

from bench.computers.frozen.careless import careless_move
from games.api import AnyGame, Rng
from services.kernel.seats import Seat
from services.kernel.strength import STRONG, Strength

MODULES = {
    "buraco": "buraco",
    "dominoes": "dominoes",
    "dynamitis": "koumkan",
    "koumkan": "koumkan",
    "mpirimpa": "mpirimpa",
    "mpirimpa_pro": "mpirimpa",
    "pilotta": "pilotta",
    "tavli": "tavli",
    "thanasis": "koumkan",
    "tichu": "tichu",
    "tictactoe": "tictactoe",
}
"""The module of each game's computer player."""


@cache
def bot_of(game: str) -> Any:
    """The computer player of a game as it was."""
    return import_module(f"{__name__}.{MODULES[game]}").bot


def chosen(rules: AnyGame, state: Any, seat: Seat, chance: Rng, strength: Strength = STRONG) -> Any:
    """The move that the old computer player of this strength makes; any legal one where it has none."""
    move = careless_move(rules, state, seat, strength, chance)
    move = move if move is not None else bot_of(rules.id)(rules.view(state, seat), chance)
    return move if move is not None else next(rules.legal(state, seat))
