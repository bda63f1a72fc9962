"""Takes time and chance away from the services while a seed runs: no sleep, no thread, no urandom of the machine's."""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest import mock

import eventlet
import structlog

from services.kernel.clock import FakeClock
from services.platform.database import inbox
from services.platform.database import unit_of_work as database
from services.tables.bots.process import Thinker
from services.tables.worker import green_runner, worker

FAULTS = frozenset(
    {
        "table_stopped", "table_unloadable", "table_unshown", "bot_failed", "bot_refused", "loop_failed",
        "message_given_up", "command_unreadable", "event_parked", "event_unreadable", "inbox_full",
        "ledger_misstated", "ledger_out_of_balance",
    }
)  # fmt: skip
"""What services log only when something is wrong."""

NEWS = frozenset({"shard_owned", "shard_given_back", "shard_lost", "commit_failed", "beat_failed"})
"""What is worth a line of the trace."""


class DirectThinker:
    """Computer players think at once."""

    def turn(self) -> AbstractContextManager[object]:
        """Always."""
        return nullcontext()

    def think(self, rules: Any, thinker: Thinker, view: Any) -> Any:
        return thinker.move(rules, view)

    def stop(self) -> None:
        """Nothing runs."""


class Later:
    """What services want to do in a moment: the world decides when."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[], None]] = []

    def spawn_after(self, _seconds: float, action: Callable[[], None]) -> None:
        self.waiting.append(action)


@contextmanager
def stillness(
    seed: int, clock: FakeClock, later: Later, note: Callable[..., None], on_fault: Callable[[str], None]
) -> Iterator[None]:
    """Everything that services do follows from `seed`; `on_fault` receives what they log as wrong."""
    asleep = SimpleNamespace(sleep=lambda _seconds: None)
    green = SimpleNamespace(
        spawn=lambda action, *args: action(*args), spawn_after=later.spawn_after, Event=eventlet.Event
    )
    before = structlog.get_config()
    with ExitStack() as stack:
        stack.callback(lambda: structlog.configure(**before))
        structlog.configure(processors=[_listener(note, on_fault)], cache_logger_on_first_use=False)
        for place, name, value in (
            (os, "urandom", Random(f"ids {seed}").randbytes),
            (green_runner, "eventlet", green),
            (worker, "time", SimpleNamespace(monotonic=lambda: clock.now_ms() / 1000, sleep=asleep.sleep)),
            (inbox, "time", asleep),
            (database, "time", asleep),
        ):
            stack.enter_context(mock.patch.object(place, name, value))
        yield


def _listener(note: Callable[..., None], on_fault: Callable[[str], None]) -> Callable[..., Any]:
    def listen(_logger: Any, _method: str, event: dict[str, Any]) -> Any:
        if event["event"] in FAULTS:
            on_fault(" ".join(f"{key}={value!r}" for key, value in event.items()))
        if event["event"] in NEWS:
            note(event["event"], event.get("shard", ""), event.get("epoch", ""), event.get("tables", ""))
        raise structlog.DropEvent

    return listen
