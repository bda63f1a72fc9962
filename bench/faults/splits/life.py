"""Players who play, talk and give each other coffee, and write down everything that they did and were shown."""

import asyncio
import contextlib
import http.client
import json
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlsplit

import msgspec

from bench.faults.splits.history import History, Operation, Read, Shown
from bench.robots.robots import Player, Refused, Robot
from bench.robots.wire import Event, View
from bench.robots.witness import Witness
from services.contracts.client.frames import SayFrame

ITEM, PRICE_CHIPS = "coffee", 50
GIVE_EVERY_S = (10.5, 14.0)
"""The shop takes one order of a player in ten seconds."""
SAY_EVERY_S = (4.0, 8.0)
REST_TIMEOUT_S = 8.0
AGAIN_S = 0.5
GIVE_UP_S = 60.0
THREADS = 16
_BUSY = (429, 500, 502, 503, 504)
_TABLE = b'{"t":"table",'


class RecordingWitness(Witness):
    """Also notes in a history."""

    def __init__(self, who: str, history: History) -> None:
        self.history = history
        self.connection = 0
        super().__init__(who)

    def sent(self, command_id: str, match: str, cell: int | None = None) -> None:
        """A command to a table."""
        super().sent(command_id, match, cell)
        self.history.sent(Operation(self.who, command_id, "move", self.table, time.monotonic()))

    def acknowledged(self, command_id: str, version: int, exact: bool) -> None:
        """It was carried out."""
        super().acknowledged(command_id, version, exact)
        self.history.done(command_id, time.monotonic(), version if exact else None)

    def refused(self, command_id: str, error: str) -> None:
        """It was not."""
        super().refused(command_id, error)
        self.history.refused(command_id, time.monotonic())

    def shown(self, version: int, view: View, events: Sequence[Event] = ()) -> bool:
        """A frame of its table."""
        heard = tuple((event.version, _content(event)) for event in events if event.version > self.version)
        self.history.shown.append(Shown(self.who, self.connection, self.table, time.monotonic(), version, heard))
        return super().shown(version, view, events)


def _content(event: Event) -> str:
    """Kind and place; empty: its viewer may not know."""
    if event.kind is None:
        return ""
    place = f" {event.data.row} {event.data.col}" if event.kind == "place" and event.data is not None else ""
    return f"{event.kind}{place}"


class Regular(Robot):
    """A robot with everything else that a player does."""

    def __init__(self, number: int, player: Player, urls: list[str], rest_urls: Sequence[str], seed: int) -> None:
        super().__init__(number, player, urls, seed)
        self.history = History()
        self._rest_urls = rest_urls
        self._asked_s: float | None = None

    def write_in(self, history: History) -> None:
        """From now on it notes there."""
        self.history = history
        self.witness = RecordingWitness(self.witness.who, history)

    # --- what it is shown ---

    def _watch(self) -> None:
        self._asked_s = time.monotonic()
        super()._watch()

    def receive(self, payload: bytes) -> None:
        """A whole table is the answer to the last question for it."""
        if isinstance(self.witness, RecordingWitness):
            self.witness.connection = self.cuts
        if payload.startswith(_TABLE) and self._asked_s is not None:
            frame = self.game.read(payload)
            if frame is not None and frame.version is not None and frame.view is not None:
                read = Read(self.witness.who, frame.view.table, self._asked_s, frame.version)
                self.history.reads.append(read)
                self._asked_s = None
        super().receive(payload)

    # --- talk ---

    async def talk(self) -> None:
        """A line at its table now and then, for ever."""
        while True:
            await asyncio.sleep(self.chance.uniform(*SAY_EVERY_S))
            if not self.away.is_set() and self.view is not None and self.greeted.is_set():
                await self._say(f"table:{self.witness.table}")

    async def _say(self, room: str) -> None:
        frame = SayFrame(id=self.new_id(), room=room, text="")
        frame = msgspec.structs.replace(frame, text=f"line {frame.id}")
        self.history.sent(Operation(self.witness.who, frame.id, "say", room, time.monotonic()))
        with contextlib.suppress(TimeoutError):  # then it is unknown
            try:
                await self.ask(frame)
            except Refused:
                self.history.refused(frame.id, time.monotonic())
            else:
                self.history.done(frame.id, time.monotonic())

    # --- the shop ---

    async def give(self, threads: ThreadPoolExecutor) -> None:
        """A coffee for the other seat now and then, for ever; then it looks what was given at the table."""
        while True:
            await asyncio.sleep(self.chance.uniform(*GIVE_EVERY_S))
            view = self.view
            if not self.away.is_set() and view is not None and view.phase == "playing" and view.you is not None:
                await self._give(threads, view.table, view.match, 1 - view.you)

    async def _give(self, threads: ThreadPoolExecutor, table: str, match: str, seat: int) -> None:
        order = self.new_id()
        body = {"id": order, "match": match, "item": ITEM, "seat": seat}
        self.history.sent(Operation(self.witness.who, order, "give", table, time.monotonic(), chips=PRICE_CHIPS))
        status, answer, _ = await self._request(threads, "POST", f"/api/tables/{table}/gifts", body)
        if 200 <= status < 300:
            self.history.orders[answer["gift"]] = order
            self.history.done(order, time.monotonic())
            await self._look_at_gifts(threads, table)
        elif 400 <= status < 500:
            self.history.refused(order, time.monotonic())

    async def _look_at_gifts(self, threads: ThreadPoolExecutor, table: str) -> None:
        status, answer, asked_s = await self._request(threads, "GET", f"/api/tables/{table}/gifts", None)
        if status == 200:
            orders = self.history.orders
            found = frozenset(orders[gift["gift"]] for gift in answer["gifts"] if gift["gift"] in orders)
            self.history.reads.append(Read(self.witness.who, table, asked_s, found=found))

    async def _request(
        self, threads: ThreadPoolExecutor, method: str, path: str, body: Any
    ) -> tuple[int, dict[str, Any], float]:
        """Through everything that passes, at one door and the other, until it is answered; 0: never. Last: when the
        question that was answered had been asked."""
        loop, began_s, number = asyncio.get_running_loop(), time.monotonic(), self.chance.randrange(2)
        while time.monotonic() - began_s < GIVE_UP_S:
            asked_s, number = time.monotonic(), number + 1
            url = self._rest_urls[number % len(self._rest_urls)]
            status, answer = await loop.run_in_executor(threads, _request, url, method, path, self.player.token, body)
            if status not in _BUSY:
                return status, answer, asked_s
            await asyncio.sleep(AGAIN_S)
        return 0, {}, began_s


def _request(url: str, method: str, path: str, token: str, body: Any) -> tuple[int, dict[str, Any]]:
    where = urlsplit(url)
    connection = http.client.HTTPConnection(where.hostname or "", where.port, timeout=REST_TIMEOUT_S)
    headers = {"Authorization": f"Bearer {token}"} | ({"Content-Type": "application/json"} if body is not None else {})
    with contextlib.closing(connection):
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read() or b"{}")
        except (OSError, http.client.HTTPException, ValueError) as error:
            return 503, {"error": f"{type(error).__name__}: {error}"}
