"""Accounts for robots, registered as people register: over REST, before anything is measured.

Registering costs a password hash on purpose. A platform that is only measured is started with `CHEAP_PASSWORDS`, so
that two thousand accounts take seconds; everything else about them is as it always is.
"""

import http.client
import json
import secrets
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

from bench.robots.robots import Player

AT_ONCE = 6
ATTEMPTS = 5

CHEAP_PASSWORDS = {"KAFENEIO_PASSWORD_MEMORY_KIB": "64", "KAFENEIO_PASSWORD_ROUNDS": "1"}
"""Settings of the lobby."""
NO_ADDRESS_LIMITS = {
    "KAFENEIO_GATEWAY_ATTEMPTS_PER_MIN": "0",
    "KAFENEIO_GATEWAY_REQUESTS_PER_S": "0",
    "KAFENEIO_GATEWAY_HANDSHAKES_PER_S": "0",
}
"""Settings of gateways: all robots come from one address."""


class NotRegistered(Exception):
    """The platform did not take a new account; the message has its answer."""


def register_players(rest_urls: Sequence[str], count: int) -> list[Player]:
    """`count` new accounts with a live session each."""
    tag = secrets.token_hex(3)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(lambda number: _register(rest_urls[number % len(rest_urls)], tag, number), range(count)))


def _register(url: str, tag: str, number: int) -> Player:
    name = f"robot-{tag}-{number}"
    body = {
        "username": name,
        "email": f"{name}@robots.example",
        "password": secrets.token_urlsafe(12),
        "birth_date": "1990-01-31",
    }
    for _ in range(ATTEMPTS):
        status, answer = post(url, "/api/register", body, {"X-Forwarded-For": address_of(number)})
        if status < 300:
            return Player(answer["account"]["account"], name, answer["token"])
        if status < 500:
            break
    raise NotRegistered(f"{name}: {status} {answer}")


def address_of(number: int) -> str:
    """An address of a network of its own, for platforms that trust a proxy (`KAFENEIO_GATEWAY_PROXY_HOPS`)."""
    return f"10.{secrets.randbelow(256)}.{number // 250 % 256}.{number % 250 + 1}"


def post(url: str, path: str, body: object, headers: Mapping[str, str] | None = None) -> tuple[int, dict]:
    """One POST of JSON; answers status and body."""
    where = urlsplit(url)
    connection = http.client.HTTPConnection(where.hostname or "", where.port, timeout=30)
    try:
        connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"} | dict(headers or {}))
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read() or b"{}")
    finally:
        connection.close()
