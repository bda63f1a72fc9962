"""A player: one account, its session, the lobby, and the tables at which it sits."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from kafeneio_client import rest
from kafeneio_client.errors import Refused
from kafeneio_client.generated.frames import LegalMoves, Room, TableView, ToClient
from kafeneio_client.link import Link

_TRANSIENT = frozenset({"overloaded", "table_unavailable", "service_unavailable", "rate_limited", "table_unknown"})
_DONE = frozenset({"over", "closed", "stopped"})
"""Phases of a table at which nothing is played any more."""
_FREE_ALREADY = frozenset({"choice_closed", "choice_made", "table_unknown"})
_FREE_S = 30.0
_RETRY_S = 0.5
_TRIES = 20
Options = dict[str, Any]


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
        self._moves = 0
        """Moves that were answered."""
        self._moved_version = -1
        """The version that the last of them has made."""
        self._again = False
        """Whether the player has chosen another match."""
        self._seeded: set[str] = set()
        self._tasks: set[asyncio.Task[Any]] = set()

    async def watch(self) -> None:
        """View the table, from the known version on. A table that is just starting may take a moment."""
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


class Player:
    """A connected account. Use it with `async with`; the lobby's room is in `room`, the balance in `chips`."""

    def __init__(self, url: str, token: str, account: str, name: str) -> None:
        """Created by `log_in` and `register`. `url`: of the site, `https://…`."""
        self.account = account
        self.name = name
        self.room: Room | None = None
        self.chips = 0
        self._chips_seq = -1
        self._seated_at: str | None = None
        self._seated: asyncio.Queue[str] = asyncio.Queue()
        self._tables: dict[str, Table] = {}
        self._url = url.rstrip("/")
        self._link = Link("ws" + self._url.removeprefix("http") + "/ws", token, self._hear)
        self._tasks: set[asyncio.Task[Any]] = set()

    @classmethod
    async def log_in(cls, url: str, username: str, password: str) -> Self:
        """A session of an existing account; an older session ends.

        Raises:
            Refused: `login_failed` …
        """
        return cls._of(url, await rest.request(url, "POST", "/api/login", {"username": username, "password": password}))

    @classmethod
    async def register(cls, url: str, **fields: Any) -> Self:
        """A new account: `username`, `email`, `password`, `birth_date`, and the other fields of `POST
        /api/register`."""
        return cls._of(url, await rest.request(url, "POST", "/api/register", fields))

    @classmethod
    async def resume(cls, url: str, token: str) -> Self:
        """Go on with a session whose `token` was kept, after a crash for instance; `seat` finds the table again.

        Raises:
            Refused: `session_expired`, `session_replaced` …
        """
        me = (await rest.request(url, "GET", "/api/me", token=token))["account"]
        return cls(url, token, me["account"], me["name"])

    @property
    def token(self) -> str:
        """The session's present token. It changes while the session goes on: keep the newest one for `resume`."""
        return self._link.token

    @classmethod
    def _of(cls, url: str, session: dict[str, Any]) -> Self:
        return cls(url, session["token"], session["account"]["account"], session["account"]["name"])

    async def __aenter__(self) -> Self:
        """Connect."""
        await self._link.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Disconnect; the session stays valid."""
        await self._link.close()

    async def request(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """A REST operation in this player's name; the OpenAPI document has them all."""
        return await rest.request(self._url, method, path, body, self._link.token)

    # --- the lobby ---

    async def create_table(self, game: str, *, name: str = "", stake_chips: int = 0, **fields: Any) -> Table:
        """Open a table and sit on seat 0. `bots`: seats of the computer, `options`: the game's, `invite`, `mode` …"""
        frame = {"t": "create_table", "name": name or f"Table of {self.name}"[:40], "game": game}
        answer = await self._link.command({**frame, "stake_chips": stake_chips, **fields})
        return await self._sit(answer["data"]["table"])

    async def join_table(self, table: str, seat: int | None = None) -> Table:
        """Take a seat."""
        await self._link.command({"t": "join_table", "table": table, "seat": seat})
        return await self._sit(table)

    async def start_table(self, table: Table) -> None:
        """Begin the match, as the organizer."""
        await self._link.command({"t": "start_table", "table": table.id})

    async def say(self, room: str, text: str) -> None:
        """Chat in `lobby`, `table:…` or `spectators:…`."""
        await self._link.command({"t": "say", "room": room, "text": text})

    async def called(self) -> Table:
        """Wait until the platform seats this player: a game of a competition begins, or a search has found one."""
        return await self._sit(await self._seated.get())

    async def seat(self) -> Table | None:
        """The table where this player sits already, after a crash or a new login, to go on there with `turns`; None:
        the player is free."""
        table = self._seated_at
        return None if table is None else await self._sit(table)

    async def watch(self, table: str) -> Table:
        """View a table as a spectator, or one's own without taking part."""
        found = self._table(table)
        await found.watch()
        return found

    async def turns(self, table: Table) -> AsyncIterator[Turn]:
        """The decisions that this player owes at a table, until the match has ended. It may begin meanwhile."""
        await table.watch()
        async for turn in table.turns():
            yield turn

    async def _sit(self, table: str) -> Table:
        return self._table(table)

    def _table(self, table: str) -> Table:
        return self._tables.setdefault(table, Table(self._link, table))

    # --- pushed frames ---

    def _hear(self, frame: ToClient) -> None:
        if frame["t"] == "room":
            self.room = frame["room"]
            self._sits_at(frame["room"]["table"])
            self._hear_chips(frame["chips"], frame["chips_seq"])
            for table in self._tables.values():
                if table.view is not None:
                    self._in_background(table.watch())
        elif frame["t"] == "chips":
            self._hear_chips(frame["chips"], frame["seq"])
        elif frame["t"] in ("table", "update"):
            found = next((table for table in self._tables.values() if table.id == frame["view"]["table"]), None)
            if found is not None:
                found.receive(frame["version"], frame["view"])
        elif frame["t"] == "sent":
            self._sits_at(frame["table"])
            if frame["table"] is not None and frame["reason"] in ("called", "matched"):
                self._seated.put_nowait(frame["table"])

    def _sits_at(self, table: str | None) -> None:
        self._seated_at = table
        for each in self._tables.values():
            if each.id != table:
                each.freed.set()

    def _hear_chips(self, chips: int, seq: int) -> None:
        if seq > self._chips_seq:
            self.chips, self._chips_seq = chips, seq

    def _in_background(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
