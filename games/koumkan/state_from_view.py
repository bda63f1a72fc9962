"""A seat's view as a state to think in: what it sees is as it is, what is hidden is anything (RULES.md §10)."""

from games.koumkan.state import Lying, State, Terms
from games.koumkan.view import View
from games.koumkan.view_parts import MeldView
from games.toolkit.double_deck import TEXT, Undealt
from games.toolkit.melds import Meld, as_shown
from services.kernel.seats import Seat


def state_of(view: View, seat: Seat) -> State:
    """The state as the seat sees it; the other hands are empty, hidden discards and the stock are cards not seen."""
    deck = Undealt()
    own = deck.cards(view.own_hand) or ()
    top = deck.cards([view.discard_top] if view.discard_top else []) or ()
    table = tuple(Lying(meld.id, meld.owner, _meld(meld, deck)) for meld in view.melds)
    indicator = deck.cards([view.indicator] if view.indicator else [])
    left = deck.rest()
    hidden = view.discard_count - len(top)
    return State(
        Terms(view.game, view.seats, view.target_score, view.ratings, view.on_timeout),
        view.phase,
        view.hand_number,
        view.dealer,
        view.turn,
        eliminated=view.eliminated,
        hands=tuple(own if each == seat else () for each in range(view.seats)),
        indicator=indicator[0] if indicator else None,
        stock=left[hidden : hidden + view.stock_count],
        pile=(*left[:hidden], *top),
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


def _meld(meld: MeldView, deck: Undealt) -> Meld:
    wild = tuple(each.index for each in meld.stands_for)
    return as_shown(meld.suit, meld.low, meld.rank, deck.cards(meld.cards) or (), wild)
