"""A real match of dominoes behind the mocked socket: the engine deals and judges, its computer has three seats."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import msgspec

from bench.computers.frozen import bot_of
from games import registry
from games.api import Drawn, Elapsed
from gateway.http.operations.request_bodies import Catalogue
from services.contracts.client import frames, table_views
from services.contracts.tables import catalogue as tables
from services.kernel.refusal import Refusal
from tests import conformance
from tests.web.house import CATALOGUE, ME, STAKES, House, table
from tests.web.match import Match, NoChance, commit_of, root_of

DOMINOES = replace(registry.game("dominoes"), bot=bot_of("dominoes"))
"""With the computer player of the bench, which asks no chance and thinks for no time."""
PEOPLE = ("Ana", "Ben", "Cleo", "Dan")
LIMITS_MS = {"single": 5_000, "normal": 20_000, "block": 60_000}
INFO = tables.GameInfo(
    game="dominoes",
    seats=[4],
    options={"target": [100, 200, "runout"]},
    sides=[[0, 2], [1, 3]],
    clock_policy="card_clock",
    return_policy="fixed_window",
    leave_policy="pause_return",
    house_banked=False,
    rules=1,
)


def moment(target: Any = 100, **names: Any) -> Any:
    """A state in the names of the rules; hands and chain as texts with spaces, hands in the order of seats."""
    if "hands" in names:
        names["hands"] = {str(seat): hand.split() for seat, hand in enumerate(names["hands"])}
    names["chain"] = names.get("chain", "").split()
    found = conformance.situation("dominoes", {"target": target}, names)
    assert not isinstance(found, Refusal), found
    return found.state


class Four(Match):
    """A table of four. `begins`: the moment at which the page finds it, else the first hand, dealt by `seed`."""

    game = DOMINOES

    def __init__(self, line: Any, you: int | None, leader: int = 0, seed: int = 1, begins: Any = None) -> None:
        super().__init__(line, you, leader)
        self.chance = random.Random(seed)
        self.begins = begins
        self.elapsed_ms = 2_000
        self.others_think = False
        """The others do not lay yet."""

    def begin(self) -> frames.EventView:
        """The leader is drawn and the tiles are dealt; or everything is as the given moment has it."""
        self.phase = "playing"
        if self.begins is not None:
            self.state = self.begins
            self.version += 1
            return frames.EventView(version=self.version, kind=None, data=None)
        self._apply(None, Drawn((self.leader,)))
        return self.deal()

    def deal(self) -> frames.EventView:
        """The hand that is due, by this table's chance."""
        return self._apply(None, Drawn(tuple(self.chance.sample(range(28), 28))))

    def next_hand(self) -> list[frames.EventView]:
        """The pause is over."""
        return [self._apply(None, Elapsed(self.state.number)), self.deal()]

    def lay(self, seat: int, move: Any) -> frames.EventView:
        event = self._apply(seat, move)
        if self.state.winner is not None:
            self.end("won", [self.state.winner, self.state.winner + 2])
        return event

    def move(self, seat: int, raw: dict[str, Any]) -> list[frames.EventView]:
        return [self.lay(seat, self.game.parse(raw))]

    def others(self) -> Iterator[frames.UpdateFrame]:
        """The computer lays for the others until the viewer is on turn, or the hand has ended."""
        while self.turn is not None and self.turn != self.you and not self.others_think:
            move = self.game.bot(self.game.view(self.state, self.turn), NoChance())
            yield self.update(self.lay(self.turn, move))

    def end(self, outcome: str | None = None, winners: list[int] | None = None) -> None:
        won = winners or []
        self.result = table_views.ResultView(
            match=self.id,
            outcome=outcome or "won",
            reason="won",
            winners=won,
            points=list(self.state.totals),
            recorded=True,
            rake_chips=None,
            seats=[self._seat_result(seat, seat if seat in won else -1) for seat in range(4)],
            commit=self.commit or commit_of(self.number),
            root=root_of(self.number),
            seeds=list(self.seeds),
        )
        self.number += 1
        self.phase = "choosing"

    def _due(self) -> list[table_views.DueView]:
        """The limit is the affair of the seat on turn."""
        if self.turn is None or self.state.clock is None:
            return []
        limit = LIMITS_MS[self.state.clock] if self.turn == self.you else None
        left = None if limit is None else limit - self.elapsed_ms
        return [
            table_views.DueView(
                seat=self.turn,
                number=self.state.number,
                elapsed_ms=self.elapsed_ms,
                limit_ms=limit,
                ms_left=left,
            )
        ]


def sit(house: House, you: int | None = 0, target: Any = 100, **how: Any) -> None:
    """A running table of four with the viewer on a seat, or beside it."""
    names = ["Eleni" if seat == you else name for seat, name in enumerate(PEOPLE)]
    line = table("Corner", *names, state="started")
    seats = [msgspec.structs.replace(one, account=ME.account) if one.seat == you else one for one in line.seats]
    line = msgspec.structs.replace(line, game="dominoes", options={"target": target}, seats=seats)
    house.catalogue = Catalogue(stakes=STAKES, games=[*CATALOGUE.games, INFO])
    house.tables = [line]
    house.match = Four(line, you, **how)
    if you is None:
        house.match.begin()
    else:
        house.seated = line.table


LONG = {
    "hands": ("6-5 3-3 1-1", "5-5 0-0", "4-4 3-1", "2-2 6-0"),
    "chain": "1-6 6-6 6-4 4-2 2-6 6-3 3-4 4-0 0-2 2-1 1-0 0-3 3-5 5-4 4-1 1-5 5-2 2-3",
    "first": 9,
    "leader": 1,
    "turn": 0,
    "last_lay": 3,
    "totals": [63, 48],
    "entries": [[0, 21], [1, 30], [0, 42], [1, 18]],
}
"""A chain that has turned at both ends, Eleni to lay."""
