"""Guests: accounts that come in, beat, and do nothing else, so many that each must cost the bench little.

Their accounts and sessions are written straight into the databases of lobby and wallet, as those of accounts that have
been there for an hour: what is measured with them is the door and the room, not registering.
"""

import asyncio
import hashlib
import random
import secrets
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from picows import WSError, WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from bench.processes.whole_platform import Platform
from bench.robots import wire
from bench.robots.robots import BACKOFF_FIRST_S, BACKOFF_LONGEST_S, BEAT_S, Player

HANDSHAKE_TIMEOUT_S = 30.0

_PLAYERS = "COPY lobby.players (account, name, name_key, language, created_at_ms) FROM STDIN"
_CREDENTIALS = (
    "COPY lobby.credentials (account, email, password_hash, birth_date, device, address, registered_on) FROM STDIN"
)
_SESSIONS = (
    "COPY lobby.sessions (token_hash, account, device, created_at_ms, idle_ms, runs_since_ms, token_at_ms) FROM STDIN"
)


_ACCOUNTS = "COPY wallet.accounts (account, balance_chips) FROM STDIN"
_AGE_MS = 3_600_000


def make_guests(platform: Platform, count: int, password_hash: str = "") -> list[Player]:
    """`count` accounts with a live session each; all have the password of this hash."""
    tag, now_ms = secrets.token_hex(3), int(time.time() * 1000)
    made_ms = now_ms - _AGE_MS
    made = [Player(f"a-{tag}-{n}", f"guest-{tag}-{n}", secrets.token_urlsafe(32)) for n in range(count)]
    hashes = [hashlib.sha256(player.token.encode()).hexdigest() for player in made]
    rows = {
        _PLAYERS: [(each.account, each.name, each.name, "en", made_ms) for each in made],
        _CREDENTIALS: [
            (each.account, f"{each.name}@robots.example", password_hash, "1990-01-31", "", "", "2026-01-01")
            for each in made
        ],
        _SESSIONS: [
            (token, each.account, "", now_ms, 0, now_ms, now_ms) for token, each in zip(hashes, made, strict=True)
        ],
    }
    _copy(platform, "lobby", rows)
    _copy(platform, "wallet", {_ACCOUNTS: [(f"player:{each.account}", 0) for each in made]})
    return made


def _copy(platform: Platform, service: str, rows: Mapping[str, Iterable[tuple[Any, ...]]]) -> None:
    """Write rows by their statements."""
    with platform.postgres.connect(platform.databases[service]) as connection:
        for statement, each in rows.items():
            with connection.cursor() as cursor, cursor.copy(statement) as copy:
                for row in each:
                    copy.write_row(row)


class Guest:
    """One of them: comes in, returns after every cut, sends heartbeats, and notes each frame and its time.

    Set before `run`: `on_players(guest)` is called with every change of the players list, `on_beat(seconds)` with the
    time that each heartbeat took to be acknowledged, `on_sent()` when the page is sent to a table.
    """

    def __init__(self, number: int, player: Player, url: str) -> None:
        self.player = player
        self.rooms = 0
        self.bye = ""
        self.greeted = asyncio.Event()
        self.on_players: Callable[[Guest], None] = lambda _guest: None
        self.on_beat: Callable[[float], None] = lambda _seconds: None
        self.on_sent: Callable[[], None] = lambda: None
        self._url = url
        self._chance = random.Random(number)
        self._stopped = False
        self._transport: WSTransport | None = None
        self._beaten_s = 0.0

    async def run(self) -> None:
        """Stay until `stop`."""
        attempt = 0
        while not self._stopped and not self.bye:
            attempt = 1 if await self._visit() else attempt + 1
            if not self._stopped:
                ceiling_s = min(BACKOFF_LONGEST_S, BACKOFF_FIRST_S * 2**attempt)
                await asyncio.sleep(ceiling_s * (0.5 + self._chance.random() / 2))

    def stop(self) -> None:
        """Go."""
        self._stopped = True
        self.cut()

    def cut(self) -> None:
        """End the connection; it comes back."""
        if self._transport is not None:
            self._transport.disconnect()

    def beat(self) -> None:
        """One beat beside the usual ones."""
        if self._transport is not None:
            self._beaten_s = time.perf_counter()
            self._transport.send(WSMsgType.TEXT, wire.BEAT)

    async def _visit(self) -> bool:
        """One connection until its end; whether it was greeted."""
        try:
            transport, _ = await ws_connect(
                lambda: _Ear(self), self._url, websocket_handshake_timeout=HANDSHAKE_TIMEOUT_S, enable_auto_pong=True
            )
        except (OSError, WSError, TimeoutError):
            return False
        self._transport = transport
        if self._stopped:  # while we were connecting
            self.cut()
        transport.send(WSMsgType.TEXT, wire.pack(wire.Hello(token=self.player.token, protocol=wire.PROTOCOL)))
        beats = asyncio.create_task(self._keep_beating())
        try:
            await transport.wait_disconnected()
        finally:
            beats.cancel()
        was_greeted = self.greeted.is_set()
        self.greeted.clear()
        self._transport = None
        return was_greeted

    async def _keep_beating(self) -> None:
        await asyncio.sleep(BEAT_S * self._chance.random())
        while True:
            self.beat()
            await asyncio.sleep(BEAT_S)

    def hear(self, payload: memoryview) -> None:
        """One text, known by its beginning."""
        head = bytes(payload[:16])
        if head.startswith(b'{"t":"players"'):
            self.on_players(self)
        elif head.startswith(b'{"t":"beat"'):
            self.on_beat(time.perf_counter() - self._beaten_s)
        elif head.startswith(b'{"t":"sent"'):
            self.on_sent()
        elif head.startswith(b'{"t":"room"'):
            self.rooms += 1
            self.greeted.set()
        elif head.startswith(b'{"t":"bye"'):
            self.bye = bytes(payload).decode()


class _Ear(WSListener):
    """The socket's callbacks."""

    def __init__(self, guest: Guest) -> None:
        self._guest = guest

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Text to the guest; a close is answered."""
        if frame.msg_type == WSMsgType.TEXT:
            self._guest.hear(frame.get_payload_as_memoryview())
        elif frame.msg_type == WSMsgType.CLOSE:
            transport.send_close(frame.get_close_code())
            transport.disconnect()


async def come_in(guests: Sequence[Guest], tasks: asyncio.TaskGroup, at_once: int, timeout_s: float) -> None:
    """Everybody, so many at a time; returns when all have their room.

    Raises:
        TimeoutError: somebody is still outside.
    """
    gate = asyncio.Semaphore(at_once)

    async def one(guest: Guest) -> None:
        async with gate:
            tasks.create_task(guest.run())
            await guest.greeted.wait()

    async with asyncio.timeout(timeout_s):
        await asyncio.gather(*map(one, guests))
