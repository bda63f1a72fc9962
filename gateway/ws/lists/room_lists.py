"""The lists of a hall, read and packed once for all connections that enter at the same time.

With a thousand players the list of them is most of a room. Read for each connection of a crowd, it would be returned a
thousand times by the lobby and packed a thousand times here.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import NamedTuple

from gateway.rpc import LoopRpc
from gateway.ws.connection.deflate import compressed
from gateway.ws.lists.single_flight import Shared
from gateway.ws.tables.directory import Directory
from services.contracts.lobby import open_tables, presence
from services.kernel.refusal import Refusal
from services.platform.process.json import encode

PLAYERS_BYTES_MAX = 25_600
"""The most bytes of a room's players on the wire."""
TABLES_BYTES_MAX = 19_456
PAGE_BYTES_MAX = 32_768
"""The most bytes of lines in one answer to `list_more`, before compression."""
_CUT_SHORT = 0.97
"""The share of the estimate that the first try uses, because the first lines may be longer than the others."""


class Window(NamedTuple):
    """The first lines of a list, joined: as many as fit into the bytes of a room."""

    packed: bytes
    """As JSON without brackets; compressed for clients that agreed to it."""
    lines: int


class Page(NamedTuple):
    """Some lines of a list in the order of their ids, joined, and the last id; None: there are no more."""

    packed: bytes
    after: str | None


class HallList:
    """The lines of one list, in the order in which the lobby shows them; `ids` name them in that order."""

    def __init__(self, ids: Sequence[str], lines: Sequence[bytes], bytes_max: int) -> None:
        """`lines`: as JSON. `bytes_max`: of a window, on the wire."""
        self._ids = ids
        self._lines = lines
        self._bytes_max = bytes_max
        self._places = {each: number for number, each in enumerate(ids)}

    def __len__(self) -> int:
        """The number of lines."""
        return len(self._lines)

    @cached_property
    def plain(self) -> Window:
        """The window for a client without compression."""
        return fitted(len(self._lines), self._bytes_max, self._first)

    @cached_property
    def deflated(self) -> Window:
        """The window for a client with compression."""
        return fitted(len(self._lines), self._bytes_max, lambda count: compressed(self._first(count)))

    def _first(self, count: int) -> bytes:
        return b",".join(self._lines[:count])

    def line_beyond(self, window: Window, wanted: str | None) -> bytes:
        """The line of this id if it is in the list and not in the window, else nothing."""
        place = self._places.get(wanted or "", 0)
        return self._lines[place] if place >= max(window.lines, 1) else b""

    def page(self, after: str) -> Page:
        """The lines whose ids come after this one."""
        ids = self._in_order
        first = bisect_right(ids, after)
        lines = [self._lines[self._places[each]] for each in ids[first:]]
        packed, count = fitted(len(lines), PAGE_BYTES_MAX, lambda count: b",".join(lines[:count]))
        return Page(packed, ids[first + count - 1] if count < len(lines) else None)

    @cached_property
    def _in_order(self) -> list[str]:
        return sorted(self._ids)


def fitted(count: int, bytes_max: int, pack: Callable[[int], bytes]) -> Window:
    """As many of `count` lines as fit into so many bytes, or nearly as many; `pack` packs the first ones."""
    while len(packed := pack(count)) > bytes_max and count:
        count = min(count - 1, int(count * bytes_max / len(packed) * _CUT_SHORT))
    return Window(packed, count)


class Lists:
    """Players and tables of a hall."""

    def __init__(self, players: list[presence.PlayerLine], tables: list[open_tables.TableLine]) -> None:
        """The lobby's answers. Tables that still wait for players come first, because they can be joined."""
        tables = sorted(tables, key=lambda line: line.state == "started")
        self._elos = {line.account: line.elo for line in players}
        self.players = HallList(
            [line.account for line in players], [encode(line) for line in players], PLAYERS_BYTES_MAX
        )
        self.tables = HallList([line.table for line in tables], [encode(line) for line in tables], TABLES_BYTES_MAX)

    def elo_of(self, account: str) -> int:
        """A player's rating in the list; 0 for an account that is not in it."""
        return self._elos.get(account, 0)


class RoomLists:
    """Requests the lists from the lobby. Each answer was read after its request, so it contains every change pushed
    before."""

    def __init__(self, rpc: LoopRpc, directory: Directory) -> None:
        """`directory` learns of the tables."""
        self._rpc = rpc
        self._directory = directory
        self._of_halls: dict[int, Shared[Lists | Refusal]] = {}
        self._readers: Counter[int] = Counter()
        """The number of requests that wait for the lists of a hall. Without any, nothing is kept of it."""

    def __len__(self) -> int:
        """The number of halls that are being read."""
        return len(self._of_halls)

    async def get(self, hall: int) -> Lists | Refusal:
        """Both lists of a hall as they are now."""
        if hall not in self._of_halls:
            self._of_halls[hall] = Shared(partial(self._read, hall))
        self._readers[hall] += 1
        try:
            return await self._of_halls[hall].get()
        finally:
            self._readers[hall] -= 1
            if not self._readers[hall]:
                del self._readers[hall], self._of_halls[hall]

    async def _read(self, hall: int) -> Lists | Refusal:
        tables = await self._rpc.call(open_tables.ListTables(hall=hall))
        if isinstance(tables, Refusal):
            return tables
        players = await self._rpc.call(presence.ListPlayers(hall=hall))
        if isinstance(players, Refusal):
            return players
        self._directory.learn_lines(tables.tables)
        return Lists(players.players, tables.tables)
