"""What a set of stakes being put together comes to (RULES.md §6)."""

from collections.abc import Mapping
from typing import Any

from games.api import Purse
from games.baccarat import bets
from games.baccarat.view import View


def preview(view: View, draft: Mapping[str, Any]) -> dict[str, Any]:
    """What a set of stakes being put together sums up to, and the `warning` with which it would be refused now."""
    stakes = draft.get("stakes")
    if view.own is None or not isinstance(stakes, Mapping):
        return {}
    purse = Purse(view.own.chips, view.own.caps)
    refused = bets.refusal(view.variant, stakes, view.limits, purse)
    closed = "bets_closed" if view.phase != "betting" else None
    amounts = [chips for chips in stakes.values() if type(chips) is int and chips > 0]
    return {"total": min(sum(amounts), 2**53 - 1), "warning": closed or (refused.error if refused else None)}
