"""Robots that play over real sockets as a good client would, and check what they see.

A robot is one account. It says hello, beats, comes back after a cut to another gateway, sends again under the same id
what was not answered, gives its share of chance, plays legal moves at random, and asks for a rematch.
"""

import asyncio
import random
import time
import uuid
from collections.abc import Callable
from typing import Any, NamedTuple

from picows import WSError, WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from bench.robots import wire
from bench.robots.games import GAMES, PlayedGame
from bench.robots.wire import Incoming, View
from bench.robots.witness import Witness

BEAT_S = 5.0
SILENT_S = 15.0
TRANSIENT_S = 0.3
RESEND_S = 15.0
"""How long an answer may take on a connection that stands; then the command is sent again and counted."""
ANSWER_TIMEOUT_S = 60.0
BACKOFF_FIRST_S, BACKOFF_LONGEST_S = 0.2, 3.0

TRANSIENT = frozenset(
    {"overloaded", "table_unavailable", "service_unavailable", "rate_limited", "internal_error", "not_greeted"}
)
"""Refusals that say nothing about the command: it is sent again as it is."""


class Player(NamedTuple):
    """An account with a live session."""

    account: str
    name: str
    token: str


class Refused(Exception):
    """The lobby refused a command; `error` is its code."""

    def __init__(self, error: str, detail: Any) -> None:
        super().__init__(f"{error} {detail or ''}")
        self.error = error


class Waiting:
    """A command that has not been answered."""

    __slots__ = ("answer", "first_s", "is_move", "last_s", "payload")

    def __init__(self, payload: bytes, now_s: float, is_move: bool, answer: "asyncio.Future[Any] | None") -> None:
        """`answer`: who waits for it (the lobby's commands)."""
        self.payload = payload
        self.first_s = self.last_s = now_s
        self.is_move = is_move
        self.answer = answer


class Robot:
    """One account that plays. Set the hooks before `run`:

    `think`: seconds before a move; `choose`: what to press at the end; `on_seen(robot, version)`: a newer view came;
    `on_sent(robot)`: a move leaves for the first time; `on_accepted(robot, first_sent_s)`: a move was acknowledged;
    `on_decided(command_id, own_s)`: a move leaves, so long after its robot saw that it had to decide.
    """

    def __init__(self, number: int, player: Player, urls: list[str], seed: int) -> None:
        """`urls`: the gateways; the first connection goes to one by `number`, every later one to the next."""
        self.player = player
        self.witness = Witness(f"robot {number}")
        self.chance = random.Random(f"{seed}/{number}")
        self.view: View | None = None
        self.game: PlayedGame = GAMES["tictactoe"]
        self.chips: int | None = None
        self.home: str | None = None
        """The table at which the lobby says that we sit, and since when we know of it (monotonic seconds)."""
        self.home_s = 0.0
        self.url = urls[number % len(urls)]
        self.moves_acked = 0
        self.cuts = 0
        self.unanswered = 0
        """Commands that had to be sent again though no connection was cut."""
        self.unexpected: list[str] = []
        self.think: Callable[[], float] = lambda: 0.0
        self.choose: Callable[[], str] = lambda: "rematch"
        self.on_seen: Callable[[Robot, int], None] = lambda _robot, _version: None
        self.on_sent: Callable[[Robot], None] = lambda _robot: None
        self.on_accepted: Callable[[Robot, float], None] = lambda _robot, _first_s: None
        self.on_decided: Callable[[str, float], None] = lambda _command_id, _own_s: None
        self.away = asyncio.Event()
        """Set while at no table."""
        self.away.set()
        self.greeted = asyncio.Event()
        self._urls = urls
        self._prefix = f"{uuid.uuid4().hex[:16]}."
        self._ids = 0
        self._waiting: dict[str, Waiting] = {}
        self._transport: WSTransport | None = None
        self._heard_s = 0.0
        self._stopped = False
        self._watch_id = ""
        self._seated_s = 0.0
        self._answering: tuple[str, int] | None = None
        self._seeded = ""
        self._chosen = ""

    # --- connection ---

    async def run(self) -> None:
        """Stay connected until `stop`."""
        attempt = 0
        while not self._stopped:
            if await self._connect():
                attempt = 0
            attempt += 1
            if not self._stopped:
                ceiling_s = min(BACKOFF_LONGEST_S, BACKOFF_FIRST_S * 2**attempt)
                await asyncio.sleep(ceiling_s * (0.5 + self.chance.random() / 2))
                self.url = self._urls[(self._urls.index(self.url) + 1) % len(self._urls)]

    def stop(self) -> None:
        """Say goodbye."""
        self._stopped = True
        self.cut()

    def cut(self) -> None:
        """End the connection as it is."""
        if self._transport is not None:
            self._transport.disconnect()

    @property
    def idle(self) -> bool:
        """Whether every command has been answered."""
        return not self._waiting

    def __str__(self) -> str:
        phase = self.view.phase if self.view is not None else "not shown"
        due = self.view.due if self.view is not None else []
        where = (
            "away" if self.away.is_set() else f"at {self.witness.table}, {phase} {due}, version {self.witness.version}"
        )
        waiting = [waiting.payload.decode() for waiting in self._waiting.values()]
        return (
            f"{self.witness.who} ({self.player.name}, greeted {self.greeted.is_set()}) {where}; unanswered: {waiting}"
        )

    async def _connect(self) -> bool:
        """One connection from hello to its end; whether it was greeted."""
        try:
            transport, _ = await ws_connect(lambda: _Line(self), self.url, websocket_handshake_timeout=10)
        except (OSError, WSError, TimeoutError):
            return False
        self._transport = transport
        if self._stopped:  # while we were connecting
            self.cut()
        self._heard_s = time.monotonic()
        transport.send(WSMsgType.TEXT, wire.pack(wire.Hello(token=self.player.token, protocol=wire.PROTOCOL)))
        beats = asyncio.create_task(self._beat(transport))
        try:
            await transport.wait_disconnected()
        finally:
            beats.cancel()
        was_greeted = self.greeted.is_set()
        self.greeted.clear()
        self._transport = None
        self.cuts += not self._stopped
        return was_greeted

    async def _beat(self, transport: WSTransport) -> None:
        await asyncio.sleep(BEAT_S * self.chance.random())
        while True:
            transport.send(WSMsgType.TEXT, wire.BEAT)
            now_s = time.monotonic()
            if now_s - self._heard_s > SILENT_S:
                transport.disconnect()
            self._resend_unanswered(now_s)
            await asyncio.sleep(BEAT_S)

    def _resend_unanswered(self, now_s: float) -> None:
        for waiting in list(self._waiting.values()):
            if self.greeted.is_set() and now_s - waiting.last_s > RESEND_S:
                self.unanswered += 1
                waiting.last_s = now_s
                self._send(waiting.payload)

    def _send(self, payload: bytes) -> None:
        if self._transport is not None and self.greeted.is_set():
            self._transport.send(WSMsgType.TEXT, payload)

    # --- commands ---

    def new_id(self) -> str:
        """An id for a command, ours alone, in no other run either."""
        self._ids += 1
        return f"{self._prefix}{self._ids:x}"

    async def ask(self, frame: Any) -> Any:
        """A command to the lobby, through cuts, until it is answered; answers its data.

        Raises:
            Refused: the lobby says no.
        """
        answer = asyncio.get_running_loop().create_future()
        self._command(frame.id, wire.pack_sparse(frame), answer=answer)
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT_S):
                return await answer
        finally:
            self._waiting.pop(frame.id, None)

    def sit(self, table: str) -> None:
        """Look at this table and play there."""
        self.away.clear()
        self.view = None
        self.witness.sit(table)
        self._seated_s = time.monotonic()
        self._watch()

    def _watch(self) -> None:
        self._watch_id = self.new_id()
        frame = wire.WatchFrame(id=self._watch_id, table=self.witness.table, version=self.witness.version)
        self._send(wire.pack(frame))

    def _command(
        self, command_id: str, payload: bytes, is_move: bool = False, answer: "asyncio.Future[Any] | None" = None
    ) -> None:
        self._waiting[command_id] = Waiting(payload, time.monotonic(), is_move, answer)
        self._send(payload)

    def _again(self, command_id: str) -> None:
        waiting = self._waiting.get(command_id)
        if waiting is not None:
            waiting.last_s = time.monotonic()
            self._send(waiting.payload)

    # --- what comes in ---

    def receive(self, payload: bytes) -> None:
        """One text frame."""
        self._heard_s = time.monotonic()
        frame = self.game.read(payload)
        if frame is not None:
            self._FRAMES.get(frame.t, Robot._ignore)(self, frame)

    def _ignore(self, frame: Incoming) -> None:
        """Nothing that robots need."""

    def _on_room(self, frame: Incoming) -> None:
        """Greeted, or the room again after a cut behind the gateway: what was not answered is sent again."""
        self.greeted.set()
        self._on_chips(frame)
        self._live_at(frame.room.table if frame.room is not None else None)
        if not self.away.is_set():
            self._watch()
        now_s = time.monotonic()
        for waiting in self._waiting.values():
            waiting.last_s = now_s
            self._send(waiting.payload)

    def _on_chips(self, frame: Incoming) -> None:
        self.chips = frame.chips

    def _on_token(self, frame: Incoming) -> None:
        """The session has a new token; the one before does not hold for long."""
        if frame.token is not None:
            self.player = self.player._replace(token=frame.token)

    def _on_sent(self, frame: Incoming) -> None:
        """The lobby has seated us or sent us back, from our table or one before."""
        self._live_at(frame.table)
        if frame.table is None and self.view is not None and not self.away.is_set():
            self._watch()

    def _live_at(self, table: str | None) -> None:
        if table != self.home:
            self.home, self.home_s = table, time.monotonic()

    def _on_table(self, frame: Incoming) -> None:
        view, version = frame.view, frame.version
        assert view is not None and version is not None
        for command_id in frame.done:
            self._done(command_id, version, exact=False)
        if view.table != self.witness.table or self.away.is_set():
            return
        if self.witness.shown(version, view, frame.events):
            self.view = view
            self.on_seen(self, version)
            self._act(view)

    def _on_done(self, frame: Incoming) -> None:
        assert frame.id is not None
        waiting = self._waiting.get(frame.id)
        if waiting is not None and waiting.answer is not None:
            del self._waiting[frame.id]
            if not waiting.answer.done():
                waiting.answer.set_result(frame.data)
        elif frame.version is not None:
            self._done(frame.id, frame.version, exact=True)

    def _done(self, command_id: str, version: int, exact: bool) -> None:
        if command_id not in self.witness.commands:
            return  # a watch, or something of a former life
        self.witness.acknowledged(command_id, version, exact)
        waiting = self._waiting.pop(command_id, None)
        if waiting is not None and waiting.is_move:
            self.moves_acked += 1
            self.on_accepted(self, waiting.first_s)

    def _on_refused(self, frame: Incoming) -> None:
        if frame.id is None:
            self.unexpected.append(f"{self.player.name}: refused without an id: {frame.error} {frame.detail}")
        elif frame.id == self._watch_id:
            self._not_shown(frame.error)
        elif frame.error in TRANSIENT:
            asyncio.get_running_loop().call_later(TRANSIENT_S, self._again, frame.id)
        elif (waiting := self._waiting.pop(frame.id, None)) is not None:
            self._refused(frame, waiting)
        elif frame.id in self.witness.commands:
            self.witness.refused(frame.id, frame.error)

    def _refused(self, frame: Incoming, waiting: Waiting) -> None:
        assert frame.id is not None
        if waiting.answer is not None:
            if not waiting.answer.done():
                waiting.answer.set_exception(Refused(frame.error, frame.detail))
            return
        self.witness.refused(frame.id, frame.error)
        sent = self.witness.commands[frame.id]
        if waiting.is_move:
            self.unexpected.append(f"{self.witness.who}: move {frame.id} at {sent.table}: {frame.error}")
            self._answering = None

    def _not_shown(self, error: str) -> None:
        """Our table cannot be shown: it is not there yet, its worker is away, or it is no more."""
        starting = self.view is None and time.monotonic() - self._seated_s < ANSWER_TIMEOUT_S
        if error in TRANSIENT or (starting and error == "table_unknown"):
            asyncio.get_running_loop().call_later(TRANSIENT_S, self._watch_again, self._watch_id)
            return
        if error != "table_unknown" or self.view is None:
            self.unexpected.append(f"{self.witness.who}: watching {self.witness.table}: {error}")
        self._get_up()

    def _watch_again(self, watch_id: str) -> None:
        if watch_id == self._watch_id and not self.away.is_set():
            self._watch()

    # --- playing ---

    def _act(self, view: View) -> None:
        if view.phase == "playing":
            self._play(view)
        elif view.phase == "choosing":
            self._press(view)
        elif view.phase == "asking":
            self._give_seed(view)
        else:
            self._get_up()

    def _play(self, view: View) -> None:
        for due in view.due:
            decision = (view.match, due.number)
            if due.seat == view.you and decision != self._answering:
                self._answering = decision
                think_s, seen_s = self.think(), time.monotonic()
                if think_s:
                    asyncio.get_running_loop().call_later(think_s, self._move, view, due.number, seen_s)
                else:
                    self._move(view, due.number, seen_s)

    def _move(self, view: View, number: int, seen_s: float) -> None:
        if self._answering != (view.match, number) or view.table != self.witness.table or view.game_view is None:
            return
        chosen = self.game.choose(view.game_view, self.chance)
        command_id = self.new_id()
        self.witness.sent(command_id, view.match, chosen.cell)
        frame = wire.MoveFrame(
            id=command_id,
            table=view.table,
            match=view.match,
            number=number,
            move=chosen.move,
        )
        self.on_sent(self)
        self.on_decided(command_id, time.monotonic() - seen_s)
        self._command(command_id, wire.pack(frame), is_move=True)

    def _give_seed(self, view: View) -> None:
        if view.you is None or self._seeded == view.match:
            return
        self._seeded = view.match
        command_id = self.new_id()
        self.witness.sent(command_id, view.match)
        frame = wire.SeedFrame(id=command_id, table=view.table, match=view.match, seed=self._seed())
        self._command(command_id, wire.pack(frame))

    def _press(self, view: View) -> None:
        if view.you is None or view.result is None or self._chosen == view.result.match:
            return
        self._chosen = view.result.match
        self._seeded = view.match
        command_id, choice = self.new_id(), self.choose()
        self.witness.sent(command_id, view.result.match)
        frame = wire.ChooseFrame(
            id=command_id,
            table=view.table,
            match=view.result.match,
            choice=choice,
            seed=self._seed() if choice == "rematch" else None,
        )
        self._command(command_id, wire.pack(frame))

    def _seed(self) -> str:
        return f"{self.chance.getrandbits(128):032x}"

    def _get_up(self) -> None:
        """The table is over for us."""
        self._send(wire.pack(wire.UnwatchFrame(id=self.new_id(), table=self.witness.table)))
        self._answering = None
        self.away.set()

    _FRAMES: dict[str, Callable[["Robot", Incoming], None]] = {
        "room": _on_room,
        "update": _on_table,
        "table": _on_table,
        "done": _on_done,
        "refused": _on_refused,
        "chips": _on_chips,
        "token": _on_token,
        "sent": _on_sent,
    }


class _Line(WSListener):
    """The socket's callbacks."""

    def __init__(self, robot: Robot) -> None:
        self._robot = robot

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Text to the robot; a close is answered."""
        if frame.msg_type == WSMsgType.TEXT:
            self._robot.receive(frame.get_payload_as_bytes())
        elif frame.msg_type == WSMsgType.CLOSE:
            transport.send_close(frame.get_close_code())
            transport.disconnect()
