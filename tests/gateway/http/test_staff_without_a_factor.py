"""Whatever a role lets somebody see of others needs the second factor, and is noted: every operation is tried."""

from functools import cache
from typing import Any

import msgspec
import pytest
from structlog.testing import capture_logs

from gateway.http.documents.openapi import template
from gateway.http.operations.route import Route
from gateway.http.versions import versioned
from services.contracts.base import Done, Request
from services.contracts.lobby.accounts import accounts as lobby
from services.contracts.lobby.accounts.security_log import NoteStaffRead
from services.contracts.moderation import conduct as moderation
from services.contracts.moderation.conduct import GetConduct
from services.contracts.moderation.staff import NoteReading
from services.kernel.refusal import Refusal
from tests.gateway.fakes import ANN, FakeRpc
from tests.gateway.http.test_rest import BEARER, NO_LIMITS, Site
from tests.gateway.http.test_staff_gate import OVER, REASON, STRONG, example, name_of, routes

ROLES = ["moderator", "administrator", "operator", "auditor"]
OF_OTHERS = Refusal("recording_forbidden")
NOTES = (NoteReading, NoteStaffRead)
"""Requests that only log what staff reads."""


class OnlyForStaff(FakeRpc):
    """Services where nothing is the asker's own: only a role opens it. `away`: the security log does not answer."""

    def __init__(self, who: lobby.Account, *, away: bool = False) -> None:
        super().__init__()
        self._who = who
        self._away = away

    def call(self, request: Request[Any], timeout_ms: int | None = None) -> Any:
        self.asked.append(request)
        if isinstance(request, lobby.WhoIs | lobby.GetPlayer):
            return self._who
        if isinstance(request, GetConduct):
            return moderation.Conduct(account="a-ann", cards={}, roles=ROLES, suspension=None)
        if isinstance(request, NOTES):
            return Refusal("service_unavailable") if self._away else Done()
        return Done() if is_staffs(request) else OF_OTHERS

    @property
    def as_staff(self) -> list[Request[Any]]:
        """What was asked for with a role."""
        return [each for each in self.asked if is_staffs(each) and not isinstance(each, NOTES)]


def is_staffs(request: Request[Any]) -> bool:
    """Whether the asker's role counts for this request."""
    return bool(request.staff_roles or getattr(request, "roles", None))


@cache
def site_of(who: lobby.Account, *, away: bool) -> tuple[Site, OnlyForStaff]:
    """One application for all operations: to make one takes longer than to ask it. Every process of a test run asks it
    for all of them when it reads this file."""
    rpc = OnlyForStaff(who, away=away)
    return Site(rpc, gateway_staff_second_factor=True, gateway_home="https://play.example", **NO_LIMITS), rpc


def tried(route: Route, who: lobby.Account, *, away: bool = False) -> tuple[OnlyForStaff, Any]:
    site, rpc = site_of(who, away=away)
    rpc.asked.clear()
    return rpc, response_of(site, route)


def response_of(site: Site, route: Route) -> Any:
    path = route.path.replace("<", "").replace(">", "")
    body = None if route.body is None else example(route.body)
    query = None if route.query is None else example(route.query)
    return site.client.open(path, method=route.method, headers=BEARER, json=body, query_string=query)


@cache
def document() -> Any:
    return Site().client.get("/api/openapi.json").json


ROUTES = routes()
with capture_logs():  # some have nothing to show of what no service has
    OPENED_BY_ROLES = [each for each in ROUTES if tried(each, STRONG)[0].as_staff]
READS = [each for each in OPENED_BY_ROLES if each.method == "GET" or not each.for_staff]
"""What shows others' data; the other operations of staff change something, which the audit log keeps."""


def test_every_operation_of_the_document_is_tried_and_those_are_found_that_roles_open() -> None:
    documented = {(method.upper(), path) for path, methods in document()["paths"].items() for method in methods}
    assert {(each.method, template(versioned(each.path))) for each in ROUTES} == documented
    names = {name_of(each) for each in OPENED_BY_ROLES}
    assert {
        "GET /api/recordings/<match>", "GET /api/recordings/<match>/replay", "POST /api/academy/study",
        "POST /api/academy/branches", "GET /api/staff/players/<player>",
    } < names  # fmt: skip


@pytest.mark.parametrize("route", ROUTES, ids=name_of)
@pytest.mark.parametrize("who", [ANN, OVER], ids=["without a factor", "too old"])
def test_no_role_counts_in_a_session_that_is_not_fit_for_staff(route: Route, who: lobby.Account) -> None:
    assert tried(route, who)[0].as_staff == []


@pytest.mark.parametrize("route", OPENED_BY_ROLES, ids=name_of)
def test_a_session_without_the_factor_gets_its_own_code(route: Route) -> None:
    _, answer = tried(route, ANN)
    assert (answer.status_code, answer.json["error"]) == (403, "staff_second_factor")
    operation = document()["paths"][template(versioned(route.path))][route.method.lower()]
    refused = operation["responses"]["403"]["description"]
    assert "`staff_second_factor`" in refused


@pytest.mark.parametrize("route", READS, ids=name_of)
def test_what_a_role_shows_is_noted_with_account_and_address(route: Route) -> None:
    rpc, answer = tried(route, STRONG)
    assert answer.status_code in (200, 201), REASON
    (noted,) = rpc.requests(NoteStaffRead)
    assert (noted.account, noted.what, noted.address) == ("a-ann", route.path, "127.0.0.1")


@pytest.mark.parametrize("route", READS, ids=name_of)
def test_what_cannot_be_noted_is_not_shown(route: Route) -> None:
    _, answer = tried(route, STRONG, away=True)
    assert (answer.status_code, answer.json["error"]) == (503, "service_unavailable")


def test_a_player_needs_no_factor_for_the_own_recording() -> None:
    site = Site(gateway_staff_second_factor=True)
    site.rpc.answers["GetRecording"] = Done()
    assert site.client.get("/api/recordings/m-1", headers=BEARER).status_code == 200
    assert site.rpc.requests(NoteStaffRead) == []


def test_where_no_factor_is_demanded_staff_still_leaves_a_line() -> None:
    rpc = OnlyForStaff(msgspec.structs.replace(ANN, second_factor=False))
    assert Site(rpc).client.get("/api/recordings/m-1", headers=BEARER).status_code == 200
    (noted,) = rpc.requests(NoteStaffRead)
    assert (noted.what, noted.about) == ("/api/recordings/<match>", "match=m-1")
