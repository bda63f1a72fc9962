"""A moment of a match as plain data in the rules' state names (RULES.md §5).

Beside those names: `hand_number`, `swapped`, `bidding`, `records` and `left`. What is left out, or null, is empty, or
follows from the rest as far as it can; cards may be missing, but none may be there twice.
"""

from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from games.api import Hand
from games.pilotta import tricks
from games.pilotta.cards import BY_TEXT, SUIT_BY_TEXT, TEXTS, mask_of, read_cards, texts
from games.pilotta.cards import Card as CardNumber
from games.pilotta.cards import Suit as SuitNumber
from games.pilotta.deal import forehand
from games.pilotta.hand_record import by_seat
from games.pilotta.moves import VALUES
from games.pilotta.rules import FIRST_PHASE
from games.pilotta.scoring import match_end
from games.pilotta.state import Call, Options, Pair, Phase, State, Trick, Value, seats_of
from games.toolkit.cards import SUITS
from services.kernel.seats import Seat
from tests.conformance.forms import BySeat, Form, Match, Record, must, present
from tests.conformance.moments import Example, MomentData, build_state

AUCTION: tuple[Phase, ...] = ("auction", "contra", "recontra")
ROUNDS: tuple[Phase, ...] = ("round1", "round2")
CALLS = (*AUCTION, *ROUNDS)
PLAYED: tuple[Phase, ...] = ("tricks", "scoring", "match_over")

Count = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
Card = Annotated[CardNumber, Form(str, BY_TEXT.get, TEXTS.__getitem__)]
Cards = Annotated[tuple[CardNumber, ...], Form(tuple[str, ...], read_cards, texts)]
Hands = Annotated[tuple[int, ...], BySeat(Annotated[int, Form(Cards, mask_of)], 0, empty=True)]
Suit = Annotated[SuitNumber, Form(str, SUIT_BY_TEXT.get, SUITS.__getitem__)]


class _Phase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    phase: Phase
    calls: tuple[Call, ...]


Called = Form(_Phase, lambda given: (given.phase, given.calls), lambda called: _Phase(*called))


class Data(MomentData, frozen=True):
    """The names of a moment."""

    ignored = ("hand_over", "made", "exact", "units", "redeal")
    only_if_set = ("swapped", "bidding", "records", "left")

    phase: Phase | None = None
    turn: Seat | None = None
    dealer: Seat | None = None
    hands: Hands = ()
    stock: Cards = ()
    turn_up: Card | None = None
    calls: tuple[Call, ...] = ()
    trump: Suit | None = None
    taker: Seat | None = None
    value: Value | None = None
    multiplier: int = 1
    trick: Cards = ()
    lead: Seat | None = None
    tricks: tuple[Annotated[Trick, Record(Trick, cards=Cards)], ...] = ()
    declared: Annotated[tuple[int, ...], BySeat(Count, 0)] = ()
    tricks_won: tuple[Count, Count] | None = None
    totals: Annotated[Pair, BySeat(Count, 0, 2, as_list=True)] = (0, 0)
    hand_number: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 1
    swapped: Card | None = None
    bidding: tuple[Annotated[tuple[Phase, tuple[Call, ...]], Called], ...] = ()
    records: Annotated[tuple[Hand, ...], Form(tuple[Hand, ...], field="scored")] = ()
    left: Seat | None = None


def match_of(options: Options) -> Match:
    """How many play follows from the variant."""
    return Match(seats_of(options.variant), options)


def write(state: State) -> dict[str, Any]:
    """What is written otherwise than the state has it."""
    return {"hands": by_seat(state.hands, state.trump)}


def state_of(given: Data, match: Match) -> State:
    """Everything as given, and what follows from it. Raises `InvalidDataError` with the first name that cannot be."""
    options: Options = match.terms
    phase = _phase(options, given)
    _check_phase(given, phase, options)
    _check_seats(given, match.seats)
    lead = _lead(given, phase, match.seats)
    state: State = build_state(
        State,
        given,
        variant=options.variant,
        target=options.target,
        ratings=options.ratings,
        dealer=_dealer(given, phase, lead, match.seats),
        phase=phase,
        turn=None,
        lead=lead,
        taker=None,
        tricks_won=(0, 0),
        declared=(),
        left=None,
    )
    _check_cards(state)
    if phase in CALLS:
        state = _in_calls(state, given, match.seats)
    elif phase in PLAYED:
        state = _in_tricks(state, given, match.seats)
    else:
        must(given.turn is None, "turn")
    return _ended(state, given)


def _phase(options: Options, given: Data) -> Phase:
    """As given; else with cards the tricks, or before trumps the first calls; else the match's end, or a deal."""
    if given.phase is not None:
        return given.phase
    if any(given.hands) and given.left is None:
        return FIRST_PHASE[options.variant] if given.trump is None else "tricks"
    ended = given.left is not None or match_end(given.totals, options.target, options.ratings)
    return "match_over" if ended else "deal"


def _check_phase(given: Data, phase: Phase, options: Options) -> None:
    """What there can be in a phase of a variant."""
    playing = bool(given.tricks or given.trick)
    must(phase not in (ROUNDS if options.variant == "palatisti" else AUCTION), "phase")
    must(given.turn_up is not None or phase not in ROUNDS, "turn_up")
    must(phase in PLAYED or not playing, "trick, tricks")
    must(phase != "deal" or not any(given.hands), "hands")
    must(bool(given.hands) or not (phase == "tricks" or playing), "hands")
    must(given.trump is not None or not (phase == "tricks" or playing), "trump")
    must(given.value in (None, *(VALUES if options.variant == "palatisti" else ())), "value")
    must(given.multiplier in (1, 2, 4), "multiplier")
    must(all(_fits_phase(call.call, phase) for call in given.calls), "calls")


def _check_seats(given: Data, seats: int) -> None:
    """Seats that are there, and tricks that as many have played."""
    for name in ("turn", "dealer", "taker", "lead", "left"):
        must(getattr(given, name) in (None, *range(seats)), name)
    calls = [call for _, calls in given.bidding for call in calls] + list(given.calls)
    must(all(call.seat in range(seats) and _is_call(call.call) for call in calls), "calls, bidding")
    must(all(len(each.cards) == seats and each.lead in range(seats) for each in given.tricks), "tricks")
    must(len(given.trick) < seats, "trick")


def _check_cards(state: State) -> None:
    """No card is in two places."""
    places = [*state.hands, mask_of(state.trick), mask_of(state.stock)]
    places += [mask_of(trick.cards) for trick in state.tricks]
    if state.turn_up is not None and (state.variant == "classic2" or state.phase in ROUNDS):
        places.append(1 << state.turn_up)
    whole = 0
    for place in places:
        must(not whole & place, "hands, trick, tricks, stock")
        whole |= place


def _lead(given: Data, phase: Phase, seats: int) -> Seat | None:
    """Who led the trick: as given; else by the turn, or the winner of the last trick."""
    if given.lead is not None or phase not in PLAYED:
        return given.lead
    if given.turn is not None:
        return (given.turn - len(given.trick)) % seats
    if given.tricks and given.trump is not None:
        return tricks.winner(given.tricks[-1], given.trump, seats)
    return (given.dealer + 1) % seats if given.dealer is not None and phase == "tricks" else None


def _dealer(given: Data, phase: Phase, lead: Seat | None, seats: int) -> Seat | None:
    """As given; else before the seat that called or led first, else 0; before a deal it is not drawn yet."""
    if given.dealer is not None or (phase == "deal" and given.hand_number == 1):
        return given.dealer
    first = given.turn
    if phase in PLAYED:
        first = given.tricks[0].lead if given.tricks else lead
    elif given.calls:
        first = given.calls[0].seat
    return 0 if first is None else (first - 1) % seats


def _in_calls(state: State, given: Data, seats: int) -> State:
    """With the seat asked: as given, else by the calls so far. Contra is asked of the taker's opponents, recontra of
    the takers."""
    hands, taker, count = state.hands or (0,) * seats, given.taker, len(state.calls)
    after_taker = {"contra": 3 if count else 1, "recontra": 2 if count else 0}
    asked = (forehand(state.variant, state.dealer or 0) + count) % seats
    if state.phase in after_taker:
        asked = ((taker or 0) + after_taker[state.phase]) % seats
    turn = asked if given.turn is None else given.turn
    if state.phase in after_taker:
        must(taker is not None, "taker")
        must((turn - (taker or 0)) % 2 == (state.phase == "contra"), "turn")
    return replace(state, turn=turn, hands=hands, dealt=hands, taker=taker)


def _in_tricks(state: State, given: Data, seats: int) -> State:
    """Takers, tricks won, announcements; the seat after the last card is in turn."""
    turn, taker, lead = None, given.taker, state.lead
    if state.phase == "tricks":
        lead = forehand(state.variant, state.dealer or 0) if lead is None else lead
        turn, taker = (lead + len(state.trick)) % seats, taker or 0
    must(given.turn in (None, turn), "turn")
    won = [tricks.winner(trick, state.trump, seats) % 2 for trick in state.tricks if state.trump is not None]
    counted = won.count(0), won.count(1)
    won_so_far = counted if given.tricks_won is None else given.tricks_won
    must(won_so_far[0] >= counted[0] and won_so_far[1] >= counted[1], "tricks_won")
    declared = given.declared or (0,) * seats if state.hands else ()
    dealt = _dealt(state, seats)
    return replace(state, turn=turn, taker=taker, lead=lead, dealt=dealt, tricks_won=won_so_far, declared=declared)


def _dealt(state: State, seats: int) -> tuple[int, ...]:
    """The hands with what was played of them, as far as it is known."""
    dealt = list(state.hands)
    open_trick = () if state.lead is None else (Trick(state.lead, state.trick),)
    for trick in (*state.tricks, *open_trick) if dealt else ():
        for step, card in enumerate(trick.cards):
            dealt[(trick.lead + step) % seats] |= 1 << card
    return tuple(dealt)


def _ended(state: State, given: Data) -> State:
    """With the winner of a match that is over."""
    if state.phase != "match_over":
        must(given.left is None, "left")
        return state
    if given.left is not None:
        return replace(state, winner=1 - given.left % 2, reason="forfeited", left=given.left)
    end = present(match_end(state.totals, state.target, state.ratings), "phase")
    return replace(state, winner=end.winner, reason=end.reason)


def _is_call(text: str) -> bool:
    if text in ("pass", "contra", "recontra", "take", "take_seven", *SUITS):
        return True
    return bool(text) and text[-1] in SUITS and text[:-1] in {str(value) for value in VALUES}


def _fits_phase(text: str, phase: Phase) -> bool:
    """Whether a call leaves a phase of calls running: a bid in the auction; elsewhere only passes do."""
    bid = text not in ("contra", "recontra", "take", "take_seven") and len(text) > 1
    return phase not in CALLS or text == "pass" or (phase == "auction" and bid)


EXAMPLE = Example(
    {"variant": "palatisti", "target": 151},
    {"phase": "auction", "turn": 0},
    {"hands": [["Jh", "7h"], ["7c"], ["8c"], ["9c"]], "totals": [10, 20], "timeouts": [0, 1, 0, 0]},
    {"move": "pass"},
    "best_declaration",
    {"hand": ["7h", "8h", "9h"], "trump": "c"},
)
