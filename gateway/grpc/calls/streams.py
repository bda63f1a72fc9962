"""Streams: each occupies a worker, so their number is limited for all services together."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import grpc

from gateway.grpc.calls.service_calls import refuse
from gateway.grpc.settings import GrpcSettings
from services.kernel.refusal import Refusal


class Follower:
    """A caller whose stream is open."""

    def __init__(self, context: grpc.ServicerContext, poll_s: float, age_max_s: float) -> None:
        """`poll_s`: how long to wait between two looks for news; `age_max_s`: how long the stream may last."""
        self._context = context
        self._poll_s = poll_s
        self._until_s = time.monotonic() + age_max_s
        self._gone = threading.Event()
        context.add_callback(self._gone.set)

    @property
    def is_here(self) -> bool:
        """Whether the stream may go on: it ends cleanly when its caller has gone, when it is old, or when the front
        drains; its caller then opens another."""
        return not self._gone.is_set() and self._context.is_active() and time.monotonic() < self._until_s

    def end(self) -> None:
        """End the stream after the present message."""
        self._gone.set()

    def pause(self) -> None:
        """Wait until the next poll, or until the caller is gone."""
        self._gone.wait(self._poll_s)


class Streams:
    """The streams of one front."""

    def __init__(self, settings: GrpcSettings) -> None:
        """`settings`: how many may be open at once, and how often they poll."""
        self._free = threading.BoundedSemaphore(settings.grpc_streams_max)
        self._poll_s = settings.grpc_stream_poll_ms / 1000
        self._age_max_s = settings.grpc_stream_age_s
        self._open: set[Follower] = set()
        self._lock = threading.Lock()
        self._ended = False

    @contextmanager
    def follow(self, context: grpc.ServicerContext) -> Iterator[Follower]:
        """A stream, until the block ends. Refusal: `streams_busy`."""
        if not self._free.acquire(blocking=False):
            refuse(context, Refusal("streams_busy"))
        follower = Follower(context, self._poll_s, self._age_max_s)
        try:
            self._add(follower)
            yield follower
        finally:
            with self._lock:
                self._open.discard(follower)
            self._free.release()

    def end(self) -> None:
        """End all streams cleanly, and those that are still opened at once."""
        with self._lock:
            self._ended = True
            for follower in self._open:
                follower.end()

    def _add(self, follower: Follower) -> None:
        with self._lock:
            self._open.add(follower)
            if self._ended:
                follower.end()
