"""Follows events until it is stopped: each event and the cursor after it are stored in one transaction, so that none is
missed or stored twice, however often this program is killed.

python follow.py GRPC_ADDRESS TOKEN FILE TOPIC…

The token needs `events.subscribe`. FILE is an SQLite database; begun anew, the program goes on where it was.
"""

import asyncio
import sqlite3
import sys
from collections.abc import Sequence

from kafeneio_client import Event, Platform

SCHEMA = """
CREATE TABLE IF NOT EXISTS events (id TEXT NOT NULL, topic TEXT NOT NULL, data TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS place (one INTEGER PRIMARY KEY CHECK (one = 1), cursor TEXT NOT NULL);
"""


class Kept:
    """The stored events, and the cursor after the last one."""

    def __init__(self, file: str) -> None:
        """Open the file, or create it."""
        self._database = sqlite3.connect(file)
        self._database.executescript(SCHEMA)

    def cursor(self) -> str:
        """The cursor after which to continue; empty: from now on."""
        row = self._database.execute("SELECT cursor FROM place").fetchone()
        return row[0] if row else ""

    def keep(self, event: Event) -> None:
        """Process an event, which here only means to store it, and store the cursor with it."""
        with self._database:
            line = (event.id, event.topic, str(event.data))
            self._database.execute("INSERT INTO events VALUES (?, ?, ?)", line)
            self._database.execute("INSERT OR REPLACE INTO place VALUES (1, ?)", (event.cursor,))


async def main(address: str, token: str, file: str, topics: Sequence[str]) -> None:
    """Follow events until the program is killed."""
    kept = Kept(file)
    async with Platform(address, token) as platform:
        async for event in platform.events(topics, after=kept.cursor()):
            kept.keep(event)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:4], sys.argv[4:]))
