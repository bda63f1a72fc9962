"""What entering costs a client in bytes: it depends on the size of a hall, never on how many halls there are
(services/lobby/RULES.md §18)."""

from collections.abc import Iterator

import msgspec

from services.contracts import lobby
from services.contracts.halls import HallLine
from services.lobby.halls import in_view
from tests.gateway.fakes import ANN, line_of, services, table_line
from tests.gateway.fakes import room as small_room
from tests.gateway.test_presence import Desk

SEATS = 3
HALL = 1_500
TEXT_BYTES = 120
"""Of a chat line."""
ENTERING_BYTES_MAX = 65_536
"""What entering may cost, which a hall of `SMALL_HALL` players keeps."""
SMALL_HALL = 70
FULL_HALL_BYTES_MAX = 245_760
"""What a full hall of the usual 400 costs: its lists are sent whole."""


def account_of(number: int) -> str:
    """An id as long as those of real accounts, tables and photos."""
    return f"{number:08x}-0000-4000-8000-000000000000"


def name_of(number: int) -> str:
    """As long as a name may be."""
    return f"Player-{number:013}"


def players(count: int, seated: int) -> list[lobby.PlayerLine]:
    """Lines with everything that a line can have."""
    plain = line_of()
    return [
        msgspec.structs.replace(
            plain,
            account=account_of(number),
            name=name_of(number),
            status="playing" if number < seated else "online",
            login_at_ms=1_790_000_000_000 + number,
            elo=1_500,
            table=account_of(number // SEATS) if number < seated else None,
            photo=account_of(number),
            quintile=3,
        )
        for number in range(count)
    ]


def tables(seated: int) -> list[lobby.TableLine]:
    """Started tables of three, with names as long as they may be."""
    plain = table_line()
    return [
        msgspec.structs.replace(
            plain,
            table=account_of(first // SEATS),
            name="A table at the corner by the harbour wall"[:40],
            state="started",
            organizer=account_of(first),
            seats=[
                lobby.SeatLine(seat=seat, name=name_of(first + seat), account=account_of(first + seat))
                for seat in range(SEATS)
            ],
            created_at_ms=1_790_000_000_000,
            hall=HALL,
        )
        for first in range(0, seated, SEATS)
    ]


def chat() -> Iterator[lobby.ChatLine]:
    """Fifty lines each of the lobby and of the Academy."""
    for number in range(100):
        where = "lobby" if number < 50 else "academy:hall"
        account, name = account_of(number), name_of(number)
        yield lobby.ChatLine(
            id=number, room=where, account=account, name=name, text="x" * TEXT_BYTES, at_ms=1_790_000_000_000
        )


def entering_bytes(count: int, halls: int) -> int:
    """What a client is sent, uncompressed, that enters a hall of `count` players, most of whom play."""
    seated = count * 7 // 8 // SEATS * SEATS
    open_halls = dict.fromkeys(range(1, halls + 1), count)
    own = min(HALL, halls)
    seen = in_view(open_halls, own)
    whole = msgspec.structs.replace(
        small_room(),
        me=ANN,
        chat=list(chat()),
        hall=own,
        halls=[HallLine(hall=hall, players=there) for hall, there in seen.nearby],
        halls_total=seen.halls_total,
        players_total=seen.players_total,
    )
    answers = {
        "Connected": whole,
        "ListPlayers": lobby.Players(players=players(count, seated)),
        "ListTables": lobby.Tables(tables=tables(seated)),
    }
    return len(Desk(services(**answers)).greet().stream.data)  # type: ignore[attr-defined]


def test_three_thousand_halls_cost_whoever_enters_no_more_than_fifty_do() -> None:
    longer_numbers_bytes = 150
    assert entering_bytes(SMALL_HALL, 3_000) - entering_bytes(SMALL_HALL, 50) <= longer_numbers_bytes


def test_in_a_small_hall_entering_costs_less_than_64_kib_however_many_halls_there_are() -> None:
    assert entering_bytes(SMALL_HALL, 3_000) <= ENTERING_BYTES_MAX


def test_a_full_hall_of_the_usual_size_costs_no_more_than_it_did() -> None:
    assert entering_bytes(400, 3_000) <= FULL_HALL_BYTES_MAX
