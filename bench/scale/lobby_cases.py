"""What the lobby's bench measures: a full room, everybody back after a gateway's death, a storm of logins, a client
that does not read, searches for games. Each case sets up its own guests, and puts them away."""

import asyncio
import contextlib
import json
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import asynccontextmanager
from typing import NamedTuple
from urllib.parse import urlsplit

import argon2

from bench.processes.usage import Usage
from bench.processes.whole_platform import Platform
from bench.robots import wire
from bench.robots.accounts import register_players
from bench.robots.guests import Guest, come_in, make_guests
from bench.robots.meter import Meter, percentile
from bench.robots.pairs import Pair
from bench.robots.robots import Robot
from bench.scale.quick_match import Quick, look_for_games

COMING_AT_ONCE = 50
COME_IN_TIMEOUT_S = 420.0
PASSWORD = "correct horse battery"
THINK_S = 0.25
GONE_S = 30.0
TINY_BUFFER_BYTES = 4_096


Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Full(NamedTuple):
    """A full room: what it takes, and how soon a change of the players list is everywhere."""

    sockets: int
    came_in_s: float
    rss_mb: float
    core_share: float
    """Of one core, used by the gateway while everybody only beats."""
    delta_ms_p50: float
    delta_ms_worst: float
    """From a player's departure until the last of all others has received it."""
    beat_ms_p99: float


class Back(NamedTuple):
    """After a gateway was killed and another one started in its place."""

    players: int
    ready_s: float
    """From its start until it took sockets in."""
    back_s: float
    """From its start until everybody was in again."""
    turned_away: int
    cpu_s: dict[str, float]
    """Processor seconds by role meanwhile."""


class Storm(NamedTuple):
    """Everybody logs in with a password at the same time, while others play."""

    logins: int
    refused: int
    took_s: float
    longest_s: float
    overtaken_most: int
    """The most places by which a login was answered after one that was sent later."""
    moves: int
    move_ms_p99_before: float
    move_ms_p99_during: float


class Slow(NamedTuple):
    """Clients that read nothing, beside others whose beats are timed."""

    clients: int
    slow: int
    beat_ms_p99_before: float
    beat_ms_p99_during: float
    added_ms: float


@asynccontextmanager
async def _room(platform: Platform, count: int) -> AsyncIterator[list[Guest]]:
    """So many guests, all in; gone at the end."""
    url = platform.gateway_urls[0]
    guests = [Guest(number, player, url) for number, player in enumerate(make_guests(platform, count))]
    async with asyncio.TaskGroup() as tasks:
        try:
            await come_in(guests, tasks, COMING_AT_ONCE, COME_IN_TIMEOUT_S)
            yield guests
        finally:
            for guest in guests:
                guest.stop()


async def full_room(platform: Platform, count: int, seconds: float, changes: int, settle_s: float) -> Full:
    """So many sockets on one gateway, beating. `settle_s`: how long what was is left to pass before it is measured."""
    began_s = time.perf_counter()
    async with _room(platform, count) as guests:
        came_in_s = time.perf_counter() - began_s
        await asyncio.sleep(settle_s)
        beats: list[float] = []
        for guest in guests:
            guest.on_beat = beats.append
        before, since_s = Usage.now(platform), time.perf_counter()
        await asyncio.sleep(seconds)
        share = Usage.now(platform).since(before).cpu_s["gateway"] / (time.perf_counter() - since_s)
        deltas = await _deltas(guests, changes, settle_s)
        return Full(
            count, came_in_s, platform.rss_mb()["gateway"], share, percentile(deltas, 0.5), max(deltas),
            percentile(beats, 0.99) * 1000,
        )  # fmt: skip


async def _deltas(guests: Sequence[Guest], changes: int, settle_s: float) -> list[float]:
    """How long all others took to receive a player's departure, each time, in milliseconds."""
    found = []
    for mover in guests[:changes]:
        missing, all_heard = {guest for guest in guests if guest is not mover}, asyncio.Event()

        def heard(guest: Guest, missing: set[Guest] = missing, all_heard: asyncio.Event = all_heard) -> None:
            missing.discard(guest)
            if not missing:
                all_heard.set()

        for guest in guests:
            guest.on_players = heard
        began_s = time.perf_counter()
        mover.cut()
        await asyncio.wait_for(all_heard.wait(), GONE_S)
        found.append((time.perf_counter() - began_s) * 1000)
        await mover.greeted.wait()
        await asyncio.sleep(settle_s)
    for guest in guests:
        guest.on_players = lambda _guest: None
    return found


async def all_back(platform: Platform, count: int, settle_s: float) -> Back:
    """The gateway dies with so many on it; another one is started in its place."""
    loop = asyncio.get_running_loop()
    async with _room(platform, count) as guests:
        await asyncio.sleep(settle_s)
        rooms = {guest: guest.rooms for guest in guests}
        await loop.run_in_executor(None, platform.kill9, "gateway-1")
        began_s, before = time.perf_counter(), Usage.now(platform)
        ready = loop.run_in_executor(None, platform.start_member, "gateway-1")
        ready_s = await _when(ready, began_s)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(COME_IN_TIMEOUT_S):
                while any(guest.rooms == rooms[guest] for guest in guests if not guest.bye):
                    await asyncio.sleep(0.02)
        back_s = time.perf_counter() - began_s
        used = {role: round(spent_s, 2) for role, spent_s in Usage.now(platform).since(before).cpu_s.items()}
        return Back(count, ready_s, back_s, sum(bool(guest.bye) for guest in guests), used)


async def _when(event: "asyncio.Future[None]", began_s: float) -> float:
    await event
    return time.perf_counter() - began_s


async def storm(platform: Platform, logins: int, tables: int, seconds: float) -> Storm:
    """So many logins at once, while a few tables play."""
    loop = asyncio.get_running_loop()
    stored = argon2.PasswordHasher(time_cost=3, memory_cost=65_536, parallelism=1).hash(PASSWORD)
    names = [player.name for player in make_guests(platform, logins, stored)]
    players = await loop.run_in_executor(None, register_players, platform.rest_urls, 2 * tables)
    robots = [Robot(number, player, platform.gateway_urls, 1) for number, player in enumerate(players)]
    meter = Meter()
    async with asyncio.TaskGroup() as tasks:
        await _sit_down(robots, meter, tasks)
        before = await _measured(meter, asyncio.sleep(seconds))
        began_s = time.perf_counter()
        answers: list[tuple[int, float]] = []
        during = await _measured(meter, _log_in_all(platform.rest_urls[0], names, answers))
        took_s = time.perf_counter() - began_s
        for robot in robots:
            robot.stop()
    refused = sum(status != 200 for status, _ in answers)
    ends = [end_s - began_s for _, end_s in answers]
    return Storm(
        logins, refused, took_s, max(ends), overtaken(ends), len(during), percentile(before, 0.99) * 1000,
        percentile(during, 0.99) * 1000,
    )  # fmt: skip


async def _sit_down(robots: Sequence[Robot], meter: Meter, tasks: asyncio.TaskGroup) -> None:
    pairs = [Pair(n // 2, robots[n], robots[n + 1], stake_chips=0) for n in range(0, len(robots), 2)]
    for pair in pairs:
        meter.watch(pair.robots)
    for robot in robots:
        robot.think = lambda chance=robot.chance: chance.expovariate(1 / THINK_S)
        tasks.create_task(robot.run())
        await robot.greeted.wait()
    await asyncio.gather(*(pair.open() for pair in pairs))


async def _measured(meter: Meter, work: Awaitable[None]) -> list[float]:
    meter.begin()
    await work
    meter.end()
    return list(meter.latencies_s)


def overtaken(ends_s: Sequence[float]) -> int:
    """By how many places, at most, something ended later than its place in line says."""
    order = sorted(range(len(ends_s)), key=ends_s.__getitem__)
    return max((place - sent for place, sent in enumerate(order)), default=0)


async def _log_in_all(url: str, names: Sequence[str], answers: list[tuple[int, float]]) -> None:
    """All at once, sent one after the other; status and time of each answer, in the order of sending."""
    where = urlsplit(url)
    sent = [await _send_login(where.hostname or "", where.port or 0, name) for name in names]
    answers += await asyncio.gather(*map(_answer, sent))


async def _send_login(host: str, port: int, name: str) -> Line:
    reader, writer = await asyncio.open_connection(host, port)
    body = json.dumps({"username": name, "password": PASSWORD}).encode()
    head = f"POST /api/login HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: application/json\r\n"
    writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    await writer.drain()
    return reader, writer


async def _answer(line: Line) -> tuple[int, float]:
    reader, writer = line
    status = int((await reader.readline()).split()[1])
    await reader.read()
    writer.close()
    return status, time.perf_counter()


async def slow_clients(platform: Platform, count: int, slow: int, seconds: float, settle_s: float) -> Slow:
    """Clients that take nothing of a room with so many, and of what changes in it."""
    async with _room(platform, count) as guests:
        await asyncio.sleep(settle_s)
        before = await _beats(guests, seconds)
        deaf = [_connect_deaf(platform.gateway_urls[0], each.token) for each in make_guests(platform, slow)]
        during = await _beats(guests, seconds)
        for each in deaf:
            each.close()
        return Slow(count, slow, before, during, max(during - before, 0.0))


async def _beats(guests: Sequence[Guest], seconds: float) -> float:
    """How long beats take, at the worst of a hundred, while some of them come and go; in milliseconds."""
    found: list[float] = []
    timed, moving = guests[: len(guests) // 2], guests[len(guests) // 2 :]
    for guest in timed:
        guest.on_beat = found.append
    until_s, turn = time.perf_counter() + seconds, 0
    while time.perf_counter() < until_s:
        for guest in timed[turn % 10 :: 10]:
            guest.beat()
        moving[turn % len(moving)].cut()
        turn += 1
        await asyncio.sleep(0.1)
    for guest in timed:
        guest.on_beat = lambda _seconds: None
    return percentile(found, 0.99) * 1000


async def quick_match(platform: Platform, count: int, pressing_s: float, settle_s: float) -> Quick:
    """So many look for a game within a time; how long it takes where another one waits already."""
    async with _room(platform, count) as guests:
        await asyncio.sleep(settle_s)
        return await look_for_games(platform, guests, pressing_s)


def _connect_deaf(url: str, token: str) -> socket.socket:
    """A socket that says hello, has hardly any room for what comes, and never reads."""
    where = urlsplit(url)
    sock = socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, TINY_BUFFER_BYTES)
    sock.connect((where.hostname, where.port))
    head = f"GET /ws HTTP/1.1\r\nHost: {where.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    sock.sendall(f"{head}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode())
    hello = wire.pack(wire.Hello(token=token, protocol=wire.PROTOCOL))
    sock.sendall(bytes((0x81, 0x80 | len(hello))) + bytes(4) + hello)  # a mask of zeros changes nothing
    return sock
