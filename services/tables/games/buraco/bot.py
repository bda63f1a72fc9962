"""The computer player, from the view alone (RULES.md §12)."""

from collections.abc import Iterator

from services.kernel.seats import Seat
from services.tables.games.api import Rng
from services.tables.games.buraco.appraisal import Appraisal
from services.tables.games.buraco.candidates import thrifty_groups, thrifty_runs
from services.tables.games.buraco.moves import Move, TakePile
from services.tables.games.buraco.reading import POINTS, laid
from services.tables.games.buraco.sight import state_of
from services.tables.games.buraco.state import State
from services.tables.games.buraco.view import View
from services.tables.games.toolkit.double_deck import TEXT, TWOS, Card
from services.tables.games.toolkit.lay_offs import single_lay_offs
from services.tables.games.toolkit.meld_moves import DiscardCard, DrawStock, LayMeld, Play
from services.tables.games.toolkit.meld_table import side_of
from services.tables.games.toolkit.melding import turns
from services.tables.games.toolkit.melding.appraisal import best

STOCK_CARD_WORTH = 9
"""A pile that promises less is left for a card of the stock."""
PILE_LARGE = 4
"""A pile of so many cards is taken while there is time."""
TIME_SHORT = 0.3
FITS_COST = 20
"""Of discarding a card that fits an opponent's run."""


def bot(view: View, rng: Rng) -> Move | None:
    """The move of the view's seat; None when it is not in turn. Chance plays no part."""
    if view.seat is None or view.seat != view.turn:
        return None
    state = state_of(view, view.seat)
    if view.phase == "draw":
        return _drawing(state, view.seat)
    play = best(_candidates(state, view.seat), Appraisal(state, view.seat).gain)
    return play or _discard(state, view.seat)


def _candidates(state: State, seat: Seat) -> Iterator[Play]:
    """Every lay-off of one card, and every new meld that wastes no wild card."""
    hand = state.hands[seat]
    yield from single_lay_offs(laid, hand, (each for each in state.table if each.side == side_of(seat)))
    yield from (LayMeld(cards) for cards in thrifty_runs(hand))
    yield from (LayMeld(cards) for cards in thrifty_groups(hand))


def _drawing(state: State, seat: Seat) -> Move:
    """The pile if it is large, promises more than the stock, or a card of it can be played with profit."""
    if not state.pile or not state.stock:
        return TakePile() if state.pile else DrawStock()
    appraisal = Appraisal(state, seat)
    worth = appraisal.pile_worth(state.pile)
    if worth >= STOCK_CARD_WORTH or (len(state.pile) >= PILE_LARGE and appraisal.time > TIME_SHORT):
        return TakePile()
    after, faces = turns.with_pile(state, seat), {TEXT[card] for card in state.pile}
    able = (play for play in _candidates(after, seat) if faces & set(play.cards))
    return DrawStock() if best(able, Appraisal(after, seat).gain, STOCK_CARD_WORTH - worth) is None else TakePile()


def _discard(state: State, seat: Seat) -> DiscardCard:
    """The natural card that costs least: what it is worth in hand, and what it gives to an opponent's run."""
    hand, barred = state.hands[seat], turns.barred_face(state)
    appraisal = Appraisal(state, seat)
    opposing = [each.meld for each in state.table if each.side != side_of(seat) and each.meld.kind == "run"]

    def price(card: Card) -> tuple[bool, float, int, str]:
        fits = any(not isinstance(laid(meld, card, None), str) for meld in opposing)
        return card in TWOS, appraisal.kept_worth(card) + FITS_COST * fits, -POINTS[card], TEXT[card]

    return DiscardCard(TEXT[min((card for card in hand if TEXT[card] != barred), key=price)])
