"""What a newcomer may do first: three steps in the room, until the first match has ended or they are closed."""

import re

import msgspec
from playwright.sync_api import Locator, Page, expect

from gateway.http.operations.request_bodies import Catalogue
from services.contracts.client import frames
from services.kernel.languages import LANGUAGES
from tests.web.account.test_guest import FORM, prepared
from tests.web.conftest import Enter
from tests.web.corner import win
from tests.web.games import dominoes
from tests.web.house import CATALOGUE, ME, STAKES, House
from tests.web.test_access import at_rest, at_rest_in_each

SMALL = {"width": 320, "height": 568}
LYING = {"width": 844, "height": 390}
TITLE = "New here? Begin with one of these"


def as_newcomer(house: House) -> None:
    """The account was begun in this browser; of two games one is played for nothing."""
    house.catalogue = Catalogue(stakes=STAKES, games=[*CATALOGUE.games, dominoes.INFO])
    house.remembers("newcomer", ME.account)


def steps(page: Page) -> Locator:
    return page.get_by_role("region", name=TITLE)


def test_a_registered_newcomer_begins_a_match_against_the_computer_and_needs_no_steps_after_it(
    at_the_door: Enter,
) -> None:
    def with_dominoes(page: Page) -> House:
        made = House(page)
        made.catalogue = Catalogue(stakes=STAKES, games=[*CATALOGUE.games, dominoes.INFO])
        return made

    house = at_the_door(with_dominoes)
    page = house.page
    page.get_by_text("New here").click()
    for name, value in FORM.items():
        page.locator(f"[name={name}]").fill(value)
    page.get_by_role("button", name="Take a chair").click()
    expect(steps(page).get_by_role("listitem")).to_have_count(3)
    steps(page).get_by_label("Game").select_option(label="Tic-tac-toe")
    steps(page).get_by_role("button", name="Begin a match").click()
    asked = house.wait_for(frames.CreateTableFrame)
    assert (asked.game, asked.stake_chips, asked.bots) == ("tictactoe", 0, [1])
    expect(page.get_by_role("grid")).to_be_visible()
    assert page.evaluate("localStorage['kafeneio.newcomer']") == '"a-eleni"'
    win(house)
    house.until(lambda: page.evaluate("localStorage['kafeneio.newcomer'] ?? null") is None)


def test_a_new_guest_is_a_newcomer(at_the_door: Enter) -> None:
    page = at_the_door(prepared).page
    page.get_by_role("button", name="Play Tavli with people").click()
    expect(steps(page)).to_be_visible()


def test_a_returning_guest_is_no_newcomer(at_the_door: Enter) -> None:
    def known(page: Page) -> House:
        again = prepared(page)
        again.remembers("guest", {"key": "s3cret", "keepDays": 30})
        return again

    house = at_the_door(known)
    house.page.get_by_role("button", name="Play Tavli with people").click()
    expect(house.page.get_by_text("You play as a guest")).to_be_visible()
    expect(steps(house.page)).to_have_count(0)


def test_people_are_looked_for_without_a_stake(enter: Enter) -> None:
    house = enter(as_newcomer)
    page = house.page
    steps(page).get_by_label("Game").select_option(label="Dominoes")
    steps(page).get_by_role("button", name="Look for people").click()
    house.until(lambda: any(path == "me/seek" and body for path, body in house.asked))
    (body,) = [body for path, body in house.asked if path == "me/seek" and body]
    assert (body["games"], body["stakes_chips"]) == ([{"game": "dominoes"}], [0])


def test_a_game_that_is_played_for_chips_alone_offers_no_people_for_nothing(enter: Enter) -> None:
    page = enter(as_newcomer).page
    steps(page).get_by_label("Game").select_option(label="Tic-tac-toe")
    expect(steps(page).get_by_role("listitem")).to_have_count(2)
    expect(steps(page).get_by_role("button", name="Look for people")).to_have_count(0)


def test_the_rules_of_the_chosen_game_are_one_press_away(enter: Enter) -> None:
    page = enter(as_newcomer).page
    steps(page).get_by_label("Game").select_option(label="Dominoes")
    steps(page).get_by_role("button", name="Read the rules").click()
    expect(page.get_by_role("dialog", name=re.compile("Dominoes"))).to_be_visible()


def test_closed_steps_stay_away_and_keep_the_focus_near(enter: Enter) -> None:
    page = enter(as_newcomer).page
    steps(page).get_by_role("button", name="Close the first steps").press("Enter")
    expect(steps(page)).to_have_count(0)
    assert page.evaluate("document.activeElement.matches('main [tabindex]')")
    page.reload()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    expect(steps(page)).to_have_count(0)


def test_another_account_of_the_same_browser_sees_no_steps(enter: Enter) -> None:
    page = enter(lambda house: house.remembers("newcomer", "a-nikos")).page
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    expect(steps(page)).to_have_count(0)


def test_the_steps_are_usable_on_a_small_phone_and_on_one_that_lies(enter: Enter) -> None:
    house = enter(as_newcomer, viewport=SMALL)
    expect(steps(house.page)).to_be_visible()
    at_rest_in_each(
        house,
        ({"viewport": SMALL, "color_scheme": "light"}, {"viewport": LYING, "color_scheme": "dark"}),
        lambda each: expect(steps(each.page).get_by_role("button", name="Begin a match")).to_be_in_viewport(),
    )


def test_the_steps_are_said_in_every_language(enter: Enter) -> None:
    for language in LANGUAGES:

        def speaks(house: House, language: str = language) -> None:
            as_newcomer(house)
            house.me = msgspec.structs.replace(house.me, language=language)

        page = enter(speaks, locale=language).page
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.get_by_role("heading", level=3).nth(2)).to_be_visible()
        at_rest(page)
