"""Lists, conversations and menus of a room in which others come and go: nothing moves under a hand, nothing leaks."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from services.contracts.client import frames
from services.contracts.lobby.people import friends
from tests.web.conftest import PHONE, Enter
from tests.web.corner import seat_me
from tests.web.house import House, player, say, table
from tests.web.lively import wait_for_frames
from tests.web.match import DAWN_MS
from tests.web.room.test_room import invitation

pytestmark = pytest.mark.browser


def _crowd(house: House) -> None:
    """Between those who are here, others come and go."""
    house.players += [
        msgspec.structs.replace(player(f"Guest{number:02}"), login_at_ms=DAWN_MS + number) for number in range(12)
    ]
    house.tables = [
        msgspec.structs.replace(
            table(f"Table{number:02}", f"Guest{number:02}", "Zoe", state="started"), created_at_ms=DAWN_MS + number
        )
        for number in range(8)
    ]
    friend = friends.Friend(account="a-guest09", name="Guest09", at_ms=DAWN_MS)
    house.more["me/friends"] = friends.Friends(friends=[friend], asking=[], asked=[], most=200)


def _tables(page: Page) -> Locator:
    return page.get_by_role("region", name="Tables").get_by_role("listitem").filter(has_text="Table05")


def _people(page: Page) -> Locator:
    return page.get_by_role("region", name="People").get_by_role("listitem").filter(has_text="Guest05")


def _upsets(house: House) -> None:
    """Above what is looked at, somebody comes, changes and goes."""
    first = msgspec.structs.replace(table("Aaa", "Zoe", None, stake=900_000), created_at_ms=1)
    early = msgspec.structs.replace(player("Aaa"), login_at_ms=1)
    second = msgspec.structs.replace(house.tables[1], seats=[house.tables[1].seats[0]] * 2)
    house.send(
        frames.TablesFrame(changed=[first, second], gone=[house.tables[2].table]),
        frames.PlayersFrame(changed=[early, player("Guest09", "playing")], gone=["a-guest02", "a-guest03"]),
    )


@pytest.mark.parametrize("line", [_tables, _people])
def test_what_the_pointer_is_over_stays_there_until_it_leaves(enter: Enter, line: Callable[[Page], Locator]) -> None:
    house = enter(_crowd)
    page = house.page
    expect(line(page)).to_be_visible()
    line(page).scroll_into_view_if_needed()
    line(page).hover()
    wait_for_frames(page, 2)
    before = line(page).bounding_box()
    _upsets(house)
    wait_for_frames(page, 40)
    assert line(page).bounding_box() == before

    page.mouse.move(640, 400)
    order = page.get_by_role("region", name="People").locator("ul").last.get_by_role("listitem")
    expect(order.first).to_contain_text("Aaa")
    expect(page.get_by_text("Guest02")).to_have_count(0)
    expect(page.get_by_role("region", name="Tables").get_by_role("listitem").first).to_contain_text("900,000")


@pytest.mark.parametrize("line", [_tables, _people])
def test_what_a_finger_presses_stays_below_it(enter: Enter, line: Callable[[Page], Locator]) -> None:
    house = enter(_crowd, has_touch=True)
    page = house.page
    expect(line(page)).to_be_visible()
    line(page).scroll_into_view_if_needed()
    box = line(page).bounding_box()
    assert box is not None
    touch = page.context.new_cdp_session(page)
    at = {"x": box["x"] + 20, "y": box["y"] + box["height"] / 2}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    wait_for_frames(page, 2)
    before = line(page).bounding_box()
    _upsets(house)
    wait_for_frames(page, 20)
    assert line(page).bounding_box() == before
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.get_by_text("Guest02")).to_have_count(0)


def test_the_line_with_the_keyboards_focus_keeps_focus_and_place_also_when_it_has_gone(enter: Enter) -> None:
    house = enter(_crowd)
    page = house.page
    watch = page.get_by_role("button", name="Watch “Tic-tac-toe Table05”").or_(
        page.get_by_role("button", name="Watch “Table05")
    )
    expect(watch.first).to_be_visible()
    page.get_by_role("button", name="Report Guest05").last.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    focused = page.locator(":focus")
    wait_for_frames(page, 2)
    before = focused.bounding_box()
    house.send(frames.PlayersFrame(changed=[], gone=["a-guest05"]))
    _upsets(house)
    wait_for_frames(page, 30)
    assert focused.bounding_box() == before
    expect(focused).to_have_attribute("aria-label", "Report Guest05")
    expect(_people(page)).to_contain_text("away")


def test_an_invitation_does_not_push_a_button_away_while_it_is_pressed(enter: Enter) -> None:
    house = enter()
    page = house.page
    button = page.get_by_role("button", name="Tic-tac-toe: play with people")
    button.hover()
    page.mouse.down()
    wait_for_frames(page, 1)
    before = button.bounding_box()
    house.send(frames.InvitationFrame(invitation=invitation(), open=True))
    wait_for_frames(page, 5)
    assert button.bounding_box() == before
    page.mouse.up()
    expect(page.get_by_role("dialog", name="Open a table")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="I'm coming").first).to_be_visible()


def _talk(house: House) -> None:
    house.chat = [say("Nikos", f"line {number}", number) for number in range(200)]


LOG = "document.querySelector('[role=log]')"


def test_a_reader_of_earlier_lines_stays_there_and_one_at_the_end_follows(enter: Enter) -> None:
    house = enter(_talk)
    page = house.page
    log = page.get_by_role("log")
    expect(log.get_by_text("line 199", exact=True)).to_be_visible()
    at_end = f"() => {LOG}.scrollHeight - {LOG}.scrollTop - {LOG}.clientHeight < 2"
    wait_for_frames(page)
    assert page.evaluate(at_end)

    page.evaluate(f"{LOG}.scrollTop = {LOG}.scrollHeight / 2")
    wait_for_frames(page, 2)
    page.evaluate(
        f"""() => {{
            const isBelow = (each) => each.offsetTop > {LOG}.scrollTop + {LOG}.offsetTop;
            window.line = [...{LOG}.children].find(isBelow);
        }}"""
    )
    before = page.evaluate("window.line.getBoundingClientRect().top")
    wait_for_frames(page, 40)
    assert abs(page.evaluate("window.line.getBoundingClientRect().top") - before) < 1

    page.get_by_label("Your message").fill("I am here")
    page.keyboard.press("Enter")
    expect(log.get_by_text("I am here")).to_be_visible()
    page.wait_for_function(at_end)  # others write meanwhile: a line can be there a frame before the list has moved


def test_marked_lines_stay_marked_and_in_sight_while_others_write(enter: Enter) -> None:
    page = enter(_talk).page
    expect(page.get_by_text("line 199", exact=True)).to_be_visible()
    mark = f"""() => {{
        const line = [...{LOG}.querySelectorAll("p")].find((each) => each.textContent.includes("line 198"));
        getSelection().selectAllChildren(line);
        return [String(getSelection()), {LOG}.scrollTop];
    }}"""
    before = page.evaluate(mark)
    wait_for_frames(page)
    text, top = page.evaluate(f"[String(getSelection()), {LOG}.scrollTop]")
    assert text == before[0]
    assert page.evaluate(f"{LOG}.scrollTop < {LOG}.scrollHeight - {LOG}.clientHeight") and top <= before[1]


@pytest.mark.parametrize("path", ["/", "table"])
def test_what_is_typed_in_the_chat_keeps_focus_and_caret_while_lines_come(enter: Enter, path: str) -> None:
    house = enter(_nothing if path == "/" else seat_me, viewport=PHONE, has_touch=True)
    page = house.page
    if path == "/":
        page.get_by_role("button", name="People", exact=True).click()
    else:
        page.get_by_role("button", name="Chat").click()
    field = page.get_by_label("Your message")
    field.tap()
    page.evaluate("() => { window.lost = 0; document.activeElement.onblur = () => { window.lost += 1; }; }")
    page.keyboard.type("Kalimera")
    field.evaluate("(input) => input.setSelectionRange(4, 4)")
    wait_for_frames(page)
    page.keyboard.type("-")
    expect(field).to_have_value("Kali-mera")
    assert page.evaluate("window.lost") == 0, "a phone's keyboard would have gone down"


def _nothing(_house: House) -> None:
    """A house as it is."""


@pytest.mark.parametrize("prepare", [_nothing, seat_me])
def test_a_menu_stays_open_and_keeps_the_focus(enter: Enter, prepare: Callable[[House], None]) -> None:
    page = enter(prepare).page
    opener = page.get_by_label("Your account" if prepare is _nothing else "Menu")
    opener.click()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.evaluate("window.kept = document.activeElement")
    wait_for_frames(page)
    assert page.evaluate("document.activeElement === window.kept")
    expect(opener).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Escape")
    expect(opener).to_be_focused()


COUNT = """() => {
    const counts = { listeners: 0, timers: 0 };
    const add = EventTarget.prototype.addEventListener, remove = EventTarget.prototype.removeEventListener;
    const counting = (original, by) => function (...how) { counts.listeners += by; return original.apply(this, how); };
    EventTarget.prototype.addEventListener = counting(add, 1);
    EventTarget.prototype.removeEventListener = counting(remove, -1);
    const [every, stop] = [window.setInterval, window.clearInterval];
    window.setInterval = (...how) => { counts.timers += 1; return every(...how); };
    window.clearInterval = (id) => { if (id !== undefined) counts.timers -= 1; return stop(id); };
    window.counts = counts;
}"""
PLACES: dict[str, tuple[Any, str]] = {
    "room": (_crowd, "/"),
    "table": (seat_me, "/"),
    "wallet": (_nothing, "/wallet"),
    "statistics": (_nothing, "/matches"),
}


@pytest.mark.parametrize("place", PLACES)
def test_listeners_and_timers_do_not_grow_with_what_happens(enter: Enter, place: str) -> None:
    prepare, path = PLACES[place]
    page = enter(prepare, path=path).page
    wait_for_frames(page, 130)  # once through the stream: lines that stand here have come
    page.evaluate(COUNT)
    wait_for_frames(page, 120)
    counts = page.evaluate("window.counts")
    assert abs(counts["listeners"]) <= 3 and abs(counts["timers"]) <= 3, counts
    sizes = page.evaluate("document.querySelectorAll('*').length")
    wait_for_frames(page, 120)
    assert page.evaluate("document.querySelectorAll('*').length") <= sizes + 1_500
