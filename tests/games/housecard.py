"""High card against the bank: the smallest house-banked game with everything that a table must support.

Three seats. Guests bet while the window is open; when it closes their bets are held, a card is turned up for them and
one for the bank, and the higher card wins: even money. Twelve cards a shoe, no two alike; two are hidden at its head.
A guest that has not bet in five windows in a row (three, while away) loses the seat.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal

import msgspec

from games import api
from services.kernel.refusal import Refusal
from services.kernel.strength import STRONG, Strength

SEATS = 3
PIECES = 12
BURNT = 2
BET_MS = 10_000
SHOW_MS = 1_000
IDLE_MAX = 5
AWAY_MAX = 3
MAX = 100_000
AMOUNTS = (200, 300, 1_000)
"""Bets that are listed as legal; any from the minimum up to the maximum is."""
_replace = msgspec.structs.replace


class Options(msgspec.Struct, frozen=True):
    """`variant` `double` pays two for one; the rest is the platform's."""

    variant: Literal["even", "double"] = "even"
    house_min_main: int = 200
    house_max_round: int = 100_000


class Sitting(msgspec.Struct, frozen=True):
    """A guest. `held`: chips of theirs that the wallet holds; `idle`: windows without a bet."""

    present: bool
    purse: api.Purse
    bet: int = 0
    held: int = 0
    last: int = 0
    done: bool = False
    idle: int = 0
    going: bool = False


class State(msgspec.Struct, frozen=True):
    """The table; `shoe` from its head, `at` of it are gone. `refused`: why bets of the last round were not held."""

    options: Options
    phase: str = "idle"
    round: int = 0
    window: int = 0
    shoe: tuple[int, ...] = ()
    at: int = 0
    sittings: tuple[Sitting | None, ...] = (None,) * SEATS
    cards: tuple[int, int] | None = None
    refused: tuple[str, ...] = ("",) * SEATS
    history: tuple[str, ...] = ()

    @property
    def seated(self) -> frozenset[int]:
        return frozenset(seat for seat, each in enumerate(self.sittings) if each is not None)

    @property
    def held(self) -> dict[int, int]:
        return {seat: each.held for seat, each in enumerate(self.sittings) if each is not None and each.held}


class View(msgspec.Struct, frozen=True):
    """What lies on the table, and the own purse."""

    seat: int | None
    phase: str
    round: int
    bets: tuple[int, ...]
    seated: tuple[bool, ...]
    done: tuple[bool, ...]
    cards: tuple[int, int] | None
    remaining: int
    history: tuple[str, ...]
    chips: int | None
    most: int
    """What the own purse and limits let one bet."""
    refused: str
    shoe: tuple[int, ...] = ()
    """Where all is open."""


class Bet(msgspec.Struct, frozen=True, tag_field="move", tag="bet"):
    """Lay so many chips; 0 takes them back."""

    chips: int


class Done(msgspec.Struct, frozen=True, tag_field="move", tag="done"):
    """Nothing more; the window closes when all are done."""


class StandUp(msgspec.Struct, frozen=True, tag_field="move", tag="stand_up"):
    """Get up."""


Move = Bet | Done | StandUp


class HouseCard:
    """The game."""

    id = "house_card"
    house_banked = True
    bot_history = False
    rules = 1
    state_type = State
    options_type = Options
    view_type = View
    event_types: ClassVar[dict[str, type]] = {}
    move_type = Bet | Done | StandUp

    def options(self, raw: Mapping[str, Any], frozen: Mapping[str, Any]) -> Options | Refusal:
        variant = raw.get("variant", "even")
        if raw.keys() - {"variant"} or variant not in ("even", "double"):
            return Refusal("options_invalid")
        own = {name: frozen[name] for name in ("house_min_main", "house_max_round") if name in frozen}
        return Options(variant, **own)

    def sides(self, options: Options) -> tuple[tuple[int, ...], ...]:
        return tuple((seat,) for seat in range(SEATS))

    def start(self, options: Options) -> State:
        return State(options)

    # --- what it waits for ---

    def next(self, state: State) -> api.Next:
        match state.phase:
            case "shuffling":
                return api.Draw(1, "shoe", "shuffle", PIECES)
            case "betting":
                return api.Wait(state.window, BET_MS, state.seated)
            case "holding":
                bets = {seat: each.bet for seat, each in enumerate(state.sittings) if each is not None and each.bet}
                return api.Bank(state.round, "hold", bets)
            case "open" | "shown":
                return api.Wait(state.window, SHOW_MS, state.seated - state.held.keys())
            case "paying":
                return api.Bank(state.round, "pay", self._credited(state))
        return api.Decide((), state.seated)

    def _credited(self, state: State) -> dict[int, int]:
        if state.cards is None:
            return state.held
        gain = 3 if state.options.variant == "double" else 2
        won = state.cards[0] > state.cards[1]
        return {seat: gain * chips for seat, chips in state.held.items()} if won else {}

    # --- moves ---

    def parse(self, raw: Mapping[str, Any]) -> Move | api.Leave | api.Unreadable:
        if raw.get("move") == "leave":
            return api.Leave()
        try:
            return msgspec.convert(raw, Move)  # type: ignore[call-overload,no-any-return]
        except msgspec.ValidationError:
            return api.Unreadable(str(raw.get("move")))

    def write(self, move: Move) -> dict[str, Any]:
        return msgspec.to_builtins(move)  # type: ignore[no-any-return]

    def check(self, state: State, seat: int, move: Any) -> Refusal | None:
        own = state.sittings[seat]
        if own is None:
            return Refusal("not_seated")
        if isinstance(move, StandUp):
            free = not own.held and state.phase in ("idle", "betting", "open", "shown")
            return None if free else Refusal("bets_in_play")
        if state.phase != "betting" or own.going:
            return Refusal("bets_closed")
        if isinstance(move, Done):
            return None
        return self._check_bet(state, own, move.chips) if isinstance(move, Bet) else Refusal("bad_parameters")

    def _check_bet(self, state: State, own: Sitting, chips: int) -> Refusal | None:
        if chips == 0:
            return None
        if chips < state.options.house_min_main:
            return Refusal("bet_below_minimum")
        if chips > state.options.house_max_round:
            return Refusal("bet_above_maximum")
        if chips > own.purse.chips:
            return Refusal("insufficient_chips")
        return next((Refusal(code) for code, cap in sorted(own.purse.caps.items()) if chips > cap), None)

    def legal(self, state: State, seat: int) -> Iterator[Move]:
        moves = (*(Bet(chips) for chips in (0, *AMOUNTS)), Done(), StandUp())
        return (move for move in moves if self.check(state, seat, move) is None)

    # --- what happens ---

    def apply(self, state: State, actor: int | None, action: Any) -> State:
        match action:
            case api.Drawn(values):
                return self._opened(_replace(state, shoe=values, at=BURNT, history=()))
            case api.Elapsed():
                return self._elapsed(state)
            case api.Guest(seat, present, purse):
                return self._guest(state, seat, present, purse)
            case api.Left(seat):
                return self._gone(_with(state, seat, going=True))
            case api.Banked(refused, purses):
                return self._banked(state, refused, purses)
            case api.Cancelled(shoe_damaged):
                at = len(state.shoe) if shoe_damaged else state.at
                return _replace(state, phase="paying", cards=None, at=at) if state.held else state
            case StandUp():
                return self._gone(_with(state, actor, going=True))
            case Bet(chips):
                return _with(state, actor, bet=chips, done=False)
        return self._said_done(_with(state, actor, done=True))

    def _opened(self, state: State) -> State:
        """The window is open; who has said nothing yet may say it."""
        state = _replace(state, phase="betting", window=state.window + 1, cards=None)
        for seat in state.seated:
            state = _with(state, seat, done=False)
        return state

    def _said_done(self, state: State) -> State:
        return self._closed(state) if all(each is None or each.done for each in state.sittings) else state

    def _elapsed(self, state: State) -> State:
        if state.phase == "betting":
            return self._closed(state)
        if state.phase == "open":
            return _replace(state, phase="paying")
        return self._next_round(state)

    def _next_round(self, state: State) -> State:
        if not state.seated:
            return _replace(state, phase="idle", cards=None)
        if state.at + 2 > len(state.shoe):
            return _replace(state, phase="shuffling", cards=None)
        return self._opened(state)

    def _closed(self, state: State) -> State:
        """Nobody bets any more; who has not for long loses the seat."""
        state = _replace(state, phase="closing")
        for seat in sorted(state.seated):
            own = state.sittings[seat]
            assert own is not None
            idle = 0 if own.bet else own.idle + 1
            gone = idle >= (IDLE_MAX if own.present else AWAY_MAX)
            state = _with(state, seat, idle=idle, going=own.going or gone)
        state = self._gone(state)
        if not any(each is not None and each.bet for each in state.sittings):
            return self._next_round(state)
        return _replace(state, phase="holding", round=state.round + 1, refused=("",) * SEATS)

    def _guest(self, state: State, seat: int, present: bool, purse: api.Purse) -> State:
        if state.sittings[seat] is not None:
            return _with(state, seat, present=present, purse=purse)
        sittings = list(state.sittings)
        sittings[seat] = Sitting(present, purse)
        state = _replace(state, sittings=tuple(sittings))
        return self._next_round(state) if state.phase == "idle" else state

    def _gone(self, state: State) -> State:
        """Free the seats of those who go and of whom nothing is held or about to be."""
        sittings = tuple(
            None if each is not None and each.going and not each.held and not self._stands(state, each) else each
            for each in state.sittings
        )
        state = _replace(state, sittings=sittings)
        if state.phase == "betting" and sittings == (None,) * SEATS:
            return _replace(state, phase="idle")
        return self._said_done(state) if state.phase == "betting" and state.seated else state

    def _stands(self, state: State, own: Sitting) -> bool:
        return state.phase == "holding" and own.bet > 0

    def _banked(self, state: State, refused: dict[int, str], purses: dict[int, api.Purse]) -> State:
        for seat, purse in purses.items():
            state = _with(state, seat, purse=purse) if state.sittings[seat] is not None else state
        if state.phase == "paying":
            word = "dummy" if state.cards is None else "won" if self._credited(state) else "lost"
            for seat in state.held:
                state = _with(state, seat, held=0, bet=0)
            state = _replace(state, phase="shown", window=state.window + 1, history=(*state.history, word))
            return self._gone(state)
        for seat in sorted(state.seated):
            bet = _sitting(state, seat).bet
            held = 0 if seat in refused else bet
            state = _with(state, seat, held=held, bet=held, last=held or _sitting(state, seat).last)
        state = _replace(state, refused=tuple(refused.get(seat, "") for seat in range(SEATS)))
        if not state.held:
            return self._next_round(self._gone(_replace(state, phase="shown")))
        cards = (state.shoe[state.at], state.shoe[state.at + 1])
        opened = _replace(state, phase="open", at=state.at + 2, cards=cards, window=state.window + 1)
        return self._gone(opened)

    # --- what is seen ---

    def progress(self, state: State) -> api.Progress:
        return api.Progress(max(state.round, 1), state.seated, state.round > 0, (0,) * SEATS, ())

    def view(self, state: State, viewer: api.Viewer) -> View:
        seat = viewer if isinstance(viewer, int) else None
        own = state.sittings[seat] if seat is not None else None
        return View(
            seat=seat,
            phase=state.phase,
            round=state.round,
            bets=tuple(each.bet if each else 0 for each in state.sittings),
            seated=tuple(each is not None for each in state.sittings),
            done=tuple(each is not None and each.done for each in state.sittings),
            cards=state.cards,
            remaining=len(state.shoe) - state.at,
            history=state.history,
            chips=own.purse.chips if own else None,
            most=min(own.purse.chips, *own.purse.caps.values(), MAX) if own else 0,
            refused=state.refused[seat] if seat is not None else "",
            shoe=state.shoe if viewer == "open" else (),
        )

    def event(self, before: State, actor: int | None, action: Any, after: State, viewer: Any) -> api.GameEvent | None:
        match action:
            case Bet(chips):
                return api.GameEvent("bet", {"seat": actor, "chips": chips})
            case Done() | StandUp():
                return api.GameEvent(self.write(action)["move"], {"seat": actor})
            case api.Elapsed() | api.Banked() | api.Cancelled():
                cards = list(after.cards) if after.cards else None
                return api.GameEvent(after.phase, {"cards": cards, "round": after.round})
        return None

    def bot(
        self,
        view: View,
        rng: api.Rng,
        strength: Strength = STRONG,
        history: Sequence[api.GameEvent] = (),
        scale: float = 1.0,
    ) -> Move | None:
        if view.phase != "betting" or view.seat is None or not view.seated[view.seat] or view.done[view.seat]:
            return None
        affordable = view.most >= AMOUNTS[0]
        return Bet(AMOUNTS[0]) if affordable and not view.bets[view.seat] else Done()

    def timed_out(self, state: State, seat: int) -> tuple[Move, ...]:
        return ()


def _sitting(state: State, seat: int) -> Sitting:
    found = state.sittings[seat]
    assert found is not None
    return found


def _with(state: State, seat: int | None, **changes: Any) -> State:
    assert seat is not None
    sittings = list(state.sittings)
    sittings[seat] = _replace(_sitting(state, seat), **changes)
    return _replace(state, sittings=tuple(sittings))
