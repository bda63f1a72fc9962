"""Several prepared statements as one message to PostgreSQL."""

import pytest
import sqlalchemy as sa

from services.platform.database import prepared_scripts
from services.platform.database.prepared_scripts import Call
from services.platform.database.unit_of_work import CommitInDoubt, Database, Work
from tests.platform.database.test_database import EVENT, effects, told

pytestmark = pytest.mark.real

PUT = "INSERT INTO effects VALUES ($1::text, 1)"
FIND = "SELECT what FROM effects WHERE what = ANY($1::text[]) ORDER BY what"
NASTY = ["O'Neill", "back\\slash", 'quo"te', "{a,b}", "NULL", "", " ", "%s $1; --", "Καφενείο 🎲\n\t"]


def test_each_statement_has_its_rows_and_sees_what_was_written_before_it(postgres: Database) -> None:
    with postgres.work() as work:
        put, found, none = work.call(
            Call(PUT, ("a",)), Call(FIND, (prepared_scripts.array(["a", "b"]),)), Call(FIND, ("{}",))
        )
    assert (put, [row.what for row in found], none) == ([], ["a"], [])
    assert effects(postgres) == ["a"]


def test_texts_come_as_they_are(postgres: Database) -> None:
    with postgres.work() as work:
        for text in NASTY:
            work.later(Call(PUT, (text,)))
    with postgres.work() as work:
        (found,) = work.call(Call(FIND, (prepared_scripts.array(NASTY),)))
    assert sorted(row.what for row in found) == sorted(NASTY)


def test_a_text_that_the_database_cannot_have_is_refused_and_not_cut(postgres: Database) -> None:
    with pytest.raises(sa.exc.DataError), postgres.work() as work:
        work.call(Call(PUT, ("a\0b",)))
    assert effects(postgres) == []


def test_what_waits_is_done_before_the_next_statement_and_with_the_commit(postgres: Database) -> None:
    with postgres.work() as work:
        work.later(Call(PUT, ("a",)))
        assert work.execute(sa.text("SELECT count(*) FROM effects")).scalar_one() == 1
        work.later(Call(PUT, ("b",)))
    assert effects(postgres) == ["a", "b"]


def test_what_waits_is_forgotten_with_its_work(postgres: Database) -> None:
    with pytest.raises(RuntimeError), postgres.work() as work:
        work.call(Call(PUT, ("a",)))
        work.later(Call(PUT, ("b",)))
        raise RuntimeError
    assert effects(postgres) == []


def test_a_failure_at_the_commit_leaves_nothing_and_the_connection_works_on(postgres: Database) -> None:
    def fail(work: Work) -> None:
        work.execute(sa.text("INSERT INTO effects VALUES ('first', 1)"))
        work.publish(EVENT)
        work.later(Call(PUT, ("twice",)))
        work.later(Call(PUT, ("twice",)))

    with pytest.raises(sa.exc.IntegrityError) as caught:
        postgres.run(fail)
    assert "twice" not in str(caught.value).partition("DETAIL")[0]
    assert (effects(postgres), told(postgres)) == ([], [])
    with postgres.work() as work:
        work.call(Call(PUT, ("once",)))
    assert effects(postgres) == ["once"]


def test_scripts_and_other_statements_share_one_transaction(postgres: Database) -> None:
    def mixed(work: Work, first: str) -> tuple[int, ...]:
        asked = "SELECT txid_current() AS number"
        ask = (lambda: work.call(Call(asked))[0][0].number, lambda: work.execute(sa.text(asked)).scalar_one())
        return tuple(each() for each in (ask if first == "script" else reversed(ask)))

    for first in ("script", "statement"):
        numbers = postgres.run(mixed, first)
        assert len(set(numbers)) == 1


def test_a_reader_begins_no_transaction(postgres: Database) -> None:
    status: list[object] = []

    def read(work: Work) -> None:
        work.call(Call(FIND, ("{}",)))
        status.append(prepared_scripts._is_in_transaction(prepared_scripts._raw(work.connection)))

    postgres.collect(read)
    assert status == [False]


def test_a_look_begins_no_transaction_and_is_tried_again_on_another_connection(postgres: Database) -> None:
    tries: list[bool] = []

    def look(work: Work, kill: str) -> int:
        work.call(Call(FIND, ("{}",)))
        tries.append(prepared_scripts._is_in_transaction(prepared_scripts._raw(work.connection)))
        if len(tries) == 1:
            work.call(Call(kill))
        return len(tries)

    assert postgres.look(look, "SELECT pg_terminate_backend(pg_backend_pid())") == 2
    assert tries == [False, False]


def test_a_connection_that_is_lost_while_it_commits_leaves_doubt(postgres: Database) -> None:
    def kill(work: Work) -> None:
        work.later(Call("SELECT pg_terminate_backend(pg_backend_pid())"))

    with pytest.raises(CommitInDoubt):
        postgres.run(kill)
    assert postgres.is_ready()


def test_a_lost_connection_is_replaced_and_the_work_done_again(postgres: Database) -> None:
    tries: list[int] = []

    def work_(work: Work) -> None:
        tries.append(1)
        if len(tries) == 1:
            work.call(Call("SELECT pg_terminate_backend(pg_backend_pid())"))
        work.call(Call(PUT, ("a",)))

    postgres.run(work_)
    assert (len(tries), effects(postgres)) == (2, ["a"])


def test_what_the_driver_lets_go_after_a_rollback_is_prepared_again(postgres: Database) -> None:
    def often(work: Work, fail: bool) -> None:
        for _ in range(8):  # so often that the driver prepares it by itself
            work.execute(sa.text("SELECT what FROM effects WHERE what = :what"), {"what": "x"})
        work.call(Call(FIND, ("{}",)))
        if fail:
            raise RuntimeError

    for fail in (False, True, False, True, True, False):
        try:
            postgres.run(often, fail)
        except RuntimeError:
            continue


def test_a_prepared_statement_that_is_gone_is_prepared_again(postgres: Database) -> None:
    tries: list[int] = []

    def find(work: Work) -> None:
        tries.append(1)
        work.call(Call(FIND, ("{}",)))

    postgres.run(find)
    with postgres.work() as work:
        work.execute(sa.text("DEALLOCATE ALL"))
    postgres.run(find)
    assert len(tries) == 3
