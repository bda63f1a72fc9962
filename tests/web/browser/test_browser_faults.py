"""The page survives its browser: storage closed or full, no service worker, missing devices, a new release."""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.web.conftest import Enter
from tests.web.corner import seat_me
from tests.web.house import SESSION, House
from tests.web.site import DIST, Site, served

pytestmark = pytest.mark.browser

AS_A_PERSON = "Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false });"
"""Browsers that a program drives go without the service worker."""
CLOSED = """
for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
    Object.defineProperty(window, name, { get() { throw new DOMException("closed", "SecurityError"); } });
Object.defineProperty(Navigator.prototype, "serviceWorker", {
    get() { throw new DOMException("closed", "SecurityError"); },
});
"""
FULL = """
Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
"""
MISSING = """
for (const name of ["Notification", "AudioContext", "webkitAudioContext", "caches", "indexedDB"]) delete window[name];
for (const name of ["vibrate", "wakeLock", "serviceWorker", "share", "clipboard"]) delete Navigator.prototype[name];
"""

Visit = Callable[..., Page]


@pytest.fixture
def visit(chromium: Browser) -> Iterator[Visit]:
    """Opens a page in a browser of its own. What the page throws fails the test."""
    contexts: list[BrowserContext] = []
    thrown: list[str] = []

    def visited(
        site: Site, script: str, prepare: Callable[[House], None] = lambda house: None, path: str = "/"
    ) -> Page:
        context = chromium.new_context(locale="en-GB", reduced_motion="reduce")
        contexts.append(context)
        context.add_init_script(script)
        page = context.new_page()
        page.on("pageerror", lambda error: thrown.append(str(error)))
        house = House(page)
        prepare(house)
        site.open_house(page, house.answer)
        page.route_web_socket("**/ws", house.connect)
        page.goto(site.address + path)
        return page

    yield visited
    for context in contexts:
        context.close()
    assert thrown == []


def _remembered(token: str = SESSION.token) -> str:
    return f"localStorage['kafeneio.session'] = {json.dumps(json.dumps(token))};"


@pytest.mark.parametrize("script", [CLOSED, FULL], ids=["closed", "full"])
@pytest.mark.parametrize("path", ["/", "/r/abc?c=viber"])
def test_without_storage_a_notice_says_so_and_play_goes_on(site: Site, visit: Visit, script: str, path: str) -> None:
    page = visit(site, script, path=path)
    expect(page.get_by_role("alert").filter(has_text="This browser keeps nothing for this page")).to_be_visible()
    _enter_by_the_form(page)
    expect(page.get_by_role("heading", name="Good to see you, Eleni.")).to_be_visible()
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("switch", name="Sounds").press(" ")
    expect(page.get_by_role("switch", name="Sounds")).to_have_attribute("aria-checked", "true")


def _enter_by_the_form(page: Page) -> None:
    page.get_by_text("Come in", exact=True).first.click()
    page.locator("input[name=username]").fill("Eleni")
    page.locator("input[name=password]").fill("a long enough one")
    page.locator("form button[type=submit]").first.click()


def test_a_seed_is_sent_once_for_a_match_where_nothing_can_be_kept(site: Site, visit: Visit) -> None:
    """A page that makes another with every frame could not check its own share of chance."""
    houses: list[House] = []

    def slow(house: House) -> None:
        seat_me(house)
        house.quiet = {"seed"}
        houses.append(house)

    page = visit(site, _remembered() + FULL, slow)
    expect(page.get_by_text("Setting the table…")).to_be_visible()
    (house,) = houses
    house.show()
    house.show()
    page.wait_for_timeout(200)
    seeds = {frame.seed for frame in house.heard if type(frame).__name__ == "SeedFrame"}
    assert len(seeds) == 1


def test_a_browser_without_sounds_notifications_or_workers_plays(site: Site, visit: Visit) -> None:
    script = _remembered() + "localStorage['kafeneio.settings'] = JSON.stringify({ sounds: true, alerts: true });"
    page = visit(site, script + MISSING, seat_me)
    page.locator("[data-cell='1,1']").click()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("switch", name="Notifications").or_(page.get_by_role("switch").last).first.press(" ")
    expect(page.get_by_role("dialog")).to_be_visible()


def _with_worker(page: Page) -> None:
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.reload()
    expect(page.get_by_role("button", name="Play now").first).to_be_visible()
    assert page.evaluate("navigator.serviceWorker.controller !== null")


def test_full_storage_does_not_make_the_page_blank(site: Site, visit: Visit) -> None:
    page = visit(site, AS_A_PERSON + _remembered())
    _with_worker(page)
    browser = page.context.new_cdp_session(page)
    browser.send("Network.setCacheDisabled", {"cacheDisabled": True})
    page.evaluate("caches.delete('kafeneio-assets-1')")
    browser.send("Storage.overrideQuotaForOrigin", {"origin": site.address, "quotaSize": 1})
    page.reload()
    expect(page.get_by_role("button", name="Play now").first).to_be_visible()


@pytest.fixture
def release(tmp_path: Path) -> Path:
    """A copy of the build that a test may change."""
    folder = tmp_path / "dist"
    shutil.copytree(DIST, folder, ignore=shutil.ignore_patterns("*.br", "*.gz"))
    return folder


@pytest.mark.parametrize(
    "fault",
    [
        "caches.open = () => Promise.reject(new DOMException('closed', 'SecurityError'));",
        "Object.defineProperty(self, 'caches', { get() { throw new DOMException('closed', 'SecurityError'); } });",
        "Cache.prototype.match = caches.match = () => Promise.reject(new DOMException('broken', 'UnknownError'));",
        "Cache.prototype.put = Cache.prototype.add = Cache.prototype.addAll ="
        " () => Promise.reject(new DOMException('full', 'QuotaExceededError'));",
        "CacheStorage.prototype.keys = Cache.prototype.keys = () => Promise.reject(new DOMException('broken', 'x'));",
    ],
    ids=["open", "absent", "match", "put", "keys"],
)
def test_a_worker_without_storage_gives_the_response_of_the_network(visit: Visit, release: Path, fault: str) -> None:
    worker = release / "sw.js"
    worker.write_text(fault + worker.read_text())
    with served(release) as site:
        page = visit(site, AS_A_PERSON + _remembered())
        _with_worker(page)
        page.reload()
        expect(page.get_by_role("button", name="Play now").first).to_be_visible()


def _begin_renewal(release: Path) -> Callable[[], None]:
    """Another release in the same place: every script has another name. The page comes first; the function that is
    returned puts its scripts there and takes the old ones away."""
    assets = release / "assets"
    names = [file.stem for file in assets.glob("*.js")]
    texts = [release / "index.html", *assets.glob("*.js")]
    pattern = re.compile("|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)))
    newer = {file: pattern.sub(lambda found: found[0] + "new", file.read_text()) for file in texts}
    (release / "index.html").write_text(newer.pop(release / "index.html"))

    def end() -> None:
        for file, text in newer.items():
            file.with_stem(file.stem + "new").write_text(text)
        for file in newer:
            file.unlink()

    return end


def test_a_page_of_the_release_before_loads_the_new_one_when_a_part_is_missing(visit: Visit, release: Path) -> None:
    with served(release) as site:
        page = visit(site, _remembered())
        expect(page.get_by_role("button", name="Play now").first).to_be_visible()
        _begin_renewal(release)()
        page.get_by_role("link", name="5,000").click()
        expect(page.get_by_role("heading", level=1, name="Your chips")).to_be_visible()


def test_a_page_without_its_scripts_yet_loads_again_until_they_are_there(visit: Visit, release: Path) -> None:
    end = _begin_renewal(release)
    with served(release) as site:
        page = visit(site, _remembered())
        page.wait_for_timeout(2500)
        assert page.locator("#root").inner_html() == ""
        end()
        expect(page.get_by_role("button", name="Play now").first).to_be_visible()


def test_a_page_stays_while_the_release_after_it_has_no_scripts_yet(visit: Visit, release: Path) -> None:
    for file in (release / "assets").glob("ChipsScreen-*.js"):
        file.unlink()
    with served(release) as site:
        page = visit(site, _remembered() + "window.name = String(Number(window.name) + 1);")
        expect(page.get_by_role("button", name="Play now").first).to_be_visible()
        _begin_renewal(release)
        page.get_by_role("link", name="5,000").click()
        expect(page.get_by_text("This part of the page could not be loaded.")).to_be_visible()
        assert page.evaluate("window.name") == "1"


def test_a_page_without_scripts_for_a_minute_is_not_tried_again(visit: Visit, release: Path) -> None:
    _begin_renewal(release)
    with served(release) as site:
        page = visit(site, "sessionStorage['kafeneio.loading'] ??= String(Date.now() - 61_000);")
        page.wait_for_url("**/offline.html")


def test_a_part_that_is_missing_in_the_newest_release_too_is_said_and_does_not_load_for_ever(
    visit: Visit, release: Path
) -> None:
    for file in (release / "assets").glob("ChipsScreen-*.js"):
        file.unlink()
    with served(release) as site:
        page = visit(site, _remembered() + "window.name = String(Number(window.name) + 1);")
        expect(page.get_by_role("button", name="Play now").first).to_be_visible()
        page.get_by_role("link", name="5,000").click()
        expect(page.get_by_text("This part of the page could not be loaded.")).to_be_visible()
        page.wait_for_timeout(500)
        assert page.evaluate("window.name") == "1"
        page.go_back()
        expect(page.get_by_role("button", name="Play now").first).to_be_visible()


def test_a_page_that_is_loaded_again_in_the_middle_comes_back_to_where_it_was(enter: Enter) -> None:
    page = enter(seat_me).page
    page.get_by_role("button", name="Chat").click()
    page.get_by_role("button", name="Menu").click()
    page.reload()
    expect(page.get_by_role("grid")).to_be_visible()
    assert page.evaluate("location.pathname") == "/table/t-corner"
