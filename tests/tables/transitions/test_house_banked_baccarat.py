"""Baccarat at a table of its own: a real house-banked game, from the first seat to the last card."""

import pytest

from services.contracts.tables.commands import SeatPlayer
from services.contracts.tables.rounds import RoundAsked, RoundEnded
from services.tables.settings import TablesSettings
from tests.tables.support.desk import Desk, answer, last_view
from tests.tables.support.house_banked_table import HouseTable


@pytest.fixture
def table() -> HouseTable:
    """Ann sits there, and bets are taken."""
    desk = Desk(settings=TablesSettings(bot_processes=0, house_min_main=500), games=["baccarat"])
    seats = [SeatPlayer(name="")] * 7
    desk.open("table-1@baccarat", options={"variant": "commission"}, seats=seats, organizer=-1, house=True)
    table = HouseTable(desk, "table-1@baccarat")
    table.sits("ann", 3)
    table.seed("ann", "aa" * 16)
    for _ in range(4):
        desk.pass_ms(1_000)
    return table


def play(table: HouseTable, **stakes: int) -> RoundEnded:
    """A round up to the moment when the wallet is asked to pay."""
    assert isinstance(answer(table.move("ann", None, {"move": "bet", "stakes": stakes})), int)
    table.done("ann")
    table.desk.pass_ms(2_100)
    (asked,) = table.desk.told(RoundAsked)
    assert asked.bets == {"ann": sum(stakes.values())}
    table.held(asked)
    for _ in range(12):
        table.desk.pass_ms(1_000)
        if found := table.desk.told(RoundEnded):
            return found[0]
    raise AssertionError(table.state.phase)


def test_a_round_is_bet_held_dealt_and_paid(table):
    view = last_view(table.watch("ann"))
    assert view["game_view"]["phase"] == "betting" and len(view["deal_key"]) == 36
    ended = play(table, banker=500, tie=20)
    assert set(ended.credited or {}) <= {"ann"}
    table.paid(ended)
    assert table.now.round is None and last_view(table.watch("ann"))["game_view"]["phase"] == "settling"
    table.desk.pass_ms(4_100)
    play(table, player=500)


def test_the_operators_limits_are_the_games(table):
    assert answer(table.move("ann", None, {"move": "bet", "stakes": {"player": 200}})) == "bet_below_minimum"


def test_an_annulled_round_is_a_dummy_hand(table):
    table.move("ann", None, {"move": "bet", "stakes": {"player": 500}})
    table.done("ann")
    table.desk.pass_ms(2_100)
    (asked,) = table.desk.told(RoundAsked)
    table.held(asked)
    table.annuls(asked.number)
    (ended,) = table.desk.told(RoundEnded)
    assert ended.credited == {"ann": 500}
    table.paid(ended)
    assert last_view(table.watch("ann"))["game_view"]["history"][-1]["winner"] == "dummy"


def test_a_guest_that_leaves_during_a_round_is_paid_and_removed(table):
    ended = play(table, player=500)
    table.leave("ann")
    assert table.guests[3] == "ann"
    table.paid(ended)
    assert table.guests[3] is None and table.desk.stored(table.id) == table.now


def test_a_suspended_guest_without_bets_goes_at_once_and_the_table_idles(table):
    table.expel("ann")
    assert table.guests[3] is None
    table.desk.pass_ms(60_000)
    assert table.state.phase == "idle"
