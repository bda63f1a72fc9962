"""A moment of a table as plain data in the rules' state names (RULES.md §5).

Beside those names: `guests`, `shoe`, `number` and what else the engine remembers. Whatever is left out follows from
the rest as far as it can.
"""

from collections import Counter
from typing import Annotated, Any, cast

import msgspec
from msgspec.structs import replace

from games.api import Purse
from games.baccarat import seats
from games.baccarat.cards import PACK, Card, cards_of, texts
from games.baccarat.payouts import BOXES, Stakes, Variant
from games.baccarat.shoe import burnt
from games.baccarat.state import SEATS, Entry, Guest, Options, Phase, State
from games.baccarat.third_card import CARDS_MAX, dealt_so_far, laid_out
from services.kernel.seats import Seat
from tests.conformance.forms import Form, Match, must
from tests.conformance.moments import Example, MomentData, build_state

Cards = Annotated[tuple[Card, ...], Form(tuple[str, ...], cards_of, texts)]


class _PastRound(Entry, frozen=True):
    """A round of the history, its pairs given box by box or as `deal_round` has them."""

    pairs: tuple[bool, bool] | None = None


def _entry(past: _PastRound | str) -> Entry:
    if isinstance(past, str):
        return Entry(cast(Any, past))
    pairs = past.pairs or (past.player_pair, past.banker_pair)
    return Entry(past.winner, past.totals, *pairs, past.six, past.natural)


class Data(MomentData, frozen=True):
    """The names of a moment."""

    only_if_set = ("removed", "shoe", "bank", "annulled", "spent")

    phase: Phase | None = None
    round: int = 1
    variant: Variant | None = None
    stakes: dict[Seat, Stakes] = {}
    done: tuple[Seat, ...] = ()
    player: Cards = ()
    banker: Cards = ()
    remaining: int | None = None
    last_round: bool = False
    history: tuple[Annotated[Entry, Form(_PastRound | str, _entry)], ...] = ()
    guests: dict[Seat, Guest] | None = None
    shoe: Cards = ()
    shoes: int | None = None
    number: int = 1
    bank: str | None = None
    annulled: bool = False
    spent: bool = False


def write(state: State) -> dict[str, Any]:
    """What is written otherwise than the state has it."""
    player, banker = dealt_so_far(state.dealt, state.laid) if state.laid else ((), ())
    guests = dict(seats.seated(state))
    known: dict[str, Any] = {str(seat): msgspec.to_builtins(guest) for seat, guest in guests.items()}
    return {
        "variant": state.options.variant,
        "stakes": {str(seat): dict(guest.stakes) for seat, guest in guests.items() if guest.stakes},
        "done": [seat for seat, guest in guests.items() if guest.done],
        "player": texts(player),
        "banker": texts(banker),
        "guests": {
            seat: {name: each for name, each in guest.items() if name not in ("stakes", "done")}
            for seat, guest in known.items()
        },
    }


def held(state: State) -> dict[Seat, int]:
    """The chips that the bank holds, by seat."""
    return {seat: sum(guest.stakes.values()) for seat, guest in seats.seated(state) if guest.held}


def state_of(given: Data, match: Match) -> State:
    """Everything as given, and what follows from it. Raises `InvalidDataError` with the first name that cannot be."""
    options: Options = match.terms
    must(given.variant in (None, options.variant), "variant")
    must(given.round >= 1, "round")
    must(given.number >= 0, "number")
    guests = _guests(options, given)
    phase: Phase = given.phase or ("betting" if any(guests) else "idle")
    must(given.bank is None or (phase, given.bank) in (("closed", "hold"), ("settling", "pay")), "bank")
    derived = {"options": options, "phase": phase, "guests": guests, "shoe": (), "shoes": given.shoes or 0}
    state: State = build_state(State, given, **derived)
    _check_phase(state)
    return _with_shoe(state, given)


def _check_phase(state: State) -> None:
    """An idle table has no guests, a betting window has some, and cards are dealt only where there are stakes."""
    seated, bettors = any(state.guests), seats.with_stakes(state)
    must(seated or state.phase not in ("betting", "closed", "dealing"), "phase")
    must(not seated or state.phase != "idle", "phase")
    must(bool(bettors) or state.phase not in ("closed", "dealing"), "stakes")
    must(all(each.winner in ("player", "banker", "tie", "dummy") for each in state.history), "history")


def _guests(options: Options, given: Data) -> tuple[Guest | None, ...]:
    """As given; without them, those with stakes or done, each with the most that a round allows. The bank has the
    stakes from when it has taken them until it is to pay."""
    found = given.guests
    if found is None:
        held = given.phase == "dealing" or (given.phase, given.bank) in (("closed", None), ("settling", "pay"))
        purse = Purse(options.limits.round_max_chips, {})
        found = {seat: Guest(purse, held=held and seat in given.stakes) for seat in (*given.stakes, *given.done)}
    for name, named in (("guests", found), ("stakes", given.stakes), ("done", given.done)):
        must(set(named) <= set(range(SEATS)) & set(found), name)
    for stakes in given.stakes.values():
        must(stakes.keys() <= set(BOXES[options.variant]) and all(each > 0 for each in stakes.values()), "stakes")
    return tuple(
        replace(found[seat], stakes=given.stakes.get(seat, {}), done=seat in given.done) if seat in found else None
        for seat in range(SEATS)
    )


def _with_shoe(state: State, given: Data) -> State:
    """With the shoe as given, or with one that has the cards shown where they must be. Where `remaining` does not say
    what is gone, it is an ace and the card that it burns."""
    shown = laid_out(given.player, given.banker)
    must(bool(shown) == (state.phase == "dealing") or state.phase == "settling", "player")
    if not given.shoe and state.phase in ("idle", "shuffling") and given.remaining in (None, 0):
        return state
    size = len(given.shoe) or state.shoe_size
    gone = 2 if given.remaining is None else size - given.remaining - len(shown)
    must(2 <= gone <= size - len(shown), "remaining")
    shoe = given.shoe or _made(state, shown, gone)
    state = replace(state, shoe=shoe, gone=gone, laid=len(shown), shoes=1 if given.shoes is None else given.shoes)
    _check_shoe(state, given)
    return state


def _made(state: State, shown: tuple[Card, ...], gone: int) -> tuple[Card, ...]:
    """A shoe with these cards in their place, the others in the order of new packs."""
    left = Counter(list(range(PACK)) * state.options.packs)
    left.subtract(shown)
    must(min(left.values()) >= 0, "player")
    rest = sorted(left.elements())
    return (*rest[:gone], *shown, *rest[gone:])


def _check_shoe(state: State, given: Data) -> None:
    """All packs are there, the burnt cards are gone, and the cards shown are those that the rules deal."""
    whole = Counter(state.shoe) == Counter(list(range(PACK)) * state.options.packs)
    must(whole and burnt(state.shoe[0]) <= max(state.gone, 2), "shoe")
    dealing = state.phase in ("betting", "closed", "dealing")
    must(not dealing or state.remaining + state.laid >= CARDS_MAX, "remaining")
    must(bool(state.laid) or state.phase != "settling" or state.annulled, "player")
    if state.laid:
        must(len(state.shoe) - state.gone >= CARDS_MAX and state.laid <= state.dealt.used, "player")
        must(dealt_so_far(state.dealt, state.laid) == (given.player, given.banker), "player")
        must(state.phase == "dealing" or state.annulled or state.laid == state.dealt.used, "player")


EXAMPLE = Example(
    {"variant": "commission"},
    {"phase": "betting", "stakes": {"0": {"player": 20}}},
    {"timeouts": [0] * 7},
    {"move": "bet", "stakes": {"banker": 200}},
    "shoe_after",
    {"remaining_before": 100, "used": 5, "last_round": False},
)
