"""The automatic turn: what the server plays for a seat whose time ran out (RULES.md §11)."""

from games.koumkan import turns
from games.koumkan.meld_rules import points_of, wild_cards
from games.koumkan.moves import DiscardCard, DrawCard, Move
from games.koumkan.state import State
from games.toolkit.double_deck import JOKERS_SET, RANK, SUIT, TEXT, Card
from services.kernel.seats import Seat


def timed_out(state: State, seat: Seat) -> tuple[Move, ...]:
    """Nothing where the operator lets wait; else a stock draw if one is due, and a discard."""
    if state.terms.on_timeout == "wait" or seat != state.turn:
        return ()
    if state.phase == "play":
        return _discard(state, seat)
    if state.phase != "draw" or not state.stock:
        return ()
    return (DrawCard("stock"), *_discard(turns.drawn(state, seat, "stock"), seat))


def _discard(state: State, seat: Seat) -> tuple[Move, ...]:
    barred = turns.barred_face(state)
    able = [card for card in state.hands[seat] if TEXT[card] != barred]
    return (DiscardCard(TEXT[_choice(state, able)]),) if able else ()


def _choice(state: State, able: list[Card]) -> Card:
    """The card just drawn if it is natural, else the natural card of most points, else the lowest wild card that is no
    joker, by suit and rank, else a joker."""
    wild = wild_cards(state.terms.game, state.indicator)
    if state.drawn in able and state.drawn not in wild:
        return state.drawn
    natural = [card for card in able if card not in wild]
    if natural:
        return max(natural, key=lambda card: (points_of(state.terms.game, wild, card), RANK[card], SUIT[card]))
    return min(able, key=lambda card: (card in JOKERS_SET, SUIT[card], RANK[card]))
