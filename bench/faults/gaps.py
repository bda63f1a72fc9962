"""How long a table waited from move to move, the players' own thinking left out."""


class Gaps:
    """Notified of every accepted move; knows the longest wait since it was last asked."""

    def __init__(self) -> None:
        self.longest_ms = 0.0
        """Since `begin`."""
        self._last_s: dict[int, float] = {}

    def begin(self) -> None:
        """Count anew. A wait that has begun already counts with all of its length."""
        self.longest_ms = 0.0

    def accepted(self, table: int, now_s: float, own_s: float) -> None:
        """A move was accepted at a table, and its player thought so long about it."""
        last_s = self._last_s.get(table)
        self._last_s[table] = now_s
        if last_s is not None:
            self.longest_ms = max(self.longest_ms, (now_s - last_s - own_s) * 1_000)

    def still(self, tables: set[int], since_s: float) -> set[int]:
        """Those of the tables that have had no move since then."""
        return {table for table in tables if self._last_s.get(table, float("-inf")) <= since_s}
