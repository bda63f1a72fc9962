"""Games that only tests have: one that breaks on demand, one whose state and waits are of every kind, and one of any
number of seats and sides."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any, ClassVar

import msgspec
import pytest

from games import api, registry
from games.registry import Entry, game
from services.contracts.tables.commands import SeatPlayer
from services.kernel.refusal import Refusal
from services.kernel.strength import STRONG, Strength
from services.tables.settings import TablesSettings
from tests.tables.support.desk import Desk, Seated


class EngineFault(Exception):
    """What a broken engine raises."""


class BrokenGame:
    """Tic tac toe whose functions raise when their names are in `faults`."""

    id = "broken"

    def __init__(self) -> None:
        self._sound = game("tictactoe")
        self.faults: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._sound, name)
        if not callable(found) or isinstance(found, type):
            return found

        def call(*args: Any) -> Any:
            if name in self.faults:
                raise EngineFault(name)
            return found(*args)

        return call


class Kitchen(msgspec.Struct, frozen=True):
    """A state with everything that JSON must bring back: keys that are numbers, sets, tuples, bytes of meaning."""

    scores: dict[int, int] = {}
    seen: frozenset[int] = frozenset()
    phase: str = "shuffle"
    deck: tuple[int, ...] = ()
    rounds: int = 0


class KitchenOptions(msgspec.Struct, frozen=True):
    """None."""


class Say(msgspec.Struct, frozen=True, tag_field="move", tag="say"):
    """Say a number; sealed until both have."""

    number: int


class KitchenGame:
    """Two seats say a number each, at the same time; after a pause of two seconds the next round; three rounds."""

    id = "kitchen"
    house_banked = False
    bot_history = False
    rules = 1
    state_type = Kitchen
    options_type = KitchenOptions
    view_type = dict
    event_types: ClassVar[dict[str, type]] = {}
    move_type = Say

    def options(self, raw: Mapping[str, Any], frozen: Mapping[str, Any]) -> KitchenOptions:
        return KitchenOptions()

    def sides(self, options: KitchenOptions) -> tuple[tuple[int, ...], ...]:
        return ((0,), (1,))

    def start(self, options: KitchenOptions) -> Kitchen:
        return Kitchen()

    def next(self, state: Kitchen) -> api.Next:
        if state.rounds == 3:
            return api.Over(api.Result((1, 1), (0, 0), "said"))
        if state.phase == "shuffle":
            return api.Draw(state.rounds + 1, "deal", "shuffle", 5)
        if state.phase == "dice":
            return api.Draw(state.rounds + 1, "dice", "dice", 2)
        if state.phase == "pause":
            return api.Wait(state.rounds, 2_000, frozenset({0}))
        due = tuple(api.Due(seat, state.rounds) for seat in (0, 1) if seat not in state.seen)
        return api.Decide(due, frozenset({0, 1}))

    def parse(self, raw: Mapping[str, Any]) -> Say | api.Leave | api.Unreadable:
        if raw.get("move") == "leave":
            return api.Leave()
        number = raw.get("number")
        return Say(number) if type(number) is int else api.Unreadable(str(raw.get("move")))

    def write(self, move: Say) -> dict[str, Any]:
        return {"move": "say", "number": move.number}

    def check(self, state: Kitchen, seat: int, move: Any) -> Refusal | None:
        if state.phase == "pause" and seat == 0 and isinstance(move, Say):
            return None
        if state.phase != "say" or seat in state.seen:
            return Refusal("not_your_turn")
        return None if isinstance(move, Say) else Refusal("bad_parameters")

    def legal(self, state: Kitchen, seat: int) -> Iterator[Say]:
        return iter(() if self.check(state, seat, Say(1)) else (Say(1),))

    def apply(self, state: Kitchen, actor: int | None, action: Any) -> Kitchen:
        replace = msgspec.structs.replace
        if isinstance(action, api.Drawn):
            if state.phase == "shuffle":
                return replace(state, deck=action.values, phase="dice")
            return replace(state, phase="say", scores=state.scores | {100 + state.rounds: sum(action.values)})
        if isinstance(action, api.Elapsed) or state.phase == "pause":
            return replace(state, phase="shuffle", rounds=state.rounds + 1, seen=frozenset())
        if isinstance(action, api.Left):
            return replace(state, rounds=3)
        assert actor is not None
        seen = state.seen | {actor}
        scores = state.scores | {actor: state.scores.get(actor, 0) + action.number}
        return replace(state, seen=seen, scores=scores, phase="pause" if len(seen) == 2 else "say")

    def progress(self, state: Kitchen) -> api.Progress:
        return api.Progress(min(state.rounds + 1, 3), frozenset({0, 1}), state.rounds > 0, (0, 0), ())

    def view(self, state: Kitchen, viewer: api.Viewer) -> dict[str, Any]:
        hand = [state.deck[viewer]] if state.deck and isinstance(viewer, int) else []
        return {"hand": hand, "phase": state.phase, "round": state.rounds, "said": sorted(state.seen)}

    def event(
        self, before: Kitchen, actor: int | None, action: Any, after: Kitchen, viewer: Any
    ) -> api.GameEvent | None:
        if isinstance(action, Say):
            return api.GameEvent("said", {"seat": actor, "number": action.number}) if viewer == actor else None
        return api.GameEvent(type(action).__name__.lower(), {}) if not isinstance(action, api.Drawn) else None

    def preview(self, view: Any, draft: Mapping[str, Any]) -> dict[str, Any]:
        return {}

    def bot(
        self,
        view: Any,
        rng: api.Rng,
        strength: Strength = STRONG,
        history: Sequence[api.GameEvent] = (),
        scale: float = 1.0,
    ) -> Say:
        return Say(1)

    def timed_out(self, state: Kitchen, seat: int) -> tuple[Say, ...]:
        return ()


class Turns(msgspec.Struct, frozen=True):
    """Whose turn it is and of which class, who has played how often, who is out, which side has won."""

    sides: tuple[tuple[int, ...], ...]
    auto: bool = False
    cards: tuple[int, ...] = ()
    turn: int = 0
    number: int = 1
    clock: api.ClockClass = "normal"
    window: bool = False
    played: tuple[int, ...] = ()
    out: frozenset[int] = frozenset()
    winner: int | None = None
    reason: str = "said"

    @property
    def active(self) -> list[int]:
        return [seat for side in self.sides for seat in side if seat not in self.out]


class TurnsOptions(msgspec.Struct, frozen=True):
    """What the platform adds."""

    on_timeout: str = "wait"
    ratings: tuple[int, ...] = ()


class TurnsView(msgspec.Struct, frozen=True):
    """The seat's own card, and what is public."""

    card: int | None
    turn: int
    seat: int | None
    window: bool


class Said(msgspec.Struct, frozen=True, tag_field="move", tag="say"):
    """0: nothing more; 1, 2: the next turn is `single`, `block`; 4: be out; 6, 7, 8: lose, win, tie; 9: a window."""

    n: int


class Bomb(msgspec.Struct, frozen=True, tag_field="move", tag="bomb"):
    """Takes the turn, at any time."""


TIE = -1
CLASSES: dict[int, api.ClockClass] = {1: "single", 2: "block"}


class TurnsGame:
    """Seats say numbers in turn: a game of so many seats and sides, with clocks of every class and windows."""

    house_banked = False
    bot_history = False
    rules = 1
    state_type = Turns
    options_type = TurnsOptions
    view_type = TurnsView
    event_types: ClassVar[dict[str, type]] = {}
    move_type = Said | Bomb

    def __init__(self, id: str, sides: tuple[tuple[int, ...], ...]) -> None:
        self.id = id
        self._sides = sides

    def options(self, raw: Mapping[str, Any], frozen: Mapping[str, Any]) -> TurnsOptions:
        return TurnsOptions(frozen.get("on_timeout", "wait"), tuple(frozen.get("ratings", ())))

    def sides(self, options: TurnsOptions) -> tuple[tuple[int, ...], ...]:
        return self._sides

    def start(self, options: TurnsOptions) -> Turns:
        seats = sum(len(side) for side in self._sides)
        return Turns(self._sides, auto=options.on_timeout == "auto_turn", played=(0,) * seats)

    def next(self, state: Turns) -> api.Next:
        if state.winner is not None:
            return api.Over(self._result(state))
        if not state.cards:
            return api.Draw(1, "deal", "shuffle", 10)
        if state.window:
            return api.Wait(state.number, 3_000, frozenset(state.active))
        others = frozenset(state.active) - {state.turn}
        return api.Decide((api.Due(state.turn, state.number, state.clock),), others)

    def _result(self, state: Turns) -> api.Result:
        places = {seat: 2 for side in state.sides for seat in side}
        places |= dict.fromkeys(state.out, 3)
        won = places if state.winner == TIE else state.sides[state.winner or 0]
        places |= dict.fromkeys(won, 1)
        points = tuple(int(number == state.winner) for number in range(len(state.sides)))
        return api.Result(tuple(places[seat] for seat in sorted(places)), points, state.reason)

    def parse(self, raw: Mapping[str, Any]) -> Said | Bomb | api.Leave | api.Unreadable:
        found = raw.get("move")
        if found == "leave":
            return api.Leave()
        if found == "bomb":
            return Bomb()
        return Said(raw["n"]) if found == "say" and type(raw.get("n")) is int else api.Unreadable(str(found))

    def write(self, move: Said | Bomb) -> dict[str, Any]:
        return {"move": "say", "n": move.n} if isinstance(move, Said) else {"move": "bomb"}

    def check(self, state: Turns, seat: int, move: Any) -> Refusal | None:
        if state.winner is not None:
            return Refusal("match_over")
        if seat in state.out or (isinstance(move, Said) and (state.window or seat != state.turn)):
            return Refusal("not_your_turn")
        return None if isinstance(move, Said | Bomb) else Refusal("bad_parameters")

    def legal(self, state: Turns, seat: int) -> Iterator[Said | Bomb]:
        return (move for move in (Said(0), Bomb()) if self.check(state, seat, move) is None)

    def apply(self, state: Turns, actor: int | None, action: Any) -> Turns:
        replace = msgspec.structs.replace
        if isinstance(action, api.Drawn):
            return replace(state, cards=action.values)
        if isinstance(action, api.Elapsed):
            return replace(state, window=False, number=state.number + 1)
        if isinstance(action, api.Left):
            return self._left(state, action.seat)
        assert actor is not None
        if isinstance(action, Bomb):
            return replace(state, window=False, turn=actor, number=state.number + 1, clock="normal")
        played = tuple(count + (seat == actor) for seat, count in enumerate(state.played))
        state = replace(state, played=played, clock=CLASSES.get(action.n, "normal"), window=action.n == 9)
        if action.n == 4 and len(state.active) > 2 < len(state.sides):
            state = replace(state, out=state.out | {actor})
        side = next(number for number, seats in enumerate(state.sides) if actor in seats)
        winner = {6: (side + 1) % len(state.sides), 7: side, 8: TIE}.get(action.n)
        return replace(self._passed_on(state), winner=winner)

    def _passed_on(self, state: Turns) -> Turns:
        seats = len(state.played)
        later = (seat % seats for seat in range(state.turn + 1, state.turn + seats + 1))
        turn = next((seat for seat in later if seat in state.active), state.turn)
        return msgspec.structs.replace(state, turn=turn, number=state.number + 1)

    def _left(self, state: Turns, seat: int) -> Turns:
        replace = msgspec.structs.replace
        if len(state.sides) == 2:
            return replace(state, winner=0 if seat in state.sides[1] else 1, reason="forfeited")
        state = replace(state, out=state.out | {seat})
        if len(state.active) == 1:
            return replace(state, winner=state.active[0], reason="forfeited")
        return self._passed_on(state) if state.turn == seat else state

    def progress(self, state: Turns) -> api.Progress:
        return api.Progress(1, frozenset(state.active), all(state.played), (0,) * len(state.sides), ())

    def view(self, state: Turns, viewer: api.Viewer) -> TurnsView:
        seat = viewer if isinstance(viewer, int) else None
        card = state.cards[seat] if seat is not None and state.cards else None
        return TurnsView(card, state.turn, seat, state.window)

    def event(self, before: Turns, actor: int | None, action: Any, after: Turns, viewer: Any) -> api.GameEvent | None:
        if isinstance(action, Said | Bomb):
            return api.GameEvent("said", {"seat": actor, **self.write(action)})
        return None if isinstance(action, api.Drawn) else api.GameEvent(type(action).__name__.lower(), {})

    def preview(self, view: Any, draft: Mapping[str, Any]) -> dict[str, Any]:
        return {}

    def bot(
        self,
        view: TurnsView,
        rng: api.Rng,
        strength: Strength = STRONG,
        history: Sequence[api.GameEvent] = (),
        scale: float = 1.0,
    ) -> Said | None:
        return Said(0) if view.turn == view.seat and not view.window else None

    def timed_out(self, state: Turns, seat: int) -> tuple[Said, ...]:
        return (Said(0),) if state.clock == "single" or state.auto else ()


PAIRS = ((0, 2), (1, 3))
TWO = ((0,), (1,))
THREE = ((0,), (1,), (2,))
NAMES = ("Ann", "Bob", "Cleo", "Dan")


def register(monkeypatch: pytest.MonkeyPatch, found: Any, kept: tuple[str, str, str] | None = None) -> Any:
    """Make a game known for one test; `kept`: the policies (clock, return, leave) that its family declares."""
    family = ModuleType(found.id)
    if kept is not None:
        family.TABLES = {found.id: api.TableDefaults(*kept)}  # type: ignore[attr-defined]
    monkeypatch.setitem(registry.entries(), found.id, Entry(found, family))  # type: ignore[arg-type]
    registry.game.cache_clear()
    return found


def open_turns(
    monkeypatch: pytest.MonkeyPatch,
    sides: tuple[tuple[int, ...], ...],
    kept: tuple[str, str, str],
    *,
    bots: Iterable[int] = (),
    stake: int = 200,
    clock_factor: int = 1,
    **changed: Any,
) -> Seated:
    """A desk with one table of a `TurnsGame` under these policies (clock, return, leave), asked for and not begun."""
    name = "turns"
    register(monkeypatch, TurnsGame(name, sides), kept)
    desk = Desk(settings=TablesSettings(bot_processes=0, **changed), games=[name])
    count, bots = sum(len(side) for side in sides), set(bots)
    seats = [
        SeatPlayer(name=f"bot-{n}") if n in bots else SeatPlayer(name=NAMES[n], account=NAMES[n].lower())
        for n in range(count)
    ]
    practice = bool(bots)
    stake = 0 if practice else stake
    order: dict[str, Any] = {"seats": seats, "stake": stake, "practice": practice, "clock_factor": clock_factor}
    return desk.open(f"table-1@{name}", options={}, **order)
