"""Calls that last: whoever follows something keeps a worker, so all services together let in only so many."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import grpc

from gateway.grpc.service_calls import refuse
from gateway.grpc.settings import GrpcSettings
from services.kernel.refusal import Refusal


class Follower:
    """A caller whose stream is open."""

    def __init__(self, context: grpc.ServicerContext, poll_s: float) -> None:
        """`poll_s`: how long to wait between two looks for news."""
        self._context = context
        self._poll_s = poll_s
        self._gone = threading.Event()
        context.add_callback(self._gone.set)

    @property
    def is_here(self) -> bool:
        """Whether anybody still reads."""
        return not self._gone.is_set() and self._context.is_active()

    def pause(self) -> None:
        """Wait until the next look, or until the caller is gone."""
        self._gone.wait(self._poll_s)


class Streams:
    """The streams of one front."""

    def __init__(self, settings: GrpcSettings) -> None:
        """`settings` say how many may be open at once, and how closely they follow."""
        self._free = threading.BoundedSemaphore(settings.grpc_streams_max)
        self._poll_s = settings.grpc_stream_poll_ms / 1000

    @contextmanager
    def follow(self, context: grpc.ServicerContext) -> Iterator[Follower]:
        """A stream, until the block ends. Refusal: `streams_busy`."""
        if not self._free.acquire(blocking=False):
            refuse(context, Refusal("streams_busy"))
        try:
            yield Follower(context, self._poll_s)
        finally:
            self._free.release()
