"""A partner's server, which takes webhooks: it checks each signature, and fails when a test wants it to."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from standardwebhooks import Webhook


class Taken(NamedTuple):
    """An event as it came, signed well."""

    id: str
    type: str
    cursor: str
    body: bytes


class Receiver:
    """`taken`: what was answered with a success, in order; `offered`: everything that came."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}/hook"
        self.secret = ""
        self.offered: list[Taken] = []
        self.taken: list[Taken] = []
        self.headers: list[dict[str, str]] = []
        self.answer: Callable[[Taken], int] = lambda _event: 204
        """The status; 0: the connection is closed without an answer."""

    def take(self, handler: BaseHTTPRequestHandler) -> None:
        body = handler.rfile.read(int(handler.headers["Content-Length"]))
        self.headers.append(dict(handler.headers.items()))
        said = Webhook(self.secret).verify(body, dict(handler.headers.items()))
        event = Taken(handler.headers["webhook-id"], said["type"], said["cursor"], body)
        self.offered.append(event)
        status = self.answer(event)
        if 200 <= status < 300:
            self.taken.append(event)
        if not status:
            handler.close_connection = True
            return
        handler.send_response(status)
        handler.send_header("Location", "http://127.0.0.1:1/elsewhere")
        handler.send_header("Content-Length", "0")
        handler.end_headers()


@contextmanager
def receiver() -> Iterator[Receiver]:
    made: Any = None

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            made.take(self)

        def log_message(self, *_args: Any) -> None:
            """Nothing is said of requests."""

    class Server(ThreadingHTTPServer):
        def handle_error(self, *_args: Any) -> None:
            """A sender that is killed closes its connections as they are."""

    with Server(("127.0.0.1", 0), Handler) as server:
        made = Receiver(server.server_port)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield made
        finally:
            server.shutdown()
            thread.join()
