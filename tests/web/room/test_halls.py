"""A full room is divided into halls: which one this is, and the way to another (services/lobby/RULES.md §18)."""

import msgspec
import pytest
from playwright.sync_api import expect

from services.contracts.client import frames
from services.contracts.lobby.halls import HallLine
from tests.web.conftest import Enter
from tests.web.house import House, player, say, table

pytestmark = pytest.mark.browser


def second_hall(house: House) -> None:
    """Eleni is in the second of two halls."""
    house.players = [player("Eleni"), player("Nikos")]
    house.chat = [say("Nikos", "Good evening", 1)]
    house.hall = 2
    house.halls = [HallLine(hall=1, players=400), HallLine(hall=2, players=1)]
    house.in_hall = first_hall


def first_hall(house: House) -> None:
    """Carmen is there, and the table that was elsewhere before."""
    house.players, house.chat = [player("Carmen"), player("Eleni")], []
    house.tables = house.elsewhere


@pytest.mark.quiet_room("it counts who is in the hall")
def test_one_sees_which_hall_one_is_in_and_goes_to_another(enter: Enter) -> None:
    house = enter(second_hall)
    people = house.page.get_by_role("region", name="People")
    choice = people.get_by_role("combobox", name="Hall")
    expect(choice.locator("option")).to_have_text(["Hall 1 · 400 players", "Hall 2 · 2 players"])
    expect(choice).to_have_value("2")
    expect(people).to_contain_text("Good evening")
    choice.select_option("1")
    expect(choice).to_have_value("1")
    expect(people).to_contain_text("Carmen")
    expect(people).not_to_contain_text("Nikos")
    expect(people).not_to_contain_text("Good evening")


def test_a_link_to_a_table_of_another_hall_shows_the_way_there(enter: Enter) -> None:
    def elsewhere(house: House) -> None:
        second_hall(house)
        house.elsewhere = [msgspec.structs.replace(table("Corner", "Carmen", None), hall=1)]

    house = enter(elsewhere, path="/table/t-corner")
    page = house.page
    expect(page.get_by_text("It is in hall 1.")).to_be_visible()
    page.get_by_role("button", name="Go to hall 1").click()
    card = page.get_by_role("region", name="The table of your link")
    expect(card.get_by_role("button", name="Sit down").first).to_be_visible()
    expect(page.get_by_text("It is in hall 1.")).to_have_count(0)


def test_while_there_is_one_hall_nothing_is_said_of_it(enter: Enter) -> None:
    house = enter(lambda house: setattr(house, "halls", [HallLine(hall=1, players=1)]))
    expect(house.page.get_by_role("region", name="People")).to_contain_text("Eleni")
    expect(house.page.get_by_role("combobox", name="Hall")).to_have_count(0)


LEFT_OUT = ["Yiannis", "Zoe"]


def full_hall(house: House) -> None:
    """Two players are left out of the list, and come one by one for who asks."""
    house.players = [player(name) for name in ("Eleni", "Nikos", "Ana", "Ben", "Cleo", "Dora", "Fay")]
    whole = house.welcome

    def room() -> frames.RoomFrame:
        return msgspec.structs.replace(whole(), players_more=len(LEFT_OUT))

    def list_more(frame: frames.ListMoreFrame) -> None:
        number = LEFT_OUT.index(frame.after) + 1 if frame.after else 0
        after = LEFT_OUT[number] if number + 1 < len(LEFT_OUT) else None
        house.send(frames.LinesFrame(players=[player(LEFT_OUT[number])]))
        house.send(frames.DoneFrame(id=frame.id, data={"after": after}))

    vars(house).update(welcome=room, _on_list_more=list_more)


@pytest.mark.quiet_room("it counts who is in the hall")
def test_players_outside_a_full_hall_are_shown_on_demand_and_found_by_a_search(enter: Enter) -> None:
    page = enter(full_hall).page
    people = page.get_by_role("region", name="People")
    expect(people).not_to_contain_text("Zoe")
    people.get_by_role("button", name="Show 2 more players").click()
    expect(people).to_contain_text("Yiannis")
    expect(people).to_contain_text("Zoe")
    expect(people.get_by_role("button", name="more player")).to_have_count(0)
    page.reload()
    expect(people.get_by_role("button", name="Show 2 more players")).to_be_visible()
    people.get_by_role("searchbox").fill("zo")
    expect(people).to_contain_text("Zoe")
    expect(people).not_to_contain_text("Nikos")
    expect(people.get_by_role("button", name="more player")).to_have_count(0)
