"""A player: one account, its session, the lobby, and the tables at which it sits."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

from kafeneio_client import rest
from kafeneio_client.companies import Companies
from kafeneio_client.competitions import Competitions
from kafeneio_client.errors import Refused
from kafeneio_client.generated.frames import Room, ToClient
from kafeneio_client.link import Link
from kafeneio_client.people import People
from kafeneio_client.table import Table, Turn


class Player:
    """A connected account. Use it with `async with`; the lobby's room is in `room`, the balance in `chips`; friends,
    cards, messages and calls in `people`, companies in `companies`,
    competitions in `competitions`."""

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
        self._rest = rest.Rest(self._url, self._link)
        self.people = People(account, self._link, self._rest, self._sit)
        self.companies = Companies(self._link, self._rest, self._sit)
        self.competitions = Competitions(self._rest)
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
        """Go on with a session whose `token` was kept, after a crash for instance, or come in with a personal token;
        `seat` finds the table again.

        Raises:
            Refused: `session_expired`, `session_replaced`, `token_invalid` …
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

    def all_recordings(self, after: str | None = None) -> AsyncIterator[dict[str, Any]]:
        """Every match that the account has played and that is kept, oldest first (`Rest.all_recordings`). `after`: the
        cursor of the last line that one has."""
        return self._rest.all_recordings(after)

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
        """Chat in `lobby`, `table:…`, `spectators:…` or `company:…`."""
        await self._link.command({"t": "say", "room": room, "text": text})

    async def react(self, table: Table, reaction: str) -> None:
        """Show the players of one's table a phrase (`hello`, `good_luck`, `well_played`, `thanks`, `sorry`, `again`) or
        a sign (`smile`, `laugh`, `wow`, `heart`, `sad`, `coffee`)."""
        await self._link.command({"t": "react", "table": table.id, "reaction": reaction})

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
        self._tables[table.id] = table
        await table.watch()
        async for turn in table.turns():
            yield turn

    async def _sit(self, table: str) -> Table:
        return self._table(table)

    def _table(self, table: str) -> Table:
        for over in [each.id for each in self._tables.values() if each.is_gone and each.id != table]:
            del self._tables[over]
        return self._tables.setdefault(table, Table(self._link, table))

    # --- pushed frames ---

    def _hear(self, frame: ToClient) -> None:
        self.people.hear(frame)
        self.companies.hear(frame)
        if frame["t"] == "room":
            self.room = frame["room"]
            self._sits_at(frame["room"]["table"])
            self._hear_chips(frame["chips"], frame["chips_seq"])
            for table in self._tables.values():
                if table.view is not None and not table.is_gone:
                    self._in_background(self._view_again(table))
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

    async def _view_again(self, table: Table) -> None:
        """After a cut. A table that has closed meanwhile is not there to be viewed."""
        with suppress(Refused):
            await table.watch()

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
