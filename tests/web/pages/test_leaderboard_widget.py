"""The example of a leaderboard on another site's page, in a real browser, against the real gateway."""

import functools
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from werkzeug.serving import make_server

from tests.gateway.http.test_public import board, house
from tests.gateway.http.test_rest import Site
from tests.support.commands import ROOT

pytestmark = pytest.mark.browser
WIDGET = ROOT / "clients" / "typescript" / "examples" / "leaderboard-widget"
BYTES_MAX = 10_000
NAMES = ("ann", "<img src=x onerror=alert(1)>", "")


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_args: Any) -> None:
        """Nothing."""


@contextmanager
def serving(server: Any) -> Iterator[str]:
    with ThreadPoolExecutor(1) as beside:
        running = beside.submit(server.serve_forever)
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            running.result(30)
            server.server_close()


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(locale="en-GB")
    yield context.new_page()
    context.close()


@contextmanager
def club(folder: Path, *allowed: str, **answers: Any) -> Iterator[str]:
    """The address of another site with the example on its page, whose coffee house lets these origins read."""
    other = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(folder)))
    origin = f"http://127.0.0.1:{other.server_port}"
    origins = [origin if each == "this" else each for each in allowed]
    app = Site(house(**answers), gateway_public_origins=origins).app
    with serving(make_server("127.0.0.1", 0, app, threaded=True)) as site, serving(other) as address:
        (folder / "leaderboard.js").write_text((WIDGET / "leaderboard.js").read_text())
        example = (WIDGET / "index.html").read_text().replace("http://127.0.0.1:8000", site)
        (folder / "index.html").write_text(example)
        yield address


def test_it_fits_into_10_kb() -> None:
    assert (WIDGET / "leaderboard.js").stat().st_size <= BYTES_MAX


def test_another_site_shows_the_places_with_names_as_text(page: Page, tmp_path: Path) -> None:
    with club(tmp_path, "this", GetBoard=board(*NAMES)) as address:
        page.goto(address)
        rows = page.get_by_role("row")
        expect(rows).to_have_count(4)
        expect(rows.nth(1)).to_have_text("1ann1,5995")
        expect(rows.nth(2)).to_contain_text("<img src=x onerror=alert(1)>")
        expect(rows.nth(3)).to_contain_text("–")
        assert page.locator("img").count() == 0
        assert page.context.cookies() == []


def test_words_and_places_are_the_page_s(page: Page, tmp_path: Path) -> None:
    with club(tmp_path, "*", GetBoard=board()) as address:
        page.goto(address)
        expect(page.get_by_text("Nobody has played yet.")).to_be_visible()
        page.evaluate("""() => {
          const widget = document.querySelector("kafeneio-leaderboard");
          widget.setAttribute("heading", "Κατάταξη");
          widget.setAttribute("label-empty", "Κανείς ακόμα.");
        }""")
        expect(page.get_by_role("heading", name="Κατάταξη")).to_be_visible()
        expect(page.get_by_text("Κανείς ακόμα.")).to_be_visible()


@pytest.mark.parametrize("allowed", [(), ("https://other.example",)])
def test_a_site_that_does_not_allow_it_shows_nothing_and_the_widget_says_so(
    page: Page, tmp_path: Path, allowed: tuple[str, ...]
) -> None:
    with club(tmp_path, *allowed) as address:
        page.goto(address)
        expect(page.get_by_role("status")).to_have_text("The leaderboard cannot be shown now.")
        expect(page.get_by_role("row")).to_have_count(0)
