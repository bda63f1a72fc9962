"""A real match of tichu behind the mocked socket: the engine deals and judges, its computer has the other seats."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from games import registry
from games.api import Decide, Draw, Drawn, Elapsed, Wait
from gateway.http.operations.request_bodies import Catalogue
from services.contracts.client import frames, table_views
from services.contracts.tables import catalogue as tables
from services.kernel.refusal import Refusal
from tests import conformance
from tests.games.seeded_matches import Chance
from tests.web.house import CATALOGUE, ME, STAKES, House, table
from tests.web.match import MOVE_MS, Match, commit_of, root_of

TICHU = registry.game("tichu")
PEOPLE = ("Ana", "Ben", "Cleo", "Dan")
TARGETS = [250, 500, 750, 1000]
INFO = tables.GameInfo(
    game="tichu",
    seats=[4],
    options={"target": TARGETS},
    sides=[[0, 2], [1, 3]],
    clock_policy="move_clock",
    return_policy="budget",
    leave_policy="bot_replace",
    house_banked=False,
    rules=1,
)


def moment(target: int = 1000, **names: Any) -> Any:
    """A state in the names of the rules; hands and plays as texts with spaces, hands in the order of seats."""
    names["hands"] = {str(seat): hand.split() for seat, hand in enumerate(names["hands"])}
    names["plays"] = [{"seat": seat, "cards": cards.split()} for seat, cards in names.get("plays", ())]
    found = conformance.situation("tichu", {"target": target, "ratings": [1500] * 4}, names)
    assert not isinstance(found, Refusal), found
    return found.state


class Pairs(Match):
    """A table of two pairs. `begins`: the moment at which the page finds it, else the first hand, dealt by `seed`;
    `idle`: the computers do nothing, and a window stays open until `elapse`."""

    game = TICHU

    def __init__(self, line: Any, you: int | None, leader: int = 0, **how: Any) -> None:
        super().__init__(line, you, leader)
        self.chance = random.Random(how.get("seed", 1))
        self.begins = how.get("begins")
        self.idle = how.get("idle", False)

    @property
    def due(self) -> tuple[int, ...]:
        """Who owes a decision."""
        asked = self.game.next(self.state) if self.phase == "playing" else None
        return tuple(due.seat for due in asked.due) if isinstance(asked, Decide) else ()

    def begin(self) -> frames.EventView:
        """The cards are dealt; or everything is as the given moment has it."""
        self.phase = "playing"
        if self.begins is not None:
            self.state = self.begins
            self.version += 1
            return frames.EventView(version=self.version, kind=None, data=None)
        return self._drawn()[-1]

    def _drawn(self) -> list[frames.EventView]:
        """The deal, if one is due."""
        events = []
        while isinstance(due := self.game.next(self.state), Draw):
            events.append(self._apply(None, Drawn(tuple(self.chance.sample(range(due.n), due.n)))))
        return events

    def act(self, seat: int | None, move: Any) -> list[frames.EventView]:
        """A move or the end of a window, and the deal after it."""
        events = [self._apply(seat, move), *self._drawn()]
        if self.state.phase == "match_over":
            winner = self.game.view(self.state, "public").winner
            self.end("won", [seat for seat in range(4) if seat % 2 == winner])
        return events

    def move(self, seat: int, raw: dict[str, Any]) -> list[frames.EventView]:
        return self.act(seat, self.game.parse(raw))

    def elapse(self) -> frames.UpdateFrame:
        """The window closes."""
        return self.update(*self.act(None, Elapsed(self.state.number)))

    def others(self) -> Iterator[frames.UpdateFrame]:
        """The computers act, and windows close, until only the viewer is waited for."""
        while self.phase == "playing" and not self.idle:
            owing = [seat for seat in self.due if seat != self.you]
            if owing:
                yield self.update(*self.act(owing[0], self.advice(owing[0])))
            elif isinstance(self.game.next(self.state), Wait):
                yield self.elapse()
            else:
                return

    def advice(self, seat: int) -> Any:
        """What the computer would do on this seat."""
        return self.game.bot(self.game.view(self.state, seat), Chance(self.chance.random()), "easy")

    def end(self, outcome: str | None = None, winners: list[int] | None = None) -> None:
        won = winners or []
        self.result = table_views.ResultView(
            match=self.id,
            outcome=outcome or "won",
            reason="score",
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

    def view(self) -> table_views.TableView:
        asked = self.game.next(self.state) if self.phase == "playing" else None
        may = sorted(asked.may) if isinstance(asked, Decide | Wait) else []
        return msgspec.structs.replace(super().view(), may=may)

    def game_view(self) -> Any:
        return self.game.view(self.state, "public" if self.you is None else self.you)

    def _due(self) -> list[table_views.DueView]:
        left, number = MOVE_MS - self.elapsed_ms, self.state.number
        return [
            table_views.DueView(seat=seat, number=number, elapsed_ms=self.elapsed_ms, limit_ms=MOVE_MS, ms_left=left)
            for seat in self.due
        ]


def sit(house: House, you: int | None = 0, target: int = 1000, **how: Any) -> None:
    """A running table with the viewer on a seat, or beside it."""
    names = ["Eleni" if seat == you else name for seat, name in enumerate(PEOPLE)]
    line = table("Corner", *names, state="started")
    seats = [msgspec.structs.replace(one, account=ME.account) if one.seat == you else one for one in line.seats]
    line = msgspec.structs.replace(line, game="tichu", options={"target": target}, seats=seats)
    house.catalogue = Catalogue(stakes=STAKES, games=[*CATALOGUE.games, INFO])
    house.tables = [line]
    house.match = Pairs(line, you, **how)
    if you is None:
        house.match.begin()
    else:
        house.seated = line.table


def played(until: Callable[[Any], bool], seed: int = 3, target: int = 1000) -> Any:
    """The first moment of this kind in a match that computers play."""
    chance = random.Random(seed)
    state = TICHU.start(msgspec.convert({"target": target}, TICHU.options_type))
    while not until(state):
        state = _step(state, chance)
    return state


def _step(state: Any, chance: random.Random) -> Any:
    due = TICHU.next(state)
    if isinstance(due, Draw):
        return TICHU.apply(state, None, Drawn(tuple(chance.sample(range(due.n), due.n))))
    if isinstance(due, Wait):
        return TICHU.apply(state, None, Elapsed(due.number))
    assert isinstance(due, Decide)
    seat = due.due[-1].seat
    return TICHU.apply(state, seat, TICHU.bot(TICHU.view(state, seat), Chance(chance.random()), "easy"))


OTHERS = ("2s 3s 4s 6s 9s Ts", "2p 3p 4p 8p Jp Qp Ap", "2t 3t 6t 8t 9t Qt At")
"""Hands of seats 1, 2 and 3 without bombs, for moments in which seat 0's cards matter."""
