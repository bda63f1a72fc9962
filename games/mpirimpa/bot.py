"""The computer player, from the view alone (RULES.md §12)."""

from collections.abc import Iterator, Sequence
from math import inf

from games.api import GameEvent, Rng
from games.mpirimpa import plays
from games.mpirimpa.appraisal import Appraisal, Risk
from games.mpirimpa.candidates import thrifty_melds
from games.mpirimpa.meld_rules import POINTS, WILD, class_of, is_trump, laid
from games.mpirimpa.moves import DiscardCard, DrawStock, LayMeld, Move, Play, TakePile
from games.mpirimpa.state import State, side_of
from games.mpirimpa.view import View, state_of
from games.toolkit.double_deck import COPIES, TEXT, Card
from games.toolkit.lay_offs import single_lay_offs
from games.toolkit.melding import turns
from games.toolkit.melding.appraisal import best, changed
from games.toolkit.melding.attention import Attention
from games.toolkit.melding.outlook import Outlook
from games.toolkit.melds import Meld
from services.kernel.seats import Seat
from services.kernel.strength import STRONG, Strength

STOCK_SHORT = 12
"""With fewer cards in the stock wild cards are spent."""
PILE_LARGE = 4
"""A pile of so many cards is taken for two that have neighbours in hand."""
PAIRS_MIN = 2
GIVEN, RISKED = 1.0, 0.05
"""How much counts what a discard may give the next seat: with cards that it is known to hold, and with others."""
Rank = tuple[int, int, bool, float]
"""What comes first: the kind of play, the length of a run that gets a card, whether it is trump, what it brings."""


def bot(
    view: View, rng: Rng, strength: Strength = STRONG, history: Sequence[GameEvent] = (), scale: float = 1.0
) -> Move | None:
    """The move of the view's seat; None when it is not in turn. Chance has a part in what weaker ones overlook."""
    if view.seat is None or view.seat != view.turn:
        return None
    state, attention = state_of(view, view.seat), Attention(rng, strength)
    if view.phase == "draw":
        return _drawing(state, view.seat) if attention.sees() else DrawStock()
    return _playing(state, view.seat, attention) or _discard(state, view.seat, attention, history)


def _candidates(state: State, seat: Seat) -> Iterator[Play]:
    """Every lay-off of one card, and every new meld that wastes no wild card."""
    hand = state.hands[seat]
    yield from single_lay_offs(laid, hand, (each for each in state.table if each.side == side_of(seat)))
    yield from (LayMeld(cards) for cards in thrifty_melds(hand, state.terms.columns))


# --- drawing ---


def _drawing(state: State, seat: Seat) -> Move:
    """The pile if a card of it can be played, in plain mpirimpa also if it is large and two of its cards pair up."""
    if not state.pile:
        return DrawStock()
    taking = _justifying(state, seat)
    if taking is not None:
        return TakePile((taking,)) if state.terms.pro else TakePile()
    return TakePile() if not state.terms.pro and _pairs_up(state, seat) else DrawStock()


def _justifying(state: State, seat: Seat) -> Play | None:
    """The best run, or lay-off, with a card of the pile."""
    after = turns.with_pile(state, seat)
    able = (
        play for play in _candidates(after, seat) if plays.is_justified(state.pile, (play,)) and not _is_column(play)
    )
    return best(able, Appraisal(after, seat).gain, -inf)


def _is_column(play: Play) -> bool:
    natural = [face for face in play.cards if COPIES[face][0] not in WILD]
    return isinstance(play, LayMeld) and len(natural) > 1 and len({face[0] for face in natural}) == 1


def _pairs_up(state: State, seat: Seat) -> bool:
    """Whether the pile is large and two of its cards lie near cards of the hand."""
    appraisal = Appraisal(state, seat)
    near = sum(bool(appraisal.neighbours(card)) for card in state.pile if card not in WILD)
    return len(state.pile) >= PILE_LARGE and near >= PAIRS_MIN


# --- playing ---


def _playing(state: State, seat: Seat, attention: Attention) -> Play | None:
    """What comes first of all that is worth playing."""
    appraisal = Appraisal(state, seat)
    found: tuple[Rank, Play] | None = None
    for play in _candidates(state, seat):
        rank = _rank(appraisal, play)
        if rank is not None and (found is None or rank > found[0]) and attention.sees():
            found = rank, play
    return found[1] if found else None


def _rank(appraisal: Appraisal, play: Play) -> Rank | None:
    """Natural cards on runs, the longest and trump first; natural runs; then columns, and wild cards where they may be
    spent, if they bring anything. None: not to be played."""
    state = appraisal.state
    after = plays.played(state, appraisal.seat, play)
    if isinstance(after, str):
        return None
    before, now, gone = changed(state.table, after.table, play)
    gain = appraisal.gained(after, play)
    if now.kind == "run" and len(now.wild) == len(before.wild if before else ()):
        return 1 + (before is not None), len(before.cards) if before else 0, is_trump(now, state.trump), gain
    spent = len(now.wild) > len(before.wild if before else ())
    allowed = gain > 0 and (not spent or _may_spend(appraisal, before, now, len(gone)))
    return (0, 0, False, gain) if allowed else None


def _may_spend(appraisal: Appraisal, before: Meld | None, now: Meld, gone: int) -> bool:
    """A wild card is spent to reach seven cards or the pot, or when the stock is short."""
    seven = class_of(now) != "open" and (before is None or class_of(before) == "open")
    pot = appraisal.wants_pot and len(appraisal.hand) - gone <= 1
    return seven or pot or len(appraisal.state.stock) < STOCK_SHORT


def _discard(state: State, seat: Seat, attention: Attention, history: Sequence[GameEvent]) -> DiscardCard:
    """The natural card that fits no opponent's meld and is worth least to keep, with what it may give the next seat; of
    equals that of fewest points."""
    hand, barred = state.hands[seat], turns.barred_face(state)
    outlook, risk = Outlook(state, seat, history, WILD), Risk(state, seat)

    def price(card: Card) -> tuple[bool, bool, float, int, str]:
        if card in WILD:
            return True, False, 0.0, POINTS[card], TEXT[card]
        worth = outlook.kept(card) + GIVEN * outlook.given(card) + RISKED * risk.of(card)
        fits = risk.fits(card) and attention.sees()
        return False, fits, attention.judged(worth), POINTS[card], TEXT[card]

    return DiscardCard(TEXT[min((card for card in hand if TEXT[card] != barred), key=price)])
