"""Streams by personal tokens: their places, and their end once the token opens them no more
(services/lobby/RULES.md §12)."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import grpc
import msgspec
import pytest
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from gateway.grpc.gen.kafeneio.lobby.v1 import lobby_pb2
from gateway.grpc.gen.kafeneio.tables.v1 import tables_pb2
from gateway.grpc.gen.kafeneio.wallet.v1 import wallet_pb2
from gateway.metrics import grpc_personal_streams
from services.contracts.lobby import open_tables
from services.contracts.lobby.accounts import accounts
from services.contracts.partners import lookups as other_systems
from services.contracts.wallet import transfers as outside
from services.kernel.refusal import Refusal
from tests.gateway.fakes import ANN, FakeRpc, services, table_line
from tests.gateway.grpc.test_front import MAY_MOVE, WITH_TOKEN, Door, opened
from tests.gateway.grpc.test_personal_tokens import BEARER, FREE
from tests.gateway.running_gateway import wait_for

QUICK: dict[str, Any] = {"grpc_stream_poll_ms": 10, "grpc_personal_check_s": 0.05}
END_S = 5.0
"""A stream ends within this time after its token opens it no more."""


def account_of(asked: accounts.WhoIs) -> accounts.Account:
    """`kaf_ann.1` is a token of `ann`."""
    return msgspec.structs.replace(ANN, account=asked.token.removeprefix("kaf_").split(".")[0])


@contextmanager
def front(rpc: FakeRpc | None = None, **settings: Any) -> Iterator[Door]:
    found = rpc or services()
    if rpc is None:
        found.answers["WhoIs"] = account_of
    with opened(found, **FREE | QUICK | settings) as door:
        yield door


def watched(door: Door, token: str = "kaf_ann") -> Any:
    """A stream of the tables that has begun, or its refusal."""
    call = door.lobby.WatchTables(lobby_pb2.WatchTablesRequest(), metadata=(("authorization", f"Bearer {token}"),))
    assert next(call).all
    return call


def end_of(call: Any) -> grpc.RpcError:
    """How a stream ends."""
    with pytest.raises(grpc.RpcError) as caught:
        for _ in call:
            pass
    return caught.value


def is_busy(begin: Callable[[], Any]) -> bool:
    try:
        begin()
    except grpc.RpcError as error:
        assert error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED  # type: ignore[attr-defined]
        return error.details() == "streams_busy"  # type: ignore[attr-defined]
    return False


@pytest.mark.parametrize("error", ["token_invalid", "account_suspended", "account_blocked", "scope_missing"])
def test_a_stream_ends_with_why_its_token_opens_it_no_more(error: str) -> None:
    with front() as door:
        call = watched(door)
        door.rpc.answers["WhoIs"] = Refusal(error)
        began_s = time.monotonic()
        assert end_of(call).details() == error  # type: ignore[attr-defined]
        assert time.monotonic() - began_s < END_S
        wait_for(lambda: grpc_personal_streams._value.get() == 0, "its place to be free")


def test_the_usual_time_between_two_looks_is_within_the_promise() -> None:
    with front(grpc_personal_check_s=4.0, grpc_stream_poll_ms=500) as door:
        call = watched(door)
        door.rpc.answers["WhoIs"] = Refusal("token_invalid")
        began_s = time.monotonic()
        end_of(call)
        assert time.monotonic() - began_s < END_S


def test_a_stream_goes_on_while_the_lobby_is_away() -> None:
    with front() as door:
        call = watched(door)
        door.rpc.answers["WhoIs"] = Refusal("service_unavailable")
        before = len(door.rpc.requests(accounts.WhoIs))
        wait_for(lambda: len(door.rpc.requests(accounts.WhoIs)) > before + 2, "some looks")
        door.rpc.answers["ListTables"] = open_tables.Tables(tables=[])
        assert next(call).gone == ["t-1"]
        call.cancel()


def test_the_same_is_asked_while_a_stream_lasts_as_when_it_began() -> None:
    with front() as door:
        call = watched(door)
        wait_for(lambda: len(door.rpc.requests(accounts.WhoIs)) > 3, "some looks")
        call.cancel()
        (asked,) = set(door.rpc.requests(accounts.WhoIs))
        assert asked == accounts.WhoIs(token="kaf_ann", active=False, operation="GET /api/tables")


def test_a_table_that_its_player_may_not_view_any_more_is_shown_no_more() -> None:
    may_view: dict[str, Any] = {"answer": table_line()}
    rpc = services(
        WhoIs=account_of,
        ViewTable=lambda _asked: may_view["answer"],
        LookAtTable=other_systems.TableLook(version=3, closed=False, view={"phase": "playing"}),
    )
    with front(rpc) as door:
        call = door.tables.WatchTable(
            tables_pb2.WatchTableRequest(table="t-1"), metadata=(("authorization", "Bearer kaf_ann"),)
        )
        assert next(call).version == 3
        may_view["answer"] = Refusal("spectators_off")
        assert end_of(call).details() == "spectators_off"  # type: ignore[attr-defined]
        assert set(rpc.requests(open_tables.ViewTable)) == {open_tables.ViewTable(account="ann", table="t-1")}


def test_an_account_has_some_places_and_all_of_them_together_too() -> None:
    limits = {"grpc_personal_streams_max": 3, "grpc_personal_streams_per_account_max": 2}
    with front(**limits) as door:
        first = [watched(door, f"kaf_ann.{number}") for number in range(2)]
        assert is_busy(lambda: watched(door, "kaf_ann.3")), "its third"
        other = watched(door, "kaf_bob")
        assert is_busy(lambda: watched(door, "kaf_eve")), "the fourth of all"
        assert grpc_personal_streams._value.get() == 3
        first[0].cancel()
        wait_for(lambda: not is_busy(lambda: watched(door, "kaf_eve").cancel()), "a free place")
        for call in (first[1], other):
            call.cancel()


def test_programs_take_no_place_of_other_systems_and_no_worker_of_calls() -> None:
    page = outside.LedgerPage(entries=[], last=0)
    rpc = services(WhoIs=account_of, ListLedger=page)
    limits = {"grpc_workers": 2, "grpc_streams_max": 1, "grpc_personal_streams_max": 3}
    with front(rpc, grpc_tokens=[MAY_MOVE], **limits) as door:
        calls = [watched(door) for _ in range(3)]
        assert is_busy(lambda: watched(door))
        ledger = door.wallet.WatchLedger(wallet_pb2.WatchLedgerRequest(), metadata=WITH_TOKEN)
        wait_for(lambda: bool(rpc.requests(outside.ListLedger)), "the stream of the other system")
        assert door.balance().chips == 500
        for call in (*calls, ledger):
            call.cancel()


def test_a_program_that_takes_nothing_of_what_waits_loses_its_stream() -> None:
    """The tables are long enough to fill what the connection holds for somebody who does not read."""
    number = iter(range(1_000_000))

    def tables(_asked: Any) -> open_tables.Tables:
        turn = next(number)
        lines = [msgspec.structs.replace(table_line(f"t-{turn}-{each}"), name="x" * 500) for each in range(200)]
        return open_tables.Tables(tables=lines)

    rpc = services(WhoIs=account_of, ListTables=tables)
    with front(rpc, grpc_personal_unread_s=0.5) as door:
        call = door.lobby.WatchTables(lobby_pb2.WatchTablesRequest(), metadata=(("authorization", "Bearer kaf_ann"),))
        assert next(call).all
        wait_for(lambda: grpc_personal_streams._value.get() == 0, "the end of the stream")
        assert end_of(call).code() is grpc.StatusCode.CANCELLED  # type: ignore[attr-defined]


def test_reflection_describes_the_api_to_a_program_and_holds_no_place_for_long() -> None:
    ask = reflection_pb2.ServerReflectionRequest(list_services="")
    with front(grpc_personal_unread_s=0.5) as door:
        stub = reflection_pb2_grpc.ServerReflectionStub(door.channel)
        (answer,) = stub.ServerReflectionInfo(iter([ask]), metadata=BEARER, timeout=30)
        assert "kafeneio.lobby.v1.LobbyService" in {each.name for each in answer.list_services_response.service}

        ended = threading.Event()

        def silence() -> Iterator[Any]:
            yield ask
            ended.wait(30)

        held = stub.ServerReflectionInfo(silence(), metadata=BEARER, timeout=30)
        assert next(held)
        assert end_of(held).code() is grpc.StatusCode.CANCELLED  # type: ignore[attr-defined]
        ended.set()
        door.rpc.answers["WhoIs"] = Refusal("token_invalid")
        refused = stub.ServerReflectionInfo(iter([ask]), metadata=BEARER, timeout=30)
        assert end_of(refused).details() == "token_invalid"  # type: ignore[attr-defined]


def test_streams_of_programs_end_cleanly_when_the_front_drains() -> None:
    with front() as door:
        call = watched(door)
        door.front.stop(5)
        assert list(call) == []


def test_streams_that_look_at_the_same_moment_ask_for_the_tables_once() -> None:
    with front(grpc_stream_poll_ms=60_000) as door:
        calls = [watched(door)]
        asked = len(door.rpc.requests(open_tables.ListTables))
        calls += [watched(door) for _ in range(3)]
        assert len(door.rpc.requests(open_tables.ListTables)) == asked
        for call in calls:
            call.cancel()
