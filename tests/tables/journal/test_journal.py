"""The journal on both databases: fenced writes, and what is read back."""

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from services.contracts.tables import commands
from services.contracts.tables.events import MatchFinished
from services.kernel.clock import FakeClock
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Database, outbox
from services.platform.process.json import encode
from services.tables import schema as store
from services.tables.journal.commit_rows import CommitFailed
from services.tables.journal.journal_rows import Journal
from services.tables.settings import TablesSettings
from services.tables.table.model import Table
from tests.platform.outage import Outage
from tests.support.databases.migrated import Migrated
from tests.support.servers import PostgresServer
from tests.tables.support.desk import Desk, Seated, answer

SHARD = "tictactoe.1"
PLACE = {"move": "place", "row": 1, "col": 1}
EVERYTHING = (
    *(store.tables, store.journal, store.refused, store.matches, store.recorded, store.shards, store.workers),
    outbox,
)


@pytest.fixture(scope="module")
def postgres_home(postgres_server: PostgresServer, postgres_template: Callable[[str], str]) -> Iterator[str]:
    yield postgres_server.create_database("test_journal", postgres_template("tables"))
    postgres_server.drop_database("test_journal")


@pytest.fixture
def postgres(postgres_home: str) -> Iterator[Database]:
    """A migrated tables database on PostgreSQL, empty; its clock stands still."""
    found = Database(postgres_home, "tables", FakeClock())
    with found.work() as work:
        work.execute(sa.text(f"TRUNCATE {', '.join(table.name for table in EVERYTHING)}"))
    yield found
    found.close()


@pytest.fixture
def sqlite(migrated_sqlite: Migrated) -> Iterator[Database]:
    found = Database(migrated_sqlite("tables"), "tables", FakeClock())
    yield found
    found.close()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.real)])
def database(request: pytest.FixtureRequest) -> Database:
    found: Database = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def desk(database: Database) -> Iterator[Desk]:
    found = Desk(database, TablesSettings(snapshot_every=7))
    yield found
    close(found)


def close(desk: Desk) -> None:
    """Give up a committer's own connection."""
    committer = desk.worker._journal.committer
    if hasattr(committer, "close"):
        committer.close()


def twin(database: Database) -> Database:
    """The same database as another process has it."""
    return Database(database.url, "tables", database.clock)


def written(database: Database) -> dict[str, int]:
    with database.work() as work:
        count = sa.select(sa.func.count())
        return {table.name: work.execute(count.select_from(table)).scalar_one() for table in EVERYTHING}


# --- what is committed is what is loaded ---


def test_a_whole_life_is_stored_and_loaded_alike(desk):
    table = desk.open(stake=200)
    for step in (
        lambda: table.seed("ann", "aa" * 16),
        lambda: table.seed("bob", "bb" * 16),
        table.holds,
        table.ratings,
        table.first_round,
        lambda: table.move("ann", 99, {"move": "fly"}),
        lambda: desk.pass_ms(30_051),
        lambda: [table.place(*cell) for cell in ((1, 2), (2, 2), (1, 3))],
        lambda: table.settled(table.now.last.match, [320, 0]),
        lambda: table.choose("ann", "rematch", "ab" * 16),
        lambda: table.choose("bob", "rematch"),
        lambda: table.leave("bob"),
    ):
        step()
        desk.clock.advance(11)
        assert encode(desk.stored(table.id)) == encode(table.now)
        assert desk.stored(table.id) == table.now
    assert [each.outcome for each in desk.told(MatchFinished)] == ["won", "void"]


def test_many_tables_are_written_in_one_commit(desk):
    tables = [desk.open(f"table-{n}") for n in (1, 13, 18, 24)]
    seeds = [
        commands.Seed(*each.head(account), each.now.match.id, "ab" * 16)
        for each in tables
        for account in ("ann", "bob")
    ]
    before = written(desk.database)
    desk.turn(*desk.deliver(seeds))
    assert written(desk.database)["journal"] == before["journal"] + 8
    assert {table.id: table for table in desk.worker._journal.load(SHARD)} == {each.id: each.now for each in tables}


def test_texts_of_every_kind_come_back_as_they_were(desk):
    table = desk.open(name="Τραπέζι \"1\" 'x' \\ %s {} \u2028 🎲", options={"size": 4}).begin()
    odd = "id-%s-'\"\\{}-é"
    version = answer(table.place(1, 1, id=odd))
    assert answer(table.move("ann", 99, {"move": "fly"}, id=odd + "2")) in ("stale", "not_your_turn", "illegal_move")
    assert desk.stored(table.id) == table.now
    assert desk.worker._journal.answer_of(table.id, odd) == version
    assert isinstance(desk.worker._journal.answer_of(table.id, odd + "2"), Refusal)


def test_a_refusal_is_stored_once_with_its_detail(desk):
    table = desk.open().begin()
    mover, number = table.turn_of, table.now.match.clocks[0].number
    for _ in range(2):
        assert answer(table.move(mover, number, {"move": "fly"}, id="same")) == "illegal_move"
    other = Desk(twin(desk.database))
    other.hear(commands.Wake(1))
    assert answer(Seated(other, table.id).move(mover, number, {"move": "fly"}, id="same")) == "illegal_move"
    assert written(desk.database)["refused"] == 1
    close(other)


def test_events_are_written_with_the_commit_and_the_relay_is_notified(desk):
    heard: list[str] = []
    desk.database.on_rows = lambda rows: heard.extend(row.routing_key for row in rows)
    table = desk.open(stake=200)
    table.begin().play_out()
    table.choose("ann", "communication")
    assert heard == ["tables.match_asked.staked", "tables.match_finished.staked", "tables.table_done"]
    assert sorted(row.routing_key for row in desk.rows(outbox)) == sorted(heard)


# --- fencing ---


def test_epochs_rise_with_every_claim(desk):
    journal = desk.worker._journal
    assert [journal.claim("tictactoe.7", f"worker-{n}")[0] for n in range(3)] == [1, 2, 3]


def test_a_claim_returns_since_when_the_shard_had_no_owner(desk):
    journal, clock = desk.worker._journal, desk.clock
    assert journal.claim("tictactoe.7", desk.worker.name) == (1, clock.now_ms())
    desk.beat()
    beaten_ms = clock.now_ms()
    clock.advance(5_000)
    assert journal.claim("tictactoe.7", "second") == (2, beaten_ms)
    clock.advance(1_000)
    assert journal.claim("tictactoe.7", "third") == (3, clock.now_ms()), "the second never beat"
    journal.release(["tictactoe.7"], "third")
    released_ms = clock.now_ms()
    clock.advance(9_000)
    assert journal.claim("tictactoe.7", "fourth") == (4, released_ms)
    journal.release(["tictactoe.7"], "third")
    clock.advance(1_000)
    assert journal.claim("tictactoe.7", "fifth") == (5, clock.now_ms()), "only the owner can give it back"


@pytest.fixture
def rival(desk: Desk) -> Iterator[Desk]:
    found = Desk(twin(desk.database))
    yield found
    close(found)
    found.database.close()


def test_after_a_claim_nothing_of_the_old_owner_is_written(desk, rival):
    """Paused between decide and commit: the claim comes first."""
    desk.open().begin()
    table, kept = desk.held.loaded_tables["table-1"], desk.open("table-2").begin()
    writing = decided(desk, Seated(desk, "table-1"), kept)
    before = written(desk.database)
    rival.hear(commands.Wake(1))
    after_claim = written(desk.database)
    assert desk.worker._journal.committer.begin(writing)() == {SHARD}
    now = written(desk.database)
    assert now == after_claim | {"journal": after_claim["journal"] + 1}, "only the kept shard's line"
    assert after_claim["journal"] == before["journal"] + 1, "the new owner's word that clocks go on"
    assert rival.stored("table-1") == rival.table("table-1")
    assert table.table.seq < rival.table("table-1").seq + 1
    assert desk.stored("table-2").seq == kept.now.seq + 1


def decided(desk: Desk, *tables: Seated) -> Any:
    """What a round would commit for a move at each table: decided, not yet written."""
    caught: list[Any] = []
    committer = desk.worker._journal.committer
    begin = committer.begin
    committer.begin = lambda writing: (caught.append(writing), frozenset)[1]  # type: ignore[method-assign]
    moves = [
        commands.Move(*table.head(table.turn_of), table.now.match.id, table.now.match.clocks[0].number, PLACE)
        for table in tables
    ]
    states: dict[str, Table] = {table.id: table.now for table in tables}
    desk.turn(*desk.deliver(*([move] for move in moves)))
    committer.begin = begin  # type: ignore[method-assign]
    for name, state in states.items():
        desk.held.loaded_tables[name].table = state
    return caught[0]


def test_when_every_shard_is_lost_nothing_at_all_is_written(desk, rival):
    table = desk.open().begin()
    writing = decided(desk, table)
    rival.hear(commands.Wake(1))
    before = written(desk.database)
    assert desk.worker._journal.committer.begin(writing)() == {SHARD}
    assert written(desk.database) == before


@pytest.mark.real
def test_a_claim_waits_for_a_commit_that_has_passed_its_fence(postgres):
    """Paused between fence and commit: the claim must see what was written."""
    desk, rival = Desk(postgres), Desk(twin(postgres))
    table = desk.open().begin()
    writing = decided(desk, table)
    fenced, go_on = threading.Event(), threading.Event()
    pause_after_the_fence(desk, fenced, go_on)
    outcome: list[Any] = []
    committing = threading.Thread(target=lambda: outcome.append(desk.worker._journal.committer.begin(writing)()))
    committing.start()
    assert fenced.wait(60)
    claiming = threading.Thread(target=lambda: rival.hear(commands.Wake(1)))
    claiming.start()
    time.sleep(0.2)
    assert claiming.is_alive(), "the claim did not wait"
    go_on.set()
    for thread in (committing, claiming):
        thread.join(60)
    assert outcome == [frozenset()]
    moved = [row for row in desk.rows(store.journal) if '"moved"' in row.action]
    assert len(moved) == 1 and rival.table("table-1").match.state.x | rival.table("table-1").match.state.o == 1
    close(desk)
    close(rival)


def pause_after_the_fence(desk: Desk, fenced: threading.Event, go_on: threading.Event) -> None:
    """Let a commit stop where its fence has been passed, with the lock held, before anything else is written."""
    committer: Any = desk.worker._journal.committer
    script = committer._script

    def paused_script(writing: Any) -> Any:
        committer._connected().execute("BEGIN; SELECT epoch FROM tables.shards WHERE shard = 'tictactoe.1' FOR SHARE")
        fenced.set()
        assert go_on.wait(60)
        return script(writing)

    committer._script = paused_script


@pytest.mark.real
def test_a_commit_waits_for_a_claim_under_way_and_then_writes_nothing(postgres):
    """The other order: the claim has the lock, the commit must wait and find itself fenced."""
    desk = Desk(postgres)
    table = desk.open().begin()
    writing = decided(desk, table)
    before = written(postgres)
    outcome: list[Any] = []
    rival = twin(postgres)
    with rival.work() as claim:
        shards = store.shards
        claim.execute(sa.select(shards.c.epoch).where(shards.c.shard == SHARD).with_for_update())
        claim.execute(shards.update().where(shards.c.shard == SHARD).values(epoch=shards.c.epoch + 1, owner="rival"))
        committing = threading.Thread(target=lambda: outcome.append(desk.worker._journal.committer.begin(writing)()))
        committing.start()
        time.sleep(0.2)
        assert committing.is_alive(), "the commit did not wait"
    committing.join(60)
    assert outcome == [{SHARD}]
    assert written(postgres) == before
    close(desk)
    rival.close()


@pytest.mark.real
def test_workers_of_many_shards_write_at_the_same_time(postgres):
    """Fences of different workers on the same shards do not keep each other waiting, nor lock each other up."""
    desks = [Desk(twin(postgres)) for _ in range(3)]
    for number, desk in enumerate(desks):
        for n in range(8):
            desk.open(f"table-{number}-{n}")
            for other in desks:
                other.held.epochs.clear()
    errors: list[Exception] = []

    def work(desk: Desk) -> None:
        try:
            for n in range(15):
                desk.hear(commands.Wake(n % 8))
                desk.worker._journal.release(list(desk.held.epochs), desk.worker.name)
        except Exception as error:  # noqa: BLE001 the test looks at it
            errors.append(error)

    threads = [threading.Thread(target=work, args=(desk,)) for desk in desks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert errors == [] and all(desk.worker._again == [] for desk in desks)
    for desk in desks:
        close(desk)
        desk.database.close()


# --- failures ---


@pytest.mark.real
def test_a_commit_cut_off_in_the_middle_wrote_all_or_nothing_and_is_done_once(postgres, postgres_home):
    desk = Desk(postgres)
    table = desk.open().begin()
    with Outage(postgres_home) as outage:
        outage.cut()
        frames = table.place(1, 1)
        assert frames == [] and desk.worker._again
        for _ in range(5):
            desk.again()
            if not desk.worker._again:
                break
    moved = [row for row in desk.rows(store.journal) if '"moved"' in row.action]
    assert len(moved) == 1
    assert desk.stored(table.id) == table.now
    close(desk)


@pytest.mark.real
def test_a_batch_that_cannot_be_put_into_words_holds_no_lock(postgres):
    """Whatever goes wrong between fence and commit, a new owner need not wait for us."""
    desk, rival = Desk(postgres), Desk(twin(postgres))
    table = desk.open().begin()
    writing = decided(desk, table)
    writing.snapshots.append((SHARD, object()))
    with pytest.raises(Exception) as caught:
        desk.worker._journal.committer.begin(writing)()
    assert not isinstance(caught.value, CommitFailed)
    claiming = threading.Thread(target=lambda: rival.hear(commands.Wake(1)), daemon=True)
    claiming.start()
    claiming.join(60)
    assert not claiming.is_alive()
    close(desk)
    close(rival)


def test_nothing_of_a_batch_that_fails_is_written(desk):
    """A line that is there already: the whole batch is refused."""
    table = desk.open().begin()
    writing = decided(desk, table)
    assert desk.worker._journal.committer.begin(writing)() == frozenset()
    before = written(desk.database)
    with pytest.raises(CommitFailed):
        desk.worker._journal.committer.begin(writing)()
    assert written(desk.database) == before
    assert Journal(desk.database).answer_of(table.id, "nothing") is None


# --- what tables remember, and what is forgotten ---


def test_results_of_recent_commands_are_read_alike_from_both_databases(desk):
    tables = [desk.open(f"table-{n}").begin() for n in range(1, 14) if desk.shard(f"table-{n}") == "tictactoe.1"]
    for table in tables:
        for n in range(3):
            desk.clock.advance(1)
            assert answer(table.move("ann", 99, {"move": "fly"}, id=f"no-{n}-{table.id}")) is not None
        desk.clock.advance(1)
        table.place(1, 1, id=f"yes-{table.id}")
    known = desk.worker._journal.known_commands([table.id for table in tables], 2)
    assert known.keys() == {table.id for table in tables} and len(tables) == 2
    for table in tables:
        found = known[table.id]
        assert list(found.answers) == [f"no-2-{table.id}", f"yes-{table.id}"]
        assert found.answers[f"yes-{table.id}"] == table.now.seq
        assert found.refused_ids == {f"no-{n}-{table.id}" for n in range(2)}


def test_old_refusals_of_closed_tables_are_forgotten_on_both_databases(desk):
    table = desk.open()
    assert answer(table.move("ann", 1, {"move": "fly"})) == "stale"
    desk.clock.advance(10_000)
    assert desk.worker._journal.prune(5_000) == 0
    table.leave("ann")
    desk.pass_ms(30_051)
    assert desk.worker._journal.prune(60_000) == 0 and desk.worker._journal.prune(5_000) == 1
