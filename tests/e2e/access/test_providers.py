"""Signing in by an OpenID provider in a real browser: a new account, a second time, joining an account with proof, a
refused join, removing. The provider is the tests' own (tests/lobby/access/openid_provider.py)."""

import json
import re
import uuid
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.house import House
from tests.e2e.person import WAIT_MS
from tests.lobby.access.openid_provider import CLIENT, SECRET, OpenIdProvider

pytestmark = pytest.mark.browser

PASSWORD = "correct horse battery"


@pytest.fixture(scope="module")
def away() -> Iterator[OpenIdProvider]:
    running = OpenIdProvider().open()
    yield running
    running.close()


@pytest.fixture(scope="module")
def open_house(tmp_path_factory: pytest.TempPathFactory, away: OpenIdProvider) -> Iterator[House]:
    """A platform whose operator has named the provider."""
    running = House(tmp_path_factory.mktemp("open"), command="tests.e2e.brisk")
    entries = {"house": {"client_id": CLIENT, "name": "Coffee ID", "issuer": away.issuer, "confirms_email": True}}
    running.settings |= {
        "KAFENEIO_GATEWAY_HOME": f"http://localhost:{running.port}",
        "KAFENEIO_SIGN_IN_PROVIDERS": json.dumps(entries),
        "KAFENEIO_SIGN_IN_SECRETS": json.dumps({"house": SECRET}),
    }
    try:
        yield running.open()
    finally:
        running.kill()


class Visitor:
    """Somebody at a browser of their own, who has an account at the provider."""

    def __init__(self, browser: Browser, house: House, away: OpenIdProvider) -> None:
        self.url = f"http://localhost:{house.port}"
        self.name = f"Niki{uuid.uuid4().hex[:5]}"
        self.email = f"{self.name.lower()}@example.org"
        away.person = {"sub": self.name, "email": self.email, "email_verified": True}
        self.page: Page = browser.new_context(reduced_motion="reduce", locale="en-GB").new_page()
        self.page.set_default_timeout(WAIT_MS)
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(self.url)

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def at_door(self, door: str) -> None:
        self.page.evaluate("localStorage.clear()")
        self.page.goto(self.url)
        self.page.get_by_text(door, exact=True).first.click()

    def by_provider(self, answer: str = "Continue") -> None:
        """There and back."""
        self.press("Come in with Coffee ID")
        self.page.get_by_role("link", name=answer).click()

    def is_inside(self) -> None:
        expect(self.page.get_by_text("Good to see you")).to_be_attached(timeout=WAIT_MS)

    def fill(self, **fields: str) -> None:
        for field, value in fields.items():
            self.page.locator(f"[name={field}]").fill(value)

    def register_by_provider(self) -> None:
        self.at_door("New here")
        self.by_provider()
        self.fill(username=self.name, birth_date="1990-02-03")
        self.press("Take a chair")
        self.is_inside()

    def register_by_password(self) -> None:
        self.at_door("New here")
        self.fill(username=self.name, email=self.email, password=PASSWORD, birth_date="1990-02-03")
        self.press("Take a chair")
        self.is_inside()

    def at_account(self) -> None:
        self.page.goto(f"{self.url}/account")
        expect(self.page.get_by_role("heading", name="Other ways in")).to_be_visible(timeout=WAIT_MS)


@pytest.fixture
def visitor(browser: Browser, open_house: House, away: OpenIdProvider) -> Iterator[Visitor]:
    found = Visitor(browser, open_house, away)
    yield found
    assert found.complaints == []
    found.page.context.close()


def test_a_new_account_is_opened_and_entered_again(visitor: Visitor) -> None:
    visitor.register_by_provider()
    assert "#" not in visitor.page.url
    visitor.at_door("Come in")
    visitor.by_provider()
    visitor.is_inside()
    visitor.at_account()
    expect(visitor.page.get_by_text(visitor.email)).to_be_visible()
    visitor.press("Remove Coffee ID")
    visitor.press("Remove it")
    expect(visitor.page.get_by_text("This is your only way in.")).to_be_visible()


def test_an_account_is_joined_by_its_password_and_left_again(visitor: Visitor) -> None:
    visitor.register_by_password()
    visitor.at_account()
    visitor.press("Add Coffee ID")
    visitor.page.get_by_role("link", name="Continue").click()
    visitor.fill(password="not this one at all")
    visitor.press("Add Coffee ID")
    expect(visitor.page.get_by_role("alert")).to_be_visible()
    visitor.fill(password=PASSWORD)
    visitor.press("Add Coffee ID")
    expect(visitor.page.get_by_role("button", name="Remove Coffee ID")).to_be_visible(timeout=WAIT_MS)

    visitor.at_door("Come in")
    visitor.by_provider()
    visitor.is_inside()

    visitor.at_account()
    visitor.press("Remove Coffee ID")
    visitor.fill(password=PASSWORD)
    visitor.press("Remove it")
    expect(visitor.page.get_by_role("button", name="Add Coffee ID")).to_be_visible(timeout=WAIT_MS)


def test_an_owner_of_an_account_joins_it_from_the_door_and_by_no_other_password(visitor: Visitor) -> None:
    visitor.register_by_password()
    visitor.at_door("Come in")
    visitor.by_provider()
    visitor.press("I have an account here already")
    visitor.fill(username=visitor.name, password="not this one at all")
    visitor.press("Come in and add Coffee ID")
    expect(visitor.page.get_by_role("alert")).to_be_visible()
    visitor.fill(username=visitor.name, password=PASSWORD)
    visitor.press("Come in and add Coffee ID")
    expect(visitor.page.get_by_role("button", name="Remove Coffee ID")).to_be_visible(timeout=WAIT_MS)


def test_a_person_that_refuses_there_reads_why_and_has_opened_nothing(visitor: Visitor) -> None:
    visitor.at_door("Come in")
    visitor.by_provider("Cancel")
    expect(visitor.page.get_by_text("You were not signed in there.")).to_be_visible(timeout=WAIT_MS)
    visitor.page.get_by_role("link", name="To the door").click()
    expect(visitor.page).to_have_url(re.compile(r"/$"))


def test_a_guest_keeps_what_was_played(visitor: Visitor) -> None:
    answer = visitor.page.request.post(f"{visitor.url}/api/guest", data={"adult": True, "language": "en"})
    guest = answer.json()
    visitor.page.evaluate("token => localStorage.setItem('kafeneio.session', JSON.stringify(token))", guest["token"])
    visitor.page.goto(f"{visitor.url}/register")
    visitor.by_provider()
    visitor.fill(username=visitor.name, birth_date="1990-02-03")
    visitor.press("Take a chair")
    visitor.is_inside()
    token = visitor.page.evaluate("JSON.parse(localStorage.getItem('kafeneio.session'))")
    me = visitor.page.request.get(f"{visitor.url}/api/me", headers={"Authorization": f"Bearer {token}"}).json()
    assert (me["account"]["account"], me["account"]["guest"]) == (guest["account"]["account"], False)
