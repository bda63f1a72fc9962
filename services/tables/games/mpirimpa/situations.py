"""A moment of a match as plain data in the rules' state names (RULES.md §14).

Beside those names, for what a moment alone does not tell: `hand_number`, `starter`, `totals`, `pot`, `barred`, `busy`,
`quiet_turns`, `turned`, `ended`, `records`, `last_move`, `number`, `removed`. What is left out is empty, not taken or
0; cards may be missing, but no face may be there more often than two packs have it.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from services.tables.games.api import AnyGame, Hand
from services.tables.games.mpirimpa import rules
from services.tables.games.mpirimpa.reading import read_meld
from services.tables.games.mpirimpa.shown import CountedHand, suit_text
from services.tables.games.mpirimpa.state import HandEnd, LastMove, Lying, Phase, Pot, State, Terms
from services.tables.games.toolkit.cards import SUITS
from services.tables.games.toolkit.double_deck import COPIES, TEXT, Card, Undealt, sorted_texts, texts
from services.tables.games.toolkit.given import Wrong, listed, must
from services.tables.games.toolkit.situation import Situation, removed_seats, seat_records, timeouts_data

Texts = tuple[str, ...]
BySeat = dict[Seat, Texts] | tuple[Texts, ...]


class _Meld(msgspec.Struct, frozen=True):
    cards: Texts
    id: int | None = None


class _LastMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seat: Seat
    move: Literal["draw", "take_pile", "meld", "lay_off", "discard"]
    cards: Texts = ()
    melds: tuple[int, ...] = ()
    pot: Literal["direct", "indirect"] | None = None


Melds = tuple[_Meld, ...]


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    to_move: Seat | None = None
    phase: Phase | None = None
    hands: BySeat = ()
    table: dict[int, Melds] | tuple[Melds, ...] = ()
    pot_taken: dict[int, bool] | tuple[bool, ...] = ()
    pots: dict[int, Texts] | tuple[Texts, ...] = ()
    pile: Texts = ()
    stock: Texts = ()
    stock_count: int | None = None
    trump: Literal["c", "d", "h", "s"] | None = None
    timeouts: dict[Seat, int] | tuple[int, ...] = ()
    drawn: str | None = None
    first_round_done: bool = True
    hand_number: int = 1
    starter: Seat | None = None
    totals: tuple[int, int] | dict[int, int] = (0, 0)
    pot: tuple[Pot, Pot] | None = None
    barred: str | None = None
    busy: bool | None = None
    quiet_turns: int = 0
    turned: tuple[Seat, ...] = ()
    ended: HandEnd | None = None
    records: tuple[Hand, ...] = ()
    last_move: _LastMove | None = None
    number: int = 0
    removed: tuple[Seat, ...] = ()


def read(game: AnyGame, options: Mapping[str, Any], data: Mapping[str, Any]) -> Situation | Refusal:
    """Plain data as state and seats; `options_invalid`, or `situation_invalid` with the name that is wrong."""
    platform = {name: options[name] for name in rules.PLATFORM_OPTIONS if name in options}
    chosen = game.options({name: options[name] for name in options if name not in platform}, platform)
    if isinstance(chosen, Refusal):
        return chosen
    terms = rules.terms_of(chosen)
    try:
        given = msgspec.convert(data, _Data, str_keys=True)
        seats = seat_records(terms.seats, given.timeouts, given.removed)
        must(seats is not None and len(set(given.removed)) < 2, "timeouts, removed")
        state = _Reader(terms, given).state()
    except (msgspec.ValidationError, Wrong) as problem:
        return Refusal("situation_invalid", str(problem))
    return Situation(game.id, state, seats or ())


class _Reader:
    """Reads one moment: every card it meets is another physical one."""

    def __init__(self, terms: Terms, given: _Data) -> None:
        self.terms = terms
        self.given = given
        self._deck = Undealt()

    def state(self) -> State:
        """The state as given, and what follows from it."""
        given, seats = self.given, self.terms.seats
        hands = tuple(self._cards(each, "hands") for each in listed(given.hands, seats, (), "hands"))
        table, pile = self._table(), self._cards(given.pile, "pile")
        pots = [self._cards(each, "pots") for each in listed(given.pots, 2, (), "pots")]
        phase = self._phase()
        turn = self._turn(phase)
        drawn = self._drawn(phase, hands, turn)
        records, totals = self._records(), listed(given.totals, 2, 0, "totals")
        last = given.last_move
        return State(
            self.terms,
            phase,
            given.hand_number,
            self._starter(phase, turn),
            turn,
            given.number,
            () if phase == "deal" else hands,
            (pots[0], pots[1]),
            self._pot(pots),
            self._stock(),
            pile,
            table,
            None if given.trump is None else SUITS.index(given.trump),
            drawn,
            self._barred(phase),
            drawn is not None if given.busy is None else given.busy,
            given.quiet_turns,
            self._turned(),
            given.ended,
            (totals[0], totals[1]),
            records,
            None if last is None else LastMove(last.seat, last.move, _faces(last.cards), last.melds, last.pot),
            given.removed[0] if given.removed else None,
        )

    def _cards(self, faces: Sequence[str], name: str) -> tuple[Card, ...]:
        found = self._deck.cards(faces)
        if found is None:
            raise Wrong(name)
        return found

    def _table(self) -> tuple[Lying, ...]:
        """The melds in the order of their ids; without ids, side 0's come first."""
        by_side = listed(self.given.table, 2, (), "table")
        sided = [(side, meld) for side in (0, 1) for meld in by_side[side]]
        ids = [number if meld.id is None else meld.id for number, (_, meld) in enumerate(sided, 1)]
        must(len(set(ids)) == len(ids) and all(number > 0 for number in ids), "table")
        lying = []
        for number, (side, each) in zip(ids, sided, strict=True):
            meld = read_meld(self._cards(each.cards, "table"), columns=True)
            if isinstance(meld, str) or (meld.kind == "group" and not self.terms.columns):
                raise Wrong("table")
            lying.append(Lying(number, side, meld))
        return tuple(sorted(lying, key=lambda each: each.id))

    def _phase(self) -> Phase:
        given = self.given
        phase = given.phase
        if phase is None:
            phase = "match_over" if given.removed else "play" if given.drawn is not None else "draw"
            phase = phase if given.hands or given.to_move is not None or given.removed else "deal"
        ended = given.ended is not None
        must(ended == (phase == "hand_end") or phase == "match_over", "ended")
        must(not given.removed or phase == "match_over", "removed")
        return phase

    def _turn(self, phase: Phase) -> Seat | None:
        turn = self.given.to_move
        if phase not in ("draw", "play"):
            must(turn is None, "to_move")
            return None
        must(turn is None or 0 <= turn < self.terms.seats, "to_move")
        return turn or 0

    def _starter(self, phase: Phase, turn: Seat | None) -> Seat | None:
        starter = self.given.starter
        must(starter is None or 0 <= starter < self.terms.seats, "starter")
        return (turn or 0) if starter is None and phase != "deal" else starter

    def _drawn(self, phase: Phase, hands: tuple[tuple[Card, ...], ...], turn: Seat | None) -> Card | None:
        drawn = self.given.drawn
        if drawn is None:
            return None
        must(phase == "play" and drawn in COPIES, "drawn")
        return next((card for card in hands[turn or 0] if TEXT[card] == drawn), COPIES[drawn][-1])

    def _pot(self, pots: Sequence[tuple[Card, ...]]) -> tuple[Pot, Pot]:
        """What became of the pots; one that is only said to be taken was taken directly."""
        given = self.given
        taken = listed(given.pot_taken, 2, False, "pot_taken")
        first, second = given.pot or ("direct" if taken[0] else "waiting", "direct" if taken[1] else "waiting")
        for pot, was, cards in zip((first, second), taken, pots, strict=True):
            must((pot != "waiting") == was and not (was and cards), "pot_taken")
        return first, second

    def _stock(self) -> tuple[Card, ...]:
        """The cards given, or as many of those not met as are counted."""
        stock, count = self._cards(self.given.stock, "stock"), self.given.stock_count
        if count is None or stock:
            must(count in (None, len(stock)), "stock_count")
            return stock
        left = self._deck.rest()
        must(0 <= count <= len(left), "stock_count")
        return left[:count]

    def _barred(self, phase: Phase) -> str | None:
        barred = self.given.barred
        must(barred is None or (phase == "play" and barred in COPIES), "barred")
        return barred

    def _turned(self) -> tuple[Seat, ...]:
        seats = tuple(range(self.terms.seats))
        turned = self.given.turned
        must(set(turned) <= set(seats) and len(set(turned)) == len(turned), "turned")
        if self.given.first_round_done:
            return turned if len(turned) == len(seats) else seats
        must(len(turned) < len(seats), "turned")
        return turned

    def _records(self) -> tuple[Hand, ...]:
        for hand in self.given.records:
            must(len(hand.points) == 2 and hand.side in (None, 0, 1), "records")
            msgspec.convert(hand.data, CountedHand)
        return self.given.records


def _faces(faces: Texts) -> tuple[Card, ...]:
    """Cards that are only spoken of."""
    must(all(face in COPIES for face in faces), "last_move")
    return tuple(COPIES[face][0] for face in faces)


def write(moment: Situation) -> dict[str, Any]:
    """The inverse of `read`."""
    state: State = moment.state
    data: dict[str, Any] = {
        "to_move": state.turn,
        "phase": state.phase,
        "hands": {str(seat): list(sorted_texts(hand)) for seat, hand in enumerate(state.hands)},
        "table": [
            [{"id": each.id, "cards": list(texts(each.meld.cards))} for each in state.table if each.side == side]
            for side in (0, 1)
        ],
        "pot_taken": [pot != "waiting" for pot in state.pot],
        "pots": [list(sorted_texts(pot)) for pot in state.pots],
        "pile": list(texts(state.pile)),
        "stock": list(texts(state.stock)),
        "trump": suit_text(state.trump),
        "timeouts": timeouts_data(moment.seats),
        "drawn": None if state.drawn is None else TEXT[state.drawn],
        "first_round_done": len(state.turned) == state.terms.seats,
        "hand_number": state.hand_number,
        "starter": state.starter,
        "totals": list(state.totals),
    }
    return data | {name: value for name, value in _beside(state, moment).items() if value}


def _beside(state: State, moment: Situation) -> dict[str, Any]:
    """What the names of the rules do not tell, where there is something to tell."""
    last = state.last_move
    told = last and {"seat": last.seat, "move": last.move, "cards": list(texts(last.cards)), "melds": list(last.melds)}
    return {
        "pot": list(state.pot) if state.pot != ("waiting", "waiting") else None,
        "barred": state.barred,
        "busy": state.busy,
        "quiet_turns": state.quiet_turns,
        "turned": list(state.turned),
        "ended": state.ended,
        "records": msgspec.to_builtins(state.scored),
        "last_move": told and told | ({"pot": last.pot} if last and last.pot else {}),
        "number": state.number,
        "removed": list(removed_seats(moment.seats)),
    }
