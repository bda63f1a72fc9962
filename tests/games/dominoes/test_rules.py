"""Seats, options, phases, leaders, passes, refusals and leaving (games/dominoes/RULES.md §1–§8)."""

from itertools import pairwise

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
    Unreadable,
    Wait,
)
from games.dominoes import moves
from games.dominoes.chain import chain_texts
from games.dominoes.moves import Lay
from games.dominoes.state import Options, State
from games.dominoes.tiles import texts
from services.kernel.refusal import Refusal
from tests.games.dominoes.hands import at, game, lay, opened, played, rows

START = game.start(Options())

# --- options, §2 ---


@pytest.mark.parametrize(
    ("raw", "target"), [({}, 100), ({"target": 100}, 100), ({"target": 200}, 200), ({"target": "runout"}, "runout")]
)
def test_the_target_is_100_unless_chosen(raw: dict, target) -> None:
    assert game.options(raw, {}) == Options(target)


@pytest.mark.parametrize("wrong", [150, 0, -100, "100", 100.0, True, None, "Runout", [100], {}])
def test_any_other_target_is_options_invalid(wrong) -> None:
    refusal = game.options({"target": wrong}, {})
    assert isinstance(refusal, Refusal) and refusal.error == "options_invalid"


@pytest.mark.parametrize("raw", [{"points": 100}, {"target": 100, "seats": 4}, [100], None, "runout"])
def test_any_other_name_is_options_invalid(raw) -> None:
    refusal = game.options(raw, {})
    assert isinstance(refusal, Refusal) and refusal.error == "options_invalid"


def test_what_the_platform_settles_changes_nothing() -> None:
    assert game.options({}, {"on_timeout": "wait", "ratings": [1500] * 4}) == Options(100)


# --- seats, phases and leaders, §1, §3, §4 ---


def test_partners_sit_opposite() -> None:
    assert game.sides(Options()) == ((0, 2), (1, 3))


def test_a_match_begins_with_the_draw_of_the_leader_and_the_deal() -> None:
    assert game.next(START) == Draw(hand=1, purpose="leader", kind="below", n=4)
    drawn = game.apply(START, None, Drawn((3,)))
    assert game.next(drawn) == Draw(hand=1, purpose="deal", kind="shuffle", n=28)
    assert (drawn.leader, drawn.phase, drawn.turn) == (3, "hand", None)


def test_the_deal_of_the_platforms_test_vector_lies_as_written() -> None:
    state = opened(leader=2)
    assert texts(state.hands[0]) == ("6-4", "6-3", "5-3", "5-2", "4-4", "4-3", "2-2")
    assert texts(state.hands[1]) == ("6-2", "6-1", "4-2", "3-1", "3-0", "2-1", "0-0")
    assert [hand.bit_count() for hand in state.hands] == [7, 7, 7, 7]
    assert game.next(state) == Decide((Due(2, 1, "normal"),))


def test_the_turn_goes_to_the_right_and_each_turn_has_a_number_of_its_own() -> None:
    state = lay(opened(leader=2), "6-6")
    assert game.next(state) == Decide((Due(3, 2, state.clock or "normal"),))


def test_each_later_hand_is_led_from_the_right_also_after_blocks() -> None:
    leaders: dict[int, int] = {}
    endings = set()
    for state in played("leaders", "runout"):
        if state.leader is not None:
            leaders[state.hand_number] = state.leader
        endings.add(state.ended)
    in_order = [leaders[number] for number in sorted(leaders)]
    assert endings == {None, "run_out", "block"}
    assert all(later == (leader + 1) % 4 for leader, later in pairwise(in_order))


def test_between_two_hands_are_eight_seconds_and_then_the_next_deal() -> None:
    over = lay(at(rows("6-1 5-5", "6-6", "2-2", "4-4 2-1"), "3-6", 1, leader=2, hand_number=4), "6-6")
    assert over.phase == "hand_over"
    assert game.next(over) == Wait(over.number, 8_000)
    after = game.apply(over, None, Elapsed(over.number))
    assert (after.phase, after.hand_number, after.leader, after.turn) == ("hand", 5, 3, None)
    assert (after.hands, after.chain, after.passed, after.last_lay) == ((), (), (), None)
    assert game.next(after) == Draw(hand=5, purpose="deal", kind="shuffle", n=28)


def test_the_hand_that_decides_the_match_ends_it_at_once() -> None:
    state = at(rows("6-4 2-2", "6-6", "5-0", "3-3"), "3-6", 1, totals=[0, 90])
    assert isinstance(game.next(lay(state, "6-6")), Over)


# --- the chain, §5 ---


def test_the_leader_may_open_with_any_tile_and_a_side_is_ignored() -> None:
    state = opened(leader=0)
    for tile in texts(state.hands[0]):
        for side in (None, "up_left", "down_right"):
            after = game.apply(state, 0, Lay(tile, side))
            assert chain_texts(after.chain) == (tile,)


@pytest.mark.parametrize("side", [None, "up_left", "down_right"])
@pytest.mark.parametrize(("leader", "place"), [(0, -1), (1, 0), (2, 0), (3, -1)])
def test_with_equal_ends_the_named_side_is_ignored(leader: int, place: int, side) -> None:
    state = at(rows("4-1 5-5", "2-2 0-0", "3-3 4-4", "1-1"), "4-6 6-6 6-5 5-4", 0, leader=leader)
    assert game.check(state, 0, Lay("4-1", side)) is None
    after = chain_texts(game.apply(state, 0, Lay("4-1", side)).chain)
    assert after[place] == ("1-4" if place == 0 else "4-1") and len(after) == 5


def test_a_tile_that_fits_both_different_ends_goes_to_the_end_that_the_move_names() -> None:
    state = at(rows("6-3 1-1", "5-5 3-3", "2-2 6-6", "0-0 4-4"), "3-5 5-6", 0)
    assert chain_texts(lay(state, "6-3 up_left").chain) == ("6-3", "3-5", "5-6")
    assert chain_texts(lay(state, "6-3 down_right").chain) == ("3-5", "5-6", "6-3")


def test_a_tile_that_fits_one_end_goes_there_named_or_not() -> None:
    state = at(rows("6-1 1-1", "5-5 3-3", "2-2 6-6", "0-0 4-4"), "3-5 5-6", 0)
    assert (
        chain_texts(lay(state, "6-1").chain) == chain_texts(lay(state, "6-1 down_right").chain) == ("3-5", "5-6", "6-1")
    )


# --- turns, passes and ends of hands, §6 ---


def test_seats_without_an_option_are_skipped_until_a_seat_can_lay() -> None:
    state = lay(at(rows("6-1 1-1", "5-5", "4-4", "3-2 2-2"), "3-5 5-6", 0), "6-1")
    assert (state.turn, state.passed) == (3, (1, 2))
    after = lay(state, "3-2")
    assert (after.turn, after.passed) == (0, ())
    assert after.lacks == (0, 1 << 3 | 1 << 1, 1 << 3 | 1 << 1, 0)


def test_when_all_others_are_skipped_the_same_seat_lays_again() -> None:
    state = lay(at(rows("6-1 1-1", "5-5", "4-4", "2-2"), "3-5 5-6", 0), "6-1")
    assert (state.turn, state.passed, state.last_lay) == (0, (1, 2, 3), 0)


CLOSING = "6-6 6-0 0-1 1-6 6-2 2-3 3-6 6-5 5-4"


def test_a_lay_after_which_no_seat_has_an_option_blocks_without_passes() -> None:
    state = lay(at(rows("6-4 1-1", "5-5", "4-4", "2-2"), CLOSING, 0, leader=1), "6-4 down_right")
    assert (state.ended, state.phase, state.turn, state.passed, state.last_lay) == ("block", "hand_over", None, (), 0)


def test_a_last_tile_that_also_closes_the_chain_runs_out() -> None:
    state = lay(at(rows("6-4", "5-5", "4-4", "2-2"), CLOSING, 0, leader=1), "6-4 down_right")
    assert (state.ended, state.scored[0].side) == ("run_out", 0)


# --- moves and refusals, §7 ---


def test_a_lay_is_read_in_both_orders_and_written_high_low() -> None:
    assert game.parse({"move": "lay", "tile": "4-6", "side": "up_left"}) == Lay("6-4", "up_left")
    assert game.parse({"move": "lay", "tile": "6-4", "side": None}) == game.parse({"move": "lay", "tile": "6-4"})
    assert game.write(Lay("6-4")) == {"move": "lay", "tile": "6-4"}
    assert game.write(Lay("6-4", "up_left")) == {"move": "lay", "tile": "6-4", "side": "up_left"}
    assert (moves.text(Lay("6-4")), moves.text(Lay("6-4", "up_left"))) == ("6-4", "6-4 up_left")


def test_leaving_is_the_tables_affair() -> None:
    assert game.parse({"move": "leave"}) == Leave()


BAD = Unreadable("lay", {})
NO_MOVE = Unreadable("pass", {})
RUNNING = at(rows("6-3 6-1 5-4 1-1", "5-5 3-3", "2-2 6-6", "0-0 4-4"), "3-5 5-6", 0)
EQUAL = at(rows("4-1 5-5", "2-2 0-0", "3-3 4-4", "1-1"), "4-6 6-6 6-5 5-4", 0)
PAUSE = lay(at(rows("6-1 5-5", "6-6", "2-2", "4-4 2-1"), "3-6", 1), "6-6")
FORFEITED = game.apply(RUNNING, None, Left(1))
WON = lay(at(rows("6-1 5-5", "6-6", "2-2", "4-4 2-1"), "3-6", 1, totals=[0, 99]), "6-6")


@pytest.mark.parametrize(
    ("state", "seat", "move", "error"),
    [
        *((over, seat, move, "match_over") for over in (WON, FORFEITED) for seat in (0, 1) for move in (BAD, NO_MOVE)),
        *((over, 0, Lay("6-1"), "match_over") for over in (WON, FORFEITED)),
        *((state, 0, NO_MOVE, "illegal_move") for state in (START, RUNNING, PAUSE)),
        *((PAUSE, seat, move, "wrong_phase") for seat in range(4) for move in (BAD, Lay("6-1"), Lay("6-6"))),
        *((RUNNING, seat, move, "not_your_turn") for seat in (1, 2, 3, 4) for move in (BAD, Lay("6-1"), Lay("5-5"))),
        *((START, seat, Lay("6-1"), "not_your_turn") for seat in range(4)),
        (RUNNING, 0, BAD, "bad_parameters"),
        *((RUNNING, 0, Lay("5-5", side), "tile_not_in_hand") for side in (None, "up_left")),
        (RUNNING, 0, Lay("2-1"), "tile_not_in_hand"),
        *((RUNNING, 0, Lay("5-4", side), "tile_not_suitable") for side in (None, "up_left", "down_right")),
        (RUNNING, 0, Lay("1-1"), "tile_not_suitable"),
        (RUNNING, 0, Lay("6-1", "up_left"), "side_not_suitable"),
        (RUNNING, 0, Lay("6-3"), "side_required"),
        (RUNNING, 0, Lay("6-3", "up_left"), None),
        (RUNNING, 0, Lay("6-1"), None),
        (RUNNING, 0, Lay("6-1", "down_right"), None),
        (EQUAL, 0, Lay("5-5", "up_left"), "tile_not_suitable"),
        *((EQUAL, 0, Lay("4-1", side), None) for side in (None, "up_left", "down_right")),
    ],
)
def test_refusals_come_in_their_order(state: State, seat: int, move, error: str | None) -> None:
    refusal = game.check(state, seat, move)
    assert (refusal.error if refusal else None) == error


@pytest.mark.parametrize("tile", [None, "", "6", "6-7", "66", "6-4-1", " 6-4", 64, 6.4, True, ["6-4"], {"high": 6}])
def test_what_is_no_tile_is_bad_parameters(tile) -> None:
    assert game.check(RUNNING, 0, game.parse({"move": "lay", "tile": tile})) == Refusal("bad_parameters")


@pytest.mark.parametrize("side", ["", "left", "UP_LEFT", 0, False, ["up_left"], {}])
def test_what_is_no_side_is_bad_parameters_also_where_sides_are_ignored(side) -> None:
    move = game.parse({"move": "lay", "tile": "4-1", "side": side})
    assert game.check(EQUAL, 0, move) == Refusal("bad_parameters")


def test_legal_lays_are_every_option_in_each_form_that_is_accepted() -> None:
    assert set(game.legal(RUNNING, 0)) == {
        Lay("6-3", "up_left"),
        Lay("6-3", "down_right"),
        Lay("6-1"),
        Lay("6-1", "down_right"),
    }
    assert set(game.legal(EQUAL, 0)) == {Lay("4-1"), Lay("4-1", "up_left"), Lay("4-1", "down_right")}
    assert list(game.legal(RUNNING, 1)) == list(game.legal(PAUSE, 0)) == list(game.legal(WON, 0)) == []


# --- clock and leaving, §8 ---


def test_only_a_single_turn_is_played_for_its_seat() -> None:
    single = at(rows("6-1 1-1", "5-5 3-3", "2-2", "0-0"), "3-5 5-6", 0)
    assert game.next(single) == Decide((Due(0, 1, "single"),))
    assert game.timed_out(single, 0) == (Lay("6-1"),)
    assert game.timed_out(single, 1) == game.timed_out(RUNNING, 0) == ()
    block = at(rows("6-4 1-1", "5-5", "4-4", "2-2"), CLOSING, 0, leader=1)
    assert game.next(block) == Decide((Due(0, 1, "block"),))
    assert game.timed_out(block, 0) == ()


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
@pytest.mark.parametrize("state", [START, RUNNING, PAUSE])
def test_where_leaving_is_the_games_affair_the_other_side_wins(state: State, seat: int) -> None:
    after = game.apply(state, None, Left(seat))
    result = game.next(after).result
    assert result.reason == "forfeited" and result.points == state.totals
    assert result.places == ((2, 1, 2, 1) if seat % 2 == 0 else (1, 2, 1, 2))
    assert game.progress(after).active == {0, 1, 2, 3} - {seat}


def test_leaving_after_the_end_changes_nothing() -> None:
    assert game.apply(WON, None, Left(0)) == WON


def test_the_first_round_is_done_when_the_first_hand_was_counted_even_without_a_winner() -> None:
    state = at(rows("6-4 1-1", "5-5", "4-4", "2-2"), CLOSING, 0, leader=1, target="runout")
    assert not game.progress(state).first_round_done
    after = lay(state, "6-4 down_right")
    assert after.entries == ("C",) and game.progress(after).first_round_done


def test_something_the_game_never_asked_for_is_an_error_of_the_caller() -> None:
    guest = Guest(0, True, Purse(1, {}))
    with pytest.raises(ValueError, match="Guest"):
        game.apply(RUNNING, None, guest)
    with pytest.raises(ValueError, match="Guest"):
        game.event(RUNNING, None, guest, RUNNING, "public")
