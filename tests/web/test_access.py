"""Every screen, in light and dark, wide and narrow: no violation that axe-core can find, and nothing cut off."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from services.contracts.client import frames
from services.kernel.languages import LANGUAGES
from tests.web.conftest import PHONE, WALK, WIDE, Enter
from tests.web.corner import seat_me, win
from tests.web.house import House, painted
from tests.web.room.test_room import furnish, invitation
from tests.web.site import AXE

pytestmark = pytest.mark.browser

BOTH = (
    {"viewport": WIDE, "color_scheme": "light", "reduced_motion": "no-preference"},
    {"viewport": PHONE, "color_scheme": "dark"},
)
LOOKS = [pytest.param(look, id=name) for look, name in zip(BOTH, ("wide-light", "phone-dark"), strict=True)]
HALF = {"width": 640, "height": 400}
"""What is left of 1280 × 800 at a zoom of 200 %."""


FOUND = """async () => {
    const options = { resultTypes: ["violations"], preload: false, selectors: false };
    const { violations } = await axe.run(document, options);
    return violations.map((one) => [one.id, one.nodes.map((node) => node.html.slice(0, 160))]);
}"""
"""What passes and what is undecided is not written out: that is a third of the work."""


def violations(page: Page) -> list[Any]:
    """What axe finds: rule, and the elements concerned. As a module it is compiled once for all pages."""
    page.evaluate(f"import('/{AXE.name}').then(() => null)")
    return list(page.evaluate(FOUND))


def settled(page: Page) -> None:
    """The screen is there, whose script comes after the first one, and nothing moves any more: an element that is still
    fading in has no contrast yet."""
    page.locator("#root > *").first.wait_for(state="attached")
    page.locator("[data-entering]").wait_for(state="detached")
    page.evaluate("async () => { await Promise.allSettled(document.getAnimations().map((one) => one.finished)); }")


def at_rest(page: Page) -> None:
    settled(page)
    assert violations(page) == []
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide == 0, "the page scrolls sideways"


def turned(page: Page, look: dict[str, Any]) -> None:
    """The same page in another size and light, laid out anew."""
    page.set_viewport_size(look["viewport"])
    page.emulate_media(color_scheme=look["color_scheme"])
    painted(page)


def at_rest_in_each(house: House, looks: Sequence[dict[str, Any]], seen: Callable[[House], None] | None = None) -> None:
    """A page that was opened in the first of these looks, turned to the others; `seen`: what holds in each of them."""
    at_rest(house.page)
    for look in looks[1:]:
        turned(house.page, look)
        if seen is not None:
            seen(house)
        at_rest(house.page)


@pytest.mark.parametrize("look", LOOKS)
def test_the_door(at_the_door: Enter, look: dict[str, Any]) -> None:
    page = at_the_door(**look).page
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    at_rest(page)
    page.get_by_text("New here").click()
    at_rest(page)
    page.get_by_role("button", name="Tic-tac-toe: the rules").click()
    expect(page.get_by_text("The aim").first).to_be_visible()
    at_rest(page)


def _invited(house: House) -> None:
    house.send(frames.InvitationFrame(invitation=invitation(), open=True))
    expect(house.page.get_by_role("heading", name="Nikos invites you")).to_be_visible()


def _creating(house: House) -> None:
    page = house.page
    if page.viewport_size == PHONE:
        page.get_by_role("button", name="Tables").click()
    page.get_by_role("button", name="Open a table", exact=True).click()
    page.get_by_text("I invite").click()


def _settings(house: House) -> None:
    house.page.get_by_role("button", name="Your account").click()
    at_rest(house.page)
    house.page.get_by_role("button", name="Settings").click()


def _people(house: House) -> None:
    tabs = house.page.get_by_role("navigation")
    if tabs.is_visible():
        tabs.get_by_role("button", name="People").click()


def _waiting(house: House) -> None:
    house.page.get_by_role("button", name="Play now").click()
    expect(house.page.get_by_role("button", name="Get up")).to_be_visible()


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("scene", [_invited, _creating, _settings, _people, _waiting])
def test_the_room(reenter: Enter, look: dict[str, Any], scene: Callable[[House], None]) -> None:
    house = reenter(furnish, **look)
    expect(house.page.get_by_role("button", name="Play now")).to_be_visible()
    scene(house)
    at_rest(house.page)


@pytest.mark.parametrize("look", LOOKS)
def test_the_table(reenter: Enter, look: dict[str, Any]) -> None:
    house = reenter(seat_me, **look)
    page = house.page
    page.get_by_role("gridcell", name="Row 1, column 1").click()
    expect(page.get_by_text("It is not your turn yet.")).to_be_visible()
    assert house.match is not None
    house.match.timeouts = [2, 1]
    house.match.elapsed_ms = 25_000
    house.match.connected = [False, True]
    house.show()
    at_rest(page)
    page.get_by_role("button", name="Menu of the table").click()
    at_rest(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Chat").click()
    at_rest(page)


@pytest.mark.parametrize("look", LOOKS)
def test_the_end(reenter: Enter, look: dict[str, Any]) -> None:
    house = reenter(lambda made: seat_me(made), **look)
    win(house)
    assert house.match is not None
    house.match.settle()
    house.match.choices = ["rematch", None]
    house.show()
    house.page.get_by_role("button", name="Chance verified").click()
    at_rest(house.page)


WORDY = ("/terms", "/account", "/limits", "/invites", "/")
"""Pages whose words grow most in other languages; the room is seen in both sizes."""


@pytest.mark.parametrize("language", sorted({*LANGUAGES} - {"en"}))
def test_the_wordiest_pages_in_every_other_language(enter: Enter, language: str) -> None:
    def begin(house: House) -> None:
        house.remembers("settings", {"language": language})
        furnish(house)

    house = enter(begin, viewport=PHONE)
    page = house.page
    for path in WORDY:
        page.evaluate(WALK, path)
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator("h1:visible, h2:visible").first).to_be_visible()
        painted(page)
        at_rest_in_each(house, ({"viewport": PHONE}, BOTH[0]) if path == "/" else ({"viewport": PHONE},))


def test_a_lost_connection(enter: Enter) -> None:
    house = enter(furnish)
    expect(house.page.get_by_role("button", name="Play now")).to_be_visible()
    house.quiet = {"hello"}
    house.cut()
    expect(house.page.get_by_text("The connection is gone.")).to_be_visible()
    at_rest(house.page)


def test_zoomed_to_200_percent_everything_is_within_reach(reenter: Enter) -> None:
    house = reenter(furnish, viewport=HALF)
    page = house.page
    expect(page.get_by_role("button", name="Play now")).to_be_in_viewport()
    at_rest(page)
    seat_me(house)
    assert house.match is not None
    line = msgspec.structs.replace(house.tables[0], state="started")
    house.put(line)
    house.send(frames.SentFrame(table=line.table, reason=""))
    expect(page.get_by_role("gridcell").last).to_be_in_viewport(ratio=0.99)
    at_rest(page)


def test_everything_in_the_room_has_a_name_and_is_large_enough_for_a_thumb(reenter: Enter) -> None:
    page = reenter(furnish, viewport=PHONE).page
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    page.get_by_role("button", name="Tables").click()
    small = page.evaluate(
        """() => [...document.querySelectorAll("button, select, input:not(.sr)")]
            .filter((one) => one.checkVisibility())
            .map((one) => [one.textContent || one.ariaLabel, one.getBoundingClientRect()])
            .filter(([, box]) => box.height < 44 || box.width < 44)
            .map(([name, box]) => `${name}: ${box.width} x ${box.height}`)"""
    )
    assert small == []


SPACED = """* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
p { margin-block-end: 2em !important; }"""
"""WCAG 2.2, 1.4.12: what a reader may set for all text."""
CUT = """() => [...document.querySelectorAll("button, a, label, h1, h2, p, li")].filter(each => {
    const { overflowX, overflowY, textOverflow } = getComputedStyle(each);
    if (textOverflow === "ellipsis" || each.closest(".sr") || !each.offsetParent) return false;
    const wide = overflowX !== "visible" && each.scrollWidth > each.clientWidth + 1;
    const high = overflowY !== "visible" && each.scrollHeight > each.clientHeight + 1;
    return (wide || high) && !/auto|scroll/.test(overflowX + overflowY);
}).map(each => each.textContent.slice(0, 60))"""


@pytest.mark.parametrize("place", ["door", "room"])
def test_wider_spacing_of_text_cuts_nothing(at_the_door: Enter, enter: Enter, place: str) -> None:
    page = (at_the_door(viewport=PHONE) if place == "door" else enter(furnish, viewport=PHONE)).page
    page.evaluate(
        "css => { const own = new CSSStyleSheet(); own.replaceSync(css); document.adoptedStyleSheets.push(own); }",
        SPACED,
    )
    settled(page)
    assert page.evaluate("getComputedStyle(document.querySelector('h1, h2')).letterSpacing") != "normal"
    assert page.evaluate(CUT) == []
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0


def test_motion_is_off_where_the_system_asks_for_less(reenter: Enter) -> None:
    page = reenter(furnish, reduced_motion="reduce").page
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('button')).transitionDuration") == "0s"


def test_the_theme_that_is_chosen_is_there_before_the_first_paint(enter: Enter) -> None:
    page = enter(furnish, color_scheme="light").page
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Evening").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(31, 25, 20)"
    page.reload(wait_until="commit")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
