"""Dice and deals in public: what a doubter sees before and after the login, and the way to check it."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from services.contracts.tables.fairness import Chance, OwnLuck
from tests.web.conftest import PHONE, Enter
from tests.web.fairness import LUCK, counted
from tests.web.house import House
from tests.web.test_access import BOTH, at_rest_in_each

pytestmark = pytest.mark.browser

TITLE = "Do the dice cheat?"
FAIR = counted()
LOADED = counted((1, 1, 1, 1, 1, 1.3))
NOTHING = Chance(games=[], waiting=0, counted_at_ms=0)


def has(chance: Chance, luck: OwnLuck = LUCK) -> Any:
    def furnish(house: House) -> None:
        house.more |= {"chance": chance, "me/luck": luck}

    return furnish


def outside(chance: Chance) -> Any:
    def made(page: Page) -> House:
        house = House(page)
        has(chance)(house)
        return house

    return made


def open_page(enter: Enter, chance: Chance = FAIR, luck: OwnLuck = LUCK, **options: Any) -> House:
    house = enter(has(chance, luck), path="/chance", **options)
    expect(house.page.get_by_role("heading", name=TITLE)).to_be_visible()
    return house


def test_the_door_leads_to_the_dice_before_any_login(at_the_door: Enter) -> None:
    page = at_the_door(outside(FAIR)).page
    page.get_by_role("link", name=re.compile("Do the dice cheat")).click()
    expect(page.get_by_role("heading", name=TITLE)).to_be_visible()
    expect(page.get_by_text("looks as fair chance looks")).to_be_visible()
    expect(page.get_by_text("Log in, and your own luck stands here.")).to_be_visible()
    expect(page.get_by_role("link", name="Check a match")).to_have_attribute("href", "/verify")


def test_the_menu_leads_there_too(enter: Enter) -> None:
    page = enter(has(FAIR)).page
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("button", name=TITLE).click()
    expect(page.get_by_role("heading", name=TITLE)).to_be_visible()


def test_every_number_of_the_dice_is_counted_and_each_test_is_a_sentence(enter: Enter) -> None:
    page = open_page(enter).page
    dice = page.get_by_role("table", name="The dice")
    expect(dice.get_by_role("row")).to_have_count(7)
    game = next(each for each in FAIR.games if each.game == "tavli")
    assert game.dice is not None
    ones = sum(game.dice.pairs[:6]) + sum(game.dice.pairs[::6])
    expect(dice.get_by_role("row", name=re.compile(rf"^1 {ones:,} 1[567]\."))).to_be_visible()
    expect(page.get_by_text(re.compile(r"of fair worlds are as uneven as this, or more\."))).to_have_count(5)
    expect(page.get_by_text("As chance does")).not_to_have_count(0)
    page.get_by_text("All days as a table").click()
    expect(page.get_by_role("table", name="Day by day").get_by_role("row")).to_have_count(31)


def test_another_game_shows_its_deals(enter: Enter) -> None:
    page = open_page(enter).page
    page.get_by_label("Game").select_option(label="Pilotta")
    expect(page.get_by_text("1,200 deals for 4 players.")).to_be_visible()
    table = page.get_by_role("table", name="Jacks in the first hand")
    expect(table.get_by_role("row", name=re.compile(r"^1 [\d,]+ 1,200$"))).to_be_visible()
    expect(page.get_by_text("Which player gets which card")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("All counts"))).to_have_attribute("href", "/api/chance/pilotta")


def test_ones_own_luck_stands_beside_fair_chance_and_the_others(enter: Enter) -> None:
    page = open_page(enter).page
    luck = page.get_by_role("region", name="Your own luck")
    expect(luck.get_by_role("listitem")).to_have_count(2)
    expect(luck.get_by_text("8.31")).to_be_visible()
    expect(luck.get_by_text("Of 100 players with fair chance, 68 had less luck than you.")).to_be_visible()
    expect(luck.get_by_text("18.4%")).to_be_visible()


def test_a_loaded_die_is_said_in_red_and_in_words(enter: Enter) -> None:
    page = open_page(enter, LOADED).page
    expect(page.get_by_text("Something here does not look like fair chance.")).to_be_visible()
    expect(page.get_by_text("Not fair chance")).not_to_have_count(0)
    expect(page.get_by_text(re.compile("^Fewer than 0.01% of fair worlds"))).not_to_have_count(0)


def test_before_the_first_match_there_is_nothing_and_that_is_said(enter: Enter) -> None:
    page = open_page(enter, NOTHING, OwnLuck(lines=[])).page
    expect(page.get_by_text("No match has ended yet.")).to_be_visible()
    expect(page.get_by_text("Play a match with dice or cards to its end.")).to_be_visible()


def test_a_platform_that_is_away_is_said(enter: Enter) -> None:
    def away(house: House) -> None:
        house.rest_refuses |= dict.fromkeys(("chance", "me/luck"), (503, "service_unavailable"))

    page = enter(away, path="/chance").page
    expect(page.get_by_role("alert")).to_have_count(2)
    expect(page.get_by_role("link", name="Check a match")).to_be_visible()


@pytest.mark.parametrize("viewport", [PHONE, {"width": 320, "height": 640}])
def test_a_phone_shows_all_of_it_without_scrolling_sideways(enter: Enter, viewport: Any) -> None:
    page = open_page(enter, viewport=viewport).page
    expect(page.locator("svg.recharts-surface").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]


@pytest.mark.parametrize("language", ["el", "es"])
def test_it_is_said_in_each_language(enter: Enter, language: str) -> None:
    def speaks(house: House) -> None:
        has(FAIR)(house)
        house.remembers("settings", {"language": language})

    page = enter(speaks, path="/chance").page
    titles = {"el": "Κλέβουν τα ζάρια;", "es": "¿Hacen trampa los dados?"}
    expect(page.get_by_role("heading", name=titles[language])).to_be_visible()


@pytest.mark.parametrize("chance", [FAIR, LOADED], ids=["fair", "loaded"])
def test_it_serves_people_that_cannot_see_or_point(enter: Enter, chance: Chance) -> None:
    house = open_page(enter, chance)
    expect(house.page.locator("svg.recharts-surface").first).to_be_visible()
    at_rest_in_each(house, BOTH)
