"""kafeneio.lobby.v1 and kafeneio.accounts.v1: pages while rows come and go, tables followed, opened and closed."""

import random
from collections.abc import Callable
from typing import Any

import grpc
import msgspec
import pytest

from gateway.grpc.gen.kafeneio.accounts.v1 import accounts_pb2, accounts_pb2_grpc
from gateway.grpc.gen.kafeneio.lobby.v1 import lobby_pb2 as pb
from services.contracts import lobby, other_systems, privacy
from services.contracts.base import Done
from services.kernel.refusal import Refusal
from tests.gateway.fakes import line_of, services, table_line
from tests.gateway.test_grpc import LINE, WITH_TOKEN, Door, opened

ALL = f"{LINE}+lobby.play+accounts.read+accounts.privacy"
CALL: Any = {"metadata": WITH_TOKEN, "timeout": 60}
ROWS = 10_000
replace = msgspec.structs.replace


def table(number: int, **fields: Any) -> lobby.TableLine:
    return replace(table_line(), table=f"t-{number:05}", created_at_ms=1_000 + number // 3, **fields)


def read_pages(page: Callable[[str], Any], rows: str, between: Callable[[], None]) -> list[Any]:
    found, token = [], ""
    while True:
        answer = page(token)
        found += getattr(answer, rows)
        token = answer.next_page_token
        if not token:
            return found
        between()


def test_10000_tables_are_paged_while_tables_open_and_close_and_none_is_lost_or_listed_twice() -> None:
    chance = random.Random(7)
    rows = {line.table: line for line in (table(number) for number in range(ROWS))}
    stay = set(rows)

    def churn() -> None:
        for name in chance.sample(sorted(rows), 50):
            del rows[name]
            stay.discard(name)
        for _ in range(50):
            new = table(chance.randrange(ROWS), name="New")
            new = replace(new, table=f"{new.table}-{chance.randrange(10**9)}")
            rows[new.table] = new

    def listed(_request: Any) -> lobby.Tables:
        return lobby.Tables(tables=chance.sample(list(rows.values()), len(rows)))

    with opened(services(ListTables=listed), grpc_timeout_max_ms=60_000) as door:
        found = read_pages(
            lambda token: door.lobby.ListTables(pb.ListTablesRequest(page_size=500, page_token=token), **CALL),
            "tables",
            churn,
        )
    names = [line.table for line in found]
    assert len(names) == len(set(names))
    assert stay <= set(names)
    assert [line.created_at_ms for line in found] == sorted(line.created_at_ms for line in found)


def test_10000_players_are_paged_while_they_come_and_go_and_change_what_they_do() -> None:
    chance = random.Random(8)
    rows = {f"a-{number:05}": line_of(f"a-{number:05}") for number in range(ROWS)}
    stay = set(rows)

    def churn() -> None:
        for account in chance.sample(sorted(rows), 100):
            del rows[account]
            stay.discard(account)
        for account in chance.sample(sorted(rows), 1_000):
            rows[account] = replace(rows[account], status="playing", login_at_ms=chance.randrange(10**6))

    def listed(_request: Any) -> lobby.Players:
        return lobby.Players(players=list(rows.values()))

    with opened(services(ListPlayers=listed), grpc_timeout_max_ms=60_000) as door:
        found = read_pages(
            lambda token: door.lobby.ListPlayers(pb.ListPlayersRequest(page_size=1_000, page_token=token), **CALL),
            "players",
            churn,
        )
    accounts = [line.account for line in found]
    assert len(accounts) == len(set(accounts))
    assert stay <= set(accounts)


def test_players_are_chosen_by_what_they_do_and_by_their_elo() -> None:
    players = [
        replace(line_of("a-1"), status="playing", elo=1500),
        replace(line_of("a-2"), status="playing", elo=1100),
        replace(line_of("a-3"), status="online", elo=1500),
    ]
    with opened(services(ListPlayers=lobby.Players(players=players))) as door:
        asked = pb.ListPlayersRequest(statuses=[pb.PLAYER_STATUS_PLAYING], elo_min=1200)
        assert [line.account for line in door.lobby.ListPlayers(asked, **CALL).players] == ["a-1"]


@pytest.mark.parametrize(
    ("chosen", "found"),
    [
        (pb.TableFilter(), ["t-00001", "t-00002", "t-00003"]),
        (pb.TableFilter(games=["tichu"]), ["t-00002"]),
        (pb.TableFilter(states=[pb.TABLE_STATE_STARTED]), ["t-00003"]),
        (pb.TableFilter(practice=True), ["t-00003"]),
        (pb.TableFilter(practice=False, stake_chips_min=20), ["t-00002"]),
        (pb.TableFilter(stake_chips_max=10), ["t-00001", "t-00003"]),
        (pb.TableFilter(account="a-zoe"), []),
    ],
)
def test_tables_are_chosen_by_a_filter(chosen: pb.TableFilter, found: list[str]) -> None:
    lines = [
        table(1),
        table(2, game="tichu", stake_chips=50),
        table(3, state="started", practice=True, stake_chips=0),
    ]
    with opened(services(ListTables=lobby.Tables(tables=lines))) as door:
        answer = door.lobby.ListTables(pb.ListTablesRequest(filter=chosen), **CALL)
        assert [line.table for line in answer.tables] == found


UNKNOWN = Refusal("table_unknown")


def test_one_table_and_one_that_is_not_there() -> None:
    with opened(services(FindTable=lambda asked: table(1) if asked.table == "t-00001" else UNKNOWN)) as door:
        assert door.lobby.GetTable(pb.GetTableRequest(table="t-00001"), **CALL).table.name == "Corner"
        with pytest.raises(grpc.RpcError) as caught:
            door.lobby.GetTable(pb.GetTableRequest(table="t-2"), **CALL)
        assert (caught.value.code(), caught.value.details()) == (grpc.StatusCode.NOT_FOUND, "table_unknown")


def test_a_watcher_gets_all_tables_then_what_changes_and_what_is_gone() -> None:
    rows = [[table(1), table(2)], [replace(table(1), name="Moved")], [replace(table(1), name="Moved")]]
    answers = [lobby.Tables(tables=lines) for lines in rows]
    with opened(services(ListTables=answers), grpc_stream_poll_ms=5) as door:
        call = door.lobby.WatchTables(pb.WatchTablesRequest(), **CALL)
        first, second = next(call), next(call)
        call.cancel()
    assert (first.all, [line.table for line in first.changed]) == (True, ["t-00001", "t-00002"])
    assert (second.all, [line.name for line in second.changed], list(second.gone)) == (False, ["Moved"], ["t-00002"])


def test_streams_end_cleanly_when_they_are_old_and_when_the_front_drains() -> None:
    with opened(services(), grpc_stream_poll_ms=5, grpc_stream_age_s=0.05) as door:
        assert len(list(door.lobby.WatchTables(pb.WatchTablesRequest(), **CALL))) == 1
    with opened(services(), grpc_stream_poll_ms=5) as door:
        call = door.lobby.WatchTables(pb.WatchTablesRequest(), **CALL)
        next(call)
        door.front.stop(30)
        assert list(call) == []
        assert call.code() is grpc.StatusCode.OK


def test_a_table_is_opened_in_a_players_name() -> None:
    with opened(services(CreateTable=table(1)), grpc_tokens=[ALL]) as door:
        asked = pb.CreateTableRequest(
            account="a-ann", request_id="r-1", name="Corner", game="tavli", stake_chips=10, bots=[1], invite={2: "bob"}
        )
        asked.options.update({"target": 5, "fast": True})
        assert door.lobby.CreateTable(asked, **CALL).table.table == "t-00001"
        assert door.rpc.requests(lobby.CreateTable) == [
            lobby.CreateTable(
                account="a-ann",
                id="r-1",
                name="Corner",
                game="tavli",
                options={"target": 5, "fast": True},
                stake_chips=10,
                bots=[1],
                invite={"2": "bob"},
            )
        ]


@pytest.mark.parametrize("request_id", ["", "x" * 65, "é", "a\nb"])
def test_a_change_needs_an_id(request_id: str) -> None:
    with opened(services(CreateTable=table(1)), grpc_tokens=[ALL]) as door:
        with pytest.raises(grpc.RpcError) as caught:
            door.lobby.CreateTable(pb.CreateTableRequest(account="a-ann", request_id=request_id), **CALL)
        assert caught.value.details() == "request_id_invalid"
        assert door.rpc.requests(lobby.CreateTable) == []


def test_a_table_is_closed_by_its_organizer_alone_and_again_by_the_same_id() -> None:
    with opened(services(ListTables=lobby.Tables(tables=[table(1)]), LeaveTable=Done()), grpc_tokens=[ALL]) as door:
        with pytest.raises(grpc.RpcError) as caught:
            door.lobby.CloseTable(pb.CloseTableRequest(account="a-bob", request_id="r", table="t-00001"), **CALL)
        assert caught.value.details() == "not_organizer"
        for tables in ([table(1)], []):
            door.rpc.answers["ListTables"] = lobby.Tables(tables=tables)
            door.lobby.CloseTable(pb.CloseTableRequest(account="a-ann", request_id="r", table="t-00001"), **CALL)
        assert door.rpc.requests(lobby.LeaveTable) == [lobby.LeaveTable(account="a-ann", id="r", table="t-00001")] * 2


# --- accounts ---

ANN = lobby.Account(account="a-ann", name="ann", language="el", created_at_ms=5)


def accounts(door: Door) -> accounts_pb2_grpc.AccountsServiceStub:
    return accounts_pb2_grpc.AccountsServiceStub(door.channel)


def test_accounts_are_found_by_id_by_name_and_many_at_once() -> None:
    many = other_systems.PlayersFound(accounts=[ANN], missing=["a-x"])
    with opened(services(GetPlayer=ANN, GetPlayers=many), grpc_tokens=[ALL]) as door:
        stub = accounts(door)
        assert stub.GetAccount(accounts_pb2.GetAccountRequest(account="a-ann"), **CALL).account.name == "ann"
        assert stub.LookupAccount(accounts_pb2.LookupAccountRequest(name="Ann"), **CALL).account.account == "a-ann"
        found = stub.BatchGetAccounts(accounts_pb2.BatchGetAccountsRequest(accounts=["a-ann", "a-x"]), **CALL)
        assert ([each.language for each in found.accounts], list(found.missing)) == (["el"], ["a-x"])
        with pytest.raises(grpc.RpcError) as caught:
            stub.BatchGetAccounts(accounts_pb2.BatchGetAccountsRequest(accounts=["a"] * 501), **CALL)
        assert caught.value.details() == "bad_parameters"
        assert lobby.GetPlayer(name="Ann") in door.rpc.asked


def test_data_are_handed_out_and_erased() -> None:
    export = privacy.Export(export="e", asked_at_ms=1, ready_at_ms=None, waiting=["wallet"])
    erasure = privacy.Erasure(receipt="r", asked_at_ms=1, done_at_ms=2, waiting=[])
    rpc = services(AskExport=export, GetExport=export, OrderErasure=erasure, GetErasure=Refusal("erasure_unknown"))
    with opened(rpc, grpc_tokens=[ALL]) as door:
        stub = accounts(door)
        for found in (
            stub.RequestExport(accounts_pb2.RequestExportRequest(account="a-ann"), **CALL),
            stub.GetExport(accounts_pb2.GetExportRequest(account="a-ann"), **CALL),
        ):
            assert (found.export.waiting, found.export.HasField("ready_at_ms")) == (["wallet"], False)
        asked = accounts_pb2.RequestErasureRequest(account="a-ann", request_id="q-1")
        assert stub.RequestErasure(asked, **CALL).erasure.done_at_ms == 2
        assert privacy.OrderErasure(account="a-ann", by="grpc:partner:q-1") in door.rpc.asked
        with pytest.raises(grpc.RpcError) as caught:
            stub.RequestErasure(accounts_pb2.RequestErasureRequest(account="a-ann", request_id="a\nb"), **CALL)
        assert caught.value.details() == "request_id_invalid"
        with pytest.raises(grpc.RpcError) as caught:
            stub.GetErasure(accounts_pb2.GetErasureRequest(receipt="x"), **CALL)
        assert caught.value.code() is grpc.StatusCode.NOT_FOUND
