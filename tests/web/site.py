"""The built client on a server of its own, with the headers that the gateway sends.

What is below `/api` goes to the mocked platform of the running test. Playwright could serve it in the page, but then
it takes every file of the client in hand and forbids the browser to keep any: each page would cost three times as much.
"""

import json
import os
import random
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

from gateway.http.browser import POLICY

WEB = Path(__file__).resolve().parents[2] / "clients" / "web"
DIST = WEB / "dist"


AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
NOWHERE = "/nowhere"
"""Of the site, so that its storage is at hand, and without a client."""
LATE_S = float(os.environ.get("SITE_LATE_MS", "0")) / 1000
"""By how much, at most, a request comes late to the platform, and a reply to the page: by chance, so that a test shows
sooner or later that it does not wait for what it builds on."""


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


class Site:
    """A running server.

    `address`: where it is; `house`: serves what is below `/api`, the newest page's; `faults`: why it could not.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self.house: Callable[[Asked], Answer] | None = None
        self.faults: list[str] = []


class Quiet(SimpleHTTPRequestHandler):
    """Files with the gateway's policy, and no log."""

    protocol_version = "HTTP/1.1"
    server: "Server"

    def do_GET(self) -> None:
        """A file, or a reply of the platform."""
        if self.path.startswith("/api/"):
            self._ask()
        elif self.path == NOWHERE:
            self._answer(Answer(200, "text/html", b"<!doctype html><title>Nowhere</title>"))
        elif self.path == f"/{AXE.name}":
            self._answer(Answer(200, "text/javascript", AXE.read_bytes()))
        else:
            if "." not in self.path:
                self.path = "/"  # a page that the client draws itself, as the gateway serves it
            super().do_GET()

    def do_POST(self) -> None:
        """Always for the platform."""
        self._ask()

    do_PUT = do_DELETE = do_POST

    def _ask(self) -> None:
        house = self.server.site.house
        assert house is not None
        length = int(self.headers.get("Content-Length") or 0)
        is_json = self.headers.get("Content-Type") == "application/json"
        body = self.rfile.read(length) if length else None
        time.sleep(random.uniform(0, LATE_S))
        answer = house(Asked(self.command, self.path.removeprefix("/api/"), is_json, body))
        time.sleep(random.uniform(0, LATE_S))
        self._answer(answer)

    def _answer(self, answer: Answer) -> None:
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.media)
        self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        self.wfile.write(answer.body)

    def end_headers(self) -> None:
        """What does not change while the server runs is kept by the browser."""
        keep = "no-store" if self.path.startswith("/api/") else "max-age=3600"
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
