"""Views and events (RULES.md §7)."""

import msgspec
import pytest

from games.api import Drawn, GameEvent, Left
from games.tictactoe.moves import Place
from games.tictactoe.view import View
from tests.conformance.previews import preview_of
from tests.games.tictactoe.boards import game, led_by, played

VIEWERS = [0, 1, "public", "open"]
LINES = [[], ["2,2"], ["2,2", "1,1"], ["1,1", "2,1", "1,2", "2,2", "1,3"]]


@pytest.mark.parametrize("cells", LINES)
def test_views_of_the_seats_differ_only_in_the_seat(cells: list[str]) -> None:
    views = [game.view(played(cells), viewer) for viewer in VIEWERS]
    assert [view.seat for view in views] == [0, 1, None, None]
    public = views[2]
    assert all(msgspec.structs.replace(view, seat=None) == public for view in views)


def test_all_viewers_see_board_marks_last_mark_and_turn() -> None:
    assert game.view(played(["2,2", "1,3"], leader=1), "public") == View(
        seat=None,
        size=3,
        k=3,
        phase="playing",
        turn=1,
        board=("..O", ".X.", "..."),
        marks={"0": "O", "1": "X"},
        last="1,3",
        line=(),
        result=None,
        winner=None,
    )


def test_before_the_draw_no_seat_has_a_mark_or_the_turn() -> None:
    view = game.view(game.start(game.options({}, {})), 0)
    assert (view.phase, view.turn, view.marks, view.board) == ("playing", None, {}, ("...", "...", "..."))


@pytest.mark.parametrize("viewer", VIEWERS)
def test_events_are_the_same_for_every_viewer(viewer) -> None:
    state = led_by(1)
    placed = game.apply(state, 1, Place(2, 3))
    assert game.event(game.start(game.options({}, {})), None, Drawn((1,)), state, viewer) == GameEvent(
        "leader", {"seat": 1}
    )
    assert game.event(state, 1, Place(2, 3), placed, viewer) == GameEvent("place", {"row": 2, "col": 3, "mark": "X"})
    assert game.event(placed, None, Left(0), game.apply(placed, None, Left(0)), viewer) == GameEvent(
        "left", {"seat": 0}
    )


def test_the_event_of_a_move_has_the_mark_of_its_seat() -> None:
    state = played(["1,1"])
    told = game.event(state, 1, Place(2, 2), game.apply(state, 1, Place(2, 2)), 0)
    assert told == GameEvent("place", {"row": 2, "col": 2, "mark": "O"})


def test_a_mark_needs_no_preview() -> None:
    assert preview_of(game, game.view(led_by(0), 0), {"row": 1, "col": 1}) == {}
