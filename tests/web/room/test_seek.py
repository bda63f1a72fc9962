"""Looking for a game: the dialog, the bar that shows the wait, and the end."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from services.contracts.client import frames
from services.contracts.lobby import seeks
from tests.web.conftest import PHONE, WIDE, Enter
from tests.web.house import House
from tests.web.match import now_ms
from tests.web.site import Asked
from tests.web.test_access import at_rest, turned

pytestmark = pytest.mark.browser


def looking(**fields: Any) -> seeks.Seeks:
    """A search for tic-tac-toe that has gone on for a minute."""
    usual: dict[str, Any] = {
        "games": [seeks.SeekGame(game="tictactoe")],
        "stakes_chips": [200, 500],
        "since_ms": now_ms() - 65_000,
        "until_ms": now_ms() + 500_000,
        "width_elo": 160,
        "waiting": 2,
        "expected_ms": 130_000,
    }
    line = seeks.SeekLine(game="tictactoe", options={"size": 3}, stake_chips=200, seats=2, players=3)
    return seeks.Seeks(seek=seeks.Seek(**usual | fields), waiting=[line], wait_max_s=1_800)


def one_search() -> Callable[[Asked], seeks.Seeks]:
    """A platform that keeps what was asked of it last: no search at first."""
    kept = [msgspec.structs.replace(looking(), seek=None)]

    def answer(asked: Asked) -> seeks.Seeks:
        if asked.method == "PUT":
            kept[0] = looking()
        if asked.method == "DELETE":
            kept[0] = msgspec.structs.replace(looking(), seek=None)
        return kept[0]

    return answer


def test_a_search_is_chosen_once_and_its_wait_is_shown_until_it_ends(enter: Enter) -> None:
    house: House = enter()
    page = house.page
    page.get_by_role("button", name="Find me a game").first.click()
    dialog = page.get_by_role("dialog", name="Find me a game")
    dialog.get_by_text("500", exact=True).click()
    dialog.get_by_text("5 minutes").click()
    at_rest(page)
    house.more["me/seek"] = one_search()
    dialog.get_by_role("button", name="Find me a game").click()
    expect(dialog).to_have_count(0)
    house.until(lambda: any(path == "me/seek" and body for path, body in house.asked))
    (body,) = [body for path, body in house.asked if path == "me/seek" and body]
    assert body == {"games": [{"game": "tictactoe"}], "stakes_chips": [200, 500], "wait_s": 300}

    bar = page.get_by_role("region", name="Your search for a game")
    expect(bar).to_contain_text("Tic-tac-toe · 200 and 500")
    expect(bar).to_contain_text("2 others are looking · today it took about 2 minutes · ratings up to 160 points away")
    expect(bar.get_by_role("timer")).to_contain_text("1:")
    turned(page, {"viewport": PHONE, "color_scheme": "dark"})
    at_rest(page)
    turned(page, {"viewport": WIDE, "color_scheme": "light"})
    expect(page.get_by_role("button", name="Find me a game")).to_have_count(0)

    bar.get_by_role("button", name="Change").click()
    expect(dialog.get_by_label("500")).to_be_checked()
    expect(dialog).to_contain_text("3 looking")
    page.keyboard.press("Escape")
    bar.get_by_role("button", name="Stop looking").click()
    expect(bar).to_have_count(0)

    page.get_by_role("button", name="Find me a game Tic-tac-toe · 200 and 500").click()
    expect(bar).to_be_visible()
    expect(dialog).to_have_count(0)
    house.until(lambda: [body for path, body in house.asked if path == "me/seek" and body] == [body, body])


def test_a_search_without_a_match_and_a_refused_one_show_the_reason(enter: Enter) -> None:
    def search(house: House) -> None:
        house.more["me/seek"] = looking(waiting=0, expected_ms=None, width_elo=None)

    house = enter(search, viewport=PHONE)
    page = house.page
    bar = page.get_by_role("region", name="Your search for a game")
    expect(bar).to_contain_text("nobody else is looking yet · any rating")
    house.more["me/seek"] = msgspec.structs.replace(looking(), seek=None)
    house.send(frames.SeekEndedFrame(reason="expired"))
    expect(bar).to_have_count(0)
    expect(page.get_by_role("region", name="Notices")).to_contain_text("Nobody was found in the time you gave.")

    page.get_by_role("button", name="Find me a game").first.click()
    house.rest_refuses["me/seek"] = (409, "insufficient_chips")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Find me a game").click()
    expect(dialog.get_by_role("alert")).to_be_visible()
