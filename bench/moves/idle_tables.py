"""Tables that have begun and at which nobody does anything: started past the lobby, straight into the shards' queues.

Their players have no accounts, so thousands of tables cost a minute and not an hour of registrations. Nobody sends
seeds: the matches begin when the time for seeds is over.
"""

import time
import uuid

import amqp
import psycopg

from bench.processes.whole_platform import Platform
from services.contracts.tables.commands import SeatPlayer, Start, StartOrder
from services.kernel.ids import shard_of
from services.platform.broker.names import shard_queue
from services.platform.process.json import encode
from tests.support.servers import wait_until

GAME = "tictactoe"
SHARDS = 8
_IN_ONE_MESSAGE = 50
_BEGUN_TIMEOUT_S = 300.0
_COUNT_BEGUN = "SELECT count(DISTINCT table_id) FROM tables.journal WHERE action LIKE '%\"begun\"%'"


def open_idle_tables(platform: Platform, count: int) -> None:
    """Start so many tables, and wait until all their matches have begun.

    The platform's `KAFENEIO_MOVE_S` must be longer than they shall stay: their clocks run.
    """
    starts: dict[str, list[Start]] = {}
    for _ in range(count):
        table = str(uuid.uuid4())
        starts.setdefault(shard_queue(GAME, shard_of(table, SHARDS)), []).append(_start(table))
    _publish(platform, starts)
    with platform.postgres.connect(platform.databases["tables"]) as connection:
        wait_until(lambda: _begun(connection) >= count, _BEGUN_TIMEOUT_S, f"{count} idle tables to begin")


def _start(table: str) -> Start:
    seats = [SeatPlayer(f"idle-{seat}", str(uuid.uuid4())) for seat in (0, 1)]
    order = StartOrder("Idle", GAME, {"size": 3}, 0, 0, seats)
    return Start(table, table, round(time.time() * 1000), order)


def _publish(platform: Platform, starts: dict[str, list[Start]]) -> None:
    rabbit = platform.rabbit
    with amqp.Connection(f"127.0.0.1:{rabbit.port}", "guest", "guest", virtual_host=platform.vhost) as connection:
        channel = connection.channel()
        for queue, commands in starts.items():
            for first in range(0, len(commands), _IN_ONE_MESSAGE):
                body = encode(commands[first : first + _IN_ONE_MESSAGE])
                channel.basic_publish(amqp.Message(body, content_type="application/json"), routing_key=queue)


def _begun(connection: psycopg.Connection) -> int:
    found = connection.execute(_COUNT_BEGUN).fetchone()
    assert found is not None
    return int(found[0])
