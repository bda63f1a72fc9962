"""Notices to this browser: offered at the right moment, chosen on the account's page, shown by the real service worker
(services/lobby/RULES.md §24)."""

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Worker, expect

from services.contracts.lobby.people import calls, friends
from services.contracts.lobby.people.push import PushChoices, QuietHours
from services.lobby.push.encryption import make_key_pair
from services.lobby.push.sending import text_of
from tests.web.conftest import PHONE, WIDE
from tests.web.house import ME, SESSION, House
from tests.web.match import DAWN_MS
from tests.web.site import Site
from tests.web.test_access import at_rest

pytestmark = pytest.mark.browser

KEY = make_key_pair().public
NIGHT = QuietHours(from_minute=1_380, to_minute=480, zone="Europe/Athens")
ALL = ["turn", "call", "evening", "soon", "game", "prize"]
ENDPOINT = "https://push.example.org/one"
SERVICE = """
localStorage["kafeneio.session"] = JSON.stringify("%(token)s");
Object.defineProperty(Navigator.prototype, "webdriver", { get: () => false });
window.asked = 0;
let permission = "%(permission)s";
Object.defineProperty(Notification, "permission", { get: () => permission });
Notification.requestPermission = async () => {
  window.asked += 1;
  return (permission = permission === "default" ? "%(answer)s" : permission);
};
let subscription = null;
PushManager.prototype.getSubscription = async () => subscription;
PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
  if ("%(service)s" !== "there") throw new DOMException("push service not reachable", "AbortError");
  const json = { endpoint: "%(endpoint)s", keys: { p256dh: "point", auth: "secret" } };
  subscription = {
    endpoint: json.endpoint,
    options: { applicationServerKey: applicationServerKey.buffer },
    toJSON: () => json,
    unsubscribe: async () => { subscription = null; return true; },
  };
  return subscription;
};
"""
"""Chromium's own service is not reached from here; the page's worker is the real one."""


def press(switch: Locator) -> None:
    """The switch waits for what comes of it."""
    switch.dispatch_event("click")


def choices(browsers: int = 0, **changed: Any) -> PushChoices:
    return PushChoices(**({"key": KEY, "kinds": ALL, "quiet": NIGHT, "browsers": browsers} | changed))


class Visitor:
    """A page with service workers, permission and a service of pushes that the test knows."""

    def __init__(self, chromium: Browser, site: Site, *, path: str = "/account", **how: Any) -> None:
        viewport = how.pop("viewport", WIDE)
        self.context: BrowserContext = chromium.new_context(
            locale="en-GB", viewport=viewport, reduced_motion="reduce", timezone_id="Europe/Athens"
        )
        begin: Callable[[House], None] = how.pop("begin", lambda _house: None)
        values = {"token": SESSION.token, "permission": "default", "answer": "granted", "endpoint": ENDPOINT}
        values |= {"service": "there"} | how
        self.context.add_init_script(SERVICE % values)
        self.page: Page = self.context.new_page()
        self.house = House(self.page)
        self.house.more["me/push"] = choices()
        begin(self.house)
        site.open_house(self.page, self.house.answer)
        self.page.route_web_socket("**/ws", self.house.connect)
        self.page.goto(site.address + path)

    def asked_for(self, path: str) -> list[Any]:
        return [body for asked, body in self.house.asked if asked == path]

    def permission_asked(self) -> int:
        return int(self.page.evaluate("window.asked"))


def test_the_problem_of_the_day_is_named_when_it_is_chosen_and_at_the_chosen_hour(
    chromium: Browser, site: Site
) -> None:
    ann = Visitor(chromium, site, permission="granted", begin=lambda house: house.more.update({"me/push": choices(1)}))
    part = ann.page.get_by_role("region", name="Notices when you are away")
    problem = part.get_by_role("switch", name="The problem of the day, once a day")
    expect(problem).not_to_be_checked()
    expect(part.get_by_label("When")).to_have_count(0)
    ann.house.more["PUT me/push"] = choices(1, kinds=[*ALL, "problem"])
    press(problem)
    expect(problem).to_be_checked()
    hour = part.get_by_label("When")
    expect(hour).to_have_value("18:00")
    expect(part.get_by_text("One notice a day, from tomorrow on")).to_be_visible()
    hour.fill("20:30")
    ann.house.more["PUT me/push"] = choices(1, kinds=[*ALL, "problem"], problem_minute=1_230)
    part.get_by_role("button", name="Save the time").click()
    # The button is out of use before the request has left, too.
    ann.house.until(lambda: ann.asked_for("me/push")[-1]["problem_minute"] == 1_230)
    assert ann.asked_for("me/push")[-1]["kinds"] == [*ALL, "problem"]
    expect(part.get_by_role("button", name="Save the time")).to_be_disabled()
    ann.page.set_viewport_size(PHONE)
    at_rest(ann.page)


def test_the_account_s_page_switches_it_on_chooses_and_switches_it_off(chromium: Browser, site: Site) -> None:
    ann = Visitor(chromium, site)
    part = ann.page.get_by_role("region", name="Notices when you are away")
    here = part.get_by_role("switch", name="Let me know in this browser")
    expect(here).not_to_be_checked()
    assert ann.permission_asked() == 0
    ann.house.more["POST me/push/browsers"] = ann.house.more["me/push"] = choices(1)
    press(here)
    expect(here).to_be_checked()
    wanted = {"endpoint": ENDPOINT, "p256dh": "point", "auth": "secret", "zone": "Europe/Athens"}
    assert ann.asked_for("me/push/browsers") == [wanted]
    calls_me = part.get_by_role("switch", name="A friend calls me to a game")
    ann.house.more["PUT me/push"] = choices(1, kinds=[each for each in ALL if each != "call"])
    press(calls_me)
    expect(calls_me).not_to_be_checked()
    quiet = {"from_minute": 1_380, "to_minute": 480, "zone": "Europe/Athens"}
    assert ann.asked_for("me/push")[-1] == {
        "kinds": ["turn", "evening", "soon", "game", "prize"],
        "quiet": quiet,
        "problem_minute": 1_080,
    }
    part.get_by_label("Until").fill("09:30")
    ann.house.more["PUT me/push"] = choices(1, quiet=QuietHours(from_minute=1_380, to_minute=570, zone="Europe/Athens"))
    part.get_by_role("button", name="Save the hours").click()
    expect(part.get_by_role("button", name="Save the hours")).to_be_disabled()
    ann.house.until(lambda: ann.asked_for("me/push")[-1]["quiet"]["to_minute"] == 570)
    at_rest(ann.page)
    ann.page.set_viewport_size(PHONE)
    at_rest(ann.page)
    ann.house.more["me/push/browsers"] = choices()
    press(here)
    expect(here).not_to_be_checked()
    assert ann.page.evaluate("localStorage['kafeneio.push'] ?? null") is None
    ann.context.close()


@pytest.mark.parametrize(
    ("how", "words"),
    [({"answer": "denied"}, "does not allow notices"), ({"permission": "denied"}, "does not allow notices")],
)
def test_a_browser_that_does_not_allow_it_is_said_to(
    chromium: Browser, site: Site, how: dict[str, str], words: str
) -> None:
    ann = Visitor(chromium, site, **how)
    part = ann.page.get_by_role("region", name="Notices when you are away")
    if "answer" in how:
        press(part.get_by_role("switch", name="Let me know in this browser"))
    expect(part.get_by_role("status")).to_contain_text(words)
    assert ann.asked_for("me/push/browsers") == []
    ann.context.close()


def test_a_browser_that_does_not_reach_its_makers_service_may_be_asked_again(chromium: Browser, site: Site) -> None:
    ann = Visitor(chromium, site, service="gone")
    part = ann.page.get_by_role("region", name="Notices when you are away")
    here = part.get_by_role("switch", name="Let me know in this browser")
    for times in (1, 2):
        press(here)
        expect(part.get_by_role("status")).to_contain_text("did not reach its maker's service")
        expect(here).not_to_be_checked()
        ann.page.wait_for_function(f"window.asked === {times}")
    assert ann.asked_for("me/push/browsers") == []
    ann.context.close()


def test_where_nothing_is_sent_nothing_is_offered(chromium: Browser, site: Site) -> None:
    def closed(house: House) -> None:
        house.more["me/push"] = choices(key="")

    ann = Visitor(chromium, site, begin=closed)
    expect(ann.page.get_by_role("region", name="When you were last here")).to_be_visible()
    expect(ann.page.get_by_role("region", name="Notices when you are away")).to_have_count(0)
    ann.context.close()


def with_dina(house: House) -> None:
    """A friend who is away."""
    dina = friends.Friend(account="a-dina", name="Dina", at_ms=DAWN_MS)
    house.more["me/friends"] = friends.Friends(friends=[dina], asking=[], asked=[], most=200)
    house.more["POST me/calls"] = calls.Call(
        call="c1", by=ME.name, by_account=ME.account, to="Dina", to_account="a-dina", game="tictactoe", options={},
        sent_at_ms=DAWN_MS, until_ms=DAWN_MS + 1, state="waiting",
    )  # fmt: skip
    house.more["POST me/push/browsers"] = choices(1)


def call_dina(ann: Visitor) -> None:
    ann.page.get_by_role("button", name="Dina: invite to a game").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="Make the invitation").click()


def test_it_is_offered_after_a_friend_was_called(chromium: Browser, site: Site) -> None:
    ann = Visitor(chromium, site, path="/", begin=with_dina)
    page = ann.page
    offer = page.locator("[data-kind=push]")

    expect(offer).to_have_count(0)
    call_dina(ann)
    expect(offer).to_contain_text("Shall we let you know when a friend calls you?")
    assert ann.permission_asked() == 0
    page.get_by_role("dialog").get_by_role("button", name="Close").last.click()
    at_rest(page)
    offer.get_by_role("button", name="Yes, please").click()
    expect(offer).to_have_count(0)
    assert ann.permission_asked() == 1
    assert len(ann.asked_for("me/push/browsers")) == 1
    ann.context.close()


def test_after_not_now_it_is_not_offered_for_a_month(chromium: Browser, site: Site) -> None:
    ann = Visitor(chromium, site, path="/", begin=with_dina)
    page = ann.page
    page.evaluate(f"localStorage['kafeneio.push.asked'] = JSON.stringify(Date.now() - {29 * 86_400_000})")
    call_dina(ann)
    expect(page.get_by_role("dialog").get_by_label("The link of the invitation")).to_be_visible()
    expect(page.locator("[data-kind=push]")).to_have_count(0)
    page.evaluate(f"localStorage['kafeneio.push.asked'] = JSON.stringify(Date.now() - {31 * 86_400_000})")
    page.get_by_role("dialog").get_by_role("button", name="Close").last.click()
    call_dina(ann)
    offer = page.locator("[data-kind=push]")
    expect(offer).to_be_visible()
    page.get_by_role("dialog").get_by_role("button", name="Close").last.click()
    offer.get_by_role("button", name="Not now").click()
    expect(offer).to_have_count(0)
    assert ann.permission_asked() == 0
    call_dina(ann)
    expect(page.get_by_role("dialog").get_by_label("The link of the invitation")).to_be_visible()
    expect(offer).to_have_count(0)
    ann.context.close()


# --- the service worker ---

_NOTED = """() => {
  self.shown = [];
  self.registration.showNotification = async (title, options) => void self.shown.push({ title, ...options });
}"""


class Delivered:
    """The page's real service worker, to which Chromium delivers as its own service would."""

    def __init__(self, chromium: Browser, site: Site) -> None:
        self.ann = Visitor(chromium, site, path="/")
        page = self.ann.page
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        self.origin = page.evaluate("location.origin")
        self.cdp = self.ann.context.new_cdp_session(page)
        self.registrations: list[str] = []
        self.cdp.on("ServiceWorker.workerRegistrationUpdated", self._registered)
        self.cdp.send("ServiceWorker.enable")
        until_s = time.monotonic() + 30
        while not self.registrations and time.monotonic() < until_s:
            page.wait_for_timeout(20)

        self.worker().evaluate(_NOTED)

    def _registered(self, event: dict[str, Any]) -> None:
        found = [each["registrationId"] for each in event["registrations"] if self.origin in each["scopeURL"]]
        self.registrations += [each for each in found if each not in self.registrations]

    def worker(self) -> Worker:
        return self.ann.context.service_workers[0]

    def deliver(self, data: str) -> None:
        message = {"origin": self.origin, "registrationId": self.registrations[-1], "data": data}
        self.cdp.send("ServiceWorker.deliverPushMessage", message)

    def shown(self, number: int) -> list[dict[str, Any]]:
        """The notifications, once there were so many: headless Chromium shows none, so the worker's are noted."""
        until_s = time.monotonic() + 30
        while time.monotonic() < until_s:
            found: list[dict[str, Any]] = self.worker().evaluate("self.shown")
            if len(found) >= number:
                return found
            self.ann.page.wait_for_timeout(20)
        return []

    def press(self) -> None:
        """Press the last notification."""
        self.worker().evaluate(
            """() => {
              const notification = { ...self.shown.at(-1), close: () => { self.closed = true; } };
              const event = Object.assign(new ExtendableEvent("notificationclick"), { notification });
              event.waitUntil = (done) => { self.led = done; };
              self.dispatchEvent(event);
              return self.led;
            }"""
        )
        assert self.worker().evaluate("self.closed")


def test_the_worker_shows_what_the_lobby_sends_and_leads_there(chromium: Browser, site: Site) -> None:
    sent = text_of("call", "c-1", "en")
    real = Delivered(chromium, site)
    real.ann.house.more["calls/c-1"] = calls.Call(
        call="c-1", by="Nikos", by_account="", to=ME.name, to_account=None, game="tictactoe", options={},
        sent_at_ms=DAWN_MS, until_ms=DAWN_MS + 1, state="waiting",
    )  # fmt: skip
    text = json.dumps({"kind": "call", "title": sent.title, "body": sent.body, "tag": sent.tag, "path": sent.path})
    real.deliver(text)
    shown = {
        "title": sent.title,
        "body": sent.body,
        "tag": sent.tag,
        "icon": "/icon-192.png",
        "data": {"path": sent.path},
    }
    assert real.shown(1) == [shown]
    real.deliver("no JSON")
    real.deliver(json.dumps({"kind": "game", "title": "Called", "body": "", "tag": "g", "path": "/"}))  # in sight
    real.deliver(text)
    assert real.shown(2) == [shown, shown]
    real.press()
    expect(real.ann.page).to_have_url(f"{real.origin}/i/c-1")
    real.ann.context.close()


@pytest.mark.parametrize("path", ["https://evil.example/x", "//evil.example/x", "/no/such/page/at/all"])
def test_a_notification_leads_to_no_other_site_and_to_no_page_that_is_none(
    chromium: Browser, site: Site, path: str
) -> None:
    real = Delivered(chromium, site)
    before = real.ann.page.url
    real.deliver(json.dumps({"title": "A", "body": "B", "tag": "c", "path": path}))
    real.shown(1)
    real.press()
    real.ann.page.wait_for_timeout(300)
    assert real.ann.page.url == before
    assert len(real.ann.context.pages) == 1
    real.ann.context.close()


def test_a_browser_with_another_address_says_so_by_itself(chromium: Browser, site: Site) -> None:
    real = Delivered(chromium, site)
    real.ann.house.more["POST push/renew"] = {}
    real.worker().evaluate(
        """() => {
          const made = (endpoint, auth) => ({
            options: { userVisibleOnly: true, applicationServerKey: new ArrayBuffer(65) },
            toJSON: () => ({ endpoint, keys: { p256dh: "point2", auth } }),
          });
          const event = new ExtendableEvent("pushsubscriptionchange");
          event.oldSubscription = made("https://push.example.org/old", "old");
          event.newSubscription = made("https://push.example.org/new", "new");
          self.dispatchEvent(event);
        }"""
    )
    wanted = {
        "old_endpoint": "https://push.example.org/old",
        "old_auth": "old",
        "endpoint": "https://push.example.org/new",
        "p256dh": "point2",
        "auth": "new",
    }
    until_s = time.monotonic() + 30
    while not real.ann.asked_for("push/renew") and time.monotonic() < until_s:
        real.ann.page.wait_for_timeout(20)
    assert real.ann.asked_for("push/renew") == [wanted]
    real.ann.context.close()
