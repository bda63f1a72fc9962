"""Pages on the built client, with a mocked house behind each."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Literal, TypedDict

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, ViewportSize, expect

from services.contracts.client import frames
from tests.web.house import SESSION, WAIT_S, House
from tests.web.lively import script, set_lively
from tests.web.site import NOWHERE, Site, served
from tests.web.slow_line import slow_down

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
    window.name = "";
    localStorage.clear();
    sessionStorage.clear();
    Storage.prototype.setItem = () => {};
    window.WebSocket = undefined;
    window.fetch = () => new Promise(() => {});
    const last = setTimeout(() => {});
    for (let id = 1; id <= last; id += 1) clearTimeout(id);
    history.replaceState(null, "", "/nowhere");
}"""
"""Half as dear as a page in between. The address is left, lest another one of the same page would not be loaded.
Not for a page with Playwright's clock, which numbers timers from a billion."""


HAS_PLAYED = "() => { localStorage['kafeneio.soundsOffered'] = 'true'; }"
"""The browser has been at a table before, where it was offered sounds."""
TURNS_MAX = 24
"""Playwright keeps every socket that a page has opened and closes all of them again at each load, a millisecond of
processor time each; a new page costs as much as a third of a second."""


class Look(TypedDict, total=False):
    """What a page can change at any time; everything else is its context's for good."""

    viewport: ViewportSize
    color_scheme: Literal["light", "dark"]
    reduced_motion: Literal["reduce", "no-preference"]


LOOK = {name: USUAL[name] for name in Look.__annotations__}


def dress(page: Page, look: Look) -> None:
    """Show the page in a look."""
    if page.viewport_size != look["viewport"]:  # the page is laid out anew even if it stays as it is
        page.set_viewport_size(look["viewport"])
    page.emulate_media(color_scheme=look["color_scheme"], reduced_motion=look["reduced_motion"])


def silence(page: Page) -> None:
    """Let a page do nothing more, also one that its test left on the way to another address."""
    try:
        page.evaluate(SILENCE)
    except Error as error:
        if "navigation" not in error.message:
            raise
        page.wait_for_load_state()
        page.evaluate(SILENCE)


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
        dress(page, look)
        return page

    def _resting_page(self, **options: Any) -> Page:
        key = repr(sorted(options.items()))
        options.pop("kept_for", None)
        resting = self._resting.setdefault(key, [])
        if resting:
            return resting.pop()
        if key not in self._contexts:
            self._contexts[key] = self._browser.new_context(**options)
            self._contexts[key].add_init_script(script())
            slow_down(self._contexts[key])
        page = self._contexts[key].new_page()
        page.route_web_socket("**/ws", lambda socket: self.houses[page].connect(socket))
        page.goto(self._nowhere)
        return page

    def give_back(self, page: Page, **options: Any) -> None:
        """It forgets; its client, which the next one replaces, neither keeps nor asks anything from now on."""
        silence(page)  # before it is closed as well: what it remembers belongs to all pages of its context
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


class Complaints:
    """What the pages of a test complain about, which fails the test."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def listen(self, page: Page) -> None:
        """From now on."""
        page.on("pageerror", self._failed)
        page.on("console", self._told)

    def leave(self, page: Page) -> None:
        """What the page says from now on is nothing to this test."""
        page.remove_listener("pageerror", self._failed)
        page.remove_listener("console", self._told)

    def _failed(self, error: Error) -> None:
        self.said.append(str(error))

    def _told(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.said.append(message.text)


@pytest.fixture
def complaints(site: Site) -> Iterator[Complaints]:
    """Those of the test's pages; looked at when the pages are put away."""
    made = Complaints()
    yield made
    faults = list(site.faults)
    site.close_houses()
    assert faults == []
    # A refused REST call is the browser's to log; everything else is the client's fault.
    assert [each for each in made.said if "Failed to load resource" not in each] == []


@pytest.fixture
def is_lively(request: pytest.FixtureRequest) -> bool:
    """Whether others come and go while the test runs: always, but for tests that say why not, with `quiet_room`."""
    quiet = request.node.get_closest_marker("quiet_room")
    assert quiet is None or (quiet.args and isinstance(quiet.args[0], str)), "a quiet room needs a reason"
    return quiet is None


@pytest.fixture
def at_the_door(pages: Pages, site: Site, complaints: Complaints, is_lively: bool) -> Iterator[Enter]:
    """Opens a page on the welcome screen. What a page complains about fails the test."""
    taken: list[tuple[Page, dict[str, Any]]] = []

    def opened(house: Callable[[Page], House] = House, path: str = "/", **options: Any) -> House:
        wanted = {**USUAL, **options}
        look: Any = {name: wanted.pop(name) for name in LOOK}
        page = pages.take(look, **wanted)
        taken.append((page, wanted))
        page.set_default_timeout(WAIT_S * 1_000)
        complaints.listen(page)
        page.evaluate(HAS_PLAYED)
        made = house(page)
        pages.houses[page] = made
        site.open_house(page, made.answer)
        set_lively(page, is_lively)
        page.goto(site.address + path)
        return made

    yield opened
    for page, wanted in taken:
        complaints.leave(page)
        pages.give_back(page, **wanted)


@pytest.fixture
def enter(at_the_door: Enter) -> Enter:
    """Opens a page that is in the room already: its browser remembers the session."""

    def entered(prepare: Callable[[House], None] = lambda house: None, **options: Any) -> House:
        return at_the_door(partial(logged_in, prepare), **options)

    return entered


def logged_in(prepare: Callable[[House], None], page: Page) -> House:
    """A house whose session the page's browser remembers, and nothing else."""
    page.evaluate(HAS_PLAYED)
    house = House(page)
    house.remembers("session", SESSION.token)
    prepare(house)
    return house


class KeptPage:
    """A page of a module that has the client, for one test after the other.

    The client comes in anew for each test, as with a session that was used elsewhere and is taken back: nothing stays
    of room, table, dialogs and notices, the browser's memory is empty, and the server is another one. It keeps what it
    has loaded: settings, gifts of tables, the catalogue until the next one has come. Tests about these load the client.
    The table of a match, of which it would remember its seed, is always another one.
    """

    def __init__(self, pages: Pages, site: Site) -> None:
        """No page is taken before the first test needs it."""
        self._pages, self._site = pages, site
        self._options = {name: value for name, value in USUAL.items() if name not in LOOK}
        self.page: Page | None = None
        self._is_loaded = False

    def take(self, look: Look) -> Page:
        """The page, in this look."""
        if self.page is None:
            self.page = self._pages.take(look, **self._options)
            self.page.set_default_timeout(WAIT_S * 1_000)
        else:
            dress(self.page, look)
        return self.page

    def come_in(self, prepare: Callable[[House], None], path: str) -> House:
        """The first time this loads the client."""
        assert self.page is not None
        house = logged_in(prepare, self.page)
        if self._is_loaded and house.match is not None:
            house.renew_table()
        self._pages.houses[self.page] = house
        self._site.open_house(self.page, house.answer)
        if self._is_loaded:
            self.page.evaluate(TAKE_BACK, path)
        else:
            self.page.goto(self._site.address + path)
            self._is_loaded = True
        return house

    def go_out(self) -> None:
        """The session is used elsewhere: the client does nothing until it is taken back."""
        assert self.page is not None
        self._pages.houses[self.page].send(frames.ByeFrame(error="session_replaced"))
        self.page.evaluate(WALK, "/")
        expect(self.page.locator("main[data-elsewhere]")).to_be_visible()  # in whatever language
        self.page.evaluate(FORGET)  # at once: what it remembers belongs to all pages of its context

    def give_back(self) -> None:
        """The next test loads the client."""
        if self.page is not None:
            self._pages.give_back(self.page, **self._options)
        self.page, self._is_loaded = None, False


WALK = "path => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }"
"""To another page of the client, without loading it again."""
FORGET = """() => {
    localStorage.clear();
    sessionStorage.clear();
    const slips = document.querySelectorAll("[aria-live=polite] > [data-kind] > button:last-child");
    slips.forEach((button) => button.click());
}"""
TAKE_BACK = f"""path => {{
    document.querySelector("main button").click();
    ({WALK})(path);
}}"""
"""The session that is used elsewhere, by the first button that the page then has; on to the page that is wanted."""


@pytest.fixture(scope="module")
def kept_page(pages: Pages, site: Site) -> Iterator[KeptPage]:
    """The page on which tests of one module come in again."""
    kept = KeptPage(pages, site)
    yield kept
    kept.give_back()


@pytest.fixture
def reenter(
    request: pytest.FixtureRequest, kept_page: KeptPage, complaints: Complaints, is_lively: bool
) -> Iterator[Enter]:
    """As `enter`, on the page of the test before, without loading the client again. `options`: a look. The test ends in
    the room or at a table, not on the welcome page. After a test that failed the next one loads the client."""
    failed = request.session.testsfailed
    inside: list[Page] = []

    def entered(prepare: Callable[[House], None] = lambda house: None, path: str = "/", **options: Any) -> House:
        if inside:
            kept_page.go_out()
        page = kept_page.take({**LOOK, **options})  # type: ignore[typeddict-item]
        if page not in inside:
            complaints.listen(page)
            inside.append(page)
        set_lively(page, is_lively)
        return kept_page.come_in(prepare, path)

    yield entered
    is_well = False
    try:
        if inside and request.session.testsfailed == failed:
            kept_page.go_out()
            is_well = True
    finally:
        for page in inside:
            complaints.leave(page)
        if inside and not is_well:
            kept_page.give_back()
