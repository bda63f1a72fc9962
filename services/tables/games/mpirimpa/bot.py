"""The computer player, from the view alone (RULES.md §12)."""

from collections.abc import Iterator

from services.kernel.seats import Seat
from services.tables.games.api import Rng
from services.tables.games.mpirimpa import plays
from services.tables.games.mpirimpa.appraisal import Appraisal
from services.tables.games.mpirimpa.candidates import thrifty_melds
from services.tables.games.mpirimpa.moves import DiscardCard, DrawStock, LayMeld, Move, Play, TakePile
from services.tables.games.mpirimpa.reading import POINTS, WILD, laid
from services.tables.games.mpirimpa.risk import Risk
from services.tables.games.mpirimpa.sight import state_of
from services.tables.games.mpirimpa.state import State, side_of
from services.tables.games.mpirimpa.view import View
from services.tables.games.toolkit.double_deck import TEXT, Card
from services.tables.games.toolkit.lay_offs import single_lay_offs
from services.tables.games.toolkit.melding import turns
from services.tables.games.toolkit.melding.appraisal import best

STOCK_CARD_WORTH = 9
"""A pile that promises less is left for a card of the stock."""


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
    yield from (LayMeld(cards) for cards in thrifty_melds(hand, state.terms.columns))


def _drawing(state: State, seat: Seat) -> Move:
    """The pile if a card of it can be played with profit, in plain mpirimpa also if it promises more than the stock."""
    if not state.pile:
        return DrawStock()
    taking = _justifying(state, seat)
    if taking is not None:
        return TakePile((taking,)) if state.terms.pro else TakePile()
    promising = Appraisal(state, seat).pile_worth(state.pile) >= STOCK_CARD_WORTH
    return TakePile() if promising and not state.terms.pro else DrawStock()


def _justifying(state: State, seat: Seat) -> Play | None:
    """The best play with a card of the pile, if it and the other cards bring more than a card of the stock."""
    after = turns.with_pile(state, seat)
    able = (play for play in _candidates(after, seat) if plays.is_justified(state.pile, (play,)))
    cost = STOCK_CARD_WORTH - Appraisal(state, seat).pile_worth(state.pile)
    return best(able, Appraisal(after, seat).gain, cost)


def _discard(state: State, seat: Seat) -> DiscardCard:
    """The natural card that costs least: what it is worth in hand, and what it gives to the next player."""
    hand, barred = state.hands[seat], turns.barred_face(state)
    appraisal, risk = Appraisal(state, seat), Risk(state, seat)

    def price(card: Card) -> tuple[bool, float, int, str]:
        return card in WILD, appraisal.kept_worth(card) + risk.of(card), POINTS[card], TEXT[card]

    return DiscardCard(TEXT[min((card for card in hand if TEXT[card] != barred), key=price)])
