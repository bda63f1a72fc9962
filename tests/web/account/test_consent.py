"""The consent page: a program of others asks, the person allows or denies; and what one has allowed and registered, on
the account's page (services/lobby/RULES.md §29)."""

import re
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest
from playwright.sync_api import Locator, expect

from services.contracts.lobby.accounts import programs, providers
from tests.web.conftest import PHONE, WIDE, Enter
from tests.web.house import SESSION, House
from tests.web.match import DAWN_MS
from tests.web.test_access import at_rest

pytestmark = pytest.mark.browser

QUESTION = {
    "client_id": "p1",
    "redirect_uri": "https://club.example/back",
    "response_type": "code",
    "scope": "read company",
    "state": "s/1 &=",
    "code_challenge": "c" * 43,
    "code_challenge_method": "S256",
}
PATH = f"/oauth/authorize?{urlencode(QUESTION)}"
CONSENT = programs.Consent(
    program="p1",
    name="Club board",
    homepage="https://club.example/",
    owner="Ana",
    host="club.example",
    scopes=["read", "company"],
    password=True,
)
BACK = "/terms?code=c0de&state=s"
"""Instead of the program's own address: the browser of a test goes nowhere else."""
PROGRAM = programs.ProgramLine(
    program="p1",
    name="Club board",
    homepage="https://club.example/",
    redirects=["https://club.example/back"],
    secret=True,
    made_at_ms=DAWN_MS,
)
ALLOWED = programs.AllowedLine(
    program="p2",
    name="Evening clock",
    homepage="https://clock.example/",
    owner="Ben",
    scopes=["read", "company"],
    allowed_at_ms=DAWN_MS,
)


def asking(consent: Any = CONSENT) -> Any:
    def prepare(house: House) -> None:
        house.more["GET oauth/authorize"] = house.more["oauth/authorize"] = consent
        house.more["POST oauth/authorize"] = programs.ConsentDecided(location=BACK)

    return prepare


def asked_of(house: House) -> dict[str, Any]:
    """What the page has decided."""
    return [body for path, body in house.asked if path == "oauth/authorize" and body][-1]


@pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["390", "1280"])
@pytest.mark.parametrize(("language", "allow"), [("en", "Allow"), ("el", "Επιτρέπεται")])
def test_a_person_sees_what_is_asked_and_allows_it(enter: Enter, viewport: Any, language: str, allow: str) -> None:
    def prepare(house: House) -> None:
        asking()(house)
        house.me = msgspec.structs.replace(house.me, language=language)

    house = enter(prepare, path=PATH, viewport=viewport)
    page = house.page
    press = page.get_by_role("button", name=allow, exact=True)
    expect(press).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("Club board")
    expect(page.get_by_role("main")).to_contain_text("Ana")
    expect(page.get_by_role("main")).to_contain_text("club.example")
    expect(page.get_by_role("main").get_by_role("listitem")).to_have_count(2)
    at_rest(page)
    page.locator("[name=password]").fill("correct horse battery")
    press.click()
    expect(page).to_have_url(re.compile(re.escape(BACK)))
    assert asked_of(house) == QUESTION | {"allow": True, "password": "correct horse battery"}


def test_denying_needs_no_password(enter: Enter) -> None:
    house = enter(asking(), path=PATH)
    house.page.get_by_role("button", name="Do not allow").click()
    expect(house.page).to_have_url(re.compile(re.escape(BACK)))
    assert asked_of(house) == QUESTION | {"allow": False, "password": ""}


def test_a_wrong_password_is_said_where_it_happened(enter: Enter) -> None:
    house = enter(asking(), path=PATH)
    house.page.locator("[name=password]").fill("wrong")
    house.rest_refuses["oauth/authorize"] = (422, "password_wrong")
    house.page.get_by_role("button", name="Allow", exact=True).click()
    expect(house.page.get_by_role("alert")).to_be_visible()
    assert "/oauth/authorize" in house.page.url


@pytest.mark.parametrize("error", ["program_unknown", "redirect_unknown"])
def test_a_wrong_program_or_address_leads_nowhere(enter: Enter, error: str) -> None:
    def refusing(house: House) -> None:
        house.rest_refuses[f"oauth/authorize?{urlencode(QUESTION)}"] = (404, error)
        house.rest_refuses["oauth/authorize"] = (404, error)

    house = enter(refusing, path=PATH)
    expect(house.page.get_by_role("alert")).to_be_visible()
    expect(house.page.get_by_role("main").get_by_role("button")).to_have_count(0)
    at_rest(house.page)


def test_a_wrong_request_goes_back_by_a_press_alone(enter: Enter) -> None:
    wrong = programs.Consent(
        program="p1",
        name="Club board",
        homepage="https://club.example/",
        owner="Ana",
        host="club.example",
        scopes=[],
        password=True,
        error="invalid_scope",
        location="/terms?error=invalid_scope",
    )
    house = enter(asking(wrong), path=PATH)
    expect(house.page.get_by_role("alert")).to_contain_text("invalid_scope")
    at_rest(house.page)
    assert "/oauth/authorize" in house.page.url
    house.page.get_by_role("button", name="Back to club.example").click()
    expect(house.page).to_have_url(re.compile("error=invalid_scope"))


def test_what_is_in_the_address_twice_counts_as_missing(enter: Enter) -> None:
    house = enter(asking(), path=f"{PATH}&client_id=p9&more=1")
    expect(house.page.get_by_role("button", name="Allow", exact=True)).to_be_visible()
    (path,) = [path for path, _ in house.asked if path.startswith("oauth/authorize")]
    assert "p9" not in path and "more" not in path and "client_id=&" in path


def test_a_person_without_a_session_signs_in_first_and_is_asked_then(at_the_door: Enter) -> None:
    def house(page: Any) -> House:
        made = House(page)
        asking()(made)
        return made

    made = at_the_door(house, path=PATH)
    made.page.get_by_text("Come in", exact=True).first.click()
    made.page.locator("[name=username]").fill("Eleni")
    made.page.locator("[name=password]").fill("correct horse battery")
    made.page.locator("form").get_by_role("button", name="Come in").click()
    expect(made.page.get_by_role("button", name="Allow", exact=True)).to_be_visible()
    assert made.page.url.endswith(PATH)


def test_signing_in_by_a_provider_comes_back_to_the_question(at_the_door: Enter) -> None:
    def house(page: Any) -> House:
        made = House(page)
        asking()(made)
        made.more["providers"] = providers.Providers(providers=[providers.ProviderName(id="house", name="Coffee ID")])
        made.more["providers/house/start"] = providers.ProviderAddress(
            address="/provider#provider=house&state=s&code=c"
        )
        made.more["providers/house/return"] = providers.ProviderReturn(
            ticket="dA", provider="house", name="Coffee ID", next="enter", email="", life_ms=600_000
        )
        made.more["providers/login"] = SESSION
        return made

    made = at_the_door(house, path=PATH)
    made.page.get_by_text("Come in", exact=True).first.click()
    made.page.get_by_role("button", name="Come in with Coffee ID").click()
    expect(made.page.get_by_role("button", name="Allow", exact=True)).to_be_visible()
    assert made.page.url.endswith(PATH)


# --- the account's page ---


def part_of(house: House, name: str) -> Locator:
    return house.page.get_by_role("region", name=name, exact=True)


def listed(*, registered: list[Any] | None = None, allowed: list[Any] | None = None) -> programs.Programs:
    return programs.Programs(registered=registered or [], allowed=allowed or [], programs_max=5, redirects_max=5)


def test_what_is_allowed_ends_by_a_press(enter: Enter) -> None:
    def with_one(house: House) -> None:
        house.more["me/programs"] = listed(allowed=[ALLOWED])

    house = enter(with_one, path="/account", viewport=PHONE)
    part = part_of(house, "Programs of others")
    expect(part.get_by_role("listitem")).to_contain_text("by Ben")
    expect(part.get_by_role("listitem")).to_contain_text("take part in your companies")
    at_rest(house.page)
    house.more["DELETE me/programs/p2/allowance"] = {}
    house.more["me/programs"] = listed()
    part.get_by_role("button", name="End Evening clock").click()
    expect(part.get_by_role("listitem")).to_have_count(0)
    assert "me/programs/p2/allowance" in [path for path, _ in house.asked]


def test_a_program_is_registered_and_removed(enter: Enter) -> None:
    house = enter(path="/account")
    part = part_of(house, "Programs that others may allow")
    part.get_by_role("button", name="Register a program").click()
    part.get_by_label("Name of the program").fill("Club board")
    part.get_by_label("Home page").fill("https://club.example/")
    part.get_by_label("Addresses to answer to").fill("https://club.example/back http://127.0.0.1/back")
    part.get_by_text("can keep a secret").click()
    house.more["POST me/programs"] = programs.NewProgram(line=PROGRAM, secret="kas_s3cret")
    house.more["me/programs"] = listed(registered=[PROGRAM])
    at_rest(house.page)
    part.get_by_role("button", name="Register it").click()
    expect(part.get_by_label("Client secret")).to_have_value("kas_s3cret")
    body = [body for path, body in house.asked if path == "me/programs" and body][-1]
    assert body["redirects"] == ["https://club.example/back", "http://127.0.0.1/back"] and body["secret"] is True
    part.get_by_role("button", name="I have it").click()
    expect(part.get_by_role("listitem")).to_contain_text("Client id: p1")
    house.more["DELETE me/programs/p1"] = {}
    house.more["me/programs"] = listed()
    part.get_by_role("button", name="Remove Club board").click()
    expect(part.get_by_role("listitem")).to_have_count(0)
