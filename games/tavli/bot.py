"""The computer player: nets trained by self-play, and looking ahead (RULES.md §13)."""

from collections.abc import Sequence

from games.api import GameEvent, Rng
from games.tavli.moves import Play, pairs_of
from games.tavli.turns import steps_of
from games.tavli.view import View, turn_of
from services.kernel.strength import STRONG, Strength


def bot(
    view: View, rng: Rng, strength: Strength = STRONG, history: Sequence[GameEvent] = (), scale: float = 1.0
) -> Play | None:
    """The turn of the view's seat; None when it has none to play. The view says all: the history plays no part."""
    turn = turn_of(view)
    if turn is None or view.seat is None or view.seat != view.turn or not turn.most:
        return None
    # numpy and the weights: only a process in which a computer thinks pays for them.
    from games.tavli.computer.choice import chosen
    from games.tavli.computer.stakes import stakes_of

    stakes = stakes_of(view.variant, view.target, view.score, view.game_number, view.seat).in_points()
    return Play(pairs_of(steps_of(chosen(turn, stakes, rng, strength, scale=scale))))
