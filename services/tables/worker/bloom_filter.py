"""Ids of commands that were refused so long ago that their answers are no longer in memory: a set that never grows.

It may say yes to an id that it has never seen (then the answer is looked up, and there is none), and never no to one
that it has: a Bloom filter.
"""

from collections.abc import Iterable

_BITS = 8_192
_HASHES = 3


class RefusedIds:
    """A bounded memory of ids; empty ones cost next to nothing."""

    __slots__ = ("_bits",)

    def __init__(self) -> None:
        """Nothing has been refused."""
        self._bits = 0

    def add(self, command_id: str) -> None:
        """Remember an id."""
        for bit in _places(command_id):
            self._bits |= 1 << bit

    def update(self, command_ids: Iterable[str]) -> None:
        """Remember many."""
        for command_id in command_ids:
            self.add(command_id)

    def __contains__(self, command_id: str) -> bool:
        """Whether it may have been refused; the usual table has nothing to ask."""
        return bool(self._bits) and all(self._bits >> bit & 1 for bit in _places(command_id))


def _places(command_id: str) -> list[int]:
    return [hash((salt, command_id)) % _BITS for salt in range(_HASHES)]
