"""An account at the platform's own interfaces, REST and socket, without a browser."""

import io
import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any, Protocol

import websocket
from PIL import Image

from tests.e2e.house import wait_until

PASSWORD = "correct horse battery"


class Reachable(Protocol):
    """Something that serves the platform at an address."""

    @property
    def url(self) -> str:
        """`http://127.0.0.1:8000`."""
        ...


class Guest:
    """An account with a session and, once it has come in, a socket."""

    def __init__(self, house: Reachable, name: str, email: str, device: str, language: str = "en") -> None:
        """Register; `device` is the name that the browser has for itself, `language` the account's."""
        self.house, self.name, self.device = house, name, device
        form = {"username": name, "email": email, "language": language}
        form |= {"password": PASSWORD, "birth_date": "1990-02-03"}
        status, session = self.rest("POST", "/api/register", form)
        assert status == 201, session
        self.token, self.account = session["token"], session["account"]["account"]
        self._last = 0

    def rest(
        self, method: str, path: str, body: Any = None, more_headers: Mapping[str, str] | None = None
    ) -> tuple[int, Any]:
        """Status and body of a request under this session."""
        headers = {"Cookie": f"kafeneio_device={self.device}"} | dict(more_headers or {})
        if body is not None:
            headers["Content-Type"] = "application/json"
        if hasattr(self, "token"):
            headers["Authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.house.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    def show_photo(self) -> int:
        """Put a small picture on the profile; returns the status."""
        written = io.BytesIO()
        Image.new("RGB", (96, 96), "teal").save(written, "PNG")
        headers = {"Content-Type": "image/png", "Authorization": f"Bearer {self.token}"}
        request = urllib.request.Request(f"{self.house.url}/api/me/photo", written.getvalue(), headers, method="PUT")
        with urllib.request.urlopen(request, timeout=60) as answer:
            return int(answer.status)

    def come_in(self) -> None:
        """Open a socket and wait for the room."""
        self.socket = websocket.create_connection(self.house.url.replace("http", "ws") + "/ws", timeout=60)
        self.tell(t="hello", token=self.token, protocol=1)
        self.hear("room")

    def tell(self, **frame: Any) -> None:
        """Send a frame."""
        self.socket.send(json.dumps(frame))

    def hear(self, *kinds: str) -> Any:
        """The next frame of one of these kinds."""
        while True:
            frame = json.loads(self.socket.recv())
            if frame["t"] in kinds:
                return frame
            assert frame["t"] != "bye", f"{self.name} was sent away: {frame}"

    def looks_at(self, table: str) -> Any:
        """The table as this guest sees it now. It is asked for again while the table has not begun at its worker."""
        found: list[Any] = []

        def is_shown() -> bool:
            self._last += 1
            self.tell(t="watch", id=f"w{self._last}", table=table, version=-1)
            frame = self.hear("table", "refused")
            if frame["t"] == "refused":
                assert frame["error"] == "table_unknown", frame
                return False
            found.append(frame["view"])
            return True

        wait_until(is_shown, f"a view of {table}")
        return found[0]

    def do(self, kind: str, **fields: Any) -> Any:
        """A command, and what it was answered."""
        self._last += 1
        id_ = f"c{self._last}"
        self.tell(t=kind, id=id_, **fields)
        while True:
            frame = self.hear("done", "refused", "update")
            if id_ in (frame.get("id"), *frame.get("done", ())):
                assert frame["t"] != "refused", frame
                return frame


def start_match(first: Guest, second: Guest) -> str:
    """A match of tic-tac-toe for 200 chips at which the first turn is owed; returns the table."""
    corner = {"name": f"{first.name}'s corner", "game": "tictactoe", "stake_chips": 200, "mode": "open"}
    table = str(first.do("create_table", **corner)["data"]["table"])
    second.do("join_table", table=table)
    first.do("start_table", table=table)
    wait_until(lambda: first.looks_at(table)["phase"] == "asking", "the question for seeds")
    match = str(first.looks_at(table)["match"])
    for each in (first, second):
        each.looks_at(table)
        each.do("seed", table=table, match=match, seed="ab" * 16)
    wait_until(lambda: first.looks_at(table)["due"], "the first turn")
    return table
