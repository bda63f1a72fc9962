"""Sounds: played when asked for and allowed, and a device that rests in between."""

import pytest
from playwright.sync_api import Browser, expect

from services.contracts.client import frames
from tests.web.conftest import Enter
from tests.web.corner import seat_me
from tests.web.house import SESSION, House
from tests.web.site import Site

pytestmark = pytest.mark.browser

OVERHEARD = """() => {
  window.states = [];
  window.AudioContext = class extends AudioContext {
    constructor() {
      super();
      this.addEventListener("statechange", () => window.states.push(this.state));
    }
  };
}"""


def test_the_audio_device_runs_only_while_something_sounds(enter: Enter) -> None:
    page = enter().page
    page.evaluate(OVERHEARD)
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("button", name="Settings").click()
    page.wait_for_function("() => window.states.at(-1) === 'suspended'")  # tried at the first gesture, and at rest
    page.evaluate("() => { window.states = []; }")
    for number in (1, 2):
        for name in ("Sounds", "Bell"):
            switch = page.get_by_role("switch", name=name)
            if switch.get_attribute("aria-checked") == "true":
                switch.press(" ")
            switch.press(" ")
            expect(switch).to_have_attribute("aria-checked", "true")
        page.wait_for_function("(count) => window.states.length >= count", arg=2 * number)
        page.wait_for_function("() => window.states.at(-1) === 'suspended'")
        states = page.evaluate("window.states")
        assert states[::2] == ["running"] * (len(states) // 2) and states[1::2] == ["suspended"] * (len(states) // 2)


PHONE_AUDIO = """
localStorage["kafeneio.session"] = JSON.stringify("%s");
localStorage["kafeneio.settings"] = JSON.stringify({ sounds: true });
window.tones = 0;
window.gesture = false;
for (const kind of ["pointerdown", "keydown"])
    window.addEventListener(kind, () => {
        window.gesture = true;
        setTimeout(() => { window.gesture = false; });
    }, true);
window.AudioContext = class extends AudioContext {
    isFree = false;
    get state() { return this.isFree ? super.state : "suspended"; }
    resume() {
        if (window.gesture) this.isFree = true;
        return this.isFree ? super.resume() : new Promise(() => {});
    }
    createOscillator() { window.tones += 1; return super.createOscillator(); }
};
"""
"""As on phones: within a gesture a device may begin to run, outside of one it waits for ever."""
LATE_MS = 400
"""A sound that was not played by then has been dropped."""


def test_a_sound_before_the_first_gesture_is_dropped_and_any_gesture_lets_the_next_sound(
    chromium: Browser, site: Site
) -> None:
    context = chromium.new_context(locale="en-GB")
    context.add_init_script(PHONE_AUDIO % SESSION.token)
    page = context.new_page()
    house = House(page)
    seat_me(house)
    site.open_house(page, house.answer)
    page.route_web_socket("**/ws", house.connect)
    page.goto(site.address)
    expect(page.get_by_role("grid")).to_be_visible()
    house.play(0, 2, 2)
    expect(page.get_by_role("gridcell", name="Row 2, column 2, X")).to_be_visible()
    page.wait_for_timeout(LATE_MS)
    assert page.evaluate("window.tones") == 0

    page.locator("h1").click()  # anywhere, and nothing that makes a sound by itself
    page.wait_for_timeout(LATE_MS)
    assert page.evaluate("window.tones") == 0, "what was not heard does not sound later"
    page.locator("[data-cell='1,1']").click()
    house.wait_for(frames.MoveFrame)
    house.until(lambda: page.evaluate("window.tones") == 1)
    context.close()
