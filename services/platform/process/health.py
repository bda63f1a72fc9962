"""/healthz, /readyz and /metrics of a process, on a port of their own."""

import json
from collections.abc import Callable, Iterable
from typing import Any

from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, generate_latest

from services.platform.process.logs import get_logger
from services.platform.process.tasks import spawn

log = get_logger(__name__)

Check = Callable[[], bool]
_NEVER_S = 86_400.0
"""How often the server of these pages looks whether it has been shut down, which nobody does."""


class Health:
    """The health of a process. Alive: it answers. Ready: every check passes and it is not draining."""

    def __init__(self) -> None:
        """No checks yet."""
        self.checks: dict[str, Check] = {}
        self.draining = False
        self.metrics: Callable[[], bytes] = lambda: generate_latest(REGISTRY)
        """The text of /metrics."""

    def add(self, name: str, check: Check) -> None:
        """A condition for being ready."""
        self.checks[name] = check

    def report(self) -> tuple[bool, dict[str, Any]]:
        """Whether ready, and the outcome of each check."""
        outcomes = {name: _holds(name, check) for name, check in list(self.checks.items())}
        ready = all(outcomes.values()) and not self.draining
        return ready, {"ready": ready, "draining": self.draining, "checks": outcomes}

    def app(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """The three pages as a WSGI application."""
        path = environ.get("PATH_INFO", "")
        if path == "/metrics":
            start_response("200 OK", [("Content-Type", CONTENT_TYPE_LATEST)])
            return [self.metrics()]
        if path == "/healthz":
            start_response("200 OK", [("Content-Type", "application/json")])
            return [b'{"alive": true}']
        if path == "/readyz":
            ready, report = self.report()
            start_response("200 OK" if ready else "503 Service Unavailable", [("Content-Type", "application/json")])
            return [json.dumps(report).encode()]
        start_response("404 Not Found", [("Content-Type", "application/json")])
        return [b'{"error": "not_found"}']

    def serve(self, host: str, port: int) -> None:
        """Answer on this port from now on; port 0: do not."""
        if port:
            spawn("health", _server(host, port, self.app).serve_forever, _NEVER_S)


def _holds(name: str, check: Check) -> bool:
    try:
        return bool(check())
    except Exception as error:  # noqa: BLE001 whatever keeps a check from answering, it does not hold
        log.warning("check_failed", check=name, error=type(error).__name__)
        return False


def _server(host: str, port: int, app: Callable[..., Any]) -> Any:
    from werkzeug.serving import (  # which a process that serves no such port need not load
        WSGIRequestHandler,
        make_server,
    )

    class Quiet(WSGIRequestHandler):
        def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
            """Log nothing: probes come every few seconds."""

    return make_server(host, port, app, threaded=True, request_handler=Quiet)
