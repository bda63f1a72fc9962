"""The table of a competition's game: it has all its players and is started by itself (RULES.md §6)."""

from collections.abc import Mapping, Sequence
from typing import Any

from services.lobby.tables.open_table import Gathering, TableRequest


def gathering(
    table_id: str, competition: str, name: str, game: str, options: Mapping[str, Any], seats: Sequence[str]
) -> Gathering:
    """The table as it is started. `seats`: accounts by seat. It has no stake, and spectators are always allowed."""
    request = TableRequest(name=name[:40], game=game, options=dict(options), spectators=True)
    return Gathering(table_id, request, tuple(seats), started=True, competition=competition)
