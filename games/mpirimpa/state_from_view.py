"""A seat's view as a state to think in: what it sees is as it is, what is hidden is anything (RULES.md §10)."""

from games.mpirimpa.state import Lying, State, Terms
from games.mpirimpa.view import View
from games.mpirimpa.view_parts import MeldView
from games.toolkit.cards import SUITS
from games.toolkit.double_deck import Undealt
from games.toolkit.melds import Meld, as_shown
from services.kernel.seats import Seat


def state_of(view: View, seat: Seat) -> State:
    """The state as the seat sees it; the other hands and the pots are empty, the stock is of cards not seen."""
    deck = Undealt()
    own, pile = deck.cards(view.own_hand) or (), deck.cards(view.pile) or ()
    table = tuple(Lying(meld.id, meld.side, _meld(meld, deck)) for meld in view.melds)
    return State(
        Terms(view.pro, view.seats, view.columns, view.target_score, view.ratings, view.on_timeout),
        view.phase,
        view.hand_number,
        view.starter,
        view.turn,
        hands=tuple(own if each == seat else () for each in range(view.seats)),
        pot=view.pot,
        stock=deck.rest()[: view.stock_count],
        pile=pile,
        table=table,
        trump=None if view.trump is None else SUITS.index(view.trump),
        barred=view.now.barred if view.now else None,
        quiet_turns=view.quiet_turns,
        totals=view.totals,
    )


def _meld(meld: MeldView, deck: Undealt) -> Meld:
    wild = () if meld.wild is None else (meld.wild,)
    return as_shown(meld.suit, meld.low, meld.rank, deck.cards(meld.cards) or (), wild)
