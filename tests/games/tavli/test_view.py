"""Views, events, and the preview while a turn is chosen (RULES.md §13, §14)."""

from typing import Any

import msgspec
import pytest

from games.api import Drawn, Elapsed, GameEvent, Left
from games.tavli.moves import Play, Resign
from games.tavli.position import at_start
from games.tavli.state import Options, State
from games.tavli.variants import VARIANTS
from tests.conformance.previews import preview_of
from tests.games.tavli.positions import game, position, turn

VIEWERS = [0, 1, "public", "open"]


def at(variant: Any, place: Any, dice: tuple[int, int], seat: int = 0, **more: Any) -> State:
    more = {"target": 1, "starter": seat, "number": 1} | more
    most = turn(variant, place, dice, seat).most
    return State(variant=variant, position=place, phase="play", turn=seat, dice=dice, max_dice=most, **more)


PINS = position("plakoto", {24: 14, 20: 1}, {24: 14, 5: 1}, pinned=([20], []))
STATES = [game.start(Options()), at("portes", at_start(VARIANTS["portes"]), (3, 1)), at("plakoto", PINS, (3, 1), 1)]


@pytest.mark.parametrize("state", STATES)
def test_views_of_the_seats_differ_only_in_the_seat(state: State) -> None:
    views = [game.view(state, viewer) for viewer in VIEWERS]
    assert [view.seat for view in views] == [0, 1, None, None]
    assert all(msgspec.structs.replace(view, seat=None) == views[2] for view in views)


def test_a_view_shows_the_position_by_own_numbers() -> None:
    view = game.view(STATES[2], 0)
    assert view.checkers == ({"24": 14, "20": 1}, {"24": 14, "5": 1}) and view.pinned == ((20,), ())
    assert view.pips == (24 * 14 + 20, 24 * 14 + 5)
    assert (view.variant, view.variant_now, view.turn, view.dice, view.max_dice) == ("plakoto", "plakoto", 1, (3, 1), 2)
    assert (view.score, view.games, view.winner, view.result, view.starter) == ((0, 0), (), None, None, 1)


def test_after_the_match_winner_and_result_are_shown() -> None:
    won = game.view(game.apply(STATES[1], 1, Resign()), "public")
    assert (won.phase, won.winner, won.result, won.dice, won.turn) == ("match_over", 0, "won", None, None)
    left = game.view(game.apply(STATES[1], None, Left(0)), "public")
    assert (left.phase, left.winner, left.result) == ("match_over", 1, "conceded")


@pytest.mark.parametrize("viewer", VIEWERS)
def test_events_are_the_same_for_every_viewer(viewer: Any) -> None:
    def told(before: State, actor: int | None, action: Any) -> GameEvent:
        return game.event(before, actor, action, game.apply(before, actor, action), viewer)

    start, portes = STATES[0], STATES[1]
    assert told(start, None, Drawn((4, 4))) == GameEvent("opening", {"dice": [4, 4], "starter": None})
    assert told(start, None, Drawn((2, 4))) == GameEvent("opening", {"dice": [2, 4], "starter": 1})
    begun = game.apply(start, None, Drawn((2, 4)))
    assert told(begun, None, Drawn((6, 6))) == GameEvent("roll", {"seat": 1, "dice": [6, 6], "max_dice": 4})
    play = Play(((8, 5), (6, 5)))
    assert told(portes, 0, play) == GameEvent("play", {"seat": 0, "steps": [[8, 5], [6, 5]], "hits": 0, "ended": None})
    ended = {"winner": 1, "points": 2, "how": "resign"}
    assert told(portes, 0, Resign()) == GameEvent("resign", {"seat": 0, "ended": ended})
    assert told(portes, None, Left(1)) == GameEvent("left", {"seat": 1})


def test_there_are_events_for_hits_passes_and_new_games() -> None:
    place = position("portes", {13: 2, 6: 13}, {18: 1, 20: 1, 1: 13})  # on seat 0's 7 and 5
    state = at("portes", place, (6, 1))
    play = Play(((13, 7), (6, 5)))
    assert game.event(state, 0, play, game.apply(state, 0, play), 0).data["hits"] == 2
    closed = at("portes", position("portes", {"bar": 1, 6: 14}, {6: 15}), (6, 6))
    passed = game.apply(closed, None, Elapsed(1))
    assert game.event(closed, None, Elapsed(1), passed, 1) == GameEvent("pass", {"seat": 0, "ended": None})
    over = game.apply(msgspec.structs.replace(STATES[1], target=5, variant="combined"), 1, Resign())
    following = game.event(over, None, Elapsed(2), game.apply(over, None, Elapsed(2)), 1)
    assert following == GameEvent("game", {"number": 2, "variant": "plakoto", "starter": 0})


def test_the_event_of_the_last_play_has_how_the_game_ended() -> None:
    state = at("portes", position("portes", {1: 1}, {1: 15}), (2, 1))
    play = Play(((1, "off"),))
    told = game.event(state, 0, play, game.apply(state, 0, play), "public")
    assert told.data["ended"] == {"winner": 0, "points": 2, "how": "bear_off"}


# --- preview ---


def preview(state: State, steps: Any = None, viewer: Any = 0) -> dict[str, Any]:
    return preview_of(game, game.view(state, viewer), {} if steps is None else {"steps": steps})


def test_a_preview_says_where_each_checker_may_go() -> None:
    found = preview(at("fevga", at_start(VARIANTS["fevga"]), (2, 1)))
    assert found["targets"] == {"24": [22, 23]} and found["dice"] == [2, 1] and not found["complete"]
    assert found["checkers"] == [{"24": 15}, {"24": 15}]


def test_after_some_steps_it_shows_the_position_and_the_dice_left() -> None:
    state = at("fevga", at_start(VARIANTS["fevga"]), (2, 1))
    found = preview(state, [[24, 22]])
    assert found["targets"] == {"22": [21]} and found["dice"] == [1] and not found["complete"]
    found = preview(state, [[24, 22], [22, 21]])
    assert found["targets"] == {} and found["dice"] == [] and found["complete"]
    assert found["checkers"] == [{"24": 14, "21": 1}, {"24": 15}]


def test_targets_leave_out_what_would_waste_a_die_or_break_a_rule_of_the_whole_turn() -> None:
    place = position("portes", {20: 1, 13: 1}, {16: 2, 17: 2, 23: 2})
    assert preview(at("portes", place, (6, 5)))["targets"] == {"20": [15], "13": [7]}
    place = position("portes", {20: 1}, {16: 2})
    assert preview(at("portes", place, (6, 5)))["targets"] == {"20": [14]}
    home = position("fevga", {6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 1: 2}, {24: 14, 19: 1})
    found = preview(at("fevga", home, (3, 2)), [[3, "off"]])
    assert found["targets"] == {"3": [1]}  # two must leave the 3, or the other seat stays sealed


def test_a_pin_is_shown_while_the_turn_is_chosen() -> None:
    place = position("plakoto", {24: 15}, {24: 14, 6: 1})
    assert preview(at("plakoto", place, (5, 1)), [[24, 19]])["pinned"] == [[], [6]]


def test_a_step_that_cannot_be_made_says_why() -> None:
    state = at("portes", at_start(VARIANTS["portes"]), (3, 1))
    assert preview(state, [[24, 20]]) == {"error": "no_matching_die"}
    for junk in (3, [[24]], "x", [None], {}):
        assert preview(state, junk) == {"error": "bad_parameters"}


def test_the_preview_is_empty_for_other_seats_and_spectators() -> None:
    state = at("portes", at_start(VARIANTS["portes"]), (3, 1))
    assert all(preview(state, [[24, 21]], viewer) == {} for viewer in (1, "public", "open"))
    assert preview(STATES[0]) == {}


def test_without_a_legal_step_there_are_no_targets_and_nothing_to_send() -> None:
    closed = at("portes", position("portes", {"bar": 1, 6: 14}, {6: 15}), (6, 6))
    found = preview(closed)
    assert found["targets"] == {} and not found["complete"]
