"""The private servers start, keep their data through restarts and crashes, and are gone when they should be."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import amqp
import psycopg
import pytest
from sqlalchemy import create_engine, text

from tests.support import processes
from tests.support.server import in_memory, left_behind
from tests.support.servers import PostgresServer, RabbitServer, ServerFailed, wait_until

pytestmark = pytest.mark.real
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def cluster() -> Iterator[PostgresServer]:
    """One for all: to make a cluster takes longer than most of what is done with it."""
    server = PostgresServer(in_memory())
    yield server
    server.close()


@pytest.fixture
def postgres(cluster: PostgresServer) -> Iterator[PostgresServer]:
    """It does not run."""
    yield cluster
    if cluster.running:
        cluster.kill()


def stored(server: PostgresServer) -> list[int]:
    with server.connect("shop") as connection:
        return [row[0] for row in connection.execute("SELECT n FROM numbers ORDER BY n")]


def store(server: PostgresServer, n: int) -> None:
    with server.connect("shop") as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS numbers (n int)")
        connection.execute("INSERT INTO numbers VALUES (%s)", (n,))


def test_postgres_keeps_committed_rows_through_a_restart_and_a_kill(postgres: PostgresServer) -> None:
    postgres.start()
    postgres.create_database("shop")
    store(postgres, 1)
    postgres.restart()
    store(postgres, 2)
    postgres.kill()
    with pytest.raises(psycopg.OperationalError):
        postgres.connect()
    postgres.start()
    assert stored(postgres) == [1, 2]


def test_a_closed_postgres_leaves_no_process_and_no_folder() -> None:
    with PostgresServer(in_memory()) as server:
        assert len(server.pids()) > 1
        assert processes.pids_naming(str(server.folder))
        assert left_behind(server)
    assert left_behind(server) == []


def test_a_stopped_postgres_has_ended_all_its_processes(postgres: PostgresServer) -> None:
    members = postgres.start().pids()
    postgres.stop()
    assert not postgres.running
    assert [pid for pid in members if processes.is_running(pid)] == []


def test_a_server_cannot_be_started_twice_nor_stopped_when_it_does_not_run(postgres: PostgresServer) -> None:
    with pytest.raises(ServerFailed, match="not running"):
        postgres.stop()
    postgres.start()
    with pytest.raises(ServerFailed, match="started already"):
        postgres.start()


def test_a_server_that_ended_by_itself_can_be_started_again(postgres: PostgresServer) -> None:
    (postmaster, *_) = postgres.start().pids()
    processes.send([postmaster], signal.SIGKILL)
    wait_until(lambda: not postgres.running, 60, "the server to end")
    assert postgres.start().answers()


def test_a_server_that_ends_at_once_shows_its_log(postgres: PostgresServer) -> None:
    postgres.prepare()
    settings = postgres.folder / "data/postgresql.conf"
    good = settings.read_text()
    settings.write_text(good + "no_such_setting = 1\n")
    with pytest.raises(ServerFailed, match="no_such_setting"):
        postgres.start()
    settings.write_text(good)
    assert not postgres.running


def test_processor_time_of_a_server_counts_what_it_did(postgres: PostgresServer) -> None:
    before = postgres.start().cpu_s()
    with postgres.connect() as connection:
        connection.execute("SELECT count(*) FROM generate_series(1, 3000000)")
        assert postgres.cpu_s() > before


def test_each_test_gets_an_empty_database_of_its_own(postgres_url: str, postgres_server: PostgresServer) -> None:
    with create_engine(postgres_url).begin() as connection:
        connection.execute(text("CREATE TABLE seats (n int)"))
        assert connection.execute(text("SELECT current_database()")).scalar() != "postgres"
    assert postgres_server.running


def test_the_database_of_each_kind_takes_a_table(database_url: str) -> None:
    with create_engine(database_url).begin() as connection:
        connection.execute(text("CREATE TABLE seats (n int)"))
        connection.execute(text("INSERT INTO seats VALUES (3)"))
        assert connection.execute(text("SELECT n FROM seats")).scalars().all() == [3]


def test_a_virtual_host_is_made_for_the_test_and_works(rabbit_url: str) -> None:
    host, vhost = rabbit_url.removeprefix("amqp://guest:guest@").split("/")
    with amqp.Connection(host, "guest", "guest", virtual_host=vhost) as connection:
        assert connection.channel().queue_declare("mine", exclusive=True).queue == "mine"


def test_a_deleted_virtual_host_is_gone(rabbit_server: RabbitServer) -> None:
    rabbit_server.create_vhost("a room/with a slash")
    rabbit_server.delete_vhost("a room/with a slash")
    assert "a room/with a slash" not in [vhost["name"] for vhost in rabbit_server.manage("GET", "/api/vhosts")]
    with pytest.raises(ServerFailed, match="404"):
        rabbit_server.delete_vhost("a room/with a slash")


CRASHING = """
import os, signal, sys
from tests.support.server import Server

class Sleeper(Server):
    name = "sleeper"
    def command(self):
        return ["sleep", "600"]
    def answers(self):
        return True

{start}
print(server.folder, flush=True)
{end}
"""
CLUSTER = "from tests.support.servers import PostgresServer; server = PostgresServer().start()"
SLEEPER = "server = Sleeper().start()"


@pytest.mark.parametrize(
    ("start", "end", "code"),
    [
        (CLUSTER, "os.kill(os.getpid(), signal.SIGKILL)", -signal.SIGKILL),
        (SLEEPER, "raise KeyboardInterrupt", None),
        (SLEEPER, "", 0),
    ],
    ids=["kill -9", "interrupt", "forgotten"],
)
def test_servers_are_gone_however_the_process_that_started_them_ended(start: str, end: str, code: int | None) -> None:
    script = CRASHING.format(start=start, end=end)
    crashed = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False
    )
    folder = Path(crashed.stdout.decode().strip())
    assert folder.name.startswith("kafeneio-")
    assert code is None or crashed.returncode == code
    wait_until(lambda: not folder.exists() and processes.pids_naming(str(folder)) == [], 60, "the guard to clean up")


def test_folders_are_in_memory_only_where_the_machine_has_enough_of_it(tmp_path: Path) -> None:
    assert in_memory(tmp_path, enough_bytes=0) == tmp_path
    assert in_memory(tmp_path, enough_bytes=1 << 62) is None
    assert in_memory(tmp_path / "nowhere", enough_bytes=0) is None
