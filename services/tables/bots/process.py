"""A process that computes the moves of computer players (pool.py starts it): `python -m services.tables.bots.process`.

Each line of the input is a question (game, view, seed), each line of the output its answer (the move, or null). The
process has only the games and the view of one seat, and knows no table and no hidden cards of others.
"""

import random
import sys

import msgspec

from games.registry import game


class Question(msgspec.Struct, frozen=True):
    """A question to the process."""

    game: str
    seed: str
    view: msgspec.Raw


class Chance:
    """Random numbers for a computer player, always the same for the same decision."""

    def __init__(self, seed: str) -> None:
        """`seed` names the decision."""
        self._random = random.Random(seed)

    def below(self, n: int) -> int:
        """A number 0 … n − 1."""
        return self._random.randrange(n)


def answer(line: bytes) -> bytes:
    """The answer to a question, both as JSON."""
    question = msgspec.json.decode(line, type=Question)
    rules = game(question.game)
    view = msgspec.json.decode(question.view, type=rules.view_type)
    move = rules.bot(view, Chance(question.seed))
    return msgspec.json.encode(None if move is None else rules.write(move))


def main() -> None:
    """Answer until there are no more questions."""
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(answer(line) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
