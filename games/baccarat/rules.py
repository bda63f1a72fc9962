"""The rules: options, what is waited for, what is allowed (RULES.md §1, §3, §5, §6)."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from games.api import Bank, Decide, Draw, Next, Progress, Unreadable, Wait
from games.baccarat import bets, seats
from games.baccarat.cards import PACK
from games.baccarat.moves import NAMES, PLAIN, Bet, Move, Repeat, StandUp
from games.baccarat.rounds import payments
from games.baccarat.shoe import cut_of
from games.baccarat.state import SEATS, Chosen, Guest, Options, Phase, State
from games.toolkit.refusals import BAD_PARAMETERS
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat

PHASE_MS: dict[Phase, int] = {"closed": 2_000, "dealing": 1_000, "settling": 4_000, "shuffling": 3_000}
"""How long each phase lasts, `dealing` for each card; `betting` is an option."""

NOT_SEATED = Refusal("not_seated")
BETS_CLOSED = Refusal("bets_closed")
NOTHING_TO_REPEAT = Refusal("nothing_to_repeat")
BETS_IN_PLAY = Refusal("bets_in_play")
ILLEGAL_MOVE = Refusal("illegal_move")

_SETTINGS = {
    "house_min_main": "main_min_chips",
    "house_min_side": "side_min_chips",
    "house_max_round": "round_max_chips",
    "house_max_side": "side_max_chips",
}
_PACKS_MAX = 8
_CUT_PERCENT_MAX = 75


def options(raw: Mapping[str, Any], frozen: Mapping[str, Any]) -> Options | Refusal:
    """Variant and length of the window with the platform's limits; anything else is `options_invalid`."""
    try:
        chosen = msgspec.convert(raw, Chosen)
        limits = msgspec.convert({_SETTINGS[name]: frozen[name] for name in _SETTINGS if name in frozen}, bets.Limits)
        packs = msgspec.convert(frozen.get("shoe_packs", _PACKS_MAX), int)
        percent = msgspec.convert(frozen.get("shoe_cut_percent", 0), int)
    except msgspec.ValidationError as problem:
        return Refusal("options_invalid", str(problem))
    if not (limits.side_min_chips > 0 and 0 < limits.main_min_chips <= limits.round_max_chips):
        return Refusal("options_invalid", "house_min_main, house_min_side, house_max_round")
    if limits.side_max_chips is not None and limits.side_max_chips < limits.side_min_chips:
        return Refusal("options_invalid", "house_max_side")
    if packs not in range(1, _PACKS_MAX + 1):
        return Refusal("options_invalid", "shoe_packs")
    if percent not in range(_CUT_PERCENT_MAX + 1):
        return Refusal("options_invalid", "shoe_cut_percent")
    return Options(chosen.variant, chosen.bet_s, limits, packs, cut_of(packs * PACK, percent))


def start(options: Options) -> State:
    """Nobody is seated, and there is no shoe yet."""
    return State(options)


def next_(state: State) -> Next:
    """Guests while the table is idle; else the window that runs, the bank's answer, or a new shoe."""
    if state.phase == "idle":
        return Decide(())
    if state.bank is not None:
        return Bank(state.round, state.bank, chips(state))
    if state.phase == "shuffling" and not state.shoe:
        return Draw(hand=1, purpose="shoe", kind="shuffle", n=state.shoe_size)
    ms = state.options.bet_s * 1_000 if state.phase == "betting" else PHASE_MS[state.phase]
    return Wait(state.number, ms, may(state))


def may(state: State) -> frozenset[Seat]:
    """Who may do something while a window runs: those without chips in the bank's hands."""
    return frozenset(seat for seat, guest in seats.seated(state) if not guest.held and not guest.leaving)


def chips(state: State) -> dict[Seat, int]:
    """By seat, what the bank is asked to hold, or to pay out of what it holds: nothing too, so that all is settled."""
    bettors = seats.with_stakes(state)
    if state.bank == "hold":
        return {seat: sum(guest.stakes.values()) for seat, guest in bettors.items()}
    return {seat: sum(payments(state, guest).values()) for seat, guest in bettors.items()}


# --- moves ---


def check(state: State, seat: Seat, move: Move | Unreadable) -> Refusal | None:
    """Why not, first hit (RULES.md §6): `not_seated`, then of a bet `bets_closed`, `nothing_to_repeat`,
    `bad_parameters` and the codes of `bets.refusal`, of standing up `bets_in_play`; `illegal_move` before all."""
    if isinstance(move, Unreadable) and move.move not in NAMES:
        return ILLEGAL_MOVE
    guest = state.guest(seat)
    if guest is None:
        return NOT_SEATED
    if isinstance(move, StandUp):
        return None if seat in _free(state) else BETS_IN_PLAY
    if state.phase != "betting":
        return BETS_CLOSED
    return _check_bet(state, guest, move)


def _free(state: State) -> frozenset[Seat]:
    """Who may stand up: nobody while the bank or a shoe is awaited, which takes a moment."""
    return may(state) if isinstance(next_(state), Wait) else frozenset()


def _check_bet(state: State, guest: Guest, move: Move | Unreadable) -> Refusal | None:
    stakes: Any
    match move:
        case Bet(stakes):
            pass
        case Repeat():
            stakes = guest.repeat
            if not stakes:
                return NOTHING_TO_REPEAT
        case Unreadable():
            stakes = move.params.get("stakes")
            if not isinstance(stakes, Mapping):
                return BAD_PARAMETERS
        case _:
            return None
    return bets.refusal(state.options.variant, stakes, state.options.limits, guest.purse)


def legal(state: State, seat: Seat) -> Iterator[Move]:
    """Every move that the seat may make now; sets of stakes come last, and there are very many."""
    guest = state.guest(seat)
    if guest is None or seat not in _free(state):
        return
    yield StandUp()
    if state.phase != "betting":
        return
    yield PLAIN["done"]
    yield Bet({})
    if check(state, seat, Repeat()) is None:
        yield Repeat()
    options = state.options
    yield from (Bet(stakes) for stakes in bets.every_set(options.variant, options.limits, guest.purse))


# --- what the table asks ---


def progress(state: State) -> Progress:
    """Rounds are counted, nothing is scored; those seated are active until their chips are settled."""
    return Progress(
        hand=state.round,
        active=frozenset(seat for seat, _ in seats.seated(state)),
        first_round_done=state.round > 1,
        points=(0,) * SEATS,
        hands=(),
    )


def timed_out(state: State, seat: Seat) -> tuple[Move, ...]:
    """Nobody ever owes a decision: nothing is laid for anybody (RULES.md §10)."""
    return ()
