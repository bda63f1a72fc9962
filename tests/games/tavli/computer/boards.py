"""Boards for tests of the computer's judgement: of random games, and thrown together."""

from itertools import islice

from games.tavli.board import Board
from games.tavli.position import board_of
from games.tavli.variant import Variant
from tests.games.tavli import positions


def boards(name: str, number: int, seed: int = 1) -> tuple[Variant, list[Board]]:
    """Half of random games, every seventh position, half thrown; none on which the game has ended."""
    rules = positions.BY_NAME[name]
    played = islice(positions.of_random_games(name, seed), 0, None, 7)
    found: list[Board] = []
    for source in (played, positions.thrown(name, seed)):
        while len(found) < (number // 2 if source is played else number):
            place, seat, _ = next(source)
            board = board_of(rules, place, seat)
            if board.own & 15 < 15 and rules.outcome(rules.turned(board)) is None:
                found.append(board)
    return rules, found
