"""The banner of a sandbox: on every page, soon with a warning, and on no page of a real platform."""

import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.web.conftest import Enter
from tests.web.house import SESSION, House
from tests.web.site import Site

pytestmark = pytest.mark.browser
_MARK = """
new MutationObserver((_, watching) => {{
  if (!document.documentElement) return;
  document.documentElement.dataset.sandboxUntil = "{until_ms}";
  watching.disconnect();
}}).observe(document, {{ childList: true }});
"""
"""As the server marks the page that it sends."""
_SESSION = 'localStorage.setItem("kafeneio.session", JSON.stringify("%s"));'
Ending = Callable[[float], Page]


@pytest.fixture
def ending(chromium: Browser, site: Site) -> Iterator[Ending]:
    """A page in the room of a sandbox whose day ends in so many minutes, in a browser of its own."""
    contexts: list[BrowserContext] = []

    def entered(minutes: float) -> Page:
        context = chromium.new_context(locale="en-GB", reduced_motion="reduce")
        contexts.append(context)
        context.add_init_script(_SESSION % SESSION.token)
        context.add_init_script(_MARK.format(until_ms=int((time.time() + minutes * 60) * 1000)))
        page = context.new_page()
        house = House(page)
        site.open_house(page, house.answer)
        page.route_web_socket("**/ws", house.connect)
        page.goto(site.address)
        expect(page.get_by_role("button", name="Play now")).to_be_visible()
        return page

    yield entered
    for context in contexts:
        context.close()


def test_a_sandbox_says_on_every_page_that_it_is_one(ending: Ending) -> None:
    page = ending(300)
    banner = page.get_by_text("Sandbox", exact=True)
    expect(banner).to_be_visible()
    expect(page.get_by_text("Chips are worth nothing here.")).to_be_visible()
    for where in ("account", "boards", "nowhere-at-all"):
        page.evaluate("where => { location.hash = where; }", where)
        expect(banner).to_be_visible()


def test_shortly_before_the_night_it_warns(ending: Ending) -> None:
    alert = ending(9.5).get_by_role("alert").filter(has_text="In 10 minutes everything here is deleted.")
    expect(alert).to_be_visible()


def test_a_page_that_has_stayed_open_over_a_night_names_the_next_one(ending: Ending) -> None:
    expect(ending(9.5 - 2 * 1_440).get_by_text("In 10 minutes everything here is deleted.")).to_be_visible()


def test_a_real_platform_has_no_banner(enter: Enter) -> None:
    page = enter().page
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    expect(page.get_by_text("Sandbox", exact=True)).to_have_count(0)
