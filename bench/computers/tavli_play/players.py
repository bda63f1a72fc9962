"""Players for the bench: each chooses one of the results of a roll."""

from collections.abc import Callable

import numpy as np

from bench.computers.frozen import tavli as frozen
from bench.computers.tavli_play.gnubg import Gnubg
from games.api import Rng
from games.tavli.board import Board
from games.tavli.computer.choice import chosen, rows_of, tie_break
from games.tavli.computer.net import Nets
from games.tavli.computer.stakes import POINTS
from games.tavli.turns import Turn
from services.kernel.strength import Strength

Player = Callable[[Turn], Board]


def computer(strength: Strength, rng: Rng, judges: Nets | None = None) -> Player:
    """The computer player in a game for points."""

    def plays(turn: Turn) -> Board:
        path = chosen(turn, POINTS, rng, strength, judges)
        return next(board for board, known in turn.results.items() if known == path)

    return plays


def as_before(turn: Turn) -> Board:
    """What was the strong computer player before it learned."""
    return max(turn.results, key=lambda board: (frozen.score(turn.variant, board), tie_break(turn.results[board])))


def gnubg(link: Gnubg, plies: int = 0) -> Player:
    """GNU Backgammon, by equity without a cube."""

    def plays(turn: Turn) -> Board:
        boards = list(turn.results)
        return boards[int(np.argmax(link.equities(rows_of(turn.variant, boards), plies)))]

    return plays
