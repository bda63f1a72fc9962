"""Hands, totals and matches (games/dominoes/RULES.md §9, §10)."""

import pytest

from games.api import Over, Result
from games.dominoes import run_out
from games.dominoes.scoring import Score
from games.dominoes.state import SCORING
from tests.games.dominoes.hands import at, game, lay, rows

RUN_OUT = rows("6-4 2-2", "6-6", "5-0", "3-3")
"""Seat 1 runs out with 6-6; left are 14 pips with seat 0, 5 with seat 2, 6 with seat 3."""


@pytest.mark.parametrize(
    ("target", "score"), [(100, Score(1, 19, (1, 19))), (200, Score(1, 25, (1, 25))), ("runout", Score(1, 1, (1, 1)))]
)
def test_the_example_of_a_hand_that_is_run_out(target, score: Score) -> None:
    assert SCORING[target].score("run_out", 1, (19, 6)) == score
    after = lay(at(RUN_OUT, "3-6", 1, target=target), "6-6")
    assert (after.totals, after.entries) == ((0, score.points), (score.entry,))
    (hand,) = after.scored
    assert (hand.number, hand.side, hand.points) == (1, 1, (0, score.points))
    assert hand.data["pips"] == [19, 6] and hand.data["left"] == RUN_OUT | {"1": []}


@pytest.mark.parametrize(
    ("target", "score"), [(100, Score(1, 17, (1, 17))), (200, Score(1, 32, (1, 32))), ("runout", Score(None, 0, "C"))]
)
def test_a_blocked_hand_scores_as_in_the_example(target, score: Score) -> None:
    """Seats 0 to 3 hold 9, 11, 8 and 4."""
    assert SCORING[target].score("block", 2, (17, 15)) == score


@pytest.mark.parametrize("blocker", [0, 1, 2, 3])
@pytest.mark.parametrize("target", [100, 200])
def test_a_tied_block_is_a_nought_under_the_blockers_side(target, blocker: int) -> None:
    """Seats 0 to 3 hold 9, 11, 8 and 6."""
    assert SCORING[target].score("block", blocker, (17, 17)) == Score(None, 0, (blocker % 2, 0))


def test_a_tied_block_in_a_run_out_match_is_marked_like_any_block() -> None:
    assert SCORING["runout"].score("block", 2, (17, 17)) == Score(None, 0, "C")


@pytest.mark.parametrize("target", [100, 200])
def test_a_block_by_the_side_with_more_pips_loses_the_hand(target) -> None:
    assert SCORING[target].score("block", 0, (30, 12)).side == 1
    assert SCORING[target].score("block", 1, (12, 30)).side == 0


def test_running_out_wins_the_hand_even_with_more_pips_and_for_no_points() -> None:
    assert SCORING[100].score("run_out", 2, (30, 4)) == Score(0, 4, (0, 4))
    assert SCORING[100].score("run_out", 3, (0, 30)) == Score(1, 0, (1, 0))


CLOSING = "6-6 6-0 0-1 1-6 6-2 2-3 3-6 6-5 5-4"


def test_a_tied_block_changes_no_sum_and_is_written_down() -> None:
    blocked = lay(at(rows("6-4 2-2", "5-1", "4-0", "2-0"), CLOSING, 0, leader=1, totals=[40, 60]), "6-4 down_right")
    assert blocked.ended == "block" and blocked.scored[-1].data["pips"] == [8, 8]
    assert (blocked.totals, blocked.entries, blocked.scored[-1].side) == ((40, 60), ((0, 0),), None)


def test_the_winners_final_sum_is_the_target_and_the_entry_stays() -> None:
    after = lay(at(RUN_OUT, "3-6", 1, totals=[60, 93]), "6-6")
    assert (after.totals, after.entries) == ((60, 100), ((1, 19),))
    assert after.scored[-1].points == (0, 19)
    assert game.next(after) == Over(Result((2, 1, 2, 1), (60, 100), "won"))


@pytest.mark.parametrize(("target", "before", "points"), [(100, 80, 19), (200, 174, 25)])
def test_a_sum_short_of_the_target_plays_on_and_one_that_meets_it_ends(target, before: int, points: int) -> None:
    assert lay(at(RUN_OUT, "3-6", 1, target=target, totals=[0, before]), "6-6").phase == "hand_over"
    after = lay(at(RUN_OUT, "3-6", 1, target=target, totals=[0, before + 1]), "6-6")
    assert (after.phase, after.totals) == ("match_over", (0, before + 1 + points))


CELLS = [
    ((0, 0), ("0", "0")),
    ((1, 0), ("20", "0")),
    ((2, 1), ("40", "20")),
    ((3, 2), ("60", "40")),
    ((4, 2), ("WIN", "40")),
    ((3, 3), ("60", "60")),
    ((4, 3), ("ADV", "60")),
    ((4, 4), ("60", "60")),
    ((4, 5), ("60", "ADV")),
    ((4, 6), ("60", "WIN")),
]


@pytest.mark.parametrize(("hands", "cells"), CELLS)
def test_the_scoreboard_in_twenties(hands: tuple[int, int], cells: tuple[str, str]) -> None:
    assert run_out.cells(hands) == cells
    assert run_out.cells((hands[1], hands[0])) == (cells[1], cells[0])


@pytest.mark.parametrize(
    ("hands", "winner"),
    [
        ((4, 0), 0),
        ((4, 2), 0),
        ((2, 4), 1),
        ((5, 3), 0),
        ((4, 6), 1),
        ((3, 0), None),
        ((3, 1), None),
        ((4, 3), None),
        ((5, 5), None),
    ],
)
def test_a_run_out_match_needs_four_hands_and_two_more(hands: tuple[int, int], winner: int | None) -> None:
    assert run_out.winner(hands) == winner


@pytest.mark.parametrize(
    ("before", "phase", "cells"), [([3, 3], "hand_over", ("60", "ADV")), ([2, 3], "match_over", ("40", "WIN"))]
)
def test_a_hand_won_ends_the_run_out_match_or_gives_the_advantage(before, phase: str, cells) -> None:
    after = lay(at(RUN_OUT, "3-6", 1, target="runout", hands_won=before), "6-6")
    assert after.phase == phase and game.view(after, "public").cells == cells
