"""Players' programs over gRPC: what their personal tokens open is what they open over REST and sockets
(services/lobby/RULES.md §12)."""

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import grpc
import msgspec
import pytest
from google.protobuf import descriptor_pool
from google.protobuf.message_factory import GetMessageClass

from gateway.grpc.access.personal_methods import CLOSED, PERSONAL, Personal
from gateway.grpc.access.scopes import SCOPE_OF
from gateway.grpc.access.tokens import Tokens
from gateway.grpc.calls.service_calls import DETAIL_KEY
from gateway.grpc.gen.kafeneio.events.v1 import events_pb2, events_pb2_grpc
from gateway.grpc.gen.kafeneio.lobby.v1 import lobby_pb2
from gateway.grpc.gen.kafeneio.ranking.v1 import ranking_pb2
from gateway.metrics import grpc_personal_calls
from gateway.public_events.event_log import LoggedEvent
from services.contracts.client import frames
from services.contracts.client.token_scopes import FRAMES, OPERATIONS, SCOPES, check_operation
from services.contracts.lobby import open_tables
from services.contracts.lobby.accounts import accounts
from services.contracts.lobby.people import messages
from services.contracts.partners.public_events import TOPICS_OF_PLAYERS
from services.contracts.tables import catalogue, recordings
from services.contracts.tournaments import competitions
from services.kernel.refusal import Refusal
from services.platform.process.json import decode
from tests.gateway.fakes import ANN, FakeRpc, services, table_line
from tests.gateway.grpc.test_front import Door, opened, trailers
from tests.gateway.grpc.test_scopes import METHODS
from tests.gateway.grpc.test_tables import Log
from tests.gateway.http.test_rest import Site, match_record
from tests.gateway.http.test_staff_gate import example, name_of, routes
from tests.gateway.test_deeds import tag
from tests.gateway.test_token_scopes import UNLIMITED, ask
from tests.gateway.ws.test_player_frames import Desk

SECRET = "kaf_1"
BEARER = (("authorization", f"Bearer {SECRET}"),)
FREE: dict[str, Any] = {
    "grpc_personal_calls_per_s": 0,
    "grpc_address_calls_per_s": 0,
    "grpc_personal_computations_per_min": 0,
    "grpc_health_every_s": 600,
}
"""Without rates and without questions of the health check."""
HELD = [*((each,) for each in SCOPES), SCOPES]
ROUTES = {name_of(each): each for each in routes()}
FRAME = "frame "
OF_REST = {path: each for path, each in PERSONAL.items() if not each.public and not each.operation.startswith(FRAME)}
OF_SOCKETS = {path: each for path, each in PERSONAL.items() if each.operation.startswith(FRAME)}
REFLECTION = {path for path in PERSONAL if "ServerReflection" in path}
PAGE = Path(__file__).resolve().parents[3] / "docs" / "first-call.md"


def hold(rpc: FakeRpc, scopes: Any) -> None:
    """From now on the lobby decides about a token with these scopes, as the real one does."""
    account = msgspec.structs.replace(ANN, scopes=list(scopes))

    def decide(asked: accounts.WhoIs) -> Any:
        if asked.token != SECRET:
            return Refusal("token_invalid")
        refusal = check_operation(asked.operation, scopes)
        if refusal is None and asked.account not in ("", ANN.account):
            return Refusal("actor_not_own", {"account": ANN.account})
        return refusal or account

    rpc.answers["WhoIs"] = decide


@pytest.fixture(scope="module")
def door() -> Iterator[Door]:
    rpc = services()
    with opened(rpc, grpc_tokens=[], **FREE) as made:
        yield made


@pytest.fixture(scope="module")
def site() -> Site:
    return Site(services(), **UNLIMITED)


def message_of(method: str, **fields: Any) -> Any:
    """The request of a method, with these fields as far as it has them."""
    service, name = method.strip("/").split("/")
    described = descriptor_pool.Default().FindServiceByName(service).methods_by_name[name].input_type
    known = {key: value for key, value in fields.items() if key in described.fields_by_name}
    return GetMessageClass(described)(**known)


def refusal_of(door: Door, method: str, metadata: Any = BEARER, **fields: Any) -> tuple[str, Any]:
    """The code with which a call is refused, and its detail; empty where it is not, or its stream begins."""
    body = message_of(method, **fields).SerializeToString()
    try:
        if METHODS[method]:
            call = door.channel.unary_stream(method)(body, metadata=metadata, timeout=30)
            next(call)
            call.cancel()
        else:
            door.channel.unary_unary(method)(body, metadata=metadata, timeout=30)
    except StopIteration:
        return "", None
    except grpc.RpcError as error:
        detail = trailers(error).get(DETAIL_KEY)
        return error.details() or "", None if detail is None else decode(detail)
    return "", None


# --- the table ---


def test_every_method_is_open_to_players_programs_or_closed() -> None:
    assert PERSONAL.keys() | CLOSED == set(SCOPE_OF)
    assert not PERSONAL.keys() & CLOSED


@pytest.mark.parametrize("path", sorted(PERSONAL))
def test_a_method_has_an_operation_that_there_is_and_counts_as_it_does(path: str) -> None:
    personal = PERSONAL[path]
    if personal.operation.startswith(FRAME):
        assert personal.operation.removeprefix(FRAME) in FRAMES
    elif path not in REFLECTION:
        route = ROUTES[personal.operation]
        assert (route.session, route.computes) == (not personal.public, personal.computes)
    assert not personal.ordering or personal.ordering in ROUTES


@pytest.mark.parametrize("path", sorted(PERSONAL.keys() - REFLECTION))
def test_the_account_that_acts_has_a_field_and_any_other_account_is_a_public_subject(path: str) -> None:
    fields = message_of(path).DESCRIPTOR.fields_by_name
    if PERSONAL[path].own:
        assert PERSONAL[path].own in fields
    elif "account" in fields:
        about = {"GetRating", "GetStatistics", "GetStandings", "ListBadges", "ListGames"}
        assert path.rsplit("/", 1)[1] in about, "only what everybody may see of anybody"


# --- the same decision as over REST and sockets ---


@pytest.mark.parametrize("path", sorted(OF_REST))
def test_a_token_gets_the_same_decision_over_grpc_as_over_rest(path: str, door: Door, site: Site) -> None:
    for held in HELD:
        hold(door.rpc, held)
        hold(site.rpc, held)
        code, detail = refusal_of(door, path)
        over_rest = ask(site, ROUTES[OF_REST[path].operation])
        closed = over_rest.status_code == 403 and over_rest.json["error"] == "scope_missing"
        assert (code == "scope_missing") == closed, (held, code, over_rest.json)
        assert code not in ("token_unknown", "token_invalid", "internal_error")
        if closed:
            assert detail == over_rest.json["detail"] == {"scopes": list(OPERATIONS.get(OF_REST[path].operation, ()))}


@pytest.mark.parametrize("path", sorted(OF_SOCKETS))
def test_a_token_gets_the_same_decision_over_grpc_as_on_a_socket(path: str, door: Door) -> None:
    kind = OF_SOCKETS[path].operation.removeprefix(FRAME)
    (frame,) = (each for each in get_args(frames.FromClient) if tag(each) == kind)
    for held in HELD:
        hold(door.rpc, held)
        desk = Desk()
        desk.conn.scopes = frozenset(held)
        said = desk.say(example(frame) | ({"id": "c1"} if "id" in frame.__struct_fields__ else {}))
        on_socket = [each for each in said if each["t"] == "refused" and each["error"] == "scope_missing"]
        assert (refusal_of(door, path)[0] == "scope_missing") == bool(on_socket), held


@pytest.mark.parametrize("path", sorted(path for path in PERSONAL if PERSONAL[path].public and path not in REFLECTION))
def test_what_rest_shows_without_a_token_every_token_opens(path: str, door: Door) -> None:
    for held in HELD:
        hold(door.rpc, held)
        assert refusal_of(door, path)[0] not in ("scope_missing", "token_unknown", "token_invalid", "internal_error")


@pytest.mark.parametrize("path", sorted(CLOSED))
def test_no_scope_opens_what_is_for_other_systems(path: str, door: Door) -> None:
    for held in HELD:
        hold(door.rpc, held)
        door.rpc.asked.clear()
        assert refusal_of(door, path) == ("scope_missing", {"scopes": []})
        assert [type(each) for each in door.rpc.asked] == [accounts.WhoIs], "nothing is asked after that"


def test_an_analysis_is_ordered_by_another_operation_than_it_is_read_by(door: Door) -> None:
    hold(door.rpc, ("read",))
    path = "/kafeneio.tables.v1.TablesService/GetAnalysis"
    assert refusal_of(door, path, match="m-1", order=True) == ("scope_missing", {"scopes": []})
    assert refusal_of(door, path, match="m-1")[0] == "service_unavailable", "tables was asked"


# --- in whose name ---


@pytest.mark.parametrize("path", sorted(path for path in PERSONAL if PERSONAL[path].own))
def test_a_token_acts_for_its_own_account_alone(path: str, door: Door) -> None:
    door.rpc.answers["WhoIs"] = lambda asked: (
        Refusal("actor_not_own", {"account": ANN.account}) if asked.account not in ("", ANN.account) else ANN
    )
    door.rpc.asked.clear()
    assert refusal_of(door, path, account="a-bob") == ("actor_not_own", {"account": ANN.account})
    assert [type(each) for each in door.rpc.asked] == [accounts.WhoIs], "no service was asked to do it"


def test_the_account_of_the_token_is_entered_where_none_is_named() -> None:
    page = messages.Conversations(conversations=[], unread=0)
    with opened(services(ListConversations=page), **FREE) as door:
        hold(door.rpc, ("chat",))
        for named in ("", ANN.account):
            request = lobby_pb2.ListConversationsRequest(account=named)
            door.lobby.ListConversations(request, metadata=BEARER, timeout=30)
        assert door.rpc.requests(messages.ListConversations) == [messages.ListConversations(account=ANN.account)] * 2


def test_a_recording_is_read_as_its_player_and_never_by_a_role(door: Door) -> None:
    hold(door.rpc, ("read",))
    door.rpc.asked.clear()
    refusal_of(door, "/kafeneio.tables.v1.TablesService/GetRecording", match="m-1")
    assert door.rpc.requests(recordings.GetRecording) == [recordings.GetRecording(match="m-1", account=ANN.account)]
    assert len(door.rpc.asked) == 2


def test_a_match_is_shown_to_the_programs_of_its_players() -> None:
    for played, code in ((ANN.account, ""), ("a-bob", "recording_forbidden")):
        with opened(services(GetMatch=match_record(played, None)), **FREE) as door:
            hold(door.rpc, ("read",))
            door.rpc.asked.clear()
            assert refusal_of(door, "/kafeneio.tables.v1.TablesService/GetMatch", match="m-1")[0] == code
            assert door.rpc.requests(catalogue.GetMatch) == [catalogue.GetMatch(match="m-1")]


@pytest.mark.parametrize("method", ["GetCompetition", "GetStandings", "ListGames", "WatchCompetition"])
def test_a_competition_is_asked_for_as_its_viewer(method: str, door: Door) -> None:
    hold(door.rpc, ("read",))
    door.rpc.asked.clear()
    refusal_of(door, f"/kafeneio.tournaments.v1.TournamentsService/{method}", competition="cup")
    (asked,) = door.rpc.asked[1:]
    assert isinstance(asked, competitions.GetCompetition | competitions.GetStandings | competitions.ListGames)
    assert asked.account == ANN.account


# --- events ---


def event(cursor: str, topic: str, data: dict[str, Any]) -> LoggedEvent:
    return LoggedEvent(cursor, f"e-{cursor}", topic, 5, data)


RATED = "ranking.rated"
LOG = Log(
    event("1.0", RATED, {"match": "m", "changes": [{"account": "a-ann", "rating": 1}, {"account": "a-bob"}]}),
    event("2.0", RATED, {"match": "m", "changes": [{"account": "a-bob", "rating": 1}]}),
    event("3.0", "tables.match_finished", {"match": "m", "accounts": ["a-ann", "a-bob"]}),
)


def test_a_program_follows_what_is_about_its_player() -> None:
    with opened(services(), events=LOG, **FREE) as door:  # type: ignore[arg-type]
        hold(door.rpc, ("read",))
        stub = events_pb2_grpc.EventsServiceStub(door.channel)
        request = events_pb2.SubscribeRequest(topics=[RATED, "tables.*"])
        found = list(stub.Subscribe(request, metadata=BEARER, timeout=30))
        assert [each.cursor for each in found] == ["1.0", "3.0"]
        assert [each["account"] for each in found[0].data["changes"]] == ["a-ann"]
        listed = stub.ListTopics(events_pb2.ListTopicsRequest(), metadata=BEARER, timeout=30)
        assert {each.topic for each in listed.topics} == TOPICS_OF_PLAYERS
        with pytest.raises(grpc.RpcError) as caught:
            list(stub.Subscribe(events_pb2.SubscribeRequest(topics=["lobby.registered"]), metadata=BEARER, timeout=30))
        assert caught.value.details() == "topic_invalid"


# --- tokens that hold no more, and those that may not come ---


@pytest.mark.parametrize(
    ("error", "status"),
    [
        ("token_invalid", grpc.StatusCode.UNAUTHENTICATED),
        ("account_suspended", grpc.StatusCode.FAILED_PRECONDITION),
        ("account_blocked", grpc.StatusCode.FAILED_PRECONDITION),
        ("session_elsewhere", grpc.StatusCode.FAILED_PRECONDITION),
        ("service_unavailable", grpc.StatusCode.UNAVAILABLE),
    ],
)
def test_what_the_lobby_refuses_is_the_status_of_the_call(door: Door, error: str, status: grpc.StatusCode) -> None:
    door.rpc.answers["WhoIs"] = Refusal(error)
    door.rpc.asked.clear()
    with pytest.raises(grpc.RpcError) as caught:
        door.ranking.ListBoards(ranking_pb2.ListBoardsRequest(), metadata=BEARER, timeout=30)
    assert (caught.value.code(), caught.value.details()) == (status, error)
    assert [type(each) for each in door.rpc.asked] == [accounts.WhoIs]


def test_where_they_may_not_come_no_personal_token_is_known() -> None:
    with opened(services(), grpc_personal=False, **FREE) as door:
        door.rpc.asked.clear()
        assert refusal_of(door, "/kafeneio.ranking.v1.RankingService/ListBoards")[0] == "token_unknown"
        assert door.rpc.asked == []


def test_the_lobby_is_asked_about_personal_tokens_alone(door: Door) -> None:
    for token in ("", "kaf", "KAF_1", "session-token"):
        door.rpc.asked.clear()
        bearer = (("authorization", f"Bearer {token}"),)
        assert refusal_of(door, "/kafeneio.ranking.v1.RankingService/ListBoards", bearer)[0] == "token_unknown"
        assert door.rpc.asked == []
    assert Tokens([]).caller(BEARER) is None


# --- rates ---


def test_a_token_an_account_and_an_address_have_a_rate() -> None:
    path = "/kafeneio.ranking.v1.RankingService/ListBoards"
    for limit in ("grpc_personal_calls_per_s", "grpc_address_calls_per_s"):
        with opened(services(), **FREE | {limit: 2}) as door:
            hold(door.rpc, ("read",))
            codes = [refusal_of(door, path) for _ in range(12)]
            assert codes[0][0] == "service_unavailable", "ranking was asked"
            assert codes[-1] == ("rate_limited", {"retry_after_s": 1})
            asked = len(door.rpc.requests(accounts.WhoIs))
            assert asked < 12, "nobody is asked about a call over the rate"


def test_all_tokens_of_an_account_share_its_rate() -> None:
    with opened(services(), **FREE | {"grpc_personal_calls_per_s": 2}) as door:
        door.rpc.answers["WhoIs"] = ANN
        path = "/kafeneio.ranking.v1.RankingService/ListBoards"
        each_its_own = [(("authorization", f"Bearer kaf_{number}"),) for number in range(12)]
        assert refusal_of(door, path, each_its_own[0])[0] != "rate_limited"
        assert [refusal_of(door, path, bearer)[0] for bearer in each_its_own][-1] == "rate_limited"


def test_a_match_as_text_counts_as_a_computation() -> None:
    with opened(services(), **FREE | {"grpc_personal_computations_per_min": 2}) as door:
        hold(door.rpc, ("read",))
        path = "/kafeneio.tables.v1.TablesService/GetMatchText"
        codes = [refusal_of(door, path, match="m-1")[0] for _ in range(4)]
        assert codes[:2] == ["service_unavailable"] * 2, "tables was asked"
        assert codes[3] == "rate_limited"
        assert refusal_of(door, "/kafeneio.ranking.v1.RankingService/ListBoards")[0] != "rate_limited"


def test_behind_a_proxy_the_address_is_the_one_that_it_reports() -> None:
    path = "/kafeneio.ranking.v1.RankingService/ListBoards"
    with opened(services(), **FREE | {"grpc_address_calls_per_s": 1, "grpc_proxy_hops": 1}) as door:
        hold(door.rpc, ("read",))
        codes = [
            refusal_of(door, path, (*BEARER, ("x-forwarded-for", f"9.9.9.9, 10.0.0.{number}")))[0]
            for number in range(8)
        ]
        assert "rate_limited" not in codes
        codes = [refusal_of(door, path, (*BEARER, ("x-forwarded-for", "10.0.1.1")))[0] for _ in range(8)]
        assert codes[-1] == "rate_limited"


# --- metrics, the page ---


def test_calls_of_programs_are_counted_by_their_status(door: Door) -> None:
    counted = grpc_personal_calls.labels("UNAUTHENTICATED")._value.get
    before = counted()
    door.rpc.answers["WhoIs"] = Refusal("token_invalid")
    refusal_of(door, "/kafeneio.ranking.v1.RankingService/ListBoards")
    until_s = time.monotonic() + 10
    while counted() == before and time.monotonic() < until_s:
        time.sleep(0.01)
    assert counted() == before + 1


def scopes_of(personal: Personal) -> set[str]:
    if personal.public:
        return {"any"}
    return {scope for scope in SCOPES if check_operation(personal.operation, [scope]) is None}


def test_the_page_says_what_each_scope_opens() -> None:
    section = PAGE.read_text().split("## With a personal token")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `?(\w+)`? \| (.+?) \|$", section, re.MULTILINE)
    named = {scope: set(re.findall(r"`(\w+\.\w+)`", methods)) for scope, methods in rows}
    shown = {scope: methods for scope, methods in named.items() if methods}
    found: dict[str, set[str]] = {}
    for path, personal in PERSONAL.items():
        if path not in REFLECTION:
            service, method = path.rsplit(".", 1)[1].split("/")
            for scope in scopes_of(personal):
                found.setdefault(scope, set()).add(f"{service.removesuffix('Service')}.{method}")
    assert shown == found


def test_a_table_is_watched_as_long_as_its_player_may_view_it() -> None:
    may_view: list[Any] = [table_line(), table_line()]
    rpc = services(
        ViewTable=lambda _asked: may_view.pop(0) if may_view else Refusal("spectators_off"),
        LookAtTable=Refusal("service_unavailable"),
    )
    with opened(rpc, **FREE) as door:
        hold(rpc, ("play",))
        path = "/kafeneio.tables.v1.TablesService/WatchTable"
        assert refusal_of(door, path, table="t-1")[0] == "service_unavailable", "tables was asked"
        may_view.clear()
        assert refusal_of(door, path, table="t-1")[0] == "spectators_off"
        asked = open_tables.ViewTable(account=ANN.account, table="t-1")
        assert set(rpc.requests(open_tables.ViewTable)) == {asked}
