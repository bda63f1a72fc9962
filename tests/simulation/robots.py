"""Players who do what players do: move, repeat themselves, lose their line, come back, leave, and fall asleep."""

from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any, Protocol

from games.registry import game
from services.contracts.tables import commands
from services.contracts.tables.commands import FromPlayer
from services.kernel.clock import FakeClock
from services.tables.table.model import Table
from tests.games.seeded_matches import LEGAL_LISTED
from tests.simulation.gateways import Gateway
from tests.simulation.oracle import Oracle, answer_of
from tests.simulation.verdict import promise

JUNK: tuple[dict[str, Any], ...] = ({}, {"move": "fly"}, {"move": "place", "row": 99, "col": "x"}, {"move": None})
_REPEATED = 0.3
"""How often an unanswered command is sent again when its sender is asked what to do."""
Make = Callable[..., FromPlayer]


class House(Protocol):
    """What a robot finds in the world."""

    chance: Random
    clock: FakeClock
    gateways: list[Gateway]
    oracle: Oracle
    wild: bool
    """Whether people leave, lose their lines and send nonsense."""

    def seen(self, account: str, frame: dict[str, Any], raw: bytes) -> None:
        """A frame has come to a player."""
        ...


class Sent:
    """A command as its sender keeps it, to send it again."""

    __slots__ = ("fields", "id", "make", "table")

    def __init__(self, make: Make, table: str, id: str, fields: tuple[Any, ...]) -> None:
        self.make = make
        self.table = table
        self.id = id
        self.fields = fields


class Robot:
    """A player with one connection and one command in flight."""

    def __init__(self, account: str, house: House) -> None:
        self.account = account
        self.table: str | None = None
        self.version = -1
        self.view: dict[str, Any] | None = None
        self._house = house
        self._gateway: Gateway | None = None
        self._conn = 0
        self._count = 0
        self._pending: Sent | None = None
        self._sent: dict[str, Sent] = {}
        self._answers: dict[str, Any] = {}

    # --- at the table ---

    def sit(self, table: str | None) -> None:
        """At this table from now on, or at none; what a seated player has in hand stays."""
        if table != self.table:
            self.hang_up_nicely()
            self.table, self.version, self.view, self._pending = table, -1, None, None

    def act(self) -> bool:
        """Do something that a player might do now; whether there was anything."""
        chance, wild = self._house.chance, self._house.wild
        if self.table is None:
            return False
        if self._gateway is None:
            return self._connect()
        if wild and chance.random() < 0.005:
            self.hang_up_nicely()
        elif self.view is None or chance.random() < 0.005:
            return chance.random() < 0.2 and self._watch()
        elif self._pending is not None:
            return chance.random() < _REPEATED and self._send_out(self._pending)
        elif wild and self._sent and chance.random() < 0.02:
            self._send_out(chance.choice(list(self._sent.values())))  # long answered: the same answer again
        else:
            return self._play(self.view)
        return True

    def _play(self, view: dict[str, Any]) -> bool:
        chance, table = self._house.chance, self.table
        assert table is not None
        now, seat = self._house.oracle.table(table), view["you"]
        if now is None or seat is None or now.seats[seat].account != self.account:
            return False
        if self._house.wild and chance.random() < 0.002:
            return self._send(commands.Move, view["match"], None, {"move": "leave"})
        if self._house.wild and chance.random() < 0.01:
            return self._send(commands.Move, view["match"], chance.choice([None, 0, 1, 99]), chance.choice(JUNK))
        wanted = view["phase"] == "asking" or view["wants_seeds"]
        if wanted and (now.seats[seat].seed is None or chance.random() < 0.02):
            return self._send(commands.Seed, view["match"], f"{chance.getrandbits(128):032x}")
        if view["phase"] == "playing":
            return self._move(view, seat, now)
        return view["phase"] == "choosing" and now.seats[seat].choice is None and self._choose(view)

    def _move(self, view: dict[str, Any], seat: int, now: Table) -> bool:
        due = next((each["number"] for each in view["due"] if each["seat"] == seat), None)
        optional = seat in view["may"]
        if (due is None and not optional) or now.phase != "playing":
            return False
        if due is None and self._house.chance.random() < 0.7:
            return False
        moves = list(islice(game(now.game).legal(now.match.state, seat), LEGAL_LISTED))
        if not moves:
            return False
        written = game(now.game).write(self._house.chance.choice(moves))
        return self._send(commands.Move, view["match"], due, written)

    def _choose(self, view: dict[str, Any]) -> bool:
        chance = self._house.chance
        wish = chance.choice(("rematch",) * 4 + ("rotate", "communication")) if chance.random() < 0.1 else "rematch"
        seed = f"{chance.getrandbits(128):032x}" if chance.random() < 0.7 else None
        return self._send(commands.Choose, view["result"]["match"], wish, seed)

    # --- sending ---

    def _send(self, make: Make, *fields: Any) -> bool:
        assert self.table is not None
        self._count += 1
        sent = Sent(make, self.table, f"{self.account}-{self._count}", fields)
        self._pending = self._sent[sent.id] = sent
        return self._send_out(sent)

    def _send_out(self, sent: Sent) -> bool:
        return self._command(sent.make, sent.table, sent.id, *sent.fields)

    def _watch(self) -> bool:
        assert self.table is not None
        self._count += 1
        return self._command(commands.Watch, self.table, f"watch-{self.account}-{self._count}", self.version)

    def _command(self, make: Make, table: str, id: str, *fields: Any) -> bool:
        assert self._gateway is not None
        at_ms = self._house.clock.now_ms()
        self._gateway.put(make(table, id, at_ms, self._gateway.name, self._conn, self.account, id, *fields))
        return True

    def _connect(self) -> bool:
        self._gateway = self._house.chance.choice(self._house.gateways)
        self._conn = self._gateway.accept(self)
        return self._watch()

    def hang_up(self) -> None:
        """The line is gone, whoever is to blame."""
        self._gateway = None

    def hang_up_nicely(self) -> None:
        """The gateway sees it and notifies the table."""
        if self._gateway is not None:
            self._gateway.close(self._conn, self.table)
            self.hang_up()

    # --- hearing ---

    def hear(self, frame: dict[str, Any], raw: bytes) -> None:
        """Keep what is newer, and hold every answer against those that came before."""
        self._house.seen(self.account, frame, raw)
        if frame["t"] in ("table", "update"):
            for id in frame.get("done", ()):
                self._answered(id, frame, None)
            if frame["view"]["table"] == self.table and frame["version"] >= self.version:
                self.version, self.view = frame["version"], frame["view"]
        elif frame["id"] in self._sent:
            self._answered(frame["id"], frame, answer_of(frame))

    def _answered(self, id: str, frame: dict[str, Any], answer: Any) -> None:
        sent = self._sent.get(id)
        if sent is None:
            return
        oracle = self._house.oracle
        if frame["t"] == "refused":
            oracle.check_refused(sent.table, id)
        else:
            oracle.check_done(sent.table, id, answer)
            answer = oracle.commands[sent.table, id]
        first = self._answers.setdefault(id, answer)
        promise(first == answer, id, "was answered", first, "and is answered", answer)
        if self._pending is sent:
            self._pending = None
