"""One session's websocket: it sends `hello` and heartbeats, reconnects after a lost connection, and sends unanswered
commands again."""

import asyncio
import json
import random
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, cast

import websockets
from websockets.asyncio.client import ClientConnection, connect

from kafeneio_client.errors import Refused, Unavailable
from kafeneio_client.generated.frames import FromClient, ToClient

PROTOCOL = 1
FRAME_BYTES_MAX = 16 * 1024 * 1024
_BACKOFF_FIRST_S, _BACKOFF_LONGEST_S = 0.4, 15.0
_SILENT_BEATS = 3
_TOO_FAST = frozenset({"rate_limited", "overloaded"})
"""Refusals that say no more than to ask again a moment later."""
_TOO_FAST_S, _TOO_FAST_TRIES = 1.0, 20


class Link:
    """A session's connection. Commands keep their id until they are answered, whatever happens to the connection."""

    def __init__(self, url: str, token: str, on_frame: Callable[[ToClient], None]) -> None:
        """`url`: `ws://…/ws`; `token`: the session's; `on_frame` gets every frame except answers to commands."""
        self._url = url
        self.token = token
        self._on_frame = on_frame
        self._waiting: dict[str, tuple[FromClient, asyncio.Future[dict[str, Any]]]] = {}
        self._connection: ClientConnection | None = None
        self._greeted = asyncio.Event()
        self._is_in = False
        """Whether this connection has been answered with `room`: commands that come before are refused."""
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """A future that is done when the session has ended: with an exception if it ended otherwise than by `close`."""
        self._beat_s = 5.0
        self._task: asyncio.Task[None] | None = None

    async def open(self, timeout_s: float = 30.0) -> None:
        """Connect.

        Raises:
            Refused: the session is over. Unavailable: no answer to `hello` in time.
        """
        self._task = asyncio.create_task(self._run())
        greeted = asyncio.create_task(self._greeted.wait())
        either: set[asyncio.Future[Any]] = {greeted, self.ended}
        await asyncio.wait(either, timeout=timeout_s, return_when=asyncio.FIRST_COMPLETED)
        if not greeted.done():
            greeted.cancel()
            if self.ended.done():
                self.ended.result()
            raise Unavailable("no greeting in time")

    async def close(self) -> None:
        """Close the connection; the session continues."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        self._end(None)

    async def command(self, frame: dict[str, Any]) -> dict[str, Any]:
        """Send a command until it is answered; returns the answer. One that came too fast is sent again a moment later.

        Raises:
            Refused: with the code of the command, or of the session's end.
        """
        for _ in range(_TOO_FAST_TRIES):
            try:
                return await self._ask(frame)
            except Refused as refused:
                if refused.code not in _TOO_FAST:
                    raise
            await asyncio.sleep(_TOO_FAST_S)
        return await self._ask(frame)

    async def _ask(self, frame: dict[str, Any]) -> dict[str, Any]:
        id = frame.setdefault("id", uuid.uuid4().hex)
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[id] = (cast(FromClient, frame), answer)
        if self._is_in:
            await self._send(frame)
        either: set[asyncio.Future[Any]] = {answer, self.ended}
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._waiting.pop(id, None)
        if not answer.done():
            self.ended.result()
            raise Refused("not_connected")
        found = answer.result()
        if found["t"] == "refused":
            raise Refused(found["error"], found.get("detail"))
        return found

    async def _run(self) -> None:
        tries = 0
        while not self.ended.done():
            with suppress(OSError, websockets.WebSocketException, TimeoutError):
                async with self._connected() as connection:
                    tries = 0
                    await self._read(connection)
            if not self.ended.done():
                most_s = min(_BACKOFF_FIRST_S * 2**tries, _BACKOFF_LONGEST_S)
                await asyncio.sleep(most_s * random.uniform(0.5, 1))
                tries += 1

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[ClientConnection]:
        async with connect(self._url, max_size=FRAME_BYTES_MAX, ping_interval=None, close_timeout=1) as connection:
            self._connection = connection
            beats = asyncio.create_task(self._beat())
            try:
                await self._send({"t": "hello", "token": self.token, "protocol": PROTOCOL})
                yield connection
            finally:
                self._connection, self._is_in = None, False
                beats.cancel()

    async def _read(self, connection: ClientConnection) -> None:
        while True:
            async with asyncio.timeout(_SILENT_BEATS * self._beat_s):
                text = await connection.recv()
            await self._hear(json.loads(text))

    async def _hear(self, frame: dict[str, Any]) -> None:
        kind = frame["t"]
        if kind == "room":
            self._beat_s = frame["beat_s"]
            self.token = frame["room"].get("token") or self.token
        elif kind == "token":
            self.token = frame["token"]
        elif kind == "bye":
            self._end(Refused(frame["error"]))
        elif kind in ("done", "refused", "legal_moves"):
            self._answer(frame.get("id"), frame)
            return
        self._on_frame(cast(ToClient, frame))
        if kind == "room":
            self._is_in = True
            self._greeted.set()
            for waiting, _ in list(self._waiting.values()):
                await self._send(waiting)
        for id in frame.get("done", ()) if kind == "update" else ():
            self._answer(id, {"t": "done", "id": id, "version": frame["version"]})

    def _answer(self, id: str | None, answer: dict[str, Any]) -> None:
        waiting = self._waiting.get(id or "")
        if waiting is not None and not waiting[1].done():
            waiting[1].set_result(answer)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self._beat_s)
            await self._send({"t": "beat"})

    async def _send(self, frame: Any) -> None:
        """Send now, if there is a connection; commands are sent again on the next one."""
        if self._connection is not None:
            with suppress(websockets.WebSocketException):
                await self._connection.send(json.dumps(frame))

    def _end(self, error: Exception | None) -> None:
        if self.ended.done():
            return
        if error is None:
            self.ended.set_result(None)
        else:
            self.ended.set_exception(error)
            self.ended.exception()  # marks the exception as retrieved, even if no caller waits for it
