"""/healthz, /readyz and /metrics on the public port, where REST has a process of its own. On the loop."""

import asyncio
from functools import partial
from typing import Any

from gateway.background import in_background
from gateway.port.stream import send_last
from gateway.settings import GatewaySettings
from services.platform.process.health import Health
from services.platform.process.logs import get_logger

log = get_logger(__name__)

_METRICS = "/metrics"
_HEADERS = (("X-Content-Type-Options", "nosniff"), ("Cache-Control", "no-store"), ("Connection", "close"))
_UNAVAILABLE = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class Probes:
    """Answers one request of a connection and closes it."""

    def __init__(self, health: Health, settings: GatewaySettings) -> None:
        """`health`: makes the answers."""
        self._health = health
        self._close_s = settings.gateway_close_timeout_s

    def take(self, sock: Any, environ: dict[str, str]) -> None:
        """Respond to the request of this socket, which is owned here from now on."""
        if environ["PATH_INFO"] == _METRICS:
            # Writing the metrics takes milliseconds, for which sockets must not wait.
            in_background(partial(self._answer, environ)).add_done_callback(partial(self._say_result, sock))
        else:
            self._say(sock, self._answer(environ))

    def _say_result(self, sock: Any, done: "asyncio.Future[bytes]") -> None:
        error = done.exception()
        if error is not None:
            log.error("metrics_failed", error=f"{type(error).__name__}: {error}")
        self._say(sock, _UNAVAILABLE if error is not None else done.result())

    def _say(self, sock: Any, answer: bytes) -> None:
        send_last(sock, answer, self._close_s)

    def _answer(self, environ: dict[str, str]) -> bytes:
        head: list[str] = []
        body = b"".join(self._health.app(environ, partial(_write_head, head)))
        head += [f"Content-Length: {len(body)}", "", ""]
        return "\r\n".join(head).encode() + body


def _write_head(head: list[str], status: str, headers: list[tuple[str, str]]) -> None:
    head.append(f"HTTP/1.1 {status}")
    head.extend(f"{name}: {text}" for name, text in (*headers, *_HEADERS))
