"""A game that has what few games have together: hidden cards, sealed and optional decisions, windows, partners.

Four seats, two sides. Each hand deals three of sixteen cards to every seat; all put one down, sealed; in a short window
anybody may peek at the stock once; then the highest card wins the hand for its side. Three hands.
"""

from collections.abc import Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any, ClassVar

import msgspec

from games import api, registry
from services.kernel.refusal import Refusal
from services.kernel.strength import STRONG, Strength

HANDS = 3
PIECES = 16
_DEALT = 3
_WINDOW_MS = 2_000
_replace = msgspec.structs.replace


class Options(msgspec.Struct, frozen=True):
    """None."""


class State(msgspec.Struct, frozen=True):
    """Cards 0 … 15: hands by seat, what each has put down, the stock, who has peeked."""

    hand: int = 0
    phase: str = "deal"
    cards: tuple[tuple[int, ...], ...] = ()
    down: tuple[int | None, ...] = (None,) * 4
    stock: tuple[int, ...] = ()
    peeked: frozenset[int] = frozenset()
    points: tuple[int, int] = (0, 0)
    hands: tuple[int, ...] = ()
    """Winning sides so far."""
    left: int | None = None


class View(msgspec.Struct, frozen=True):
    """Own cards; others' only when a hand has been shown."""

    seat: int | None
    phase: str
    hand: int
    cards: tuple[int, ...]
    mine_down: int | None
    has_down: tuple[bool, ...]
    peek: int | None
    points: tuple[int, int]
    all_cards: tuple[tuple[int, ...], ...] = ()


class Put(msgspec.Struct, frozen=True, tag_field="move", tag="put"):
    """Put a card down, sealed."""

    card: int


class Peek(msgspec.Struct, frozen=True, tag_field="move", tag="peek"):
    """Look at the top of the stock."""


class Veiled:
    """The game, keeping its secrets."""

    id = "veiled"
    house_banked = False
    bot_history = False
    rules = 1
    state_type = State
    options_type = Options
    view_type = View
    event_types: ClassVar[dict[str, type]] = {}
    move_type = Put | Peek

    def options(self, raw: Mapping[str, Any], frozen: Mapping[str, Any]) -> Options | Refusal:
        return Refusal("options_invalid") if raw else Options()

    def sides(self, options: Options) -> tuple[tuple[int, ...], ...]:
        return ((0, 2), (1, 3))

    def start(self, options: Options) -> State:
        return State()

    def next(self, state: State) -> api.Next:
        if state.left is not None or state.hand >= HANDS:
            return api.Over(self._result(state))
        if state.phase == "deal":
            return api.Draw(state.hand + 1, "deal", "shuffle", PIECES)
        if state.phase == "window":
            return api.Wait(10 * state.hand + 1, _WINDOW_MS, frozenset(range(4)) - state.peeked)
        due = tuple(api.Due(seat, 10 * state.hand) for seat in range(4) if state.down[seat] is None)
        return api.Decide(due)

    def _result(self, state: State) -> api.Result:
        if state.left is not None:
            winner = 1 - state.left % 2
        elif state.points[0] == state.points[1]:
            return api.Result((1,) * 4, state.points, "even")
        else:
            winner = int(state.points[1] > state.points[0])
        places = tuple(1 if seat % 2 == winner else 2 for seat in range(4))
        return api.Result(places, state.points, "left" if state.left is not None else "played")

    def parse(self, raw: Mapping[str, Any]) -> Put | Peek | api.Leave | api.Unreadable:
        if raw.get("move") == "leave":
            return api.Leave()
        try:
            return msgspec.convert(raw, Put | Peek)  # type: ignore[call-overload,no-any-return]
        except msgspec.ValidationError:
            return api.Unreadable(str(raw.get("move")))

    def write(self, move: Put | Peek) -> dict[str, Any]:
        return msgspec.to_builtins(move)  # type: ignore[no-any-return]

    def check(self, state: State, seat: int, move: Any) -> Refusal | None:
        if isinstance(move, Peek):
            allowed = state.phase == "window" and seat not in state.peeked and state.left is None
            return None if allowed else Refusal("not_now")
        if state.phase != "put" or state.down[seat] is not None or state.left is not None:
            return Refusal("not_your_turn")
        if not isinstance(move, Put):
            return Refusal("bad_parameters")
        return None if move.card in state.cards[seat] else Refusal("not_your_card")

    def legal(self, state: State, seat: int) -> Iterator[Put | Peek]:
        moves = [Peek(), *(Put(card) for card in (state.cards[seat] if state.cards else ()))]
        return (move for move in moves if self.check(state, seat, move) is None)

    def apply(self, state: State, actor: int | None, action: Any) -> State:
        if isinstance(action, api.Drawn):
            deck = action.values
            cards = tuple(tuple(sorted(deck[_DEALT * seat : _DEALT * (seat + 1)])) for seat in range(4))
            return _replace(
                state, phase="put", cards=cards, stock=deck[4 * _DEALT :], down=(None,) * 4, peeked=frozenset()
            )
        if isinstance(action, api.Left):
            return _replace(state, left=action.seat)
        if isinstance(action, api.Elapsed):
            return self._show(state)
        assert actor is not None
        if isinstance(action, Peek):
            return _replace(state, peeked=state.peeked | {actor})
        down = tuple(action.card if seat == actor else card for seat, card in enumerate(state.down))
        return _replace(state, down=down, phase="put" if None in down else "window")

    def _show(self, state: State) -> State:
        side = max(range(4), key=lambda seat: state.down[seat] or 0) % 2
        points = (state.points[0] + (side == 0), state.points[1] + (side == 1))
        return _replace(state, hand=state.hand + 1, phase="deal", points=points, hands=(*state.hands, side))

    def progress(self, state: State) -> api.Progress:
        hands = tuple(api.Hand(n + 1, side, (int(side == 0), int(side == 1))) for n, side in enumerate(state.hands))
        return api.Progress(
            min(state.hand + 1, HANDS), frozenset(range(4)) - {state.left}, state.hand > 0, state.points, hands
        )

    def view(self, state: State, viewer: Any) -> View:
        own = viewer if isinstance(viewer, int) else None
        dealt = own is not None and bool(state.cards)
        return View(
            seat=own,
            phase=state.phase,
            hand=state.hand,
            cards=state.cards[own] if dealt else (),  # type: ignore[index]
            mine_down=state.down[own] if own is not None else None,
            has_down=tuple(card is not None for card in state.down),
            peek=state.stock[0] if own in state.peeked and state.stock else None,
            points=state.points,
            all_cards=state.cards if viewer == "open" else (),
        )

    def event(self, before: State, actor: int | None, action: Any, after: State, viewer: Any) -> api.GameEvent | None:
        if isinstance(action, Put):
            return api.GameEvent("put", {"seat": actor, "card": action.card if viewer in (actor, "open") else None})
        if isinstance(action, Peek):
            return api.GameEvent("peek", {"card": after.stock[0]}) if viewer in (actor, "open") else None
        if isinstance(action, api.Elapsed):
            return api.GameEvent("shown", {"down": list(before.down)})
        if isinstance(action, api.Drawn) and isinstance(viewer, int):
            return api.GameEvent("dealt", {"cards": list(after.cards[viewer])})
        return None

    def bot(
        self,
        view: View,
        rng: api.Rng,
        strength: Strength = STRONG,
        history: Sequence[api.GameEvent] = (),
        scale: float = 1.0,
    ) -> Put | Peek | None:
        if view.phase == "put" and view.mine_down is None and view.cards:
            return Put(view.cards[rng.below(len(view.cards))])
        return None

    def timed_out(self, state: State, seat: int) -> tuple[Put, ...]:
        return ()


def known(found: Any) -> tuple[str, registry.Entry]:
    """Such a game as the registry keeps it: a family without golden games."""
    family = ModuleType(found.id)
    family.__path__ = [__file__]
    return found.id, registry.Entry(found, family)
