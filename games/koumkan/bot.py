"""The computer player, from the view alone (RULES.md §12)."""

from collections.abc import Mapping, Sequence

from games.api import GameEvent, Rng
from games.koumkan import turns
from games.koumkan.hand_splits import Split, Splitter
from games.koumkan.meld_rules import laid, points_of, swapped, wild_cards
from games.koumkan.moves import DiscardCard, DrawCard, GoOut, LayMeld, LayOff, Move, SwapJoker
from games.koumkan.prospects import prospect, unseen
from games.koumkan.state import State
from games.koumkan.view import View, state_of
from games.toolkit.double_deck import FACE, JOKERS_SET, RANK, SUIT, TEXT, Card, texts, without
from games.toolkit.melding.attention import Attention, Lapses
from games.toolkit.melds import Meld
from services.kernel.seats import Seat
from services.kernel.strength import STRONG, Strength

LOOKED_AT = ((25, 5), (100, 2))
"""In how many ways a hand may split for so many discards to be looked at; with more the deadwood alone decides."""
DEADWOOD_RISKED = 12
OUT_WORTH, NOW_SHARE = 20.0, 0.5
"""What being out at the next draw is worth in points, and how much counts what is left until then."""
KEPT_FOR_MELDS = 3.0
"""Points that a card may have more than another for each card to come that makes a meld with it."""
MISJUDGED_POINTS = 3.0
"""What weaker ones err by about a discard."""
LAPSES: Mapping[Strength, Lapses] = {
    "strong": Lapses(0.0, 0.0),
    "medium": Lapses(0.03, 0.4),
    "easy": Lapses(0.1, 1.0),
}
"""In koum-kan a turn without a meld is dear: the lapses of the other rummy games lose nearly every match."""
NEARLY_OUT = 2
"""With so few cards left beside melds and lay-offs the hand is laid."""
OPPONENT_NEARLY_OUT = 5
PATIENT_TURNS = 4
"""After so many own turns a meld is laid whatever the others hold."""


def bot(
    view: View, rng: Rng, strength: Strength = STRONG, history: Sequence[GameEvent] = (), scale: float = 1.0
) -> Move | None:
    """The move of the view's seat; None when it is not in turn. Chance has a part in what weaker ones overlook."""
    if view.seat is None or view.seat != view.turn:
        return None
    state = state_of(view, view.seat)
    attention = Attention(rng, strength, LAPSES) if view.game == "koumkan" else Attention(rng, strength)
    if view.phase == "draw":
        return _drawing(state, view.seat) if attention.sees() or not view.stock_count else DrawCard("stock")
    if view.game != "koumkan":
        return _thrifty_discard(state, view, attention, history)
    play = _swap(state, view.seat) or _laying(state, view)
    return play if play and attention.sees() else _discard(state, view, attention, history)


def seen(view: View, history: Sequence[GameEvent]) -> list[str]:
    """The texts of all cards that the seat has seen and that are not in the stock."""
    pile = [view.discard_top] if view.discard_top else []
    taken: list[tuple[Seat, str]] = []
    for event in history:
        data = event.data
        if event.kind == "deal":
            pile, taken = [data["discard_top"]] if data["discard_top"] else [], []
        elif event.kind == "reshuffle":
            pile = pile[-1:]
        elif event.kind == "draw" and data["from"] == "discard":
            pile = pile[:-1]
            taken += [(data["seat"], data["card"])] if data["seat"] != view.seat else []
        elif event.kind in ("discard", "go_out", "meld", "lay_off", "swap_joker"):
            gone = data.get("cards") or [data["card"]]
            for card in gone:
                if (data["seat"], card) in taken:
                    taken.remove((data["seat"], card))
            pile += gone if "card" in data else []
    known = [*view.own_hand, *(card for meld in view.melds for card in meld.cards), *(card for _, card in taken)]
    return [*known, *pile, *([view.indicator] if view.indicator else [])]


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


def _discard(state: State, view: View, attention: Attention, history: Sequence[GameEvent]) -> DiscardCard:
    """The natural card in no meld and no lay-off that is worth least: the fewest cards that may come make a meld
    with it and another one; of equals that of most points. A joker last."""
    hand, barred = state.hands[view.seat or 0], turns.barred_face(state)
    left = _split(hand).left
    coming = unseen(seen(view, history)).by_face

    def price(card: Card) -> tuple[object, ...]:
        kept = card not in left or (view.seat in state.melded and _fits_somewhere(state, card))
        worth = KEPT_FOR_MELDS * _partners(card, left, coming) - _points(card)
        return card in JOKERS_SET, kept, attention.judged(worth, MISJUDGED_POINTS), -RANK[card], TEXT[card]

    return DiscardCard(TEXT[min((card for card in hand if TEXT[card] != barred), key=price)])


def _partners(card: Card, left: Sequence[Card], coming: Mapping[int, int]) -> int:
    """How many cards that may come make a meld of a card with another one of those in no meld; of two copies one is
    as good as both."""
    if any(other != card and FACE[other] == FACE[card] for other in left):
        return 0
    faces: set[int] = set()
    for other in left:
        if other != card and other not in JOKERS_SET:
            faces |= _between(card, other)
    return sum(coming.get(face, 0) for face in faces)


def _between(card: Card, other: Card) -> set[int]:
    """The faces that make a meld of two natural cards."""
    if RANK[card] == RANK[other]:
        suits = {SUIT[card], SUIT[other]}
        return {suit * 13 + RANK[card] - 1 for suit in range(4) if suit not in suits} if len(suits) == 2 else set()
    low, high = sorted((RANK[card], RANK[other]))
    if SUIT[card] != SUIT[other] or high - low > 2:
        return set()
    ranks = (low + 1,) if high - low == 2 else (low - 1, high + 1)
    return {SUIT[card] * 13 + rank - 1 for rank in ranks if 1 <= rank <= 13}


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


def _thrifty_discard(
    state: State, view: View, attention: Attention, history: Sequence[GameEvent]
) -> DiscardCard | GoOut:
    """Going out if that is possible, else the card after which the next draw is worth most."""
    game, hand = state.terms.game, state.hands[view.seat or 0]
    wild = wild_cards(game, state.indicator)
    splitter = Splitter(game, wild, hand)
    natural = [card for card in hand if card not in wild]
    deadwood = {card: splitter.deadwood(card) for card in natural or hand}
    out = [card for card in sorted(hand, key=lambda card: (card in wild, TEXT[card])) if splitter.deadwood(card) == 0]
    if out and len(hand) > 1:
        return GoOut(TEXT[out[0]])

    def price(card: Card) -> tuple[object, ...]:
        return deadwood[card], helpers(card, hand, wild), -points_of(game, wild, card), TEXT[card]

    ordered = sorted({TEXT[card]: card for card in sorted(deadwood, reverse=True)}.values(), key=price)
    least = deadwood[ordered[0]]
    most = next((count for covers, count in LOOKED_AT if splitter.covers <= covers), 1)
    looked_at = [card for card in ordered if deadwood[card] <= least + DEADWOOD_RISKED][:most]
    rest = unseen(seen(view, history))

    def worth(card: Card) -> tuple[float, int]:
        found = prospect(game, wild, without(hand, (card,)), rest)
        worth = OUT_WORTH * found.out - found.deadwood - NOW_SHARE * deadwood[card]
        return attention.judged(worth, MISJUDGED_POINTS), -ordered.index(card)

    return DiscardCard(TEXT[max(looked_at, key=worth)])
