"""Ways to a game with people: the platform seats those who look for one, and a link leads a friend to a table."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.house import House
from tests.e2e.person import WAIT_MS, Person

pytestmark = pytest.mark.browser


def test_two_equal_searches_are_matched_and_another_one_waits(house: House, browser: Browser) -> None:
    anna, bill, eva = (Person(browser, house.url, name).register() for name in ("anna", "bill", "eva"))
    look_for(eva, "Dominoes")
    look_for(anna, "Tic-tac-toe")
    bar = anna.page.get_by_role("region", name="Your search for a game")
    expect(bar).to_contain_text("Tic-tac-toe · No stake")
    anna.page.reload()
    expect(bar).to_contain_text("Tic-tac-toe · No stake", timeout=WAIT_MS)

    look_for(bill, "Tic-tac-toe")
    for person in (anna, bill):
        expect(person.page.get_by_label("Row 1, column 1, empty")).to_be_visible(timeout=WAIT_MS)
        assert person.me()["table"] is not None
    expect(eva.page.get_by_role("region", name="Your search for a game")).to_be_visible()
    eva.button("Stop looking").click()
    expect(eva.page.get_by_role("region", name="Your search for a game")).to_have_count(0)
    for person in (anna, bill, eva):
        assert person.complaints == []
        person.leave()


def test_a_new_friend_follows_a_link_to_the_table_and_becomes_a_friend(house: House, browser: Browser) -> None:
    anna = Person(browser, house.url, "anna").register()
    anna.open_table(stake_chips=200)
    link = anna.page.get_by_label("Invite a friend by link").input_value()
    dora = Person(browser, link, "dora").register()
    dora.page.get_by_role("region", name="The table of your link").get_by_role("button", name="Sit down").click()
    expect(anna.page.get_by_text("Everybody is seated and waits for you")).to_be_visible(timeout=WAIT_MS)
    for person in (anna, dora):  # the notice before one's first match for chips
        person.button("I understand").click()

    dora.button("Ask somebody to be friends").click()
    dora.page.get_by_label("Name of a player").fill(anna.name)
    dora.page.get_by_role("button", name="Ask", exact=True).click()
    anna.page.get_by_role("region", name="Friends").get_by_role("button", name="Yes").click()
    for person, other in ((anna, dora), (dora, anna)):
        mine = person.page.get_by_role("region", name="Friends").get_by_role("listitem")
        expect(mine).to_contain_text(re.compile(f"{other.name}(?!.*no answer)"), timeout=WAIT_MS)
        assert person.complaints == []
        person.leave()


def look_for(person: Person, game: str) -> None:
    """Look for one game, for nothing."""
    person.button("Find me a game").click()
    dialog = person.page.get_by_role("dialog", name="Find me a game")
    games = dialog.get_by_role("group", name="What would you play?")
    for chosen in games.get_by_role("checkbox", checked=True).all():
        chosen.uncheck(force=True)
    games.get_by_label(re.compile(rf"^{game}(\s*\d+ looking)?$")).check(force=True)
    dialog.get_by_role("button", name="Find me a game").click()
    expect(dialog).to_have_count(0, timeout=WAIT_MS)
