"""Pages on the built client, with a mocked house behind each."""

from collections.abc import Callable, Iterator
from typing import Any, Literal, TypedDict

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, ViewportSize, expect

from tests.web.house import SESSION, WAIT_S, House
from tests.web.site import NOWHERE, Site, served

WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
USUAL = {"viewport": WIDE, "color_scheme": "light", "reduced_motion": "reduce", "locale": "en-GB"}
"""Without motion there is nothing to wait for; what moves is looked at in test_access.py."""

Enter = Callable[..., House]

expect.set_options(timeout=WAIT_S * 1_000)


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    """The built client on its server."""
    with served() as running:
        yield running


SILENCE = """() => {
    localStorage.clear();
    sessionStorage.clear();
    Storage.prototype.setItem = () => {};
    window.WebSocket = undefined;
    window.fetch = () => new Promise(() => {});
    const last = setTimeout(() => {});
    for (let id = 1; id <= last; id += 1) clearTimeout(id);
    history.replaceState(null, "", "/nowhere");
}"""
"""Half as dear as a page in between. The address is left, lest another one of the same page would not be loaded."""


TURNS_MAX = 24
"""Playwright keeps every socket that a page has opened and closes all of them again at each load, a millisecond of
processor time each; a new page costs as much as a third of a second."""


class Look(TypedDict, total=False):
    """What a page can change at any time; everything else is its context's for good."""

    viewport: ViewportSize
    color_scheme: Literal["light", "dark"]
    reduced_motion: Literal["reduce", "no-preference"]


class Pages:
    """Pages for one test after the other: a page that is used again costs a quarter of a new one's processor time."""

    def __init__(self, browser: Browser, site: Site) -> None:
        """Pages of one language and kind of pointer share a context, and so the client's files."""
        self._browser = browser
        self._nowhere = site.address + NOWHERE
        self._contexts: dict[str, BrowserContext] = {}
        self._resting: dict[str, list[Page]] = {}
        self.houses: dict[Page, House] = {}
        """Who answers each page's socket."""
        self._turns: dict[Page, int] = {}
        """In how many tests each page was used."""

    def take(self, look: Look, **options: Any) -> Page:
        """A page that remembers nothing and answers nothing; `options` as for a new context, and `kept_for`: tests that
        add to pages what nobody can take off again have some of their own."""
        page = self._resting_page(**options)
        if page.viewport_size != look["viewport"]:  # the page is laid out anew even if it stays as it is
            page.set_viewport_size(look["viewport"])
        page.emulate_media(color_scheme=look["color_scheme"], reduced_motion=look["reduced_motion"])
        return page

    def _resting_page(self, **options: Any) -> Page:
        key = repr(sorted(options.items()))
        options.pop("kept_for", None)
        resting = self._resting.setdefault(key, [])
        if resting:
            return resting.pop()
        if key not in self._contexts:
            self._contexts[key] = self._browser.new_context(**options)
        page = self._contexts[key].new_page()
        page.route_web_socket("**/ws", lambda socket: self.houses[page].connect(socket))
        page.goto(self._nowhere)
        return page

    def give_back(self, page: Page, **options: Any) -> None:
        """It forgets; its client, which the next one replaces, neither keeps nor asks anything from now on."""
        page.evaluate(SILENCE)  # before it is closed as well: what it remembers belongs to all pages of its context
        turns = self._turns[page] = self._turns.get(page, 0) + 1
        if turns == TURNS_MAX:
            del self._turns[page], self.houses[page]
            page.close()
        else:
            self._resting[repr(sorted(options.items()))].append(page)


@pytest.fixture(scope="session")
def pages(chromium: Browser, site: Site) -> Pages:
    """The browser's pages, which all modules here share."""
    return Pages(chromium, site)


@pytest.fixture
def at_the_door(pages: Pages, site: Site) -> Iterator[Enter]:
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
        look: Any = {name: wanted.pop(name) for name in Look.__annotations__}
        page = pages.take(look, **wanted)
        taken.append((page, wanted))
        page.set_default_timeout(WAIT_S * 1_000)
        page.on("pageerror", complained)
        page.on("console", said)
        made = house(page)
        pages.houses[page], site.house = made, made.answer
        page.goto(site.address + path)
        return made

    yield opened
    for page, wanted in taken:
        page.remove_listener("pageerror", complained)
        page.remove_listener("console", said)
        pages.give_back(page, **wanted)
    assert site.faults == []
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
