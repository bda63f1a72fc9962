"""Competitions that players make: the form, the maker's page, and what others see of them."""

from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from services.contracts.moderation import reports
from services.contracts.tournaments import competitions as contract
from services.contracts.tournaments import made
from tests.web.conftest import PHONE, Enter
from tests.web.house import ME, House
from tests.web.pages.test_competitions import CUP, OWN, RULES, in_both_widths, prepared, sent_to
from tests.web.room.test_companies import with_companies
from tests.web.test_access import at_rest

pytestmark = pytest.mark.browser

OURS = msgspec.structs.replace(
    CUP, name="Our evening", state="open", price_chips=0, pool_chips=0, made_by="a-nikos", maker="Nikos",
    audience="friends", places=8, entrants=3,
)  # fmt: skip


def shown(house: House, **how: Any) -> None:
    """The page of a player's competition."""
    prepared(house)
    line = msgspec.structs.replace(OURS, **how)
    rules = msgspec.structs.replace(RULES, guarantee_chips=0, prizes_chips=[])
    own = msgspec.structs.replace(OWN, entries=0, games_left=0, games_played=0, place=None, entries_max=1)
    house.more |= {
        "competitions/cup": contract.CompetitionCard(competition=line, rules=rules, own=own),
        "competitions/cup/standings": contract.CompetitionStandings(lines=[], total=0, own=None, final=False, seq=7),
        "competitions/cup/games?limit=20&running=true": contract.Games(games=[], next_before_ms=None),
        "competitions/cup/games?limit=20&player=a-eleni": contract.Games(games=[], next_before_ms=None),
        "competitions/cup/games?limit=20": contract.Games(games=[], next_before_ms=None),
    }


def test_a_player_makes_a_competition_for_a_company(enter: Enter) -> None:
    def with_form(house: House) -> None:
        with_companies(house)
        shown(house, made_by=ME.account, maker=ME.name)
        house.more["POST competitions"] = made.MadeCompetition(competition="cup")

    house = enter(with_form, path="/competitions", viewport=PHONE)
    page = house.page
    page.get_by_role("button", name="Make one").click()
    page.get_by_label("Name").fill("Our evening")
    page.get_by_label("A company").check(force=True)
    page.get_by_role("group", name="Places").get_by_label("8", exact=True).check(force=True)
    in_both_widths(page)
    page.get_by_role("button", name="Make it").click()
    expect(page.get_by_role("heading", name="Our evening")).to_be_visible()
    body = sent_to(house, "competitions")
    assert (body["name"], body["audience"], body["company"], body["places"]) == ("Our evening", "company", "c-1", 8)
    assert (body["minutes"], body["games"]) == (90, 3)


def test_what_is_refused_is_said_with_its_field(enter: Enter) -> None:
    house = enter(prepared, path="/competitions", viewport=PHONE)
    house.page.get_by_role("button", name="Make one").click()
    house.rest_refuses["competitions"] = (422, "competition_invalid", {"field": "starts_at"})
    house.page.get_by_role("button", name="Make it").click()
    expect(house.page.get_by_role("alert").filter(has_text="two minutes to 14 days ahead")).to_be_visible()


def test_its_maker_starts_it_or_calls_it_off(enter: Enter) -> None:
    house = enter(
        lambda house: shown(house, made_by=ME.account, maker=ME.name), path="/competitions/cup", viewport=PHONE
    )
    house.more |= {"competitions/cup/start": {}, "competitions/cup/call-off": {}}
    page = house.page
    expect(page.get_by_text("3 of 8 places taken")).to_be_visible()
    expect(page.get_by_role("button", name="Report the name")).to_have_count(0)
    page.get_by_role("button", name="Start now").click()
    house.until(lambda: "competitions/cup/start" in house.answered)
    page.get_by_role("button", name="Call it off").click()
    at_rest(page)
    page.get_by_role("dialog").get_by_role("button", name="Yes").click()
    house.until(lambda: "competitions/cup/call-off" in house.answered)


def test_others_enter_it_and_may_report_its_name(enter: Enter) -> None:
    house = enter(shown, path="/competitions/cup", viewport=PHONE)
    receipt = reports.Receipt(id="r", reported="a-nikos", category="insult", created_at_ms=1)
    house.more["competitions/cup/reports"] = receipt
    page = house.page
    expect(page.get_by_text("Made by Nikos")).to_be_visible()
    expect(page.get_by_role("button", name="Start now")).to_have_count(0)
    expect(page.get_by_role("button", name="Enter", exact=True)).to_be_visible()
    at_rest(page)
    page.get_by_role("button", name="Report the name").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Send").click()
    house.until(lambda: "competitions/cup/reports" in house.answered)
    assert sent_to(house, "competitions/cup/reports")["category"]


def test_competitions_of_friends_are_on_the_page(enter: Enter) -> None:
    def invited(house: House) -> None:
        prepared(house)
        house.more["me/competitions/invited"] = contract.Competitions(competitions=[OURS])

    page = enter(invited, path="/competitions", viewport=PHONE).page
    part = page.get_by_role("region", name="For you")
    expect(part.get_by_role("link", name="Our evening")).to_be_visible()
    expect(part).to_contain_text("Made by Nikos")
