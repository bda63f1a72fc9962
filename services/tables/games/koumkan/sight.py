"""A seat's view as a state to think in: what it sees is as it is, what is hidden is anything (RULES.md §10)."""

from collections.abc import Iterable

from services.kernel.seats import Seat
from services.tables.games.koumkan.shown import MeldView
from services.tables.games.koumkan.state import Lying, State, Terms
from services.tables.games.koumkan.view import View
from services.tables.games.toolkit.cards import RANKS, SUITS
from services.tables.games.toolkit.double_deck import CARDS, COPIES, TEXT, Card
from services.tables.games.toolkit.melds import Meld


class _Deck:
    """The cards not met so far, by face."""

    def __init__(self) -> None:
        self._left = {face: list(copies) for face, copies in COPIES.items()}

    def cards(self, faces: Iterable[str]) -> tuple[Card, ...]:
        """Cards with these faces, none twice."""
        return tuple(self._left[face].pop(0) for face in faces)

    def rest(self, count: int) -> tuple[Card, ...]:
        """So many of the others."""
        left = {card for copies in self._left.values() for card in copies}
        return tuple(card for card in CARDS if card in left)[:count]


def state_of(view: View, seat: Seat) -> State:
    """The state as the seat sees it; the other hands are empty, hidden discards and the stock are cards not seen."""
    deck = _Deck()
    own = deck.cards(view.own_hand)
    top = deck.cards([view.discard_top] if view.discard_top else [])
    table = tuple(Lying(meld.id, meld.owner, _meld(meld, deck)) for meld in view.melds)
    indicator = deck.cards([view.indicator] if view.indicator else [])
    below = deck.rest(view.discard_count - len(top))
    return State(
        Terms(view.game, view.seats, view.target_score, view.ratings, view.on_timeout),
        view.phase,
        view.hand_number,
        view.dealer,
        view.turn,
        eliminated=view.eliminated,
        hands=tuple(own if each == seat else () for each in range(view.seats)),
        indicator=indicator[0] if indicator else None,
        stock=deck.rest(len(below) + view.stock_count)[len(below) :],
        pile=(*below, *top),
        reshuffled=view.reshuffled,
        table=table,
        melded=view.melded,
        drawn=next((card for card in own if TEXT[card] == view.drawn), None),
        taken=next((card for card in own if TEXT[card] == view.taken), None),
        barred=view.now.barred if view.now else None,
        quiet_turns=view.quiet_turns,
        turns=view.turns,
        totals=view.totals,
    )


def _meld(meld: MeldView, deck: _Deck) -> Meld:
    cards, wild = deck.cards(meld.cards), tuple(each.index for each in meld.stands_for)
    if meld.suit is not None and meld.low is not None:
        return Meld("run", SUITS.index(meld.suit), meld.low, cards, wild)
    return Meld("group", -1, RANKS.index(meld.rank or "A") + 1, cards, wild)
