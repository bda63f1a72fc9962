"""The number of players in each hall, for players who enter. It is read once a second and not for each of them,
because the cost of counting grows with the number of players."""

from collections.abc import Callable

from services.kernel.clock import TimeMs
from services.lobby.halls.rules import Hall


class HallCounts:
    """The numbers of a moment ago. The caller adds players who enter; players who leave are noticed with the next
    reading. So each of several processes may exceed a hall's limit by the players who entered by the others within a
    second (services/lobby/RULES.md §18)."""

    def __init__(self) -> None:
        """Nothing has been read."""
        self._found: dict[Hall, int] = {}
        self._good_until_ms: TimeMs = 0

    def get(self, now_ms: TimeMs, age_ms: int, read: Callable[[], dict[Hall, int]]) -> dict[Hall, int]:
        """Hall → players, at most `age_ms` old. The caller adds players who enter."""
        if now_ms >= self._good_until_ms:
            self._found = read()
            self._good_until_ms = now_ms + age_ms
        return self._found
