"""The web client's files: its pages, how long a browser keeps what, and the compressed copies of the build."""

import re

import pytest

from gateway.http.site import PAGES
from tests.architecture.project import ROOT
from tests.gateway.http.test_rest import Site
from tests.gateway.http.test_rest import built as built


@pytest.mark.parametrize("path", ["/", "/table/t-1", "/boards/weekly:all", "/statistics", "/analysis/m-1"])
def test_pages_of_the_client_are_its_start_page(built: Site, path: str) -> None:
    answer = built.client.get(path)
    assert answer.status_code == 200
    assert b"Kafeneio" in answer.data
    assert answer.headers["Cache-Control"] == "no-cache"
    assert "ETag" in answer.headers


@pytest.mark.parametrize("path", ["/none", "/metrics", "/tables/t-1", "/wp-admin/setup"])
def test_an_address_without_a_page_is_not_found_and_the_client_says_so(built: Site, path: str) -> None:
    answer = built.client.get(path)
    assert answer.status_code == 404
    assert b"Kafeneio" in answer.data


def test_the_pages_are_those_of_the_client() -> None:
    patterns = re.findall(r'^  \w+: "/([^"/]*)', (ROOT / "clients/web/src/app/pages.ts").read_text(), re.MULTILINE)
    assert set(patterns) == PAGES


def test_fingerprinted_files_are_kept_for_ever_and_others_asked_for_again(built: Site) -> None:
    assert "immutable" in built.client.get("/assets/app-1a2b.js").headers["Cache-Control"]
    assert built.client.get("/cup.svg").headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    ("accepted", "coding", "body"),
    [
        ("gzip, deflate, br", "br", b"by brotli"),
        ("gzip", "gzip", b"by gzip"),
        ("br;q=0, gzip", "gzip", b"by gzip"),
        ("identity", None, b"let x"),
        ("", None, b"let x"),
    ],
)
def test_files_come_in_the_best_coding_that_the_build_made_and_the_browser_takes(
    built: Site, accepted: str, coding: str | None, body: bytes
) -> None:
    answer = built.client.get("/assets/app-1a2b.js", headers={"Accept-Encoding": accepted})
    assert (answer.headers.get("Content-Encoding"), answer.data) == (coding, body)
    assert answer.mimetype == "text/javascript"
    assert "Accept-Encoding" in answer.headers["Vary"]


def test_a_file_without_a_compressed_copy_comes_plain(built: Site) -> None:
    answer = built.client.get("/cup.svg", headers={"Accept-Encoding": "br, gzip"})
    assert (answer.headers.get("Content-Encoding"), answer.data) == (None, b"<svg/>")


@pytest.mark.parametrize("path", ["/assets/none.js", "/api/none", "/../secret.txt", "/assets/../../x.py"])
def test_missing_files_are_not_the_start_page(built: Site, path: str) -> None:
    assert built.client.get(path).status_code == 404


def test_every_page_of_a_sandbox_says_until_when_it_is_kept_and_no_other_platform_s(built: Site) -> None:
    until_ms = 1_796_072_040_000
    built.settings.web_dir.joinpath("index.html").write_text('<!doctype html>\n<html lang="en"></html>')
    sandbox = Site(gateway_web_dir=built.settings.gateway_web_dir, gateway_sandbox_until_ms=until_ms)
    for path in ("/", "/table/t-1", "/none"):
        answer = sandbox.client.get(path, headers={"Accept-Encoding": "br"})
        assert answer.status_code == (404 if path == "/none" else 200)
        assert f'<html data-sandbox-until="{until_ms}" '.encode() in answer.data
        assert answer.headers["Cache-Control"] == "no-cache"
        assert b"data-sandbox" not in built.client.get(path).data
    assert sandbox.client.get("/cup.svg").data == b"<svg/>"
