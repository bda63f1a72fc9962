"""Whoever goes by keys or by ear stays where they were when the control that had the focus is gone."""

import pytest
from playwright.sync_api import expect

from services.contracts.client import frames
from services.contracts.lobby.people import friends
from tests.web.conftest import Enter
from tests.web.house import House
from tests.web.room.test_friends import friend, with_friends
from tests.web.room.test_room import invitation

pytestmark = pytest.mark.browser


def _is_in(house: House, region: str) -> None:
    """The focus is in the part of the page, and not on a control that a second press would set off."""
    focused = house.page.get_by_role("region", name=region).locator(":focus")
    expect(focused).to_have_count(1)
    assert focused.evaluate("(element) => element.tagName") in {"H2", "H3", "SECTION"}


def test_a_button_that_takes_its_line_away_leaves_the_focus_in_its_part(enter: Enter) -> None:
    house = enter(with_friends)
    rows = house.page.get_by_role("region", name="Friends").get_by_role("listitem")
    answers = {
        "Yes": ("me/friends/a-carmen", ["Dina", "Nikos", "Carmen"], ["Zoe"]),
        "Take back what you asked Zoe": ("me/friends/a-zoe", ["Dina", "Nikos", "Carmen"], []),
        "Take Nikos off your friends": ("me/friends/a-nikos", ["Dina", "Carmen"], []),
    }
    for button, (path, left, asked) in answers.items():
        house.more[path] = house.more[f"DELETE {path}"] = friends.Friends(
            friends=[friend(name) for name in left], asking=[], asked=[friend(name) for name in asked], most=200
        )
        pressed = rows.get_by_role("button", name=button, exact=True)
        pressed.press("Enter")
        expect(pressed).to_have_count(0)
        _is_in(house, "Friends")


def test_an_invitation_that_is_withdrawn_leaves_the_focus_on_the_page(enter: Enter) -> None:
    house = enter()
    page = house.page
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    house.send(frames.InvitationFrame(invitation=invitation(), open=True))
    answer = page.get_by_role("region", name="Invitations").get_by_role("button", name="I'm coming")
    answer.focus()
    page.keyboard.press("Shift")
    house.send(frames.InvitationFrame(invitation=invitation(), open=False))
    expect(answer).to_have_count(0)
    expect(page.locator("h1:focus, h2:focus, section:focus, main:focus")).to_have_count(1)


def test_a_control_that_could_not_be_pressed_for_a_while_gets_the_focus_back(enter: Enter) -> None:
    page = enter().page
    button = page.get_by_role("button", name="Open a table", exact=True)
    button.focus()
    page.keyboard.press("Shift")
    button.evaluate("(element) => { element.disabled = true; }")
    expect(button).not_to_be_focused()
    button.evaluate("(element) => { element.disabled = false; }")
    expect(button).to_be_focused()


def test_a_pointer_leads_the_focus_nowhere(enter: Enter) -> None:
    page = enter().page
    button = page.get_by_role("button", name="Open a table", exact=True)
    page.mouse.down()
    button.focus()
    button.evaluate("(element) => { element.disabled = true; }")
    expect(button).not_to_be_focused()
    button.evaluate("(element) => { element.disabled = false; }")
    page.evaluate("new Promise((then) => setTimeout(then, 200))")
    expect(button).not_to_be_focused()
