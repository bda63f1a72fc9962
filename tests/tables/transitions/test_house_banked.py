"""House-banked tables: guests, rounds, and what the wallet is asked (services/tables/RULES.md §4)."""

import pytest

from services.contracts.tables import commands
from services.contracts.tables.events import SeatFreed, TableDone
from services.contracts.tables.rounds import PurseAsked, RoundAsked, RoundEnded
from services.tables import operator_orders as operator
from services.tables import schema as store
from services.tables.journal.journal_rows import find_answer
from tests.games.housecard import HouseCard
from tests.tables.support.desk import Desk, answer, last_view
from tests.tables.support.house_banked_table import GAME, HouseTable, open_house, seated


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> HouseTable:
    return seated(monkeypatch)


# --- guests ---


def test_a_table_runs_from_its_start_with_every_seat_free(monkeypatch):
    table = open_house(monkeypatch)
    assert (table.phase, table.guests, table.state.phase) == ("playing", [None] * 3, "idle")
    view = last_view(table.watch("zoe", conn=9))
    assert view["house"] and view["organizer"] == -1 and view["you"] is None
    assert [(seat["name"], seat["free"], seat["bot"]) for seat in view["seats"]] == [("", True, False)] * 3
    assert table.desk.told() == []


def test_a_guest_sits_down_with_a_purse_that_only_they_see(table):
    view = last_view(table.watch("ann"))
    assert (view["you"], view["game_view"]["chips"], view["seats"][0]["name"]) == (0, 5_000, "Ann")
    public = last_view(table.watch("zoe", conn=9))
    assert public["game_view"]["chips"] is None and "5000" not in str(public)


def test_the_same_request_to_sit_down_never_seats_a_guest_twice_even_after_getting_up(table):
    order = table.sits("cleo", 2)
    table.desk.hear(order)
    assert table.guests == ["ann", "bob", "cleo"]
    table.stands_up("cleo")
    table.desk.hear(order)
    again = Desk(table.desk.database, table.desk.settings, [GAME])
    again.hear(order)
    assert [seat.account for seat in again.table(table.id).seats] == ["ann", "bob", None]


def test_a_seat_freed_by_a_refused_guest_is_published(table):
    table.desk.told()
    table.sits("cleo", 1)
    table.sits("dan", 7)
    freed = table.desk.told(SeatFreed)
    assert [(each.account, each.reason) for each in freed] == [("cleo", "seat_taken"), ("dan", "seat_taken")]
    table.sits("ann", 2)
    assert table.guests == ["ann", "bob", None] and table.desk.told(SeatFreed) == []


def test_a_guest_that_gets_up_is_freed_and_so_is_the_seat(table):
    table.desk.told()
    assert answer(table.stands_up("bob")) == table.now.seq
    assert table.guests == ["ann", None, None]
    (freed,) = table.desk.told(SeatFreed)
    assert (freed.account, freed.reason) == ("bob", "left")
    assert last_view(table.watch("bob"))["you"] is None
    table.sits("cleo", 1)
    assert table.guests == ["ann", "cleo", None]


def test_a_guest_that_leaves_with_held_bets_is_paid_and_then_removed(table):
    table.bets("ann", 300)
    asked = table.closes()
    table.held(asked)
    assert answer(table.stands_up("ann")) == "bets_in_play"
    assert isinstance(answer(table.leave("ann")), int)
    assert answer(table.leave("ann")) == "stale"
    assert table.guests[0] == "ann"
    ended = table.shows()
    table.desk.told()
    table.paid(ended)
    assert ended.credited is not None and table.guests[0] is None
    assert [(each.account, each.reason) for each in table.desk.told(SeatFreed)] == [("ann", "left")]


def test_a_suspended_guest_goes_at_once_where_nothing_is_held(table):
    table.expel("ann")
    assert table.guests == [None, "bob", None]
    assert [each.reason for each in table.desk.told(SeatFreed)] == ["suspended"]


@pytest.mark.parametrize("reason", ["suspended", "blocked", "self_excluded"])
def test_others_do_not_see_the_exclusion_of_a_guest(table, reason):
    table.watch("bob")
    table.watch("zoe", conn=9)
    table.desk.frames(9)
    table.expel("ann", reason)
    assert [each.reason for each in table.desk.told(SeatFreed)] == [reason], "the lobby informs the guest"
    seen = str(table.desk.frames(9)) + str(table.watch("bob"))
    assert "'left'" in seen
    assert reason not in seen


def test_a_lost_guest_keeps_the_seat_for_some_windows_and_its_bets_stand(table):
    table.bets("bob", 200)
    table.lose("bob")
    assert table.state.sittings[1] is not None and not table.state.sittings[1].present
    table.plays("ann")
    for _ in range(2):
        assert table.guests[1] == "bob"
        table.plays("ann")
    table.bets("ann", 200)
    table.desk.pass_ms(10_100)
    assert table.guests[1] is None
    assert [each.reason for each in table.desk.told(SeatFreed)] == ["idle"]


def test_a_returning_guest_plays_with_its_present_balance(table):
    table.lose("bob")
    table.desk.told()
    assert last_view(table.watch("bob"))["seats"][1]["connected"]
    (asked,) = table.desk.told(PurseAsked)
    at = (table.id, "trace", table.desk.clock.now_ms())
    table.desk.hear(commands.Purse(*at, "bob", commands.PurseNow(250, {})))
    assert asked.account == "bob" and last_view(table.desk.frames(2))["game_view"]["chips"] == 250
    assert answer(table.bets("bob", 300)) == "insufficient_chips"


def test_a_guest_that_never_views_the_table_counts_as_lost(table):
    at = (table.id, "trace", table.desk.clock.now_ms())
    table.desk.hear(commands.Sit(*at, "s", "cleo", "Cleo", 2, commands.PurseNow(500, {})))
    table.desk.pass_ms(7_000)
    assert not table.state.sittings[2].present and table.state.sittings[0].present


# --- rounds ---


def test_a_round_is_held_dealt_and_paid(table):
    table.bets("ann", 300)
    table.bets("bob", 1_000)
    asked = table.closes()
    assert (asked.bets, asked.guests, asked.number) == ({"ann": 300, "bob": 1_000}, ["ann", "bob"], 1)
    assert asked.round.startswith(table.now.match.id) and asked.reply_to.startswith(f"tables.{GAME}.")
    table.held(asked)
    assert table.state.cards is not None
    ended = table.shows()
    won = table.state.cards[0] > table.state.cards[1]
    assert ended.round == asked.round
    assert ended.credited == ({"ann": 600, "bob": 2_000} if won else {})
    table.paid(ended, 7_777)
    assert table.now.round is None and table.state.phase == "shown"
    assert last_view(table.desk.frames(1))["game_view"]["chips"] == 7_777


def test_the_window_closes_early_when_all_guests_are_done(table):
    table.bets("ann", 300)
    table.done("ann")
    assert table.state.phase == "betting"
    table.done("bob")
    assert [each.bets for each in table.desk.told(RoundAsked)] == [{"ann": 300}]


def test_an_open_window_keeps_its_length_when_a_guest_sits_down(table):
    table.desk.pass_ms(6_000)
    table.sits("cleo", 2)
    assert last_view(table.bets("cleo", 200))["window_ms_left"] == 4_000
    table.desk.pass_ms(4_100)
    assert table.state.phase == "holding"


def test_a_bet_that_the_wallet_refuses_is_dropped_and_the_others_play(table):
    table.bets("ann", 300)
    table.bets("bob", 1_000)
    table.held(table.closes(), bob="loss_limit")
    assert table.now.round is not None and table.now.round.bets == {0: 300}
    assert last_view(table.desk.frames(2))["game_view"]["refused"] == "loss_limit"
    assert "loss_limit" not in str(table.desk.frames(1))
    assert set(table.shows().credited or {}) <= {"ann"}


def test_a_round_is_not_dealt_when_all_bets_are_refused(table):
    table.bets("ann", 300)
    asked = table.closes()
    table.held(asked, ann="insufficient_chips")
    assert (table.now.round, table.state.phase, table.state.at) == (None, "betting", 2)


def test_a_round_without_bets_sends_nothing_to_the_wallet(table):
    assert table.closes() is None
    assert table.state.phase == "betting"


def test_while_the_wallet_is_down_the_round_waits_and_guests_may_sit_down_and_leave(table):
    table.bets("ann", 300)
    asked = table.closes()
    table.desk.pass_ms(3_600_000)
    assert table.state.phase == "holding" and table.desk.told() == []
    assert last_view(table.watch("ann"))["banking"]
    table.sits("cleo", 2)
    table.leave("bob")
    assert table.guests == ["ann", None, "cleo"]
    table.held(asked)
    assert table.state.phase == "open"
    ended = table.shows()
    table.desk.pass_ms(3_600_000)
    assert table.state.phase == "paying"
    table.paid(ended)
    assert table.state.phase == "shown"


def test_late_and_repeated_replies_change_nothing(table):
    table.bets("ann", 300)
    asked = table.closes()
    table.held(asked)
    seq = table.now.seq
    table.held(asked)
    table.held(asked, ann="insufficient_chips")
    assert table.now.seq == seq
    ended = table.shows()
    table.held(asked)
    table.paid(ended)
    seq = table.now.seq
    table.paid(ended)
    table.held(asked)
    assert table.now.seq == seq


def test_a_worker_that_takes_over_in_the_middle_of_a_round_waits_on(table):
    table.bets("ann", 300)
    asked = table.closes()
    heir = Desk(table.desk.database, table.desk.settings, [GAME])
    theirs = HouseTable(heir, table.id)
    heir._told = table.desk._told
    theirs.held(asked)
    assert theirs.state.phase == "open" and theirs.now == theirs.desk.stored(table.id)
    theirs.watch("ann")
    theirs.watch("bob")
    ended = theirs.shows()
    third = HouseTable(Desk(table.desk.database, table.desk.settings, [GAME]), table.id)
    third.paid(ended)
    assert third.state.phase == "shown" and third.now.round is None


def test_the_wallet_is_asked_once_however_often_the_table_is_loaded(table):
    table.bets("ann", 300)
    asked = table.closes()
    for _ in range(3):
        heir = Desk(table.desk.database, table.desk.settings, [GAME])
        heir._told = table.desk._told
        HouseTable(heir, table.id).watch("ann")
        heir.pass_ms(30_000)
        assert heir.told(RoundAsked) == []
    assert HouseTable(heir, table.id).now.round.id == asked.round


# --- what an operator does ---


def test_an_annulled_round_is_paid_back_in_full(table):
    table.bets("ann", 300)
    table.bets("bob", 1_000)
    table.held(table.closes())
    table.annuls(1)
    (ended,) = table.desk.told(RoundEnded)
    assert ended.credited == {"ann": 300, "bob": 1_000}
    assert answer(table.bets("ann", 300)) == "bets_closed"
    table.paid(ended)
    assert table.state.history == ("dummy",)
    table.desk.pass_ms(1_100)
    assert table.plays().number == 2


def test_a_round_annulled_while_the_wallet_holds_is_cancelled_once_it_has(table):
    table.bets("ann", 300)
    asked = table.closes()
    table.annuls(1)
    table.annuls(1, id="order-2")
    assert table.state.phase == "holding" and table.desk.told() == []
    table.held(asked)
    (ended,) = table.desk.told(RoundEnded)
    assert ended.credited == {"ann": 300} and table.state.cards is None


def test_only_a_round_with_held_bets_can_be_annulled(table):
    table.annuls(1)
    table.bets("ann", 300)
    table.held(table.closes())
    table.annuls(2, id="order-2")
    ended = table.shows()
    table.annuls(1, id="order-3")
    table.paid(ended)
    table.annuls(1, id="order-4")
    refused = sorted(row.answer for row in table.desk.rows(store.refused))
    assert [each.split('"')[3] for each in refused] == ["round_settled", *["round_unknown"] * 3]
    assert table.state.history[-1] != "dummy"


def test_the_same_order_to_annul_counts_once(table):
    table.bets("ann", 300)
    table.held(table.closes())
    table.annuls(1)
    (ended,) = table.desk.told(RoundEnded)
    table.paid(ended)
    seq = table.now.seq
    table.annuls(1)
    assert table.now.seq == seq


def test_a_voided_table_returns_every_bet_and_removes_all_guests(table):
    table.bets("ann", 300)
    asked = table.closes()
    shoe = table.now.match.id
    table.annul()
    (ended,) = table.desk.told(RoundEnded)
    assert (ended.round, ended.credited) == (asked.round, None)
    match = next(row for row in table.desk.rows(store.matches) if row.match_id == shoe)
    assert (match.outcome, bool(match.root)) == ("void", True)
    assert table.id not in table.desk.held.loaded_tables
    table.held(asked)


def test_the_lobby_is_notified_of_a_voided_table(table):
    table.desk.told()
    table.annul()
    assert [each.reason for each in table.desk.told(TableDone)] == ["annulled"]


def test_a_game_that_pays_what_it_may_not_stops_its_table(table, monkeypatch):
    table.bets("ann", 300)
    table.held(table.closes())
    monkeypatch.setattr(HouseCard, "_credited", lambda _self, _state: {1: 50})
    assert table.shows() is None
    assert table.phase == "stopped"
    table.sits("cleo", 2)
    assert [each.reason for each in table.desk.told(SeatFreed)] == ["table_stopped"]
    table.annul()
    (ended,) = table.desk.told(RoundEnded)
    assert ended.credited is None


def test_an_operators_order_names_a_round_of_a_house_banked_table(table):
    def order(table_id: str, reason: str = "the cards fell down"):
        return table.desk.database.run(operator.round_order_for, 3, True, table_id, reason, "ops")

    queue, found = order(table.id)
    assert queue == table.now.reply_to and (found.round, found.by, found.shoe_damaged) == (3, "ops", True)
    assert order("nowhere").error == "table_unknown"
    assert order(table.id, "short").error == "reason_required"
    other = Desk(table.desk.database).open("table-2")
    assert order(other.id).error == "not_house_banked"
    table.annul()
    assert order(table.id).error == "match_over"


def test_an_operators_order_is_answered_with_its_result(table):
    table.bets("ann", 300)
    table.held(table.closes())
    table.annuls(2, id="wrong")
    table.annuls(1, id="right")

    def answer_to(order: str):
        return operator.wait_for(lambda: table.desk.database.run(find_answer, table.id, order), seconds=0)

    assert answer_to("wrong").error == "round_unknown"
    assert answer_to("right") is None
    assert answer_to("never sent").error == "not_answered"
