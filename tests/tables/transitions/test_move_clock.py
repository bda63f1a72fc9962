"""Clocks to the millisecond: services/tables/RULES.md §7, §9."""

import pytest

from services.contracts.tables import commands
from services.contracts.tables.events import MatchFinished, TableDone
from services.tables import schema as store
from tests.tables.support.desk import GATEWAY, Desk, answer, last_view

PERIOD_MS = 30_000
GRACE_MS = 50


def timeouts(table):
    return [seat.timeouts for seat in table.now.seats]


def in_turn(table):
    return table.now.match.clocks[0].seat


def test_a_move_at_thirty_seconds_sharp_is_in_time(desk):
    table = desk.open().begin()
    desk.clock.advance(PERIOD_MS)
    table.place(1, 1)
    assert timeouts(table) == [0, 0]


def test_a_move_a_millisecond_later_has_cost_one_timeout_and_counts(desk):
    table = desk.open().begin()
    seat, began_ms = in_turn(table), desk.clock.now_ms()
    desk.clock.advance(PERIOD_MS + 1)
    assert isinstance(answer(table.place(1, 1)), int)
    assert timeouts(table)[seat] == 1
    (row,) = [row for row in desk.rows(store.journal) if '"timeout"' in row.action]
    assert (row.at_ms, row.actor) == (began_ms + PERIOD_MS, seat)


def test_a_timer_fires_so_late_that_what_was_sent_in_time_is_handled_first(desk):
    table = desk.open().begin()
    sent_ms = desk.clock.now_ms() + PERIOD_MS
    desk.clock.advance(PERIOD_MS + GRACE_MS)
    desk.turn()
    assert timeouts(table) == [0, 0]
    table.place(1, 1, at_ms=sent_ms)
    assert timeouts(table) == [0, 0]


def test_a_timer_that_fires_late_is_written_at_its_exact_time(desk):
    table = desk.open().begin()
    seat, began_ms = in_turn(table), desk.clock.now_ms()
    desk.pass_ms(PERIOD_MS + GRACE_MS + 1)
    assert timeouts(table)[seat] == 1
    assert table.now.match.clocks[0].since_ms == table.now.at_ms == began_ms + PERIOD_MS
    desk.pass_ms(3 * PERIOD_MS)
    assert timeouts(table)[seat] == 4
    assert table.now.match.clocks[0].since_ms == began_ms + 4 * PERIOD_MS


def test_what_came_too_late_through_the_network_is_too_late(desk):
    """A stamp before the timeout that arrives after it has been written counts from there."""
    table = desk.open().begin()
    seat, began_ms = in_turn(table), desk.clock.now_ms()
    desk.pass_ms(PERIOD_MS + GRACE_MS + 1)
    table.place(1, 1, at_ms=began_ms + 10)
    assert timeouts(table)[seat] == 1
    assert table.now.at_ms == began_ms + PERIOD_MS


def test_each_player_has_timeouts_of_their_own(desk):
    table = desk.open().begin()
    first = in_turn(table)
    desk.pass_ms(PERIOD_MS * 2 + GRACE_MS + 1)
    table.place(1, 1)
    desk.pass_ms(PERIOD_MS + GRACE_MS + 1)
    assert timeouts(table)[first] == 2 and timeouts(table)[1 - first] == 1


def test_the_fifth_timeout_before_the_first_round_makes_the_match_void(desk):
    table = desk.open(stake=200).begin()
    seat, began_ms = in_turn(table), desk.clock.now_ms()
    desk.pass_ms(5 * PERIOD_MS + GRACE_MS)
    assert table.phase == "playing"
    desk.pass_ms(1)
    (finished,) = desk.told(MatchFinished)
    assert (finished.outcome, finished.winners, finished.first_round_done) == ("void", [], False)
    assert finished.ended_at_ms == began_ms + 5 * PERIOD_MS
    (left,) = finished.departures
    assert (left.seat, left.reason, left.at_ms) == (seat, "timeouts", finished.ended_at_ms)


def test_the_fifth_timeout_after_the_first_round_is_a_win_for_the_other(desk):
    table = desk.open(stake=200).begin().first_round()
    seat = in_turn(table)
    desk.pass_ms(5 * PERIOD_MS + GRACE_MS + 1)
    (finished,) = desk.told(MatchFinished)
    assert (finished.outcome, finished.winners, finished.first_round_done) == ("forfeited", [1 - seat], True)
    assert table.phase == "over"


def test_timeouts_count_through_the_whole_match(desk):
    table = desk.open(options={"size": 5}).begin()
    slow = in_turn(table)
    for count, (late, soon) in enumerate((((1, 1), (5, 1)), ((1, 2), (5, 2)), ((2, 4), (4, 4)), ((3, 1), (4, 1))), 1):
        desk.clock.advance(PERIOD_MS + 1)
        table.place(*late)
        assert timeouts(table)[slow] == count
        table.place(*soon)
    desk.clock.advance(PERIOD_MS + 1)
    assert answer(table.place(5, 5)) == "match_over"
    (finished,) = desk.told(MatchFinished)
    assert (finished.outcome, finished.winners) == ("forfeited", [1 - slow])


def test_a_new_match_begins_without_timeouts(desk):
    table = desk.open().begin()
    desk.pass_ms(PERIOD_MS + GRACE_MS + 1)
    table.play_out()
    for account in ("ann", "bob"):
        table.choose(account, "rematch", "aa" * 16)
    table.ratings()
    assert timeouts(table) == [0, 0]


# --- stamps ---


def test_a_stamp_from_the_future_counts_as_now(desk):
    table = desk.open().begin()
    table.place(1, 1, at_ms=desk.clock.now_ms() + 25_000)
    assert table.now.at_ms == desk.clock.now_ms() == table.now.match.clocks[0].since_ms


def test_a_stamp_from_before_the_decision_counts_as_its_beginning(desk):
    table = desk.open().begin()
    desk.clock.advance(1000)
    table.place(1, 1)
    began_ms = table.now.at_ms
    desk.clock.advance(1000)
    table.place(1, 2, at_ms=5)
    assert table.now.at_ms == began_ms == table.now.match.clocks[0].since_ms


def test_a_stamp_between_is_the_time_of_the_move(desk):
    table = desk.open().begin()
    desk.clock.advance(2000)
    table.place(1, 1, at_ms=desk.clock.now_ms() - 700)
    assert table.now.at_ms == desk.clock.now_ms() - 700


def test_a_table_opened_by_a_stamp_from_the_future_is_opened_now(desk):
    start = desk.open("table-2").now.order
    desk.hear(commands.Start("table-3", "t", desk.clock.now_ms() + 60_000, start))
    assert desk.table("table-3").at_ms == desk.clock.now_ms()


def test_a_clock_that_was_set_back_does_not_turn_a_tables_time_back(desk):
    table = desk.open().begin()
    desk.clock.advance(5000)
    table.place(1, 1)
    before = table.now.at_ms
    desk.clock.advance(-4000)
    table.place(1, 2)
    assert table.now.at_ms == before


# --- what is shown ---


def test_all_viewers_see_the_move_clock(desk):
    table = desk.open().begin()
    desk.clock.advance(12_345)
    for account in ("ann", "carol"):
        (due,) = last_view(table.watch(account))["due"]
        assert (due["seat"], due["elapsed_ms"], due["limit_ms"], due["ms_left"]) == (
            in_turn(table), 12_345, PERIOD_MS, 17_655,
        )  # fmt: skip


def test_a_clock_that_has_run_out_and_not_fired_shows_nothing_left(desk):
    table = desk.open().begin()
    desk.clock.advance(PERIOD_MS + 20)
    (due,) = last_view(table.watch("ann"))["due"]
    assert due["ms_left"] == 0


# --- a new owner ---


def taken_over(desk, after_ms):
    """Another worker, that owns the shard `after_ms` after the last sign of life of this one."""
    desk.beat()
    desk.clock.advance(after_ms)
    other = Desk(desk.database, desk.settings)
    other.hear(commands.Wake(1))
    return other


@pytest.mark.parametrize("played_ms", [0, 10_000, 29_999])
def test_no_clock_counts_the_time_without_an_owner(desk, played_ms):
    table = desk.open().begin()
    seat = in_turn(table)
    desk.pass_ms(played_ms)
    other = taken_over(desk, 100_000)
    assert other.table("table-1").seats[seat].timeouts == 0
    left_ms = PERIOD_MS - played_ms
    other.pass_ms(left_ms + GRACE_MS)
    assert other.table("table-1").seats[seat].timeouts == 0
    other.pass_ms(1)
    assert other.table("table-1").seats[seat].timeouts == 1


def test_a_resumed_clock_is_kept_by_every_later_owner(desk):
    desk.open().begin()
    other = taken_over(desk, 50_000)
    resumed = other.table("table-1")
    third = taken_over(other, 70_000)
    assert resumed.match.clocks[0].since_ms + 70_000 == third.table("table-1").match.clocks[0].since_ms
    actions = [row.action for row in desk.rows(store.journal) if '"resumed"' in row.action]
    assert actions == ['{"k":"resumed","outage_ms":50000}', '{"k":"resumed","outage_ms":70000}']


def test_windows_before_and_after_a_match_wait_for_an_owner_too(desk):
    asking, choosing = desk.open("table-1"), desk.open("table-13")
    assert desk.shard("table-13") == desk.shard("table-1") == "tictactoe.1"
    choosing.begin().play_out()
    other = taken_over(desk, 100_000)
    assert other.table("table-1").phase == "asking" and other.table("table-13").phase == "choosing"
    other.told()
    other.pass_ms(5_051)
    assert [seat.seed is not None for seat in other.table("table-1").seats] == [True, True]
    other.pass_ms(30_051 - 5_051)
    assert other.told(TableDone) == [TableDone(table="table-13", reason="")]
    assert asking.id in other.held.loaded_tables


def test_the_clock_of_a_returned_shard_stops_at_that_moment(desk):
    table = desk.open().begin()
    desk.pass_ms(10_000)
    desk.worker._journal.release(desk.held.epochs, desk.worker.name)
    desk.clock.advance(60_000)
    other = Desk(desk.database)
    other.hear(commands.Wake(1))
    assert other.table("table-1").match.clocks[0].since_ms == table.now.match.clocks[0].since_ms + 60_000


def test_a_gateways_stamp_from_the_outage_counts_at_the_return(desk):
    table = desk.open().begin()
    account = table.turn_of
    other = taken_over(desk, 40_000)
    resumed_ms = other.clock.now_ms()
    number = other.table("table-1").match.clocks[0].number
    id = "sent-in-the-outage"
    move = commands.Move(
        "table-1", id, resumed_ms - 20_000, GATEWAY, 1, account, id, other.table("table-1").match.id, number,
        {"move": "place", "row": 1, "col": 1},
    )  # fmt: skip
    other.hear(move)
    assert answer(other.frames(1)) == other.table("table-1").seq
    assert other.table("table-1").at_ms == resumed_ms
    assert other.table("table-1").seats[0].timeouts == other.table("table-1").seats[1].timeouts == 0
