"""Analyses computed by processes as in production, on real servers: one is killed, the other does its job, once."""

import os
import pathlib
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
import sqlalchemy as sa

from services.contracts.tables import analysis as contract
from services.kernel.clock import FakeClock, SystemClock
from services.kernel.refusal import Refusal
from services.platform.broker.rpc_client import RpcClient
from services.platform.database.unit_of_work import Database
from services.platform.process.settings import CommonSettings
from services.tables.schema import analyses
from tests.support.databases.migrated import Migrated
from tests.support.ports import free_port
from tests.support.processes import is_running, read_status
from tests.tables.analysis import quick_process
from tests.tables.analysis.test_service import PORTES, TAVLI_TABLE, play
from tests.tables.history.test_recordings import of
from tests.tables.support.desk import Desk

pytestmark = [pytest.mark.real, pytest.mark.waits]
WAIT_S = 90


@pytest.fixture
def database(migrated_postgres: Migrated) -> Iterator[Database]:
    found = Database(migrated_postgres("tables"), "tables", FakeClock(SystemClock().now_ms()))
    yield found
    found.close()


@pytest.fixture
def match(database: Database) -> str:
    """A match of tavli that Bob has left."""
    desk = Desk(database, games=["tavli"])
    table = play(desk.open(TAVLI_TABLE, options=PORTES).begin(), 6)
    table.leave("bob")
    return of(table)


def until(holds: Callable[[], Any]) -> Any:
    deadline_s = time.monotonic() + WAIT_S
    while not (found := holds()):
        assert time.monotonic() < deadline_s, "it does not come to pass"
        time.sleep(0.05)
    return found


def row_of(database: Database) -> Any:
    return database.run(lambda work: work.execute(sa.select(analyses)).one_or_none())


def computing(parents: list[int]) -> list[tuple[int, int]]:
    """Processes that compute, with the one of these that has started each."""
    found = []
    for each in pathlib.Path("/proc").iterdir():
        status = read_status(int(each.name)) if each.name.isdigit() else None
        if status is not None and status.parent in parents:
            try:
                command = (each / "cmdline").read_bytes()
            except OSError:
                continue
            if quick_process.__name__.encode() in command:
                found.append((status.pid, status.parent))
    return found


def test_the_job_of_a_process_that_is_killed_is_done_once_by_another(
    database: Database, match: str, rabbit_url: str, tmp_path: pathlib.Path
) -> None:
    gate = tmp_path / "gate"
    settings = {
        "KAFENEIO_BROKER_URL": rabbit_url,
        "KAFENEIO_TABLES_DB_URL": database.url,
        "KAFENEIO_VAR_DIR": str(tmp_path),
        "KAFENEIO_ANALYSIS_BEAT_MS": "100",
        "KAFENEIO_ANALYSIS_SILENT_MS": "3000",
        "ANALYSIS_GATE": str(gate),
    }
    command = [sys.executable, "-m", "tests.tables.analysis.hosted", "run", "tables", "--part", "requests"]
    with ExitStack() as ends:
        started = []
        for _ in range(2):
            own = {"KAFENEIO_HEALTH_PORT": str(free_port())}
            process = subprocess.Popen(command, env={**os.environ, **settings, **own})
            ends.callback(process.wait)
            ends.callback(process.kill)
            started.append(process)
        client = RpcClient(CommonSettings(broker_url=rabbit_url), "asks").start()
        ends.callback(client.stop)
        request = contract.AskAnalysis(match=match, account="ann")
        first = until(lambda: not isinstance(found := client.call(request), Refusal) and found)
        assert first.state in ("waiting", "running")
        until(lambda: row_of(database).percent == 50)
        ((child, parent),) = computing([process.pid for process in started])
        claim = row_of(database).claimed_by
        os.kill(parent, signal.SIGKILL)
        until(lambda: row_of(database).claimed_by != claim)
        gate.touch()
        until(lambda: not is_running(child))
        done = until(lambda: (found := client.call(request)).state == "done" and found)
        assert done.report.evaluator == "tavli 1" and done.report.decisions
        row = row_of(database)
        assert (row.state, row.tries, row.open_of) == ("done", 2, None)
