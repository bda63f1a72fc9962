"""Sounds: played when asked for, and a device that rests in between."""

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Enter

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
