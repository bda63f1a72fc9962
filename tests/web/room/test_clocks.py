"""A longer clock, chosen where nothing is at stake and shown before one sits down; and the wait for the start."""

import re

import msgspec
from playwright.sync_api import expect

from services.contracts.client import frames
from services.contracts.lobby import open_tables
from tests.web.conftest import Enter
from tests.web.corner import seat_me
from tests.web.house import CATALOGUE, STAKES, House, now_ms, player, table
from tests.web.match import GAME
from tests.web.room.test_room import invitation

FREE = msgspec.structs.replace(
    CATALOGUE, stakes=msgspec.structs.replace(STAKES, friendly_games=[GAME.id], min_chips=200)
)


def free(house: House) -> None:
    house.catalogue = FREE


def slow(house: House) -> None:
    """A table of another player, without a stake and with five times as much time."""
    free(house)
    house.players = [player("Eleni"), player("Nikos", "invited")]
    house.tables = [msgspec.structs.replace(table("Corner", "Nikos", None, stake=0), clock_factor=5)]


def test_a_table_without_a_stake_may_be_opened_with_a_longer_clock(reenter: Enter) -> None:
    house = reenter(free)
    page = house.page
    page.get_by_role("button", name="Open a table", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Stake of each player").fill("500")
    clock = dialog.get_by_role("group", name="Time to think")
    expect(clock).to_have_count(0)
    dialog.get_by_role("button", name="Friendly").click()
    expect(clock.get_by_role("radio", name="As usual")).to_be_checked()
    expect(clock.get_by_role("radio")).to_have_count(4)
    clock.get_by_text("× 10").click()
    expect(clock).to_contain_text("With more time than usual ratings do not change.")
    dialog.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("region", name="Your table")).to_contain_text("time × 10")
    asked = house.wait_for(frames.CreateTableFrame)
    assert (asked.stake_chips, asked.clock_factor, asked.timed) == (0, 10, False)


def test_practice_has_no_clock_the_usual_one_or_a_longer_one(reenter: Enter) -> None:
    house = reenter(free)
    page = house.page
    page.get_by_role("button", name="Open a table", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("The computer").click()
    clock = dialog.get_by_role("group", name="Time to think")
    expect(clock.get_by_role("radio", name="No clock")).to_be_checked()
    clock.get_by_text("× 2").click()
    dialog.get_by_role("button", name="Play", exact=True).click()
    asked = house.wait_for(frames.CreateTableFrame)
    assert (asked.clock_factor, asked.timed, bool(asked.bots)) == (2, True, True)


def test_a_refused_clock_says_which_there_are(reenter: Enter) -> None:
    house = reenter(free)
    house.refuse["create_table"] = "clock_invalid"
    page = house.page
    page.get_by_role("button", name="Open a table", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text("twice, five or ten times as long")


def test_a_longer_clock_is_seen_in_the_list_and_in_an_invitation(reenter: Enter) -> None:
    house = reenter(slow)
    page = house.page
    expect(page.get_by_role("region", name="Tables").get_by_role("listitem").first).to_contain_text("time × 5")
    expect(page.get_by_role("button", name="Play now").first).to_contain_text("No stake · time × 5")
    asked: open_tables.Invitation = msgspec.structs.replace(invitation(), stake_chips=0, clock_factor=2)
    house.send(frames.InvitationFrame(invitation=asked, open=True))
    expect(page.get_by_role("region", name="Invitations")).to_contain_text("time × 2")


def test_a_full_table_names_its_organizer_and_how_long_it_is_kept(reenter: Enter) -> None:
    house = reenter(slow)
    page = house.page
    page.get_by_role("button", name="Sit down at “Corner”").click()
    own = page.get_by_role("region", name="Your table")
    expect(own).to_contain_text("Everybody is seated. Nikos starts the game.")
    expect(own.get_by_role("timer")).to_have_text(re.compile(r"^The table is kept for 1:5\d more\.$"))


def test_the_organizer_of_a_full_table_sees_that_all_wait(reenter: Enter) -> None:
    def full(house: House) -> None:
        line = table("Corner", "Eleni", "Nikos", stake=0, state="ready")
        line = msgspec.structs.replace(line, organizer=house.me.account, closes_at_ms=now_ms() + 20_000)
        house.tables = [line]
        house.seated = line.table

    page = reenter(full).page
    own = page.get_by_role("region", name="Your table")
    expect(own).to_contain_text("Everybody is seated and waits for you: press Start.")
    expect(own.get_by_role("timer")).to_have_attribute("data-late", "true")


def test_the_result_says_that_a_longer_clock_changes_no_ratings(enter: Enter) -> None:
    house = enter(seat_me)
    expect(house.page.get_by_role("grid")).to_be_visible()
    match = house.match
    assert match is not None
    match.end("won", [0])
    assert match.result is not None
    match.result = msgspec.structs.replace(match.result, unrated="clock")
    house.show()
    expect(house.page.get_by_text("Ratings do not change: the clock was longer than usual.")).to_be_visible()
