"""Looking ahead over whole boards, one by one, comes to the same as over rows, all at once."""

import numpy as np
import pytest

from games.tavli.board import Board
from games.tavli.computer import looking
from games.tavli.computer.choice import rows_of
from games.tavli.computer.generator import ROLLS, turned
from games.tavli.computer.net import chances, nets
from games.tavli.computer.stakes import POINTS, stakes_of
from games.tavli.turns import Turn, dice_to_play
from games.tavli.variant import Variant
from tests.games.tavli.computer.boards import boards
from tests.games.tavli.positions import NAMES


def after(variant: Variant, board: Board, half_moves: int) -> float:
    """Points of the seat that has moved into the board."""
    if ended := variant.outcome(board):
        return ended.points
    seen = variant.turned(board)
    if half_moves == 0:
        win, double, double_loss = chances(variant.name, rows_of(variant, [seen]))[0]
        return -(2 * win - 1 + double - double_loss)
    total = 0.0
    for high, low in ROLLS:
        turn = Turn(variant, seen, dice_to_play((high, low)))
        found = list(turn.results) if turn.most else [seen]
        best = max(found, key=lambda each: round(after(variant, each, 0), looking.DIGITS))
        total += (1 if high == low else 2) * after(variant, best, half_moves - 1)
    return -total / 36


@pytest.mark.parametrize("name", NAMES)
def test_a_half_move_more_is_the_mean_over_the_other_seats_best_plays(name: str) -> None:
    variant, found = boards(name, 2)
    seen = looking.after_looking(name, rows_of(variant, found), POINTS, 1)
    for board, mine in zip(found, POINTS.worth(seen), strict=True):
        assert mine == pytest.approx(after(variant, board, 1), abs=1e-5)


def test_two_half_moves_more_look_on_from_the_other_seats_best_plays() -> None:
    variant, found = boards("fevga", 40)
    near_the_end = [board for board in found if board.own & 15 > 9][:1]
    assert near_the_end
    seen = looking.after_looking("fevga", rows_of(variant, near_the_end), POINTS, 2)
    assert POINTS.worth(seen)[0] == pytest.approx(after(variant, near_the_end[0], 2), abs=1e-5)


@pytest.mark.parametrize("name", NAMES)
def test_a_game_that_has_ended_is_worth_its_points(name: str) -> None:
    variant, found = boards(name, 200, seed=4)
    ends: dict[int, int] = {}
    for board in found:
        for dice in ((1, 1), (6, 5)):
            turn = Turn(variant, board, dice_to_play(dice))
            for result in turn.results if turn.most else ():
                outcome = variant.outcome(result)
                over, points = looking.ended(name, rows_of(variant, [result]))
                assert (outcome.points if outcome else None) == (int(points[0]) if len(over) else None)
                if outcome:
                    ends[outcome.points] = ends.get(outcome.points, 0) + 1
                    assert POINTS.worth(looking.at_once(name, rows_of(variant, [result])))[0] == outcome.points
    assert ends


@pytest.mark.parametrize("name", NAMES)
def test_the_other_seat_sees_the_opposite(name: str) -> None:
    variant, found = boards(name, 40)
    seen = looking.at_once(name, rows_of(variant, found))
    assert POINTS.worth(looking.for_the_other(seen)) == pytest.approx(-POINTS.worth(seen))
    uneven = stakes_of("combined", 5, (4, 3), 2, 1)
    assert uneven.swapped().worth(looking.for_the_other(seen)) == pytest.approx(-uneven.worth(seen))


@pytest.mark.parametrize("name", NAMES)
def test_positions_are_worth_the_same_alone_and_among_others(name: str) -> None:
    """Sums are exact: neither the order of a machine's additions nor the company of a position changes a digit."""
    variant, found = boards(name, 60)
    rows = turned(rows_of(variant, found))
    together, alone = chances(name, rows), np.concatenate([chances(name, row[None]) for row in rows])
    assert (together == alone).all()
    judges = nets(name)
    from games.tavli.computer.inputs import inputs

    given = inputs(name, rows)
    forwards, backwards = given @ judges.contact.first, given[:, ::-1].copy() @ judges.contact.first[::-1].copy()
    assert (forwards == backwards).all()
