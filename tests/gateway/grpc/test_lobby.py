"""kafeneio.lobby.v1 and kafeneio.accounts.v1: pages while rows come and go, tables followed, opened and closed."""

from typing import Any

import grpc
import msgspec
import pytest

from gateway.grpc.gen.kafeneio.accounts.v1 import accounts_pb2, accounts_pb2_grpc
from gateway.grpc.gen.kafeneio.lobby.v1 import lobby_pb2 as pb
from services.contracts.base import Done
from services.contracts.lobby import open_tables
from services.contracts.lobby.accounts import access, privacy
from services.contracts.lobby.accounts import accounts as lobby_accounts
from services.contracts.lobby.people import messages
from services.contracts.partners import lookups as other_systems
from services.contracts.partners import room_pages
from services.kernel.refusal import Refusal
from tests.gateway.fakes import line_of, services, table_line
from tests.gateway.grpc.test_front import LINE, WITH_TOKEN, Door, opened

ALL = f"{LINE}+lobby.play+accounts.read+accounts.privacy"
CALL: Any = {"metadata": WITH_TOKEN, "timeout": 60}
replace = msgspec.structs.replace


def table(number: int, **fields: Any) -> open_tables.TableLine:
    return replace(table_line(), table=f"t-{number:05}", created_at_ms=1_000 + number // 3, **fields)


def test_tables_are_listed_in_pages_and_chosen_by_a_filter() -> None:
    place = room_pages.TablePlace(1_000, "t-00001")
    page = room_pages.TablePage(tables=[table(1)], next=place)
    chosen = pb.TableFilter(games=["tichu"], states=[pb.TABLE_STATE_STARTED], practice=False, stake_chips_min=5)
    with opened(services(ListTablePage=page)) as door:
        first = door.lobby.ListTables(pb.ListTablesRequest(filter=chosen, page_size=1), **CALL)
        door.lobby.ListTables(pb.ListTablesRequest(page_token=first.next_page_token, page_size=9_000), **CALL)
        assert [line.table for line in first.tables] == ["t-00001"]
        choice = room_pages.TableChoice(games=["tichu"], states=["started"], practice=False, stake_chips_min=5)
        assert door.rpc.requests(room_pages.ListTablePage) == [
            room_pages.ListTablePage(choice=choice, limit=1),
            room_pages.ListTablePage(after=place, limit=500),
        ]


def test_players_are_listed_in_pages_and_chosen_by_what_they_do_and_by_their_elo() -> None:
    page = room_pages.PlayerPage(players=[line_of("a-1")], next="a-1")
    with opened(services(ListPlayerPage=page)) as door:
        asked = pb.ListPlayersRequest(statuses=[pb.PLAYER_STATUS_PLAYING], elo_min=1_200, page_size=1)
        first = door.lobby.ListPlayers(asked, **CALL)
        door.rpc.answers["ListPlayerPage"] = room_pages.PlayerPage(players=[], next=None)
        last = door.lobby.ListPlayers(pb.ListPlayersRequest(page_token=first.next_page_token), **CALL)
        assert ([line.account for line in first.players], last.next_page_token) == (["a-1"], "")
        assert door.rpc.requests(room_pages.ListPlayerPage) == [
            room_pages.ListPlayerPage(statuses=["playing"], elo_min=1_200, limit=1),
            room_pages.ListPlayerPage(after="a-1"),
        ]


def test_a_watcher_sees_the_tables_of_the_filter_alone() -> None:
    lines = [table(1), table(2, game="tichu", stake_chips=50), table(3, state="started", practice=True, stake_chips=0)]
    for chosen, found in (
        (pb.TableFilter(games=["tichu"]), ["t-00002"]),
        (pb.TableFilter(states=[pb.TABLE_STATE_STARTED]), ["t-00003"]),
        (pb.TableFilter(practice=False, stake_chips_min=20), ["t-00002"]),
        (pb.TableFilter(stake_chips_max=10), ["t-00001", "t-00003"]),
        (pb.TableFilter(account="a-zoe"), []),
    ):
        with opened(services(ListTables=open_tables.Tables(tables=lines)), grpc_stream_poll_ms=5) as door:
            call = door.lobby.WatchTables(pb.WatchTablesRequest(filter=chosen), **CALL)
            assert [line.table for line in next(call).changed] == found
            call.cancel()


UNKNOWN = Refusal("table_unknown")


def test_one_table_and_one_that_is_not_there() -> None:
    with opened(services(FindTable=lambda asked: table(1) if asked.table == "t-00001" else UNKNOWN)) as door:
        assert door.lobby.GetTable(pb.GetTableRequest(table="t-00001"), **CALL).table.name == "Corner"
        with pytest.raises(grpc.RpcError) as caught:
            door.lobby.GetTable(pb.GetTableRequest(table="t-2"), **CALL)
        assert (caught.value.code(), caught.value.details()) == (grpc.StatusCode.NOT_FOUND, "table_unknown")


def test_a_watcher_gets_all_tables_then_what_changes_and_what_is_gone() -> None:
    rows = [[table(1), table(2)], [replace(table(1), name="Moved")], [replace(table(1), name="Moved")]]
    answers = [open_tables.Tables(tables=lines) for lines in rows]
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
        assert door.rpc.requests(open_tables.CreateTable) == [
            open_tables.CreateTable(
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
        assert door.rpc.requests(open_tables.CreateTable) == []


def test_a_table_is_closed_by_its_organizer_alone_and_again_by_the_same_id() -> None:
    with opened(
        services(ListTables=open_tables.Tables(tables=[table(1)]), LeaveTable=Done()), grpc_tokens=[ALL]
    ) as door:
        with pytest.raises(grpc.RpcError) as caught:
            door.lobby.CloseTable(pb.CloseTableRequest(account="a-bob", request_id="r", table="t-00001"), **CALL)
        assert caught.value.details() == "not_organizer"
        for tables in ([table(1)], []):
            door.rpc.answers["ListTables"] = open_tables.Tables(tables=tables)
            door.lobby.CloseTable(pb.CloseTableRequest(account="a-ann", request_id="r", table="t-00001"), **CALL)
        assert (
            door.rpc.requests(open_tables.LeaveTable)
            == [open_tables.LeaveTable(account="a-ann", id="r", table="t-00001")] * 2
        )


# --- accounts ---

ANN = lobby_accounts.Account(account="a-ann", name="ann", language="el", created_at_ms=5)


def accounts(door: Door) -> accounts_pb2_grpc.AccountsServiceStub:
    return accounts_pb2_grpc.AccountsServiceStub(door.channel)


def test_the_ways_into_an_account_are_named_to_callers_that_may_read_its_data() -> None:
    found = access.WaysIn(ways=["passkey", "google"])
    with opened(services(ListWaysIn=found), grpc_tokens=[ALL]) as door:
        answer = accounts(door).ListWaysIn(accounts_pb2.ListWaysInRequest(account="a-ann"), **CALL)
        assert list(answer.ways) == ["passkey", "google"]


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
        assert lobby_accounts.GetPlayer(name="Ann") in door.rpc.asked


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
            assert (found.export.waiting, found.export.HasField("ready_time")) == (["wallet"], False)
        asked = accounts_pb2.RequestErasureRequest(account="a-ann", request_id="q-1")
        assert stub.RequestErasure(asked, **CALL).erasure.finish_time.ToMilliseconds() == 2
        assert privacy.OrderErasure(account="a-ann", by="grpc:partner:q-1") in door.rpc.asked
        with pytest.raises(grpc.RpcError) as caught:
            stub.RequestErasure(accounts_pb2.RequestErasureRequest(account="a-ann", request_id="a\nb"), **CALL)
        assert caught.value.details() == "request_id_invalid"
        with pytest.raises(grpc.RpcError) as caught:
            stub.GetErasure(accounts_pb2.GetErasureRequest(receipt="x"), **CALL)
        assert caught.value.code() is grpc.StatusCode.NOT_FOUND


LAST = messages.PrivateLine(id=7, account="a-bob", to="a-ann", text="hello", at_ms=1_000)


def test_messages_are_read_page_by_page_written_and_marked_in_a_players_name() -> None:
    page = messages.MessagePage(
        account="a-bob", name="bob", lines=[LAST], next_before=7, unread=1, closed="message_seated_together"
    )
    one = messages.Conversation(account="a-bob", name="bob", last=LAST, unread=1)
    answers = {
        "ListMessages": page,
        "ListConversations": messages.Conversations(conversations=[one], unread=1),
        "WriteMessage": LAST,
        "ReadMessages": Done(),
    }
    with opened(services(**answers), grpc_tokens=[f"{LINE}+lobby.messages@bot"]) as door:
        listed = door.lobby.ListConversations(pb.ListConversationsRequest(account="a-ann"), **CALL)
        assert [(each.name, each.last.text, each.unread) for each in listed.conversations] == [("bob", "hello", 1)]
        first = door.lobby.ListMessages(pb.ListMessagesRequest(account="a-ann", player="a-bob"), **CALL)
        assert (first.lines[0].id, first.closed) == (7, "message_seated_together")
        older = pb.ListMessagesRequest(account="a-ann", player="a-bob", page_size=9, page_token=first.next_page_token)
        door.lobby.ListMessages(older, **CALL)
        assert door.rpc.requests(messages.ListMessages) == [
            messages.ListMessages(account="a-ann", player="a-bob"),
            messages.ListMessages(account="a-ann", player="a-bob", before=7, limit=9),
        ]
        asked = pb.WriteMessageRequest(account="a-ann", request_id="r-1", player="a-bob", text="hi")
        assert door.lobby.WriteMessage(asked, **CALL).line.id == 7
        door.lobby.ReadMessages(
            pb.ReadMessagesRequest(account="a-ann", request_id="r", player="a-bob", up_to=7), **CALL
        )
        assert door.rpc.requests(messages.ReadMessages) == [
            messages.ReadMessages(account="a-ann", player="a-bob", up_to=7)
        ]
