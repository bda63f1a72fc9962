"""Whoever waits with the page out of sight is there: timers that do not run, a frozen page, no network for a while.

Time runs faster here: a line is lost after three seconds instead of fifteen, so what takes six minutes in a hidden tab
is shown within a quarter of one. In real time: `KAFENEIO_HIDDEN_S=360 pytest -o timeout=3600` with this file.
"""

import os
import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, WebSocket, expect

from tests.e2e.house import House
from tests.e2e.person import Person

pytestmark = [pytest.mark.browser, pytest.mark.waits]

HIDDEN_S = float(os.environ.get("KAFENEIO_HIDDEN_S", "0"))
"""How long pages stay hidden in real time; 0: faster."""
LOST_S = 15.0 if HIDDEN_S else 3.0
AWAY_MS = (HIDDEN_S or 4 * LOST_S) * 1000
TIMERS_THAT_STAND = """
  window.isHiddenForLong = false;
  const { setTimeout: once, setInterval: often } = window;
  const untilMinute = () => (window.isHiddenForLong === "frozen" ? 3_600_000 : 60_000 - (Date.now() % 60_000));
  window.setTimeout = (run, ms, ...rest) =>
    once(() => (window.isHiddenForLong ? once(run, untilMinute(), ...rest) : run(...rest)), ms);
  window.setInterval = (run, ms, ...rest) => often(() => window.isHiddenForLong || run(...rest), ms);
"""
"""Timers run at whole minutes, as in a page that has been hidden for five minutes, or not at all."""


@pytest.fixture(scope="module")
def hasty_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house in which a silent line is lost soon."""
    settings = {} if HIDDEN_S else {"KAFENEIO_HEARTBEAT_LOST_S": str(LOST_S), "KAFENEIO_HEARTBEAT_S": "1"}
    running = House(tmp_path_factory.mktemp("house"), settings, command="tests.e2e.brisk")
    try:
        yield running.open()
    finally:
        running.kill()


class Hiding:
    """A person whose page can be hidden, and the connections that it has made."""

    def __init__(self, browser: Browser, house: House, name: str) -> None:
        """Registered, and in the room."""
        self.person = Person(browser, house.url, name)
        self.page = self.person.page
        self.page.add_init_script(TIMERS_THAT_STAND)
        self.made: list[WebSocket] = []
        self.page.on("websocket", lambda made: self.made.append(made))
        self.page.reload()
        self.person.register()
        self.before = len(self.made)

    def hide(self, *, hidden: bool = True) -> None:
        """No timer of the page runs from now on, or all do again."""
        self.page.evaluate(f"window.isHiddenForLong = {str(hidden).lower()}")

    def token(self) -> str:
        """The token of the session that the page remembers."""
        return str(self.page.evaluate("JSON.parse(localStorage.getItem('kafeneio.session'))"))

    def ask(self, method: str, path: str, body: str = "null") -> object:
        """The answer of an operation in the person's name, asked by the page."""
        return self.page.evaluate(
            f"""async () => (await fetch('{path}', {{ method: '{method}', body: {body},
                headers: {{ 'Content-Type': 'application/json', Authorization: 'Bearer {self.token()}' }} }})).json()"""
        )


def test_a_search_goes_on_while_the_timers_of_the_page_stand(hasty_house: House, browser: Browser) -> None:
    ann = Hiding(browser, hasty_house, "ann")
    wish = "JSON.stringify({ games: [{ game: 'tavli' }], stakes_chips: [200], wait_s: 1800 })"
    assert isinstance(ann.ask("PUT", "/api/me/seek", wish), dict)
    ann.hide()
    ann.page.wait_for_timeout(AWAY_MS)
    assert len(ann.made) == ann.before and not ann.made[-1].is_closed()
    found = ann.ask("GET", "/api/me/seek")
    assert isinstance(found, dict) and found["seek"] is not None
    ann.person.leave()


@pytest.mark.parametrize("game", ["Tavli", "Pilotta", "Dominoes"])
def test_a_player_with_a_hidden_page_keeps_the_seat(hasty_house: House, browser: Browser, game: str) -> None:
    ann = Hiding(browser, hasty_house, "ann")
    ann.person.play_computer(game)
    expect(ann.person.button("Menu of the table")).to_be_visible(timeout=20_000)
    ann.hide()
    ann.page.wait_for_timeout(AWAY_MS)
    assert len(ann.made) == ann.before and not ann.made[-1].is_closed()
    (line,) = [each for each in ann.ask("GET", "/api/players")["players"] if each["name"] == ann.person.name]  # type: ignore[index]
    assert line["status"] == "playing"
    ann.hide(hidden=False)
    expect(ann.person.button("Menu of the table")).to_be_visible(timeout=20_000)
    ann.person.leave()


def test_a_frozen_page_has_its_seat_again_once_it_goes_on(hasty_house: House, browser: Browser) -> None:
    """Chromium answers pings for a frozen page; where a system does not, the page comes back at once."""
    ann = Hiding(browser, hasty_house, "ann")
    ann.person.play_computer()
    expect(ann.person.button("Menu of the table")).to_be_visible(timeout=20_000)
    devtools = ann.person.context.new_cdp_session(ann.page)
    devtools.send("Page.setWebLifecycleState", {"state": "frozen"})
    time.sleep(AWAY_MS / 1000)
    devtools.send("Page.setWebLifecycleState", {"state": "active"})
    expect(ann.page.get_by_role("gridcell", name=re.compile("^Row 1, column 1")).first).to_be_visible(timeout=20_000)
    assert len(ann.made) == ann.before and not ann.made[-1].is_closed(), "the browser has answered for it"
    ann.person.leave()


def test_a_page_comes_back_with_its_network_though_its_timers_stand(hasty_house: House, browser: Browser) -> None:
    ann = Hiding(browser, hasty_house, "ann")
    ann.person.play_computer()
    expect(ann.person.button("Menu of the table")).to_be_visible(timeout=20_000)
    ann.page.evaluate("window.isHiddenForLong = 'frozen'")
    ann.person.context.set_offline(True)
    ann.page.wait_for_timeout(2 * LOST_S * 1000)
    with ann.page.expect_event("websocket"):  # no timer can have done it
        ann.person.context.set_offline(False)
    expect(ann.page.get_by_text("The connection is gone. Coming back…")).to_have_count(0, timeout=20_000)
    assert not ann.made[-1].is_closed()
    ann.person.leave()
