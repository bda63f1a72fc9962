"""A lobby as it is when some players have entered it, kept for later tests: most begin with the same people, and to
register and connect five of them takes longer than what the test then does.

What is kept was written by the real use cases, in the same process and kind of database. Only a lobby in which nothing
has happened yet, with the usual settings, is filled in this way.
"""

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

import sqlalchemy as sa

from services.lobby import schema
from services.platform.database import inbox, unit_of_work

if TYPE_CHECKING:
    from tests.lobby.local_lobby import Here, LocalLobby

_TABLES = [
    table for metadata in (schema.metadata, unit_of_work.metadata, inbox.metadata) for table in metadata.sorted_tables
]
_WORTH_KEEPING = 2
"""In how many tests the same players have entered before the lobby is kept for the next one."""


class Kept(NamedTuple):
    """Rows by table, and what the test's own parts have noted."""

    rows: list[tuple[sa.Table, list[dict[str, Any]]]]
    noted: dict[str, Any]
    here: "list[Here]"


class Entrances:
    """By kind of database, time and players."""

    def __init__(self) -> None:
        """Nothing is kept."""
        self._kept: dict[Any, Kept] = {}
        self._seen: Counter[Any] = Counter()

    def enter(self, lobby: "LocalLobby", names: tuple[str, ...], gateway: str) -> "list[Here]":
        """The players who have entered an untouched lobby."""
        key = lobby.database.is_sqlite, lobby.now_ms, names, gateway
        if (kept := self._kept.get(key)) is not None:
            _fill(lobby, kept)
            return list(kept.here)
        here = lobby.enter_one_by_one(names, gateway)
        self._seen[key] += 1
        if self._seen[key] == _WORTH_KEEPING:
            self._keep(key, lobby, here)
        return here

    def _keep(self, key: Any, lobby: "LocalLobby", here: "list[Here]") -> None:
        rows = _rows(lobby)
        if not any(table.name == "chat_lines" for table, _ in rows):  # the database has counted these
            self._kept[key] = Kept(rows, lobby.noted(), list(here))


def _rows(lobby: "LocalLobby") -> list[tuple[sa.Table, list[dict[str, Any]]]]:
    found = []
    for table in _TABLES:
        rows = lobby.outgoing() if table is unit_of_work.outbox else lobby.rows(table)
        if rows:
            found.append((table, [dict(row._mapping) for row in rows]))
    return found


def _fill(lobby: "LocalLobby", kept: Kept) -> None:
    with lobby.database.work() as work:
        for table, rows in kept.rows:
            work.execute(table.insert(), rows)
    lobby.note(kept.noted)
