"""What matches of tavli are said to have been: services/tables/RULES.md §19, with an evaluator that knows little."""

import random
from functools import partial
from typing import Any

import msgspec
import pytest

from games import api, registry
from games.api import Drawn
from games.tavli import analysis
from games.tavli.moves import Play, Resign, pairs_of
from games.tavli.state import State
from games.tavli.turns import steps_of
from games.tavli.view import view
from services.contracts.tables.analysis import MatchReport
from services.contracts.tables.recordings import Recording
from services.tables.analysis.report import played, report, result_of, skill_of
from services.tables.history.replay import player
from tests.games.tavli.small_evaluator import SmallEvaluator
from tests.tables.analysis.matches import any_move, recorded

TAVLI = registry.game("tavli")
WAY = analysis.ANALYSIS


def quick(rules: api.AnyGame, state: State, seat: int, rng: random.Random) -> Any:
    """A play that brings checkers home, so that matches are short; a game is resigned once in a while."""
    if rng.random() < 0.004:
        return Resign()
    results = list(analysis.turn_of_state(state).results.items())
    _, path = max(results[:40], key=lambda each: (each[0].own & 15, -sum(source for source, _ in each[1])))
    return Play(pairs_of(steps_of(path)))


def quick_match(seed: int, variant: str = "combined", target: int = 3, leave_at: int = -1) -> Recording:
    return recorded("tavli", {"variant": variant, "target": target}, seed, quick, leave_at)


def appraised(recording: Recording, evaluator: SmallEvaluator | None = None) -> Any:
    found = player(recording)
    events = tuple(played(found))  # type: ignore[arg-type]
    return analysis.appraise(events, lambda _part: None, evaluator or SmallEvaluator())


def reported(recording: Recording, evaluator: SmallEvaluator | None = None) -> MatchReport:
    return report(recording, TAVLI, WAY, appraised(recording, evaluator))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("wobble", [0.0, 0.8])
def test_the_result_is_luck_and_skill_whatever_the_evaluator_thinks(seed: int, wobble: float) -> None:
    recording = quick_match(seed)
    found = appraised(recording, SmallEvaluator(wobble))
    luck = sum(each.luck for each in found.chanced)
    total = luck + skill_of(recording, WAY, found) + found.conceded
    assert total == pytest.approx(result_of(recording, WAY), abs=1e-9)
    assert abs(result_of(recording, WAY)) == 0.5


@pytest.mark.parametrize("variant", ["portes", "plakoto", "fevga"])
def test_single_games_of_each_variant_too(variant: str) -> None:
    recording = quick_match(3, variant, 1)
    for side in reported(recording).sides:
        assert side.result == pytest.approx(side.luck + side.skill + side.conceded, abs=1e-4)


@pytest.mark.parametrize("leave_at", [2, 3, 40])
def test_leaving_is_neither_luck_nor_skill(leave_at: int) -> None:
    one, other = reported(quick_match(1, leave_at=leave_at)).sides
    assert one.conceded < 0 < other.conceded
    assert one.result == -0.5 == pytest.approx(one.luck + one.skill + one.conceded, abs=1e-4)


def test_what_one_side_has_the_other_has_not() -> None:
    one, other = reported(quick_match(2)).sides
    assert (one.luck, one.skill, one.result) == (-other.luck, -other.skill, -other.result)
    assert one.without_luck + other.without_luck == pytest.approx(1)


def test_a_report_is_the_same_every_time() -> None:
    recording = quick_match(4)
    assert msgspec.json.encode(reported(recording)) == msgspec.json.encode(reported(recording))


def test_no_play_is_worth_more_than_the_best_and_marks_follow_losses() -> None:
    found = reported(quick_match(5))
    assert found.decisions
    for each in found.decisions:
        assert each.loss >= 0 and each.match_loss >= 0 and len(each.best) <= 3
        bounds = [name for name, bound in found.marks.items() if each.loss >= bound]
        assert each.mark == (bounds[-1] if bounds else "none")
    for who in found.players:
        own = [each for each in found.decisions if each.seat == who.seat]
        assert who.decisions == len(own)
        assert who.lost == pytest.approx(sum(each.loss for each in own), abs=1e-4)


def test_only_the_greatest_losses_are_looked_at_closely() -> None:
    evaluator = SmallEvaluator(0.8)
    found = reported(quick_match(1), evaluator)
    assert evaluator.rolled_out == 2 * analysis.DEEP
    assert sum(each.deep for each in found.decisions) <= analysis.DEEP


def test_the_board_of_a_decision_is_the_academys_at_its_position() -> None:
    recording = quick_match(2, target=1)
    replay = player(recording)
    for each in reported(recording).decisions[:20]:
        state, passed = replay.at(each.hand, each.position)  # type: ignore[union-attr, misc]
        assert passed[-1].seq == each.seq - 1
        assert TAVLI.check(state, each.seat, TAVLI.parse(each.move)) is None


def test_the_curve_ends_with_the_winner() -> None:
    recording = quick_match(6)
    assert reported(recording).curve[-1].chance == (1.0 if 0 in recording.result["winners"] else 0.0)


def test_five_turnings_in_the_order_of_the_match_none_smaller_than_what_is_left_out() -> None:
    found = reported(quick_match(3))
    assert len(found.turnings) == 5 and [each.seq for each in found.turnings] == sorted(e.seq for e in found.turnings)
    chosen = {(each.what, each.seq) for each in found.turnings}
    least = min(abs(each.swing) for each in found.turnings)
    assert all(abs(each.luck[0]) <= least for each in found.luck if ("luck", each.seq) not in chosen)
    marked = (each for each in found.decisions if each.mark != "none" and ("decision", each.seq) not in chosen)
    assert all(each.match_loss <= least for each in marked)


def test_progress_goes_up_to_the_whole() -> None:
    found = player(quick_match(1, target=1))
    notes: list[float] = []
    analysis.appraise(tuple(played(found)), notes.append, SmallEvaluator())  # type: ignore[arg-type]
    assert notes == sorted(notes) and 0.9 < notes[-1] <= 1


# --- reasons -----------------------------------------------------------------------------------------------------


def rolled(options: dict[str, str], dice: tuple[int, int]) -> State:
    state = TAVLI.start(TAVLI.options(options, {}))
    return TAVLI.apply(TAVLI.apply(state, None, Drawn((6, 1))), None, Drawn(dice))


@pytest.mark.parametrize(
    ("dice", "steps", "code", "data"),
    [
        ((3, 1), ((8, 5), (6, 5)), "makes_point", {"points": [5]}),
        ((6, 5), ((24, 18), (18, 13)), "best", {}),
    ],
)
def test_a_reason_says_what_a_play_does(dice: Any, steps: Any, code: str, data: dict[str, Any]) -> None:
    state = rolled({"variant": "portes"}, dice)
    found = analysis.reason(view(state, 0), Play(steps), ())
    assert (found.code, found.data) == (code, data)


def test_there_is_no_reason_for_what_cannot_be_played() -> None:
    state = rolled({"variant": "portes"}, (3, 1))
    assert analysis.reason(view(state, 0), Play(((24, 1),)), ()).code == "best"
    assert analysis.reason(view(state, 0), Resign(), ()).code == "best"


def test_random_players_too() -> None:
    recording = recorded("tavli", {"variant": "fevga", "target": 1}, 9, partial(any_move))
    for side in reported(recording).sides:
        assert side.result == pytest.approx(side.luck + side.skill + side.conceded, abs=1e-4)
