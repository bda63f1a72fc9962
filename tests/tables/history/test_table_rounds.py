"""Operators see the newest rounds of a house-banked table before they annul one (services/tables/RULES.md §4)."""

from typing import Any

import pytest

from services.contracts.tables.rounds import ROUNDS_MAX, ListRounds, TableRounds
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Database
from services.tables.history import table_round_rows
from tests.tables.support.desk import Desk
from tests.tables.support.house_banked_table import GAME, HouseTable, open_house, seated


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> HouseTable:
    return seated(monkeypatch)


def ask(database: Database, table: str, *roles: str) -> Any:
    return database.run(table_round_rows.list_rounds, ListRounds(roles=list(roles or ["operator"]), table=table))


def rounds_of(table: HouseTable) -> Any:
    found = ask(table.desk.database, table.id)
    assert isinstance(found, TableRounds) and found.game == GAME
    return found.rounds


def test_rounds_are_listed_newest_first_with_bets_and_what_was_paid(table: HouseTable) -> None:
    first = table.plays("ann", 300)
    table.bets("bob", 1_000)
    asked = table.closes()
    newest, oldest = rounds_of(table)
    assert (oldest.round, oldest.number, oldest.state, oldest.bets) == (first.round, 1, "paid", {"ann": 300})
    assert oldest.credited == first.credited and oldest.at_ms < newest.at_ms
    assert (newest.round, newest.number, newest.state) == (asked.round, 2, "holding")
    assert (newest.bets, newest.credited, newest.match) == ({"bob": 1_000}, None, table.now.match.id)
    table.held(asked)
    assert rounds_of(table)[0].state == "held"
    ended = table.shows()
    assert (rounds_of(table)[0].state, rounds_of(table)[0].credited) == ("paying", ended.credited)


def test_the_number_that_is_listed_is_the_one_that_is_annulled(table: HouseTable) -> None:
    table.bets("ann", 300)
    table.held(table.closes())
    (listed,) = rounds_of(table)
    table.annuls(listed.number)
    (listed,) = rounds_of(table)
    assert (listed.state, listed.credited) == ("annulled", {"ann": 300})


def test_a_round_without_a_held_bet_is_not_listed(table: HouseTable) -> None:
    table.desk.pass_ms(10_100)
    table.bets("ann", 300)
    table.held(table.closes(), ann="insufficient_chips")
    assert rounds_of(table) == []


def test_bets_belong_to_the_players_of_that_round(table: HouseTable) -> None:
    table.plays("ann", 300)
    table.stands_up("ann")
    table.sits("cleo", 0)
    table.plays("cleo", 400)
    assert [list(each.bets) for each in rounds_of(table)] == [["cleo"], ["ann"]]


def test_the_newest_rounds_are_listed_and_no_more(monkeypatch: pytest.MonkeyPatch, table: HouseTable) -> None:
    monkeypatch.setattr(table_round_rows.contract, "ROUNDS_MAX", 2)
    numbers = [table.plays().number for _ in range(3)]
    assert [each.number for each in rounds_of(table)] == numbers[:0:-1]
    assert ROUNDS_MAX == 20


def test_of_a_very_long_shoe_the_round_that_is_held_is_listed(
    monkeypatch: pytest.MonkeyPatch, table: HouseTable
) -> None:
    monkeypatch.setattr(table_round_rows, "LINES_MAX", 5)
    table.plays("ann", 300)
    assert rounds_of(table) == []
    table.bets("bob", 1_000)
    table.held(table.closes())
    assert [(each.number, each.bets) for each in rounds_of(table)] == [(2, {"bob": 1_000})]


def test_an_empty_table_has_no_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    assert rounds_of(open_house(monkeypatch)) == []


def test_rounds_that_cannot_be_listed_are_refused(table: HouseTable) -> None:
    database = table.desk.database
    assert ask(database, table.id, "moderator", "auditor", "administrator") == Refusal("forbidden")
    assert ask(database, "unknown") == Refusal("table_unknown")
    assert ask(database, "un\0known") == Refusal("table_unknown")
    table.annul()
    assert ask(database, table.id) == Refusal("match_over")
    desk = Desk()
    desk.open("table-2@tictactoe", stake=200).begin()
    assert ask(desk.database, "table-2@tictactoe") == Refusal("not_house_banked")
