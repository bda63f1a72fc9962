"""The outbox of a process without green threads: relayed by its link, marked together, left to others when it fails."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from services.platform.broker.errors import BrokerDown
from services.platform.database.loop_outbox import LoopRelay
from services.platform.database.unit_of_work import Database, OutboxRow, outbox
from tests.support import loops


class Link:
    """Keeps what is published; `confirms` are answered by the test."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, list[int]]] = []
        self.confirms: list[asyncio.Future[None]] = []
        self.is_down = False

    def publish(self, body: bytes, _exchange: str, routing_key: str, **_how: Any) -> "asyncio.Future[None]":
        if self.is_down:
            raise BrokerDown("away")
        self.sent.append((routing_key, msgspec.json.decode(body)))
        self.confirms.append(asyncio.get_running_loop().create_future())
        return self.confirms[-1]


class Desk:
    """A relay whose delays and threads are the test's."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.link = Link()
        self.later: list[Callable[[], None]] = []
        self.relay = LoopRelay(
            database,
            self.link,  # type: ignore[arg-type]
            24,
            later=lambda _delay_s, action: self.later.append(action),
            run_in_background=lambda action, *args: action(*args),
            deliver=lambda action: action(),
        )

    def commit(self, *bodies: int, key: str = "a") -> list[OutboxRow]:
        """Rows that a transaction has written."""
        rows = [OutboxRow(f"{key}{body}", "", key, str(body), self.database.clock.now_ms()) for body in bodies]
        with self.database.work() as work:
            work.write_messages(rows)
        return rows

    async def pass_time(self) -> None:
        """Confirms reach their callbacks, and what was to be done later is done."""
        await asyncio.sleep(0)
        later, self.later = self.later, []
        for action in later:
            action()

    def unsent(self) -> list[str]:
        """Ids of rows that are not marked."""
        with self.database.work() as work:
            return sorted(row.id for row in work.execute(outbox.select()) if not row.sent)


@pytest.fixture
def desk(database: Database) -> Desk:
    return Desk(database)


def test_rows_of_one_destination_leave_in_one_message_and_are_marked_when_confirmed(desk: Desk) -> None:
    async def scene() -> None:
        desk.relay.offer([*desk.commit(1, 2), *desk.commit(3, key="b")])
        assert desk.link.sent == [("a", [1, 2]), ("b", [3])]
        desk.link.confirms[0].set_result(None)
        await desk.pass_time()
        assert desk.unsent() == ["b3"]
        desk.link.confirms[1].set_result(None)
        await desk.pass_time()
        assert desk.unsent() == []

    loops.run(scene())


def test_what_the_broker_does_not_confirm_stays_for_the_next_look(desk: Desk) -> None:
    async def scene() -> None:
        desk.relay.offer(desk.commit(1))
        desk.link.confirms[0].set_exception(BrokerDown("refused"))
        await desk.pass_time()
        desk.link.is_down = True
        desk.relay.offer(desk.commit(2))
        assert desk.unsent() == ["a1", "a2"]
        desk.link.is_down = False
        desk.relay.relay_orphaned()
        assert desk.link.sent[1:] == [("a", [1, 2])]

    loops.run(scene())


def test_a_look_relays_what_another_process_has_left_and_not_what_is_under_way(desk: Desk) -> None:
    async def scene() -> None:
        desk.relay.offer(desk.commit(1))
        desk.commit(2)
        desk.relay.relay_orphaned()
        assert [bodies for _, bodies in desk.link.sent] == [[1], [2]]

    loops.run(scene())


def test_the_last_rows_are_marked_before_the_process_ends(desk: Desk) -> None:
    async def scene() -> None:
        desk.relay.offer(desk.commit(1))
        desk.link.confirms[0].set_result(None)
        await asyncio.sleep(0)
        desk.relay.flush()
        assert desk.unsent() == []

    loops.run(scene())
