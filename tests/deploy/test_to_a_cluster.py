"""One server into a cluster: the commands of docs/to-a-cluster.md, from PostgreSQL to PostgreSQL."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from bench.drill import page
from deploy.generate.declared import processes
from deploy.secrets.filled import OF_ONE_SERVER, asked, filled
from kafeneio.processes import SERVICES
from kafeneio.server.environment_file import Choices, completed
from services.platform.database.migrations import is_current, migrate
from services.platform.database.unit_of_work import make_engine, outbox
from tests.deploy.manifests import ROOT, yaml_documents
from tests.support.postgres import find_postgres
from tests.support.servers import PostgresServer

PAGE = ROOT / "docs/to-a-cluster.md"
DATABASES = ROOT / "deploy/postgres/databases.sql"
TYPED = {section.heading: section.blocks for section in page.sections(PAGE)}
_KUBECTL = '#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done\nshift\ncat | "$@"\n'
"""Runs here what a pod would run, with what comes through a pipe."""
ROW = {"id": "1", "exchange": "", "routing_key": "q", "body": "{}", "at_ms": 1}


def as_role(role: str, url: str) -> str:
    return re.sub(r"//[^@]*@", f"//kafeneio_{role}@", url)


def backup_of(url: str, folder: Path) -> Path:
    """Of a server whose database this is, by its own script."""
    settings = {"KAFENEIO_WALLET_DB_URL": url, "DATABASE_PASSWORD": "x", "KAFENEIO_BACKUP_FOLDER": str(folder)}
    script = ["bash", str(ROOT / "deploy/server/backup.sh")]
    done = subprocess.run(script, env=settings | path(folder), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (found,) = folder.glob("*.dump")
    return found


def path(folder: Path) -> dict[str, str]:
    return {"PATH": f"{folder}:{find_postgres()}:{os.environ['PATH']}"}


@pytest.fixture
def moved(postgres_server: PostgresServer, tmp_path: Path) -> Iterator[str]:
    """The cluster's database after the page's command, typed beside the newest backup of a server."""
    old = postgres_server.create_database("kafeneio")
    for service in SERVICES:
        migrate(service, old)
    engine = make_engine(old, "wallet", pool_size=1)
    with engine.begin() as connection:
        connection.execute(outbox.insert(), [ROW])
    engine.dispose()
    backup_of(old, tmp_path).rename(tmp_path / "newest.dump")
    postgres_server.drop_database("kafeneio")
    new = postgres_server.create_database("kafeneio")
    with postgres_server.connect("kafeneio") as connection:
        connection.execute(DATABASES.read_text("utf-8").encode())
        port = connection.info.port
    (tmp_path / "kubectl").write_text(_KUBECTL)
    (tmp_path / "kubectl").chmod(0o755)
    (command,) = TYPED["Restore"]
    there = {"PGHOST": "127.0.0.1", "PGPORT": str(port), "PGUSER": "kafeneio"}
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", command],
        cwd=tmp_path, env=path(tmp_path) | there, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    yield new
    postgres_server.drop_database("kafeneio")


@pytest.mark.real
def test_every_service_has_its_rows_and_rights_and_the_migration_goes_on_from_there(moved: str) -> None:
    for service in SERVICES:
        migrate(service, as_role("owner", moved))
        engine = make_engine(as_role(service, moved), service, pool_size=1)
        try:
            assert is_current(service, engine)
            with engine.connect() as connection:
                rows = connection.execute(sa.select(outbox.c.id)).scalars().all()
                assert rows == (["1"] if service == "wallet" else [])
                connection.execute(outbox.update().values(sent=1))
                connection.execute(outbox.insert(), [ROW | {"id": "2"}])
                with pytest.raises(sa.exc.ProgrammingError):
                    connection.execute(sa.text("DROP TABLE outbox"))
        finally:
            engine.dispose()


@pytest.mark.real
def test_tables_may_go_on_adding_days_to_its_journal(moved: str) -> None:
    engine = make_engine(as_role("tables", moved), "tables", pool_size=1)
    try:
        with engine.begin() as connection:
            assert connection.execute(sa.text("SELECT add_journal_days(20)")).scalar_one() > 0
    finally:
        engine.dispose()


def test_the_command_names_every_service_and_the_owner_of_the_schemas() -> None:
    words = shlex.split(TYPED["Restore"][0])
    named = [words[at + 1] for at, word in enumerate(words) if word == "--schema"]
    assert sorted(named) == sorted(processes()[0])
    assert words[words.index("--role") + 1] in DATABASES.read_text("utf-8")


def test_keys_of_the_server_are_those_of_the_cluster_and_passwords_are_new(tmp_path: Path) -> None:
    file = tmp_path / "kafeneio.env"
    completed(file, Choices("play.example.org"), SERVICES)
    settings = dict(line.split("=", 1) for line in file.read_text().splitlines() if line.startswith("KAFENEIO_"))
    (tmp_path / "given.env").write_text("backups_region=eu\n")
    command = TYPED["Before"][0].replace("python ", f"{sys.executable} -W ignore ", 1)
    done = subprocess.run(
        ["bash", "-c", command], cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "secrets.yaml").read_text("utf-8")
    made = {each["metadata"]["name"]: each["stringData"] for each in yaml_documents(text) if each}
    keys = settings["KAFENEIO_SEALING_KEYS"]
    assert made["kafeneio-sealing"] == {"keys": keys, "tables_keys": keys}
    assert made["kafeneio-person-keys"]["secret"] == settings["KAFENEIO_PERSON_KEYS_SECRET"]
    assert "kafeneio-mail" not in made, "the server sends no mails"
    assert settings["KAFENEIO_WALLET_DB_URL"].split(":")[2].partition("@")[0] not in text


def test_the_installation_s_own_value_comes_before_the_server_s() -> None:
    server = {"KAFENEIO_SEALING_KEYS": "k1:a", "KAFENEIO_PERSON_KEYS_SECRET": "b", "KAFENEIO_SMTP_PASSWORD": "old"}
    for given, password in (({}, "old"), ({"smtp_password": "new"}, "new")):
        found = {each["metadata"]["name"]: each["stringData"] for each in filled(given, server).secrets}
        assert found["kafeneio-mail"]["password"] == password


@pytest.mark.parametrize("lost", ["KAFENEIO_SEALING_KEYS", "KAFENEIO_PERSON_KEYS_SECRET"])
def test_a_server_without_its_keys_is_refused(lost: str) -> None:
    server = {"KAFENEIO_SEALING_KEYS": "k1:a", "KAFENEIO_PERSON_KEYS_SECRET": "b"}
    with pytest.raises(ValueError, match=lost):
        filled({}, server | {lost: ""})


def test_marks_of_a_server_are_marks_of_the_template() -> None:
    assert [name for kind, name in OF_ONE_SERVER if name not in asked(kind)] == []
