"""What counts as a deed of a person, and what a page or a program does by itself, of all routes and all frames."""

from typing import get_args

import msgspec

from gateway.http.documents.openapi import document, template
from gateway.http.operations.route import Route
from gateway.http.routes.api import make_routes
from gateway.http.versions import versioned
from gateway.rpc import Cached
from gateway.ws.dispatch import DEEDS
from services.contracts.client import frames
from services.contracts.lobby import open_tables
from services.contracts.lobby.accounts import accounts
from tests.gateway.fakes import services
from tests.gateway.http.test_rest import BEARER, Site

BY_ITSELF = {
    "POST /api/me/token": "a renewal",
    "POST /api/messages/<message>/read": "noted when a message is shown",
    "POST /api/shop/payments/<payment>/confirm": "asked by the page to which the provider leads back",
    "POST /api/academy/study": "computed for what is shown",
    "POST /api/operator/corrections/preview": "computed for what is shown",
    "POST /api/operator/rounds/preview": "computed for what is shown",
    "POST /api/staff/claims": "noted when a player is shown to staff",
}
"""Operations that change or compute something without a person's doing, and why they are asked."""
OF_CLIENTS = {"hello", "beat", "seed", "watch", "unwatch", "legal_moves", "list_more", "read", "hidden"}
"""Frames that a client sends by itself: alive, back again, a match begins, a list goes on, a program looks, a line
is on the screen, the page is out of sight."""


def routes() -> list[Route]:
    rpc = services()
    return make_routes(rpc, Cached(rpc, open_tables.ListTables(), 1), 1)


def tag(kind: type) -> str:
    return str(msgspec.inspect.type_info(kind).tag)  # type: ignore[attr-defined]


def test_of_every_route_is_decided_whether_it_is_a_deed() -> None:
    found = {f"{each.method} {each.path}" for each in routes() if each.is_deed}
    expected = {
        f"{each.method} {each.path}"
        for each in routes()
        if each.session and each.method != "GET" and f"{each.method} {each.path}" not in BY_ITSELF
    }
    assert found == expected
    assert BY_ITSELF.keys() <= {f"{each.method} {each.path}" for each in routes()}


def test_of_every_frame_is_decided_whether_it_is_a_deed() -> None:
    every = {tag(kind) for kind in get_args(frames.FromClient)}
    assert {tag(kind) for kind in DEEDS} == every - OF_CLIENTS
    assert every >= OF_CLIENTS


def test_the_document_says_of_every_operation_with_a_session_whether_it_is_a_deed() -> None:
    paths = document(routes())["paths"]
    for route in routes():
        operation = paths[template(versioned(route.path))][route.method.lower()]
        assert operation.get("x-deed") == (route.is_deed if route.session else None)


def test_reading_resets_no_timer_and_a_deed_does() -> None:
    site = Site()
    asked = [
        ("GET", "/api/care", False),
        ("GET", "/api/me/seek", False),
        ("POST", "/api/me/token", False),
        ("DELETE", "/api/me/seek", True),
    ]
    for method, path, active in asked:
        site.client.open(path, method=method, headers=BEARER)
        assert site.rpc.requests(accounts.WhoIs)[-1].active is active, path
