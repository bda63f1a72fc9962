"""What matches of pilotta are said to have been, with computations that know nothing: services/tables/RULES.md §19 and
§20."""

import pytest

from games import registry
from games.pilotta import analysis
from games.pilotta.moves import BIDS, CHOICES, CONTRA, PASS, PLAYS, RECONTRA, TAKE, Bid, Choose, Move, Play, name_of
from games.pilotta.view import View
from tests.games.analysed_deals import Listening, appraise, assert_promises, assert_seats_are_asked_by_what_they_saw
from tests.tables.analysis.matches import recorded

PILOTTA = registry.game("pilotta")


class Calls(Listening):
    """By the moves of the view."""

    moves = (*PLAYS, *BIDS, *CHOICES, PASS, CONTRA, RECONTRA, TAKE)

    def may(self, view: View, move: Move) -> bool:
        if isinstance(move, Play):
            return move.card in view.legal and view.phase == "tricks"
        if isinstance(move, Bid):
            return move.value in view.bids
        if isinstance(move, Choose):
            return move.suit in view.suits
        return name_of(move) in view.moves


@pytest.mark.parametrize("variant", ["palatisti", "classic", "classic2"])
def test_a_report_keeps_what_all_promise(variant: str) -> None:
    assert_promises(recorded("pilotta", {"variant": variant}, 5), Calls("pilotta", analysis.DEALT))


@pytest.mark.parametrize("variant", ["palatisti", "classic2"])
def test_seats_are_judged_by_what_they_knew(variant: str) -> None:
    assert_seats_are_asked_by_what_they_saw(
        recorded("pilotta", {"variant": variant}, 6), Calls("pilotta", analysis.DEALT)
    )


def test_a_loss_is_a_tenth_of_it_in_points_of_the_match() -> None:
    found = appraise(recorded("pilotta", {}, 7), Calls("pilotta", analysis.DEALT))
    for each in found.judged:
        assert each.match_loss == pytest.approx((each.best[0].value - each.made.value) / 10)


def test_every_reason_is_one_of_the_list() -> None:
    listening = Calls("pilotta", analysis.DEALT)
    found = appraise(recorded("pilotta", {}, 8), listening)
    codes = {each.reason.code for each in found.judged}
    listed = {"best", "weak_hand", "only_card", "draws_trumps", "master", "gives_partner", "takes_trick", "low_card"}
    assert codes <= listed and len(codes) >= 4
