"""What matches of tichu are said to have been: services/tables/RULES.md §19 and §20."""

import random
from typing import Any

import pytest

from games import registry
from games.tichu import analysis
from games.tichu.computer import analysis as computer
from games.tichu.computer import thinking
from games.tichu.moves import Move, Pass, Play
from games.tichu.state import State, Tally
from games.tichu.state_from_view import hand_of, top_of
from games.tichu.view import View
from services.kernel.seats import Seat
from tests.games.analysed_deals import Listening, appraise, assert_promises, assert_seats_are_asked_by_what_they_saw
from tests.tables.analysis.matches import recorded

TICHU = registry.game("tichu")


def first_legal(game: Any, state: State, seat: Seat, rng: random.Random) -> Move:
    """A play rather than a pass, of the first few; no calls."""
    found: list[Any] = []
    for move in game.legal(state, seat):
        if isinstance(move, Play | Pass) or state.phase != "play":
            found.append(move)
        if len(found) == 8:
            break
    return rng.choice([move for move in found if isinstance(move, Play)] or found)


class Plays(Listening):
    """What is worth a look."""

    def search(self, view: Any, seen: Any, seed: int) -> list[tuple[Any, float]]:
        self.asked.append((view, tuple(seen)))
        if view.phase != "play" or view.turn != view.seat:
            return []
        hand, top = hand_of(view), top_of(view)
        found = thinking.lead_candidates(view, hand) if top is None else thinking.answer_candidates(view, hand, top)
        return [(computer.move_of(each), float(seed * number % 17)) for number, each in enumerate(found)]

    def may(self, view: View, move: Move) -> bool:
        raise NotImplementedError


@pytest.fixture(scope="module")
def match() -> Any:
    return recorded("tichu", {"target": 250}, 5, first_legal)


def listening() -> Plays:
    return Plays("tichu", analysis.DEALT)


def test_a_report_keeps_what_all_promise(match: Any) -> None:
    assert_promises(match, listening())


def test_seats_are_judged_by_what_they_knew(match: Any) -> None:
    assert_seats_are_asked_by_what_they_saw(match, listening())


def test_a_loss_is_the_same_in_points_of_the_match(match: Any) -> None:
    for each in appraise(match, listening()).judged:
        assert each.match_loss == pytest.approx(each.best[0].value - each.made.value)


def test_every_reason_is_one_of_the_list(match: Any) -> None:
    codes = {each.reason.code for each in appraise(match, listening()).judged}
    listed = {"best", "partner_holds", "keeps_cards", "goes_out", "sheds_cards", "stops_last_card"}
    assert codes <= listed and len(codes) >= 3


def dealt(seed: int) -> list[int]:
    return random.Random(seed).sample(range(56), 56)


def turned(order: list[int]) -> list[int]:
    """The same deal with every hand one seat further: eight cards each, then six each."""
    first, rest = order[:32], order[32:]
    return [*first[24:], *first[:24], *rest[18:], *rest[:18]]


def test_the_luck_of_a_deal_is_the_same_again_and_about_the_others_when_it_is_turned() -> None:
    order = dealt(11)
    found = computer.luck(order, 1, 6)
    assert found == computer.luck(order, 1, 6)
    total = sum(computer.luck(dealt(seed), 1, 2) + computer.luck(turned(dealt(seed)), 1, 2) for seed in range(8))
    assert abs(total / 16) < 120


def test_a_team_at_the_target_has_won() -> None:
    def at(*totals: int) -> float:
        tally = Tally(1, (), (None,) * 4, False, (50, 50), (totals[0], totals[1]), (totals[0], totals[1]), 0, (), ())
        return analysis.chance(State(target=500, totals=(totals[0], totals[1]), tallies=(tally,)))

    assert (at(500, 400), at(480, 510)) == (1.0, 0.0)
    assert at(0, 0) == 0.5 and at(520, 520) == 0.5
    assert 0.5 < at(200, 100) < at(400, 100) < 1
