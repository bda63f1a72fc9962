"""What a card costs a slow phone: which boxes the browser lays out anew for it, and how many elements it styles.

Counted from the browser's own trace, so it is the same on every machine; what it takes in time is measured by
`make bench-client`.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import PHONE, Enter
from tests.web.games.pilotta import HANDS, Cards, moment, sit
from tests.web.house import House

pytestmark = pytest.mark.browser

CATEGORIES = ["devtools.timeline"]
PAGE_DEPTH = 1
"""Of the page itself among the roots of what is laid out."""
STYLED_MAX = 30
"""Elements that may be styled anew for a card of somebody else: the card itself, two plates, some words."""
SETTLED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))"
FOLLOWED = moment(phase="tricks", dealer=0, trump="h", taker=0, value=110, hands=HANDS, lead=1, turn=1)


class Cost(NamedTuple):
    """What the browser has done meanwhile."""

    root_depths: list[int]
    """Of every layout the depths of the boxes where it began."""
    styled: int
    """So many elements in all."""


@contextmanager
def traced(page: Page) -> Iterator[Callable[[], Cost]]:
    """What happens inside costs what the function then says."""
    assert page.context.browser is not None
    session = page.context.browser.new_browser_cdp_session()
    events: list[dict[str, Any]] = []
    ended: list[Any] = []
    session.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    session.on("Tracing.tracingComplete", lambda data: ended.append(data))
    page.evaluate(SETTLED)
    session.send("Tracing.start", {"traceConfig": {"includedCategories": CATEGORIES}})
    yield lambda: cost_of(events)
    page.evaluate(SETTLED)
    session.send("Tracing.end")
    while not ended:
        page.evaluate("0")
    session.detach()


def cost_of(events: list[dict[str, Any]]) -> Cost:
    """What a trace says."""
    layouts = [one["args"].get("endData", {}) for one in events if one["name"] == "Layout" and one["ph"] == "X"]
    styles = [one["args"] for one in events if one["name"] == "UpdateLayoutTree" and one["ph"] == "X"]
    depths = [root["depth"] for data in layouts for root in data.get("layoutRoots", [])]
    return Cost(depths, sum(args.get("elementCount", 0) for args in styles))


def plays(house: House, seat: int) -> str:
    """Somebody else plays what the computer would; returns the card."""
    assert isinstance(house.match, Cards)
    match = house.match
    game: Any = match.game
    move = game.bot(game.view(match.state, seat), match.chance)
    house.send(match.update(*match.act(seat, move)))
    return str(move.card)


@pytest.mark.quiet_room("what others do in the room would be counted too")
def test_a_card_of_another_player_lays_out_the_table_alone_and_styles_little(enter: Enter) -> None:
    house = enter(lambda made: sit(made, begins=FOLLOWED, idle=True), viewport=PHONE)
    page = house.page
    expect(page.locator("[data-own]")).to_have_count(8)
    plays(house, 1)
    expect(page.locator("[data-laid]")).to_have_count(1)
    with traced(page) as cost:
        card = plays(house, 2)
        expect(page.locator(f"[data-laid='{card}']")).to_be_visible()
    found = cost()
    assert found.root_depths
    assert PAGE_DEPTH not in found.root_depths
    assert found.styled <= STYLED_MAX
