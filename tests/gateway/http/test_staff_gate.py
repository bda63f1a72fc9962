"""Operations of staff: which ones there are, and what a session must be for them.

Which role may do what is tried at the services (`tests/moderation`, `tests/tournaments`, `tests/lobby`). Here every
route of the gateway is walked: one that asks a service for something of staff must be behind the gate.
"""

import re
from typing import Any

import msgspec
import pytest

from gateway.http.operations.route import STAFF_PATHS, Call, Route
from gateway.http.routes.api import make_routes
from gateway.rpc import Cached
from services.contracts.base import Done
from services.contracts.lobby import open_tables
from services.contracts.lobby.accounts import accounts
from services.contracts.moderation import conduct as moderation
from services.kernel.refusal import Refusal
from tests.gateway.fakes import ANN, services
from tests.gateway.http.test_rest import BEARER, Site

STRONG = msgspec.structs.replace(ANN, second_factor=True)
OVER = msgspec.structs.replace(STRONG, staff_session_over=True)
REASON = "insults in the lobby"


def routes(rpc: Any = None) -> list[Route]:
    rpc = rpc or services()
    return make_routes(rpc, Cached(rpc, open_tables.ListTables(), 1), 1)


def name_of(route: Route) -> str:
    return f"{route.method} {route.path}"


STAFF_ROUTES = [each for each in routes() if each.for_staff]


def example(kind: Any) -> Any:
    """Some value of a type, as JSON has it; optional fields are left out."""
    return _example(msgspec.inspect.type_info(kind))


def _example(info: Any) -> Any:
    kinds = msgspec.inspect
    match info:
        case kinds.StructType():
            fields = {each.encode_name: _example(each.type) for each in info.fields if each.required}
            return fields if info.tag is None else fields | {info.tag_field: info.tag}
        case kinds.UnionType():
            return _example(info.types[0])
        case kinds.LiteralType():
            return info.values[0]
        case kinds.BoolType():
            return True
        case kinds.IntType() | kinds.FloatType():
            return max(1, info.ge or 0)
        case kinds.Metadata():
            is_date = (info.extra_json_schema or {}).get("format") == "date"
            return "2001-02-03" if is_date else _example(info.type)
        case kinds.StrType():
            return "x" * max(4, info.min_length or 0)
        case kinds.ListType():
            return [_example(info.item_type) for _ in range(info.min_length or 0)]
        case kinds.DictType():
            return {}
    return None


def asked_by(route: Route) -> list[Any]:
    """What a route asks services, when everything that it asks first is answered."""
    conduct = moderation.Conduct(account="a-ann", cards={}, roles=["operator"], suspension=None)
    rpc = services(GetPlayer=ANN, NoteReading=Done(), GetConduct=conduct)
    (same,) = [each for each in routes(rpc) if name_of(each) == name_of(route)]
    path = dict.fromkeys(re.findall(r"<(\w+)>", route.path), "x")
    call = Call(account=ANN, token="t", path=path, raw="{}", image=b"x")
    if route.body is not None and not route.body_is_raw:
        call.body = msgspec.convert(example(route.body), route.body)
    if route.query is not None:
        call.query = msgspec.convert(example(route.query), route.query)
    same.handler(call)
    return rpc.asked


@pytest.mark.parametrize("route", routes(), ids=name_of)
def test_a_route_is_behind_the_gate_exactly_if_it_asks_for_something_of_staff(route: Route) -> None:
    of_staff = [each for each in asked_by(route) if each.staff_roles]
    assert route.for_staff == bool(of_staff)
    assert route.session or not route.for_staff


def test_whatever_is_served_under_the_paths_of_staff_is_behind_the_gate() -> None:
    under = [each for each in routes() if each.path.startswith(STAFF_PATHS)]
    assert len(under) > 30
    assert all(each.for_staff for each in under)


@pytest.mark.parametrize("route", STAFF_ROUTES, ids=name_of)
@pytest.mark.parametrize(
    ("who", "error"),
    [(ANN, "staff_second_factor"), (OVER, "staff_session_over"), (Refusal("session_expired"), "session_expired")],
    ids=["without a second factor", "too old", "no session"],
)
def test_no_operation_of_staff_is_done_in_a_session_that_is_not_fit(route: Route, who: Any, error: str) -> None:
    site = Site(services(WhoIs=who), gateway_staff_second_factor=True)
    path = route.path.replace("<", "").replace(">", "")
    body = None if route.body is None else example(route.body)
    query = None if route.query is None else example(route.query)
    answer = site.client.open(path, method=route.method, headers=BEARER, json=body, query_string=query)
    assert answer.json["error"] == error
    assert [type(each) for each in site.rpc.asked] == [accounts.WhoIs]


@pytest.mark.parametrize("demanded", [True, False])
def test_with_a_second_factor_or_where_none_is_demanded_it_is_done(demanded: bool) -> None:
    muted = moderation.Mute(id="m1", account="a-bob", until_ms=7)
    who = STRONG if demanded else ANN
    site = Site(services(WhoIs=who, GetPlayer=ANN, MuteChat=muted), gateway_staff_second_factor=demanded)
    mute = {"id": "m1", "to": "Bob", "minutes": 30, "reason": REASON}
    assert site.client.post("/api/moderation/mutes", headers=BEARER, json=mute).status_code == 201


def test_players_need_none() -> None:
    site = Site(services(WhoIs=OVER), gateway_staff_second_factor=True)
    assert site.client.get("/api/me", headers=BEARER).status_code == 200


def test_a_refusal_says_when_asking_again_may_help() -> None:
    site = Site(services(LogIn=Refusal("rate_limited", {"retry_after_s": 512})))
    answer = site.client.post("/api/login", json={"username": "Ann", "password": "guess"})
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "512")
