"""A table that the player views, and the decisions that the player owes there."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from kafeneio_client.errors import Refused
from kafeneio_client.generated.frames import LegalMoves, TableView
from kafeneio_client.link import Link

_TRANSIENT = frozenset({"overloaded", "table_unavailable", "service_unavailable", "rate_limited", "table_unknown"})
_DONE = frozenset({"over", "closed", "stopped"})
"""Phases of a table at which nothing is played any more."""
_FREE_ALREADY = frozenset({"choice_closed", "choice_made", "table_unknown"})
_FREE_S = 30.0
_RETRY_S = 0.5
_TRIES = 20


@dataclass(frozen=True)
class Turn:
    """A decision that the player owes. `view` is the table, `game` the game's own view in it."""

    table: "Table"
    number: int
    view: TableView
    game: dict[str, Any]

    async def legal_moves(self) -> LegalMoves:
        """The moves that may be made now, each as `move` takes it; with `more`, not all of them are listed."""
        return await self.table.legal_moves()

    async def move(self, move: dict[str, Any]) -> None:
        """Make a move, as the game's schema has it.

        Raises:
            Refused: it is not legal, or too late (`stale`).
        """
        await self.table.move(move, self.number, self.view["match"])


class Table:
    """A table that the player views. `view` is its present state."""

    def __init__(self, link: Link, table: str) -> None:
        """Created by `Player`."""
        self.id = table
        self.view: TableView | None = None
        self.version = -1
        self._link = link
        self._changed = asyncio.Condition()
        self.freed = asyncio.Event()
        """Set once the lobby has said that the player sits here no longer."""
        self._is_left = False
        self._moves = 0
        """Moves that were answered."""
        self._moved_version = -1
        """The version that the last of them has made."""
        self._again = False
        """Whether the player has chosen another match."""
        self._seeded: set[str] = set()
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def is_gone(self) -> bool:
        """Whether nothing comes from here any more: the player has left, or the table is closed."""
        return self._is_left or (self.view is not None and self.view["phase"] in _DONE)

    async def watch(self) -> None:
        """View the table, from the known version on. A table that is just starting may take a moment."""
        self._is_left = False
        for tries in range(_TRIES):
            try:
                await self._link.command({"t": "watch", "table": self.id, "version": self.version})
            except Refused as refused:
                if refused.code not in _TRANSIENT or tries == _TRIES - 1:
                    raise
                await asyncio.sleep(_RETRY_S)
            else:
                return

    async def changes(self) -> AsyncIterator[TableView]:
        """The present table, and again whenever it has changed or a move of one's own was answered."""
        seen = (-1, -1)
        while True:
            async with self._changed:
                while self.view is None or (self.version, self._moves) == seen:
                    await self._changed.wait()
                seen, view = (self.version, self._moves), self.view
            yield view

    async def turns(self) -> AsyncIterator[Turn]:
        """The decisions that the player owes, until the match has ended. One comes again after a move that has left it
        open (a declaration in pilotta, a call in tichu), and after one that was refused."""
        tried: tuple[str, int, int] | None = None
        began: str | None = None
        async for view in self.changes():
            if view["phase"] in ("asking", "playing"):
                began, self._again = began or view["match"], False
            if self._is_over(view, began):
                return
            due = next((each for each in view["due"] if each["seat"] == view["you"]), None)
            if due is None or view["paused"] or self.version < self._moved_version:
                continue
            if tried != (decision := (view["match"], due["number"], self._moves)):
                tried = decision
                yield Turn(self, due["number"], view, view["game_view"])

    def _is_over(self, view: TableView, began: str | None) -> bool:
        """Whether the match that `began`, or the one that had ended before it was looked at, is over."""
        if view["phase"] in _DONE:
            return True
        ended = view["result"]["match"] if view["result"] is not None else None
        return ended is not None and (ended == began or (began is None and not self._again))

    async def move(self, move: dict[str, Any], number: int | None = None, match: str | None = None) -> None:
        """Make a move. `number`: the decision that it answers; None for an optional one."""
        if match is None:
            assert self.view is not None, "look at the table first"
            match = self.view["match"]
        frame = {"t": "move", "table": self.id, "match": match, "number": number, "move": move}
        try:
            answer = await self._link.command(frame)
        except Refused:
            await self._answered(self.version)
            raise
        await self._answered(answer.get("version"))

    async def _answered(self, version: int | None) -> None:
        """A move was answered. The seat may owe the same decision still, as the table is from that version on (None:
        unknown)."""
        if version is not None:
            self._moved_version = max(self._moved_version, version)
            self._moves += 1
            await self._tell()

    async def legal_moves(self) -> LegalMoves:
        """The moves that the player's own seat may make now; none while it is another player's turn.

        Raises:
            Refused: `not_seated` …
        """
        answer: LegalMoves = await self._link.command({"t": "legal_moves", "table": self.id})
        return answer

    async def leave(self) -> None:
        """Be free again, whatever the table does: get up before the start, leave a match that runs (the game's leave
        policy follows), or go to the lobby after its end. Nothing where the player does not sit here any more.

        Raises:
            Refused: `already_departed` …
        """
        await self._leave()
        self._is_left = True

    async def _leave(self) -> None:
        self.freed.clear()
        if self.view is None and await self._got_up():
            return
        assert self.view is not None, "the table has started and is viewed"
        if self.view["you"] is None or self.view["phase"] in _DONE:
            return
        if self.view["phase"] == "choosing":
            try:
                await self.choose("communication")
            except Refused as refused:
                if refused.code not in _FREE_ALREADY:
                    raise
        else:
            await self.move({"move": "leave"})
        await self._wait_free()

    async def _wait_free(self) -> None:
        """Wait until the lobby has said that the player sits here no longer."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_FREE_S):
                await self.freed.wait()

    async def _got_up(self) -> bool:
        """Get up before the start. False: it has started, and is viewed now."""
        try:
            await self._link.command({"t": "leave_table", "table": self.id})
        except Refused as refused:
            if refused.code == "table_unknown":
                return True
            if refused.code != "already_started":
                raise
            await self.watch()
            async for _ in self.changes():
                return False
        await self._wait_free()
        return True

    async def choose(self, choice: str) -> None:
        """Choose what to do after the end: `rematch`, `rotate` or `communication`."""
        assert self.view is not None and self.view["result"] is not None
        match = self.view["result"]["match"]
        await self._link.command({"t": "choose", "table": self.id, "match": match, "choice": choice})
        self._again = choice != "communication"

    def receive(self, version: int, view: TableView) -> None:
        """Handle a frame of this table; an old one is ignored."""
        if version < self.version:
            return
        self.version, self.view = version, view
        self._in_background(self._tell())
        if view["you"] is not None and view["match"] not in self._seeded and _wants_seed(view):
            self._seeded.add(view["match"])
            self._in_background(self._send_seed(view["match"]))

    async def _tell(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    async def _send_seed(self, match: str) -> None:
        """Send the player's random seed. One that arrives too late changes nothing."""
        frame = {"t": "seed", "table": self.id, "match": match, "seed": secrets.token_hex(16)}
        try:
            await self._link.command(frame)
        except Refused:
            return

    def _in_background(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _wants_seed(view: TableView) -> bool:
    return view["phase"] == "asking" or view["wants_seeds"]
