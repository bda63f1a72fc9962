"""The outbox of a process of which another has died: run by test_outbox.py."""

import logging
import time
from typing import Any

import sqlalchemy as sa
from kombu import Connection

from services.kernel.ids import new_id
from services.platform.database import outbox, unit_of_work
from services.platform.database.unit_of_work import Database
from services.platform.hosting.host import Base
from services.platform.process import logs
from services.platform.process.settings import CommonSettings, load
from tests.platform.eventlet_process import wait_for

logs.set_up("CRITICAL", "test")
logging.disable()
outbox._LOOK_S, outbox._LEFT_BEHIND_MS, outbox._MARK_S, outbox._LOOK_AGAIN_S = 3_600.0, 3_600_000, 0.05, 0.2
common = load(CommonSettings)
base: Base


def start(url: str) -> None:
    global base
    base = Base(common, Database(url, "wallet"))
    base.start()
    declare("heard")
    wait_for(lambda: base.relay._poll_at > 0, "the first look")


def leave(routing_key: str) -> None:
    """A row as a process leaves it that dies between its commit and its relay."""
    row = unit_of_work.OutboxRow(new_id(), "", routing_key, '"news"', int(time.time() * 1000))
    with base.database.work() as work:
        work.write_messages([row])


def look() -> None:
    base.database.relay_orphaned_outbox()


def declare(queue: str) -> None:
    """A queue that was not there."""
    with Connection(common.broker_url) as connection, connection.channel() as channel:
        channel.queue_declare(queue, durable=True, auto_delete=False)


def rows() -> int:
    with base.database.work() as work:
        return int(work.execute(sa.select(sa.func.count()).select_from(unit_of_work.outbox)).scalar_one())


def unsent() -> int:
    waiting = sa.select(sa.func.count()).select_from(unit_of_work.outbox).where(unit_of_work.outbox.c.sent == 0)
    with base.database.work() as work:
        return int(work.execute(waiting).scalar_one())


def waiting(queue: str) -> int:
    """Messages in a queue."""
    with Connection(common.broker_url) as connection, connection.channel() as channel:
        return int(channel.queue_declare(queue, passive=True).message_count)


def recover(since_s: float) -> int:
    """As `kafeneio recover` does."""
    return outbox.send_again(base.database, int((time.time() + since_s) * 1000))


def keep(hours: float) -> None:
    base.relay._keep_ms = int(hours * 3_600_000)


def wait_for_no_rows() -> Any:
    wait_for(lambda: rows() == 0, "the end of what was kept")
    return True


def wait_for_none() -> Any:
    wait_for(lambda: unsent() == 0, "the relay of what was left")
    return True
