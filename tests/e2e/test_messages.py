"""Two friends write to each other from two pages, over real processes; while they play together they cannot."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.e2e.house import House
from tests.e2e.person import WAIT_MS, Person
from tests.e2e.test_find_a_game import look_for

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}
_ASK = """async ([method, path, body]) => {
  const token = Object.values(localStorage).join(' ').match(/[A-Za-z0-9_-]{43}/)[0];
  const headers = {authorization: `Bearer ${token}`, 'content-type': 'application/json'};
  const answer = await fetch(path, {method, headers, body: body && JSON.stringify(body)});
  return answer.json();
}"""
_WRITE = """([player, text]) => new Promise((resolve) => {
  const token = Object.values(localStorage).join(' ').match(/[A-Za-z0-9_-]{43}/)[0];
  const socket = new WebSocket(location.origin.replace('http', 'ws') + '/ws');
  const send = (frame) => socket.send(JSON.stringify(frame));
  socket.onopen = () => send({t: 'hello', token, protocol: 1});
  socket.onmessage = ({data}) => {
    const frame = JSON.parse(data);
    if (frame.t === 'room') send({t: 'write', id: 'message-1', player, text});
    if (frame.id === 'message-1') resolve(frame);
  };
})"""


def ask(person: Person, method: str, path: str, body: Any = None) -> Any:
    return person.page.evaluate(_ASK, [method, path, body])


def befriend(one: Person, other: Person) -> None:
    ask(one, "POST", "/api/me/friends", {"name": other.name})
    ask(other, "POST", "/api/me/friends", {"name": one.name})
    for person, friend in ((one, other), (other, one)):
        assert [each["name"] for each in ask(person, "GET", "/api/me/friends")["friends"]] == [friend.name]


def open_messages(person: Person, friend: Person) -> Locator:
    """Go to the conversation with a friend by the account menu; returns its log."""
    person.button("Your account").click()
    person.button("Messages").click()
    person.page.get_by_role("navigation", name="Messages").get_by_role("link", name=friend.name).click()
    log = person.page.get_by_role("log", name=f"Messages with {friend.name}")
    expect(log).to_be_visible(timeout=WAIT_MS)
    return log


def write(person: Person, text: str) -> None:
    person.page.get_by_role("textbox", name=re.compile("^Message to")).fill(text)
    person.page.keyboard.press("Enter")


def test_two_friends_write_from_two_pages_and_not_while_they_play_together(house: House, browser: Browser) -> None:
    anna = Person(browser, house.url, "anna", **PHONE).register()
    bill = Person(browser, house.url, "bill").register()
    befriend(anna, bill)
    log = open_messages(anna, bill)
    write(anna, "Shall we play at eight?")
    expect(log).to_contain_text("Shall we play at eight?", timeout=WAIT_MS)

    expect(bill.page.get_by_role("region", name="Notices")).to_contain_text(f"{anna.name} has written to you.")
    theirs = open_messages(bill, anna)
    expect(theirs).to_contain_text("Shall we play at eight?", timeout=WAIT_MS)
    write(bill, "With pleasure")
    expect(log).to_contain_text("With pleasure", timeout=WAIT_MS)
    for person in (anna, bill):
        person.page.reload()
        expect(person.page.get_by_role("log")).to_contain_text("With pleasure", timeout=WAIT_MS)
        person.page.goto(house.url)

    for person in (anna, bill):
        look_for(person, "Tic-tac-toe")
    for person in (anna, bill):
        expect(person.page.get_by_role("gridcell").first).to_be_visible(timeout=WAIT_MS)
    account = bill.me()["account"]["account"]
    anna.page.goto(f"{house.url}/messages/{account}")
    expect(anna.page.get_by_text("While you play together")).to_be_visible(timeout=WAIT_MS)
    expect(anna.page.get_by_role("log")).to_contain_text("With pleasure")
    assert anna.complaints == bill.complaints == []
    refused = anna.page.evaluate(_WRITE, [account, "I have the ace"])
    assert (refused["t"], refused["error"]) == ("refused", "message_seated_together")
    assert ask(bill, "GET", f"/api/me/conversations/{anna.me()['account']['account']}")["lines"][-1]["text"] == (
        "With pleasure"
    )
    for person in (anna, bill):
        person.leave()
