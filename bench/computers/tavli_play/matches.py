"""Mirrored games with luck taken out: each stream of dice is played twice, each player starting once.

The luck of a roll is its best play against the mean over all rolls, by the nets and one look; on average it is 0
whatever is played, so that taking it out changes no mean, only the spread.
"""

import random
import statistics
from typing import Any, NamedTuple

from bench.computers.tavli_play.players import Player
from games.tavli.board import Board
from games.tavli.computer import looking
from games.tavli.computer.choice import rows_of
from games.tavli.computer.generator import ROLLS, WEIGHTS
from games.tavli.computer.stakes import POINTS
from games.tavli.turns import Turn, dice_to_play
from games.tavli.variants import VARIANTS


class Points(NamedTuple):
    """Points a game of the first player, luck taken out, with the standard error; and as they were."""

    mean: float
    error: float
    plain: float
    plain_error: float
    games: int


def mirrored(name: str, players: tuple[Player, Player], pairs: int, seed: int) -> Points:
    """So many pairs of games."""
    found = [
        [game(name, players, first, random.Random(f"{name} {seed} {pair}")) for first in (0, 1)]
        for pair in range(pairs)
    ]
    plain = [(one[0] + two[0]) / 2 for one, two in found]
    fair = [(one[0] - one[1] + two[0] - two[1]) / 2 for one, two in found]
    return Points(statistics.mean(fair), _error(fair), statistics.mean(plain), _error(plain), 2 * pairs)


def _error(found: list[float]) -> float:
    return statistics.stdev(found) / len(found) ** 0.5 if len(found) > 1 else float("nan")


def game(name: Any, players: tuple[Player, Player], first: int, dice: random.Random) -> tuple[float, float]:
    """Points of player 0 in one game, and its luck less that of player 1."""
    variant, seat, lucky = VARIANTS[name], first, 0.0
    board = Board(variant.start, variant.facing(variant.start))
    while True:
        roll = dice.randint(1, 6), dice.randint(1, 6)
        sign = 1 if seat == 0 else -1
        worth = POINTS.worth(looking.rolled(name, rows_of(variant, [board]), POINTS).chances[0])
        lucky += sign * float(worth[ROLLS.index((max(roll), min(roll)))] - (WEIGHTS * worth).sum())
        turn, after = Turn(variant, board, dice_to_play(roll)), board
        if turn.most:
            after = players[seat](turn) if len(turn.results) > 1 else next(iter(turn.results))
            if outcome := variant.outcome(after):
                return sign * outcome.points, lucky
        board, seat = variant.turned(after), 1 - seat
