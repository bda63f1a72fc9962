"""The built client on a server of its own, with the headers that the gateway sends.

What is below `/api` goes to the mocked platform of the running test. Playwright could serve it in the page, but then
it takes every file of the client in hand and forbids the browser to keep any: each page would cost three times as much.
"""

import itertools
import json
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Page

from gateway.http.browser import POLICY
from tests.web.slow_line import DELAY_MS

WEB = Path(__file__).resolve().parents[2] / "clients" / "web"
DIST = WEB / "dist"


AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
NOWHERE = "/nowhere"
"""Of the site, so that its storage is at hand, and without a client."""


class Asked(NamedTuple):
    """A REST request: `path` is what comes after `/api/`, with its query."""

    method: str
    path: str
    is_json: bool
    body: bytes | None

    @property
    def json(self) -> Any:
        """The body, read."""
        return json.loads(self.body) if self.body else None


class Answer(NamedTuple):
    """What it is answered."""

    status: int
    media: str
    body: bytes


House = Callable[[Asked], Answer]
PAGE = "X-Page"
_numbers = itertools.count(1)


class Site:
    """A running server.

    `address`: where it is; `faults`: why a request below `/api` failed.

    Each house has a page of its own, which names it in a header of each request: one that is still on its way when the
    next test begins is not another house's.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self.faults: list[str] = []
        self._houses: dict[str, House] = {}
        self._newest = ""

    def open_house(self, page: Page, house: House) -> None:
        """From now on the page's requests go to `house`."""
        self._newest = str(next(_numbers))
        self._houses[self._newest] = house
        page.set_extra_http_headers({PAGE: self._newest})

    def house_of(self, number: str | None) -> House | None:
        """Whose request it is: the newest house's if it names none, as a service worker's."""
        return self._houses.get(number or self._newest)

    def close_houses(self) -> None:
        """Whatever comes from their pages is late."""
        self._houses.clear()
        self.faults.clear()


def _late(_asked: Asked) -> Answer:
    """The page's test has ended."""
    return Answer(503, "application/json", b'{"error": "unavailable"}')


class Quiet(SimpleHTTPRequestHandler):
    """Files with the gateway's policy, and no log."""

    protocol_version = "HTTP/1.1"
    server: "Server"
    _code = HTTPStatus.OK

    def send_response(self, code: int, message: str | None = None) -> None:
        """Remembers what kind of response this is."""
        self._code = HTTPStatus(code)
        super().send_response(code, message)

    def do_GET(self) -> None:
        """A file, or a reply of the platform."""
        if self.path.startswith("/api/"):
            self._ask()
        elif self.path == NOWHERE:
            self._answer(Answer(200, "text/html", b"<!doctype html><title>Nowhere</title>"))
        elif self.path == f"/{AXE.name}":
            self._answer(Answer(200, "text/javascript", AXE.read_bytes()))
        else:
            if "." not in self.path.partition("?")[0]:
                self.path = "/"  # a page that the client draws itself, as the gateway serves it
            super().do_GET()

    def do_POST(self) -> None:
        """Always for the platform."""
        self._ask()

    do_PUT = do_DELETE = do_POST

    def _ask(self) -> None:
        house = self.server.site.house_of(self.headers.get(PAGE)) or _late
        length = int(self.headers.get("Content-Length") or 0)
        is_json = self.headers.get("Content-Type") == "application/json"
        body = self.rfile.read(length) if length else None
        time.sleep(DELAY_MS / 1000)
        answer = house(Asked(self.command, self.path.removeprefix("/api/"), is_json, body))
        time.sleep(DELAY_MS / 1000)
        self._answer(answer)

    def _answer(self, answer: Answer) -> None:
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.media)
        self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        self.wfile.write(answer.body)

    def end_headers(self) -> None:
        """What does not change while the server runs is kept by the browser, what is missing is not."""
        keeps = self._code < HTTPStatus.BAD_REQUEST and not self.path.startswith("/api/")
        keep = "max-age=3600" if keeps else "no-store"
        self.send_header("Cache-Control", keep)
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *args: Any) -> None:
        """Nobody reads it."""


class Server(ThreadingHTTPServer):
    """Does not mind a page that closes while it loads, nor one that asks for everything at once."""

    request_queue_size = 128
    site: Site

    def handle_error(self, *args: Any) -> None:
        """A page that has gone is no fault."""
        error = sys.exception()
        if not isinstance(error, OSError):
            self.site.faults.append(repr(error))


@contextmanager
def served(folder: Path = DIST) -> Iterator[Site]:
    """A running server of `folder`."""
    assert (folder / "index.html").exists(), "the web client is not built: run `make web`"
    with Server(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        server.site = Site(f"http://127.0.0.1:{server.server_address[1]}")
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        try:
            yield server.site
        finally:
            server.shutdown()
            thread.join()
