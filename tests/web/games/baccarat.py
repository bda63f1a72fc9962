"""A house-banked table behind the mocked socket: the engine deals and pays, a bank without limits replies at once."""

from functools import partial
from typing import Any

import msgspec

from games import registry
from games.api import Bank, Banked, Cancelled, Draw, Drawn, Elapsed, Guest, Purse, Wait
from gateway.http.operations.request_bodies import Catalogue
from services.contracts.client import frames, table_views
from services.contracts.lobby import open_tables as lobby
from services.contracts.tables import catalogue as tables
from services.kernel.refusal import Refusal
from tests import conformance
from tests.web.house import CATALOGUE, ME, STAKES, House, table
from tests.web.match import Match, commit_of, root_of

BACCARAT: Any = registry.game("baccarat")
PEOPLE = ("Ana", None, "Ben", None, None, "Konstantinos", None)
CHIPS = 5_000
INFO = tables.GameInfo(
    game="baccarat",
    seats=[7],
    options={"variant": ["commission", "no_commission", "fortune_six"], "bet_s": [10, 15, 20, 30]},
    sides=[[seat] for seat in range(7)],
    clock_policy="round_clock",
    return_policy="none",
    leave_policy="none",
    house_banked=True,
    rules=1,
)
HISTORY = "BBBPPTBPPPPPPPPTTBTPBBDPBPPBBBBBBBBTPBPPTPBB"
WINNERS = {"B": "banker", "P": "player", "T": "tie", "D": "dummy"}
TOTALS = {"B": [4, 7], "P": [8, 3], "T": [6, 6]}


def entry(letter: str, at: int) -> dict[str, Any]:
    """A round of the history: pairs and sixes now and then."""
    found: dict[str, Any] = {"winner": WINNERS[letter]}
    if letter != "D":
        found["totals"] = [4, 6] if letter == "B" and at % 9 == 4 else TOTALS[letter]
        found |= {"six": 2} if found["totals"] == [4, 6] else {}
        found |= {"player_pair": at % 7 == 1, "banker_pair": at % 11 == 2}
    return found


def moment(variant: str = "commission", **names: Any) -> Any:
    """A state in the names of the rules; `guests` by seat → chips."""
    guests = names.pop("guests", {})
    names["guests"] = {
        str(seat): {"purse": {"chips": chips, "caps": {}}, **names.get("of", {}).get(seat, {})}
        for seat, chips in guests.items()
    }
    names.pop("of", None)
    names["history"] = [entry(letter, at) for at, letter in enumerate(names.get("history", ""))]
    found = conformance.situation("baccarat", {"variant": variant}, names)
    assert not isinstance(found, Refusal), found
    return found.state


class Seven(Match):
    """A table of seven places. `begins`: the moment at which the page finds it."""

    game = BACCARAT

    def __init__(self, line: Any, you: int | None, begins: Any) -> None:
        super().__init__(msgspec.structs.replace(line, options={}), you)
        self.line = line
        self.phase = "playing"
        self.state = begins
        self.left_ms: int | None = 14_000
        self.last_shoe: table_views.ShoeView | None = None
        self.answers = True
        self.refuses: dict[int, str] = {}
        self.events: list[frames.EventView] = []

    def game_view(self) -> Any:
        return self.game.view(self.state, "public" if self.you is None else self.you)

    def act(self, seat: int | None, action: Any) -> None:
        """Something happens; the bank replies at once unless it is set to wait."""
        self.events.append(self._apply(seat, action))
        waits = self.game.next(self.state)
        while isinstance(waits, Bank) and self.answers:
            refused = self.refuses if waits.kind == "hold" else {}
            self.events.append(self._apply(None, Banked(refused, {})))
            waits = self.game.next(self.state)

    def tick(self, windows: int = 1) -> None:
        """Windows end; a shoe that is due is drawn."""
        for _ in range(windows):
            waits = self.game.next(self.state)
            if isinstance(waits, Draw):
                self.act(None, Drawn(tuple(range(waits.n))))
            else:
                assert isinstance(waits, Wait), waits
                self.act(None, Elapsed(waits.number))

    def annul(self) -> None:
        """An operator cancels the round."""
        self.act(None, Cancelled())

    def sit(self, seat: int, chips: int = CHIPS) -> None:
        self.act(None, Guest(seat, True, Purse(chips, {})))

    def told(self, *done: str) -> frames.UpdateFrame:
        """What has happened since the last frame."""
        events, self.events = self.events, []
        return self.update(*events, done=done)

    def move(self, seat: int, raw: dict[str, Any]) -> list[frames.EventView]:
        self.act(seat, self.game.parse(raw))
        events, self.events = self.events, []
        return events

    def view(self) -> table_views.TableView:
        waits = self.game.next(self.state)
        return msgspec.structs.replace(
            super().view(),
            organizer=-1,
            may=[] if not isinstance(waits, Wait) else sorted(waits.may),
            house=True,
            wants_seeds=isinstance(waits, Draw),
            window_ms_left=self.left_ms if isinstance(waits, Wait) else None,
            banking=isinstance(waits, Bank),
            last_shoe=self.last_shoe,
        )

    def _seat(self, seat: int) -> table_views.SeatView:
        found = super()._seat(seat)
        return msgspec.structs.replace(found, name=found.name or "", elo=None, free=self.line.seats[seat].name is None)

    def _due(self) -> list[table_views.DueView]:
        return []

    @property
    def turn(self) -> int | None:
        return None


def _join(house: House, frame: frames.JoinTableFrame) -> None:
    """A guest takes a seat."""
    match = seven(house)
    assert frame.seat is not None
    seated(house, frame.seat)
    match.sit(frame.seat)
    house.seated = frame.table
    house.send(frames.DoneFrame(id=frame.id, data=house.tables[0]))
    house.send(frames.TablesFrame(changed=house.tables, gone=[]), match.table())


def _move(house: House, frame: frames.MoveFrame) -> None:
    """A move; a guest that stands up watches from then on."""
    House._on_move(house, frame)
    match = seven(house)
    if frame.move["move"] == "stand_up" and match.you is not None and match.state.guests[match.you] is None:
        house.seated = None
        freed(house, match.you)
        house.send(frames.SentFrame(table=None, reason=""))


def seven(house: House) -> Seven:
    assert isinstance(house.match, Seven)
    return house.match


def seated(house: House, seat: int) -> None:
    """The viewer has the seat, in the line and at the table."""
    line = house.tables[0]
    seats = [
        msgspec.structs.replace(one, name="Eleni", account=ME.account) if one.seat == seat else one
        for one in line.seats
    ]
    house.tables[0] = msgspec.structs.replace(line, seats=seats)
    match = seven(house)
    match.line, match.you = house.tables[0], seat


def freed(house: House, seat: int) -> None:
    """Nobody has the seat any more."""
    line = house.tables[0]
    seats = [msgspec.structs.replace(one, name=None, account=None) if one.seat == seat else one for one in line.seats]
    house.tables[0] = msgspec.structs.replace(line, seats=seats)
    match = seven(house)
    match.line, match.you = house.tables[0], None


def open_table(house: House, you: int | None = 1, begins: Any = None) -> None:
    """A house-banked table with three guests; the viewer on a seat, or in the room beside it."""
    line: lobby.TableLine = table("Baccarat 1", *PEOPLE, stake=0, state="started")
    begins = begins if begins is not None else betting(you=you)
    options = {"variant": begins.options.variant, "bet_s": begins.options.bet_s}
    line = msgspec.structs.replace(line, game="baccarat", options=options, organizer="", house=True)
    house.catalogue = Catalogue(stakes=STAKES, games=[*CATALOGUE.games, INFO])
    house.tables = [line]
    house.match = Seven(line, None, begins)
    for kind, answer in (("join_table", _join), ("move", _move)):
        setattr(house, f"_on_{kind}", partial(answer, house))
    if you is not None:
        seated(house, you)
        house.seated = line.table


def betting(variant: str = "commission", you: int | None = 1, **names: Any) -> Any:
    """A window with three guests, two of whom have laid something."""
    guests = {0: 2_000, 2: 9_000, 5: 700} | ({} if you is None else {you: CHIPS})
    stakes = {"0": {"banker": 300, "tie": 20}, "2": {"player": 2_000, "banker_pair": 100}}
    told = {
        "phase": "betting",
        "stakes": stakes,
        "done": [2],
        "guests": guests,
        "round": 12,
        "history": HISTORY,
        "remaining": 180,
    }
    return moment(variant, **{**told, **names})


def proof(number: int) -> table_views.ShoeView:
    """The shoe before, with its secret."""
    seeds = [f"{seat}" * 32 for seat in range(7)]
    return table_views.ShoeView(
        match=f"shoe-{number}", number=number, commit=commit_of(number), root=root_of(number), seeds=seeds
    )


__all__ = ["BACCARAT", "betting", "moment", "open_table", "proof", "seven"]
