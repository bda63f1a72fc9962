"""Somebody who operates the platform: their role is given at the shell, and they work by REST."""

import json
import urllib.request
from pathlib import Path
from typing import Any

from bench.robots.robots import Player
from tests.e2e.house import House
from tests.e2e.person import PASSWORD
from tests.support.commands import kafeneio


class Operator:
    """Somebody who operates the platform, by REST."""

    def __init__(self, house: House, folder: Path) -> None:
        self.url = house.url
        form = {"username": "Olga", "email": "olga@example.org", "password": PASSWORD, "birth_date": "1980-02-03"}
        session = self.ask("POST", "/api/register", form)
        self.token: str = session["token"]
        self.player = Player(session["account"]["account"], "Olga", self.token)
        give = ("roles", "give", "Olga", "operator", "--by", "shell", "--reason", "runs the competitions")
        (done,) = kafeneio({"KAFENEIO_VAR_DIR": str(folder / "var")}, give)
        assert done.code == 0, done.stderr

    def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        """A request, and what it is answered; with another one's `token` in their name."""
        headers = {"content-type": "application/json"}
        if token or hasattr(self, "token"):
            headers["authorization"] = f"Bearer {token or self.token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def chips_of(self, token: str) -> int:
        """What the account with this session has now."""
        return int(self.ask("GET", "/api/me", token=token)["chips"])
