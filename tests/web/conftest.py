"""Pages on the built client, with a mocked house behind each."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, expect

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


class Pages:
    """Pages for one test after the other: a page that is used again costs a quarter of a new one's processor time."""

    def __init__(self, browser: Browser, site: str) -> None:
        """Each set of options gets a context of its own."""
        self._browser = browser
        self._nowhere = f"{site}/nowhere"
        """Of the site, so that its storage is at hand, and without a client."""
        self._contexts: dict[str, BrowserContext] = {}
        self._resting: dict[str, list[Page]] = {}

    def take(self, **options: Any) -> Page:
        """A page that remembers nothing and answers nothing; `options` as for a new context."""
        key = repr(sorted(options.items()))
        resting = self._resting.setdefault(key, [])
        if resting:
            return resting.pop()
        if key not in self._contexts:
            self._contexts[key] = self._browser.new_context(**options)
        page = self._contexts[key].new_page()
        page.goto(self._nowhere)
        return page

    def give_back(self, page: Page, **options: Any) -> None:
        """It leaves the client, and forgets."""
        page.unroute_all()
        page.goto(self._nowhere)
        page.evaluate("localStorage.clear(), sessionStorage.clear()")
        page.set_viewport_size(options["viewport"])
        self._resting[repr(sorted(options.items()))].append(page)


@pytest.fixture(scope="module")
def pages(browser: Browser, site: str) -> Pages:
    """A module's pages."""
    return Pages(browser, site)


@pytest.fixture
def at_the_door(pages: Pages, site: str) -> Iterator[Enter]:
    """Opens a page on the welcome screen. What a page complains about fails the test."""
    complaints: list[str] = []
    taken: list[tuple[Page, dict[str, Any]]] = []

    def complained(error: Error) -> None:
        complaints.append(str(error))

    def said(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    def opened(house: Callable[[Page], House] = House, path: str = "/", **options: Any) -> House:
        wanted = {**USUAL, **options}
        page = pages.take(**wanted)
        taken.append((page, wanted))
        page.set_default_timeout(WAIT_S * 1_000)
        page.on("pageerror", complained)
        page.on("console", said)
        made = house(page)
        page.goto(site + path)
        return made

    yield opened
    for page, wanted in taken:
        page.remove_listener("pageerror", complained)
        page.remove_listener("console", said)
        pages.give_back(page, **wanted)
    # A refused REST call is the browser's to log; everything else is the client's fault.
    assert [each for each in complaints if "Failed to load resource" not in each] == []


@pytest.fixture
def enter(at_the_door: Enter) -> Enter:
    """Opens a page that is in the room already: its browser remembers the session."""

    def entered(prepare: Callable[[House], None] = lambda house: None, **options: Any) -> House:
        def remembered(page: Page) -> House:
            house = House(page)
            house.remembers("session", SESSION.token)
            prepare(house)
            return house

        return at_the_door(remembered, **options)

    return entered
