"""Games that only tests have: one that breaks on demand, one whose state and waits are of every kind."""

from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any

import msgspec
import pytest

from services.kernel.refusal import Refusal
from services.tables.games import api, registry
from services.tables.games.registry import Entry, game


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
    rules = 1
    state_type = Kitchen
    options_type = KitchenOptions
    view_type = dict
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

    def told(self, before: Kitchen, actor: int | None, action: Any, after: Kitchen, viewer: Any) -> api.Told | None:
        if isinstance(action, Say):
            return api.Told("said", {"seat": actor, "number": action.number}) if viewer == actor else None
        return api.Told(type(action).__name__.lower(), {}) if not isinstance(action, api.Drawn) else None

    def preview(self, view: Any, draft: Mapping[str, Any]) -> dict[str, Any]:
        return {}

    def bot(self, view: Any, rng: api.Rng) -> Say:
        return Say(1)

    def timed_out(self, state: Kitchen, seat: int) -> tuple[Say, ...]:
        return ()


def register(monkeypatch: pytest.MonkeyPatch, found: Any) -> Any:
    """Make a game known for one test."""
    monkeypatch.setitem(registry.entries(), found.id, Entry(found, ModuleType(found.id)))  # type: ignore[arg-type]
    return found
