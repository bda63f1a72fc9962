"""Mistakes of an operator are one clear line each, and a process that waits for its broker heeds SIGTERM."""

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa

from bench.processes.members import bare_environment
from kafeneio import startup
from kafeneio.shell.recovery import moment_ms
from services.platform.operations.encryption import Sealer
from services.platform.process.settings import CommonSettings, SettingsError
from tests.support.commands import kafeneio
from tests.support.ports import free_port

SERVICES = ("wallet", "lobby")


@pytest.fixture(autouse=True)
def no_databases(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.endswith("_DB_URL")]:
        monkeypatch.delenv(name)


@pytest.mark.parametrize("url", ["http://rabbit", "rabbit:5672", "redis://rabbit", ""])
def test_a_broker_of_another_kind_is_refused_by_name(url: str) -> None:
    with pytest.raises(SettingsError, match="KAFENEIO_BROKER_URL"):
        startup.check_addresses(CommonSettings(broker_url=url), SERVICES)


@pytest.mark.parametrize("url", ["mysql://db/x", "postgresql://db/x", "no url at all"])
def test_a_database_of_another_kind_is_refused_by_name_and_without_its_password(
    monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.setenv("KAFENEIO_WALLET_DB_URL", url.replace("db", "ann:geheim@db"))
    with pytest.raises(SettingsError, match="KAFENEIO_WALLET_DB_URL") as refused:
        startup.check_addresses(CommonSettings(), SERVICES)
    assert "geheim" not in str(refused.value)


@pytest.mark.parametrize("url", ["amqp://a:b@rabbit:5672//", "amqps://rabbit/x", "embedded://localhost/"])
def test_addresses_that_can_be_used_pass(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("KAFENEIO_WALLET_DB_URL", "postgresql+psycopg://a:b@db/kafeneio\n")
    startup.check_addresses(CommonSettings(broker_url=url), SERVICES)


def test_an_unknown_game_is_refused_with_those_that_there_are() -> None:
    startup.check_games(["tavli", "tichu"])
    with pytest.raises(SettingsError, match=r"no chess; there are .*tavli"):
        startup.check_games(["tavli", "chess"])


def test_a_port_in_use_is_refused_even_if_it_may_be_shared() -> None:
    port = free_port()
    startup.check_port("127.0.0.1", port)
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        other.bind(("127.0.0.1", port))
        other.listen()
        with pytest.raises(SettingsError, match=str(port)):
            startup.check_port("127.0.0.1", port)


def test_a_folder_belongs_to_one_platform_until_that_ends(tmp_path: Path) -> None:
    held = startup.lock_folder(str(tmp_path / "var"))
    with pytest.raises(SettingsError, match=f"process {os.getpid()}"):
        startup.lock_folder(str(tmp_path / "var"))
    held.close()
    startup.lock_folder(str(tmp_path / "var")).close()


@pytest.mark.parametrize("words", [("--version",), ("run", "wallet"), ("roles", "list")])
def test_a_setting_that_cannot_be_read_is_named_in_one_line(words: tuple[str, ...]) -> None:
    (ran,) = kafeneio({"KAFENEIO_RPC_TIMEOUT_MS": "soon"}, words)
    assert (ran.code, ran.stdout) == (2, "")
    (line,) = ran.stderr.splitlines()
    wrong = "KAFENEIO_RPC_TIMEOUT_MS: Expected `int`, got `str`"
    if words[0] == "run":  # the log of a process is JSON from its first line
        assert (json.loads(line)["error"], json.loads(line)["level"]) == (wrong, "error")
    else:
        assert line == f"kafeneio: {wrong}"


def test_help_and_version_are_printed_without_starting_anything() -> None:
    bad, good = {"KAFENEIO_RPC_TIMEOUT_MS": "soon"}, {"KAFENEIO_VERSION": "7.8.9"}
    (helped,), (version,) = kafeneio(bad, ("--help",)), kafeneio(good, ("--version",))
    assert (helped.code, helped.stdout.startswith("usage: kafeneio")) == (0, True)
    assert (version.code, version.stdout) == (0, "kafeneio 7.8.9\n")


def test_a_misspelt_setting_is_named_with_the_one_that_is_meant() -> None:
    environ = {
        "KAFENEIO_GATEWAY_PROT": "1", "KAFENEIO_GATEWAY_PORT": "1", "KAFENEIO_WALLET_DB_URL": "", "HOME": "/",
        "KAFENEIO_TABLE_SHARDS": "8", "KAFENEIO_GRPC_PORT": "1", "KAFENEIO_REQUIRE_SERVICES": "1",
        "KAFENEIO_WORKER_DESCRIPTORS": "1,2", "KAFENEIO_HTTP_CHANNEL": "3",
    }  # fmt: skip
    (line,) = startup.misspelt(environ, SERVICES)
    assert line.startswith("KAFENEIO_GATEWAY_PROT is no setting")
    assert line.endswith("KAFENEIO_GATEWAY_PORT is one")


def test_a_database_that_is_away_or_empty_is_explained_and_a_bug_is_not() -> None:
    away = sa.exc.OperationalError("x", None, Exception("connection refused\nsecond line"))
    empty = sa.exc.ProgrammingError("x", None, Exception('relation "outbox" does not exist'))
    assert startup.explained(away) == "the database does not answer: connection refused"
    assert "kafeneio migrate" in str(startup.explained(empty))
    assert startup.explained(sa.exc.IntegrityError("x", None, Exception("duplicate key"))) is None


def test_a_process_without_broker_says_so_once_without_its_password_and_ends_on_sigterm(tmp_path: Path) -> None:
    port = free_port()
    environment = bare_environment() | {
        "KAFENEIO_BROKER_URL": f"amqp://ann:geheim@127.0.0.1:{port}//",
        "KAFENEIO_VAR_DIR": str(tmp_path),
    }
    command = [sys.executable, "-m", "kafeneio", "run", "wallet"]
    process = subprocess.Popen(command, cwd=tmp_path, env=environment, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    lines = [process.stderr.readline()]
    process.send_signal(signal.SIGTERM)
    lines += process.stderr.read().splitlines()
    assert process.wait(30) == 0
    assert "waiting_for_broker" in lines[0]
    assert not [line for line in lines if "Traceback" in line or "geheim" in line]


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-11-22T20:00:00Z", 1_795_377_600_000),
        ("2026-11-22T22:00:00+02:00", 1_795_377_600_000),
        ("90m", 4_600_000),
        ("2h", 2_800_000),
        ("5s", 9_995_000),
        ("2026-11-22T20:00:00", None),
        ("yesterday", None),
    ],
)
def test_a_moment_is_said_with_its_zone_or_as_how_long_ago(text: str, moment: int | None) -> None:
    assert moment_ms(text, 10_000_000) == moment


def test_a_platform_in_one_process_makes_its_private_key_once(tmp_path: Path) -> None:
    key = startup.own_sealing_key(str(tmp_path))
    assert startup.own_sealing_key(str(tmp_path)) == key
    assert (tmp_path / "sealing.key").stat().st_mode & 0o777 == 0o600
    assert Sealer(key).has_keys
