"""A thief of databases predicts nothing: on a running platform no root of an open ticket or of a running match, no
secret of a mailed link and no token of a session lies in any table or file in clear (docs/SECURITY.md)."""

import asyncio
import base64
import hashlib
import http.client
import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from bench.moves.one_process import EmbeddedPlatform
from bench.processes.whole_platform import Platform
from bench.robots.accounts import NO_ADDRESS_LIMITS, post, register_players
from bench.robots.pairs import Pair
from bench.robots.robots import Player, Robot
from services.wallet.lotteries.rules import LOTTERIES
from tests.support.databases import clear_text
from tests.support.databases.clear_text import Value
from tests.support.loops import run
from tests.support.ports import free_port
from tests.support.server import wait_until
from tests.support.servers import PostgresServer, RabbitServer

pytestmark = pytest.mark.real
KEYS = f"k1:{base64.b64encode(b'k' * 32).decode()}"
NEVER_MOVES_S = 3_600.0


def settings() -> dict[str, str]:
    """Mails wait: their server is not there."""
    away = {"KAFENEIO_MAIL_TRANSPORT": "smtp", "KAFENEIO_SMTP_HOST": "127.0.0.1"}
    home = {"KAFENEIO_SMTP_PORT": str(free_port()), "KAFENEIO_MAIL_LINK_HOME": "https://play.example"}
    return NO_ADDRESS_LIMITS | away | home


class Watching(Robot):
    """A robot that does not move, and notes the commitments that it is shown."""

    def __init__(self, number: int, player: Player, urls: list[str]) -> None:
        super().__init__(number, player, urls, 1)
        self.think = lambda: NEVER_MOVES_S
        self.commits: set[str] = set()

    def receive(self, payload: bytes) -> None:
        """As every robot; the commitment is anywhere in the frame."""
        self.commits.update(_named(json.loads(payload), "commit"))
        super().receive(payload)


def _named(data: Any, name: str) -> Iterator[str]:
    if isinstance(data, dict):
        yield from (value for key, value in data.items() if key == name and isinstance(value, str))
        data = list(data.values())
    if isinstance(data, list):
        for each in data:
            yield from _named(each, name)


def open_tickets(url: str, player: Player) -> set[str]:
    """A ticket of each lottery that the player can pay for; their commitments."""
    where, commits = urlsplit(url), set()
    for name in ("lot_200", "lot_1000", "lot_5000", "free"):
        assert name in LOTTERIES

        def ask(name: str = name) -> dict[str, Any]:
            connection = http.client.HTTPConnection(where.hostname or "", where.port, timeout=30)
            headers = {"Content-Type": "application/json", "Authorization": f"Bearer {player.token}"}
            connection.request("POST", f"/api/lotteries/{name}/tickets", "{}", headers)
            found: dict[str, Any] = json.loads(connection.getresponse().read())
            connection.close()
            return found

        # the wallet hears of a new account by an event
        wait_until(lambda ask=ask: ask().get("error") != "account_unknown", 60, "the account at the wallet")
        body = ask()
        assert "commit" in body, body
        commits.add(body["commit"])
    return commits


async def begin_match(platform: Any, players: list[Player]) -> set[str]:
    """A match that goes on without a move; its commitments."""
    robots = [Watching(number, player, platform.gateway_urls) for number, player in enumerate(players)]
    tasks = [asyncio.create_task(robot.run()) for robot in robots]
    try:
        async with asyncio.timeout(120):
            await Pair(0, *robots, 200).open()
            while not all(robot.commits and robot.view for robot in robots):
                await asyncio.sleep(0.05)
        return set.union(*(robot.commits for robot in robots))
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def played(platform: Any) -> tuple[set[str], list[Player]]:
    """Tickets are open, a match runs, links wait in mails; the commitments, and who did it."""
    url = platform.rest_urls[0]
    players = register_players(platform.rest_urls, 3)
    commits = set().union(*(open_tickets(url, player) for player in players[:2]))
    assert len(commits) == 8
    status, _ = post(url, "/api/password/forgotten", {"email": f"{players[2].name}@robots.example"})
    assert status < 300
    return commits | run(begin_match(platform, players[:2])), players


def check(values: list[Value], commits: set[str], players: list[Player]) -> None:
    """Nothing fits what is known of secrets; what is looked for is there."""
    links = clear_text.hashes_in(values, "links.token_hash")
    sessions = clear_text.hashes_in(values, "sessions.token_hash")
    assert len(commits) >= 9 and links and len(sessions) >= len(players)
    assert any(where.endswith("mails.mail") for where, _ in values), "the mails with the links wait"
    assert clear_text.preimages(values, commits | links | sessions) == {}
    everything = b"\n".join(text for _, text in clear_text.readable(values))
    assert not [player.name for player in players if player.token.encode() in everything]


@contextmanager
def embedded() -> Iterator[EmbeddedPlatform]:
    with EmbeddedPlatform(settings()) as platform:
        yield platform


@pytest.mark.timeout(300)
def test_no_secret_lies_in_the_databases_and_files_of_one_process() -> None:
    with embedded() as platform:
        commits, players = played(platform)
        var = platform.folder / "var"
        values = list(clear_text.of_sqlite(var))
        check(values, commits, players)
        files = list(clear_text.of_files(platform.folder, but=["sealing.key"]))
        assert clear_text.preimages(files, commits) == {}
        assert (var / "sealing.key").stat().st_mode & 0o777 == 0o600
        key = (var / "sealing.key").read_text().partition(":")[2].strip()
        assert not [name for name, body in files if key.encode() in body]


@pytest.mark.timeout(300)
def test_no_secret_lies_in_the_databases_of_real_servers(
    rabbit_server: RabbitServer, postgres_server: PostgresServer
) -> None:
    chosen = settings() | {"KAFENEIO_SEALING_KEYS": KEYS}
    with Platform(rabbit_server, postgres_server, settings=chosen) as platform:
        commits, players = played(platform)
        values: list[Value] = []
        for database in platform.databases.values():
            with platform.postgres.connect(database) as connection:
                values += clear_text.of_postgres(connection)
        check(values, commits, players)
        logs = [(str(path), path.read_bytes()) for path in platform.logs().values() if Path(path).exists()]
        assert logs and clear_text.preimages(logs, commits) == {}


@pytest.mark.parametrize("written", ["plain", "hex", "base64", "json", "in hex in base64", "bytes in bytes"])
def test_a_secret_in_clear_is_found_however_it_is_written(written: str) -> None:
    root = secrets.token_bytes(32)
    digest = hashlib.sha256(root).hexdigest()
    value: Any = {
        "plain": root,
        "hex": f"root {root.hex()}",
        "base64": base64.b64encode(b"before" + root).decode(),
        "json": json.dumps({"match": {"root": root.hex()}}),
        "in hex in base64": base64.urlsafe_b64encode(root.hex().encode()).decode(),
        "bytes in bytes": b"\x00" * 7 + root + b"\x01",
    }[written]
    assert clear_text.preimages([("a.b.c", value), ("a.b.d", 7)], [digest]) == {digest: "a.b.c"}
    assert clear_text.preimages([("a.b.c", "nothing of the kind")], [digest]) == {}
