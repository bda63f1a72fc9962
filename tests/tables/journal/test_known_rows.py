"""Which matches and rounds tables know, for an operator who looks for lost ones (services/wallet/RULES.md §5.4)."""

from typing import Any

import pytest
import sqlalchemy as sa

from services.contracts.tables.rounds import RoundAsked
from services.kernel.clock import DAY_MS, SystemClock
from services.platform.database.unit_of_work import Database
from services.tables import schema as store
from services.tables.journal.known_rows import find_known
from tests.tables.support.desk import Desk
from tests.tables.support.house_banked_table import HouseTable, seated

TABLE = "table-1@tictactoe"


def known(database: Database, *matches: str, rounds: tuple[str, ...] = (), held_ms: int | None = None) -> set[str]:
    since_ms = database.clock.now_ms() if held_ms is None else held_ms
    return database.run(find_known, matches, rounds, since_ms)


def test_a_match_is_known_from_its_request_for_stakes_on_and_for_good(database: Database) -> None:
    desk = Desk(database)
    table = desk.open(TABLE, stake=200)
    match = table.now.match.id
    assert known(database, match, "another") == {match}
    table.begin().play_out()
    assert known(database, match, "another") == {match}
    desk.pass_ms(400 * 86_400_000)
    assert known(database, match) == {match}


def test_a_match_that_an_owner_still_plays_without_its_row_is_known(database: Database) -> None:
    desk = Desk(database)
    table = desk.open(TABLE, stake=200).begin()
    match = table.now.match.id
    with database.work() as work:
        work.execute(store.matches.delete())
    assert known(database, match, "another", held_ms=0) == {match}
    with database.work() as work:
        work.execute(store.journal.delete())
    assert known(database, match, "another", held_ms=0) == set()


def test_lines_from_long_before_the_hold_are_not_read(database: Database) -> None:
    desk = Desk(database)
    match = desk.open(TABLE, stake=200).begin().now.match.id
    with database.work() as work:
        work.execute(store.matches.delete())
    later_ms = max(database.clock.now_ms(), SystemClock().now_ms()) + 3 * DAY_MS
    assert known(database, match, held_ms=later_ms) == set()


def test_nothing_is_known_of_nothing(database: Database) -> None:
    assert known(database) == set()


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch, database: Database) -> HouseTable:
    return seated(monkeypatch, database=database)


def ask_round(house: HouseTable) -> Any:
    house.bets("ann", 300)
    asked = house.closes()
    assert isinstance(asked, RoundAsked)
    return asked


def forget_from(database: Database, seq: int) -> None:
    """As a database that was put back to an earlier moment."""
    with database.work() as work:
        work.execute(store.journal.delete().where(store.journal.c.seq >= seq))
        work.execute(sa.update(store.tables).values(snapshot=None, snapshot_seq=0))


def test_a_round_is_known_from_its_request_for_bets_on_also_when_it_is_over(
    house: HouseTable, database: Database
) -> None:
    asked = ask_round(house)
    assert known(database, rounds=(asked.round,)) == {asked.round}
    house.held(asked)
    house.paid(house.shows())
    assert known(database, rounds=(asked.round,)) == {asked.round}


def test_a_round_with_its_line_lost_is_not_known_nor_when_another_line_has_its_number(
    house: HouseTable, database: Database
) -> None:
    asked = ask_round(house)
    seq = int(asked.round.rpartition(".")[2])
    with database.work() as work:
        line = work.execute(sa.select(store.journal).where(store.journal.c.seq == seq)).one()
        other = work.execute(sa.select(store.journal.c.action).where(store.journal.c.seq == seq - 1)).scalar_one()
    forget_from(database, seq)
    assert known(database, rounds=(asked.round,)) == set()
    row = {column.name: getattr(line, column.name) for column in store.journal.c}
    with database.work() as work:
        work.execute(store.journal.insert().values(row | {"action": other}))
    assert known(database, rounds=(asked.round,)) == set()


def test_a_round_with_its_line_archived_is_known(house: HouseTable, database: Database) -> None:
    asked = ask_round(house)
    seq = int(asked.round.rpartition(".")[2])
    forget_from(database, seq)
    row = {
        "table_id": asked.table,
        "first_seq": 1,
        "last_seq": seq,
        "file": "f",
        "offset_bytes": 0,
        "length_bytes": 1,
        "sha256": "",
        "names": "[]",
        "matches": "",
        "last_at_ms": 1,
    }
    with database.work() as work:
        work.execute(store.archive_entries.insert().values(row))
    assert known(database, rounds=(asked.round,)) == {asked.round}


def test_a_round_with_its_line_deleted_for_its_age_is_known(house: HouseTable, database: Database) -> None:
    asked = ask_round(house)
    seq = int(asked.round.rpartition(".")[2])
    house.held(asked)
    with database.work() as work:
        work.execute(store.journal.delete().where(store.journal.c.seq <= seq))
    assert known(database, rounds=(asked.round,)) == {asked.round}


@pytest.mark.parametrize("end", ["", ".x", ".-1", ".٣", "." + "9" * 20])
def test_what_is_no_rounds_id_is_not_known(house: HouseTable, database: Database, end: str) -> None:
    shoe = ask_round(house).round.rpartition(".")[0]
    assert known(database, rounds=(shoe + end, "nobody's.3")) == set()
