"""A room that looks for games: everybody presses once, for one game or several, and some of them are in a hurry to
see how long it takes until they sit (services/lobby/RULES.md §9).

Within five minutes, which is as long as the shortest matches last: a room of 2,000 does not press more often for long.
"""

import asyncio
import json
import random
import time
from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from bench.processes.usage import Usage
from bench.processes.whole_platform import Platform
from bench.robots.guests import Guest
from bench.robots.meter import percentile

GAMES: tuple[tuple[str, dict[str, Any], int], ...] = (
    ("tavli", {"variant": "portes", "target": 1}, 2),
    ("tavli", {"variant": "plakoto", "target": 1}, 2),
    ("tavli", {"variant": "fevga", "target": 1}, 2),
    ("tictactoe", {}, 2),
    ("pilotta", {}, 4),
)
"""Game, options, seats."""
WISHES_MAX = 3
LATE_S = 90.0
"""Long enough for any rating to do, and a sweep."""
SEED = 1821


class Quick(NamedTuple):
    """Searches of a room, pressed over so many seconds."""

    players: int
    pressed_s: float
    refused: int
    seated: int
    fitted_at_once: int
    """Those seated of whom, when they pressed, a player waited with whom they could sit down at once."""
    left_together: int
    """Players left at the end who could sit down with another one of them: nobody should be."""
    quick_match_p50_ms: float
    quick_match_p99_ms: float
    """From the press of such a player until the page goes to the table."""
    cpu_ms_per_player: float
    """Processor time of the lobby, for each player who was seated."""


class _Press:
    """One player's search."""

    def __init__(self, guest: Guest, wishes: Sequence[int]) -> None:
        self.guest = guest
        self.wishes = frozenset(wishes)
        self.began_s = 0.0
        self.seated_s: float | None = None
        self.waits = False
        """It has been taken in, and no table is found yet."""
        self.fits_at_once = False
        guest.on_sent = self._sent

    def _sent(self) -> None:
        if self.seated_s is None:  # an idle match ends, and the page is sent elsewhere
            self.seated_s = time.perf_counter()
        self.waits = False

    def fits(self, other: "_Press") -> bool:
        """Whether the two have a game for two in common; all have the same rating."""
        return any(GAMES[wish][2] == 2 for wish in self.wishes & other.wishes)

    async def press(self, url: str, others: Sequence["_Press"]) -> bool:
        """Start the search; whether it was taken in."""
        self.fits_at_once = any(other.waits and self.fits(other) for other in others)
        self.began_s = time.perf_counter()
        games = [{"game": GAMES[wish][0], "options": GAMES[wish][1]} for wish in sorted(self.wishes)]
        status = await put(
            url, "/api/me/seek", self.guest.player.token, {"games": games, "stakes_chips": [0], "wait_s": 600}
        )
        self.waits = status == 200 and self.seated_s is None
        return status == 200


def left_together(presses: Sequence[_Press]) -> int:
    """How many wait although another one waits who fits."""
    left = [press for press in presses if press.waits]
    return sum(any(press is not other and press.fits(other) for other in left) for press in left)


async def look_for_games(platform: Platform, guests: Sequence[Guest], seconds: float) -> Quick:
    """Each of the guests presses once, at a moment of its own."""
    chance = random.Random(SEED)
    presses = [_Press(guest, chance.sample(range(len(GAMES)), chance.randint(1, WISHES_MAX))) for guest in guests]
    before, url = Usage.now(platform), platform.rest_urls[0]

    async def one(press: _Press, after_s: float) -> bool:
        await asyncio.sleep(after_s)
        return await press.press(url, presses)

    taken_in = await asyncio.gather(*(one(press, chance.uniform(0, seconds)) for press in presses))
    until_s = time.perf_counter() + LATE_S
    while time.perf_counter() < until_s and left_together(presses):
        await asyncio.sleep(0.1)
    used_s = Usage.now(platform).since(before).cpu_s_by_service["lobby"]
    waits_ms = [
        (press.seated_s - press.began_s) * 1000
        for press in presses
        if press.fits_at_once and press.seated_s is not None
    ]
    seated = sum(press.seated_s is not None for press in presses)
    return Quick(
        players=len(presses),
        pressed_s=seconds,
        refused=taken_in.count(False),
        seated=seated,
        fitted_at_once=len(waits_ms),
        left_together=left_together(presses),
        quick_match_p50_ms=percentile(waits_ms, 0.5),
        quick_match_p99_ms=percentile(waits_ms, 0.99),
        cpu_ms_per_player=1000 * used_s / max(seated, 1),
    )


async def put(url: str, path: str, token: str, body: object) -> int:
    """One PUT on a connection of its own; the status of the response."""
    where, text = urlsplit(url), json.dumps(body).encode()
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    head = (
        f"PUT {path} HTTP/1.1\r\nHost: {where.netloc}\r\nConnection: close\r\nContent-Type: application/json\r\n"
        f"Authorization: Bearer {token}\r\nContent-Length: {len(text)}\r\n\r\n"
    )
    writer.write(head.encode() + text)
    await writer.drain()
    status = int((await reader.readline()).split()[1])
    await reader.read()
    writer.close()
    return status
