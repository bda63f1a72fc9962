"""A moment of a table as plain data in the rules' state names (RULES.md §5).

Beside those names: `guests`, `shoe`, `number` and what else the engine remembers. Whatever is left out follows from
the rest as far as it can.
"""

from collections import Counter
from typing import Any, cast

import msgspec
from msgspec.structs import replace

from services.kernel.seats import Seat
from services.tables.games.api import Purse
from services.tables.games.baccarat import seats
from services.tables.games.baccarat.cards import PACK, Card, cards_of, texts
from services.tables.games.baccarat.payouts import BOXES, Variant
from services.tables.games.baccarat.shoe import burnt
from services.tables.games.baccarat.state import SEATS, Entry, Guest, Options, Phase, State
from services.tables.games.baccarat.third_card import CARDS_MAX, dealt_so_far, laid_out
from tests.conformance.by_seat import known, must
from tests.conformance.toolkit import moment as moments
from tests.conformance.toolkit.situation import Situation

Texts = tuple[str, ...]
_OWN = ("stakes", "done")
"""What is told of a guest by the rules' own state names."""


class _Told(Entry, frozen=True):
    """A round of the history, its pairs told box by box or as `deal_round` has them."""

    pairs: tuple[bool, bool] | None = None


class Data(moments.Given, frozen=True, forbid_unknown_fields=True):
    """The names of a moment."""

    seldom = ("removed", "shoe", "bank", "annulled", "spent")

    phase: Phase | None = None
    round: int = 1
    variant: Variant | None = None
    stakes: dict[Seat, dict[str, int]] = {}
    done: tuple[Seat, ...] = ()
    player: Texts = ()
    banker: Texts = ()
    remaining: int | None = None
    last_round: bool = False
    history: tuple[_Told | str, ...] = ()
    guests: dict[Seat, Guest] | None = None
    shoe: Texts = ()
    shoes: int | None = None
    number: int = 1
    bank: str | None = None
    annulled: bool = False
    spent: bool = False


def write(moment: Situation) -> dict[str, Any]:
    """The inverse of `read`."""
    state: State = moment.state
    player, banker = dealt_so_far(state.dealt, state.laid) if state.laid else ((), ())
    guests = dict(seats.seated(state))
    return moments.written(
        moment,
        Data,
        variant=state.options.variant,
        stakes={str(seat): dict(guest.stakes) for seat, guest in guests.items() if guest.stakes},
        done=[seat for seat, guest in guests.items() if guest.done],
        player=texts(player),
        banker=texts(banker),
        guests={str(seat): _guest_data(guest) for seat, guest in guests.items()},
        shoe=texts(state.shoe),
    )


def _guest_data(guest: Guest) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(guest)
    return {name: value for name, value in data.items() if name not in _OWN}


def _state(options: Options, given: Data) -> State:
    """Everything as given, and what follows from it."""
    must(given.variant in (None, options.variant), "variant")
    must(given.round >= 1, "round")
    must(given.number >= 0, "number")
    guests = _guests(options, given)
    phase: Phase = given.phase or ("betting" if any(guests) else "idle")
    state = State(
        options,
        phase,
        guests=guests,
        bank=_bank(phase, given.bank),
        **moments.same(given, "round", "number", "last_round", "spent", "annulled"),
        history=tuple(_entry(each) for each in given.history),
    )
    _check_phase(state)
    return _with_shoe(state, given)


def _entry(told: _Told | str) -> Entry:
    if isinstance(told, str):
        return Entry(cast(Any, told))
    pairs = told.pairs or (told.player_pair, told.banker_pair)
    return Entry(told.winner, told.totals, *pairs, told.six, told.natural)


def _bank(phase: Phase, bank: str | None) -> Any:
    must(bank is None or (phase, bank) in (("closed", "hold"), ("settling", "pay")), "bank")
    return bank


def _check_phase(state: State) -> None:
    """Nobody sits at an idle table, somebody in a window, and cards are dealt to stakes."""
    seated, bettors = any(state.guests), seats.with_stakes(state)
    must(seated or state.phase not in ("betting", "closed", "dealing"), "phase")
    must(not seated or state.phase != "idle", "phase")
    must(bool(bettors) or state.phase not in ("closed", "dealing"), "stakes")
    must(all(each.winner in ("player", "banker", "tie", "dummy") for each in state.history), "history")


def _named(given: Data) -> tuple[Seat, ...]:
    """The seats that must have a guest."""
    return (*given.stakes, *given.done)


def _is_held(given: Data) -> bool:
    """Whether the bank has the stakes at this moment of a round."""
    held = {"closed": given.bank is None, "dealing": True, "settling": given.bank == "pay"}
    return held.get(given.phase or "", False)


def _guests(options: Options, given: Data) -> tuple[Guest | None, ...]:
    """As given; without them, those with stakes or done, each with the most that a round allows."""
    found = given.guests
    if found is None:
        purse = Purse(options.limits.round_max_chips, {})
        found = {seat: Guest(purse, held=seat in given.stakes and _is_held(given)) for seat in _named(given)}
    for name, named in (("guests", found), ("stakes", given.stakes), ("done", given.done)):
        must(set(named) <= set(range(SEATS)) & set(found), name)
    for stakes in given.stakes.values():
        must(stakes.keys() <= set(BOXES[options.variant]) and all(each > 0 for each in stakes.values()), "stakes")
    return tuple(
        replace(found[seat], stakes=given.stakes.get(seat, {}), done=seat in given.done) if seat in found else None
        for seat in range(SEATS)
    )


# --- the shoe ---


def _with_shoe(state: State, given: Data) -> State:
    """With the shoe as given, or with one that has the cards shown where they must be."""
    player, banker = known(cards_of(given.player), "player"), known(cards_of(given.banker), "banker")
    shown = laid_out(player, banker)
    must(bool(shown) == (state.phase == "dealing") or (state.phase == "settling"), "player")
    missing = not given.shoe and state.phase in ("idle", "shuffling") and given.remaining in (None, 0)
    if missing:
        return replace(state, shoes=given.shoes or 0)
    shoe = cards_of(given.shoe) or ()
    must(bool(shoe) or not given.shoe, "shoe")
    gone = _gone(state, given, len(shoe) or state.shoe_size, len(shown))
    state = replace(
        state,
        shoe=shoe or _made(state, shown, gone),
        gone=gone,
        laid=len(shown),
        shoes=1 if given.shoes is None else given.shoes,
    )
    _check_shoe(state, player, banker)
    return state


def _gone(state: State, given: Data, size: int, laid: int) -> int:
    """Cards before this round; where `remaining` does not tell, an ace and the one that it burns."""
    gone = 2 if given.remaining is None else size - given.remaining - laid
    must(2 <= gone <= size - laid, "remaining")
    return gone


def _made(state: State, shown: tuple[Card, ...], gone: int) -> tuple[Card, ...]:
    """A shoe with these cards in their place, the others in the order of new packs."""
    left = Counter(list(range(PACK)) * state.options.packs)
    left.subtract(shown)
    must(min(left.values()) >= 0, "player")
    rest = sorted(left.elements())
    return (*rest[:gone], *shown, *rest[gone:])


def _check_shoe(state: State, player: tuple[Card, ...], banker: tuple[Card, ...]) -> None:
    """All packs are there, the burnt cards are gone, and the cards shown are those that the rules deal."""
    whole = Counter(state.shoe) == Counter(list(range(PACK)) * state.options.packs)
    must(whole and burnt(state.shoe[0]) <= max(state.gone, 2), "shoe")
    dealing = state.phase in ("betting", "closed", "dealing")
    must(not dealing or state.remaining + state.laid >= CARDS_MAX, "remaining")
    must(bool(state.laid) or state.phase != "settling" or state.annulled, "player")
    if not state.laid:
        return
    must(len(state.shoe) - state.gone >= CARDS_MAX and state.laid <= state.dealt.used, "player")
    must(dealt_so_far(state.dealt, state.laid) == (player, banker), "player")
    must(state.phase == "dealing" or state.annulled or state.laid == state.dealt.used, "player")


read = moments.reader(Data, _state, SEATS)
