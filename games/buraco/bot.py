"""The computer player, from the view alone (RULES.md §12)."""

from collections import Counter
from collections.abc import Iterator, Sequence

from games.api import GameEvent, Rng
from games.buraco.appraisal import SHORT_HAND, Appraisal, Weighed
from games.buraco.candidates import thrifty_groups, thrifty_runs
from games.buraco.meld_rules import POINTS, laid
from games.buraco.moves import Move, TakePile
from games.buraco.state import State
from games.buraco.view import View, state_of
from games.toolkit.double_deck import RANK, TEXT, TWOS, Card
from games.toolkit.lay_offs import single_lay_offs
from games.toolkit.meld_moves import DiscardCard, DrawStock, LayMeld, Play
from games.toolkit.meld_table import side_of
from games.toolkit.melding import turns
from games.toolkit.melding.attention import Attention
from games.toolkit.melding.outlook import Outlook
from services.kernel.seats import Seat
from services.kernel.strength import STRONG, Strength

STOCK_CARD_WORTH = 9
"""A pile that promises less is left for a card of the stock, unless the rules want it."""
STOCK_SHORT = 10
"""With fewer cards in the stock 2s are spent."""
PILE_LARGE = 4
"""A pile of so many cards is always taken."""
GIVEN = 1.0
"""How much counts what a discard may give the next seat with cards that it is known to hold."""
Rank = tuple[int, float]
"""What comes first: the kind of play, what it brings."""
BEATING, ON_RUN, NEW_RUN, OTHER, USING_POT = 4, 3, 2, 1, 0


def bot(
    view: View, rng: Rng, strength: Strength = STRONG, history: Sequence[GameEvent] = (), scale: float = 1.0
) -> Move | None:
    """The move of the view's seat; None when it is not in turn. Chance has a part in what weaker ones overlook."""
    if view.seat is None or view.seat != view.turn:
        return None
    state, attention = state_of(view, view.seat), Attention(rng, strength)
    if view.phase == "draw":
        return _drawing(state, view.seat) if attention.sees() else DrawStock() if state.stock else TakePile()
    return _playing(state, view.seat, attention) or _discard(state, view.seat, attention, history)


def _candidates(state: State, seat: Seat) -> Iterator[Play]:
    """Every lay-off of one card, and every new meld that wastes no wild card."""
    hand = state.hands[seat]
    yield from single_lay_offs(laid, hand, (each for each in state.table if each.side == side_of(seat)))
    yield from (LayMeld(cards) for cards in thrifty_runs(hand))
    yield from (LayMeld(cards) for cards in thrifty_groups(hand))


def _drawing(state: State, seat: Seat) -> Move:
    """The pile if it is large, a card of it makes or extends a natural run, or it promises more than the stock."""
    if not state.pile or not state.stock:
        return TakePile() if state.pile else DrawStock()
    promising = Appraisal(state, seat).pile_worth(state.pile) >= STOCK_CARD_WORTH
    return TakePile() if len(state.pile) >= PILE_LARGE or promising or _goes_on_run(state, seat) else DrawStock()


def _goes_on_run(state: State, seat: Seat) -> bool:
    after, faces = turns.with_pile(state, seat), {TEXT[card] for card in state.pile}
    appraisal = Appraisal(after, seat)
    able = (appraisal.weighed(play) for play in _candidates(after, seat) if faces & set(play.cards))
    return any(each is not None and each.on_run and not each.spends for each in able)


def _playing(state: State, seat: Seat, attention: Attention) -> Play | None:
    """What comes first of all that is worth playing."""
    appraisal = Appraisal(state, seat)
    found: tuple[Rank, Play] | None = None
    for play in _candidates(state, seat):
        each = appraisal.weighed(play)
        rank = None if each is None else _rank(appraisal, each)
        if rank is None or (found is not None and rank <= found[0]):
            continue
        if rank[0] == BEATING or attention.sees():
            found = rank, play
    return found[1] if found else None


def _rank(appraisal: Appraisal, each: Weighed) -> Rank | None:
    """Beating; naturals on runs; natural runs; groups and 2s where they may be spent; anything that uses the pot. None:
    not to be played."""
    if each.beats:
        return BEATING, each.gain
    if each.dirties and appraisal.clean_count == 1:
        return None
    if each.on_run and not each.spends:
        return NEW_RUN if each.is_new else ON_RUN, each.gain
    if _may_spend(appraisal, each):
        return OTHER, each.gain
    return (USING_POT, each.gain) if appraisal.must_use_pot else None


def _may_spend(appraisal: Appraisal, each: Weighed) -> bool:
    """Groups are laid to empty the hand, 2s to reach seven cards, for the pot, or when the stock is short."""
    if not each.spends:
        return each.left <= SHORT_HAND or appraisal.is_all_groups
    short = len(appraisal.state.stock) < STOCK_SHORT and each.gain > 0
    empties = each.left <= 1 and appraisal.waiting
    return empties or (each.on_run and (each.reaches_canasta or short))


def _discard(state: State, seat: Seat, attention: Attention, history: Sequence[GameEvent]) -> DiscardCard:
    """The natural card that fits no opponent's run and is worth least, with what it may give the next seat; then
    the one of the rarest rank, of most points."""
    hand, barred = state.hands[seat], turns.barred_face(state)
    outlook = Outlook(state, seat, history, TWOS)
    opposing = [each.meld for each in state.table if each.side != side_of(seat) and each.meld.kind == "run"]
    ranks = Counter(RANK[card] for card in hand)

    def price(card: Card) -> tuple[bool, bool, float, int, int, str]:
        if card in TWOS:
            return True, False, 0.0, 0, -POINTS[card], TEXT[card]
        fits = any(not isinstance(laid(meld, card, None), str) for meld in opposing)
        worth = outlook.kept(card) + GIVEN * outlook.given(card)
        return False, fits and attention.sees(), attention.judged(worth), ranks[RANK[card]], -POINTS[card], TEXT[card]

    return DiscardCard(TEXT[min((card for card in hand if TEXT[card] != barred), key=price)])
