"""The places of tables: the game of each, and from it the queue of its shard."""

from collections import OrderedDict
from collections.abc import Iterable
from typing import Protocol

import msgspec

from gateway.rpc import LoopRpc
from services.contracts.lobby import open_tables as lobby
from services.kernel.ids import shard_of
from services.kernel.refusal import Refusal
from services.platform.broker import names


class _Line(msgspec.Struct):
    table: str
    game: str
    house: bool = False


class Known(Protocol):
    """The part of a table's line from the lobby that is needed here."""

    @property
    def table(self) -> str:
        """Its id."""
        ...

    @property
    def game(self) -> str:
        """Its game's id."""
        ...

    @property
    def house(self) -> bool:
        """Whether it is house-banked."""
        ...


class _Kind(msgspec.Struct):
    t: str = ""


class _TablesFrame(msgspec.Struct):
    changed: list[_Line] = []


class Place(msgspec.Struct, frozen=True):
    """A table's game, shard and queue, and whether it is house-banked."""

    game: str
    shard: int
    queue: str
    house: bool = False


class Directory:
    """The known tables, from the lobby's lines. Those that were not mentioned for longest are forgotten first."""

    def __init__(self, rpc: LoopRpc, shards: int, tables_max: int) -> None:
        """`rpc` asks the lobby for tables that are not known yet."""
        self._rpc = rpc
        self._shards = shards
        self._tables_max = tables_max
        self._places: OrderedDict[str, Place] = OrderedDict()

    def __len__(self) -> int:
        """The number of known tables."""
        return len(self._places)

    def place_of(self, table: str) -> Place | None:
        """The place of a table, if it is known."""
        return self._places.get(table)

    async def find(self, table: str) -> Place | Refusal:
        """The place of a table; asks the lobby if need be. Refusals: `table_unknown`, `service_unavailable`."""
        found = self._places.get(table)
        if found is not None:
            return found
        line = await self._rpc.call(lobby.FindTable(table=table, routing=True))
        if isinstance(line, Refusal):
            return line
        self.learn_lines([line])
        return self._places[table]

    def learn_lines(self, lines: Iterable[Known]) -> None:
        """Remember the tables of lines."""
        self.learn((line.table, line.game, line.house) for line in lines)

    def learn(self, lines: Iterable[tuple[str, str] | tuple[str, str, bool]]) -> None:
        """Remember tables, their games, and which are house-banked."""
        for table, game, *house in lines:
            known = self._places.get(table)
            if known is not None and known.game == game:
                self._places.move_to_end(table)
                continue
            shard = shard_of(table, self._shards)
            self._places[table] = Place(game, shard, names.shard_queue(game, shard), any(house))
        while len(self._places) > self._tables_max:
            self._places.popitem(last=False)

    def overhear(self, frame: msgspec.Raw) -> str:
        """Learn from a frame of the lobby on its way to players, if it is one about tables; returns its kind."""
        kind = msgspec.json.decode(frame, type=_Kind).t
        if kind == "tables":
            tables = msgspec.json.decode(frame, type=_TablesFrame)
            self.learn_lines(tables.changed)
        return kind
