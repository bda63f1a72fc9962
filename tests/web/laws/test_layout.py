"""The laws of layout, on every screen with something on it: nothing scrolls sideways, is cut, lies on something else or
is too small for a finger, and what comes for a while leaves free what one plays with.

One page is turned from look to look. A run takes some looks of each screen, others for each screen and so all of them
over all; `KAFENEIO_LAWS=all` takes every size, size of text, language and light of every screen.
"""

import os
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from playwright.sync_api import Page, ViewportSize, expect

from services.kernel.languages import LANGUAGES
from tests.web.conftest import WALK, Enter
from tests.web.house import House, painted
from tests.web.laws.scenes import Scene, furnish, scenes, take_seat

pytestmark = pytest.mark.browser

MEASURE = (Path(__file__).parent / "measure.js").read_text()
ALL = os.environ.get("KAFENEIO_LAWS") == "all"
SCREENS = ((320, 568), (360, 740), (375, 667), (390, 844), (844, 390), (640, 400), (1280, 800), (1920, 1080))
SIZES = ("usual", "large")
WIDE = ((1280, 800), (1920, 1080))
LIGHTS = ("light", "dark")
CARDS = ("usual", "large")
DRESS = """([size, cards]) => {
    Object.assign(document.documentElement.dataset, { size, cards });
    scrollTo(0, 0);
    return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}"""
"""Returns the light in which the page is: to set it again, and the size of the screen, would have all laid out anew."""


class Look(NamedTuple):
    """How a page is looked at."""

    screen: tuple[int, int]
    size: str
    light: str
    cards: str = "usual"

    def __str__(self) -> str:
        return f"{self.screen[0]}×{self.screen[1]} {self.size} {self.light}, {self.cards} cards"


def looks(number: int) -> list[Look]:
    """In which looks the screen of a number is seen: each width once, and a narrow one with the largest text."""
    if ALL:
        return [Look(*each) for each in product(SCREENS, SIZES, LIGHTS, CARDS)]
    found = [
        Look(each, SIZES[(number + at) % 2], LIGHTS[number % 2], CARDS[(number + at // 2) % 2])
        for at, each in enumerate(SCREENS)
    ]
    narrow = SCREENS[number % 4]
    return found + [Look(narrow, "large", LIGHTS[number % 2])] * (found[number % 4].size != "large")


def turn(page: Page, look: Look) -> None:
    """The same page, laid out anew."""
    screen = ViewportSize(width=look.screen[0], height=look.screen[1])
    if page.viewport_size != screen:
        page.set_viewport_size(screen)
    if page.evaluate(DRESS, [look.size, look.cards]) != look.light:
        page.emulate_media(color_scheme=look.light)  # type: ignore[arg-type]
    painted(page)


def show(house: House, scene: Scene) -> None:
    """The scene, on a page that shows any other."""
    page = house.page
    turn(page, Look((390, 844), "usual", "light"))
    while page.locator("dialog[open]").count():
        page.keyboard.press("Escape")
    if scene.path is not None:
        if house.seated is not None:
            house.seated = house.match = None
            furnish(house)
            house.send(house.room())
        page.evaluate(WALK, scene.path)
        expect(page.locator("h1:visible, h2:visible").first).to_be_visible()
        page.wait_for_load_state("networkidle")
    elif scene.sits is not None:
        take_seat(house, scene.sits)
    scene.then(house)
    painted(page)


def breaches(house: House, scene: Scene, chosen: Iterable[Look]) -> Iterator[str]:
    """What is against the laws in some looks of a scene, each once."""
    found: dict[str, str] = {}
    for look in chosen:
        turn(house.page, look)
        for each in house.page.evaluate(MEASURE):
            found.setdefault(each, str(look))
    for what, where in found.items():
        yield f"{scene.name}, {where}: {what}"


def begun(enter: Enter, language: Any) -> House:
    """A house with something on every page, in a language."""

    def begin(house: House) -> None:
        house.me = msgspec.structs.replace(house.me, language=language)
        house.remembers("settings", {"language": language})
        furnish(house)

    house = enter(begin, viewport={"width": 390, "height": 844})
    expect(house.page.locator("html")).to_have_attribute("lang", language)
    return house


def chosen_scenes(house: House, language: Any) -> Iterator[tuple[int, Scene]]:
    """The scenes that this run shows in a language, with their numbers."""
    mine = LANGUAGES.index(language)
    only = os.environ.get("KAFENEIO_LAWS_OF", "")
    for number, scene in enumerate(scenes(house.records.all[0].match)):
        if only in scene.name and (ALL or number % len(LANGUAGES) == mine):
            yield number, scene


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.timeout(0 if ALL else 300)
@pytest.mark.quiet_room("the same room has to be measured in one look after the other")
def test_every_screen_keeps_the_laws_of_layout(enter: Enter, language: Any) -> None:
    house = begun(enter, language)
    found: list[str] = []
    for number, scene in chosen_scenes(house, language):
        show(house, scene)
        found += breaches(house, scene, looks(number))
    assert found == [], "\n".join(found)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.timeout(0 if ALL else 300)
@pytest.mark.quiet_room("the same room has to be measured in one look after the other")
def test_with_the_browsers_text_twice_as_large_a_page_is_laid_out_like_one_half_as_wide(
    enter: Enter, language: Any
) -> None:
    """WCAG 2.2, 1.4.4: the size of text of the browser's own settings, which is not the page's."""
    house = begun(enter, language)
    devtools = house.page.context.new_cdp_session(house.page)
    found: list[str] = []
    for number, scene in chosen_scenes(house, language):
        show(house, scene)
        devtools.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
        found += breaches(house, scene, (Look(each, "usual", LIGHTS[number % 2]) for each in WIDE))
        devtools.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
    assert found == [], "\n".join(found)
