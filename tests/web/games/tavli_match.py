"""A real tavli match behind the mocked socket, from any moment on, with dice that the test has loaded."""

from collections.abc import Callable
from typing import Any

import msgspec

from games.api import Decide, Draw, Drawn, Elapsed
from games.tavli import GAMES
from gateway.http.operations.request_bodies import Catalogue
from services.contracts.client import frames, table_views
from services.contracts.tables import catalogue as tables
from services.kernel.refusal import Refusal
from tests.conformance import situation as read
from tests.web.house import ME, STAKES, House, table
from tests.web.match import Match

GAME = GAMES[0]
INFO = tables.GameInfo(
    game=GAME.id,
    seats=[2],
    options={"variant": ["combined", "portes", "plakoto", "fevga"], "target": [1, 3, 5, 7, 9, 11, 13]},
    sides=[[0], [1]],
    clock_policy="move_clock",
    return_policy="budget",
    leave_policy="concede",
    house_banked=False,
    rules=1,
)


class TavliMatch(Match):
    """Begins at a situation (tests/conformance/games/tavli/situations.py); `rolls` come in their order, then 2 – 1."""

    game = GAME

    def __init__(
        self, line: Any, you: int | None, situation: dict[str, Any], rolls: tuple[tuple[int, int], ...]
    ) -> None:
        super().__init__(line, you)
        moment = read(GAME.id, line.options, situation)
        assert not isinstance(moment, Refusal), moment
        self.state = moment.state
        self.rolls = list(rolls)
        self.phase = "playing"
        self.go_on()

    @property
    def turn(self) -> int | None:
        return self.state.turn if self.phase == "playing" and self.state.max_dice else None

    def game_view(self) -> Any:
        return GAME.view(self.state, "public" if self.you is None else self.you)

    def move(self, seat: int, raw: dict[str, Any]) -> list[frames.EventView]:
        events = [self._apply(seat, GAME.parse(raw)), *self.go_on()]
        if self.state.over:
            self.end()
        return events

    def go_on(self) -> list[frames.EventView]:
        """The server rolls while it has to."""
        events = []
        while isinstance(GAME.next(self.state), Draw):
            events.append(self._apply(None, Drawn(self.rolls.pop(0) if self.rolls else (2, 1))))
        return events

    def elapse(self) -> list[frames.EventView]:
        """What was shown for a while has been shown: a roll without a step, or the end of a game."""
        return [self._apply(None, Elapsed(self.state.number)), *self.go_on()]

    def _due(self) -> list[table_views.DueView]:
        return super()._due() if isinstance(GAME.next(self.state), Decide) else []


def at_table(
    situation: dict[str, Any],
    *rolls: tuple[int, int],
    you: int | None = 0,
    variant: str = "portes",
    target: int = 1,
) -> Callable[[House], None]:
    """Prepares a platform on which Eleni sits at a tavli table with Nikos, or watches."""

    def prepare(house: House) -> None:
        names = ("Carmen", "Nikos") if you is None else ("Eleni", "Nikos") if you == 0 else ("Nikos", "Eleni")
        line = msgspec.structs.replace(
            table("Window", *names, state="started"), game=GAME.id, options={"variant": variant, "target": target}
        )
        seats = [
            msgspec.structs.replace(seat, account=ME.account) if seat.name == ME.name else seat for seat in line.seats
        ]
        house.catalogue = Catalogue(stakes=STAKES, games=[INFO])
        house.tables = [msgspec.structs.replace(line, seats=seats)]
        house.seated = None if you is None else line.table
        house.match = TavliMatch(house.tables[0], you, situation, rolls)

    return prepare
