"""Two questions about one thing are on the way and the earlier is answered last: the page shows what is true now."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from services.contracts.client import frames
from services.contracts.lobby.people import calls, friends
from tests.web.conftest import Enter
from tests.web.house import House
from tests.web.room.test_calls import call, waiting
from tests.web.room.test_friends import friend
from tests.web.room.test_messages import DINA, SAID, came, with_messages

pytestmark = pytest.mark.browser


class Overtaking:
    """Keeps back the next answer to a path until the one after it is on the page."""

    def __init__(self, page: Page, path: str) -> None:
        self._page = page
        self._pattern = f"**/api/{path}"
        self.kept: tuple[Route, APIResponse] | None = None
        self.passed = 0
        page.route(self._pattern, self._on)

    def _on(self, route: Route) -> None:
        answer = route.fetch()
        if self.kept is None:
            self.kept = route, answer
        else:
            route.fulfill(response=answer)
            self.passed += 1

    def let_go(self) -> None:
        assert self.kept is not None
        route, answer = self.kept
        with self._page.expect_response(self._pattern):
            route.fulfill(response=answer)
        self._page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def overtake(house: House, path: str, change: Callable[[], Any]) -> Overtaking:
    """Something changes twice: the page asks twice, and has only the second answer, of after the change."""
    overtaking = Overtaking(house.page, path)
    house.send(frames.FriendsFrame())
    house.until(lambda: overtaking.kept is not None)
    change()
    house.send(frames.FriendsFrame())
    house.until(lambda: overtaking.passed > 0)
    return overtaking


def test_a_former_friend_does_not_come_back(enter: Enter) -> None:
    house = enter(with_messages)
    rows = house.page.get_by_role("region", name="Friends").get_by_role("listitem")
    expect(rows.filter(has_text="Zoe")).to_have_count(1)

    def change() -> None:
        house.more["me/friends"] = friends.Friends(friends=[friend("Dina")], asking=[], asked=[], most=200)

    overtaking = overtake(house, "me/friends", change)
    expect(rows.filter(has_text="Zoe")).to_have_count(0)
    overtaking.let_go()
    expect(rows.filter(has_text="Zoe")).to_have_count(0)


def test_an_invitation_that_was_answered_does_not_come_back(enter: Enter) -> None:
    house = enter(waiting)
    rows = house.page.get_by_role("region", name="Invitations that wait").get_by_role("listitem")
    expect(rows).to_have_count(3)

    def change() -> None:
        house.more["me/calls"] = calls.Calls(sent=[], received=[call()], most=10)

    overtaking = overtake(house, "me/calls", change)
    expect(rows).to_have_count(1)
    overtaking.let_go()
    expect(rows).to_have_count(1)


def test_a_conversation_that_was_closed_stays_closed(enter: Enter) -> None:
    house = enter(with_messages, path=f"/messages/{DINA}")
    expect(house.page.get_by_role("log")).to_contain_text("Good morning")

    def change() -> None:
        house.rest_refuses[f"me/conversations/{DINA}"] = (403, "message_not_friends")

    overtaking = overtake(house, f"me/conversations/{DINA}", change)
    expect(house.page.get_by_role("alert")).to_contain_text("not friends now")
    overtaking.let_go()
    expect(house.page.get_by_role("alert")).to_contain_text("not friends now")
    expect(house.page.get_by_role("log")).to_have_count(0)


def test_a_line_that_comes_while_the_page_is_asked_for_stays(enter: Enter) -> None:
    house = enter(with_messages, path=f"/messages/{DINA}")
    log = house.page.get_by_role("log")
    expect(log.locator("p")).to_have_count(len(SAID))
    overtaking = Overtaking(house.page, f"me/conversations/{DINA}")
    house.send(frames.FriendsFrame())
    house.until(lambda: overtaking.kept is not None)
    came(house, 9, "See you")
    expect(log).to_contain_text("See you")
    overtaking.let_go()
    expect(log.locator("p")).to_have_count(len(SAID) + 1)
    expect(house.page.get_by_role("navigation", name="Messages")).to_contain_text("See you")


def check_is_due(house: House) -> None:
    house.wallet.card = msgspec.structs.replace(house.wallet.card, check_due=True)


def test_a_reality_check_that_was_put_away_does_not_come_back(enter: Enter) -> None:
    house = enter(check_is_due)
    page = house.page
    check = page.get_by_role("dialog")
    expect(check).to_be_visible()
    overtaking = Overtaking(page, "care")
    house.send(frames.TokenFrame(token="an0ther"))
    house.until(lambda: overtaking.kept is not None)
    page.keyboard.press("Escape")
    expect(check).to_have_count(0)
    overtaking.let_go()
    expect(check).to_have_count(0)
