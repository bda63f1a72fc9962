"""Tables of koum-kan, thanasis and dynamitis for the page's tests, and how a person plays there."""

import re
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Page

from services.contracts.client import frames
from services.contracts.tables import catalogue as tables
from services.kernel.refusal import Refusal
from tests import conformance
from tests.web.games import meld_match
from tests.web.games.meld_match import Mouse, button, cards, numbered
from tests.web.games.pilotta import PEOPLE
from tests.web.games.test_pilotta import moved
from tests.web.house import House

SEATS = [2, 3, 4, 5, 6]
TARGETS = [51, 101, 151, 201, 301, 501]
SIX = (*PEOPLE, "Eva", "Fay")
LISTED = ("discard", "stock")
DRAWING = {"stock": "^Draw a card", "discard": "^Take the discard"}


def info(game: str) -> tables.GameInfo:
    """The catalogue's entry."""
    return tables.GameInfo(
        game=game,
        seats=[4, 2, 3, 5, 6],
        options={"seats": SEATS, "target_score": TARGETS},
        sides=[[0], [1], [2], [3]],
        clock_policy="move_clock",
        return_policy="budget",
        leave_policy="eliminate",
        house_banked=False,
        rules=1,
    )


def moment(game: str = "koumkan", options: dict[str, Any] | None = None, **names: Any) -> Any:
    """A state in the names of the rules; cards as texts with spaces, hands in the order of seats, melds by owner."""
    names["hands"] = {str(seat): hand.split() for seat, hand in enumerate(names["hands"])}
    table: Mapping[int, tuple[str, ...]] = names.get("table", {})
    names["table"] = [{"owner": owner, "cards": meld.split()} for owner, melds in table.items() for meld in melds]
    for name in LISTED:
        names[name] = names.get(name, "").split()
    if not names["stock"]:
        names.setdefault("stock_count", 40)
    found = conformance.situation(game, {"seats": len(names["hands"]), **(options or {})}, names)
    assert not isinstance(found, Refusal), found
    return found.state


class Felt(meld_match.Felt):
    """A table where everybody plays alone."""

    def act(self, seat: int, move: Any) -> list[frames.EventView]:
        """A move, and the next deal where the hand is over."""
        events = [self._apply(seat, move), *self._drawn()]
        if self.state.phase == "match_over":
            winner = self.game.view(self.state, "public").winner
            self.end("won", [] if winner is None else [winner])
        return events

    def game_view(self) -> Any:
        if not self.state.hands:
            return None
        return self.game.view(self.state, "public" if self.you is None else self.you)


def sit(house: House, game: str = "koumkan", options: dict[str, Any] | None = None, **how: Any) -> None:
    """A running table of two, unless options say otherwise (`meld_match.sit`)."""
    chosen = {"seats": 2, "target_score": 101} | (options or {})
    meld_match.sit(house, info(game), chosen, **{"names": SIX, "match": Felt} | how)


# --- on the page ---


def follow_advice(house: House, count: int, way: type[Mouse] = Mouse) -> None:
    """The computer's advice, carried out on the page; `count`: moves sent with it."""
    person, match = way(house.page), cards(house)
    move = match.game.write(match.advice())
    if move["move"] == "draw":
        person.press(person.page.get_by_role("button", name=re.compile(DRAWING[move["from"]])))
    else:
        for card in numbered(move.get("cards") or [move.get("card") or move["discard"]]):
            person.choose(card)
        _carry_out(person, move, last=len(match.state.hands[match.you or 0]) == 1)
    assert moved(house, count)["move"] == move["move"]


def _carry_out(person: Mouse, move: dict[str, Any], last: bool) -> None:
    """With its cards chosen."""
    page: Page = person.page
    names = {"go_out": "Go out", "meld": "Lay down", "discard": "Discard and go out" if last else "Discard"}
    if move["move"] in names:
        person.press(button(page, names[move["move"]]))
        return
    person.press(page.locator(f"[data-meld='{move['meld']}']"))
    act = "Take the joker, leaving" if move["move"] == "swap_joker" else "Add, making"
    ways = page.get_by_role("button", name=re.compile(f"^{act}"))
    if ways.count():
        person.press(ways.first)
