"""Ids of commands that were refused so long ago that their answers are no longer in memory: a Bloom filter.

Its size is fixed. It may report an id that was never added, in which case the database is queried and has no answer; it
never misses an id that was added.
"""

from collections.abc import Iterable

_BITS = 8_192
_HASHES = 3


class RefusedIds:
    """A set of ids in bounded memory; an empty one takes hardly any."""

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
        """Whether the id may have been refused. Most tables have refused nothing, which costs no computation."""
        return bool(self._bits) and all(self._bits >> bit & 1 for bit in _places(command_id))


def _places(command_id: str) -> list[int]:
    return [hash((salt, command_id)) % _BITS for salt in range(_HASHES)]
