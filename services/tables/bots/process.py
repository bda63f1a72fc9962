"""A process that computes the moves of computer players (pool.py starts it): `python -m services.tables.bots.process`.

Each line of the input is a question (game, thinker, view), each line of the output its answer (the move, or null). The
process has only the games, the view of one seat and what that seat has seen of the hand; it knows no table and no
hidden cards of others.
"""

import os
import random
import sys
from typing import Any

import msgspec

from games.api import AnyGame, GameEvent
from games.registry import game
from services.kernel.strength import STRONG, Strength

NICENESS = 10
"""A worker that has people's moves to commit comes first: it gets about nine times as much of a busy processor."""


class Chance:
    """Random numbers for a computer player, always the same for the same decision."""

    def __init__(self, seed: str) -> None:
        """`seed` names the decision."""
        self._random = random.Random(seed)

    def below(self, n: int) -> int:
        """A number 0 … n − 1."""
        return self._random.randrange(n)


class Thinker(msgspec.Struct, frozen=True):
    """A computer player at one decision, besides its view."""

    seed: str
    """Names the decision; the source of its chance."""
    strength: Strength = STRONG
    history: tuple[GameEvent, ...] = ()
    """The events of the running hand as its seat saw them, oldest first."""
    scale: float = 1.0
    """The share of its usual work that it may do (waiting.py)."""

    def move(self, rules: AnyGame, view: Any) -> Any:
        """The move that the game's computer player finds, or None."""
        return rules.bot(view, Chance(self.seed), self.strength, self.history, self.scale)


class Question(msgspec.Struct, frozen=True):
    """A question to the process."""

    game: str
    thinker: Thinker
    view: msgspec.Raw


def answer(line: bytes) -> bytes:
    """The answer to a question, both as JSON."""
    question = msgspec.json.decode(line, type=Question)
    rules = game(question.game)
    view = msgspec.json.decode(question.view, type=rules.view_type)
    move = question.thinker.move(rules, view)
    return msgspec.json.encode(None if move is None else rules.write(move))


def main() -> None:
    """Answer until there are no more questions, with what others leave of the processor."""
    os.nice(NICENESS)
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(answer(line) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
