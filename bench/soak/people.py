"""The people of a long run: registered once, with a password and a device of their own, and logged in every morning."""

import http.client
import json
import secrets
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from bench.robots.accounts import AT_ONCE, NotRegistered, address_of
from bench.robots.robots import Player

_TIMEOUT_S = 30


class Person(NamedTuple):
    """An account, and what its owner knows and uses."""

    account: str
    name: str
    password: str
    device: str
    address: str
    """Of a network of its own: who shares one is a household for leaderboards."""


class Answer(NamedTuple):
    """What a request was answered."""

    status: int
    body: dict[str, Any]


class House:
    """The doors of a platform, as people and staff use them."""

    def __init__(self, url: str) -> None:
        """`url`: of a gateway's REST."""
        self._where = urlsplit(url)

    def ask(self, person: Person, method: str, path: str, body: Any = None, token: str = "") -> Answer:
        """One request from a person's own device and network."""
        return self._ask(method, path, body, person.device, person.address, token)

    def _ask(self, method: str, path: str, body: Any, device: str, address: str, token: str) -> Answer:
        headers = {"Cookie": f"kafeneio_device={device}", "X-Forwarded-For": address}
        headers |= {"Content-Type": "application/json"} if body is not None else {}
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        connection = http.client.HTTPConnection(self._where.hostname or "", self._where.port, timeout=_TIMEOUT_S)
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            return Answer(answer.status, json.loads(answer.read() or b"{}"))
        finally:
            connection.close()

    def register(self, count: int) -> list[Person]:
        """So many new accounts."""
        with ThreadPoolExecutor(AT_ONCE) as pool:
            return list(pool.map(self._register, range(count)))

    def _register(self, number: int) -> Person:
        name, password, device = f"soaked-{number}", secrets.token_urlsafe(12), secrets.token_hex(16)
        body = {
            "username": name,
            "email": f"{name}@robots.example",
            "password": password,
            "birth_date": f"{1950 + number % 50}-01-{1 + number // 50:02}",
        }
        address = address_of(250 * number)
        answer = self._ask("POST", "/api/register", body, device, address, "")
        if answer.status >= 300:
            raise NotRegistered(f"{name}: {answer}")
        return Person(answer.body["account"]["account"], name, password, device, address)

    def log_in(self, person: Person) -> Answer:
        """A login with name and password."""
        return self.ask(person, "POST", "/api/login", {"username": person.name, "password": person.password})

    def all_come(self, people: Sequence[Person]) -> list[Player]:
        """All of them have a live session. Raises `NotRegistered` with what somebody was refused."""
        with ThreadPoolExecutor(AT_ONCE) as pool:
            return list(pool.map(self._come, people))

    def _come(self, person: Person) -> Player:
        answer = self.log_in(person)
        if answer.status >= 300:
            raise NotRegistered(f"{person.name}: {answer}")
        return Player(person.account, person.name, answer.body["token"])
