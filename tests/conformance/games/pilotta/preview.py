"""Help while choosing, from the view alone (RULES.md §7)."""

from collections.abc import Mapping
from typing import Any

from games.pilotta.moves import is_value
from games.pilotta.rules import BID_TOO_LOW, CARD_NOT_IN_HAND, NOT_YOUR_TURN, PHASES, WRONG_PHASE
from games.pilotta.scoring import value_points
from games.pilotta.view import View


def preview(view: View, draft: Mapping[str, Any]) -> dict[str, Any]:
    """The `warning` with which a card or a bid would be refused now; of a bid the `points` that it would count.

    Drafts are `{"card": "Jh"}` and `{"value": 90, "suit": "h"}`; nothing for anything else.
    """
    if isinstance(draft.get("card"), str):
        return {"warning": _time(view, "play") or _card(view, draft["card"])}
    value = draft.get("value")
    if not is_value(value):
        return {}
    low = BID_TOO_LOW.error if value not in view.bids else None
    return {"warning": _time(view, "bid") or low, "points": value_points(value, 1)}


def _time(view: View, move: str) -> str | None:
    if view.phase not in PHASES[move]:
        return WRONG_PHASE.error
    return NOT_YOUR_TURN.error if view.seat is None or view.turn != view.seat else None


def _card(view: View, card: str) -> str | None:
    if card in view.legal:
        return None
    return view.refused.get(card, CARD_NOT_IN_HAND.error)
