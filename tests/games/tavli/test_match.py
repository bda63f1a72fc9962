"""Rolls, turns, waits, points, the end of a match (RULES.md §1, §5, §6, §11, §12)."""

from typing import Any

import pytest

from games.api import (
    Decide,
    Draw,
    Drawn,
    Due,
    Elapsed,
    Guest,
    Leave,
    Left,
    Over,
    Purse,
    Result,
    Unreadable,
    Wait,
)
from games.tavli import match
from games.tavli.moves import Play, Resign
from games.tavli.position import Position, at_start
from games.tavli.state import Ended, Options, State
from games.tavli.variants import VARIANTS
from services.kernel.refusal import Refusal
from tests.games.tavli.positions import game, position, turn

BOTH = frozenset({0, 1})


def begun(variant: str = "portes", target: int = 1, opening: tuple[int, int] = (5, 2)) -> State:
    """A match after its opening roll."""
    start = game.start(game.options({"variant": variant, "target": target}, {}))
    return game.apply(start, None, Drawn(opening))


def rolled(state: State, *dice: int) -> State:
    return game.apply(state, None, Drawn(dice))


def at(variant: Any, place: Position, dice: tuple[int, int], seat: int = 0, **more: Any) -> State:
    """A roll to be played in some position."""
    most = turn(more.pop("now", variant), place, dice, seat).most
    more = {"target": 1, "starter": seat, "number": 7, "turns": (3, 3)} | more
    return State(variant=variant, position=place, phase="play", turn=seat, dice=dice, max_dice=most, **more)


def refusal(state: State, seat: int, *steps: Any) -> str | None:
    found = game.check(state, seat, Play(tuple(steps)))
    return found.error if found else None


# --- options, §2 ---


@pytest.mark.parametrize(
    ("raw", "variant", "target"),
    [
        ({}, "combined", 5),
        ({"variant": "combined"}, "combined", 5),
        ({"variant": "portes"}, "portes", 1),
        ({"variant": "plakoto"}, "plakoto", 1),
        ({"variant": "fevga", "target": 7}, "fevga", 7),
        ({"target": 13}, "combined", 13),
        ({"variant": "portes", "target": 5}, "portes", 5),
    ],
)
def test_options_have_their_defaults(raw: dict, variant: str, target: int) -> None:
    assert game.options(raw, {"on_timeout": "wait"}) == Options(variant, target)


@pytest.mark.parametrize(
    "raw", [{"variant": "tavli"}, {"target": 2}, {"target": 15}, {"target": 0}, {"target": "5"}, {"cube": True}]
)
def test_any_other_option_is_invalid(raw: dict) -> None:
    found = game.options(raw, {})
    assert isinstance(found, Refusal) and found.error == "options_invalid"


# --- rolls and turns, §1 ---


def test_a_match_begins_with_an_opening_roll_from_the_dice_of_its_first_game() -> None:
    start = game.start(game.options({}, {}))
    assert start.phase == "opening"
    assert game.next(start) == Draw(hand=1, purpose="dice", kind="dice", n=2)


@pytest.mark.parametrize(("dice", "starter"), [((5, 2), 0), ((1, 2), 1), ((6, 5), 0), ((1, 6), 1)])
def test_the_higher_die_starts_and_gets_a_fresh_roll(dice: tuple[int, int], starter: int) -> None:
    state = begun(opening=dice)
    assert (state.phase, state.turn, state.starter, state.dice) == ("rolling", starter, starter, ())
    assert game.next(state) == Draw(1, "dice", "dice", 2)
    double = rolled(state, 3, 3)
    assert (double.phase, double.turn, double.dice, double.max_dice) == ("play", starter, (3, 3), 4)


@pytest.mark.parametrize("die", range(1, 7))
def test_equal_opening_dice_are_rolled_again(die: int) -> None:
    state = begun(opening=(die, die))
    assert (state.phase, state.turn, state.starter) == ("opening", None, None)
    assert game.next(state) == Draw(1, "dice", "dice", 2)
    assert rolled(state, 1, 2).starter == 1


def test_a_turn_is_one_decision_and_the_next_one_another() -> None:
    state = rolled(begun(), 3, 1)
    assert game.next(state) == Decide((Due(0, 1),), BOTH)
    state = game.apply(state, 0, Play(((8, 5), (6, 5))))
    assert (state.phase, state.turn, state.dice, state.turns) == ("rolling", 1, (), (1, 0))
    assert game.next(rolled(state, 6, 5)) == Decide((Due(1, 2),), BOTH)


def test_a_roll_without_a_legal_step_is_shown_for_two_seconds_and_passes() -> None:
    state = at("portes", position("portes", {"bar": 1, 6: 14}, {6: 2, 13: 13}), (6, 6))
    assert game.next(state) == Wait(7, 2_000, BOTH)
    assert refusal(state, 0, ("bar", 19)) == "point_blocked"
    assert refusal(state, 0) == "wrong_phase"
    assert list(game.legal(state, 0)) == list(game.legal(state, 1)) == [Resign()]
    after = game.apply(state, None, Elapsed(7))
    assert (after.phase, after.turn, after.position, after.turns) == ("rolling", 1, state.position, (4, 3))


# --- refusals, §6 ---

START = at_start(VARIANTS["portes"])
RUNNING = at("portes", START, (3, 1))
ENDED = game.apply(RUNNING, 1, Resign())
BETWEEN = game.apply(at("portes", START, (3, 1), target=5), 1, Resign())
BAD = Unreadable("play", {"steps": 3})
NO_MOVE = Unreadable("castle")


@pytest.mark.parametrize("move", [BAD, NO_MOVE, Resign(), Play(()), Play(((8, 5), (6, 5)))])
@pytest.mark.parametrize("seat", [0, 1])
def test_after_the_match_nothing_else_counts(move: Any, seat: int) -> None:
    assert game.check(ENDED, seat, move) == Refusal("match_over")


@pytest.mark.parametrize("state", [game.start(Options()), begun(), BETWEEN])
@pytest.mark.parametrize("seat", [0, 1])
def test_while_the_server_rolls_and_between_games_no_move_fits(state: State, seat: int) -> None:
    for move in (BAD, Resign(), Play(()), Play(((8, 5), (6, 5)))):
        assert game.check(state, seat, move) == Refusal("wrong_phase")
    assert game.check(state, seat, NO_MOVE) == Refusal("illegal_move")


def test_out_of_turn_only_resigning_is_possible() -> None:
    for move in (BAD, Play(()), Play(((8, 5), (6, 5)))):
        assert game.check(RUNNING, 1, move) == Refusal("not_your_turn")
    assert game.check(RUNNING, 1, Resign()) is None
    assert game.check(RUNNING, 2, Resign()) == Refusal("not_your_turn")


@pytest.mark.parametrize(
    "steps",
    [
        *(None, 3, "24/18", {}, [24, 18], [[24]], [[24, 18, 12]], [["24", 18]], [[24.0, 18]], [[True, "off"]]),
        *([[0, 1]], [[25, 20]], [["off", 3]], [[6, "bar"]], [[6, 0]], [[8, 5], None], [[24, -1]], [[[24], 18]]),
    ],
)
def test_steps_that_are_no_pairs_of_points_are_bad_parameters(steps: Any) -> None:
    move = game.parse({"move": "play", "steps": steps})
    assert isinstance(move, Unreadable)
    assert game.check(RUNNING, 0, move) == Refusal("bad_parameters")


@pytest.mark.parametrize(
    ("steps", "code"),
    [
        ([(23, 20)], "no_checker_there"),
        ([("bar", 22)], "no_checker_there"),
        ([(24, 22)], "no_matching_die"),
        ([(6, 8)], "no_matching_die"),
        ([(6, "off")], "no_matching_die"),
        ([(8, 5), (8, 5)], "no_matching_die"),
        ([(24, 23), (13, 9)], "no_matching_die"),
        ([(8, 5), (4, 3)], "no_checker_there"),
        ([(8, 5)], "must_use_more_dice"),
        ([], "must_use_more_dice"),
        ([(8, 5), (6, 5)], None),
    ],
)
def test_steps_are_refused_in_the_order_sent(steps: list, code: str | None) -> None:
    assert refusal(RUNNING, 0, *steps) == code


def test_of_two_reasons_the_refusal_is_the_first_in_the_order_of_the_rules() -> None:
    bar = at("portes", position("portes", {"bar": 1, 6: 14}, {6: 2, 13: 13}), (6, 1))
    assert refusal(bar, 0, (5, 4)) == "no_checker_there"  # not that one must enter
    assert refusal(bar, 0, (6, 2)) == "must_enter_from_bar"  # not that no die is a 4
    pinned = position("plakoto", {20: 1, 5: 1, 4: 1}, {24: 13, 5: 1}, pinned=([20], []))
    assert refusal(at("plakoto", pinned, (3, 2)), 0, (20, 16)) == "no_matching_die"  # not that it is pinned
    assert refusal(at("plakoto", pinned, (5, 4)), 0, (4, "off")) == "not_all_home"
    high = position("plakoto", {7: 1, 6: 1, 5: 1}, {24: 13, 20: 1}, pinned=([5], []))
    assert refusal(at("plakoto", high, (6, 5)), 0, (5, "off")) == "checker_pinned"  # not that not all are home
    both = position("fevga", {24: 14, 13: 1}, {9: 15})  # seat 1 on seat 0's 21
    assert refusal(at("fevga", both, (3, 1)), 0, (24, 21)) == "first_checker_first"  # not that the point is held


def test_a_refused_play_changes_nothing_and_a_result_may_be_reached_by_other_steps() -> None:
    assert refusal(RUNNING, 0, (24, 21), (21, 20)) is None and refusal(RUNNING, 0, (24, 23), (23, 20)) is None
    assert game.apply(RUNNING, 0, Play(((24, 21), (21, 20)))) == game.apply(RUNNING, 0, Play(((24, 23), (23, 20))))


def test_leaving_and_resigning_are_read() -> None:
    assert game.parse({"move": "leave"}) == Leave() and game.parse({"move": "resign", "why": 1}) == Resign()
    assert game.write(Play((("bar", 22), (6, "off")))) == {"move": "play", "steps": [["bar", 22], [6, "off"]]}


# --- points, §11 ---


def test_the_winner_of_a_game_starts_the_next_after_five_seconds() -> None:
    state = at("combined", position("portes", {1: 1}, {1: 14}), (2, 1), target=5, now="portes")
    over = game.apply(state, 0, Play(((1, "off"),)))
    assert (over.phase, over.turn, over.score) == ("game_over", None, (1, 0))
    assert over.games == (Ended("portes", 0, 1, "bear_off"),)
    assert game.next(over) == Wait(8, 5_000)
    following = game.apply(over, None, Elapsed(8))
    assert (following.phase, following.turn, following.starter) == ("rolling", 0, 0)
    assert following.position == at_start(VARIANTS["plakoto"]) and following.game_number == 2
    assert game.next(following) == Draw(2, "dice", "dice", 2)


def test_after_a_tie_an_opening_roll_decides_and_no_points_are_scored() -> None:
    place = position("plakoto", {24: 1, 3: 1, 2: 13}, {24: 1, 8: 13, 1: 1}, pinned=([24], []))
    over = game.apply(at("plakoto", place, (2, 1)), 0, Play(((3, 1), (2, 1))))
    assert (over.phase, over.score, over.games) == ("game_over", (0, 0), (Ended("plakoto", None, 0, "tie"),))
    following = game.apply(over, None, Elapsed(8))
    assert (following.phase, following.turn, following.starter, following.opening) == ("opening", None, None, ())
    assert game.progress(over).hands[0].side is None and game.progress(over).hands[0].points == (0, 0)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("off", "points"), [(0, 2), (1, 1), (14, 1)])
def test_resigning_gives_two_points_while_nothing_was_borne_off(off: int, points: int, seat: int) -> None:
    sides = [{6: 15}, {6: 15}]
    sides[seat] = {6: 15 - off}
    state = at("portes", position("portes", *sides), (3, 1), target=5)
    after = game.apply(state, seat, Resign())
    assert after.score[1 - seat] == points and after.games[-1] == Ended("portes", 1 - seat, points, "resign")
    assert game.apply(after, None, Elapsed(8)).starter == 1 - seat


def test_the_match_ends_as_soon_as_the_target_is_reached_and_totals_are_not_cut() -> None:
    state = at("portes", position("portes", {1: 1}, {1: 15}), (2, 1), target=5, score=(4, 3))
    over = game.apply(state, 0, Play(((1, "off"),)))
    assert game.next(over) == Over(Result((1, 2), (6, 3), "won"))
    assert game.progress(over).points == (6, 3)


def test_the_example_of_a_combined_match() -> None:
    """Seven games to 5; None is a tie, after which an opening roll decides."""
    played = [(0, 1), (1, 2), (0, 2), (1, 1), (None, 0), (0, 1), (0, 2)]
    scores, starters, variants = [], [], []
    score: tuple[int, int] = (0, 0)
    for number, (winner, points) in enumerate(played, 1):
        closed = match.close_game("combined", 5, score, number, winner, points)
        score = closed.score
        scores.append(score)
        starters.append(closed.next_starter)
        variants.append(closed.next_variant)
    assert scores == [(1, 0), (1, 2), (3, 2), (3, 3), (3, 3), (4, 3), (6, 3)]
    assert starters == [0, 1, 0, 1, None, 0, None]
    assert variants == ["plakoto", "fevga", "portes", "plakoto", "fevga", "portes", None]
    assert closed.over and closed.winner == 0


# --- leaving, §12 ---


@pytest.mark.parametrize(
    ("target", "score", "leaver", "recorded"),
    [(7, (3, 1), 1, (7, 1)), (5, (4, 3), 1, (6, 3)), (1, (0, 0), 0, (0, 2)), (13, (12, 12), 0, (12, 14))],
)
def test_leaving_concedes_two_points_and_the_match(
    target: int, score: tuple[int, int], leaver: int, recorded: tuple[int, int]
) -> None:
    state = at("portes", START, (3, 1), target=target, score=score)
    over = game.apply(state, None, Left(leaver))
    places = (1, 2) if leaver == 1 else (2, 1)
    assert game.next(over) == Over(Result(places, recorded, "conceded"))
    assert over.games[-1] == Ended("portes", 1 - leaver, 2, "left")
    assert game.progress(over).active == {1 - leaver} and game.progress(over).points == recorded


@pytest.mark.parametrize("state", [game.start(Options("fevga", 3)), begun("fevga", 3), rolled(begun("fevga", 3), 6, 5)])
def test_a_match_can_be_conceded_at_any_moment(state: State) -> None:
    assert game.next(game.apply(state, None, Left(0))) == Over(Result((2, 1), (0, 3), "conceded"))


def test_between_two_games_nothing_but_the_match_is_conceded() -> None:
    over = game.apply(BETWEEN, None, Left(0))
    assert BETWEEN.score == (2, 0)
    assert over.score == (2, 5) and over.winner == 1 and over.games == BETWEEN.games


def test_leaving_after_the_end_changes_nothing() -> None:
    assert game.apply(ENDED, None, Left(0)) == ENDED


def test_the_first_round_is_done_when_each_seat_has_completed_a_turn() -> None:
    state = rolled(begun(), 3, 1)
    assert not game.progress(state).first_round_done
    state = rolled(game.apply(state, 0, Play(((8, 5), (6, 5)))), 6, 5)
    assert not game.progress(state).first_round_done
    state = game.apply(state, 1, Play(((24, 18), (18, 13))))
    assert game.progress(state).first_round_done


def test_a_period_that_runs_out_plays_nothing() -> None:
    assert game.timed_out(RUNNING, 0) == ()


def test_something_the_game_never_asked_for_is_an_error_of_the_caller() -> None:
    for action in (Elapsed(1), Guest(0, True, Purse(1, {}))):
        with pytest.raises(ValueError, match="tavli"):
            game.apply(begun(), None, action)
    with pytest.raises(ValueError, match="tavli"):
        game.event(RUNNING, None, Guest(0, True, Purse(1, {})), RUNNING, "public")
