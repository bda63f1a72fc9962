"""The computer player."""

from collections.abc import Sequence

from bench.computers.frozen.pilotta.bot_calls import call
from bench.computers.frozen.pilotta.bot_cards import card
from games.api import GameEvent, Rng
from games.pilotta.cards import BY_TEXT
from games.pilotta.moves import DECLARE, PLAYS, Move
from games.pilotta.view import View
from services.kernel.strength import STRONG, Strength


def bot(view: View, rng: Rng, strength: Strength = STRONG, history: Sequence[GameEvent] = ()) -> Move | None:
    """The move of the view's seat; None when it is not on turn. Chance plays no part."""
    if view.seat is None or view.seat != view.turn:
        return None
    if view.phase != "tricks":
        return call(view)
    return DECLARE if "declare" in view.moves else PLAYS[BY_TEXT[card(view)]]
