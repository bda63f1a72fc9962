"""Views, events and previews, row by row (games/dominoes/RULES.md §11)."""

import msgspec
import pytest

from games.api import Drawn, Elapsed, GameEvent, Left
from games.dominoes.moves import Lay
from games.dominoes.state import State
from tests.conformance.previews import preview_of
from tests.games.dominoes.hands import DEAL, VIEWERS, at, game, lay, opened, played, rows

SINGLE = at(rows("6-1 1-1", "5-5 3-3", "2-2", "0-0"), "3-5 5-6", 0)
BLOCK = at(rows("6-4 1-1", "5-5", "4-4", "2-2"), "6-6 6-0 0-1 1-6 6-2 2-3 3-6 6-5 5-4", 0, leader=1)
OVER = lay(BLOCK, "6-4 down_right")
PRIVATE = ("seat", "hands", "clock", "options")
LEFT_OVER = {"0": ("1-1",), "1": ("5-5",), "2": ("4-4",), "3": ("2-2",)}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("target", [100, 200, "runout"])
def test_views_differ_in_tiles_options_and_clock_alone(target, seed: int) -> None:
    for state in played(seed, target):
        shared = {game_view(state, viewer) for viewer in VIEWERS}
        assert len(shared) == 1


def game_view(state: State, viewer) -> bytes:
    """A view without what is its viewer's own."""
    data = msgspec.to_builtins(game.view(state, viewer))
    return msgspec.json.encode({name: value for name, value in data.items() if name not in PRIVATE})


def test_a_seat_sees_its_own_tiles_and_not_those_of_opponents_or_partner() -> None:
    for seat in range(4):
        assert list(game.view(SINGLE, seat).hands) == [str(seat)]
    assert game.view(SINGLE, 1).hands == {"1": ("5-5", "3-3")}
    assert game.view(SINGLE, "public").hands == {}
    assert len(game.view(SINGLE, "open").hands) == 4


def test_options_and_class_of_a_turn_are_its_own_seats_affair() -> None:
    assert (game.view(SINGLE, 0).clock, game.view(SINGLE, 0).options) == ("single", (("6-1", "down_right"),))
    assert game.view(BLOCK, 0).clock == "block"
    assert game.view(BLOCK, 0).options == (("6-4", "up_left"), ("6-4", "down_right"))
    for viewer in (1, 2, 3, "public"):
        for state in (SINGLE, BLOCK):
            assert (game.view(state, viewer).clock, game.view(state, viewer).options) == (None, ())


def test_all_viewers_see_chain_counts_leader_turn_and_faces() -> None:
    state = lay(at(rows("6-1 1-1", "5-5", "4-4", "3-2 2-2"), "3-5 5-6", 0, leader=2, totals=[10, 20]), "6-1")
    view = game.view(state, "public")
    assert (view.chain, view.ends, view.counts) == (("3-5", "5-6", "6-1"), (3, 1), (1, 1, 1, 2))
    assert (view.leader, view.turn, view.last_lay, view.passed) == (2, 3, 0, (1, 2))
    assert view.faces == (None, "red", "red", "smiley")
    assert view.lacks == ((), (1, 3), (1, 3), ())
    assert (view.totals, view.entries, view.cells) == ((10, 20), (), None)


def test_all_viewers_see_which_tile_of_the_chain_came_first() -> None:
    state = at(rows("6-5 1-1", "6-4 0-0", "5-4 2-2", "3-2"), "", 0)
    assert game.view(state, "public").first is None
    for text, first in (("6-5", 0), ("6-4", 1), ("5-4 down_right", 1)):
        state = lay(state, text)
        assert game.view(state, "public").first == first
    moment = at(rows("1-1", "0-0", "2-2", "3-2"), "4-6 6-5 5-2", 2, first=1)
    assert (game.view(moment, 2).first, game.view(lay(moment, "2-2"), 3).first) == (1, 1)


def test_faces_go_at_the_next_lay_and_when_a_block_is_counted() -> None:
    skipped = lay(at(rows("6-1 1-1", "5-5", "4-4", "3-2 2-2"), "3-5 5-6", 0), "6-1")
    assert game.view(lay(skipped, "3-2"), 1).faces == ("smiley", None, None, None)
    assert game.view(OVER, 1).faces == (None, None, None, None)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_when_the_hand_is_over_all_four_hands_are_shown_with_the_tally(viewer) -> None:
    view = game.view(OVER, viewer)
    assert view.hands == LEFT_OVER
    assert view.last_hand is not None
    assert (view.last_hand.result, view.last_hand.seat, view.last_hand.pips) == ("block", 0, (10, 14))
    assert (view.last_hand.side, view.last_hand.points, view.last_hand.entry) == (0, 14, (0, 14))
    assert (view.phase, view.totals, view.entries) == ("hand_over", (14, 0), ((0, 14),))


def test_the_last_tally_stays_in_view_and_the_scoreboard_as_it_was_while_the_next_hand_is_played() -> None:
    dealt = game.apply(game.apply(OVER, None, Elapsed(OVER.number)), None, Drawn(DEAL))
    view = game.view(dealt, 3)
    assert view.last_hand is not None and view.last_hand.left == LEFT_OVER
    assert (view.totals, view.entries, view.hand_number) == ((14, 0), ((0, 14),), 2)
    assert list(view.hands) == ["3"]


def test_hands_that_were_not_played_out_stay_hidden_when_a_player_leaves() -> None:
    view = game.view(game.apply(SINGLE, None, Left(2)), 1)
    assert (view.phase, view.result, view.winner_side, list(view.hands)) == ("match_over", "forfeited", 1, ["1"])


def test_before_the_deal_no_seat_has_tiles_or_the_turn() -> None:
    view = game.view(game.start(game.options({}, {})), 0)
    assert (view.phase, view.turn, view.leader, view.hands, view.counts, view.ends) == (
        "hand",
        None,
        None,
        {},
        (),
        None,
    )


# --- events ---


def dealt_to(viewer) -> dict:
    before = game.apply(game.start(game.options({}, {})), None, Drawn((2,)))
    told = game.event(before, None, Drawn(DEAL), opened(2), viewer)
    assert told is not None and told.kind == "deal"
    return told.data


def test_each_seat_is_sent_its_own_tiles_of_a_deal_and_spectators_none() -> None:
    for seat in range(4):
        assert list(dealt_to(seat)["hands"]) == [str(seat)]
    assert dealt_to(1) == {
        "hand_number": 1,
        "leader": 2,
        "hands": {"1": ["6-2", "6-1", "4-2", "3-1", "3-0", "2-1", "0-0"]},
    }
    assert dealt_to("public")["hands"] == {}
    assert len(dealt_to("open")["hands"]) == 4


@pytest.mark.parametrize("viewer", VIEWERS)
def test_other_events_are_the_same_for_every_viewer(viewer) -> None:
    start = game.start(game.options({}, {}))
    drawn = game.apply(start, None, Drawn((2,)))
    assert game.event(start, None, Drawn((2,)), drawn, viewer) == GameEvent("leader", {"seat": 2})
    laid = lay(SINGLE, "6-1")
    assert game.event(SINGLE, 0, Lay("6-1"), laid, viewer) == GameEvent(
        "lay", {"seat": 0, "tile": "6-1", "end": "down_right", "passed": [], "turn": 1}
    )
    after = game.apply(OVER, None, Elapsed(OVER.number))
    assert game.event(OVER, None, Elapsed(OVER.number), after, viewer) == GameEvent(
        "hand", {"hand_number": 2, "leader": 2}
    )
    assert game.event(SINGLE, None, Left(3), game.apply(SINGLE, None, Left(3)), viewer) == GameEvent(
        "left", {"seat": 3}
    )


def test_the_event_of_a_lay_has_the_skipped_seats_and_the_tally_of_a_hand_that_it_ended() -> None:
    before = at(rows("6-1 1-1", "5-5", "4-4", "3-2 2-2"), "3-5 5-6", 0)
    told = game.event(before, 0, Lay("6-1"), lay(before, "6-1"), "public")
    assert told is not None and (told.data["passed"], told.data["turn"]) == ([1, 2], 3)
    told = game.event(BLOCK, 0, Lay("6-4", "down_right"), OVER, "public")
    assert told is not None and told.data["turn"] is None
    assert told.data["hand"] == {
        "number": 1,
        "result": "block",
        "seat": 0,
        "left": {seat: list(tiles) for seat, tiles in LEFT_OVER.items()},
        "pips": [10, 14],
        "side": 0,
        "points": 14,
        "entry": [0, 14],
    }


def test_the_event_of_the_first_tile_has_no_end() -> None:
    state = opened(0)
    told = game.event(state, 0, Lay("6-4", "up_left"), lay(state, "6-4"), 1)
    assert told is not None and told.data["end"] is None


# --- preview ---

CHOICE = at(rows("6-3 6-1 5-4 1-1", "5-5 3-3", "2-2 6-6", "0-0 4-4"), "3-5 5-6", 0)
EQUAL = at(rows("4-1 5-5", "2-2 0-0", "3-3 4-4", "1-1"), "4-6 6-6 6-5 5-4", 0, leader=1)


@pytest.mark.parametrize(
    ("state", "seat", "tile", "shown"),
    [
        (CHOICE, 0, "6-3", {"ends": ["up_left", "down_right"], "side_required": True, "warning": None}),
        (CHOICE, 0, "1-6", {"ends": ["down_right"], "side_required": False, "warning": None}),
        (CHOICE, 0, "5-4", {"ends": [], "side_required": False, "warning": "tile_not_suitable"}),
        (CHOICE, 1, "3-3", {"ends": ["up_left"], "side_required": False, "warning": "not_your_turn"}),
        (CHOICE, 1, "5-5", {"ends": [], "side_required": False, "warning": "not_your_turn"}),
        (EQUAL, 0, "4-1", {"ends": ["up_left"], "side_required": False, "warning": None}),
        (opened(2), 2, "6-6", {"ends": [], "side_required": False, "warning": None}),
        (CHOICE, 0, "5-5", {}),
        (CHOICE, 0, "9-9", {}),
        (CHOICE, 0, None, {}),
        (CHOICE, "public", "6-3", {}),
        (CHOICE, "open", "6-3", {}),
        (OVER, 0, "1-1", {}),
    ],
)
def test_a_held_tile_shows_where_it_would_go_and_why_it_may_not(state: State, seat, tile, shown: dict) -> None:
    assert preview_of(game, game.view(state, seat), {"tile": tile}) == shown
