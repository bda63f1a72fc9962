"""A real match behind the mocked socket: the engine and the contracts make every view that is shown.

`Match` is tic-tac-toe; another game's overrides what is its own.
"""

import hashlib
import time
from collections.abc import Iterator
from typing import Any

import msgspec

from games.api import Drawn, Rng
from games.tictactoe import GAMES
from games.tictactoe.moves import Place
from services.contracts.client import frames, table_views
from services.kernel.refusal import Refusal

GAME = GAMES[0]
MOVE_MS = 30_000
CHOOSE_MS = 30_000
DAWN_MS = 1_800_000_000_000
_BEGAN_S = time.monotonic()


def now_ms() -> int:
    """The mocked server's time: it runs, and has nothing to do with that of this machine."""
    return DAWN_MS + int((time.monotonic() - _BEGAN_S) * 1000)


class NoChance(Rng):
    """The bot's chance, which this game never asks."""

    def below(self, n: int) -> int:
        return 0


def root_of(number: int) -> str:
    return hashlib.sha256(f"root {number}".encode()).hexdigest()


def commit_of(number: int) -> str:
    return hashlib.sha256(bytes.fromhex(root_of(number))).hexdigest()


class Match:
    """One table's matches, one after the other. `you`: the viewer's seat, None for a spectator."""

    game: Any = GAME

    def __init__(self, line: Any, you: int | None, leader: int = 0) -> None:
        self.line = line
        self.you = you
        self.leader = leader
        self.number = 1
        self.version = 0
        self.phase = "asking"
        self.state = self.game.start(msgspec.convert(line.options, self.game.options_type))
        self.seeds = ["0" * 32 for _ in line.seats]
        self.connected = [True for _ in line.seats]
        self.timeouts = [0 for _ in line.seats]
        self.choices: list[str | None] = [None for _ in line.seats]
        self.result: table_views.ResultView | None = None
        self.commit: str | None = None
        self.elapsed_ms = 4_000
        self.spectators = 0
        self.gap_events = 0
        """How many events back one who returns gets one by one."""
        self._past: list[frames.EventView] = []

    @property
    def id(self) -> str:
        return f"match-{self.line.table}-{self.number}"

    @property
    def turn(self) -> int | None:
        return self.state.turn if self.phase == "playing" else None

    def begin(self) -> frames.EventView:
        """Everybody's seed is in: the leader is drawn and the first clock starts."""
        self.phase = "playing"
        return self._apply(None, Drawn((self.leader,)))

    def place(self, seat: int, row: int, col: int) -> frames.EventView:
        event = self._apply(seat, Place(row, col))
        if self.state.over:
            self.end()
        return event

    def refusal(self, seat: int, raw: dict[str, Any]) -> Refusal | None:
        return self.game.check(self.state, seat, self.game.parse(raw))

    def move(self, seat: int, raw: dict[str, Any]) -> list[frames.EventView]:
        """A move of the viewer that is allowed."""
        return [self.place(seat, raw["row"], raw["col"])]

    def others(self) -> Iterator[frames.UpdateFrame]:
        """What computer players do at once after the viewer; here nobody does."""
        yield from ()

    def bot_cell(self) -> tuple[int, int]:
        """Where the computer would play for the seat in turn."""
        move = self.game.bot(self.game.view(self.state, self.turn), NoChance())
        return move.row, move.col

    def end(self, outcome: str | None = None, winners: list[int] | None = None) -> None:
        """The match is over, not yet settled; the next one's commitment is there already."""
        winner = self.state.winner if winners is None else (winners[0] if winners else None)
        self.result = table_views.ResultView(
            match=self.id,
            outcome=outcome or ("tied" if winner is None else "won"),
            reason="won" if winner is not None else "draw",
            winners=[] if winner is None else [winner],
            points=[int(seat == winner) for seat in range(2)],
            recorded=True,
            rake_chips=None,
            seats=[self._seat_result(seat, winner) for seat in range(2)],
            commit=self.commit or commit_of(self.number),
            root=root_of(self.number),
            seeds=list(self.seeds),
        )
        self.number += 1
        self.phase = "choosing"

    def settle(self) -> None:
        """Wallet and ranking have answered."""
        assert self.result is not None
        tied = not self.result.winners
        nets = [0 if tied else (120 if seat in self.result.winners else -200) for seat in range(2)]
        seats = [
            msgspec.structs.replace(
                self.result.seats[seat],
                payout_chips=net + 200,
                net_chips=net,
                elo=1500 + (net > 0) * 20 - (net < 0) * 20,
                elo_delta=(net > 0) * 20 - (net < 0) * 20,
                label="draw" if tied else ("win" if net > 0 else "loss"),
            )
            for seat, net in enumerate(nets)
        ]
        self.result = msgspec.structs.replace(self.result, rake_chips=0 if tied else 80, seats=seats)
        self.version += 1

    def again(self) -> None:
        """All have pressed rematch."""
        self.phase = "asking"
        self.choices = [None, None]
        self.state = self.game.start(msgspec.convert(self.line.options, self.game.options_type))
        self.version += 1

    def view(self) -> table_views.TableView:
        line = self.line
        return table_views.TableView(
            table=line.table,
            name=line.name,
            game=line.game,
            options=line.options,
            stake_chips=line.stake_chips,
            practice=line.practice,
            spectators=line.spectators,
            organizer=0,
            you=self.you,
            phase=self.phase,  # type: ignore[arg-type]
            paused=False,
            hand_version=0,
            number=self.number,
            match=self.id,
            commit=self.commit or commit_of(self.number),
            deal_key=None,
            seats=[self._seat(seat) for seat in range(len(line.seats))],
            due=self._due(),
            may=[0, 1] if self.phase == "playing" else [],
            choices=["communication", "rematch"] if self.phase == "choosing" else [],
            choose_ms_left=CHOOSE_MS - 6_000 if self.phase == "choosing" else None,
            spectator_count=self.spectators,
            result=self.result,
            game_view=self.game_view(),
        )

    def game_view(self) -> Any:
        """The game as the viewer sees it; None before its first draw."""
        if self.state.leader is None:
            return None
        return self.game.view(self.state, "public" if self.you is None else self.you)

    def table(self) -> frames.TableFrame:
        return frames.TableFrame(version=self.version, now_ms=now_ms(), view=self.view())

    def update(self, *events: frames.EventView, done: tuple[str, ...] = ()) -> frames.UpdateFrame:
        """What has changed; `done`: ids of the viewer's commands that are thereby carried out."""
        return frames.UpdateFrame(
            version=self.version, now_ms=now_ms(), done=list(done), events=list(events), view=self.view()
        )

    def _apply(self, seat: int | None, action: Any) -> frames.EventView:
        before = self.state
        self.state = self.game.apply(before, seat, action)
        self.version += 1
        told = self.game.event(before, seat, action, self.state, "public")
        self._past.append(frames.EventView(version=self.version, kind=told.kind, data=told.data))
        return self._past[-1]

    def gap(self, version: int) -> list[frames.EventView] | None:
        """The events after a version; None if not all of them are kept."""
        later = [event for event in self._past if event.version > version]
        is_whole = version >= 0 and len(later) == self.version - version <= self.gap_events
        return later if is_whole else None

    def _seat(self, seat: int) -> table_views.SeatView:
        line = self.line.seats[seat]
        return table_views.SeatView(
            name=line.name,
            account=line.account,
            bot=line.bot,
            connected=self.connected[seat],
            elo=None if line.bot or self.line.practice else 1500,
            timeouts=self.timeouts[seat],
            left=False,
            away_ms_left=None,
            choice=self.choices[seat],  # type: ignore[arg-type]
        )

    def _due(self) -> list[table_views.DueView]:
        if self.turn is None:
            return []
        number = self.game.next(self.state).due[0].number
        left = MOVE_MS - self.elapsed_ms
        return [
            table_views.DueView(
                seat=self.turn, number=number, elapsed_ms=self.elapsed_ms, limit_ms=MOVE_MS, ms_left=left
            )
        ]

    def _seat_result(self, seat: int, winner: int | None) -> table_views.SeatResult:
        place = 1 if winner in (None, seat) else 2
        return table_views.SeatResult(
            place=place, payout_chips=None, net_chips=None, elo=None, elo_delta=None, label=None
        )
