"""A moment of a match as plain data in the rules' state names (RULES.md §14).

Beside those names, for what a moment alone does not tell: `eliminated`, `hand_number`, `aside`, `barred`, `busy`,
`quiet_turns`, `turns`, `turned`, `ended`, `records`, `last_move`, `number`, `removed`, `forfeited`. What is left out is
empty or 0; cards may be missing, but no face may be there more often than two packs have it.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from services.kernel.seats import Seat
from services.tables.games.api import Hand
from services.tables.games.koumkan import rules, scoring
from services.tables.games.koumkan.hand_splits import HAND_MAX
from services.tables.games.koumkan.meld_rules import is_indicator, read_meld
from services.tables.games.koumkan.state import HandEnd, LastMove, Lying, MoveName, Phase, Source, State, Terms
from services.tables.games.koumkan.view_parts import CountedHand
from services.tables.games.toolkit.double_deck import COPIES, TEXT, Card, Undealt, sorted_texts, texts
from services.tables.games.toolkit.meld_moves import is_meld_id
from services.tables.games.toolkit.melds import Kind
from tests.conformance.by_seat import Wrong, listed, must
from tests.conformance.toolkit import moment as moments
from tests.conformance.toolkit.plain_input import cards_given, stock_given, turned_given
from tests.conformance.toolkit.situation import Situation

Texts = tuple[str, ...]


class _Meld(msgspec.Struct, frozen=True):
    cards: Texts
    owner: Seat = 0
    id: int | None = None
    kind: Kind | None = None


class _LastMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seat: Seat
    move: MoveName
    cards: Texts = ()
    meld: int | None = None
    source: Source | None = None


class Data(moments.Given, frozen=True, forbid_unknown_fields=True):
    """The names of a moment."""

    beside = (
        *("legal", "hand_sizes", "discard_top", "discard_count", "hand_end", "out_seat", "counts"),
        *("match_end", "winner", "places", "auto"),
    )
    seldom = (
        *("removed", "aside", "barred", "quiet_turns", "turns", "turned", "ended", "records", "last_move"),
        *("number", "forfeited"),
    )

    to_move: Seat | None = None
    phase: Phase | None = None
    active: tuple[Seat, ...] | None = None
    hands: dict[Seat, Texts] = {}
    table: tuple[_Meld, ...] = ()
    melded: tuple[Seat, ...] | None = None
    discard: Texts = ()
    stock: Texts = ()
    stock_count: int | None = None
    indicator: str | None = None
    reshuffled: bool = False
    drawn: str | None = None
    taken_from_discard: str | None = None
    totals: dict[Seat, int] = {}
    dealer: Seat | None = None
    first_round_done: bool = True
    eliminated: tuple[tuple[Seat, ...], ...] | None = None
    hand_number: int = 1
    aside: Texts = ()
    barred: str | None = None
    busy: bool | None = None
    quiet_turns: int = 0
    turns: tuple[int, ...] = ()
    turned: tuple[Seat, ...] = ()
    ended: HandEnd | None = None
    records: tuple[Hand, ...] = ()
    last_move: _LastMove | None = None
    number: int = 0
    forfeited: bool = False


def chance(state: State) -> tuple[int, ...] | None:
    """Discards that become the stock keep their order, where chance would shuffle them."""
    return tuple(range(len(state.stock))) if state.phase == "reshuffle" else None


def ended(state: State) -> State:
    """The state of a match that is void because a seat has left: nobody plays on."""
    return msgspec.structs.replace(state, phase="match_over", turn=None)


class _Reader:
    """Reads one moment: every card it meets is another physical one."""

    def __init__(self, terms: Terms, given: Data) -> None:
        self.terms = terms
        self.given = given
        self._undealt = Undealt()

    def state(self) -> State:
        """The state as given, and what follows from it."""
        given, terms = self.given, self.terms
        indicator = self._indicator()
        hands = tuple(self._cards(each, "hands") for each in listed(given.hands, terms.seats, (), "hands"))
        must(terms.game == "koumkan" or self._can_be_split(hands), "hands")
        table, pile, aside = self._table(), self._cards(given.discard, "discard"), self._cards(given.aside, "aside")
        totals = tuple(listed(given.totals, terms.seats, 0, "totals"))
        eliminated = self._eliminated(totals)
        active = [seat for seat in range(terms.seats) if not any(seat in group for group in eliminated)]
        phase = self._phase()
        turn = self._turn(phase, active)
        drawn = self._in_hand(given.drawn, hands, turn, "drawn")
        taken = self._in_hand(given.taken_from_discard, hands, turn, "taken_from_discard")
        return State(
            terms,
            phase,
            dealer=self._dealer(phase),
            turn=turn,
            eliminated=eliminated,
            hands=() if phase == "deal" else hands,
            aside=aside,
            indicator=indicator,
            stock=stock_given(self._undealt, given.stock, given.stock_count),
            pile=pile,
            table=table,
            melded=self._melded(table),
            drawn=drawn,
            taken=taken,
            barred=self._barred(hands, turn),
            busy=drawn is not None if given.busy is None else given.busy,
            turns=self._turns(phase),
            turned=turned_given(given, active, terms.seats),
            totals=totals,
            scored=self._records(),
            last_move=self._last_move(),
            **moments.same(given, "hand_number", "number", "reshuffled", "quiet_turns", "ended", "forfeited"),
        )

    def _can_be_split(self, hands: Sequence[tuple[Card, ...]]) -> bool:
        """Whether no hand has more than ten cards, or eleven where a card has been drawn."""
        given = self.given
        playing = given.phase == "play" or given.drawn is not None
        turn = min(given.active or (0,)) if given.to_move is None else given.to_move
        return all(len(hand) < HAND_MAX + (playing and seat == turn) for seat, hand in enumerate(hands))

    def _are_seats(self, seats: Any) -> bool:
        return set(seats) <= set(range(self.terms.seats))

    def _cards(self, faces: Sequence[str], name: str) -> tuple[Card, ...]:
        return cards_given(self._undealt, faces, name)

    def _indicator(self) -> Card | None:
        face = self.given.indicator
        if face is None:
            return None
        (card,) = self._cards([face], "indicator")
        must(self.terms.game != "koumkan" and is_indicator(self.terms.game, card), "indicator")
        return card

    def _table(self) -> tuple[Lying, ...]:
        given = self.given.table
        must(not given or self.terms.game == "koumkan", "table")
        ids = [number if meld.id is None else meld.id for number, meld in enumerate(given, 1)]
        must(len(set(ids)) == len(ids) and all(map(is_meld_id, ids)), "table")
        must(self._are_seats(meld.owner for meld in given), "table")
        lying = []
        for number, each in zip(ids, given, strict=True):
            meld = read_meld(self._cards(each.cards, "table"), each.kind)
            if isinstance(meld, str):
                raise Wrong("table")
            lying.append(Lying(number, each.owner, meld))
        return tuple(sorted(lying, key=lambda each: each.id))

    def _melded(self, table: tuple[Lying, ...]) -> tuple[Seat, ...]:
        melded = self.given.melded
        if melded is None:
            return tuple(dict.fromkeys(each.owner for each in table))
        must(self._are_seats(melded) and len(set(melded)) == len(melded), "melded")
        return melded

    def _eliminated(self, totals: tuple[int, ...]) -> tuple[tuple[Seat, ...], ...]:
        """Who is out of the match; where only `active` tells, or totals at the end, the higher total fell first."""
        given, seats = self.given, set(range(self.terms.seats))
        must(given.active is None or (self._are_seats(given.active)), "active")
        out = seats if given.active is None else seats - set(given.active)
        if given.eliminated is None:
            if given.active is None:
                over = given.phase == "match_over"
                out = {seat for seat in seats if over and totals[seat] >= self.terms.target_score}
            return scoring.places_by({seat: totals[seat] for seat in sorted(out)})
        fallen = [seat for group in given.eliminated for seat in group]
        must(len(set(fallen)) == len(fallen) and self._are_seats(fallen), "eliminated")
        must(given.active is None or set(fallen) == out, "eliminated")
        return given.eliminated

    def _phase(self) -> Phase:
        given = self.given
        phase = given.phase
        if phase is None:
            playing = given.drawn is not None or given.taken_from_discard is not None
            phase = "play" if playing else "draw" if given.hands or given.to_move is not None else "deal"
        must((given.ended is not None) == (phase == "hand_end") or phase == "match_over", "ended")
        must(not given.forfeited or phase == "match_over", "forfeited")
        return phase

    def _turn(self, phase: Phase, active: Sequence[Seat]) -> Seat | None:
        turn = self.given.to_move
        if phase not in ("draw", "play", "indicator", "reshuffle"):
            must(turn is None or (phase == "match_over" and self._are_seats([turn])), "to_move")
            return None
        must(len(active) > 1, "active")
        turn = active[0] if turn is None else turn
        must(turn in active, "to_move")
        return turn

    def _dealer(self, phase: Phase) -> Seat | None:
        dealer = self.given.dealer
        must(dealer is None or self._are_seats([dealer]), "dealer")
        return 0 if dealer is None and phase != "deal" else dealer

    def _in_hand(
        self, face: str | None, hands: Sequence[tuple[Card, ...]], turn: Seat | None, name: str
    ) -> Card | None:
        """The card of the hand in turn with this face; another copy if it has left the hand again."""
        if face is None:
            return None
        must(turn is not None and face in COPIES, name)
        return next((card for card in hands[turn or 0] if TEXT[card] == face), COPIES[face][-1])

    def _barred(self, hands: Sequence[tuple[Card, ...]], turn: Seat | None) -> str | None:
        """The face taken from the discard pile, unless another copy is held beside it."""
        given = self.given
        if given.barred is not None:
            must(given.barred == given.taken_from_discard, "barred")
            return given.barred
        taken = given.taken_from_discard
        if taken is None or given.busy is not None:
            return None
        return taken if sum(TEXT[card] == taken for card in hands[turn or 0]) < 2 else None

    def _turns(self, phase: Phase) -> tuple[int, ...]:
        turns = self.given.turns
        must(len(turns) in (0, self.terms.seats), "turns")
        return turns or (() if phase == "deal" else (0,) * self.terms.seats)

    def _records(self) -> tuple[Hand, ...]:
        for hand in self.given.records:
            must(len(hand.points) == self.terms.seats, "records")
            msgspec.convert(hand.data, CountedHand)
        return self.given.records

    def _last_move(self) -> LastMove | None:
        last = self.given.last_move
        if last is None:
            return None
        must(self._are_seats([last.seat]) and all(face in COPIES for face in last.cards), "last_move")
        return LastMove(last.seat, last.move, tuple(COPIES[face][0] for face in last.cards), last.meld, last.source)


def write(moment: Situation) -> dict[str, Any]:
    """The inverse of `read`."""
    state: State = moment.state
    last = state.last_move
    return moments.written(
        moment,
        Data,
        to_move=state.turn,
        active=sorted(rules.progress(state).active),
        hands={str(seat): sorted_texts(hand) for seat, hand in enumerate(state.hands)},
        table=[
            {"id": each.id, "owner": each.owner, "kind": each.meld.kind, "cards": texts(each.meld.cards)}
            for each in state.table
        ],
        discard=texts(state.pile),
        stock=texts(state.stock),
        indicator=None if state.indicator is None else TEXT[state.indicator],
        drawn=None if state.drawn is None else TEXT[state.drawn],
        taken_from_discard=None if state.taken is None else TEXT[state.taken],
        totals=state.totals or (0,) * state.terms.seats,
        first_round_done=rules.first_round_done(state),
        aside=texts(state.aside),
        records=state.scored,
        last_move=last and msgspec.structs.asdict(last) | {"cards": texts(last.cards)},
    )


read = moments.reader(
    Data, lambda options, given: _Reader(rules.terms_of(options), given).state(), lambda options: int(options.seats)
)
