"""A game that only tests have: hands with a hidden card each, a stock, dice, pauses, and a departure that counts.

Two hands. In each a card goes to either seat and two stay in the stock; seat 0 begins. In turn a seat takes from the
stock (`take`) or says that it is done (`stand`); before each of seat 0's turns dice are rolled. When both have done
with it there is a pause of two seconds, in which seat 1 may `knock`, which doubles the hand; then the higher card wins.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal

import msgspec

from games import api
from services.kernel.refusal import Refusal
from services.kernel.strength import STRONG, Strength

HANDS = 2


class Options(msgspec.Struct, frozen=True):
    """How much a hand is worth."""

    worth: Literal[1, 2] = 1


class State(msgspec.Struct, frozen=True):
    """`cards`: seat 0's, seat 1's, then the stock."""

    worth: int
    hand: int = 1
    cards: tuple[int, ...] = ()
    dice: tuple[int, ...] = ()
    turn: int = 0
    done: tuple[int, ...] = ()
    doubled: bool = False
    left: int | None = None
    hands: tuple[api.Hand, ...] = ()


class View(msgspec.Struct, frozen=True):
    """What a viewer sees: the own card, all cards if open."""

    seat: int | None
    hand: int
    card: int | None
    cards: tuple[int, ...]
    dice: tuple[int, ...]
    stock: int


class Move(msgspec.Struct, frozen=True):
    """`take`, `stand` or `knock`."""

    move: str


replace = msgspec.structs.replace


class DiceHand:
    """The game."""

    id = "dicehand"
    house_banked = False
    bot_history = False
    rules = 1
    state_type = State
    options_type = Options
    view_type = View
    event_types: ClassVar[dict[str, type]] = {}
    move_type = Move
    pause_ms = 2_000

    def options(self, raw: Mapping[str, Any], frozen: Mapping[str, Any]) -> Options | Refusal:
        try:
            return msgspec.convert(raw, Options)
        except msgspec.ValidationError as error:
            return Refusal("options_invalid", str(error))

    def sides(self, options: Options) -> tuple[tuple[int, ...], ...]:
        return ((0,), (1,))

    def start(self, options: Options) -> State:
        return State(options.worth)

    def next(self, state: State) -> api.Next:
        if state.left is not None or len(state.hands) == HANDS:
            return api.Over(self._result(state))
        if not state.cards:
            return api.Draw(state.hand, "deal", "shuffle", 4)
        if not state.dice and 0 not in state.done:
            return api.Draw(state.hand, "dice", "dice", 2)
        if len(state.done) == 2:
            return api.Wait(100 + state.hand, self.pause_ms, frozenset({1} - {1 * state.doubled}))
        number = 10 * state.hand + len(state.done) + len(state.cards)
        return api.Decide((api.Due(state.turn, number),))

    def _result(self, state: State) -> api.Result:
        if state.left is not None:
            winner = 1 - state.left
            return api.Result((1, 2) if winner == 0 else (2, 1), (winner == 0, winner == 1), "left")
        points = self.progress(state).points
        if points[0] == points[1]:
            return api.Result((1, 1), points, "even")
        return api.Result((1, 2) if points[0] > points[1] else (2, 1), points, "points")

    def parse(self, raw: Mapping[str, Any]) -> Move | api.Leave | api.Unreadable:
        name = raw.get("move")
        if name == "leave":
            return api.Leave()
        return Move(name) if name in ("take", "stand", "knock") else api.Unreadable(str(name))

    def write(self, move: Move) -> dict[str, Any]:
        return {"move": move.move}

    def check(self, state: State, seat: int, move: Any) -> Refusal | None:
        waits = self.next(state)
        if isinstance(waits, api.Wait) and seat in waits.may and move == Move("knock"):
            return None
        if not isinstance(waits, api.Decide) or seat != state.turn:
            return Refusal("not_your_turn")
        if not isinstance(move, Move) or move.move == "knock":
            return Refusal("illegal_move")
        return Refusal("stock_empty") if move.move == "take" and len(state.cards) == 2 else None

    def legal(self, state: State, seat: int) -> Iterator[Move]:
        moves = (Move(name) for name in ("take", "stand", "knock"))
        return (move for move in moves if self.check(state, seat, move) is None)

    def apply(self, state: State, actor: int | None, action: Any) -> State:
        if isinstance(action, api.Drawn):
            return replace(state, dice=action.values) if state.cards else replace(state, cards=action.values)
        if isinstance(action, api.Left):
            return replace(state, left=action.seat)
        if isinstance(action, api.Elapsed):
            return self._scored(state)
        assert actor is not None
        if action.move == "knock":
            return replace(state, doubled=True)
        if action.move == "stand":
            return replace(state, done=(*state.done, actor), turn=1 - actor)
        cards = list(state.cards)
        cards[actor] = cards.pop(2)
        dice = () if actor == 0 else state.dice
        return replace(state, cards=tuple(cards), dice=dice)

    def _scored(self, state: State) -> State:
        won = 0 if state.cards[0] > state.cards[1] else 1
        worth = state.worth * (2 if state.doubled else 1)
        points = (worth, 0) if won == 0 else (0, worth)
        hand = api.Hand(state.hand, won, points, {"dice": list(state.dice), "cards": list(state.cards[:2])})
        return State(state.worth, hand=state.hand + 1, hands=(*state.hands, hand))

    def progress(self, state: State) -> api.Progress:
        points = (sum(hand.points[0] for hand in state.hands), sum(hand.points[1] for hand in state.hands))
        hand = min(state.hand, HANDS)
        active = frozenset({0, 1} - {state.left})
        return api.Progress(hand, active, bool(state.hands or state.done), points, state.hands)

    def view(self, state: State, viewer: api.Viewer) -> View:
        own = state.cards[viewer] if state.cards and isinstance(viewer, int) else None
        seat = viewer if isinstance(viewer, int) else None
        shown = state.cards if viewer == "open" else ()
        return View(seat, state.hand, own, shown, state.dice, max(len(state.cards) - 2, 0))

    def event(self, before: State, actor: int | None, action: Any, after: State, viewer: Any) -> api.GameEvent | None:
        if isinstance(action, Move):
            card = after.cards[actor] if action.move == "take" and viewer in (actor, "open") else None  # type: ignore[index]
            return api.GameEvent(action.move, {"seat": actor} | ({"card": card} if card is not None else {}))
        if isinstance(action, api.Left):
            return api.GameEvent("left", {"seat": action.seat})
        return api.GameEvent(type(action).__name__.lower(), {})

    def preview(self, view: View, draft: Mapping[str, Any]) -> dict[str, Any]:
        return {}

    def bot(
        self,
        view: View,
        rng: api.Rng,
        strength: Strength = STRONG,
        history: Sequence[api.GameEvent] = (),
        scale: float = 1.0,
    ) -> Move:
        return Move("stand")

    def timed_out(self, state: State, seat: int) -> tuple[Move, ...]:
        return ()
