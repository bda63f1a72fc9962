"""Passkeys in a real browser, whose own authenticator in software makes and shows them (Chromium's WebAuthn domain):
registering in one press, signing in, a second device, removing."""

import re
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.house import House
from tests.e2e.person import WAIT_MS

pytestmark = pytest.mark.browser

WITHOUT_OFFER = """
if (sessionStorage.offered === "false") PublicKeyCredential.isConditionalMediationAvailable = async () => false;
"""


@pytest.fixture(scope="module")
def named_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A platform whose address is a name: passkeys are made for names alone."""
    running = House(tmp_path_factory.mktemp("named"), command="tests.e2e.brisk")
    running.settings["KAFENEIO_GATEWAY_HOME"] = f"http://localhost:{running.port}"
    try:
        yield running.open()
    finally:
        running.kill()


class Device:
    """A browser with an authenticator of its own."""

    def __init__(self, browser: Browser, house: House) -> None:
        self.url = f"http://localhost:{house.port}"
        self.context = browser.new_context(reduced_motion="reduce", locale="en-GB")
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(WAIT_MS)
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.cdp = self.context.new_cdp_session(self.page)
        self.cdp.send("WebAuthn.enable", {"enableUI": False})
        options = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
            "automaticPresenceSimulation": True,
        }
        added = self.cdp.send("WebAuthn.addVirtualAuthenticator", {"options": options})
        self.authenticator: str = added["authenticatorId"]
        self.context.add_init_script(WITHOUT_OFFER)
        self.page.goto(self.url)

    @property
    def credentials(self) -> list[dict[str, Any]]:
        """What the authenticator keeps."""
        found = self.cdp.send("WebAuthn.getCredentials", {"authenticatorId": self.authenticator})
        kept: list[dict[str, Any]] = found["credentials"]
        return kept

    def register(self, name: str) -> None:
        """By a passkey: name, birth date, one press."""
        self.page.get_by_text("New here").click()
        self.press("Take a chair with a passkey")
        self.page.locator("[name=username]").fill(name)
        self.page.locator("[name=birth_date]").fill("1990-02-03")
        self.press("Take a chair with a passkey")
        self.is_inside()

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def is_inside(self) -> None:
        expect(self.page.get_by_text("Good to see you")).to_be_attached(timeout=WAIT_MS)

    def at_account(self) -> None:
        self.page.goto(f"{self.url}/account")
        expect(self.page.get_by_role("heading", name="Passkeys")).to_be_visible(timeout=WAIT_MS)

    def log_out(self, *, offered: bool = False) -> None:
        """Forget the session here. `offered`: the field of the name offers passkeys, and the authenticator takes the
        offer at once; else nothing is offered before a button is pressed, which a virtual authenticator would
        sometimes answer to the field instead."""
        self.page.evaluate("(offered) => { localStorage.clear(); sessionStorage.offered = offered; }", offered)
        self.page.goto(self.url)
        self.page.get_by_text("Come in", exact=True).first.click()

    def sign_in(self) -> None:
        self.press("Come in with a passkey")


def name_of_newcomer() -> str:
    return f"Niki{uuid.uuid4().hex[:5]}"


def test_an_account_is_opened_entered_shared_with_a_second_device_and_closed_to_it(
    named_house: House, browser: Browser
) -> None:
    laptop = Device(browser, named_house)
    laptop.register(name_of_newcomer())
    (kept,) = laptop.credentials
    assert (kept["isResidentCredential"], kept["rpId"]) == (True, "localhost")

    laptop.log_out()
    laptop.sign_in()
    laptop.is_inside()

    laptop.at_account()
    expect(laptop.page.get_by_text("If you lose this device")).to_be_visible(timeout=WAIT_MS)
    laptop.press("Add a passkey")
    laptop.page.get_by_label("Name", exact=True).fill("Laptop again")
    laptop.press("Add it")
    expect(laptop.page.get_by_text("This device has a passkey of yours already.")).to_be_visible(timeout=WAIT_MS)
    laptop.press("Cancel")

    phone = add_phone(laptop)
    expect(laptop.page.get_by_text("Phone", exact=True)).to_be_visible(timeout=WAIT_MS)
    laptop.press("Rename Phone")
    laptop.page.get_by_label("Name", exact=True).fill("Old phone")
    laptop.press("Save the name")
    expect(laptop.page.get_by_text("Old phone", exact=True)).to_be_visible(timeout=WAIT_MS)

    laptop.press("Remove Old phone")
    laptop.press("Remove it")
    expect(laptop.page.get_by_text("Old phone", exact=True)).to_have_count(0, timeout=WAIT_MS)
    laptop.press("Remove Passkey 1")
    laptop.press("Remove it")
    expect(laptop.page.get_by_text("This is your only way in.")).to_be_visible(timeout=WAIT_MS)

    laptop.authenticator = phone
    laptop.log_out()
    laptop.sign_in()
    expect(laptop.page.get_by_text("This passkey is not known here any more.")).to_be_visible(timeout=WAIT_MS)
    assert laptop.complaints == []


def add_phone(laptop: Device) -> str:
    """Another authenticator takes the place of the first while a passkey is made in it; the first one's keys come back
    to it then, as when somebody holds another device to the same browser. Returns the other one."""
    first = laptop.authenticator
    laptop.cdp.send("WebAuthn.setAutomaticPresenceSimulation", {"authenticatorId": first, "enabled": False})
    options = {
        "protocol": "ctap2", "transport": "usb", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": True, "automaticPresenceSimulation": True,
    }  # fmt: skip
    added: str = laptop.cdp.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]
    laptop.press("Add a passkey")
    laptop.page.get_by_label("Name", exact=True).fill("Phone")
    laptop.press("Add it")
    expect(laptop.page.get_by_text("Phone", exact=True)).to_be_visible(timeout=WAIT_MS)
    laptop.authenticator = first
    return added


def test_registering_takes_three_presses_at_most(named_house: House, browser: Browser) -> None:
    """All that a newcomer presses from the first sight of the door on, typing apart."""
    device = Device(browser, named_house)
    device.page.evaluate("window.presses = 0; addEventListener('pointerdown', () => { presses += 1 }, true)")
    device.register(name_of_newcomer())
    assert 1 <= device.page.evaluate("window.presses") <= 3, "a press on a label is one, whatever it presses in turn"
    assert device.complaints == []


def test_the_field_of_the_name_offers_the_passkey(named_house: House, browser: Browser) -> None:
    device = Device(browser, named_house)
    device.register(name_of_newcomer())
    with device.page.expect_response(re.compile("/api/passkeys/login")) as answered:
        device.log_out(offered=True)
    assert answered.value.status == 200
    device.is_inside()
    assert device.complaints == []


def test_an_account_without_a_password_sets_one_after_a_passkey(named_house: House, browser: Browser) -> None:
    device = Device(browser, named_house)
    device.register(name_of_newcomer())
    device.press("Your account")
    device.page.get_by_text("Change password").click()
    dialog = device.page.get_by_role("dialog")
    expect(dialog.get_by_label("Current password")).to_have_count(0, timeout=WAIT_MS)
    dialog.locator("[name=new]").fill("correct horse battery")
    dialog.get_by_role("button", name="Change password").click()
    expect(dialog.get_by_role("status")).to_be_visible(timeout=WAIT_MS)
    assert device.complaints == []


def test_a_password_may_be_taken_instead(named_house: House, browser: Browser) -> None:
    device = Device(browser, named_house)
    device.page.get_by_text("New here").click()
    device.press("Take a chair with a passkey")
    device.press("With e-mail and password")
    name = name_of_newcomer()
    fields = {"username": name, "email": f"{name}@example.org", "password": "correct horse battery"}
    for field, value in {**fields, "birth_date": "1990-02-03"}.items():
        device.page.locator(f"[name={field}]").fill(value)
    device.press("Take a chair")
    device.is_inside()
    assert device.credentials == []
