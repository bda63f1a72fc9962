"""A real match of melds behind the mocked socket: the engine deals and judges, its computer has the other seats.

Below it how a person plays such a match on the page.
"""

import copy
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
from playwright.sync_api import Locator, Page

from games import registry
from gateway.http.operations.request_bodies import Catalogue
from services.contracts.client import frames
from services.contracts.tables import catalogue as tables
from services.kernel.refusal import Refusal
from tests import conformance
from tests.web import by_keyboard
from tests.web.games.pilotta import PEOPLE, Cards
from tests.web.games.test_pilotta import moved, own
from tests.web.house import CATALOGUE, ME, STAKES, House, painted, table


def info(game: str, options: dict[str, list[Any]]) -> tables.GameInfo:
    """The catalogue's entry of a game for two or four."""
    return tables.GameInfo(
        game=game,
        seats=[2, 4],
        options={"seats": [2, 4], **options},
        sides=[[0], [1]],
        clock_policy="move_clock",
        return_policy="budget",
        leave_policy="forfeit",
        house_banked=False,
        rules=1,
    )


def moment(game: str, options: dict[str, Any] | None = None, **names: Any) -> Any:
    """A state in the names of the rules; cards as texts with spaces, hands in the order of seats."""
    names["hands"] = {str(seat): hand.split() for seat, hand in enumerate(names["hands"])}
    names["table"] = [[{"cards": cards.split()} for cards in side] for side in names.get("table", ((), ()))]
    for name in ("pile", "stock"):
        names[name] = names.get(name, "").split()
    names["pots"] = [cards.split() for cards in names.get("pots", ("", ""))]
    if not names["stock"]:
        names.setdefault("stock_count", 40)
    found = conformance.situation(game, options or {}, names)
    assert not isinstance(found, Refusal), found
    return found.state


class Felt(Cards):
    """A table of melds."""

    def __init__(self, line: Any, you: int | None, **how: Any) -> None:
        self.game = registry.game(line.game)
        super().__init__(line, you, **how)

    def act(self, seat: int, move: Any) -> list[frames.EventView]:
        """A move, and the next deal where the hand is over."""
        events = [self._apply(seat, move), *self._drawn()]
        if self.state.phase == "match_over":
            side = self.game.view(self.state, "public").winner_side
            self.end("won", [seat for seat in range(len(self.line.seats)) if seat % 2 == side])
        return events

    def advised(self) -> Iterator[frames.UpdateFrame]:
        """The viewer's move as the computer advises it, made elsewhere, and what follows on it."""
        assert self.you is not None
        yield self.update(*self.act(self.you, self.advice()))
        yield from self.others()

    def game_view(self) -> Any:
        if self.state.starter is None:
            return None
        return self.game.view(self.state, "public" if self.you is None else self.you)


FIRST = 2
"""So many moves of each kind, and at the beginning of each hand, are made on the page, and"""
LAST = 3
"""so many at the end of each."""


def worth_making(match: Felt) -> list[bool]:
    """Of each move that the viewer has to make until the match ends: whether it is to be made on the page. All others
    are the like of one that was, in the middle of a hand: the computer makes them, and the page shows them."""
    twin, made = copy.copy(match), Counter[str]()
    twin.chance = copy.deepcopy(match.chance)
    wanted: list[bool] = []
    hand: list[bool] = []
    while twin.phase == "playing":
        scored, move = len(twin.state.scored), twin.game.write(twin.advice())
        kind = f"{move['move']} {move.get('from')}"
        made[kind] += 1
        hand.append(made[kind] <= FIRST or len(hand) < FIRST)
        for _update in twin.advised():
            pass
        if len(twin.state.scored) > scored:
            wanted += hand[:-LAST] + [True] * len(hand[-LAST:])
            hand = []
    return wanted


def sit(
    house: House,
    game: tables.GameInfo,
    options: dict[str, Any],
    you: int | None = 0,
    names: Sequence[str] = PEOPLE,
    match: type[Cards] = Felt,
    **how: Any,
) -> None:
    """A running table with the viewer on a seat, or beside it."""
    people = ["Eleni" if seat == you else name for seat, name in enumerate(names[: options["seats"]])]
    line = table("Corner", *people, state="started")
    seats = [msgspec.structs.replace(one, account=ME.account) if one.seat == you else one for one in line.seats]
    line = msgspec.structs.replace(line, game=game.game, options=options, seats=seats)
    house.catalogue = Catalogue(stakes=STAKES, games=[*CATALOGUE.games, game])
    house.tables = [line]
    house.match = match(line, you, **how)
    if you is None:
        house.match.begin()
    else:
        house.seated = line.table


# --- on the page ---


def cards(house: House) -> Felt:
    """The match behind the page."""
    assert isinstance(house.match, Felt)
    return house.match


def choose(page: Page, *wanted: str) -> None:
    """Cards of one's hand, pressed one after the other."""
    for card in wanted:
        own(page, card).click(position={"x": 14, "y": 24})  # where a tilted card at the edge has its own face, too


def button(page: Page, name: str) -> Locator:
    """The button with this name and no other."""
    return page.get_by_role("button", name=name, exact=True)


def drag(page: Page, card: str, target: Locator) -> None:
    """A card of one's hand, drawn to a place by the mouse."""
    own(page, card).hover(position={"x": 10, "y": 14})
    box = target.bounding_box()
    assert box is not None
    page.mouse.down()
    page.mouse.move(box["x"] + 8, box["y"] + 8, steps=4)
    page.mouse.up()


def ids(page: Page) -> list[str]:
    """One's hand as it lies."""
    return page.locator("[data-own]").evaluate_all("cards => cards.map((card) => card.dataset.own)")


class Mouse:
    """Plays by mouse."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, target: Locator) -> None:
        target.click(position={"x": 8, "y": 12})

    def choose(self, card: str) -> None:
        choose(self.page, card)


class Keyboard(by_keyboard.Keyboard, Mouse):
    """Plays by keys alone."""


def play_on(house: House, follow: Callable[[House, int, type[Mouse]], None], way: type[Mouse] = Mouse) -> None:
    """To the end of the match, hand after hand; the count of each is put away. Who plays by keys also listens."""
    match, person, count, hands = cards(house), way(house.page), 0, 0
    listener = by_keyboard.Listener(house) if way is Keyboard else None
    for wanted in worth_making(match):
        if len(match.state.scored) > hands:
            hands = len(match.state.scored)
            person.press(button(house.page, "Go on"))
        if wanted:
            painted(house.page)  # what was sent since is rendered each time, and drawn once
            count += 1
            follow(house, count, way)
            if listener is not None:
                listener.after_a_move()
        else:
            house.send(*match.advised())
    assert match.phase != "playing"
    if listener is not None:
        listener.heard_a_match(*opponents(match), result=result_of(match))


def opponents(match: Felt) -> list[str]:
    """The names on the other seats."""
    return [line.name or "" for line in match.line.seats if line.seat != match.you]


def result_of(match: Felt) -> str:
    """How the viewer's result is headed."""
    assert match.result is not None
    return "You won." if match.you in match.result.winners else "You lost."


def follow_advice(house: House, count: int, way: type[Mouse] = Mouse) -> None:
    """The computer's advice, carried out on the page; `count`: moves sent with it."""
    person, page, match = way(house.page), house.page, cards(house)
    move = match.game.write(match.advice())
    if move["move"] == "draw":
        person.press(button(page, "Draw a card"))
    elif move["move"] == "take_pile":
        person.press(button(page, "Take the pile"))
    else:
        for card in numbered(move.get("cards") or [move["card"]]):
            person.choose(card)
        _lay(person, move)
    assert moved(house, count)["move"] == move["move"]


def numbered(wanted: list[str]) -> list[str]:
    """Of two cards alike the second one has a number."""
    return [card if wanted[:at].count(card) == 0 else f"{card}#2" for at, card in enumerate(wanted)]


def _lay(person: Mouse, move: dict[str, Any]) -> None:
    page = person.page
    if move["move"] == "discard":
        person.press(button(page, "Discard"))
    elif move["move"] == "meld":
        person.press(button(page, "Lay down"))
    else:
        person.press(page.locator(f"[data-meld='{move['meld']}']"))
        ways = page.get_by_role("button", name=re.compile("^Add, making"))
        if ways.count():
            person.press(ways.first)
