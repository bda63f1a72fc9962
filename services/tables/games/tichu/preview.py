"""Help while choosing cards (RULES.md §18)."""

from collections.abc import Mapping
from typing import Any

from services.tables.games.tichu.view import View


def preview(view: View, draft: Mapping[str, Any]) -> dict[str, Any]:
    """Nothing yet."""
    return {}
