"""Versions in the paths of REST: every operation under /api/v1, and without a version deprecated (docs/versions.md)."""

import re
from typing import Any

import pytest

from gateway.http.operations.route import Route
from gateway.http.versions import versioned
from services.contracts.lobby.accounts import accounts
from tests.gateway.fakes import services
from tests.gateway.http.test_rest import BEARER, Site
from tests.gateway.http.test_staff_gate import name_of, routes

BELOW_API = [each for each in routes() if each.path.startswith("/api/")]
DOCUMENTS = ("/api/openapi.json", "/api/asyncapi.json", "/api/reference", "/api/reference.css")


@pytest.fixture(scope="module")
def site() -> Site:
    return Site(services(), gateway_requests_per_s=1_000_000, gateway_attempts_per_min=1_000_000)


def ask(site: Site, route: Route, path: str) -> Any:
    return site.client.open(re.sub(r"<(\w+)>", "x", path), method=route.method)


@pytest.mark.parametrize("route", BELOW_API, ids=name_of)
def test_every_operation_is_the_same_with_its_version_and_without(route: Route, site: Site) -> None:
    old, new = ask(site, route, route.path), ask(site, route, versioned(route.path))
    assert (old.status_code, old.data) == (new.status_code, new.data)
    assert "Deprecation" not in new.headers and "Link" not in new.headers
    assert re.fullmatch(r"@\d+", old.headers["Deprecation"])
    successor = re.sub(r"<(\w+)>", "x", versioned(route.path))
    assert f'<{successor}>; rel="successor-version"' in old.headers.getlist("Link")


@pytest.mark.parametrize("path", DOCUMENTS)
def test_documents_have_a_version_too(path: str, site: Site) -> None:
    assert site.client.get(versioned(path)).status_code == 200
    assert "Deprecation" in site.client.get(path).headers


def test_the_link_of_deprecation_leads_to_what_it_says(site: Site) -> None:
    links = site.client.get("/api/me").headers.getlist("Link")
    (found,) = [link for link in links if 'rel="deprecation"' in link]
    address, _, place = found[1 : found.index(">")].partition("#")
    assert f'id="{place}"' in site.client.get(address).text


def test_an_unknown_version_is_not_found(site: Site) -> None:
    for path in ("/api/v2/me", "/api/v1", "/api/v1/", "/api/v1/none", "/api/v1/v1/me"):
        assert site.client.get(path, headers=BEARER).status_code == 404


def test_scopes_are_decided_by_the_operation_whatever_its_path(site: Site) -> None:
    site.rpc.asked.clear()
    for path in ("/api/me", "/api/v1/me"):
        site.client.get(path, headers=BEARER)
    assert [each.operation for each in site.rpc.requests(accounts.WhoIs)] == ["GET /api/me"] * 2


def test_pages_and_probes_have_no_version(site: Site) -> None:
    for path in ("/healthz", "/v1/me", "/"):
        assert "Deprecation" not in site.client.get(path).headers
