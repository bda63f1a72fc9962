"""What the Administrator has written: it opens by itself, and stays in the menu."""

import pytest
from playwright.sync_api import expect

from services.contracts.client import frames
from tests.web.conftest import Enter
from tests.web.house import House, letter

pytestmark = pytest.mark.browser


def verbs(house: House) -> list[str]:
    """The requests about messages, in order."""
    return [path for path, _ in house.asked if path.startswith("messages/")]


def test_unread_messages_open_the_oldest_first_and_a_warning_asks_for_a_word(enter: Enter) -> None:
    house = enter(lambda house: setattr(house, "messages", [letter(1, "New chairs"), letter(2, "Be kind", "warning")]))
    page = house.page
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="New chairs")).to_be_visible()
    expect(dialog).to_contain_text("all of it <b>plain</b>.")
    expect(dialog).to_contain_text("1 more message")
    dialog.get_by_role("button", name="Next message").click()
    expect(dialog.get_by_role("heading", name="Be kind")).to_be_visible()
    dialog.get_by_role("button", name="I have understood").click()
    expect(dialog).to_have_count(0)
    house.until(lambda: verbs(house) == ["messages/m1/read", "messages/m2/acknowledge"])


def test_a_message_that_comes_while_one_is_here_opens_at_once(enter: Enter) -> None:
    house = enter()
    expect(house.page.get_by_role("heading", name="Good to see you, Eleni.")).to_be_visible()
    house.messages = [letter(1, "Closing early")]
    house.send(frames.MessageFrame(message=house.messages[0]))
    dialog = house.page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="Closing early")).to_be_visible()
    house.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    house.until(lambda: verbs(house) == ["messages/m1/read"])


def test_a_warning_put_away_waits_in_the_menu_to_be_acknowledged(enter: Enter) -> None:
    house = enter(lambda house: setattr(house, "messages", [letter(2, "Be kind", "warning")]))
    page = house.page
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("button", name="Messages from the house").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="Be kind")).to_be_visible()
    dialog.get_by_role("button", name="I have understood").click()
    expect(dialog).to_contain_text("Understood on")
    expect(dialog.get_by_role("button", name="I have understood")).to_have_count(0)
