"""Tables of baccarat for tests."""

from typing import Any

from games import api
from games.baccarat import GAMES
from games.baccarat.cards import PACK, Card, cards_of
from games.baccarat.payouts import Stakes
from games.baccarat.state import Options, State
from services.kernel.refusal import Refusal

(game,) = GAMES
VARIANTS = ("commission", "no_commission", "fortune_six")
VIEWERS = (*range(7), "public", "open")
PACKS = 8


def cards(text: str) -> tuple[Card, ...]:
    """`2c Th` as cards."""
    found = cards_of(text.split())
    assert found is not None, text
    return found


def shoe_draw(first: str, packs: int = PACKS) -> tuple[int, ...]:
    """What a `shoe` draw gives when these cards come first, the others following in order."""
    left = list(range(packs * PACK))
    values = []
    for card in cards(first):
        values.append(next(value for value in left if value % PACK == card))
        left.remove(values[-1])
    return (*values, *left)


def started(first: str = "Ac 2c", variant: str = "commission", guests: Any = None, **frozen: Any) -> State:
    """A window with these guests (seat → chips; seat 0 with 1000), before it a shoe with these cards first."""
    options = game.options({"variant": variant}, frozen)
    assert isinstance(options, Options)
    state = game.start(options)
    for seat, chips in (guests or {0: 1000}).items():
        state = sat(state, seat, chips)
    return elapsed(game.apply(state, None, api.Drawn(shoe_draw(first, options.packs))))


def sat(state: State, seat: int, chips: int = 1000, **caps: int) -> State:
    """Somebody has sat down, or come back."""
    return game.apply(state, None, api.Guest(seat, True, api.Purse(chips, caps)))


def lost(state: State, seat: int, chips: int = 1000) -> State:
    """Somebody's connection is lost."""
    return game.apply(state, None, api.Guest(seat, False, api.Purse(chips, {})))


def refusal(state: State, seat: int, move: str, **parameters: Any) -> str | None:
    """The code with which a move is refused."""
    found = game.check(state, seat, game.parse({"move": move, **parameters}))
    assert found is None or isinstance(found, Refusal)
    return found.error if found else None


def moved(state: State, seat: int, move: str, **parameters: Any) -> State:
    """The state after a move that must be allowed."""
    assert refusal(state, seat, move, **parameters) is None
    return game.apply(state, seat, game.parse({"move": move, **parameters}))


def bet(state: State, seat: int = 0, **stakes: int) -> State:
    """The state after a bet that must be allowed."""
    return moved(state, seat, "bet", stakes=stakes)


def elapsed(state: State, windows: int = 1) -> State:
    """The state after windows have ended."""
    for _ in range(windows):
        waits = game.next(state)
        assert isinstance(waits, api.Wait), waits
        state = game.apply(state, None, api.Elapsed(waits.number))
    return state


def banked(state: State, **refused: str) -> State:
    """The bank has answered; it refuses seats like `seat_0="insufficient_chips"`."""
    assert isinstance(game.next(state), api.Bank)
    by_seat = {int(name.removeprefix("seat_")): code for name, code in refused.items()}
    return game.apply(state, None, api.Banked(by_seat, {}))


def held(state: State) -> State:
    """The window has ended and the bank holds the stakes."""
    return banked(elapsed(state))


def dealt(state: State) -> State:
    """All cards lie on the table, the bank is asked to pay."""
    while state.phase in ("closed", "dealing"):
        state = elapsed(state)
    return state


def played(state: State) -> State:
    """The round with the stakes as they are is over, the next window open."""
    return elapsed(banked(dealt(held(state))))


def paid(first: str, variant: str, stakes: Stakes) -> int:
    """What a guest with these stakes is paid in the round that these cards make."""
    state = dealt(held(bet(started(f"Ac 2c {first}", variant), 0, **stakes)))
    waits = game.next(state)
    assert isinstance(waits, api.Bank) and waits.kind == "pay"
    return waits.chips[0]
