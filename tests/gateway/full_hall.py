"""A hall as full as it may be, of lines that compress as badly as lines can: ids, names and texts are random."""

import random
import uuid
from functools import cache
from typing import Any

import msgspec

from services.contracts.lobby import chat as lobby_chat
from services.contracts.lobby import open_tables, presence
from services.contracts.lobby.halls import HallLine
from services.lobby.halls.rules import in_view
from tests.gateway.fakes import ANN, FakeRpc, line_of, services, table_line
from tests.gateway.fakes import room as small_room

SEATS = 3
HALL = 1_500
TEXT_CHARS = 300
"""The longest chat line."""
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
_GREEK = "αβγδεζηθικλμνξοπρστυφχψωάέήίόύώ "


@cache
def account_of(number: int, what: str = "account") -> str:
    """An id as those of real accounts, tables and photos."""
    return str(uuid.UUID(int=random.Random(f"{what} {number}").getrandbits(128), version=4))


@cache
def name_of(number: int) -> str:
    """As long as a name may be."""
    return "".join(random.Random(number).choices(_LETTERS, k=20))


def players(count: int, seated: int) -> list[presence.PlayerLine]:
    """Lines with everything that a line can have."""
    plain, chance = line_of(), random.Random(1)
    return [
        msgspec.structs.replace(
            plain,
            account=account_of(number),
            name=name_of(number),
            status="playing" if number < seated else "online",
            login_at_ms=1_790_000_000_000 + chance.randrange(10**8),
            elo=chance.randrange(800, 2_400),
            table=account_of(number // SEATS, "table") if number < seated else None,
            photo=account_of(number, "photo"),
            quintile=chance.randint(1, 5),
        )
        for number in range(count)
    ]


def tables(seated: int) -> list[open_tables.TableLine]:
    """Started tables of three, with names as long as they may be."""
    plain = table_line()
    return [
        msgspec.structs.replace(
            plain,
            table=account_of(first // SEATS, "table"),
            name=(name_of(10_000 + first) + name_of(20_000 + first))[:40],
            state="started",
            organizer=account_of(first),
            seats=[
                open_tables.SeatLine(seat=seat, name=name_of(first + seat), account=account_of(first + seat))
                for seat in range(SEATS)
            ],
            created_at_ms=1_790_000_000_000 + first * 977,
            hall=HALL,
        )
        for first in range(0, seated, SEATS)
    ]


def chat() -> list[lobby_chat.ChatLine]:
    """Fifty lines each of the lobby, of the Academy and of a table, in Greek, as long as they may be."""
    rooms = ("lobby", "academy:hall", "table:t-1")
    chance = random.Random(2)
    return [
        lobby_chat.ChatLine(
            id=number,
            room=rooms[number // 50],
            account=account_of(number),
            name=name_of(number),
            text="".join(chance.choices(_GREEK, k=TEXT_CHARS)),
            at_ms=1_790_000_000_000 + number * 991,
        )
        for number in range(150)
    ]


def full_services(count: int, halls: int, **changed: Any) -> FakeRpc:
    """Services of a platform with so many halls of `count` players each, most of whom play. `changed`: of the room."""
    seated = count * 7 // 8 // SEATS * SEATS
    own = min(HALL, halls)
    seen = in_view(dict.fromkeys(range(1, halls + 1), count), own)
    whole = msgspec.structs.replace(
        small_room(),
        me=ANN,
        chat=chat(),
        hall=own,
        halls=[HallLine(hall=hall, players=there) for hall, there in seen.nearby],
        halls_total=seen.halls_total,
        players_total=seen.players_total,
    )
    return services(
        Connected=msgspec.structs.replace(whole, **changed),
        ListPlayers=presence.Players(players=players(count, seated)),
        ListTables=open_tables.Tables(tables=tables(seated)),
    )
