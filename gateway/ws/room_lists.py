"""The long lists of a room, read and packed once for all who come in at the same time.

With a thousand players the list of them is most of a room. Read for each of a crowd, it would be
served a thousand times by the lobby and packed a thousand times here.
"""

from functools import partial
from typing import NamedTuple

import msgspec

from gateway.rpc import LoopRpc
from gateway.ws.directory import Directory
from gateway.ws.single_flight import Shared
from services.contracts import lobby
from services.kernel.refusal import Refusal
from services.plumbing.json import encode


class Lists(NamedTuple):
    """Players, and both lists as they are sent."""

    players: list[lobby.PlayerLine]
    packed_players: msgspec.Raw
    packed_tables: msgspec.Raw

    def elo_of(self, account: str) -> int:
        """A player's rating as the list shows it; 0 for who is not in it."""
        return next((line.elo for line in self.players if line.account == account), 0)


class RoomLists:
    """Asks the lobby. What it answers was read after it was asked, so nothing pushed before is missing from it."""

    def __init__(self, rpc: LoopRpc, directory: Directory) -> None:
        """`directory` learns of the tables."""
        self._rpc = rpc
        self._directory = directory
        self._of_halls: dict[int, Shared[Lists | Refusal]] = {}

    async def get(self, hall: int) -> Lists | Refusal:
        """Both lists of a hall as they are now."""
        if hall not in self._of_halls:
            self._of_halls[hall] = Shared(partial(self._read, hall))
        return await self._of_halls[hall].get()

    async def _read(self, hall: int) -> Lists | Refusal:
        tables = await self._rpc.call(lobby.ListTables(hall=hall))
        if isinstance(tables, Refusal):
            return tables
        players = await self._rpc.call(lobby.ListPlayers(hall=hall))
        if isinstance(players, Refusal):
            return players
        self._directory.hear(tables.tables)
        return Lists(players.players, msgspec.Raw(encode(players.players)), msgspec.Raw(encode(tables.tables)))
