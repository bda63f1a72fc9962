"""Changes under an id: carried out once, answered as the first time, on both databases."""

from collections.abc import Iterator
from typing import Any, ClassVar

import pytest

from services.contracts.base import Done, Message, Request
from services.kernel.clock import FakeClock
from services.kernel.refusal import Refusal
from services.platform.database import repeated_commands as commands
from services.platform.database.unit_of_work import Database
from tests.support.databases.migrated import Migrated


class Answer(Message, frozen=True):
    """How often it has been done."""

    times: int


class Change(Request[Answer], frozen=True, kw_only=True):
    """A change."""

    answer: ClassVar[type] = Answer
    account: str = "ana"
    id: str | None = None
    what: str = "a cup"


class Give(Change, frozen=True, kw_only=True):
    """Another kind of change."""


class Shop:
    """Does changes, and counts them."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.done = 0
        self.refused: Refusal | None = None

    def __call__(self, request: Change) -> Any:
        return self.database.run(lambda work: commands.once_per_request(work, request, self._carry_out))

    def _carry_out(self) -> Answer | Refusal:
        if self.refused is not None:
            return self.refused
        self.done += 1
        return Answer(times=self.done)

    def run(self, function: Any, *args: Any) -> Any:
        return self.database.run(lambda work: function(work, *args) or Done())


@pytest.fixture
def shop(migrated: Migrated) -> Iterator[Shop]:
    database = Database(migrated("moderation"), "moderation", FakeClock())
    yield Shop(database)
    database.close()


def test_the_same_id_is_carried_out_once_and_answered_the_same(shop: Shop) -> None:
    assert [shop(Change(id="r-1")) for _ in range(3)] == [Answer(times=1)] * 3
    assert shop(Change(id="r-2")) == Answer(times=2)


def test_ids_are_of_an_account_and_of_a_kind_of_request(shop: Shop) -> None:
    found = [shop(Change(id="r-1")), shop(Change(id="r-1", account="ben")), shop(Give(id="r-1"))]
    assert found == [Answer(times=1), Answer(times=2), Answer(times=3)]


def test_without_an_id_it_is_done_each_time(shop: Shop) -> None:
    assert [shop(Change()), shop(Change())] == [Answer(times=1), Answer(times=2)]
    assert shop.database.run(commands.find, Change()) is None


def test_an_id_of_another_request_is_refused_and_nothing_is_done(shop: Shop) -> None:
    shop(Change(id="r-1"))
    assert shop(Change(id="r-1", what="a saucer")) == commands.CONFLICT
    assert shop.database.run(commands.find, Change(id="r-1", what="a saucer")) == commands.CONFLICT
    assert shop.done == 1


def test_what_was_refused_may_be_tried_again_under_its_id(shop: Shop) -> None:
    shop.refused = Refusal("closed")
    assert shop(Change(id="r-1")) == Refusal("closed")
    shop.refused = None
    assert shop(Change(id="r-1")) == Answer(times=1)


def test_results_of_commands_are_deleted_in_time_and_with_the_account(shop: Shop) -> None:
    for account in ("ana", "ben"):
        shop(Change(id="r-1", account=account))
    shop.run(commands.forget, "ana")
    assert shop.database.run(commands.find, Change(id="r-1")) is None
    assert shop.database.run(commands.find, Change(id="r-1", account="ben")) == Answer(times=2)
    clock: Any = shop.database.clock
    clock.advance(commands.KEEP_MS + 1)
    shop.run(commands.purge)
    assert shop.database.run(commands.find, Change(id="r-1", account="ben")) is None
