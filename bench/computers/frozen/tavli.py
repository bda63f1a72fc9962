"""The computer player: the legal result with the highest score."""

from collections.abc import Sequence

from games.api import GameEvent, Rng
from games.tavli import side as sides
from games.tavli.board import Board
from games.tavli.moves import Play, pairs_of
from games.tavli.side import BOARD, count, occupied, single, stacked
from games.tavli.turns import steps_of
from games.tavli.variant import Variant
from games.tavli.view import View, turn_of
from services.kernel.strength import STRONG, Strength

DICE = range(1, 7)

# Weights in halves, so that scores are integers.
OFF = 24
PORTES_ON_BAR = 16
PORTES_POINT = 8
PORTES_EXPOSED = -10
PORTES_POINTS = sum(sides.bit_of(point) for point in range(1, 9))
PLAKOTO_EXPOSED = -12
PLAKOTO_MOTHER_EXPOSED = -60
PLAKOTO_MOTHER_PINNED = 120
FEVGA_POINT = 6


def bot(view: View, rng: Rng, strength: Strength = STRONG, history: Sequence[GameEvent] = ()) -> Play | None:
    """The turn of the view's seat; None when it has none to play. Chance plays no part.

    Of equal results, the play whose steps come first in descending order of `from`, the bar being the highest.
    """
    turn = turn_of(view)
    if turn is None or view.seat != view.turn or not turn.most:
        return None
    scored = [(score(turn.variant, board), path) for board, path in turn.results.items()]
    best = max(value for value, _ in scored)
    paths = [path for value, path in scored if value == best]
    return Play(pairs_of(steps_of(max(paths, key=lambda path: ([source for source, _ in path], path)))))


def score(variant: Variant, board: Board) -> int:
    """Twice the score of a board for the seat that has just moved."""
    turned = variant.turned(board)
    race = 2 * (sides.pips(turned.own) - sides.pips(board.own)) + OFF * count(board.own, sides.OFF)
    return race + _SCORES[variant.name](variant, board, turned)


def exposed(variant: Variant, board: Board, turned: Board) -> int:
    """The points on which a single checker of the seat could be landed on with one die; `turned`: as the enemy sees."""
    singles = single(board.own) & BOARD & ~board.held
    landing = 0
    for die in DICE:
        landing |= variant.sources(turned, die) >> 4 * die
    return singles & variant.facing(landing & BOARD)


def _portes(variant: Variant, board: Board, turned: Board) -> int:
    return (
        PORTES_ON_BAR * count(turned.own, sides.BAR)
        + PORTES_POINT * (stacked(board.own) & PORTES_POINTS).bit_count()
        + PORTES_EXPOSED * exposed(variant, board, turned).bit_count()
    )


def _plakoto(variant: Variant, board: Board, turned: Board) -> int:
    at_risk = exposed(variant, board, turned)
    return (
        sum(sides.points(turned.held))
        - sum(sides.points(board.held))
        + PLAKOTO_EXPOSED * at_risk.bit_count()
        + (PLAKOTO_MOTHER_EXPOSED if at_risk & sides.MOTHER else 0)
        + (PLAKOTO_MOTHER_PINNED if turned.held & sides.MOTHER else 0)
    )


def _fevga(variant: Variant, board: Board, turned: Board) -> int:
    enemies = occupied(turned.own) & BOARD
    in_front = 0
    for distance in DICE:
        in_front |= enemies >> 4 * distance
    return FEVGA_POINT * (occupied(board.own) & variant.facing(in_front & BOARD)).bit_count()


_SCORES = {"portes": _portes, "plakoto": _plakoto, "fevga": _fevga}
