"""The computer player, from the view alone."""

from collections.abc import Sequence

from games.api import GameEvent, Rng
from games.koumkan import turns
from games.koumkan.hand_splits import Split, Splitter
from games.koumkan.meld_rules import laid, points_of, swapped, wild_cards
from games.koumkan.moves import DiscardCard, DrawCard, GoOut, LayMeld, LayOff, Move, SwapJoker
from games.koumkan.state import State
from games.koumkan.view import View, state_of
from games.toolkit.double_deck import JOKERS_SET, RANK, SUIT, TEXT, Card, texts
from games.toolkit.melds import Meld
from services.kernel.seats import Seat
from services.kernel.strength import STRONG, Strength

NEARLY_OUT = 2
"""With so few cards left beside melds and lay-offs the hand is laid."""
OPPONENT_NEARLY_OUT = 5
PATIENT_TURNS = 4
"""After so many own turns a meld is laid whatever the others hold."""


def bot(view: View, rng: Rng, strength: Strength = STRONG, history: Sequence[GameEvent] = ()) -> Move | None:
    """The move of the view's seat; None when it is not in turn. Chance plays no part."""
    if view.seat is None or view.seat != view.turn:
        return None
    state = state_of(view, view.seat)
    if view.phase == "draw":
        return _drawing(state, view.seat)
    if view.game != "koumkan":
        return _thrifty_discard(state, view.seat)
    return _swap(state, view.seat) or _laying(state, view) or _discard(state, view.seat)


# --- koum-kan ---


def _split(hand: Sequence[Card]) -> Split:
    return Splitter("koumkan", JOKERS_SET, hand).best()


def _drawing(state: State, seat: Seat) -> DrawCard:
    """The top discard if it completes a meld or can be laid off, or there is no stock; else the stock."""
    if state.terms.game != "koumkan" or not state.pile:
        return DrawCard("stock")
    top, hand = state.pile[-1], state.hands[seat]
    fits = seat in state.melded and any(not isinstance(laid(each.meld, top, None), str) for each in state.table)
    completes = len(_split((*hand, top)).left) < len(_split(hand).left)
    return DrawCard("discard" if fits or completes or not state.stock else "stock")


def _swap(state: State, seat: Seat) -> SwapJoker | None:
    if seat in state.melded:
        for lying in state.table:
            for card in state.hands[seat]:
                if not isinstance(swapped(lying.meld, card), str):
                    return SwapJoker(lying.id, TEXT[card])
    return None


def _laying(state: State, view: View) -> LayMeld | LayOff | None:
    """A meld if it is time, else a card on a meld once one's own lies there."""
    seat = view.seat or 0
    hand = state.hands[seat]
    split = _split(hand)
    if split.melds and (seat in state.melded or _is_time(state, view, split)):
        meld = _keeping_one(split.melds[0], len(hand))
        if meld is not None:
            return meld
    return _lay_off(state, seat, split)


def _is_time(state: State, view: View, split: Split) -> bool:
    """Whether the hand is nearly out, an opponent is, or enough turns have gone by."""
    over = [card for card in split.left if not _fits_somewhere(state, card)]
    others = [count for seat, count in enumerate(view.hand_counts) if seat in view.active and seat != view.seat]
    return (
        len(over) - 1 <= NEARLY_OUT
        or min(others, default=OPPONENT_NEARLY_OUT) <= OPPONENT_NEARLY_OUT
        or (bool(view.turns) and view.turns[view.seat or 0] >= PATIENT_TURNS)
    )


def _fits_somewhere(state: State, card: Card) -> bool:
    return any(not isinstance(laid(each.meld, card, None), str) for each in state.table)


def _keeping_one(meld: Meld, held: int) -> LayMeld | None:
    """The meld, shortened if it would be the whole hand; None if it is too short for that."""
    cards = meld.cards
    if len(cards) == held:
        cards = _shorter(meld)
    return LayMeld(texts(cards), meld.kind) if len(cards) > 2 else None


def _shorter(meld: Meld) -> tuple[Card, ...]:
    """The meld without the card at its end; a joker is kept rather than discarded."""
    last = len(meld.cards) - 1
    only_natural = len(meld.wild) == last
    from_front = last in meld.wild and 0 not in meld.wild and not only_natural
    return meld.cards[1:] if from_front else meld.cards[:-1]


def _lay_off(state: State, seat: Seat, split: Split) -> LayOff | None:
    """A card that fits, first of those in no meld, jokers last; one card is kept."""
    hand = state.hands[seat]
    if seat not in state.melded or len(hand) < 2:
        return None
    in_melds = [card for card in hand if card not in split.left]
    for card in sorted((*split.left, *in_melds), key=lambda card: (card in JOKERS_SET, card in in_melds)):
        for lying in state.table:
            if not isinstance(laid(lying.meld, card, None), str):
                return LayOff(lying.id, (TEXT[card],))
    return None


def _discard(state: State, seat: Seat) -> DiscardCard:
    """The highest natural card in no meld and no pair, of equal points that of the higher rank; a joker last."""
    hand, barred = state.hands[seat], turns.barred_face(state)
    left = _split(hand).left

    def price(card: Card) -> tuple[object, ...]:
        kept = card not in left
        paired = helpers(card, hand, JOKERS_SET) > 0
        return card in JOKERS_SET, kept, paired, -_points(card), -RANK[card], TEXT[card]

    return DiscardCard(TEXT[min((card for card in hand if TEXT[card] != barred), key=price)])


def _points(card: Card) -> int:
    return points_of("koumkan", JOKERS_SET, card)


def helpers(card: Card, hand: Sequence[Card], wild: frozenset[Card]) -> int:
    """How many natural cards of a hand are of the card's rank, or of its suit within two places."""
    return sum(
        RANK[other] == RANK[card] or (SUIT[other] == SUIT[card] and abs(RANK[other] - RANK[card]) <= 2)
        for other in hand
        if other != card and other not in wild
    )


# --- thanasis and dynamitis ---


def _thrifty_discard(state: State, seat: Seat) -> DiscardCard | GoOut:
    """Going out if that is possible, else the natural card that leaves the smallest deadwood."""
    game, hand = state.terms.game, state.hands[seat]
    wild = wild_cards(game, state.indicator)
    splitter = Splitter(game, wild, hand)
    natural = [card for card in hand if card not in wild]
    deadwood = {card: splitter.deadwood(card) for card in natural or hand}
    out = [card for card in sorted(hand, key=lambda card: (card in wild, TEXT[card])) if splitter.deadwood(card) == 0]
    if out and len(hand) > 1:
        return GoOut(TEXT[out[0]])

    def price(card: Card) -> tuple[object, ...]:
        return deadwood[card], helpers(card, hand, wild), -points_of(game, wild, card), TEXT[card]

    return DiscardCard(TEXT[min(deadwood, key=price)])
