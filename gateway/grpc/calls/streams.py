"""Streams: each occupies a worker, so their number is limited for all services together, and players' programs have
places of their own beside those of other systems."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import grpc

from gateway.grpc.access.tokens import Caller, caller_now
from gateway.grpc.calls.service_calls import Asker, refuse
from gateway.grpc.settings import GrpcSettings
from gateway.metrics import grpc_personal_streams
from services.contracts.base import Request
from services.kernel.refusal import Refusal
from services.platform.broker.rpc_client import UNAVAILABLE
from services.platform.process.logs import get_logger
from services.platform.process.tasks import spawn

log = get_logger(__name__)
_SYSTEM = Caller("", frozenset())
_LOOK_S = 1.0


class Follower:
    """A caller whose stream is open."""

    def __init__(self, context: grpc.ServicerContext, poll_s: float, age_max_s: float) -> None:
        """`poll_s`: how long to wait between two looks for news; `age_max_s`: how long the stream may last."""
        self._context = context
        self._poll_s = poll_s
        self._until_s = time.monotonic() + age_max_s
        self._gone = threading.Event()
        self._checks: list[Callable[[], Refusal | None]] = []
        self._check_s = 0.0
        self._checked_s = self.seen_s = time.monotonic()
        """When its stream last looked whether to go on; it does not while its caller takes nothing."""
        context.add_callback(self._gone.set)

    @property
    def is_here(self) -> bool:
        """Whether the stream may go on: it ends cleanly when its caller has gone, when it is old, or when the front
        drains; its caller then opens another. Where a check says that it may not go on, the call is refused so."""
        self.seen_s = time.monotonic()
        if self._checks and self.seen_s - self._checked_s >= self._check_s:
            self._checked_s = self.seen_s
            self._check()
        return not self._gone.is_set() and self._context.is_active() and self.seen_s < self._until_s

    def check(self, check: Callable[[], Refusal | None], every_s: float) -> None:
        """Look from now on whether the stream may go on: a refusal ends it."""
        self._checks.append(check)
        self._check_s = every_s

    def cut_off(self) -> None:
        """End the stream though its caller takes nothing of what waits."""
        self._gone.set()
        self._context.cancel()

    def _check(self) -> None:
        for check in self._checks:
            if (refusal := check()) is not None:
                refuse(self._context, refusal)

    def end(self) -> None:
        """End the stream after the present message."""
        self._gone.set()

    def pause(self) -> None:
        """Wait until the next poll, or until the caller is gone."""
        self._gone.wait(self._poll_s)


class Streams:
    """The streams of one front."""

    def __init__(self, settings: GrpcSettings, asker: Asker) -> None:
        """`settings`: how many may be open at once, and how often they poll; `asker` reaches the lobby."""
        self._settings = settings
        self._asker = asker
        self._free = threading.BoundedSemaphore(settings.grpc_streams_max)
        self.poll_s = settings.grpc_stream_poll_ms / 1000
        self._age_max_s = settings.grpc_stream_age_s
        self._open: set[Follower] = set()
        self._of_programs: dict[Follower, str] = {}
        self._lock = threading.Lock()
        self._ended = threading.Event()

    def start(self) -> None:
        """Look after the streams of players' programs from now on."""
        spawn("grpc-streams", self._look_after)

    @contextmanager
    def follow(self, context: grpc.ServicerContext) -> Iterator[Follower]:
        """A stream, until the block ends. Refusals: `streams_busy`; that its personal token opens it no more."""
        caller = caller_now.get(_SYSTEM)
        follower = Follower(context, self.poll_s, self._age_max_s)
        with self._place_of_program(context, caller, follower) if caller.account else self._place(context):
            try:
                self._add(follower)
                yield follower
            finally:
                with self._lock:
                    self._open.discard(follower)

    def check_also(self, context: grpc.ServicerContext, follower: Follower, request: Request[Any]) -> None:
        """Ask a service now, and as often as the token is looked at, whether a stream may go on."""
        self._asker.ask_of_own(context, request)
        follower.check(lambda: self._refusal_of(context, request), self._settings.grpc_personal_check_s)

    def end(self) -> None:
        """End all streams cleanly, and those that are still opened at once."""
        with self._lock:
            self._ended.set()
            for follower in self._open:
                follower.end()

    def _add(self, follower: Follower) -> None:
        with self._lock:
            self._open.add(follower)
            if self._ended.is_set():
                follower.end()

    @contextmanager
    def _place(self, context: grpc.ServicerContext) -> Iterator[None]:
        if not self._free.acquire(blocking=False):
            refuse(context, Refusal("streams_busy"))
        try:
            yield
        finally:
            self._free.release()

    @contextmanager
    def _place_of_program(self, context: grpc.ServicerContext, caller: Caller, follower: Follower) -> Iterator[None]:
        with self._lock:
            of_account = Counter(self._of_programs.values())[caller.account]
            fits = (
                len(self._of_programs) < self._settings.grpc_personal_streams_max
                and of_account < self._settings.grpc_personal_streams_per_account_max
            )
            if fits:
                self._of_programs[follower] = caller.account
                grpc_personal_streams.set(len(self._of_programs))
        if not fits:
            refuse(context, Refusal("streams_busy"))
        if (who := caller.who) is not None:
            follower.check(lambda: self._refusal_of(context, who), self._settings.grpc_personal_check_s)
        try:
            yield
        finally:
            with self._lock:
                del self._of_programs[follower]
                grpc_personal_streams.set(len(self._of_programs))

    def _refusal_of(self, context: grpc.ServicerContext, request: Request[Any]) -> Refusal | None:
        """Why a stream may not go on; while the service that knows is away, it may."""
        found = self._asker.try_ask(context, request)
        return found if isinstance(found, Refusal) and found.error != UNAVAILABLE else None

    def _look_after(self) -> None:
        while not self._ended.wait(_LOOK_S):
            self.cut_off_silent(time.monotonic())

    def cut_off_silent(self, now_s: float) -> None:
        """End streams whose programs take nothing: each would keep a worker, and its token would not be looked at."""
        with self._lock:
            programs = list(self._of_programs)
        for follower in programs:
            if now_s - follower.seen_s > self._settings.grpc_personal_unread_s:
                log.info("grpc_stream_unread")
                follower.cut_off()
