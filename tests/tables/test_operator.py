"""What an operator can do about a table, and what is cleaned up: services/tables/RULES.md §10, README.md."""

import pytest
import sqlalchemy as sa

from services.contracts.tables import commands
from services.contracts.tables.events import MatchFinished, TableDone
from services.kernel.refusal import Refusal
from services.tables import metrics
from services.tables import operator_orders as operator
from services.tables import schema as store
from services.tables.journal.journal_rows import Journal
from services.tables.settings import TablesSettings
from services.tables.worker.shards.loaded_table import RefusedIds
from tests.tables.support.desk import Desk, answer
from tests.tables.support.made_up_games import BrokenGame, register

DAY_MS = 86_400_000


@pytest.fixture
def broken(monkeypatch):
    game = register(monkeypatch, BrokenGame())
    desk = Desk(games=["broken"])
    return game, desk.open("table-1@broken", stake=200).begin()


def test_a_stopped_table_is_annulled_though_its_engine_still_fails(broken):
    game, table = broken
    game.faults = {"apply", "progress", "view", "next"}
    table.place(1, 1)
    assert table.phase == "stopped"
    table.annul("the engine fails")
    finished, done = sorted(table.desk.told()[-2:], key=lambda event: type(event).__name__)
    assert isinstance(finished, MatchFinished) and (finished.outcome, finished.reason) == ("void", "annulled")
    assert done == TableDone(table=table.id, reason="annulled")
    assert table.desk.held.loaded_tables == {}
    (row,) = table.desk.rows(store.matches)
    assert row.outcome == "void" and row.seeds


def test_a_table_that_cannot_be_replayed_is_loaded_as_stopped_and_can_be_annulled(broken):
    game, table = broken
    table.place(1, 1)
    seq = table.now.seq
    with table.desk.database.work() as work:
        work.execute(sa.update(store.tables).values(snapshot=None))
    game.faults = {"apply", "progress", "view"}
    other = Desk(table.desk.database, games=["broken"])
    (wake,) = other.deliver([commands.Wake(0)])
    wake.shard = table.desk.shard(table.id)
    other.turn(wake)
    table.desk = other
    assert (table.phase, table.now.seq) == ("stopped", seq)
    match = table.now.match.id
    table.annul("cannot be replayed")
    assert [each.match for each in other.told(MatchFinished)] == [match] and other.held.loaded_tables == {}


def test_a_table_that_cannot_be_replayed_is_counted_as_stopped_so_that_an_operator_is_paged(broken):
    game, table = broken
    table.place(1, 1)
    with table.desk.database.work() as work:
        work.execute(sa.update(store.tables).values(snapshot=None))
    journal, shard = Journal(table.desk.database), table.desk.shard(table.id)
    before = metrics.stopped.labels("broken")._value.get()
    journal.load(shard)
    assert metrics.stopped.labels("broken")._value.get() == before
    game.faults = {"apply"}
    journal.load(shard)
    assert metrics.stopped.labels("broken")._value.get() == before + 1


def test_a_table_of_another_match_than_could_be_replayed_is_left_alone(broken):
    game, table = broken
    table.play_out()
    for account in ("ann", "bob"):
        table.choose(account, "rematch", "ab" * 16)
    table.holds()
    table.ratings()
    with table.desk.database.work() as work:
        work.execute(sa.update(store.tables).values(snapshot=None))
    game.faults = {"apply"}
    assert table.desk.worker._journal.load(table.desk.shard(table.id)) == []


def test_the_order_goes_into_the_tables_own_shard_queue(desk):
    table = desk.open()
    found = desk.database.run(operator.order_for, table.id, "a flood in the hall", "olga")
    assert isinstance(found, tuple)
    queue, order = found
    assert queue == "tables.tictactoe.1"
    assert (order.table, order.reason, order.by) == (table.id, "a flood in the hall", "olga")
    desk.hear(order)
    assert desk.held.loaded_tables == {}
    assert desk.database.run(operator.order_for, table.id, "a flood in the hall", "olga") == Refusal("match_over")
    assert desk.database.run(operator.order_for, "nothing", "a flood in the hall", "olga") == Refusal("table_unknown")


@pytest.mark.parametrize("reason", ["", "too short", "x" * 501])
def test_an_operator_gives_a_reason(desk, reason):
    table = desk.open()
    assert desk.database.run(operator.order_for, table.id, reason, "olga") == Refusal("reason_required")


# --- what is forgotten, and what is not ---


def test_refusals_of_tables_closed_long_ago_are_forgotten(desk):
    closed, open_ = desk.open("table-1"), desk.open("table-2")
    for table in (closed, open_):
        assert answer(table.move("ann", 1, {"move": "fly"}, id="refused-" + table.id)) == "stale"
    closed.leave("ann")
    desk.pass_ms(30_051)
    assert list(desk.held.loaded_tables) == ["table-2"]
    assert desk.worker._journal.prune(DAY_MS) == 0
    desk.clock.advance(2 * DAY_MS)
    assert desk.worker._journal.prune(DAY_MS) == 1
    assert [row.table_id for row in desk.rows(store.refused)] == ["table-2"]


def test_old_refusals_take_no_room_and_none_is_forgotten():
    refused_ids = RefusedIds()
    assert "anything" not in refused_ids
    refused_ids.update(f"id-{n}" for n in range(500))
    assert all(f"id-{n}" in refused_ids for n in range(500))
    wrong = sum(f"other-{n}" in refused_ids for n in range(1000))
    assert wrong < 100, "the rest is looked up, and found to be new"
    assert not hasattr(refused_ids, "__dict__") and refused_ids._bits.bit_length() <= 8192


def test_a_repeated_command_that_was_refused_is_refused_the_same_way():
    desk = Desk(settings=TablesSettings(remembered_commands=3))
    table = desk.open().begin()
    other = table.other
    first = answer(table.move(other, None, {"move": "fly"}, id="first"))
    for n in range(5):
        table.move(other, None, {"move": "fly"}, id=f"more-{n}")
    assert "first" not in desk.held.loaded_tables[table.id].answers
    assert answer(table.move(other, None, {"move": "fly"}, id="first")) == first
    taken = Desk(desk.database, desk.settings)
    table.desk = taken
    taken.hear(commands.Wake(1))
    assert answer(table.move(other, None, {"move": "leave"}, id="first")) == first
    assert table.phase == "playing"


# --- many tables ---


def test_what_tables_remember_is_read_at_once_for_all_that_are_played_at(desk):
    tables = [desk.open(f"table-{n}") for n in range(1, 40) if desk.shard(f"table-{n}") == "tictactoe.1"]
    assert len(tables) > 3
    for table in tables:
        table.seed("ann", id=f"seed-{table.id}")
        desk.clock.advance(1)
        table.move("ann", 1, {"move": "fly"}, id=f"refused-{table.id}")
    statements = []
    sa.event.listen(desk.database.engine, "before_cursor_execute", lambda *args: statements.append(args[2]))
    other = Desk(desk.database)
    other.hear(commands.Wake(1))
    assert len(other.held.loaded_tables) == len(tables)
    assert not any("FROM refused" in each for each in statements)
    again = [(table.head("ann", id=f"seed-{table.id}"), table.now.match.id, "ab" * 16) for table in tables]
    other.hear(*(commands.Seed(*head, match, seed) for head, match, seed in again))
    assert sum("FROM refused" in each for each in statements) == 1
    assert sum("row_number" in each for each in statements) == 1
    for live in other.held.loaded_tables.values():
        table = live.table.id
        assert list(live.answers) == [f"seed-{table}", f"refused-{table}"]


def test_ten_thousand_idle_tables_cost_an_empty_turn_nothing(desk, monkeypatch):
    from services.tables.transitions import timers
    from services.tables.worker.shards.loaded_table import LoadedTable

    table = desk.open().begin().now
    for n in range(10_000):
        each = LoadedTable(table, "tictactoe.1", desk.settings)
        desk.held.loaded_tables[f"idle-{n}"] = each
        desk.held._timer_of[f"idle-{n}"] = due_ms = desk.clock.now_ms() + 1_000_000 + n
        desk.held._timers.append((due_ms, f"idle-{n}"))
    looked = []
    known = timers.deadline_ms
    monkeypatch.setattr(timers, "deadline_ms", lambda *args: looked.append(args) or known(*args))
    for _ in range(50):
        desk.pass_ms(100)
    assert looked == [] and len(desk.held._timers) == 10_001
    desk.pass_ms(25_051)
    assert 1 <= len(looked) <= 20, "one timer has come up, and one table was looked at"
