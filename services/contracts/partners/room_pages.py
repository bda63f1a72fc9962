"""The lobby's two lists in pages, for other systems: every page continues behind the last row of the one before."""

from typing import Annotated, ClassVar

import msgspec

from services.contracts.base import Message, Request, SafeInt
from services.contracts.lobby.open_tables import TableLine
from services.contracts.lobby.presence import PlayerLine

Name = Annotated[str, msgspec.Meta(max_length=64)]
PLAYERS_MAX = 1_000
TABLES_MAX = 500


class PlayerPage(Message, frozen=True):
    """Players by account; `next`: the account that the page after this one begins behind, None at the end."""

    players: list[PlayerLine]
    next: Name | None


class ListPlayerPage(Request[PlayerPage], frozen=True, kw_only=True):
    """The players after the account `after` who are in one of `statuses` (none: in any) and have at least `elo_min`."""

    answered_by: ClassVar[str] = "lobby"
    answer: ClassVar[type] = PlayerPage
    after: Name = ""
    statuses: Annotated[list[Name], msgspec.Meta(max_length=20)] = []
    elo_min: SafeInt | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=PLAYERS_MAX)] = 100


class TablePlace(Message, array_like=True, frozen=True):
    """Where a table is in the list, as long as it is open."""

    created_at_ms: Annotated[int, msgspec.Meta(ge=0, le=2**53)]
    table: Name


class TableChoice(Message, frozen=True):
    """Which tables are meant; every field that is set must hold. `account` sits there."""

    games: Annotated[list[Name], msgspec.Meta(max_length=100)] = []
    states: Annotated[list[Name], msgspec.Meta(max_length=20)] = []
    practice: bool | None = None
    stake_chips_min: SafeInt | None = None
    stake_chips_max: SafeInt | None = None
    account: Name = ""

    def fits(self, line: TableLine) -> bool:
        """Whether a table is chosen."""
        least, most = self.stake_chips_min, self.stake_chips_max
        return (
            (not self.games or line.game in self.games)
            and (not self.states or line.state in self.states)
            and (self.practice is None or line.practice == self.practice)
            and (least is None or line.stake_chips >= least)
            and (most is None or line.stake_chips <= most)
            and (not self.account or any(seat.account == self.account for seat in line.seats))
        )


class TablePage(Message, frozen=True):
    """Tables, oldest first; `next`: where the page after this one begins, None at the end. A page may be short, or
    empty, before the end."""

    tables: list[TableLine]
    next: TablePlace | None


class ListTablePage(Request[TablePage], frozen=True, kw_only=True):
    """Tables that are open or running, behind a place in the list."""

    answered_by: ClassVar[str] = "lobby"
    answer: ClassVar[type] = TablePage
    after: TablePlace | None = None
    choice: TableChoice = TableChoice()
    limit: Annotated[int, msgspec.Meta(ge=1, le=TABLES_MAX)] = 100
