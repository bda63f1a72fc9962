"""An evaluator that is quick and knows little, for laws that hold whatever an evaluator thinks."""

import zlib
from collections.abc import Sequence

from games.api import Rng
from games.tavli import side as sides
from games.tavli.board import Board
from games.tavli.computer.evaluation import Chances, Judgement, Rollout, Worth
from games.tavli.moves import pairs_of
from games.tavli.position import board_of
from games.tavli.rules import turn_of, variant_of
from games.tavli.state import State
from games.tavli.turns import steps_of


class SmallEvaluator:
    """Sees a board as `pips` and `wobble` make it; a closer look sees another wobble."""

    def __init__(self, wobble: float = 0.1) -> None:
        self._wobble = wobble
        self.rolled_out = 0

    def of_state(self, state: State) -> State:
        """A situation is a state here."""
        return state

    def before_roll(self, state: State) -> Worth:
        """Of the seat in turn."""
        assert state.turn is not None
        return self._worth(state, board_of(variant_of(state), state.position, state.turn), "before")

    def plays(self, state: State) -> Sequence[Judgement]:
        """Every fourth one is looked at less far."""
        found = turn_of(state).results
        judged = [
            Judgement(pairs_of(steps_of(path)), board, self._worth(state, board, "after"), number % 4 > 0)
            for number, (board, path) in enumerate(found.items())
        ]
        return sorted(judged, key=lambda each: -each.worth.match)

    def judge(self, state: State, board: Board, half_moves: int = 1) -> Worth:
        """The same for one board."""
        return self._worth(state, board, f"after{half_moves}")

    def rollout(self, state: State, board: Board, rng: Rng, *, trials: int, half_moves: int) -> Rollout:
        """Another opinion."""
        self.rolled_out += 1
        return Rollout(self._worth(state, board, f"rollout{trials}{half_moves}{rng.below(9)}"), 0.0, trials)

    def _worth(self, state: State, board: Board, look: str) -> Worth:
        assert state.turn is not None
        enemy = variant_of(state).turned(board).own
        ahead = (sides.pips(enemy) - sides.pips(board.own)) / 200
        wobble = (zlib.crc32(repr((look, board)).encode()) % 1000 / 1000 - 0.5) * self._wobble
        equity = max(-1.0, min(1.0, ahead + wobble))
        lead = (state.score[state.turn] - state.score[1 - state.turn]) / (3 * state.target)
        match = max(0.0, min(1.0, 0.5 + 0.3 * equity + lead))
        return Worth(Chances((equity + 1) / 2, 0.1, 0.1), equity, match)
