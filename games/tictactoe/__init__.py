"""Tic tac toe on 3×3, 4×4 and 5×5 boards; the rules are in RULES.md."""

from games.api import AnyGame
from games.tictactoe.moves import Place
from games.toolkit.engine import Engine

GAMES: tuple[AnyGame, ...] = (Engine(__name__, "tictactoe", Place),)
