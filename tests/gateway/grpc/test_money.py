"""Other systems give and take chips by gRPC, and follow the ledger: keys, scopes, streams."""

import hashlib
from collections.abc import Callable, Iterator
from typing import Any

import grpc
import msgspec
import pytest

from gateway.grpc.access.tokens import Tokens
from gateway.grpc.gen.kafeneio.wallet.v1 import wallet_pb2
from gateway.grpc.server import GrpcFront
from gateway.grpc.settings import GrpcSettings
from services.contracts.partners import lookups as other_systems
from services.contracts.partners.service_accounts import ServiceAccount
from services.contracts.wallet import transfers as outside
from services.kernel.refusal import Refusal
from services.platform.process.settings import SettingsError
from tests.gateway.fakes import services
from tests.gateway.grpc.test_front import BARE, LINE, MAY_MOVE, WITH_TOKEN, Door, opened
from tests.gateway.running_gateway import wait_for

MAY_APPROVE = MAY_MOVE.replace("@shop", "+wallet.approve@shop")
SHOP = f"shop={hashlib.sha256(b'shop').hexdigest()}:wallet.credit@other"
MACHINE = ServiceAccount(account="service.shop", owner="a-ann", created_at_ms=1, counts_as=["a-ann", "service.shop"])
MOVED = outside.Moved(reference="ext:partner:k", balance_chips=700, replayed=False)


def entry(number: int) -> outside.LedgerEntry:
    return outside.LedgerEntry(
        id=number, at_ms=5, reference="item:1", leg=0, kind="item", source="player:a", target="house:shop", chips=50
    )


def ledger(request: outside.ListLedger) -> outside.LedgerPage:
    """Transfers 1 … 5, two a page."""
    if request.after is None:
        return outside.LedgerPage(entries=[], last=5)
    found = [entry(number) for number in range(request.after + 1, min(request.after + 3, 6))]
    return outside.LedgerPage(entries=found, last=found[-1].id if found else request.after)


@pytest.fixture(scope="module")
def money() -> Iterator[Door]:
    rpc = services(MoveChips=MOVED, ListLedger=ledger)
    with opened(rpc, grpc_tokens=[MAY_MOVE], grpc_streams_max=1, grpc_stream_poll_ms=10) as door:
        yield door


def credit(door: Door, chips: int = 200, key: str = "k") -> Any:
    asked = wallet_pb2.CreditRequest(account="a-ann", chips=chips, request_id=key)
    return door.wallet.Credit(asked, metadata=WITH_TOKEN, timeout=30)


def debit(door: Door, chips: int = 200, key: str = "k") -> Any:
    asked = wallet_pb2.DebitRequest(account="a-ann", chips=chips, request_id=key)
    return door.wallet.Debit(asked, metadata=WITH_TOKEN, timeout=30)


def watch(door: Door, **asked: Any) -> Any:
    return door.wallet.WatchLedger(wallet_pb2.WatchLedgerRequest(**asked), metadata=WITH_TOKEN, timeout=30)


def refused(call: Callable[[], Any]) -> tuple[grpc.StatusCode, str]:
    with pytest.raises(grpc.RpcError) as caught:
        call()
    return caught.value.code(), caught.value.details()


def test_chips_are_credited_and_debited_in_the_callers_name(money: Door) -> None:
    given, taken = credit(money), debit(money, 30)

    assert (given.reference, given.balance_chips, given.replayed) == ("ext:partner:k", 700, False)
    assert taken.balance_chips == 700
    asked = money.rpc.requests(outside.MoveChips)
    assert [(each.caller, each.key, each.account, each.chips) for each in asked[-2:]] == [
        ("partner", "k", "a-ann", 200),
        ("partner", "k", "a-ann", -30),
    ]


@pytest.mark.parametrize("chips", [0, -5])
def test_only_a_number_above_zero_can_be_moved(money: Door, chips: int) -> None:
    for call in (credit, debit):
        assert refused(lambda call=call: call(money, chips)) == (grpc.StatusCode.INVALID_ARGUMENT, "amount_invalid")


@pytest.mark.parametrize("key", ["", "with space", "κλειδί", "k" * 57])
def test_a_key_is_short_and_printable(money: Door, key: str) -> None:
    assert refused(lambda: credit(money, key=key)) == (grpc.StatusCode.INVALID_ARGUMENT, "key_invalid")


REFUSALS = [
    ("insufficient_chips", grpc.StatusCode.FAILED_PRECONDITION),
    ("idempotency_conflict", grpc.StatusCode.ALREADY_EXISTS),
    ("account_unknown", grpc.StatusCode.NOT_FOUND),
]


@pytest.mark.parametrize(("error", "code"), REFUSALS)
def test_the_wallets_refusals_are_status_codes(error: str, code: grpc.StatusCode) -> None:
    with opened(services(MoveChips=Refusal(error)), grpc_tokens=[MAY_MOVE]) as door:
        assert refused(lambda: debit(door)) == (code, error)


def test_a_large_credit_waits_for_the_approval_of_a_second_caller_in_its_own_name() -> None:
    pending = other_systems.PendingCredit(caller="shop", key="k-1", account="a-ann", chips=90_000, asked_at_ms=5)
    rpc = services(
        MoveChips=Refusal("approval_needed"),
        ListPendingCredits=other_systems.PendingCredits(credits=[pending]),
        GetServiceAccount=MACHINE,
        ApproveCredit=[MOVED, msgspec.structs.replace(MOVED, replayed=True), Refusal("approval_own")],
    )
    with opened(rpc, grpc_tokens=[MAY_APPROVE, SHOP]) as door:
        assert refused(lambda: credit(door, 90_000)) == (grpc.StatusCode.FAILED_PRECONDITION, "approval_needed")
        listed = door.wallet.ListPendingCredits(wallet_pb2.ListPendingCreditsRequest(), metadata=WITH_TOKEN, timeout=30)
        (waiting,) = listed.credits
        assert (waiting.caller, waiting.key, waiting.chips) == ("shop", "k-1", 90_000)
        assert waiting.ask_time.ToMilliseconds() == 5

        def approve() -> Any:
            asked = wallet_pb2.ApproveCreditRequest(caller=waiting.caller, key=waiting.key, request_id="a-1")
            return door.wallet.ApproveCredit(asked, metadata=WITH_TOKEN, timeout=30)

        first, again = approve(), approve()
        assert (first.balance_chips, first.replayed, again.balance_chips, again.replayed) == (700, False, 700, True)
        assert refused(approve) == (grpc.StatusCode.FAILED_PRECONDITION, "approval_own")
        assert {each.approver for each in door.rpc.requests(other_systems.ApproveCredit)} == {"partner"}


def test_credits_that_wait_go_on_behind_the_page_before() -> None:
    pending = other_systems.PendingCredit(caller="shop", key="k-1", account="a-ann", chips=90_000, asked_at_ms=5)
    pages = [other_systems.PendingCredits(credits=each) for each in ([pending], [])]
    with opened(services(ListPendingCredits=pages), grpc_tokens=[MAY_APPROVE]) as door:

        def page(**fields: Any) -> Any:
            asked = wallet_pb2.ListPendingCreditsRequest(**fields)
            return door.wallet.ListPendingCredits(asked, metadata=WITH_TOKEN, timeout=30)

        first = page(page_size=1)
        last = page(page_token=first.next_page_token, page_size=900)
        assert refused(lambda: page(page_token="x")) == (grpc.StatusCode.INVALID_ARGUMENT, "page_token_invalid")
        assert refused(lambda: page(page_size=-1)) == (grpc.StatusCode.INVALID_ARGUMENT, "page_size_invalid")
        asked = [(each.after, each.limit) for each in door.rpc.requests(other_systems.ListPendingCredits)]
    assert (first.credits[0].key, last.next_page_token) == ("k-1", "")
    assert asked == [(None, 1), (other_systems.CreditPlace(5, "shop", "k-1"), 500)]


def test_a_connection_that_is_old_is_renewed_and_no_call_is_lost_by_it() -> None:
    with opened(services(), grpc_connection_age_s=1, grpc_health_every_s=600) as door:
        states: list[grpc.ChannelConnectivity] = []
        door.channel.subscribe(states.append)
        assert door.balance().chips == 500
        wait_for(lambda: grpc.ChannelConnectivity.IDLE in states, "the connection to be closed for its age")
        assert door.balance().chips == 500


def test_a_token_without_the_scope_only_reads(money: Door) -> None:
    with opened(services(MoveChips=MOVED, ListLedger=ledger), grpc_tokens=[f"{LINE}+wallet.credit@shop"]) as door:
        assert credit(door).balance_chips == 700
        assert refused(lambda: debit(door)) == (grpc.StatusCode.PERMISSION_DENIED, "scope_missing")
        assert refused(lambda: next(watch(door))) == (grpc.StatusCode.PERMISSION_DENIED, "scope_missing")
        assert door.balance().chips == 500


def test_without_a_token_nothing_is_followed(money: Door) -> None:
    call = money.wallet.WatchLedger(wallet_pb2.WatchLedgerRequest(), timeout=30)
    assert refused(lambda: next(call)) == (grpc.StatusCode.UNAUTHENTICATED, "token_unknown")


def test_the_ledger_is_followed_from_where_one_was(money: Door) -> None:
    call = watch(money, after=1)
    found = [next(call) for _ in range(4)]
    call.cancel()

    assert [each.id for each in found] == [2, 3, 4, 5]
    assert (found[0].kind, found[0].source, found[0].chips) == ("item", "player:a", 50)


def test_only_so_many_follow_at_once_and_a_place_is_free_again_afterwards(money: Door) -> None:
    held = wait_for(lambda: _followed(money), "a place")
    assert refused(lambda: next(watch(money, after=1))) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "streams_busy")
    held.cancel()
    wait_for(lambda: _followed(money), "a place").cancel()


def test_a_disconnected_reader_goes_on_after_the_last_id_and_misses_nothing(money: Door) -> None:
    def seen(after: int, count: int) -> list[int]:
        """What a call brings before it is cut."""
        call = wait_for(lambda: _called(money, after), "a place")
        found = [next(call).id for _ in range(count)]
        call.cancel()
        return found

    first = seen(1, 2)
    assert first + seen(first[-1], 2) == [2, 3, 4, 5]


def _called(door: Door, after: int) -> Any:
    """A call after an id that has a place; None while all are taken."""
    call = watch(door, after=after)
    try:
        call.initial_metadata()
    except grpc.RpcError as error:
        assert error.details() == "streams_busy"
        return None
    return call if call.is_active() else None


def test_a_wallet_that_goes_away_ends_the_stream_and_frees_its_place() -> None:
    pages = [outside.LedgerPage(entries=[entry(2)], last=2), Refusal("service_unavailable")]
    rpc = services(ListLedger=lambda _request: pages.pop(0) if pages else ledger(_request))
    with opened(rpc, grpc_tokens=[MAY_MOVE], grpc_streams_max=1, grpc_stream_poll_ms=10) as door:
        call = watch(door, after=1)
        assert next(call).id == 2
        assert refused(lambda: next(call)) == (grpc.StatusCode.UNAVAILABLE, "service_unavailable")
        again = wait_for(lambda: _followed(door), "a place")
        again.cancel()


def test_a_deadline_ends_a_stream_on_which_nothing_comes() -> None:
    rpc = services(ListLedger=outside.LedgerPage(entries=[], last=5))
    with opened(rpc, grpc_tokens=[MAY_MOVE], grpc_stream_poll_ms=10) as door:
        call = door.wallet.WatchLedger(wallet_pb2.WatchLedgerRequest(after=5), metadata=WITH_TOKEN, timeout=0.5)
        with pytest.raises(grpc.RpcError) as caught:
            next(call)
        assert caught.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED


def test_reading_on_from_an_id_beyond_the_ledger_is_refused() -> None:
    with opened(services(ListLedger=Refusal("after_invalid")), grpc_tokens=[MAY_MOVE]) as door:
        for after in (-1, 9):
            assert refused(lambda after=after: next(watch(door, after=after))) == (
                grpc.StatusCode.INVALID_ARGUMENT,
                "after_invalid",
            )


def test_followers_cannot_take_every_worker() -> None:
    with pytest.raises(SettingsError, match="GRPC_STREAMS_MAX"):
        GrpcFront(GrpcSettings(grpc_port=0, grpc_workers=4, grpc_streams_max=4), services())


BAD_PAGES = [
    ({"page_size": -1}, "page_size_invalid"),
    ({"page_token": "0"}, "page_token_invalid"),
    ({"page_token": "-5"}, "page_token_invalid"),
    ({"page_token": "٣"}, "page_token_invalid"),
    ({"page_token": "9" * 30}, "page_token_invalid"),
]


@pytest.mark.parametrize(("asked", "error"), BAD_PAGES)
def test_an_impossible_page_calls_no_service(money: Door, asked: dict[str, Any], error: str) -> None:
    request = wallet_pb2.ListTransfersRequest(account="a-ann", **asked)
    call = lambda: money.wallet.ListTransfers(request, metadata=WITH_TOKEN, timeout=30)  # noqa: E731
    assert refused(call) == (grpc.StatusCode.INVALID_ARGUMENT, error)


def _followed(door: Door) -> Any:
    """A call that has its first transfer; None while all places are taken."""
    call = watch(door, after=1)
    try:
        next(call)
    except grpc.RpcError as error:
        assert error.details() == "streams_busy"
        return None
    return call


@pytest.mark.parametrize("line", [f"{LINE}+wallet.print", f"{BARE}:", f"{LINE}+wallet.credit+wallet.steal"])
def test_scopes_that_do_not_exist_stop_the_start(line: str) -> None:
    with pytest.raises(SettingsError):
        Tokens([line])
