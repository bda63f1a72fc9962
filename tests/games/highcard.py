"""A toy game with hidden cards, with which the law about look-alike worlds is tried.

Two seats get a card each of four, the rest stay hidden; in turn each says a rank, which may not be its own.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from games import api
from services.kernel.refusal import Refusal
from services.kernel.strength import STRONG, Strength


class Options(msgspec.Struct, frozen=True):
    """None."""


class State(msgspec.Struct, frozen=True):
    """The cards in dealing order, seat 0's and seat 1's first, and the ranks said."""

    cards: tuple[int, ...] = ()
    said: tuple[int, ...] = ()


class View(msgspec.Struct, frozen=True):
    """The seat's own card and what was said."""

    card: int | None
    said: tuple[int, ...]


class Say(msgspec.Struct, frozen=True, tag_field="move", tag="say"):
    """Say a rank."""

    rank: int


class HighCard:
    """The game, keeping its secrets."""

    id = "highcard"
    house_banked = False
    state_type = State
    view_type = View
    event_types: ClassVar[dict[str, type]] = {}

    def options(self, raw: Mapping[str, Any], frozen: Mapping[str, Any]) -> Options:
        return Options()

    def sides(self, options: Options) -> tuple[tuple[int, ...], ...]:
        return ((0,), (1,))

    def start(self, options: Options) -> State:
        return State()

    def next(self, state: State) -> api.Next:
        if not state.cards:
            return api.Draw(1, "deal", "shuffle", 4)
        if len(state.said) == 2:
            return api.Over(api.Result((1, 1), (0, 0), "said"))
        return api.Decide((api.Due(len(state.said), len(state.said)),))

    def parse(self, raw: Mapping[str, Any]) -> Say | api.Unreadable:
        rank = raw.get("rank")
        return Say(rank) if raw.get("move") == "say" and type(rank) is int else api.Unreadable("")

    def write(self, move: Say) -> dict[str, Any]:
        return {"move": "say", "rank": move.rank}

    def check(self, state: State, seat: int, move: Any) -> Refusal | None:
        if not state.cards or seat != len(state.said):
            return Refusal("not_your_turn")
        if not isinstance(move, Say) or move.rank not in range(4):
            return Refusal("bad_parameters")
        return Refusal("own_card", move.rank) if move.rank == state.cards[seat] else None

    def legal(self, state: State, seat: int) -> Iterator[Say]:
        return (Say(rank) for rank in range(4) if self.check(state, seat, Say(rank)) is None)

    def apply(self, state: State, actor: int | None, action: Any) -> State:
        if isinstance(action, api.Drawn):
            return State(action.values)
        return State(state.cards, (*state.said, action.rank))

    def view(self, state: State, viewer: Any) -> View:
        return View(state.cards[viewer] if state.cards and viewer in (0, 1) else None, state.said)

    def event(self, before: State, actor: int | None, action: Any, after: State, viewer: Any) -> api.GameEvent:
        if isinstance(action, api.Drawn):
            return api.GameEvent("dealt", {"card": self.view(after, viewer).card})
        return api.GameEvent("said", {"seat": actor, "rank": action.rank})

    def bot(
        self,
        view: View,
        rng: api.Rng,
        strength: Strength = STRONG,
        history: Sequence[api.GameEvent] = (),
        scale: float = 1.0,
    ) -> Say:
        return Say(0 if view.card else 1)


class TalkativeHighCard(HighCard):
    """Its refusal reveals the other's card."""

    def check(self, state: State, seat: int, move: Any) -> Refusal | None:
        refused = super().check(state, seat, move)
        return Refusal(refused.error, state.cards) if refused and refused.error == "own_card" else refused


class StrictHighCard(HighCard):
    """Does not let a seat say the other's card."""

    def check(self, state: State, seat: int, move: Any) -> Refusal | None:
        refused = super().check(state, seat, move)
        return refused or (Refusal("taken") if move.rank == state.cards[1 - seat] else None)


class GossipingHighCard(HighCard):
    """Its events reveal the other's card."""

    def event(self, before: State, actor: int | None, action: Any, after: State, viewer: Any) -> api.GameEvent:
        event = super().event(before, actor, action, after, viewer)
        return api.GameEvent(event.kind, event.data | {"cards": list(after.cards)})


class GuessingHighCard(HighCard):
    """Its computer player remembers whom it met."""

    def __init__(self) -> None:
        self.met = 0

    def bot(
        self,
        view: View,
        rng: api.Rng,
        strength: Strength = STRONG,
        history: Sequence[api.GameEvent] = (),
        scale: float = 1.0,
    ) -> Say:
        self.met += 1
        return Say(self.met % 4)
