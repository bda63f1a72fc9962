"""People who practise against computer players at a human pace, and what they see of them."""

import time
import uuid
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from picows import WSMsgType

from bench.computers import frozen
from bench.robots import wire
from bench.robots.guests import Guest
from bench.robots.robots import Player
from games import registry
from services.tables.bots.process import Chance

read: Callable[[bytes], Any] = wire.reader_of(dict)
OPTIONS: dict[str, dict[str, Any]] = {"tictactoe": {"size": 5}}
"""Of games whose options of themselves give computers little to think about."""
SECONDS_TO_PLAY = 2.0
"""A person moves after so long at least."""


class Sightings:
    """What all people saw, in seconds, while it counted."""

    def __init__(self) -> None:
        """Nothing yet."""
        self.counting = False
        self.own_s: list[float] = []
        """From sending a move until one's own view had it."""
        self.computers_s: list[float] = []
        """From seeing that a computer has to decide until seeing that it has."""
        self.matches = 0
        self.refused: list[str] = []


class Practiser(Guest):
    """Opens a practice table of a game, and plays there for ever by the old computer player's rules of thumb."""

    def __init__(
        self, number: int, player: Player, url: str, game: str, strength: Any, sightings: Sightings,
        pause: Callable[[float, Callable[[], None]], Any],
    ) -> None:  # fmt: skip
        """`pause` calls something after so many seconds: `loop.call_later`."""
        super().__init__(number, player, url)
        self.mean_s = 5.0
        self._number = number
        self._rules = registry.game(game)
        self._strength = strength
        self._sightings = sightings
        self._pause = pause
        self._table = ""
        self._opening = ""
        self._asked: tuple[str, int] = ("", -1)
        self._sent: dict[str, float] = {}
        self._computers: dict[tuple[int, int], float] = {}
        self._seeded = ""

    def open(self) -> None:
        """Ask for a table with computers on all other seats."""
        options = OPTIONS.get(self._rules.id, {})
        seats = sum(len(side) for side in self._rules.sides(self._rules.options(options, {})))
        self._opening = self._id()
        self._send(
            wire.CreateTableFrame(
                id=self._opening,
                name=f"Practice {self._number}",
                game=self._rules.id,
                options=options,
                spectators=False,
                bots=list(range(1, seats)),
                strength=self._strength,
            )
        )

    def hear(self, payload: memoryview) -> None:
        """One text."""
        super().hear(payload)
        frame = read(bytes(payload))
        if frame is None:
            return
        if frame.id == self._opening and frame.t == "done":
            self._table = frame.data["table"]
            self._send(wire.WatchFrame(id=self._id(), table=self._table))
        elif frame.t == "refused":
            self._refused(frame)
        elif frame.view is not None and frame.view.table == self._table:
            self._see(frame.view, frame.done)

    def _refused(self, frame: Any) -> None:
        if frame.error == "table_unknown" and self._table and not self._seeded:  # the tables do not know it yet
            self._pause(0.2, lambda: self._send(wire.WatchFrame(id=self._id(), table=self._table)))
        else:
            self._sightings.refused.append(f"{self._rules.id}: {frame.error} {frame.detail}")

    def _see(self, view: Any, done: list[str]) -> None:
        now_s = time.perf_counter()
        for command in done:
            sent_s = self._sent.pop(command, None)
            if sent_s is not None and self._sightings.counting:
                self._sightings.own_s.append(now_s - sent_s)
        due = {(each.seat, each.number) for each in view.due if view.phase == "playing" and each.seat != view.you}
        for key in self._computers.keys() - due:
            since_s = self._computers.pop(key)
            if self._sightings.counting:
                self._sightings.computers_s.append(now_s - since_s)
        for key in due:
            self._computers.setdefault(key, now_s)
        if view.phase == "asking":
            self._give_seed(view)
        elif view.phase == "choosing":
            self._press(view)
        elif view.phase == "playing":
            self._play(view)

    def _play(self, view: Any) -> None:
        for each in view.due:
            if each.seat == view.you and self._asked != (view.match, each.number):
                self._asked = view.match, each.number
                wait_s = SECONDS_TO_PLAY + self._chance.expovariate(1 / max(0.1, self.mean_s - SECONDS_TO_PLAY))
                seen = msgspec.convert(view.game_view, self._rules.view_type, str_keys=True)
                self._pause(wait_s, partial(self._move, view.match, each.number, seen))

    def _move(self, match: str, number: int, seen: Any) -> None:
        if self._asked != (match, number) or self._stopped:
            return
        move = frozen.bot_of(self._rules.id)(seen, Chance(f"{match}|{number}"))
        command = self._id()
        self._sent[command] = time.perf_counter()
        self._send(
            wire.MoveFrame(id=command, table=self._table, match=match, number=number, move=self._rules.write(move))
        )

    def _give_seed(self, view: Any) -> None:
        if self._seeded != view.match:
            self._seeded = view.match
            self._send(wire.SeedFrame(id=self._id(), table=self._table, match=view.match, seed=self._seed()))

    def _press(self, view: Any) -> None:
        if view.result is not None and self._asked != (view.result.match, -2):
            self._asked = view.result.match, -2
            self._sightings.matches += 1
            ended, seed = view.result.match, self._seed()
            frame = wire.ChooseFrame(id=self._id(), table=self._table, match=ended, choice="rematch", seed=seed)
            self._pause(1.0, lambda: self._send(frame))

    def _seed(self) -> str:
        return f"{self._chance.getrandbits(128):032x}"

    def _id(self) -> str:
        return uuid.uuid4().hex

    def _send(self, frame: wire.FromClient) -> None:
        if self._transport is not None:
            self._transport.send(WSMsgType.TEXT, wire.pack_sparse(frame))
