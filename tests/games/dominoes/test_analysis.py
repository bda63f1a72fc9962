"""What matches of dominoes are said to have been, with computations that know nothing: services/tables/RULES.md §19,
§20."""

from typing import Any

import pytest

from games import registry
from games.dominoes import analysis
from games.dominoes.moves import Lay
from games.dominoes.tiles import TEXTS
from games.dominoes.view import View
from tests.games.analysed_deals import Listening, assert_promises, assert_seats_are_asked_by_what_they_saw
from tests.tables.analysis.matches import recorded

DOMINOES = registry.game("dominoes")


class Tiles(Listening):
    """By the options of the view."""

    moves = tuple(Lay(tile, end) for tile in TEXTS for end in (None, "up_left", "down_right"))

    def may(self, view: View, move: Lay) -> bool:
        tiles = [tile for tile, _ in view.options]
        ends = [end for tile, end in view.options if tile == move.tile]
        return move.tile in tiles and (move.side in ends if len(ends) == 2 else move.side is None)


@pytest.mark.parametrize("target", [100, 200])
def test_a_report_keeps_what_all_promise(target: int) -> None:
    assert_promises(recorded("dominoes", {"target": target}, 3), Tiles("dominoes", analysis.DEALT))


def test_seats_are_judged_by_what_they_knew() -> None:
    assert_seats_are_asked_by_what_they_saw(recorded("dominoes", {}, 4), Tiles("dominoes", analysis.DEALT))


def test_a_run_out_match_is_not_analysed() -> None:
    assert DOMINOES.analysis is not None
    fits = [DOMINOES.analysis.fits(DOMINOES.options({"target": target}, {})) for target in (100, 200, "runout")]
    assert fits == [True, True, False]


def seen(**parts: Any) -> View:
    """A view with these parts."""
    state = DOMINOES.start(DOMINOES.options({}, {}))
    plain = {"seat": 0, "turn": 0, "lacks": ((), (), (), ())} | parts
    fields = {name: getattr(DOMINOES.view(state, 0), name) for name in View.__struct_fields__}
    return View(**(fields | plain))


@pytest.mark.parametrize(
    ("tile", "side", "options", "hand", "lacks", "code", "data"),
    [
        ("6-4", None, (("6-4", None),), ("6-4", "1-0"), (), "only_tile", {}),
        ("5-3", "up_left", (("5-3", "up_left"), ("5-3", "down_right")), ("5-3",), (), "runs_out", {}),
        ("5-1", None, (("5-1", "up_left"), ("3-0", "down_right")), ("5-1", "3-0"), (1,), "next_lacks", {"values": [1]}),
        ("5-5", None, (("5-5", "up_left"), ("3-0", "down_right")), ("5-5", "3-0"), (), "double", {"pips": 10}),
        ("6-5", None, (("6-5", "up_left"), ("3-0", "down_right")), ("6-5", "3-0"), (), "heavy", {"pips": 11}),
        ("5-0", None, (("5-0", "up_left"), ("3-1", "down_right")), ("5-0", "3-1", "4-0"), (), "keeps_numbers",
         {"tiles": 2, "values": [0, 3]}),
        ("5-0", None, (("5-0", "up_left"), ("3-1", "down_right")), ("5-0", "4-1", "2-1"), (), "best", {}),
    ],
)  # fmt: skip
def test_a_reason_is_the_first_that_holds(
    tile: str, side: Any, options: Any, hand: Any, lacks: Any, code: str, data: dict[str, Any]
) -> None:
    view = seen(options=options, hands={"0": hand}, ends=(5, 3), lacks=((), lacks, (), ()))
    found = analysis.reason(view, Lay(tile, side), ())
    assert (found.code, found.data) == (code, data)


def test_the_side_ahead_is_likelier_to_win_and_the_winner_has_won() -> None:
    state = DOMINOES.start(DOMINOES.options({}, {}))
    with_totals = [analysis.chance(_with(state, totals=totals)) for totals in ((0, 0), (30, 0), (90, 0), (0, 90))]
    assert with_totals[0] == 0.5 < with_totals[1] < with_totals[2] and with_totals[3] == pytest.approx(
        1 - with_totals[2]
    )
    assert [analysis.chance(_with(state, winner=side)) for side in (0, 1)] == [1.0, 0.0]


def _with(state: Any, **changes: Any) -> Any:
    import msgspec

    return msgspec.structs.replace(state, **changes)
