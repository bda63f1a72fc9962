"""What a period that runs out may bring; sealed decisions, windows, clocks that press nobody: RULES.md §7."""

import msgspec
import pytest

from services.contracts.tables.events import MatchFinished
from services.tables.settings import GamePolicies
from services.tables.table.model import Running
from services.tables.transitions.timers import clock_due_ms
from tests.tables.support.desk import Desk, answer, last_view
from tests.tables.support.made_up_games import PAIRS, TWO, KitchenGame, open_turns, register

BUDGET = ("move_clock", "budget", "forfeit")


def test_the_server_plays_for_a_timeout_where_the_operator_says_so(monkeypatch):
    table = open_turns(monkeypatch, TWO, BUDGET, game_policies={"turns": GamePolicies(on_timeout="auto_turn")})
    table.begin().all_watch()
    table.desk.pass_ms(30_051)
    assert table.turn_of == "bob" and table.now.seats[0].timeouts == 1
    row = table.desk.rows_of_journal()[-1]
    assert '"by_server":true' in row.action and (row.actor, row.command_id) == (0, None)
    assert table.now.match.clocks[0].since_ms == table.now.at_ms


def test_without_that_nothing_is_played(monkeypatch):
    table = open_turns(monkeypatch, TWO, BUDGET).begin()
    table.desk.pass_ms(30_051)
    assert table.turn_of == "ann"


def test_the_fifth_timeout_removes_before_anything_is_played(monkeypatch):
    table = open_turns(monkeypatch, TWO, BUDGET, on_timeout="auto_turn").begin()
    for _ in range(4):
        table.desk.pass_ms(30_051)
        table.say("bob")
    table.desk.pass_ms(30_051)
    assert table.desk.told(MatchFinished)[0].departures[0].reason == "timeouts"
    assert table.now.last.outcome == "forfeited"


def test_the_game_gets_the_ratings_by_seat_and_the_operators_settings(monkeypatch):
    table = open_turns(monkeypatch, PAIRS, BUDGET, on_timeout="auto_turn")
    assert table.now.options.ratings == ()
    table.begin()
    assert table.now.options.ratings == (1500, 1400, 1300, 1200) and table.now.options.on_timeout == "auto_turn"
    assert table.desk.stored(table.id) == table.now


def test_sealed_decisions_have_a_clock_and_timeouts_each(monkeypatch):
    register(monkeypatch, KitchenGame())
    table = Desk(games=["kitchen"]).open("table-1@kitchen", options={}).begin()
    number = table.now.match.clocks[0].number
    assert [clock.seat for clock in table.now.match.clocks] == [0, 1]
    table.desk.pass_ms(20_000)
    assert answer(table.move("ann", number, {"move": "say", "number": 1})) is not None
    assert [clock.seat for clock in table.now.match.clocks] == [1], "the other's clock runs on"
    table.desk.pass_ms(130_051)
    assert table.now.last.outcome in ("void", "forfeited")
    (finished,) = table.desk.told(MatchFinished)
    assert finished.departures[0].seat == 1


def test_both_pending_players_run_out_at_their_own_time(monkeypatch):
    register(monkeypatch, KitchenGame())
    table = Desk(games=["kitchen"]).open("table-1@kitchen", options={}).begin().all_watch()
    table.desk.pass_ms(10_000)
    table.lose("bob")
    table.desk.pass_ms(20_051)
    assert [seat.timeouts for seat in table.now.seats] == [1, 0]
    table.desk.pass_ms(10_000)
    assert [seat.timeouts for seat in table.now.seats] == [1, 1]


@pytest.mark.parametrize(("late_ms", "open"), [(3_000, True), (3_001, False)])
def test_a_window_is_open_to_its_last_millisecond(monkeypatch, late_ms, open):
    table = open_turns(monkeypatch, PAIRS, BUDGET).begin()
    table.say("ann", 9)
    table.desk.clock.advance(late_ms)
    table.move("dan", None, {"move": "bomb"})
    assert (table.now.match.state.number == 3) == open
    assert table.turn_of == "dan", "a bomb out of turn is allowed as well"


def test_windows_cost_no_timeouts(monkeypatch):
    table = open_turns(monkeypatch, PAIRS, BUDGET).begin()
    table.say("ann", 9)
    assert last_view(table.watch("bob"))["due"] == [] and table.now.match.clocks == ()
    table.desk.pass_ms(3_051)
    assert table.now.match.clocks[0].since_ms == table.now.at_ms
    assert [seat.timeouts for seat in table.now.seats] == [0] * 4


def test_a_round_clock_has_no_due_time(monkeypatch):
    table = open_turns(monkeypatch, TWO, BUDGET).begin()
    house = msgspec.structs.replace(table.now.policies, clock="round_clock", returning="none", leave="none")
    assert clock_due_ms(Running(0, 1, "normal", 0), house) is None
    assert clock_due_ms(Running(0, 1, "normal", 7), table.now.policies) == 30_007
