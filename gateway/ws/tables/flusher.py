"""Sends commands in the loop's next iteration, so that all that have arrived by then are one message to each worker."""

import asyncio
from typing import Protocol

from gateway.metrics import counts
from gateway.ws.tables.commands import OVERDUE_S, Commands
from services.platform.process.logs import get_logger

log = get_logger(__name__)

_BROKER_AWAY_S = 0.05
"""Seconds until waiting commands are tried again while the broker is away."""


class _Link(Protocol):
    @property
    def is_up(self) -> bool:
        """Whether messages can pass now."""
        ...


class Flusher:
    """Sends the commands that wait in `commands`. Everything runs on the loop, and nothing blocks."""

    def __init__(self, commands: Commands, link: _Link) -> None:
        """Nothing is sent before `start`."""
        self._commands = commands
        self._link = link
        self._planned: asyncio.Handle | None = None
        self._look: asyncio.Handle | None = None
        self._stopped = False

    def start(self) -> None:
        """Start sending, on the loop of this thread."""
        self._loop = asyncio.get_event_loop()
        self._commands.on_work = self._plan
        self._plan()

    def stop(self) -> None:
        """Send nothing more."""
        self._stopped = True
        for handle in (self._planned, self._look):
            if handle is not None:
                handle.cancel()

    def _plan(self) -> None:
        if self._planned is None and not self._stopped:
            self._planned = self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        self._planned = None
        batch = self._commands.drain()
        try:
            self._commands.flush(batch)
        except Exception:
            counts.lost["batch"] += 1
            log.exception("commands_not_sent", commands=len(batch))
        if self._commands.has_more and self._planned is None:
            pause_s = 0.0 if self._link.is_up else _BROKER_AWAY_S
            self._planned = self._loop.call_later(pause_s, self._flush)
        self._watch_owners()

    def _watch_owners(self) -> None:
        """While a worker has commands that it has not dealt with, ask regularly whether it is alive."""
        if self._look is None and not self._stopped and self._commands.is_under_way:
            self._look = self._loop.call_later(OVERDUE_S, self._ask_overdue)

    def _ask_overdue(self) -> None:
        self._look = None
        try:
            self._commands.ask_overdue()
        except Exception:
            log.exception("owners_not_asked")
        self._watch_owners()
