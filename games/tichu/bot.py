"""The computer player: calls by its chance to be out first, plays by playouts in worlds that agree with what it knows
(RULES.md §17)."""

from collections.abc import Sequence

from games.api import GameEvent, Rng
from games.tichu.cards import RANK_TEXT, texts
from games.tichu.computer import calls, thinking
from games.tichu.computer.exchange import gift
from games.tichu.computer.search import Candidate
from games.tichu.computer.thinking import Care
from games.tichu.moves import CallTichu, GiveDragon, GrandTichu, Move, Pass, Play
from games.tichu.state_from_view import hand_of, opponents
from games.tichu.view import View
from games.toolkit.seeded import Seeded, seeded
from services.kernel.seats import Seat
from services.kernel.strength import STRONG, Strength


def bot(
    view: View, rng: Rng, strength: Strength = STRONG, history: Sequence[GameEvent] = (), scale: float = 1.0
) -> Move | None:
    """The move of the view's seat; None when it need not move and does not want to."""
    return careful(view, rng, thinking.CARES[strength].scaled(scale), history)


def careful(view: View, rng: Rng, care: Care, history: Sequence[GameEvent]) -> Move | None:
    """The same with so much care."""
    seat = view.seat
    if seat is None or not view.counts or view.phase == "match_over":
        return None
    if view.phase in ("grand", "exchange"):
        return None if view.answered[seat] else _sealed(view, seat, rng, care)
    if view.phase == "dragon":
        return GiveDragon(dragon_to(view, seat)) if view.turn == seat else None
    if view.turn != seat:
        return _bomb_out_of_turn(view, rng, care, history)
    return _turn(view, seeded(rng), care, history)


def _sealed(view: View, seat: Seat, rng: Rng, care: Care) -> Move:
    """Grand Tichu or not; the three cards to give."""
    hand = hand_of(view)
    if view.phase == "grand":
        return GrandTichu(calls.is_grand(hand, _shift(seeded(rng), care)))
    return gift(hand, view.calls[(seat + 2) % 4] is not None)


def _shift(chance: Seeded, care: Care) -> float:
    """How wrong it is about its chance to be out first."""
    return care.call_noise * chance.bell() if care.call_noise else 0.0


def _turn(view: View, chance: Seeded, care: Care, history: Sequence[GameEvent]) -> Move:
    """A lead, an answer, a pass, or a call just before one's first card."""
    chosen = thinking.play(view, history, chance, care)
    if not chosen.mask:
        return Pass()
    if view.may_call and calls.is_tichu(view, hand_of(view), _shift(chance, care)):
        return CallTichu()
    return _laid(chosen)


def _laid(chosen: Candidate) -> Play:
    return Play(texts(chosen.mask), wish=RANK_TEXT.get(chosen.wish))


def _bomb_out_of_turn(view: View, rng: Rng, care: Care, history: Sequence[GameEvent]) -> Play | None:
    """A bomb, if it brings more than waiting does."""
    if not view.bombs:
        return None
    chosen = thinking.bomb(view, history, seeded(rng), care)
    return _laid(chosen) if chosen.mask else None


def dragon_to(view: View, seat: Seat) -> Seat:
    """The opponent with more cards, who may well be last; of equals the next seat."""
    after, before = opponents(seat)
    return before if view.counts[before] > view.counts[after] else after
