"""Fresh logins that say hello at once, while older sessions of the same accounts end: how many get the end that was
meant for the older session. By hand: `python -m bench.services.fresh_logins 500`."""

import json
import secrets
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from bench.processes.whole_platform import Platform
from bench.robots.accounts import CHEAP_PASSWORDS, NO_ADDRESS_LIMITS, post
from services.contracts.client.frames import PROTOCOL
from tests.support.server import in_memory
from tests.support.servers import PostgresServer, RabbitServer

SERVICES = ("wallet", "ranking", "moderation", "lobby")
SETTINGS = CHEAP_PASSWORDS | NO_ADDRESS_LIMITS | {"KAFENEIO_GATEWAY_CONNECTIONS_PER_ADDRESS_MAX": "0"}
AT_ONCE = 3
LISTEN_S = 0.4
"""How long a new connection is listened to after its room."""
PASSWORD = "a cup without sugar 7"


class Account:
    """One account that logs in again and again, at one gateway after the other; `ends` counts how that went."""

    def __init__(self, urls: list[tuple[str, str]], ends: Counter[str]) -> None:
        """`urls`: of REST and of the socket, of each gateway."""
        self._urls, self._ends = urls, ends
        self._number = count()
        self.name = f"fresh-{secrets.token_hex(4)}"
        body = {"username": self.name, "email": f"{self.name}@robots.example", "birth_date": "1990-01-31"}
        status, answer = post(urls[0][0], "/api/register", body | {"password": PASSWORD})
        assert status < 300, answer
        self._old = self._greet(answer["token"], urls[0][1])

    def log_in(self) -> None:
        """Log in, say hello at once, and listen; the connection of the session before is open meanwhile."""
        rest, socket = self._urls[next(self._number) % len(self._urls)]
        status, answer = post(rest, "/api/login", {"username": self.name, "password": PASSWORD})
        assert status < 300, answer
        new = self._greet(answer["token"], socket)
        self._ends[f"new: {_end_of(new, LISTEN_S)}"] += 1
        self._ends[f"old: {_end_of(self._old, 10)}"] += 1
        self._old.close()
        self._old = new

    def leave(self) -> None:
        """Close the last connection."""
        self._old.close()

    def _greet(self, token: str, url: str) -> ClientConnection:
        conn = connect(url, compression=None, max_size=None, ping_interval=None)
        conn.send(json.dumps({"t": "hello", "token": token, "protocol": PROTOCOL}))
        return conn


def _end_of(conn: ClientConnection, within_s: float) -> str:
    """The code of the `bye` that a connection gets, or the reason of its close; `none` if it is there afterwards."""
    until_s = time.monotonic() + within_s
    with suppress(TimeoutError):
        try:
            while (left_s := until_s - time.monotonic()) > 0:
                frame = json.loads(conn.recv(timeout=left_s))
                if frame["t"] == "room" and frame["room"]["me"]:
                    until_s = min(until_s, time.monotonic() + within_s)
                if frame["t"] == "bye":
                    return str(frame["error"])
        except ConnectionClosed as closed:
            return closed.rcvd.reason if closed.rcvd else "cut"
    return "none"


def log_in_often(platform: Platform, times: int) -> Counter[str]:
    """Log in `times` times in all; how the new connections and those of the sessions before ended, and how often."""
    ends: Counter[str] = Counter()
    urls = list(zip(platform.rest_urls, platform.gateway_urls, strict=True))
    accounts = [Account(urls, ends) for _ in range(AT_ONCE)]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for _ in range(times // AT_ONCE):
            list(pool.map(Account.log_in, accounts))
    for account in accounts:
        account.leave()
    return ends


def main() -> None:
    """Print what happened to as many logins as the first argument says."""
    with (
        RabbitServer(in_memory()) as rabbit,
        PostgresServer(in_memory()) as postgres,
        Platform(rabbit, postgres, workers=0, gateways=2, services=SERVICES, settings=SETTINGS) as platform,
    ):
        print(json.dumps(log_in_often(platform, int(sys.argv[1])), indent=1))


if __name__ == "__main__":
    main()
