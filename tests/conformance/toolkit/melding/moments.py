"""Moments of a match read from plain data in the rules' state names (services/tables/games/buraco/RULES.md §14).

What is left out, or null, is empty, not taken, not used or 0; cards may be missing, but no face may be there more often
than the deck has it. Who was to move when the match ended may be told, and does not count.
"""

from collections.abc import Callable, Sequence
from typing import Any, Generic, Literal, TypeVar

import msgspec

from services.kernel.seats import Seat
from services.tables.games.api import Hand
from services.tables.games.toolkit.double_deck import CARDS, COPIES, TEXT, Card, Undealt, sorted_texts, texts
from services.tables.games.toolkit.meld_moves import is_meld_id
from services.tables.games.toolkit.meld_table import Hands, LastMove, Lying, Pot, Table
from services.tables.games.toolkit.melding.state import HandEnd, Phase, Playing, State, Terms
from services.tables.games.toolkit.melds import Meld
from tests.conformance.by_seat import Wrong, listed, must
from tests.conformance.toolkit import moment, trials
from tests.conformance.toolkit.plain_input import cards_given, stock_given, turned_given
from tests.conformance.toolkit.situation import Situation

Texts = tuple[str, ...]


class GivenMeld(msgspec.Struct, frozen=True):
    """A meld; without an id it gets one."""

    cards: Texts
    id: int | None = None


class GivenMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The move made last."""

    seat: Seat
    move: Literal["draw", "take_pile", "meld", "lay_off", "discard"]
    cards: Texts = ()
    melds: tuple[int, ...] = ()
    pot: Literal["direct", "indirect"] | None = None


Melds = tuple[GivenMeld, ...]


class Given(moment.Given, frozen=True, forbid_unknown_fields=True):
    """What all the games' moments have; a family adds its own names."""

    beside = trials.BESIDE
    seldom = ("removed", "pot", "barred", "busy", "quiet_turns", "turned", "ended", "records", "last_move", "number")

    to_move: Seat | None = None
    phase: Phase | None = None
    hands: dict[Seat, Texts] = {}
    table: dict[int, Melds] = {}
    pot_taken: dict[int, bool] = {}
    pots: dict[int, Texts] = {}
    pile: Texts = ()
    stock: Texts = ()
    stock_count: int | None = None
    drawn: str | None = None
    first_round_done: bool = True
    hand_number: int = 1
    starter: Seat | None = None
    totals: dict[int, int] = {}
    pot: tuple[Pot, Pot] | None = None
    barred: str | None = None
    busy: bool | None = None
    quiet_turns: int = 0
    turned: tuple[Seat, ...] = ()
    ended: HandEnd | None = None
    records: tuple[Hand, ...] = ()
    last_move: GivenMove | None = None
    number: int = 0


AnyGiven = TypeVar("AnyGiven", bound=Given)
AnyTerms = TypeVar("AnyTerms", bound=Terms)


class Reader(Generic[State, AnyTerms, AnyGiven]):
    """Reads one moment: every card it meets is another physical one. A family fills in what is its own."""

    given_type: type[AnyGiven]
    state_type: Callable[..., State]
    counted_type: type
    """Of the data of a hand that has been counted."""
    deck: Sequence[Card] = CARDS

    def __init__(self, terms: AnyTerms, given: AnyGiven) -> None:
        self.terms = terms
        self.given = given
        self._undealt = Undealt(self.deck)

    def meld(self, cards: tuple[Card, ...]) -> Meld | str:
        """Cards as a meld on the table, or the code of why they are none that the match may have."""
        raise NotImplementedError

    def own(self, taken: Sequence[bool]) -> dict[str, Any]:
        """The fields of the state that only this game has; `taken`: by side, whether the pot is."""
        raise NotImplementedError

    def state(self) -> State:
        """The state as given, and what follows from it."""
        given, seats = self.given, self.terms.seats
        hands = tuple(self._cards(each, "hands") for each in listed(given.hands, seats, (), "hands"))
        table, pile = self._table(), self._cards(given.pile, "pile")
        pots = [self._cards(each, "pots") for each in listed(given.pots, 2, (), "pots")]
        phase = self._phase()
        turn = self._turn(phase)
        drawn = self._drawn(phase, hands, turn)
        taken = listed(given.pot_taken, 2, False, "pot_taken")
        totals = listed(given.totals, 2, 0, "totals")
        return self.state_type(
            terms=self.terms,
            phase=phase,
            hand_number=given.hand_number,
            starter=self._starter(phase, turn),
            turn=turn,
            number=given.number,
            hands=() if phase == "deal" else hands,
            pots=(pots[0], pots[1]),
            pot=self._pot(taken, pots),
            stock=stock_given(self._undealt, given.stock, given.stock_count),
            pile=pile,
            table=table,
            drawn=drawn,
            barred=self._barred(phase),
            busy=drawn is not None if given.busy is None else given.busy,
            quiet_turns=given.quiet_turns,
            turned=turned_given(given, range(seats), seats),
            ended=given.ended,
            totals=(totals[0], totals[1]),
            scored=self._records(),
            last_move=self._last_move(),
            left=given.removed[0] if given.removed else None,
            **self.own(taken),
        )

    def _cards(self, faces: Sequence[str], name: str) -> tuple[Card, ...]:
        return cards_given(self._undealt, faces, name)

    def _table(self) -> Table:
        """The melds in the order of their ids; without ids, side 0's come first."""
        by_side = listed(self.given.table, 2, (), "table")
        sided = [(side, meld) for side in (0, 1) for meld in by_side[side]]
        ids = [number if meld.id is None else meld.id for number, (_, meld) in enumerate(sided, 1)]
        must(len(set(ids)) == len(ids) and all(map(is_meld_id, ids)), "table")
        lying = []
        for number, (side, each) in zip(ids, sided, strict=True):
            meld = self.meld(self._cards(each.cards, "table"))
            if isinstance(meld, str):
                raise Wrong("table")
            lying.append(Lying(number, side, meld))
        return tuple(sorted(lying, key=lambda each: each.id))

    def _phase(self) -> Phase:
        """As given; else what a drawn card, or nothing dealt at all, tells."""
        given = self.given
        phase = given.phase
        if phase is None:
            phase = "match_over" if given.removed else "play" if given.drawn is not None else "draw"
            phase = phase if given.hands or given.to_move is not None or given.removed else "deal"
        ended = given.ended is not None
        must(ended == (phase == "hand_end") or phase == "match_over", "ended")
        must(len(given.removed) < 2 and (not given.removed or phase == "match_over"), "removed")
        return phase

    def _turn(self, phase: Phase) -> Seat | None:
        turn = self.given.to_move
        must(turn is None or 0 <= turn < self.terms.seats, "to_move")
        if phase in ("draw", "play"):
            return turn or 0
        must(turn is None or phase == "match_over", "to_move")
        return None

    def _starter(self, phase: Phase, turn: Seat | None) -> Seat | None:
        starter = self.given.starter
        must(starter is None or 0 <= starter < self.terms.seats, "starter")
        return (turn or 0) if starter is None and phase != "deal" else starter

    def _drawn(self, phase: Phase, hands: Hands, turn: Seat | None) -> Card | None:
        drawn = self.given.drawn
        if drawn is None:
            return None
        must(phase == "play" and drawn in COPIES and COPIES[drawn][0] in self.deck, "drawn")
        return next((card for card in hands[turn or 0] if TEXT[card] == drawn), COPIES[drawn][-1])

    def _pot(self, taken: Sequence[bool], pots: Sequence[tuple[Card, ...]]) -> tuple[Pot, Pot]:
        """What became of the pots; one that is only said to be taken was taken directly."""
        first, second = self.given.pot or ("direct" if taken[0] else "waiting", "direct" if taken[1] else "waiting")
        for pot, was, cards in zip((first, second), taken, pots, strict=True):
            must((pot != "waiting") == was and not (was and cards), "pot_taken")
        return first, second

    def _barred(self, phase: Phase) -> str | None:
        barred = self.given.barred
        must(barred is None or (phase == "play" and barred in COPIES), "barred")
        return barred

    def _records(self) -> tuple[Hand, ...]:
        for hand in self.given.records:
            must(len(hand.points) == 2 and hand.side in (None, 0, 1), "records")
            msgspec.convert(hand.data, self.counted_type)
        return self.given.records

    def _last_move(self) -> LastMove | None:
        """As given: its cards are only spoken of."""
        last = self.given.last_move
        if last is None:
            return None
        must(all(face in COPIES for face in last.cards), "last_move")
        return LastMove(last.seat, last.move, tuple(COPIES[face][0] for face in last.cards), last.melds, last.pot)


def reading(
    reader: type[Reader[State, AnyTerms, AnyGiven]], terms_of: Callable[[Any], AnyTerms] = lambda chosen: chosen
) -> moment.Read:
    """The reader of a family's moments, whose options are, or make, the terms of a match."""
    return moment.reader(
        reader.given_type,
        lambda chosen, given: reader(terms_of(chosen), given).state(),
        lambda chosen: int(terms_of(chosen).seats),
    )


def written(situation: Situation, shape: type[Given], **own: Any) -> dict[str, Any]:
    """The inverse of `read`; `own`: the names of the family."""
    state: Playing = situation.state
    last = state.last_move
    told = last and {"seat": last.seat, "move": last.move, "cards": texts(last.cards), "melds": last.melds}
    return moment.written(
        situation,
        shape,
        to_move=state.turn,
        hands={str(seat): sorted_texts(hand) for seat, hand in enumerate(state.hands)},
        table=[
            [{"id": each.id, "cards": texts(each.meld.cards)} for each in state.table if each.side == side]
            for side in (0, 1)
        ],
        pot_taken=[pot != "waiting" for pot in state.pot],
        pots=[sorted_texts(pot) for pot in state.pots],
        pile=texts(state.pile),
        stock=texts(state.stock),
        drawn=None if state.drawn is None else TEXT[state.drawn],
        first_round_done=len(state.turned) == state.terms.seats,
        pot=None if state.pot == ("waiting", "waiting") else state.pot,
        busy=state.busy or None,
        records=state.scored,
        last_move=last and told and told | ({"pot": last.pot} if last.pot else {}),
        **own,
    )
