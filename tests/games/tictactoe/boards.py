"""Positions of tic tac toe for tests."""

from collections.abc import Sequence

from games.api import Drawn
from games.tictactoe import GAMES
from games.tictactoe.moves import Place
from games.tictactoe.state import Options, State

(game,) = GAMES


def led_by(leader: int, size: int = 3) -> State:
    """An empty board with its leader drawn."""
    return game.apply(game.start(Options(size)), None, Drawn((leader,)))


def played(cells: Sequence[str], size: int = 3, leader: int = 0) -> State:
    """The state after marks on cells like `2,3`, each of which must be allowed."""
    state = led_by(leader, size)
    for text in cells:
        row, col = map(int, text.split(","))
        move = Place(row, col)
        assert state.turn is not None and game.check(state, state.turn, move) is None, text
        state = game.apply(state, state.turn, move)
    return state
