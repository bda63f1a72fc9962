"""Units of work: state and its events are one transaction, tried again where that helps."""

import threading
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from services.contracts.base import Envelope
from services.contracts.lobby.accounts.accounts import Registered
from services.kernel.refusal import Refusal
from services.platform.database import unit_of_work as database_module
from services.platform.database.unit_of_work import CommitInDoubt, Database, Work, outbox
from services.platform.process.tracing import traced
from tests.support.server import wait_until

EVENT = Registered(account="ann", name="Ann", device="", created_at_ms=1)


def put(work: Work, what: str = "done") -> None:
    work.execute(sa.text("INSERT INTO effects VALUES (:what, 1)"), {"what": what})


def put_and_tell(work: Work) -> str:
    put(work)
    work.publish(EVENT)
    work.send("tables.tictactoe.3", ["held"])
    return "answer"


def effects(database: Database) -> list[str]:
    with database.work() as work:
        return sorted(work.execute(sa.text("SELECT what FROM effects")).scalars())


def told(database: Database) -> list[Any]:
    with database.work() as work:
        return list(work.execute(sa.select(outbox).order_by(outbox.c.exchange)).all())


def test_events_are_written_with_the_changes_of_their_transaction(database):
    with traced("trace-1"):
        assert database.run(put_and_tell) == "answer"
    sent, event = told(database)
    assert effects(database) == ["done"]
    assert (sent.exchange, sent.routing_key, msgspec.json.decode(sent.body)) == ("", "tables.tictactoe.3", ["held"])
    assert (event.exchange, event.routing_key) == ("kafeneio.events", "lobby.registered")
    envelope = msgspec.json.decode(event.body, type=Envelope[Registered])
    assert envelope == Envelope(event.id, "trace-1", database.clock.now_ms(), EVENT)
    assert event.at_ms == sent.at_ms == database.clock.now_ms()


@pytest.mark.real
def test_a_name_is_held_by_one_unit_of_work_at_a_time(postgres):
    first_holds, may_end, second_holds = threading.Event(), threading.Event(), threading.Event()

    def hold_until_told(work: Work) -> None:
        work.hold("a name")
        first_holds.set()
        assert may_end.wait(60)

    def hold_too(work: Work) -> None:
        work.hold("a name")
        second_holds.set()

    first = threading.Thread(target=postgres.run, args=(hold_until_told,))
    second = threading.Thread(target=postgres.run, args=(hold_too,))
    first.start()
    assert first_holds.wait(60)
    second.start()
    postgres.run(lambda work: work.hold("another name"))
    with postgres.work() as work:
        waiting = sa.text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
        wait_until(lambda: work.execute(waiting).scalar_one() == 1, 60, "the second one to wait")
    assert not second_holds.is_set()
    may_end.set()
    assert second_holds.wait(60)
    first.join(60)
    second.join(60)


def test_a_failure_leaves_neither(database):
    def fail(work: Work) -> None:
        put_and_tell(work)
        raise RuntimeError("in the middle")

    with pytest.raises(RuntimeError):
        database.run(fail)
    with pytest.raises(RuntimeError), database.work() as work:
        fail(work)
    assert (effects(database), told(database)) == ([], [])


def test_a_refusal_leaves_neither_unless_it_says_keep(database):
    def refuse(work: Work, keep: bool) -> Refusal:
        put_and_tell(work)
        work.keep = keep
        return Refusal("login_failed")

    assert database.run(refuse, False) == Refusal("login_failed")
    assert (effects(database), told(database)) == ([], [])
    assert database.run(refuse, True) == Refusal("login_failed")
    assert (effects(database), len(told(database))) == (["done"], 2)


def test_the_relay_and_later_callbacks_run_only_after_a_commit(database):
    heard: list[Any] = []
    database.on_rows = lambda rows: heard.extend(row.routing_key for row in rows)

    def tell(work: Work, fail: bool) -> None:
        put_and_tell(work)
        work.after(lambda: heard.append("after"))
        if fail:
            raise RuntimeError

    with pytest.raises(RuntimeError):
        database.run(tell, True)
    assert heard == []
    database.run(tell, False)
    assert heard == ["lobby.registered", "tables.tictactoe.3", "after"]


def test_what_comes_after_may_use_the_database(database):
    seen: list[list[str]] = []

    def handler(work: Work) -> None:
        put(work)
        work.after(lambda: seen.append(effects(database)))

    database.run(handler)
    with database.work() as work:
        work.after(lambda: seen.append(effects(database)))
    assert seen == [["done"], ["done"]]


def test_what_comes_after_a_commit_cannot_repeat_it(database):
    tries: list[int] = []

    def broken() -> None:
        raise sa.exc.OperationalError("SELECT 1", {}, RuntimeError("connection lost"))

    def handler(work: Work) -> None:
        tries.append(1)
        work.after(broken)

    with pytest.raises(sa.exc.OperationalError):
        database.run(handler)
    assert len(tries) == 1


def test_a_mistake_is_not_tried_again(database):
    tries: list[int] = []

    def twice(work: Work) -> None:
        tries.append(1)
        put(work)
        put(work)

    with pytest.raises(sa.exc.IntegrityError):
        database.run(twice)
    assert (len(tries), effects(database)) == (1, [])


def test_errors_do_not_reveal_the_values_of_a_statement(database):
    """Roots, hands and addresses travel as parameters, and errors are logged."""

    def secret(work: Work) -> None:
        put(work, "the r00t")
        put(work, "the r00t")

    with pytest.raises(sa.exc.IntegrityError) as caught:
        database.run(secret)
    assert "r00t" not in str(caught.value).partition("DETAIL")[0]


def test_units_of_work_in_many_threads_all_commit(database):
    def add(work: Work, what: str) -> None:
        work.execute(sa.text("SELECT COUNT(*) FROM effects")).scalar_one()
        put(work, what)

    threads = [threading.Thread(target=database.run, args=(add, f"work-{n}")) for n in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(effects(database)) == 12


def test_readiness_follows_the_state_of_the_database(database):
    assert database.is_ready()


def test_a_database_that_cannot_be_reached_is_not_ready():
    away = Database("postgresql+psycopg://nobody@127.0.0.1:1/nowhere", "wallet")
    assert not away.is_ready()


# --- on PostgreSQL ---


@pytest.mark.real
@pytest.mark.parametrize("sqlstate", ["40001", "40P01"])
def test_a_deadlock_is_tried_again(postgres, sqlstate):
    tries: list[int] = []

    def handler(work: Work) -> None:
        tries.append(1)
        put_and_tell(work)
        if len(tries) < 3:
            work.execute(sa.text(f"DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '{sqlstate}'; END $$"))

    postgres.run(handler)
    assert (len(tries), effects(postgres), len(told(postgres))) == (3, ["done"], 2)


@pytest.mark.real
def test_a_session_that_was_ended_is_tried_again(postgres, outage):
    tries: list[int] = []

    def handler(work: Work) -> None:
        tries.append(1)
        put_and_tell(work)
        if len(tries) == 1:
            outage.cut()
            work.execute(sa.text("SELECT 1"))

    postgres.run(handler)
    assert (len(tries), effects(postgres), len(told(postgres))) == (2, ["done"], 2)


@pytest.mark.real
def test_sessions_that_were_ended_while_idle_are_replaced(postgres, outage):
    postgres.run(put)
    outage.cut()
    postgres.run(put, "again")
    assert effects(postgres) == ["again", "done"]


@pytest.mark.real
def test_work_waits_out_a_short_outage(postgres, outage, monkeypatch):
    pauses_s: list[float] = []

    def pause(seconds: float) -> None:
        pauses_s.append(seconds)
        if len(pauses_s) == 7:
            outage.end()

    postgres.run(put)
    outage.begin()
    assert not postgres.is_ready()
    monkeypatch.setattr(database_module.time, "sleep", pause)
    postgres.run(put, "after the outage")
    assert sum(pauses_s) > 3
    assert effects(postgres) == ["after the outage", "done"]


@pytest.mark.real
def test_a_commit_that_a_cut_overtakes_is_in_doubt_and_not_repeated(postgres, outage):
    tries: list[int] = []

    def handler(work: Work) -> None:
        tries.append(1)
        put(work)
        outage.cut()

    with pytest.raises(CommitInDoubt):
        postgres.run(handler)
    assert len(tries) == 1
