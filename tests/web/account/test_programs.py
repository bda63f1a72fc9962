"""Tokens of programs on the account's page: made, shown once, revoked (services/lobby/RULES.md §12)."""

import pytest
from playwright.sync_api import Locator, expect

from services.contracts.lobby.accounts import tokens
from tests.web.conftest import Enter
from tests.web.house import House
from tests.web.match import DAWN_MS
from tests.web.test_access import at_rest

pytestmark = pytest.mark.browser

LINE = tokens.TokenLine(
    id="p1", name="Club notices", scopes=["read", "company"], made_at_ms=DAWN_MS, expires_at_ms=DAWN_MS + 86_400_000
)


def listed(*lines: tokens.TokenLine) -> tokens.PersonalTokens:
    return tokens.PersonalTokens(tokens=list(lines), tokens_max=20, days_max=366, password=True)


def part_of(house: House) -> Locator:
    return house.page.get_by_role("region", name="Programs", exact=True)


def test_a_token_is_made_and_shown_once(enter: Enter) -> None:
    house = enter(path="/account")
    part = part_of(house)
    expect(part).to_contain_text("None of your programs has a token")
    part.get_by_role("button", name="Make a token").click()
    part.get_by_label("Name").fill("Club notices")
    part.get_by_text("take part in your companies").click()
    part.get_by_label("Your password", exact=True).fill("correct horse battery")
    house.more["POST me/tokens"] = tokens.NewToken(secret="kaf_s3cret", line=LINE)
    house.more["me/tokens"] = listed(LINE)
    at_rest(house.page)
    part.get_by_role("button", name="Make it").click()
    expect(part.get_by_label("Secret token")).to_have_value("kaf_s3cret")
    body = [body for path, body in house.asked if path == "me/tokens" and body][-1]
    assert (body["name"], body["scopes"], body["days"]) == ("Club notices", ["read", "company"], 30)
    at_rest(house.page)
    part.get_by_role("button", name="I have it").click()
    expect(part.get_by_label("Secret token")).to_have_count(0)
    expect(part.get_by_role("listitem")).to_contain_text("not used yet")


def test_a_refusal_is_said_where_it_happened(enter: Enter) -> None:
    house = enter(path="/account")
    part = part_of(house)
    part.get_by_role("button", name="Make a token").click()
    part.get_by_label("Name").fill("Club notices")
    part.get_by_label("Your password", exact=True).fill("wrong")
    house.rest_refuses["me/tokens"] = (422, "token_limit")
    part.get_by_role("button", name="Make it").click()
    expect(part.get_by_role("alert")).to_contain_text("Revoke one first")


def test_one_is_revoked_by_a_press(enter: Enter) -> None:
    def with_one(house: House) -> None:
        house.more["me/tokens"] = listed(LINE)

    house = enter(with_one, path="/account")
    part = part_of(house)
    expect(part.get_by_role("listitem")).to_contain_text("see what you see")
    house.more["DELETE me/tokens/p1"] = {}
    house.more["me/tokens"] = listed()
    part.get_by_role("button", name="Revoke Club notices").click()
    expect(part.get_by_role("listitem")).to_have_count(0)
    assert "me/tokens/p1" in [path for path, _ in house.asked]
