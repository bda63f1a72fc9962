"""Kafeneio as an installed application: manifest, icons, and a page of its own where the network is away."""

import json
import urllib.request

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.house import House
from tests.e2e.person import WAIT_MS
from tests.platform.proxy import Proxy

pytestmark = pytest.mark.browser

AS_A_PERSON = "Object.defineProperty(Navigator.prototype, 'webdriver', {get: () => false});"
KEPT = """async () => {
  const names = await caches.keys();
  const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return lists.flat().map((request) => new URL(request.url).pathname);
}"""


def test_it_can_be_installed_and_says_when_the_network_is_away(house: House, browser: Browser) -> None:
    manifest = house.get("/manifest.webmanifest")
    assert isinstance(manifest, dict)
    assert (manifest["display"], manifest["start_url"]) == ("standalone", "/")
    for icon in manifest["icons"]:
        with urllib.request.urlopen(house.url + icon["src"], timeout=60) as answer:
            assert answer.headers["Content-Type"].startswith(icon["type"])

    context = browser.new_context(locale="en")
    context.add_init_script(AS_A_PERSON)
    page = context.new_page()
    # A wire that can be cut: the browser's own switch for being offline may reach the service worker too late.
    with Proxy(f"{house.url}/") as wire:
        page.goto(wire.url)
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        page.reload()
        expect(page.get_by_role("button", name="Play Tavli now")).to_be_visible(timeout=WAIT_MS)
        kept = page.evaluate(KEPT)
        assert "/offline.html" in kept
        others = [
            path for path in kept if not path.startswith(("/assets/", "/offline.", "/cup.svg", "/offline-rules.en."))
        ]
        assert others == [], json.dumps(kept)

        wire.cut()
        page.goto(f"{wire.url}matches")
        expect(page.get_by_text("There is no connection to the internet.")).to_be_visible(timeout=WAIT_MS)
        page.get_by_role("link", name="The rules of the games").click()
        expect(page.get_by_role("heading", name="Tavli")).to_be_visible(timeout=WAIT_MS)
        page.goto(f"{wire.url}matches")
        wire.mend()
        page.get_by_role("link", name="Again").click()
        expect(page.get_by_role("button", name="Play Tavli now")).to_be_visible(timeout=WAIT_MS)
    context.close()
