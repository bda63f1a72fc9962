"""An operation of REST is declared once: what it takes, answers and is refused with comes from its contract."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gateway.http.documents.openapi import document, template
from gateway.http.operations import derived_bodies
from gateway.http.operations.request_bodies import Body, Nothing, Query
from gateway.http.operations.route import Route
from gateway.http.versions import versioned
from services.contracts.base import Done, Request
from services.contracts.client import token_scopes
from services.contracts.wallet import limits, shop
from tests.contracts.requests import all_requests
from tests.gateway.http.test_rest import Site
from tests.gateway.http.test_staff_gate import name_of, routes

ROOT = Path(__file__).resolve().parents[3]
ROUTES = routes()
FORWARDED = [each for each in ROUTES if each.request is not None]
DOCUMENTS = ("/api/openapi.json", "/api/asyncapi.json", "/api/reference", "/api/reference.css")
NEVER_THE_CLIENTS = {"account", "viewer", "token", "device", "address", "home", "host", "scheme", "roles", "by"}
"""Fields by which services know who asks, from where and with which rights."""


LEADING = {
    "GET /api/unsubscribe/<link>",
    "GET /api/providers/<provider>/callback",
    "POST /api/providers/<provider>/callback",
}
"""Addresses that lead to a page of the client and are no operation."""


def fields_of(kind: Any) -> dict[str, Any]:
    return {field.name: field.type for field in msgspec.structs.fields(kind)}


def typed_by_hand(kind: type) -> list[type]:
    """The bodies or queries that are not made of a contract."""
    found = [each for each in kind.__subclasses__() if each.__module__ != derived_bodies.__name__]
    return found + [below for each in found for below in typed_by_hand(each)]


def repeated_by(kind: type, requests: list[type[Request[Any]]]) -> list[str]:
    """The requests all of whose fields, names and types, a body has again."""
    own = fields_of(kind).items()
    return [each.__name__ for each in requests if own <= fields_of(each).items()]


# --- one declaration ---


def test_everything_below_api_is_served_by_exactly_one_declaration() -> None:
    served = [
        f"{method} {rule.rule}"
        for rule in Site().app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule.startswith(("/api/", "/calendar", "/oauth/", "/.well-known/")) and rule.rule not in DOCUMENTS
        if f"{method} {rule.rule}" not in LEADING
    ]
    assert sorted(served) == sorted(map(name_of, ROUTES))
    assert len(set(served)) == len(served)


def test_nearly_all_are_forwarded_to_a_contract_and_say_nothing_beside_it() -> None:
    others = [name_of(each) for each in ROUTES if each.request is None]
    assert len(others) < len(ROUTES) / 10, others


@pytest.mark.parametrize("route", FORWARDED, ids=name_of)
def test_refusals_and_fields_of_replies_are_those_of_the_contract(route: Route) -> None:
    request = route.request
    assert request is not None
    assert route.answer == (Nothing if request.answer is Done else request.answer)
    assert set(request.refusals) <= set(route.errors)
    assert not request.staff_roles or route.for_staff
    for part in (route.body, route.query):
        if part is not None and part.__module__ == derived_bodies.__name__:
            assert part.__doc__


def test_the_document_names_each_refusal_and_the_very_schema_of_each_body() -> None:
    described = document(ROUTES)
    for route in ROUTES:
        operation = described["paths"][template(versioned(route.path))][route.method.lower()]
        told = " ".join(each["description"] for each in operation["responses"].values())
        assert {f"`{code}`" for code in route.errors} <= set(re.findall(r"`\w+`", told)), name_of(route)
        if route.body is not None:
            (content,) = operation["requestBody"]["content"].values()
            assert content["schema"] == {"$ref": f"#/components/schemas/{route.body.__name__}"}


# --- no field twice ---


@pytest.mark.parametrize("kind", [*typed_by_hand(Body), *typed_by_hand(Query)], ids=lambda kind: kind.__name__)
def test_no_body_or_query_is_typed_by_hand_that_a_contract_has_already(kind: type) -> None:
    assert repeated_by(kind, all_requests()) == [], "make it with body_of or query_of"
    assert "Typed here" in (kind.__doc__ or ""), "say in a line why no contract has it"


def test_a_body_that_repeats_a_contract_is_found() -> None:
    twin = msgspec.defstruct("Twin", list(fields_of(limits.SetLimit).items())[1:])
    assert repeated_by(twin, all_requests()) == ["SetLimit"]


@pytest.mark.parametrize("route", ROUTES, ids=name_of)
def test_account_and_roles_of_a_request_never_come_from_the_client(route: Route) -> None:
    for part in (route.body, route.query):
        if part is not None:
            assert not fields_of(part).keys() & NEVER_THE_CLIENTS


def test_fields_that_are_not_named_are_not_taken() -> None:
    part = derived_bodies.body_of(shop.BuyAvatar, "id", "avatar", "place")
    assert fields_of(part).keys() == {"id", "avatar", "place"}
    with pytest.raises(msgspec.ValidationError, match="account"):
        msgspec.convert({"id": "i", "avatar": "owl", "account": "a-bob"}, part)
    assert msgspec.convert({"id": "i", "avatar": "owl"}, part).place == "profile"  # type: ignore[attr-defined]


# --- codes ---


def documented() -> set[str]:
    """The codes in the pages of services and of the gateway."""
    pages = [page for folder in ("services", "gateway") for page in (ROOT / folder).glob("*/*.md")]
    return {code for page in pages for code in re.findall(r"`([a-z]+(?:_[a-z]+)*)`", page.read_text())}


def test_each_code_is_documented_and_has_words() -> None:
    words = msgspec.json.decode((ROOT / "clients" / "web" / "src" / "i18n" / "en" / "error.json").read_bytes())
    codes = {code for route in ROUTES for code in route.errors}
    shown = {code for route in ROUTES if not route.lines for code in route.errors}  # the page reads no streams
    assert len(codes) > 150
    assert sorted(codes - documented()) == []
    assert sorted(shown - words.keys()) == []


def test_refusals_are_declared_and_not_written_into_docstrings_too() -> None:
    assert [each.__name__ for each in all_requests() if "Refusal" in (each.__doc__ or "")] == []


def test_each_refusal_of_a_contract_is_one_that_some_service_gives() -> None:
    places = [*(ROOT / "services").glob("*/**/*.py"), *(ROOT / "games").rglob("*.py")]
    text = "".join(path.read_text() for path in places if "contracts" not in path.parts)
    text += Path(token_scopes.__file__).read_text()  # a table with the rule that reads it, for both who ask
    given = set(re.findall(r'"([a-z]+(?:_[a-z]+)*)"', text))
    beginnings = tuple(re.findall(r'Refusal\(f"([a-z_]+_){', text))
    declared = {code for each in all_requests() for code in each.refusals}
    assert [code for code in sorted(declared - given) if not code.startswith(beginnings)] == []
