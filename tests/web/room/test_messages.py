"""Messages between friends: the list, a conversation, and what comes while one is elsewhere."""

import re

import msgspec
import pytest
from playwright.sync_api import Page, expect

from services.contracts.client import frames
from services.contracts.lobby.people import friends, messages
from services.contracts.moderation import reports
from tests.web.conftest import PHONE, WIDE, Enter
from tests.web.house import ME, House, player
from tests.web.match import DAWN_MS
from tests.web.room.test_friends import friend
from tests.web.room.test_room import furnish
from tests.web.test_access import at_rest, turned

pytestmark = pytest.mark.browser

DINA = "a-dina"
SAID = ("Good morning", "Are you coming tonight?", "At eight, with Nikos. Bring your good luck, we need it this time!")


def line(number: int, text: str, *, own: bool = False, other: str = DINA) -> messages.PrivateLine:
    account, to = (ME.account, other) if own else (other, ME.account)
    return messages.PrivateLine(id=number, account=account, to=to, text=text, at_ms=DAWN_MS + number * 60_000)


def conversation(last: messages.PrivateLine, unread: int = 0) -> messages.Conversations:
    one = messages.Conversation(account=DINA, name="Dina", last=last, unread=unread)
    return messages.Conversations(conversations=[one], unread=unread)


def page_of(*lines: messages.PrivateLine, closed: str | None = None, before: int | None = None) -> messages.MessagePage:
    return messages.MessagePage(
        account=DINA, name="Dina", lines=list(lines), next_before=before, unread=0, closed=closed
    )


def with_messages(house: House) -> None:
    furnish(house)
    house.players.append(player("Dina"))
    house.more["me/friends"] = friends.Friends(friends=[friend("Dina"), friend("Zoe")], asking=[], asked=[], most=200)
    lines = [line(number, text, own=number == 2) for number, text in enumerate(SAID, 1)]
    house.more["me/conversations"] = conversation(lines[-1], unread=2)
    house.more[f"me/conversations/{DINA}"] = page_of(*lines)


def came(house: House, number: int, text: str, *, own: bool = False) -> None:
    house.send(frames.PrivateMessageFrame(line=line(number, text, own=own), name="Eleni" if own else "Dina"))


def log_of(page: Page) -> list[str]:
    return page.get_by_role("log").locator("p").all_inner_texts()


def test_messages_are_found_from_the_menu_and_from_the_list_of_friends(enter: Enter) -> None:
    house = enter(with_messages)
    page = house.page
    row = page.get_by_role("region", name="Friends").get_by_role("listitem").filter(has_text="Dina")
    expect(row.get_by_role("button", name="Write to Dina, 2 new")).to_be_visible()
    page.get_by_role("button", name="Your account, 2 new").click()
    page.get_by_role("button", name="Messages 2 new").click()
    expect(page).to_have_url(re.compile("/messages$"))
    expect(page.get_by_role("heading", name="Messages")).to_be_focused()
    listed = page.get_by_role("navigation", name="Messages")
    expect(listed.get_by_role("link").nth(0)).to_contain_text("At eight, with Nikos.")
    expect(listed.get_by_role("link").nth(1)).to_contain_text("Zoe")
    at_rest(page)
    turned(page, {"viewport": PHONE, "color_scheme": "dark"})
    at_rest(page)
    listed.get_by_role("link").nth(0).click()
    expect(page).to_have_url(re.compile(f"/messages/{DINA}$"))
    expect(listed).to_be_hidden()
    assert house.wait_for(frames.ReadFrame).up_to == 3
    at_rest(page)
    turned(page, {"viewport": WIDE, "color_scheme": "light"})
    expect(listed).to_be_visible()
    at_rest(page)


def test_a_line_is_written_and_one_that_comes_is_read_out_once(enter: Enter) -> None:
    house = enter(with_messages, path=f"/messages/{DINA}")
    page = house.page
    log = page.get_by_role("log", name="Messages with Dina")
    expect(log).to_contain_text("Good morning")
    page.get_by_role("textbox", name="Message to Dina").fill("  Yes, with pleasure ")
    page.keyboard.press("Enter")
    sent = house.wait_for(frames.WriteFrame)
    assert (sent.player, sent.text) == (DINA, "Yes, with pleasure")
    came(house, 4, "Yes, with pleasure", own=True)
    came(house, 4, "Yes, with pleasure", own=True)
    came(house, 5, "See you")
    expect(log.locator("p")).to_have_count(5)
    expect(log).to_contain_text("See you")
    expect(page.get_by_role("region", name="Notices")).to_be_empty()
    assert house.wait_for(frames.ReadFrame, 2).up_to == 5


def test_a_line_that_comes_elsewhere_is_announced_without_its_words_and_counted(enter: Enter) -> None:
    house = enter(with_messages)
    page = house.page
    expect(page.get_by_role("button", name="Your account, 2 new")).to_be_visible()
    came(house, 4, "Psst")
    notices = page.get_by_role("region", name="Notices")
    expect(notices).to_contain_text("Dina has written to you.")
    expect(notices).not_to_contain_text("Psst")
    expect(page.get_by_role("button", name="Your account, 3 new")).to_be_visible()
    house.send(frames.MessagesReadFrame(player=DINA, up_to=4))
    expect(page.get_by_role("button", name="Your account", exact=True)).to_be_visible()


def test_at_one_table_the_conversation_can_be_read_and_the_page_says_why_it_is_closed(enter: Enter) -> None:
    def together(house: House) -> None:
        with_messages(house)
        house.more[f"me/conversations/{DINA}"] = page_of(line(1, "Before"), closed="message_seated_together")

    page = enter(together, path=f"/messages/{DINA}").page
    expect(page.get_by_role("log")).to_contain_text("Before")
    expect(page.get_by_role("status").filter(has_text="While you play together")).to_be_visible()
    expect(page.get_by_role("textbox")).to_have_count(0)
    at_rest(page)


def test_a_refusal_keeps_the_words_and_a_closed_conversation_says_so(enter: Enter) -> None:
    house = enter(with_messages, path=f"/messages/{DINA}")
    page = house.page
    box = page.get_by_role("textbox", name="Message to Dina")
    house.refuse["write"] = "message_rate"
    box.fill("One more")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("enough writing for today")
    expect(box).to_have_value("One more")
    house.rest_refuses[f"me/conversations/{DINA}"] = (403, "message_not_friends")
    house.send(frames.FriendsFrame())
    expect(page.get_by_role("alert")).to_contain_text("not friends now")
    expect(page.get_by_role("log")).to_have_count(0)


def test_older_lines_come_before_the_others_when_they_are_asked_for(enter: Enter) -> None:
    def long(house: House) -> None:
        with_messages(house)
        house.more[f"me/conversations/{DINA}"] = page_of(line(3, "three"), before=3)
        house.more[f"me/conversations/{DINA}?before=3"] = page_of(line(1, "one"), line(2, "two"))

    page = enter(long, path=f"/messages/{DINA}").page
    page.get_by_role("button", name="Older messages").click()
    expect(page.get_by_role("log").locator("p")).to_have_count(3)
    assert ["one" in log_of(page)[0], "two" in log_of(page)[1], "three" in log_of(page)[2]] == [True] * 3
    expect(page.get_by_role("button", name="Older messages")).to_have_count(0)


def test_a_guest_is_led_to_an_account(enter: Enter) -> None:
    def guest(house: House) -> None:
        with_messages(house)
        house.me = msgspec.structs.replace(ME, guest=True)

    page = enter(guest, path="/messages").page
    expect(page.get_by_text("With an account you can write to yours.")).to_be_visible()
    assert page.get_by_role("textbox").count() == 0


def test_a_conversation_is_reported_with_its_room(enter: Enter) -> None:
    house = enter(with_messages, path=f"/messages/{DINA}")
    page = house.page
    house.more["reports"] = reports.Receipt(id="r", reported=DINA, category="insult", created_at_ms=DAWN_MS)
    page.get_by_role("button", name="Report Dina").click()
    page.get_by_role("dialog").get_by_role("button", name="Send").click()
    expect(page.get_by_role("dialog").get_by_role("status")).to_be_visible()
    body = next(body for path, body in house.asked if path == "reports")
    assert (body["room"], body["to"]) == ("messages", DINA)


def test_a_request_for_friendship_is_answered_on_the_page_of_messages(enter: Enter) -> None:
    def asked(house: House) -> None:
        furnish(house)
        house.more["me/friends"] = friends.Friends(friends=[], asking=[friend("Carmen")], asked=[], most=200)
        house.more["me/conversations"] = messages.Conversations(conversations=[], unread=0)
        house.more["me/friends/a-carmen"] = friends.Friends(friends=[friend("Carmen")], asking=[], asked=[], most=200)

    house = enter(asked, path="/messages")
    page = house.page
    request = page.get_by_role("navigation", name="Messages").get_by_role("listitem").filter(has_text="Carmen")
    expect(request).to_contain_text("would like to be friends")
    at_rest(page)
    turned(page, {"viewport": PHONE, "color_scheme": "light"})
    at_rest(page)
    request.get_by_role("button", name="Yes").click()
    expect(page.get_by_role("navigation", name="Messages").get_by_role("link", name="Carmen")).to_be_visible()
    house.until(lambda: ("me/friends/a-carmen", {"accept": True}) in house.asked)


def test_a_notice_does_not_lie_over_the_line_that_one_writes(enter: Enter) -> None:
    house = enter(with_messages, path=f"/messages/{DINA}", viewport=PHONE)
    page = house.page
    expect(page.get_by_label("Message to Dina")).to_be_visible()
    assert_written_beside_notice(house, "Message to Dina")
    page.get_by_role("link", name="Kafeneio").click()
    page.get_by_role("navigation").get_by_role("button", name="People").click()
    assert_written_beside_notice(house, "Your message")


def assert_written_beside_notice(house: House, label: str) -> None:
    house.send(frames.FriendsFrame(news="accepted", name="Zoe"))
    notice = house.page.get_by_role("region", name="Notices").get_by_text("Zoe is now your friend.").last
    expect(notice).to_be_visible()
    lies, writes = notice.bounding_box(), house.page.get_by_label(label).bounding_box()
    assert lies is not None
    assert writes is not None
    ends, begins = lies["y"] + lies["height"], writes["y"]
    assert ends <= begins or lies["y"] >= begins + writes["height"], (lies, writes)
