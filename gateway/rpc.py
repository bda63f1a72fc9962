"""The gateway's RPC interface, and answers that are kept for a moment. REST calls it in green threads and waits;
sockets call it on the loop and await."""

import threading
import time
from typing import Generic, Protocol, TypeVar

from services.contracts.base import Request
from services.kernel.refusal import Refusal

A = TypeVar("A")


class Rpc(Protocol):
    """An RPC client; a call returns `service_unavailable` without an answer in time."""

    def call(self, request: Request[A], timeout_ms: int | None = None) -> A | Refusal:
        """The service's answer or refusal."""
        ...


class LoopRpc(Protocol):
    """The same on the loop."""

    async def call(self, request: Request[A], timeout_ms: int | None = None) -> A | Refusal:
        """The service's answer or refusal."""
        ...


class Cached(Generic[A]):
    """The answer to one request, asked for again when it is too old; while one asks, the others wait for it.

    A refusal is kept as long, so that a service that is away is not asked by everybody in turn.
    """

    def __init__(self, rpc: Rpc, request: Request[A], age_max_s: float) -> None:
        """`age_max_s`: how old an answer may be."""
        self._rpc = rpc
        self._request = request
        self._age_max_s = age_max_s
        self._lock = threading.Lock()
        self._answer: A | Refusal | None = None
        self._answered_s = 0.0

    def get(self) -> A | Refusal:
        """The answer, at most `age_max_s` old."""
        with self._lock:
            if self._answer is None or time.monotonic() - self._answered_s >= self._age_max_s:
                self._answer = self._rpc.call(self._request)
                self._answered_s = time.monotonic()
            return self._answer
