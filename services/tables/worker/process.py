"""A tables worker in a process of its own, without green threads: `kafeneio run tables-worker`, part of `run tables`.

Its parent has nameko's entrypoints, which need green threads. The parent asks by a socket whether the worker is ready
and what its metrics are. When the pipe from the parent closes, the worker stops.
"""

import asyncio
import contextlib
import os
import signal
import socket
import threading
from collections.abc import Callable

import uvloop
from prometheus_client import REGISTRY, generate_latest

from games.registry import games as registered
from services.platform.database.loop_outbox import LoopRelay
from services.platform.database.unit_of_work import Database
from services.platform.process import garbage, tracing
from services.platform.process import settings as environment
from services.platform.process.logs import get_logger
from services.platform.process.settings import CommonSettings, database_url
from services.tables.settings import TablesSettings
from services.tables.worker.child import ASK_METRICS, ASK_READY, DESCRIPTORS_VARIABLE, NO, YES
from services.tables.worker.runner import LoopRunner
from services.tables.worker.worker import Worker

log = get_logger(__name__)

_GOODBYE_S = 2.0
_ANSWER_TIMEOUT_S = 2.0


def run(common: CommonSettings, games: list[str]) -> None:
    """Run until SIGTERM, SIGINT or the parent's end."""
    uvloop.run(_serve(common, games))


def chosen_games(settings: TablesSettings, games: list[str]) -> list[str]:
    """The games of a worker: those of the command line, else of the settings, else all."""
    return games or settings.games or [each.id for each in registered()]


async def _serve(common: CommonSettings, games: list[str]) -> None:
    loop, stopping = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopping.set)
    settings = environment.load(TablesSettings)
    database = Database(database_url("tables", common), "tables", pool_size=common.database_connections)
    runner = LoopRunner()
    worker = Worker(common, settings, database, chosen_games(settings, games), runner)
    relay = LoopRelay(
        database,
        worker.link,
        common.outbox_keep_h,
        later=runner.later,
        run_in_background=runner.beside,
        deliver=runner.deliver,
    )
    end, listener = map(int, os.environ[DESCRIPTORS_VARIABLE].split(","))
    loop.add_reader(end, stopping.set)
    _answer(socket.socket(fileno=listener), worker.is_ready)
    worker.start()
    garbage.keep_what_is_there(clean=False)  # tables wait for this process
    log.info("worker_started", pid=os.getpid())
    await stopping.wait()
    loop.remove_reader(end)
    worker.begin_drain()
    await runner.drained()
    await asyncio.wait([worker.leave()], timeout=_GOODBYE_S)
    relay.flush()
    database.close()
    tracing.shut_down()
    log.info("worker_stopped", pid=os.getpid())


def _answer(listener: socket.socket, is_ready: Callable[[], bool]) -> None:
    """Reply to the parent in a thread, so that a long cycle delays no reply."""

    listener.setblocking(True)  # the parent's green threads have made the socket non-blocking

    def serve() -> None:
        while True:
            channel, _address = listener.accept()
            with channel, contextlib.suppress(OSError):
                channel.settimeout(_ANSWER_TIMEOUT_S)
                asked = channel.recv(1)
                if asked == ASK_READY:
                    channel.sendall(YES if is_ready() else NO)
                elif asked == ASK_METRICS:
                    channel.sendall(generate_latest(REGISTRY))

    threading.Thread(target=serve, name="answers", daemon=True).start()
