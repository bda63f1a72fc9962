"""How many players are in each hall, for those who come in: read once a second and not for each of them, because to
count everybody who is here costs the more the more are here."""

from collections.abc import Callable

from services.kernel.clock import TimeMs
from services.lobby.halls import Hall


class HallCounts:
    """The numbers as of a moment ago. Whoever comes in is added by the caller, whoever goes is noticed with the next
    reading; so of several processes each may exceed a hall's limit by those who came in by the others within a second
    (services/lobby/RULES.md §18)."""

    def __init__(self) -> None:
        """Nothing has been read."""
        self._found: dict[Hall, int] = {}
        self._good_until_ms: TimeMs = 0

    def get(self, now_ms: TimeMs, age_ms: int, read: Callable[[], dict[Hall, int]]) -> dict[Hall, int]:
        """Hall → players, at most `age_ms` old. The caller adds to it who comes in."""
        if now_ms >= self._good_until_ms:
            self._found = read()
            self._good_until_ms = now_ms + age_ms
        return self._found
