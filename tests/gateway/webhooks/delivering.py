"""A process that delivers to webhooks, to be killed: `python -m tests.gateway.webhooks.delivering DATABASE_URL FOLDER`.

It asks moderation's use cases on its database directly, and reads the log of a platform in one process.
"""

import sys
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from gateway.public_events.embedded_log import EmbeddedEventLog
from gateway.webhooks.deliverer import Deliverer
from services.moderation.webhooks import rules
from services.platform.outbound.door import Door
from tests.moderation.moderation import Moderation

HOST = "127.0.0.1"
LEASE_MS = 1_500
"""Short, so that a test need not wait for the half minute after which another process takes over."""


class Asked:
    """Moderation in this process, as an RPC client."""

    def __init__(self, url: str) -> None:
        self.moderation = Moderation(url)
        self.moderation.database.clock = Now()

    def call(self, request: Any, _timeout_ms: int | None = None) -> Any:
        return self.moderation.ask(request)


class Now:
    """The real time."""

    def now_ms(self) -> int:
        return int(time.time() * 1000)


@contextmanager
def delivering(url: str, folder: str, own_hosts: Collection[str] = (HOST,)) -> Iterator[Deliverer]:
    """Deliver in this process, with short waits while it lasts."""
    door = Door(frozenset(own_hosts), timeout_s=0.6)
    with patch.multiple(rules, LEASE_MS=LEASE_MS, FIRST_WAIT_MS=50):
        made = Deliverer(Asked(url), EmbeddedEventLog(folder), door, look_s=0.05)  # type: ignore[arg-type]
        made.start()
        try:
            yield made
        finally:
            made.stop()


if __name__ == "__main__":
    with delivering(*sys.argv[1:]):
        sys.stdin.read()
