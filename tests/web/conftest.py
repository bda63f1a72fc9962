"""Pages on the built client, with a mocked house behind each."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.web.house import SESSION, WAIT_S, House
from tests.web.site import served

WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
USUAL = {"viewport": WIDE, "locale": "en-GB", "reduced_motion": "reduce"}
"""Without motion there is nothing to wait for; what moves is looked at in test_access.py."""

Enter = Callable[..., House]

expect.set_options(timeout=WAIT_S * 1_000)


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """The address of the built client."""
    with served() as address:
        yield address


@pytest.fixture(scope="module")
def new_page(browser: Browser, site: str) -> Callable[..., Page]:
    """Opens a page in a browser that has forgotten everything. What is dear is made once for the same options."""
    contexts: dict[str, BrowserContext] = {}

    def opened(**options: Any) -> Page:
        key = repr(sorted(options.items()))
        if key not in contexts:
            contexts[key] = browser.new_context(**options)
        page = contexts[key].new_page()
        devtools = contexts[key].new_cdp_session(page)
        devtools.send("Storage.clearDataForOrigin", {"origin": site, "storageTypes": "all"})
        devtools.detach()
        return page

    return opened


@pytest.fixture
def at_the_door(new_page: Callable[..., Page], site: str) -> Iterator[Enter]:
    """Opens a page on the welcome screen. What a page complains about fails the test."""
    complaints: list[str] = []
    pages = []

    def opened(house: Callable[[Page], House] = House, path: str = "/", **options: Any) -> House:
        page = new_page(**{**USUAL, **options})
        pages.append(page)
        page.set_default_timeout(WAIT_S * 1_000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
        made = house(page)
        page.goto(site + path)
        return made

    yield opened
    for page in pages:
        page.close()
    # A refused REST call is the browser's to log; everything else is the client's fault.
    assert [said for said in complaints if "Failed to load resource" not in said] == []


@pytest.fixture
def enter(at_the_door: Enter) -> Enter:
    """Opens a page that is in the room already: its browser remembers the session."""

    def entered(prepare: Callable[[House], None] = lambda house: None, **options: Any) -> House:
        def remembered(page: Page) -> House:
            page.add_init_script(f"localStorage.setItem('kafeneio.session', JSON.stringify('{SESSION.token}'))")
            house = House(page)
            prepare(house)
            return house

        return at_the_door(remembered, **options)

    return entered
