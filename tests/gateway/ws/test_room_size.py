"""What entering costs a client in bytes: at most 64 KiB, however full its hall is and however many halls there are
(services/lobby/RULES.md §18). Whoever is left out of the lists can be asked for."""

import json
import zlib
from typing import Any

import msgspec
import pytest

from gateway.ws.connection.connection import Connection, State
from gateway.ws.connection.request_lanes import RequestLanes
from gateway.ws.lists.room_lists import RoomLists, fitted
from gateway.ws.lobby.list_pages import ListPages
from gateway.ws.lobby.pushes import Recent
from gateway.ws.tables.directory import Directory
from services.contracts.client import frames
from services.contracts.client.pushes import Push
from services.kernel.refusal import Refusal
from services.platform.process.json import encode
from tests.gateway.fakes import ANN, FakeRpc, connection, finish, on_loop, sent, services, table_line, unpack
from tests.gateway.full_hall import account_of, full_services
from tests.gateway.ws.test_presence import Desk

ENTERING_BYTES_MAX = 65_536
FULL = 500
"""Players in a hall at the most."""


def enter(rpc: FakeRpc, deflates: bool) -> tuple[Desk, Connection]:
    """Somebody enters the hall of these services."""
    desk, conn = Desk(rpc), connection(deflates=deflates)
    desk.connections.enter(conn)
    conn.state, conn.token = State.GREETING, "token-ann"
    return desk, desk.greet(conn)


def read(conn: Connection) -> list[dict[str, Any]]:
    """The frames that a client reads, inflated where they are compressed."""
    found, data = [], conn.stream.data  # type: ignore[attr-defined]
    while data:
        is_compressed = data[0] & 0x40
        _, payload, data = unpack(data)
        if is_compressed:
            payload = zlib.decompressobj(-15).decompress(payload + b"\x00\x00\xff\xff")
        found.append(json.loads(payload))
    return found


def bytes_sent(conn: Connection) -> int:
    return len(conn.stream.data)  # type: ignore[attr-defined]


@pytest.mark.parametrize("deflates", [True, False])
@pytest.mark.parametrize(("players", "halls"), [(70, 50), (400, 50), (400, 3_000), (FULL, 3_000)])
def test_entering_costs_at_most_64_kib_at_any_number_of_players(players: int, halls: int, deflates: bool) -> None:
    _, conn = enter(full_services(players, halls), deflates)
    assert bytes_sent(conn) <= ENTERING_BYTES_MAX
    (room,) = read(conn)
    assert len(room["room"]["players"]) + room["players_more"] == players
    assert len(room["room"]["tables"]) + room["tables_more"] == players * 7 // 8 // 3


def test_a_room_with_short_lists_has_all_of_them_in_the_lobbys_order() -> None:
    rpc = full_services(40, 1)
    for deflates in (True, False):
        (room,) = read(enter(rpc, deflates)[1])
        assert room["players_more"] == room["tables_more"] == 0
        assert [line["account"] for line in room["room"]["players"]] == [account_of(number) for number in range(40)]


def test_compression_shows_several_times_as_many_lines_as_none() -> None:
    shown = [len(read(enter(full_services(FULL, 1), deflates)[1])[0]["room"]["players"]) for deflates in (True, False)]
    assert shown[0] > 2 * shown[1]


@pytest.mark.parametrize("deflates", [True, False])
def test_the_readers_own_line_and_table_are_in_the_room_however_full_it_is(deflates: bool) -> None:
    me = msgspec.structs.replace(ANN, account=account_of(FULL - 1))
    own_table = account_of(FULL * 7 // 8 // 3 - 1, "table")
    (room,) = read(enter(full_services(FULL, 1, me=me, table=own_table), deflates)[1])
    assert room["room"]["players"][-1]["account"] == me.account
    assert room["room"]["tables"][-1]["table"] == own_table
    assert room["players_more"] == FULL - len(room["room"]["players"])


@pytest.mark.parametrize("deflates", [True, False])
@pytest.mark.parametrize("players", [0, FULL])
def test_ones_table_of_a_company_comes_after_those_of_the_hall(players: int, deflates: bool) -> None:
    own = msgspec.structs.replace(table_line(), table="c-1", company="c")
    _, conn = enter(full_services(players, 1, tables=[own], table="c-1"), deflates)
    assert bytes_sent(conn) <= ENTERING_BYTES_MAX
    (room,) = read(conn)
    assert room["room"]["tables"][-1]["table"] == "c-1"
    assert len(room["room"]["tables"]) + room["tables_more"] == players * 7 // 8 // 3 + 1


@pytest.mark.parametrize("deflates", [True, False])
def test_of_a_long_chat_the_newest_lines_of_each_room_are_shown_in_order(deflates: bool) -> None:
    (room,) = read(enter(full_services(3, 1), deflates)[1])
    lines = room["room"]["chat"]
    assert [line["id"] for line in lines] == sorted(line["id"] for line in lines)
    assert {49, 99, 149} <= {line["id"] for line in lines}
    rooms = [line["room"] for line in lines]
    assert max(rooms.count(each) for each in set(rooms)) - min(rooms.count(each) for each in set(rooms)) <= 1


def test_a_token_is_not_compressed_beside_what_others_wrote() -> None:
    _, conn = enter(full_services(FULL, 1, token="secret-token"), deflates=True)
    assert b'"token":"secret-token"' in conn.stream.data  # type: ignore[attr-defined]


@pytest.mark.parametrize(("lines", "most"), [(0, 0), (10, 0), (10, 35), (10, 1_000)])
def test_what_is_fitted_fits_and_is_not_empty_without_need(lines: int, most: int) -> None:
    packed, count = fitted(lines, most, lambda count: b"x" * 10 * count)
    assert len(packed) <= most and len(packed) == 10 * count
    assert count >= min(lines, most // 10) * 0.9 - 1


def test_nothing_is_kept_of_a_hall_after_its_lists_were_read() -> None:
    rpc = services()
    lists = RoomLists(on_loop(rpc), Directory(on_loop(rpc), 8, 10))
    for hall in range(100):
        assert not isinstance(finish(lists.get(hall)), Refusal)
    assert len(lists) == 0


# --- list_more ---


class Pager:
    """A desk where somebody has entered, and its pages."""

    def __init__(self, rpc: FakeRpc, deflates: bool = False) -> None:
        self.recent = Recent(3)
        self.desk, self.conn = enter(rpc, deflates)
        self.desk.pushes._recent = self.recent
        lists = RoomLists(on_loop(rpc), self.desk.directory)
        self.pages = ListPages(lists, RequestLanes(1, 1), self.desk.pushes, self.recent)

    def ask(self, kind: Any, after: str = "") -> list[dict[str, Any]]:
        """What one request is answered."""
        self.conn.stream.data = b""  # type: ignore[attr-defined]
        finish(self.pages.send(self.conn, frames.ListMoreFrame(id="m", list=kind, after=after)))
        return read(self.conn)


@pytest.mark.parametrize("deflates", [True, False])
@pytest.mark.parametrize("kind", ["players", "tables"])
def test_all_of_a_list_can_be_asked_for_page_by_page(kind: str, deflates: bool) -> None:
    pager, found, after, pages = Pager(full_services(FULL, 1), deflates), [], "", 0
    while after is not None:
        page, done = pager.ask(kind, after)
        assert (page["t"], done["t"], done["id"]) == ("lines", "done", "m")
        assert bytes_sent(pager.conn) <= ENTERING_BYTES_MAX
        found += [line["account" if kind == "players" else "table"] for line in page[kind]]
        after, pages = done["data"]["after"], pages + 1
    assert pages > 1
    count, what = (FULL, "account") if kind == "players" else (FULL * 7 // 8 // 3, "table")
    assert found == sorted(account_of(number, what) for number in range(count))


def test_behind_the_last_line_there_is_nothing() -> None:
    page, done = Pager(services()).ask("players", "zzz")
    assert page["players"] == page["tables"] == [] and done["data"] == {"after": None}


def push(kind: str, number: int) -> bytes:
    return encode([Push(accounts=None, frame=msgspec.Raw(encode({"t": kind, "changed": [], "gone": [], "n": number})))])


def test_lines_that_were_pushed_while_a_page_was_read_come_again_after_it() -> None:
    pager = Pager(services())

    def pushed(_request: object) -> Any:
        for number, kind in enumerate(("players", "friends", "tables")):
            finish(pager.desk.pushes.on_message(push(kind, number)))
        return services().answers["ListPlayers"]

    pager.desk.rpc.answers["ListPlayers"] = pushed
    found = pager.ask("players")
    page = next(place for place, frame in enumerate(found) if frame["t"] == "lines")
    assert [frame.get("n") for frame in found[page + 1 :]] == [0, 2, None]


def test_a_client_that_missed_lines_while_a_page_was_read_returns_later() -> None:
    pager = Pager(services())

    def pushed(_request: object) -> Any:
        for number in range(4):
            finish(pager.desk.pushes.on_message(push("players", number)))
        return services().answers["ListPlayers"]

    pager.desk.rpc.answers["ListPlayers"] = pushed
    finish(pager.pages.send(pager.conn, frames.ListMoreFrame(id="m", list="players")))
    assert b"resync_needed" in pager.conn.stream.data  # type: ignore[attr-defined]
    assert "done" not in [frame["t"] for frame in sent(pager.conn)]


def test_a_lobby_that_is_away_is_said() -> None:
    pager = Pager(services())
    pager.desk.rpc.answers["ListTables"] = Refusal("service_unavailable")
    pager.ask("tables")
    assert sent(pager.conn) == [{"t": "refused", "error": "service_unavailable", "id": "m"}]
