"""A hidden page calls its player when the turn comes: by its title, and as settings and browser allow."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.corner import seat_me
from tests.web.house import SESSION, House
from tests.web.site import Site

pytestmark = pytest.mark.browser

OUT_OF_SIGHT = """
localStorage["kafeneio.session"] = JSON.stringify("%s");
localStorage["kafeneio.settings"] = JSON.stringify({ alerts: %s, sounds: false });
window.shown = [];
window.vibrated = 0;
window.isHidden = true;
Object.defineProperty(document, "hidden", { get: () => window.isHidden });
Object.defineProperty(document, "visibilityState", { get: () => (window.isHidden ? "hidden" : "visible") });
navigator.vibrate = () => (window.vibrated += 1) > 0;
window.Notification = class {
  static permission = "%s";
  constructor(title, options) { window.shown.push([title, options.body, options.tag]); }
};
"""
LATE_MS = 300
"""A call that did not come by then does not come."""


class Absent:
    """A seated player, on turn once `turn_comes`; the page looks hidden from its first moment on."""

    def __init__(self, chromium: Browser, site: Site, *, alerts: bool = True, permission: str = "granted") -> None:
        """At the table, where the other seat has to move."""
        self.context = chromium.new_context(locale="en-GB", service_workers="block")
        self.context.add_init_script(OUT_OF_SIGHT % (SESSION.token, str(alerts).lower(), permission))
        self.page: Page = self.context.new_page()
        self.house = House(self.page)
        seat_me(self.house)
        site.open_house(self.page, self.house.answer)
        self.page.route_web_socket("**/ws", self.house.connect)
        self.page.goto(site.address)
        expect(self.page.get_by_role("grid")).to_be_visible()

    def turn_comes(self) -> None:
        """The other seat moves."""
        self.house.play(0, 2, 2)
        expect(self.page.get_by_role("gridcell", name="Row 2, column 2, X")).to_be_visible()

    def shown(self) -> list[list[str]]:
        """Title, text and tag of each notification so far."""
        self.page.wait_for_timeout(LATE_MS)
        return self.page.evaluate("window.shown")  # type: ignore[no-any-return]


def test_a_hidden_page_calls_once_and_its_title_says_why(chromium: Browser, site: Site) -> None:
    ann = Absent(chromium, site)
    expect(ann.page).to_have_title("Tic-tac-toe · Kafeneio")
    assert ann.shown() == []
    ann.turn_comes()
    expect(ann.page).to_have_title("● Your turn · Kafeneio")
    assert ann.shown() == [["Kafeneio", "Your turn", "kafeneio-turn"]]
    assert ann.page.evaluate("window.vibrated") == 1
    ann.house.send(ann.house.match.update())  # type: ignore[union-attr]  # the same table once more
    assert len(ann.shown()) == 1
    ann.context.close()


def test_a_page_in_sight_calls_by_its_title_alone(chromium: Browser, site: Site) -> None:
    ann = Absent(chromium, site)
    ann.page.evaluate("window.isHidden = false")
    ann.turn_comes()
    expect(ann.page).to_have_title("● Your turn · Kafeneio")
    assert ann.shown() == []
    ann.context.close()


@pytest.mark.parametrize(("alerts", "permission"), [(False, "granted"), (True, "denied"), (True, "default")])
def test_a_notification_needs_the_wish_and_the_browsers_leave(
    chromium: Browser, site: Site, alerts: bool, permission: str
) -> None:
    ann = Absent(chromium, site, alerts=alerts, permission=permission)
    ann.turn_comes()
    expect(ann.page).to_have_title("● Your turn · Kafeneio")
    assert ann.shown() == []
    ann.context.close()
