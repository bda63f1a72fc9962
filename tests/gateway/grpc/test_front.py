"""The gRPC front on fake services: answers, refusals as status codes, tokens, deadlines, health, reflection."""

import hashlib
import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import grpc
import pytest
from google.protobuf.json_format import MessageToDict
from google.rpc import error_details_pb2, status_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from prometheus_client import REGISTRY

from gateway.grpc.access.scopes import PUBLIC
from gateway.grpc.access.tokens import Caller, Tokens
from gateway.grpc.calls.service_calls import DETAIL_KEY, ERROR_KEY, STATUS_KEY, Asker, encoded_status
from gateway.grpc.gen.kafeneio.lobby.v1 import lobby_pb2, lobby_pb2_grpc
from gateway.grpc.gen.kafeneio.ranking.v1 import ranking_pb2, ranking_pb2_grpc
from gateway.grpc.gen.kafeneio.tables.v1 import tables_pb2, tables_pb2_grpc
from gateway.grpc.gen.kafeneio.wallet.v1 import wallet_pb2, wallet_pb2_grpc
from gateway.grpc.health_checks import PROBES
from gateway.grpc.server import GrpcFront, serve
from gateway.grpc.settings import GrpcSettings
from gateway.public_events.event_log import EventLog
from services.contracts.partners import room_pages
from services.contracts.tables import catalogue as tables
from services.contracts.wallet import balances as wallet
from services.kernel.refusal import Refusal
from services.platform.process.settings import CommonSettings, SettingsError
from tests.gateway.fakes import FakeRpc, line_of, services, table_line
from tests.gateway.http.test_rest import match_record
from tests.gateway.running_gateway import wait_for

TOKEN = "open sesame"
BARE = f"partner={hashlib.sha256(TOKEN.encode()).hexdigest()}"
LINE = f"{BARE}:read+wallet.read+moderation.read"
MAY_MOVE = f"{LINE}+wallet.credit+wallet.debit+wallet.follow@shop"
WITH_TOKEN = (("authorization", f"Bearer {TOKEN}"),)


def transfer(number: int) -> wallet.Transfer:
    return wallet.Transfer(
        id=number, at_ms=1_800_000_000_000, kind="stake", chips=-5, balance_chips=95, reference="hold:m"
    )


class Door:
    """A running front, and stubs of a caller with a token."""

    def __init__(self, rpc: FakeRpc, front: GrpcFront) -> None:
        self.rpc = rpc
        self.front = front
        self.channel = grpc.insecure_channel(f"127.0.0.1:{front.port}")
        self.wallet = wallet_pb2_grpc.WalletServiceStub(self.channel)
        self.lobby = lobby_pb2_grpc.LobbyServiceStub(self.channel)
        self.tables = tables_pb2_grpc.TablesServiceStub(self.channel)
        self.ranking = ranking_pb2_grpc.RankingServiceStub(self.channel)
        self.health = health_pb2_grpc.HealthStub(self.channel)

    def balance(self, metadata: Any = WITH_TOKEN, timeout: float | None = 30, **request: Any) -> Any:
        return self.wallet.GetBalance(
            wallet_pb2.GetBalanceRequest(account="a-ann", **request), metadata=metadata, timeout=timeout
        )

    def refused(self, **options: Any) -> grpc.RpcError:
        with pytest.raises(grpc.RpcError) as caught:
            self.balance(**options)
        return caught.value


@contextmanager
def opened(rpc: FakeRpc | None = None, events: EventLog | None = None, **settings: Any) -> Iterator[Door]:
    found = rpc or services(
        GetPlayer=Refusal("player_unknown"),
        GetMatch=match_record("a-ann", None),
        ListTransfers=wallet.TransferPage(transfers=[transfer(8), transfer(7)], next_before=7),
    )
    wanted = {"grpc_port": 0, "grpc_tokens": [LINE], "grpc_health_every_s": 0.05} | settings
    front = GrpcFront(GrpcSettings(**wanted), found, events)
    front.start()
    door = Door(found, front)
    try:
        yield door
    finally:
        door.channel.close()
        front.stop(1)


@pytest.fixture(scope="module")
def door() -> Iterator[Door]:
    with opened() as made:
        yield made


def trailers(call: Any) -> dict[str, Any]:
    return {item.key: item.value for item in call.trailing_metadata()}


# --- answers ---


def test_a_balance(door: Door) -> None:
    assert MessageToDict(door.balance()) == {"account": "a-ann", "chips": "500"}
    assert wallet.GetBalance(account="a-ann") in door.rpc.asked


def test_transfers_in_pages(door: Door) -> None:
    page = door.wallet.ListTransfers(
        wallet_pb2.ListTransfersRequest(account="a-ann", page_size=500, page_token="9"), metadata=WITH_TOKEN
    )
    assert [found.id for found in page.transfers] == [8, 7]
    assert page.transfers[0].chips == -5
    assert page.next_page_token == "7"
    assert wallet.ListTransfers(account="a-ann", before=9, limit=100) in door.rpc.asked


def test_the_first_page_has_fifty_unless_said_otherwise(door: Door) -> None:
    door.wallet.ListTransfers(wallet_pb2.ListTransfersRequest(account="a-bob"), metadata=WITH_TOKEN)
    assert wallet.ListTransfers(account="a-bob", before=None, limit=50) in door.rpc.asked


@pytest.mark.parametrize("token", ["x", "-1", "٣", "1.5"])
def test_a_made_up_page_is_refused(door: Door, token: str) -> None:
    with pytest.raises(grpc.RpcError) as caught:
        door.wallet.ListTransfers(
            wallet_pb2.ListTransfersRequest(account="a-ann", page_token=token), metadata=WITH_TOKEN
        )
    assert caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert caught.value.details() == "page_token_invalid"


def test_a_rating(door: Door) -> None:
    found = door.ranking.GetRating(ranking_pb2.GetRatingRequest(account="a-ann"), metadata=WITH_TOKEN)
    assert MessageToDict(found) == {
        "account": "a-ann", "rating": 1250, "games": 3, "peak": 1260, "pr": 7, "quintile": 2
    }  # fmt: skip


def test_the_players_list() -> None:
    players = room_pages.PlayerPage(players=[line_of(table="t-1"), line_of("a-bob")], next=None)
    with opened(services(ListPlayerPage=players)) as door:
        found = door.lobby.ListPlayers(lobby_pb2.ListPlayersRequest(), metadata=WITH_TOKEN)
    assert [(player.name, player.HasField("table")) for player in found.players] == [("ann", True), ("bob", False)]
    assert found.players[0].status == lobby_pb2.PLAYER_STATUS_ONLINE


def test_the_tables_list() -> None:
    with opened(services(ListTablePage=room_pages.TablePage(tables=[table_line()], next=None))) as door:
        found = door.lobby.ListTables(lobby_pb2.ListTablesRequest(), metadata=WITH_TOKEN)
    assert MessageToDict(found.tables[0]) == {
        "table": "t-1",
        "name": "Corner",
        "game": "tavli",
        "options": {"target": 5.0},
        "stakeChips": "10",
        "mode": "TABLE_MODE_OPEN",
        "spectators": True,
        "state": "TABLE_STATE_FILLING",
        "organizer": "a-ann",
        "seats": [{"name": "ann", "account": "a-ann"}, {"seat": 1}],
        "createTime": "1970-01-01T00:00:00.007Z",
        "clockFactor": 1,
    }


def test_a_match(door: Door) -> None:
    found = door.tables.GetMatch(tables_pb2.GetMatchRequest(match="m-1"), metadata=WITH_TOKEN)
    assert (found.match, found.outcome, found.chance.root, list(found.chance.seeds)) == ("m-1", "won", "ab", ["0"])
    assert [seat.HasField("account") for seat in found.seats] == [True, False]
    assert not found.HasField("result")


def test_a_running_match_has_no_proof_yet() -> None:
    running = match_record("a-ann")
    hidden = {"ended_at_ms": None, "outcome": None, "seeds": None, "root": None}
    fields = {name: getattr(running, name) for name in running.__struct_fields__} | hidden
    with opened(services(GetMatch=tables.MatchRecord(**fields))) as door:
        found = door.tables.GetMatch(tables_pb2.GetMatchRequest(match="m-1"), metadata=WITH_TOKEN)
    assert not found.HasField("chance")
    assert not found.HasField("end_time")


# --- refusals ---


@pytest.mark.parametrize(
    ("error", "status"),
    [
        ("account_unknown", grpc.StatusCode.NOT_FOUND),
        ("bad_request", grpc.StatusCode.INVALID_ARGUMENT),
        ("stake_invalid", grpc.StatusCode.INVALID_ARGUMENT),
        ("service_unavailable", grpc.StatusCode.UNAVAILABLE),
        ("internal_error", grpc.StatusCode.INTERNAL),
        ("insufficient_chips", grpc.StatusCode.FAILED_PRECONDITION),
    ],
)
def test_a_refusal_is_a_status_with_its_code_and_detail(error: str, status: grpc.StatusCode) -> None:
    with opened(services(GetBalance=Refusal(error, {"why": "so"}))) as door:
        refused = door.refused()
    assert (refused.code(), refused.details()) == (status, error)
    told = trailers(refused)
    assert told[ERROR_KEY] == error
    assert json.loads(told[DETAIL_KEY]) == {"why": "so"}
    found = status_pb2.Status.FromString(told[STATUS_KEY])
    assert (found.code, found.message) == (status.value[0], error)
    info = error_details_pb2.ErrorInfo()
    assert found.details[0].Unpack(info)
    assert (info.reason, info.domain, dict(info.metadata)) == (error.upper(), "kafeneio", {"why": "so"})


@pytest.mark.parametrize(
    ("detail", "metadata"),
    [
        (None, {}),
        ("no such field", {"detail": "no such field"}),
        ({"pays_at_ms": 7, "fields": ["a"]}, {"pays_at_ms": "7", "fields": '["a"]'}),
        ({"cause": "x" * 9_000}, {"cause": "x" * 256}),
    ],
)
def test_a_refusals_detail_is_metadata_of_its_error_info(detail: Any, metadata: dict[str, str]) -> None:
    found = status_pb2.Status.FromString(encoded_status(grpc.StatusCode.ABORTED, Refusal("x", detail)))
    info = error_details_pb2.ErrorInfo.FromString(found.details[0].value)
    assert dict(info.metadata) == metadata


def test_an_internal_failure_reveals_no_details() -> None:
    def break_down(_request: Any) -> None:
        raise RuntimeError("secret reason")

    with opened(services(GetBalance=break_down)) as door:
        refused = door.refused()
    assert (refused.code(), refused.details()) == (grpc.StatusCode.INTERNAL, "internal_error")


# --- tokens ---


@pytest.mark.parametrize(
    "metadata",
    [
        (),
        (("authorization", ""),),
        (("authorization", "Bearer "),),
        (("authorization", "Bearer wrong"),),
        (("authorization", TOKEN),),
        (("authorization", f"Basic {TOKEN}"),),
    ],
)
def test_a_call_without_a_token_is_refused(door: Door, metadata: Any) -> None:
    before = len(door.rpc.requests(wallet.GetBalance))
    refused = door.refused(metadata=metadata)
    assert (refused.code(), refused.details()) == (grpc.StatusCode.UNAUTHENTICATED, "token_unknown")
    asked = [request for request in door.rpc.requests(wallet.GetBalance)[before:] if request.account]
    assert asked == []


def test_without_any_configured_tokens_every_call_is_refused() -> None:
    with opened(grpc_tokens=[]) as door:
        assert door.refused().code() is grpc.StatusCode.UNAUTHENTICATED


def test_the_scheme_may_be_written_in_any_case() -> None:
    partner = Caller("partner", PUBLIC)
    assert Tokens([BARE]).caller((("authorization", f"bearer {TOKEN}"),)) == partner


@pytest.mark.parametrize("line", ["", "partner", "partner=abc", f"={'0' * 64}", f"a b={'0' * 64}"])
def test_a_token_line_that_is_wrong_stops_the_start_without_showing_it(line: str) -> None:
    with pytest.raises(SettingsError) as caught:
        Tokens([line])
    assert "abc" not in str(caught.value)


# --- deadlines, traces, limits ---


def asked_timeout_ms(door: Door, timeout: float | None) -> int:
    found: list[int | None] = []
    real = door.rpc.call

    def call(request: Any, timeout_ms: int | None = None) -> Any:
        found.append(timeout_ms)
        return real(request, timeout_ms)

    door.rpc.call = call  # type: ignore[method-assign]
    try:
        door.ranking.GetRating(ranking_pb2.GetRatingRequest(account="a-ann"), metadata=WITH_TOKEN, timeout=timeout)
    finally:
        door.rpc.call = real  # type: ignore[method-assign]
    return next(ms for ms in found if ms is not None)


@pytest.mark.parametrize(
    ("remaining_s", "timeout_ms"),
    [(None, 2000), (9e9, 2000), (60, 10_000), (10.2, 10_000), (5, 4930), (2, 1960), (0.022, 1), (0.001, 1), (0, 1)],
)
def test_a_service_is_waited_for_as_long_as_the_caller_waits(remaining_s: float | None, timeout_ms: int) -> None:
    context: Any = SimpleNamespace(time_remaining=lambda: remaining_s)
    assert Asker(services(), GrpcSettings()).timeout_ms(context) == timeout_ms


@pytest.mark.parametrize("timeout_s", [8, 10.001, 12.34])
def test_a_service_is_never_waited_for_longer_than_the_caller_waits(timeout_s: float) -> None:
    """GRPC rounds timeouts up on their way: 10.001 s arrive as 10.1 s."""
    with opened(grpc_health_every_s=60, grpc_timeout_max_ms=60_000) as door:
        wait_for(lambda: len(door.rpc.asked) == len(PROBES), "the first checks")
        default_ms = 2000
        assert default_ms < asked_timeout_ms(door, timeout_s) <= timeout_s * 1000


def test_a_call_that_takes_too_long_ends_at_its_deadline() -> None:
    def dawdle(_request: Any) -> wallet.Balance:
        time.sleep(0.5)
        return wallet.Balance(account="a", chips=1)

    with opened(services(GetBalance=dawdle)) as door:
        assert door.refused(timeout=0.1).code() is grpc.StatusCode.DEADLINE_EXCEEDED


def test_a_trace_id_is_taken_over_and_returned(door: Door) -> None:
    _, call = door.wallet.GetBalance.with_call(
        wallet_pb2.GetBalanceRequest(account="a-ann"), metadata=(*WITH_TOKEN, ("x-trace-id", "abc-1"))
    )
    assert trailers(call)["x-trace-id"] == "abc-1"
    _, call = door.wallet.GetBalance.with_call(wallet_pb2.GetBalanceRequest(account="a-ann"), metadata=WITH_TOKEN)
    assert len(trailers(call)["x-trace-id"]) == 36


def test_a_request_that_is_too_long_is_not_read() -> None:
    with opened(grpc_message_bytes_max=100) as door, pytest.raises(grpc.RpcError) as caught:
        door.wallet.GetBalance(wallet_pb2.GetBalanceRequest(account="x" * 200), metadata=WITH_TOKEN)
    assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED


# --- health, reflection, start ---


def health_of(door: Door, service: str = "") -> str:
    found = door.health.Check(health_pb2.HealthCheckRequest(service=service), timeout=30)
    return health_pb2.HealthCheckResponse.ServingStatus.Name(found.status)


def test_health_needs_no_token_and_names_the_available_services() -> None:
    rpc = services(GetPlayer=Refusal("player_unknown"), GetMatch=Refusal("service_unavailable"))
    with opened(rpc) as door:
        wait_for(lambda: health_of(door) == "SERVING", "the first answers")
        assert health_of(door, "kafeneio.wallet.v1.WalletService") == "SERVING"
        assert health_of(door, "kafeneio.tables.v1.TablesService") == "NOT_SERVING"
        rpc.answers["GetMatch"] = Refusal("match_unknown")
        wait_for(lambda: health_of(door, "kafeneio.tables.v1.TablesService") == "SERVING", "tables to be back")


def test_nothing_serves_while_no_service_responds() -> None:
    with opened(FakeRpc()) as door:
        wait_for(lambda: len(door.rpc.asked) >= 4, "the checks")
        assert health_of(door) == "NOT_SERVING"


def listed(door: Door, metadata: Any) -> list[str]:
    stub = reflection_pb2_grpc.ServerReflectionStub(door.channel)
    ask = reflection_pb2.ServerReflectionRequest(list_services="")
    (answer,) = stub.ServerReflectionInfo(iter([ask]), metadata=metadata, timeout=30)
    return [service.name for service in answer.list_services_response.service]


def test_the_api_describes_itself_to_callers_with_a_token(door: Door) -> None:
    assert set(listed(door, WITH_TOKEN)) == {
        "kafeneio.wallet.v1.WalletService",
        "kafeneio.accounts.v1.AccountsService",
        "kafeneio.events.v1.EventsService",
        "kafeneio.lobby.v1.LobbyService",
        "kafeneio.lobby.v1.PeopleService",
        "kafeneio.lobby.v1.CompaniesService",
        "kafeneio.tables.v1.TablesService",
        "kafeneio.moderation.v1.ModerationService",
        "kafeneio.ranking.v1.RankingService",
        "kafeneio.tournaments.v1.TournamentsService",
        "grpc.health.v1.Health",
        "kafeneio.events.v1.WebhooksService",
        "grpc.reflection.v1.ServerReflection",
        "grpc.reflection.v1alpha.ServerReflection",
    }
    with pytest.raises(grpc.RpcError) as caught:
        listed(door, ())
    assert caught.value.code() is grpc.StatusCode.UNAUTHENTICATED


def test_reflection_is_served_under_its_present_name_and_the_one_before(door: Door) -> None:
    newer = door.channel.stream_stream(
        "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
        request_serializer=reflection_pb2.ServerReflectionRequest.SerializeToString,
        response_deserializer=reflection_pb2.ServerReflectionResponse.FromString,
    )
    ask = reflection_pb2.ServerReflectionRequest(file_containing_symbol="kafeneio.events.v1.EventsService")
    (answer,) = newer(iter([ask]), metadata=WITH_TOKEN, timeout=30)
    assert b"kafeneio/events/v1/events.proto" in answer.file_descriptor_response.file_descriptor_proto[0]


def test_its_limits_are_among_the_metrics(door: Door) -> None:
    shown = {
        sample.labels["setting"]: sample.value
        for family in REGISTRY.collect()
        for sample in family.samples
        if sample.name == "kafeneio_gateway_limit"
    }
    limits = GrpcSettings().limits()
    assert {"grpc_workers", "grpc_streams_max", "grpc_personal_streams_max", "grpc_personal_calls_per_s"} <= set(limits)
    assert set(limits) <= set(shown)
    assert shown["grpc_personal_calls_per_s"] == 20
    assert "grpc_port" not in shown


def test_it_does_not_start_without_a_broker_of_its_own() -> None:
    with pytest.raises(SettingsError, match="KAFENEIO_BROKER_URL"):
        serve(CommonSettings(), GrpcSettings())


def test_it_does_not_start_in_a_patched_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gateway.grpc.server.is_patched", lambda: True)
    with pytest.raises(RuntimeError, match="patched"):
        GrpcFront(GrpcSettings(grpc_port=0), services())


def test_tls_files_that_are_missing_stop_the_start(tmp_path: Path) -> None:
    settings = GrpcSettings(grpc_port=0, grpc_tls_certificate=str(tmp_path / "none.pem"))
    with pytest.raises(SettingsError, match="GRPC_TLS"):
        GrpcFront(settings, services())


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two certificates of this host, by authorities of their own."""
    folder = tmp_path_factory.mktemp("tls")
    for name in ("first", "second"):
        certificate(folder, name)
    return folder


def certificate(folder: Path, name: str) -> None:
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", f"/CN={name}", "-addext", "subjectAltName=DNS:localhost",
         "-keyout", folder / f"{name}.key", "-out", folder / f"{name}.pem"],
        check=True, capture_output=True, stdin=subprocess.DEVNULL,
    )  # fmt: skip


def is_served(port: int, folder: Path, trusted: str, own: str | None = None) -> bool:
    """Whether a client that trusts one certificate, with or without its own, gets an answer on a new connection."""
    trust = (folder / f"{trusted}.pem").read_bytes()
    pair = [(folder / f"{own}.{kind}").read_bytes() for kind in ("key", "pem")] if own else [None, None]
    credentials = grpc.ssl_channel_credentials(trust, *pair)
    with grpc.secure_channel(f"localhost:{port}", credentials, (("grpc.use_local_subchannel_pool", 1),)) as channel:
        try:
            health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(), timeout=30)
        except grpc.RpcError:
            return False
        return True


def test_a_renewed_certificate_is_served_without_a_restart(authority: Path, tmp_path: Path) -> None:
    for kind in ("pem", "key"):
        shutil.copy(authority / f"first.{kind}", tmp_path / f"used.{kind}")
    tls = {"grpc_tls_certificate": str(tmp_path / "used.pem"), "grpc_tls_key": str(tmp_path / "used.key")}
    with opened(services(), **tls) as door:
        assert is_served(door.front.port, authority, "first")
        (tmp_path / "used.key").unlink()
        assert is_served(door.front.port, authority, "first"), "a renewal that is not complete changes nothing"
        for kind in ("pem", "key"):
            shutil.copy(authority / f"second.{kind}", tmp_path / f"used.{kind}")
        assert is_served(door.front.port, authority, "second")
        assert not is_served(door.front.port, authority, "first")


def test_with_a_client_authority_every_call_needs_its_certificate(authority: Path) -> None:
    files = {"certificate": "first.pem", "key": "first.key", "client_authority": "second.pem"}
    tls = {f"grpc_tls_{name}": str(authority / file) for name, file in files.items()}
    with opened(services(), **tls) as door:
        assert is_served(door.front.port, authority, "first", own="second")
        assert not is_served(door.front.port, authority, "first")
