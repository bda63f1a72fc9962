"""The spans of one cycle (services/platform/process/tracing.py): an action for each recorded command, and what all
actions of a
cycle share: the commit, and the publishing of updates."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from services.contracts.tables.commands import ToTable
from services.platform.process.tracing import CONSUMER, Spans, is_traceparent


class CycleSpans:
    """The spans of a cycle; created only while tracing is on."""

    def __init__(self, spans: Spans) -> None:
        """Nothing has been recorded in this cycle yet."""
        self._spans = spans
        self._actions: list[str] = []
        """The traces of recorded commands of this cycle."""

    @contextmanager
    def action(self, command: ToTable) -> Iterator[ToTable]:
        """The span of one command's action. Sets the command's trace to that of the span, for everything that
        follows from it."""
        if not is_traceparent(command.trace):
            yield command
            return
        name = f"action {type(command).__name__.lower()}"
        trace = self._spans.begin(name, command.trace, CONSUMER, **{"kafeneio.table": command.table})
        self._actions.append(trace)
        try:
            yield msgspec.structs.replace(command, trace=trace)
        finally:
            self._spans.end(trace)

    @contextmanager
    def shared(self, name: str, kind: str) -> Iterator[None]:
        """A span below each action of this cycle."""
        began_ns, error = time.time_ns(), ""
        try:
            yield
        except BaseException as raised:
            error = type(raised).__name__
            raise
        finally:
            for trace in self._actions:
                self._spans.record(name, trace, began_ns, error, kind, **{"kafeneio.actions": len(self._actions)})
