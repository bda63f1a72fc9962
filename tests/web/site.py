"""The built client on a server of its own, with the headers that the gateway sends."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from gateway.http.headers import POLICY

WEB = Path(__file__).resolve().parents[2] / "gateway" / "web"
DIST = WEB / "dist"


class Quiet(SimpleHTTPRequestHandler):
    """Files with the gateway's policy, and no log."""

    protocol_version = "HTTP/1.1"

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *args: Any) -> None:
        """Nobody reads it."""


class Server(ThreadingHTTPServer):
    """Does not mind a page that closes while it loads, nor one that asks for everything at once."""

    request_queue_size = 128

    def handle_error(self, *args: Any) -> None:
        """Nobody reads it."""


@contextmanager
def served(folder: Path = DIST) -> Iterator[str]:
    """The address of a running server of `folder`."""
    assert (folder / "index.html").exists(), "the web client is not built: run `make web`"
    with Server(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()
