"""What the faults of `make drill` have in common: something done again and again, SQL, the broker, a request."""

import contextlib
import json
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

import amqp

from bench.processes.whole_platform import Platform
from bench.robots.robots import Player
from tests.support.rabbit import PASSWORD, USER


class Part(Protocol):
    """Something that breaks and is mended."""

    def begin(self) -> None:
        """Break it."""
        ...

    def end(self) -> None:
        """Mend it."""
        ...


class Repeated:
    """Something that is done again and again in threads of its own, from `begin` to `end`."""

    def __init__(self, action: Callable[[], object], every_s: float, threads: int = 1) -> None:
        """Not begun."""
        self._action, self._every_s, self._threads = action, every_s, threads
        self._ended = threading.Event()

    def begin(self) -> None:
        """From now on."""
        self._ended = threading.Event()
        for _ in range(self._threads):
            threading.Thread(target=self._run, args=(self._ended,), daemon=True).start()

    def end(self) -> None:
        """What has begun already is finished."""
        self._ended.set()

    def _run(self, ended: threading.Event) -> None:
        while not ended.wait(self._every_s):
            with contextlib.suppress(Exception):  # it meets a platform that is broken on purpose
                self._action()


def execute(platform: Platform, service: str, *statements: str) -> None:
    """Run statements in a service's database as its superuser, in one transaction."""
    with platform.postgres.connect(platform.databases[service]) as connection, connection.transaction():
        for each in statements:
            connection.execute(each)  # type: ignore[arg-type]


@contextmanager
def broker_channel(platform: Platform) -> Iterator[Any]:
    """A channel of a user who may do everything at the broker; what it publishes is confirmed."""
    address = f"127.0.0.1:{platform.rabbit.port}"
    with amqp.Connection(address, USER, PASSWORD, virtual_host=platform.vhost, confirm_publish=True) as connection:
        yield connection.channel()


def request_of(platform: Platform, player: Player, path: str, body: object = None) -> bytes | None:
    """A request of a player over REST, POST if it has a body; returns what was answered, None without an answer."""
    headers = {"Authorization": f"Bearer {player.token}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(platform.rest_urls[0] + path, data, headers)
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            found: bytes = answer.read()
            return found
    except urllib.error.HTTPError as error:
        return error.read()
    except (urllib.error.URLError, TimeoutError):
        return None
