"""Tic tac toe on 3×3, 4×4 and 5×5 boards; the rules are in RULES.md."""

from services.tables.games.api import AnyGame
from services.tables.games.tictactoe.moves import Place
from services.tables.games.toolkit.engine import Engine

GAMES: tuple[AnyGame, ...] = (Engine(__name__, "tictactoe", Place),)
