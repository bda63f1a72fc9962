"""House-banked tables in the lobby: which of them must be open, and who sits where (RULES.md §4)."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from services.lobby.tables.open_table import OpenTable, TableRequest


class HouseTable(msgspec.Struct, frozen=True):
    """A table that must be open; `key` names it among all of them."""

    key: str
    name: str
    game: str
    options: dict[str, Any]


def wanted(games: Mapping[str, Sequence[str]], counts: Mapping[str, int]) -> list[HouseTable]:
    """The tables that must be open: of each game and variant one, or as many as the operator has set. `games`:
    house-banked game → its variants, none if it has only one form."""
    return [
        _table(game, variant, number)
        for game, variants in sorted(games.items())
        for variant in variants or [""]
        for number in range(counts.get(game, 1))
    ]


def _table(game: str, variant: str, number: int) -> HouseTable:
    words = [game, variant.replace("_", " "), str(number + 1) if number else ""]
    options = {"variant": variant} if variant else {}
    return HouseTable(f"{game}/{variant}/{number}", " ".join(word for word in words if word), game, options)


def open_house_table(table_id: str, table: HouseTable, seats: int) -> OpenTable:
    """The table when it is opened: it runs, without players."""
    request = TableRequest(name=table.name, game=table.game, options=table.options)
    return OpenTable(table_id, request, (None,) * seats, started=True, house=True)


def check_seat(table: OpenTable, seat: Seat | None) -> Refusal | None:
    """`bad_parameters`: the table has no such seat."""
    return None if seat is None or 0 <= seat < len(table.seats) else Refusal("bad_parameters", {"seat": seat})


def sit(table: OpenTable, account: str, seat: Seat | None) -> tuple[OpenTable, Seat] | Refusal:
    """Take a seat, the first free one if none is named: `table_full`, `seat_taken`."""
    free = [number for number, name in enumerate(table.seats) if name is None]
    if not free:
        return Refusal("table_full")
    if seat is not None and seat not in free:
        return Refusal("seat_taken", {"seat": seat})
    chosen = free[0] if seat is None else seat
    seats = (*table.seats[:chosen], account, *table.seats[chosen + 1 :])
    return msgspec.structs.replace(table, seats=seats), chosen


def get_up(table: OpenTable, account: str) -> OpenTable:
    """The table without this guest."""
    seats = tuple(None if name == account else name for name in table.seats)
    return msgspec.structs.replace(table, seats=seats)
