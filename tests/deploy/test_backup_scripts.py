"""A backup of one server brings back every service as it was, and is refused while others are connected."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.project import ROOT
from tests.support.postgres import find_postgres
from tests.support.server import wait_until
from tests.support.servers import PostgresServer

pytestmark = [pytest.mark.real]
SCRIPTS = ROOT / "deploy/server"


@pytest.fixture
def settings(postgres_server: PostgresServer, tmp_path: Path) -> Iterator[dict[str, str]]:
    """As systemd gives them, of a database `kafeneio` with two services."""
    postgres_server.create_database("kafeneio")  # of the server's owner, who has this name
    programs = find_postgres()
    assert programs is not None
    with postgres_server.connect() as connection:
        port = connection.info.port
    yield {
        "PATH": f"{programs}:{os.environ['PATH']}",
        "KAFENEIO_WALLET_DB_URL": f"postgresql+psycopg://kafeneio:x@127.0.0.1:{port}/kafeneio",
        "DATABASE_PASSWORD": "x",
        "KAFENEIO_BACKUP_FOLDER": str(tmp_path / "backups"),
        "BACKUPS_KEPT": "2",
    }
    postgres_server.drop_database("kafeneio")


def run(name: str, settings: dict[str, str], *arguments: str) -> "subprocess.CompletedProcess[str]":
    command = ["bash", str(SCRIPTS / name), *arguments]
    return subprocess.run(command, env=settings, capture_output=True, text=True, timeout=120, check=False)


def sql(settings: dict[str, str], statement: str) -> str:
    port = settings["KAFENEIO_WALLET_DB_URL"].rpartition(":")[2].partition("/")[0]
    command = ["psql", "--host", "127.0.0.1", "--port", port, "--username", "kafeneio", "--dbname", "kafeneio"]
    command += ["--tuples-only", "--no-align", "--quiet", "--command", statement]
    done = subprocess.run(command, env=settings | {"PGPASSWORD": "x"}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_what_was_there_is_there_again_and_nothing_else(settings: dict[str, str]) -> None:
    sql(
        settings,
        "CREATE SCHEMA wallet; CREATE SCHEMA lobby; CREATE TABLE wallet.a (n int); CREATE TABLE lobby.b (n int)",
    )
    sql(settings, "INSERT INTO wallet.a VALUES (1); INSERT INTO lobby.b VALUES (2)")
    made = run("backup.sh", settings)
    assert made.returncode == 0, made.stderr
    sql(settings, "DELETE FROM wallet.a; DROP TABLE lobby.b; CREATE SCHEMA later; CREATE TABLE later.c (n int)")

    restored = run("restore.sh", settings, "newest")

    assert restored.returncode == 0, restored.stderr
    assert sql(settings, "SELECT (SELECT n FROM wallet.a), (SELECT n FROM lobby.b)") == "1|2"
    assert sql(settings, "SELECT count(*) FROM pg_namespace WHERE nspname = 'later'") == "0"


def test_the_newest_are_kept_and_a_file_that_is_none_deletes_nothing(settings: dict[str, str]) -> None:
    folder = Path(settings["KAFENEIO_BACKUP_FOLDER"])
    folder.mkdir()
    for day in ("20200101", "20200102", "20200103"):
        (folder / f"{day}T000000Z.dump").write_text("old")
    sql(settings, "CREATE SCHEMA wallet; CREATE TABLE wallet.a (n int)")
    assert run("backup.sh", settings).returncode == 0
    assert [path.name[:8] for path in sorted(folder.glob("*"))][:1] == ["20200103"]
    assert len(list(folder.glob("*"))) == 2

    refused = run("restore.sh", settings, str(folder / "20200103T000000Z.dump"))
    assert refused.returncode != 0
    assert sql(settings, "SELECT count(*) FROM wallet.a") == "0"


@pytest.fixture
def vacuum(settings: dict[str, str], postgres_server: PostgresServer) -> Iterator[None]:
    """PostgreSQL's own vacuum is at work in the database for as long as the test lasts."""
    sql(settings, "CREATE SCHEMA wallet; CREATE TABLE wallet.a AS SELECT n FROM generate_series(1, 200000) AS n")
    slowly = "autovacuum_vacuum_cost_delay = 100, autovacuum_vacuum_cost_limit = 1, autovacuum_vacuum_threshold = 0"
    sql(settings, f"ALTER TABLE wallet.a SET ({slowly}, autovacuum_vacuum_scale_factor = 0)")
    with postgres_server.connect() as connection:
        connection.autocommit = True
        for change in ("autovacuum = on", "autovacuum_naptime = '1s'"):
            connection.execute(f"ALTER SYSTEM SET {change}".encode())
        connection.execute("SELECT pg_reload_conf()")
        sql(settings, "DELETE FROM wallet.a WHERE n > 10")
        works = (
            "SELECT count(*) FROM pg_stat_activity WHERE datname = 'kafeneio' AND backend_type = 'autovacuum worker'"
        )
        wait_until(lambda: connection.execute(works.encode()).fetchone() != (0,), 60, "the vacuum to begin")
        yield
        connection.execute("ALTER SYSTEM RESET ALL")
        connection.execute("SELECT pg_reload_conf()")


def test_postgresql_s_own_work_in_the_database_does_not_keep_it_from_being_restored(
    settings: dict[str, str], vacuum: None
) -> None:
    assert run("backup.sh", settings).returncode == 0
    restored = run("restore.sh", settings, "newest")
    assert (restored.returncode, restored.stderr) == (0, "")
    assert sql(settings, "SELECT count(*) FROM wallet.a") == "10"


def test_nothing_is_restored_while_a_process_is_connected(settings: dict[str, str]) -> None:
    sql(settings, "CREATE SCHEMA wallet; CREATE TABLE wallet.a (n int)")
    assert run("backup.sh", settings).returncode == 0
    port = settings["KAFENEIO_WALLET_DB_URL"].rpartition(":")[2].partition("/")[0]
    command = ["psql", "--host", "127.0.0.1", "--port", port, "--username", "kafeneio", "--dbname", "kafeneio"]
    other = subprocess.Popen(
        [*command, "--command", "SELECT 1", "--file", "-"], env=settings | {"PGPASSWORD": "x"},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert other.stdout is not None
    assert other.stdin is not None
    other.stdout.readline()
    refused = run("restore.sh", settings, "newest")
    other.stdin.close()
    other.wait(30)
    assert (refused.returncode, "stop Kafeneio first" in refused.stderr) == (1, True)
