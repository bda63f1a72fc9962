"""The computer player (RULES.md §14)."""

from games.api import Rng
from games.pilotta.bot_calls import call
from games.pilotta.bot_cards import card
from games.pilotta.cards import BY_TEXT
from games.pilotta.moves import DECLARE, PLAYS, Move
from games.pilotta.view import View


def bot(view: View, rng: Rng) -> Move | None:
    """The move of the view's seat; None when it is not on turn. Chance plays no part."""
    if view.seat is None or view.seat != view.turn:
        return None
    if view.phase != "tricks":
        return call(view)
    return DECLARE if "declare" in view.moves else PLAYS[BY_TEXT[card(view)]]
