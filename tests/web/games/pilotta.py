"""A real match of pilotta behind the mocked socket: the engine deals and judges, its computer has the other seats."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import msgspec

from bench.computers.frozen import bot_of
from games import registry
from games.api import Draw, Drawn, Elapsed, Wait
from gateway.http.operations.request_bodies import Catalogue
from services.contracts.client import frames, table_views
from services.contracts.tables import catalogue as tables
from services.kernel.refusal import Refusal
from tests import conformance
from tests.web.house import CATALOGUE, ME, STAKES, House, table
from tests.web.match import MOVE_MS, Match, commit_of, root_of

PILOTTA = replace(registry.game("pilotta"), bot=bot_of("pilotta"))
"""With the computer player of the bench, which asks no chance and thinks for no time."""
PEOPLE = ("Ana", "Ben", "Cleo", "Dan")
INFO = tables.GameInfo(
    game="pilotta",
    seats=[4, 2],
    options={"variant": ["palatisti", "classic", "classic2"], "target": [101, 151, 251, 351]},
    sides=[[0, 2], [1, 3]],
    clock_policy="move_clock",
    return_policy="budget",
    leave_policy="bot_replace",
    house_banked=False,
    rules=1,
)


def seats_of(variant: str) -> int:
    return 2 if variant == "classic2" else 4


def moment(variant: str = "palatisti", target: int = 151, **names: Any) -> Any:
    """A state in the names of the rules; hands as texts with spaces, in the order of seats."""
    if "hands" in names:
        names["hands"] = {str(seat): hand.split() for seat, hand in enumerate(names["hands"])}
    names["trick"] = names.get("trick", "").split()
    options = {"variant": variant, "target": target, "ratings": [1500] * seats_of(variant)}
    found = conformance.situation("pilotta", options, names)
    assert not isinstance(found, Refusal), found
    return found.state


class Cards(Match):
    """A table of cards. `begins`: the moment at which the page finds it, else the first hand, dealt by `seed`, after so
    many moves of the viewer as `made` says, as the computer advises them; `idle`: the computers do nothing."""

    game = PILOTTA

    def __init__(self, line: Any, you: int | None, leader: int = 0, **how: Any) -> None:
        super().__init__(line, you, leader)
        self.chance = random.Random(how.get("seed", 1))
        self.begins = how.get("begins")
        self.made: int = how.get("made", 0)
        self.idle = how.get("idle", False)

    @property
    def turn(self) -> int | None:
        return self.state.turn if self.phase == "playing" else None

    def begin(self) -> frames.EventView:
        """The leader is drawn and the cards are dealt; or everything is as the given moment has it."""
        self.phase = "playing"
        if self.begins is not None:
            self.state = self.begins
            self.version += 1
            return frames.EventView(version=self.version, kind=None, data=None)
        event = self._drawn()[-1]
        for _ in range(self.made):
            self._make_a_move()
        return event

    def _make_a_move(self) -> None:
        """The viewer's next one, and what comes before it."""
        for _update in self.others():
            pass
        self.act(self.you or 0, self.advice())

    def advice(self) -> Any:
        """What the computer would do for the viewer."""
        return self.game.bot(self.game.view(self.state, self.you or 0), self.chance)

    def _drawn(self) -> list[frames.EventView]:
        """Everything that is due from chance."""
        events = []
        while isinstance(due := self.game.next(self.state), Draw):
            first = due.purpose == "leader"
            values = (self.leader,) if first else tuple(self.chance.sample(range(due.n), due.n))
            events.append(self._apply(None, Drawn(values)))
        return events

    def next_hand(self) -> list[frames.EventView]:
        """The pause is over."""
        return [self._apply(None, Elapsed(self.state.number)), *self._drawn()]

    def act(self, seat: int, move: Any) -> list[frames.EventView]:
        """A move, and what chance owes after it (a cancelled deal is dealt anew)."""
        events = [self._apply(seat, move), *self._drawn()]
        if self.state.winner is not None:
            self.end("won", [seat for seat in range(len(self.line.seats)) if seat % 2 == self.state.winner])
        return events

    def move(self, seat: int, raw: dict[str, Any]) -> list[frames.EventView]:
        return self.act(seat, self.game.parse(raw))

    def others(self) -> Iterator[frames.UpdateFrame]:
        """The computer acts for the others until the viewer is on turn, or the hand has ended."""
        while self.turn not in (None, self.you) and not self.idle:
            move = self.game.bot(self.game.view(self.state, self.turn), self.chance)
            yield self.update(*self.act(self.turn, move))

    @property
    def pauses(self) -> bool:
        """Whether a hand has just been counted."""
        return self.phase == "playing" and isinstance(self.game.next(self.state), Wait)

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
            seats=[self._seat_result(seat, seat if seat in won else -1) for seat in range(len(self.line.seats))],
            commit=self.commit or commit_of(self.number),
            root=root_of(self.number),
            seeds=list(self.seeds),
        )
        self.number += 1
        self.phase = "choosing"

    def game_view(self) -> Any:
        if self.state.dealer is None:
            return None
        return self.game.view(self.state, "public" if self.you is None else self.you)

    def _due(self) -> list[table_views.DueView]:
        if self.turn is None:
            return []
        left = MOVE_MS - self.elapsed_ms
        number = self.state.number
        return [
            table_views.DueView(
                seat=self.turn, number=number, elapsed_ms=self.elapsed_ms, limit_ms=MOVE_MS, ms_left=left
            )
        ]


def sit(house: House, you: int | None = 0, variant: str = "palatisti", target: int = 151, **how: Any) -> None:
    """A running table with the viewer on a seat, or beside it."""
    people = PEOPLE[: seats_of(variant)]
    names = ["Eleni" if seat == you else name for seat, name in enumerate(people)]
    line = table("Corner", *names, state="started")
    seats = [msgspec.structs.replace(one, account=ME.account) if one.seat == you else one for one in line.seats]
    options = {"variant": variant, "target": target}
    line = msgspec.structs.replace(line, game="pilotta", options=options, seats=seats)
    house.catalogue = Catalogue(stakes=STAKES, games=[*CATALOGUE.games, INFO])
    house.tables = [line]
    house.match = Cards(line, you, **how)
    if you is None:
        house.match.begin()
    else:
        house.seated = line.table


AUCTION = [{"seat": 1, "call": "80s"}, {"seat": 2, "call": "pass"}, {"seat": 3, "call": "90d"}]
HANDS = ("Jh 9h Ah Kd Qd Jd 8c 7s", "7h 8h Ac Tc 9d As Ts 8s", "Th Kc Qc Ad 8d 7d Ks 9s", "Kh Qh Jc 9c 7c Td Qs Js")
"""A whole deal: seat 0 has three diamonds in a row, and with diamonds as trumps Belote."""


def rest_of(*taken: str) -> list[str]:
    """The pack without these cards."""
    gone = " ".join(taken).split()
    return [card for suit in "cdhs" for rank in "789TJQKA" if (card := rank + suit) not in gone]


def played(until: Callable[[Any], bool], seed: int = 3, variant: str = "palatisti", target: int = 151) -> Any:
    """The first moment of this kind in a match that computers play."""
    chance = random.Random(seed)
    state = PILOTTA.start(msgspec.convert({"variant": variant, "target": target}, PILOTTA.options_type))
    while not until(state):
        state = _step(state, chance)
    return state


def _step(state: Any, chance: random.Random) -> Any:
    due = PILOTTA.next(state)
    if isinstance(due, Draw):
        values = (0,) if due.purpose == "leader" else tuple(chance.sample(range(due.n), due.n))
        return PILOTTA.apply(state, None, Drawn(values))
    if isinstance(due, Wait):
        return PILOTTA.apply(state, None, Elapsed(due.number))
    return PILOTTA.apply(state, state.turn, PILOTTA.bot(PILOTTA.view(state, state.turn), chance))
