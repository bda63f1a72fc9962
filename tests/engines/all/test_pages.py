"""Every page opens in every engine without a complaint and fits a phone; shop, chat and notices do what they say."""

import pytest

from tests.engines.conftest import Arrive
from tests.engines.tab import LYING, PHONE, WIDE, Engine

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

PAGES = (
    "/", "/matches", "/studies", "/imports", "/verify", "/chance", "/wallet", "/lotteries", "/shop", "/gallery",
    "/invites", "/limits", "/companies", "/competitions", "/terms", "/account", "/messages", "/statistics", "/boards",
    "/classification", "/rooms",
)  # fmt: skip
OVERRUN = "return document.documentElement.scrollWidth - document.documentElement.clientWidth;"


def test_every_page_opens_without_a_complaint_and_fits_the_screen(arrive: Arrive) -> None:
    person = arrive("vera", PHONE).register()
    wrong = []
    for page in PAGES:
        person.tab.go(person.url + page)
        person.sees(css="h1")
        person.until(lambda: not person.is_shown(css="main [role=status][aria-busy=true]"), f"{page} to be drawn")
        for size in (LYING, WIDE, PHONE):
            person.tab.resize(*size)
            if person.ask(OVERRUN) > 0:
                wrong.append((page, size))
    assert wrong == []
    assert person.tab.complaints() == []


def test_a_picture_is_bought_and_worn(arrive: Arrive) -> None:
    person = arrive("sofia", PHONE).register()
    person.tab.go(f"{person.url}/gallery")
    person.press("link", "Avatars in your profile")
    person.press("button", "Buy: Cup")
    person.press("button", pattern="^Spend")
    person.press("button", "Take it off: Cup")
    person.sees(role="button", name="Wear: Cup")
    person.reload()
    person.press("button", "Wear: Cup")
    person.sees(role="button", name="Take it off: Cup")
    assert person.me()["chips"] < 5_000
    assert person.tab.complaints() == []


def test_two_people_talk(arrive: Arrive) -> None:
    ann, bob = arrive("ann").register(), arrive("bob").register()
    for one, other, line in ((ann, bob, "Good morning Kafeneio"), (bob, ann, "Καλημέρα, τι κάνεις;")):
        one.say(line)
        for each in (one, other):
            each.reads(line)
    assert ann.tab.complaints() == bob.tab.complaints() == []


def test_a_browser_without_notices_says_so(arrive: Arrive, engine: Engine) -> None:
    """Chromium and Firefox could have them, where their makers' services are reached: not here."""
    person = arrive("nora", PHONE).register()
    person.tab.go(f"{person.url}/account")
    person.sees(role="heading", name="Notices when you are away")
    if engine.name == "webkit":
        person.sees(text="This browser cannot receive notices.")
    else:
        person.sees(text="Let me know in this browser")
