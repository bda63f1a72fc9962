"""What the end of a game is worth in a match."""

import pytest

from games.tavli.computer import stakes
from games.tavli.computer.stakes import POINTS, Score, game_stakes, match_chance, stakes_of

NEAR = 1e-9


@pytest.mark.parametrize("choice", ["combined", "portes", "plakoto", "fevga"])
def test_both_seats_chances_make_one(choice: str) -> None:
    for number in (1, 2, 3):
        for own in range(1, 8):
            for theirs in range(1, 8):
                mine = match_chance(Score(choice, own, theirs, number), True)
                other = match_chance(Score(choice, theirs, own, number), False)
                assert mine + other == pytest.approx(1, abs=NEAR)
                assert 0 < mine < 1


@pytest.mark.parametrize("choice", ["combined", "portes", "plakoto", "fevga"])
def test_fewer_points_needed_are_never_worse(choice: str) -> None:
    for own in range(1, 8):
        for theirs in range(1, 8):
            here = match_chance(Score(choice, own, theirs, 1), None)
            assert match_chance(Score(choice, own + 1, theirs, 1), None) < here
            assert match_chance(Score(choice, own, theirs + 1, 1), None) > here


def test_with_one_point_to_go_a_double_is_worth_nothing_more() -> None:
    found = stakes_of("portes", 5, (4, 3), 8, 0)
    assert found.win == found.double == 1 and found.loss > found.double_loss == 0
    assert found.in_points().double == pytest.approx(1) and found.in_points().loss == pytest.approx(-1)


def test_a_match_to_one_is_won_by_the_game() -> None:
    found = game_stakes(Score("fevga", 1, 1, 1))
    assert tuple(found) == (1, 1, 0, 0, pytest.approx(0.5))


def test_what_comes_next_counts_and_so_does_the_start() -> None:
    portes = match_chance(Score("portes", 1, 1, 1), True)
    assert portes == pytest.approx(stakes.ENDS["portes"].win + stakes.ENDS["portes"].double)
    after_portes = game_stakes(Score("combined", 3, 3, 1))  # plakoto follows, then fevga
    after_plakoto = game_stakes(Score("combined", 3, 3, 2))
    assert after_portes.win != after_plakoto.win


def test_a_tie_in_a_match_of_plakoto_alone_is_played_again() -> None:
    ends = stakes.ENDS["plakoto"]
    again = match_chance(Score("plakoto", 1, 1, 1), None)
    assert again == pytest.approx(0.5)
    starts = match_chance(Score("plakoto", 1, 1, 1), True)
    assert starts == pytest.approx(ends.win + ends.double + ends.tie * again)


def test_worth_is_the_sum_over_the_ends() -> None:
    import numpy as np

    chances = np.array([[0.6, 0.2, 0.1, 0.0], [0.5, 0, 0, 1]])  # the second is a tie reached
    assert POINTS.worth(chances).tolist() == pytest.approx([0.4 + 0.4 - 0.3 - 0.2, 0])
    uneven = stakes_of("combined", 5, (4, 3), 2, 0)
    assert float(uneven.worth(chances[1])) == pytest.approx(uneven.tie)
    assert uneven.worth(chances[0]) == pytest.approx(-uneven.swapped().worth(np.array([0.4, 0.1, 0.2, 0])))
