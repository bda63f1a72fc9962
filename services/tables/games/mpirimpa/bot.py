"""The computer player, from the view alone (RULES.md §12)."""

from collections import Counter
from collections.abc import Iterator, Sequence

from services.kernel.seats import Seat
from services.tables.games.api import Rng
from services.tables.games.mpirimpa import plays, turns
from services.tables.games.mpirimpa.candidates import column_melds, melds, natural_runs
from services.tables.games.mpirimpa.moves import DiscardCard, DrawStock, LayMeld, LayOff, Move, Play, TakePile
from services.tables.games.mpirimpa.reading import BIRIBA_CARDS, POINTS, WILD, is_trump, laid
from services.tables.games.mpirimpa.sight import state_of
from services.tables.games.mpirimpa.state import Lying, State, side_of
from services.tables.games.mpirimpa.view import View
from services.tables.games.toolkit.double_deck import COPIES, RANK, SUIT, SUITS, TEXT, Card, sorted_texts
from services.tables.games.toolkit.melds import Meld

STOCK_LOW = 12
"""Fewer cards in the stock, and wild cards are spent."""
PILE_WORTH = 4
"""So many cards in the pile are worth taking where two of them pair up with the hand."""
HAND_SMALL = 4
"""With so few cards the pot is near, and wild cards are spent."""


def bot(view: View, rng: Rng) -> Move | None:
    """The move of the view's seat; None when it is not in turn. Chance plays no part."""
    if view.seat is None or view.seat != view.turn:
        return None
    state = state_of(view, view.seat)
    if view.phase == "draw":
        return _drawing(state, view.seat)
    return _play(state, view.seat) or _discard(state, view.seat)


# --- drawing ---


def _drawing(state: State, seat: Seat) -> Move:
    if state.pile:
        taking = _justifying(state, seat)
        if taking is not None:
            return TakePile((taking,)) if state.terms.pro else TakePile()
        if not state.terms.pro and _pile_pairs_up(state, seat):
            return TakePile()
    return DrawStock()


def _justifying(state: State, seat: Seat) -> Play | None:
    """A play with a card of the pile: the best natural run, else a lay-off."""
    after = plays.with_pile(state, seat)
    faces = {TEXT[card] for card in state.pile}
    for play in (*_runs(after, seat), *_lay_offs(after, seat)):
        if faces.intersection(play.cards) and _may(after, seat, play):
            return play
    return None


def _pile_pairs_up(state: State, seat: Seat) -> bool:
    """Whether the pile is big and two of its cards are near cards of the hand."""
    if len(state.pile) < PILE_WORTH:
        return False
    return sum(bool(neighbours(card, state.hands[seat])) for card in state.pile if card not in WILD) >= 2


# --- playing ---


def _play(state: State, seat: Seat) -> Play | None:
    """The first sensible play that is allowed; None if there is none."""
    return next((play for play in _sensible(state, seat) if _may(state, seat, play)), None)


def _may(state: State, seat: Seat, play: Play) -> bool:
    return not isinstance(plays.played(state, seat, play), str)


def _sensible(state: State, seat: Seat) -> Iterator[Play]:
    yield from _lay_offs(state, seat)
    yield from _runs(state, seat)
    if state.terms.columns:
        yield from _columns(state, seat)
    yield from _wild_plays(state, seat)


def _own(state: State, seat: Seat) -> list[Lying]:
    """The own side's melds, the longest first, trump before others."""
    own = [each for each in state.table if each.side == side_of(seat)]
    return sorted(own, key=lambda each: (-len(each.meld.cards), not is_trump(each.meld, state.trump), each.id))


def _lay_offs(state: State, seat: Seat) -> Iterator[LayOff]:
    """Natural cards that fit, 2s on their own place among them."""
    faces = dict.fromkeys(sorted_texts(state.hands[seat]))
    for lying in _own(state, seat):
        for face in faces:
            found = laid(lying.meld, COPIES[face][0], None)
            if not isinstance(found, str) and not _adds_wild(lying.meld, found, COPIES[face][0]):
                yield LayOff(lying.id, (face,))


def _adds_wild(before: Meld, after: Meld, card: Card) -> bool:
    """Whether a card was spent as a wild card; one that comes to lie as itself was not."""
    return card in WILD and len(after.wild) > len(before.wild)


def _runs(state: State, seat: Seat) -> list[LayMeld]:
    """The natural runs in hand, the longest first, trump before others."""
    held = Counter(TEXT[card] for card in state.hands[seat])
    found = [(suit, cards) for suit in range(4) for cards in natural_runs(held, SUITS[suit])]
    found.sort(key=lambda each: (-len(each[1]), each[0] != state.trump))
    return [LayMeld(cards) for _, cards in found]


def _columns(state: State, seat: Seat) -> list[LayMeld]:
    """The columns in hand without a wild card, the longest first."""
    found = [cards for cards in column_melds(state.hands[seat]) if not _has_wild(cards)]
    return [LayMeld(cards) for cards in sorted(found, key=lambda cards: -len(cards))]


def _has_wild(cards: Sequence[str]) -> bool:
    return any(COPIES[face][0] in WILD for face in cards)


def _wild_plays(state: State, seat: Seat) -> Iterator[Play]:
    """Wild cards for a biriba, for the pot, and once the stock is low; jokers last."""
    hand = state.hands[seat]
    wild = sorted({TEXT[card] for card in hand if card in WILD}, key=lambda face: (face == "X", face))
    if not wild:
        return
    freely = _spends_freely(state, seat)
    for lying in _own(state, seat):
        for face in wild:
            long_enough = len(lying.meld.cards) == BIRIBA_CARDS - 1
            if not lying.meld.wild and (long_enough or (freely and len(lying.meld.cards) < BIRIBA_CARDS)):
                yield LayOff(lying.id, (face,))
    new = sorted(melds(hand, columns=False), key=lambda cards: -len(cards))
    yield from (LayMeld(cards) for cards in new if freely or len(cards) >= BIRIBA_CARDS)


def _spends_freely(state: State, seat: Seat) -> bool:
    """Whether wild cards are better on the table than in hand."""
    side = side_of(seat)
    near_pot = (
        state.pot[side] == "waiting" and plays.has_biriba(state.table, side) and len(state.hands[seat]) <= HAND_SMALL
    )
    return near_pot or len(state.stock) < STOCK_LOW


# --- discarding ---


def _discard(state: State, seat: Seat) -> DiscardCard:
    """The natural card with the fewest neighbours that fits no opponent's meld, of few points; a wild one last."""
    hand, barred = state.hands[seat], turns.barred_face(state)
    opposing = [each.meld for each in state.table if each.side != side_of(seat)]

    def price(card: Card) -> tuple[bool, bool, int, int, str]:
        fits = any(not isinstance(laid(meld, card, None), str) for meld in opposing)
        return card in WILD, fits, len(neighbours(card, hand)), POINTS[card], TEXT[card]

    return DiscardCard(TEXT[min((card for card in hand if TEXT[card] != barred), key=price)])


def neighbours(card: Card, hand: Sequence[Card]) -> list[Card]:
    """The natural cards of a hand that lie within two places in the same suit; an Ace lies at both ends."""
    return [
        other
        for other in hand
        if other not in WILD and SUIT[other] == SUIT[card] and 0 < _distance(RANK[card], RANK[other]) <= 2
    ]


def _distance(one: int, other: int) -> int:
    apart = abs(one - other)
    return min(apart, 13 - apart) if 1 in (one, other) else apart
