"""The computer guest, for tests and demonstrations: follows the last winner (RULES.md §12)."""

from collections.abc import Sequence

from games.api import GameEvent, Purse, Rng
from games.baccarat.bets import refusal
from games.baccarat.moves import Bet, Done, Move
from games.baccarat.payouts import Stakes
from games.baccarat.view import View
from services.kernel.strength import STRONG, Strength

MAIN_CHIPS = 200
TIE_CHIPS = 20
TIE_EVERY = 10
"""Rounds."""


def bot(
    view: View, rng: Rng, strength: Strength = STRONG, history: Sequence[GameEvent] = (), scale: float = 1.0
) -> Move | None:
    """The bet of the view's seat, then `done`; None when there is nothing to say. Chance plays no part."""
    if view.own is None or view.phase != "betting" or view.seat in view.done:
        return None
    if str(view.seat) in view.stakes:
        return Done()
    stakes = wanted(view)
    purse = Purse(view.own.chips, view.own.caps)
    return Done() if refusal(view.variant, stakes, view.limits, purse) else Bet(stakes)


def wanted(view: View) -> Stakes:
    """What it would lay if it could."""
    decided = [each.winner for each in view.history if each.winner in ("player", "banker")]
    stakes: Stakes = {decided[-1] if decided else "banker": MAIN_CHIPS}
    return stakes | {"tie": TIE_CHIPS} if view.round % TIE_EVERY == 0 else stakes
