"""A process that asks services while its broker takes nothing any more: run by test_hung_broker.py."""

import logging
import threading
import time
from typing import ClassVar

from services.contracts.base import Done, Request
from services.kernel.refusal import Refusal
from services.platform.broker.rpc_client import RpcClient
from services.platform.process import logs
from services.platform.process.settings import CommonSettings

logs.set_up("CRITICAL", "test")
logging.disable()
TIMEOUT_MS = 2_000
_TEXT = "x" * 1_000_000
"""So much that a few requests fill every buffer on the way to the broker."""
client: RpcClient


class Ask(Request[Done], frozen=True, kw_only=True):
    """A request that no service takes."""

    answer: ClassVar[type] = Done
    answered_by: ClassVar[str] = "nobody"
    text: str


def start(url: str) -> None:
    global client
    client = RpcClient(CommonSettings(broker_url=url), "test").start()
    assert client.call(Ask(text=""), 500) == Refusal("service_unavailable", {"service": "nobody"})


def ask_many(count: int) -> list[float]:
    """Ask all at once; how long each was kept waiting, in seconds."""
    took_s: list[float] = []

    def ask() -> None:
        begun_s = time.monotonic()
        assert client.call(Ask(text=_TEXT), TIMEOUT_MS) == Refusal("service_unavailable", {"service": "nobody"})
        took_s.append(time.monotonic() - begun_s)

    threads = [threading.Thread(target=ask) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return took_s
