"""A program with the Python client, whose connection is cut by a site of a few lines. Run by test_python_link.py, in a
process of its own as outside: `python python_link_program.py CASE`."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

from kafeneio_client.generated.frames import TableView
from kafeneio_client.player import Player
from websockets.asyncio.server import ServerConnection, serve

from tests.support.loops import run

ROOM = {"t": "room", "beat_s": 5, "chips": 0, "chips_seq": 0, "room": {"token": None, "table": None}}


class Site:
    """Answers commands; the room comes when `lets_in` is set. `heard`: what came on each connection, in order."""

    def __init__(self) -> None:
        self.heard: list[list[dict[str, Any]]] = []
        self.lets_in = asyncio.Event()
        self.connections: list[ServerConnection] = []
        self.url = ""

    async def serve(self, connection: ServerConnection) -> None:
        own: list[dict[str, Any]] = []
        self.heard.append(own)
        self.connections.append(connection)
        own.append(json.loads(await connection.recv()))
        letting_in = asyncio.create_task(self._let_in(connection))
        async for text in connection:
            frame = json.loads(text)
            own.append(frame)
            if not letting_in.done():
                await connection.send(json.dumps({"t": "refused", "id": frame["id"], "error": "not_greeted"}))
            else:
                data = {"table": f"t-{len(own)}"} if frame["t"] == "create_table" else None
                await connection.send(json.dumps({"t": "done", "id": frame["id"], "data": data}))

    async def _let_in(self, connection: ServerConnection) -> None:
        await self.lets_in.wait()
        await connection.send(json.dumps(ROOM))

    def kinds(self, number: int) -> list[str]:
        return [frame["t"] for frame in self.heard[number]]

    async def cut(self) -> None:
        self.lets_in.clear()
        await self.connections[-1].close()
        while len(self.heard) == len(self.connections) - 1 or self.connections[-1].state.name != "OPEN":
            await asyncio.sleep(0.01)


@asynccontextmanager
async def house() -> AsyncIterator[tuple[Site, Player]]:
    site = Site()
    async with serve(site.serve, "127.0.0.1", 0) as server, asyncio.timeout(20):
        port = server.sockets[0].getsockname()[1]
        site.lets_in.set()
        async with Player(f"http://127.0.0.1:{port}", "token", "a-1", "eleni") as player:
            yield site, player


async def _commands_wait_for_the_room() -> None:
    async with house() as (site, player):
        await site.cut()
        made = asyncio.create_task(player.create_table("tictactoe"))
        await asyncio.sleep(0.05)
        assert site.kinds(1) == ["hello"], "a command before the room would be refused"
        site.lets_in.set()
        assert (await made).id == "t-2"
        assert site.kinds(1) == ["hello", "create_table"]


async def _tables_that_are_over_are_left_alone() -> None:
    async with house() as (site, player):
        tables = [await player.create_table("tictactoe") for _ in range(3)]
        for table, phase in zip(tables, ("choosing", "closed", "playing"), strict=True):
            view = {"table": table.id, "phase": phase, "match": "m", "you": None, "due": [], "wants_seeds": False}
            table.receive(1, cast(TableView, view))
        await tables[0].leave()
        await site.cut()
        site.lets_in.set()
        while len(site.heard[1]) < 2:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.05)
        assert [frame.get("table") for frame in site.heard[1]] == [None, tables[2].id]


CASES = {"commands": _commands_wait_for_the_room, "tables": _tables_that_are_over_are_left_alone}

if __name__ == "__main__":
    run(CASES[sys.argv[1]]())
