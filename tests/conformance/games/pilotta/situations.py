"""A moment of a match as plain data in the rules' state names (RULES.md §5).

Beside those names: `hand_number`, `swapped`, `bidding`, `records` and `left`. What is left out, or null, is empty, or
follows from the rest as far as it can; cards may be missing, but none may be there twice.
"""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from services.kernel.seats import Seat
from services.tables.games.api import Hand
from services.tables.games.pilotta import tricks
from services.tables.games.pilotta.cards import (
    BY_TEXT,
    SUIT_BY_TEXT,
    TEXTS,
    Card,
    Mask,
    Suit,
    mask_of,
    read_cards,
    texts,
)
from services.tables.games.pilotta.deal import forehand
from services.tables.games.pilotta.hand_record import by_seat
from services.tables.games.pilotta.moves import VALUES
from services.tables.games.pilotta.rules import FIRST_PHASE
from services.tables.games.pilotta.scoring import match_end
from services.tables.games.pilotta.state import Call, Options, Pair, Phase, State, Trick, Value, seats_of
from services.tables.games.toolkit.cards import SUITS
from tests.conformance.by_seat import known, listed, must
from tests.conformance.toolkit import moment as moments
from tests.conformance.toolkit.situation import Situation

Count = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
Texts = tuple[str, ...]

AUCTION: tuple[Phase, ...] = ("auction", "contra", "recontra")
ROUNDS: tuple[Phase, ...] = ("round1", "round2")
CALLS = (*AUCTION, *ROUNDS)
PLAYED: tuple[Phase, ...] = ("tricks", "scoring", "match_over")


class _Trick(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    lead: Seat
    cards: Texts


class _Phase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    phase: Phase
    calls: tuple[Call, ...]


class Data(moments.Given, frozen=True, forbid_unknown_fields=True):
    """The names of a moment."""

    beside = ("hand_over", "made", "exact", "units", "redeal")
    seldom = ("swapped", "bidding", "records", "left")

    phase: Phase | None = None
    turn: Seat | None = None
    dealer: Seat | None = None
    hands: dict[Seat, Texts] = {}
    stock: Texts = ()
    turn_up: str | None = None
    calls: tuple[Call, ...] = ()
    trump: str | None = None
    taker: Seat | None = None
    value: Value | None = None
    multiplier: int = 1
    trick: Texts = ()
    lead: Seat | None = None
    tricks: tuple[_Trick, ...] = ()
    declared: dict[Seat, Count] = {}
    tricks_won: tuple[Count, Count] | None = None
    totals: dict[Seat, Count] = {}
    hand_number: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 1
    swapped: str | None = None
    bidding: tuple[_Phase, ...] = ()
    records: tuple[Hand, ...] = ()
    left: Seat | None = None


def write(moment: Situation) -> dict[str, Any]:
    """The inverse of `read`."""
    state: State = moment.state
    return moments.written(
        moment,
        Data,
        hands=by_seat(state.hands, state.trump),
        stock=texts(state.stock),
        turn_up=None if state.turn_up is None else TEXTS[state.turn_up],
        trump=None if state.trump is None else SUITS[state.trump],
        trick=texts(state.trick),
        tricks=[{"lead": trick.lead, "cards": texts(trick.cards)} for trick in state.tricks],
        declared={str(seat): points for seat, points in enumerate(state.declared)},
        swapped=None if state.swapped is None else TEXTS[state.swapped],
        bidding=[{"phase": phase, "calls": said} for phase, said in state.bidding],
        records=state.scored,
    )


class _Reader:
    """What is given, and what follows from it."""

    def __init__(self, options: Options, given: Data) -> None:
        self.options = options
        self.given = given
        self.seats = seats_of(options.variant)
        self.trump: Suit | None = None if given.trump is None else known(SUIT_BY_TEXT.get(given.trump), "trump")
        totals = listed(given.totals, 2, 0, "totals")
        self.totals = totals[0], totals[1]
        self.hands = self._hands()
        self.tricks = tuple(self._trick(each) for each in given.tricks)
        self.trick = self._cards(given.trick, "trick")
        must(len(self.trick) < self.seats, "trick")
        self.phase = self._phase()
        must(self.phase not in (ROUNDS if options.variant == "palatisti" else AUCTION), "phase")
        must(self.phase in PLAYED or not (self.tricks or self.trick), "trick, tricks")
        must(self.phase != "deal" or not any(self.hands), "hands")
        must(bool(self.hands) or not (self.phase == "tricks" or self.tricks or self.trick), "hands")
        must(self.trump is not None or not (self.phase == "tricks" or self.tricks or self.trick), "trump")

    def state(self) -> State:
        """The state, if nothing contradicts itself."""
        given, lead = self.given, self._lead()
        self._check_seats()
        state = State(
            self.options.variant,
            self.options.target,
            self.options.ratings,
            dealer=self._dealer(lead),
            phase=self.phase,
            hands=self.hands,
            stock=self._cards(given.stock, "stock"),
            turn_up=self._card(given.turn_up, "turn_up"),
            swapped=self._card(given.swapped, "swapped"),
            **moments.same(given, "hand_number", "calls", "value", "multiplier"),
            bidding=tuple((each.phase, each.calls) for each in given.bidding),
            trump=self.trump,
            lead=lead,
            trick=self.trick,
            tricks=self.tricks,
            totals=self.totals,
            scored=given.records,
        )
        self._check_cards(state)
        return self._ended(self._on_turn(state))

    # --- cards ---

    def _card(self, text: str | None, name: str) -> Card | None:
        return None if text is None else known(BY_TEXT.get(text), name)

    def _cards(self, given: Sequence[str], name: str) -> tuple[Card, ...]:
        return known(read_cards(given), name)

    def _hands(self) -> tuple[Mask, ...]:
        """By seat; a seat that is left out has no cards."""
        hands = listed(self.given.hands, self.seats, (), "hands")
        return tuple(mask_of(self._cards(hand, "hands")) for hand in hands) if self.given.hands else ()

    def _trick(self, given: _Trick) -> Trick:
        cards = self._cards(given.cards, "tricks")
        must(len(cards) == self.seats and given.lead in range(self.seats), "tricks")
        return Trick(given.lead, cards)

    def _check_cards(self, state: State) -> None:
        """No card is in two places."""
        places = [*self.hands, mask_of(self.trick), mask_of(state.stock)]
        places += [mask_of(trick.cards) for trick in self.tricks]
        apart = self.options.variant == "classic2" or self.phase in ("round1", "round2")
        if apart and state.turn_up is not None:
            places.append(1 << state.turn_up)
        whole = 0
        for place in places:
            must(not whole & place, "hands, trick, tricks, stock")
            whole |= place

    def _dealt(self, state: State) -> tuple[Mask, ...]:
        """The hands with what was played of them, as far as it is known."""
        dealt = list(self.hands)
        open_trick = () if state.lead is None else (Trick(state.lead, self.trick),)
        for trick in (*self.tricks, *open_trick) if dealt else ():
            for step, card in enumerate(trick.cards):
                dealt[(trick.lead + step) % self.seats] |= 1 << card
        return tuple(dealt)

    # --- phase and turn ---

    def _check_seats(self) -> None:
        given = self.given
        for name in ("turn", "dealer", "taker", "lead", "left"):
            must(getattr(given, name) in (None, *range(self.seats)), name)
        said = [call for each in given.bidding for call in each.calls] + list(given.calls)
        must(all(call.seat in range(self.seats) and _is_call(call.call) for call in said), "calls, bidding")
        must(all(_fits_phase(call.call, self.phase) for call in given.calls), "calls")
        must(given.value in (None, *(VALUES if self.options.variant == "palatisti" else ())), "value")
        must(given.multiplier in (1, 2, 4), "multiplier")

    def _phase(self) -> Phase:
        """As given; else with cards the tricks, or before trumps the first calls; else the match's end, or a deal."""
        given = self.given
        if given.phase is not None:
            return given.phase
        if any(self.hands) and given.left is None:
            return FIRST_PHASE[self.options.variant] if self.trump is None else "tricks"
        ended = given.left is not None or match_end(self.totals, self.options.target, self.options.ratings)
        return "match_over" if ended else "deal"

    def _lead(self) -> Seat | None:
        """Who led the trick: as given; else by the turn, or the winner of the last trick."""
        given = self.given
        if given.lead is not None or self.phase not in PLAYED:
            return given.lead
        if given.turn is not None:
            return (given.turn - len(self.trick)) % self.seats
        if self.tricks and self.trump is not None:
            return tricks.winner(self.tricks[-1], self.trump, self.seats)
        if given.dealer is None or self.phase != "tricks":
            return None
        return forehand(self.options.variant, given.dealer)

    def _dealer(self, lead: Seat | None) -> Seat | None:
        """As given; else before the seat that called or led first, else 0; before a deal it is not drawn yet."""
        given = self.given
        if given.dealer is not None or (self.phase == "deal" and given.hand_number == 1):
            return given.dealer
        first = given.turn
        if self.phase in PLAYED:
            first = self.tricks[0].lead if self.tricks else lead
        elif given.calls:
            first = given.calls[0].seat
        return 0 if first is None else (first - 1) % self.seats

    def _on_turn(self, state: State) -> State:
        """With the seat on turn, and what has been played in the tricks."""
        if self.phase in CALLS:
            hands = self.hands or (0,) * self.seats
            turn, taker = self._caller(state), self.given.taker
            called = msgspec.structs.replace(state, turn=turn, hands=hands, dealt=hands, taker=taker)
            self._check_doubling(called)
            return called
        if self.phase not in PLAYED:
            must(self.given.turn is None, "turn")
            return state
        return self._in_tricks(state)

    def _check_doubling(self, state: State) -> None:
        """Contra is asked of the taker's opponents, recontra of the takers."""
        if self.phase in ("contra", "recontra"):
            must(state.taker is not None, "taker")
            must(((state.turn or 0) - (state.taker or 0)) % 2 == (self.phase == "contra"), "turn")

    def _caller(self, state: State) -> Seat:
        """The seat asked: as given, else by the calls so far."""
        if self.given.turn is not None:
            return self.given.turn
        taker, said = self.given.taker or 0, len(state.calls)
        if self.phase == "contra":
            return (taker + (3 if said else 1)) % self.seats
        if self.phase == "recontra":
            return (taker + (2 if said else 0)) % self.seats
        return (forehand(state.variant, state.dealer or 0) + said) % self.seats

    def _in_tricks(self, state: State) -> State:
        """Takers, tricks won, announcements; on turn is who follows the last card."""
        given, turn = self.given, None
        if self.phase == "tricks":
            must(self.trump is not None, "trump")
            lead = forehand(state.variant, state.dealer or 0) if state.lead is None else state.lead
            turn = (lead + len(self.trick)) % self.seats
            state = msgspec.structs.replace(state, lead=lead)
        must(given.turn in (None, turn), "turn")
        return msgspec.structs.replace(
            state,
            turn=turn,
            dealt=self._dealt(state),
            taker=0 if given.taker is None and self.phase == "tricks" else given.taker,
            tricks_won=self._tricks_won(),
            declared=self._declared(),
        )

    def _tricks_won(self) -> Pair:
        known = [tricks.winner(trick, self.trump, self.seats) % 2 for trick in self.tricks if self.trump is not None]
        won = known.count(0), known.count(1)
        if self.given.tricks_won is None:
            return won
        told = self.given.tricks_won
        must(told[0] >= won[0] and told[1] >= won[1], "tricks_won")
        return told

    def _declared(self) -> tuple[int, ...]:
        points = listed(self.given.declared, self.seats, 0, "declared")
        return tuple(points) if self.hands else ()

    def _ended(self, state: State) -> State:
        """With the winner of a match that is over."""
        if self.phase != "match_over":
            must(self.given.left is None, "left")
            return state
        if self.given.left is not None:
            winner = 1 - self.given.left % 2
            return msgspec.structs.replace(state, winner=winner, reason="forfeited", left=self.given.left)
        end = match_end(self.totals, self.options.target, self.options.ratings)
        must(end is not None, "phase")
        return msgspec.structs.replace(state, winner=end and end.winner, reason=end and end.reason)


def _is_call(text: str) -> bool:
    if text in ("pass", "contra", "recontra", "take", "take_seven", *SUITS):
        return True
    return bool(text) and text[-1] in SUITS and text[:-1] in {str(value) for value in VALUES}


def _fits_phase(text: str, phase: Phase) -> bool:
    """Whether a call leaves a phase of calls running: a bid in the auction; elsewhere only passes do."""
    bid = text not in ("contra", "recontra", "take", "take_seven") and len(text) > 1
    return phase not in CALLS or text == "pass" or (phase == "auction" and bid)


read = moments.reader(
    Data, lambda options, given: _Reader(options, given).state(), lambda options: seats_of(options.variant)
)
