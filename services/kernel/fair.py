"""Provably fair chance: committed before, revealed after (services/tables/RULES.md §14).

A server secret (`root`, 32 bytes) is committed to by its hash before anyone plays; each seat's client adds a seed;
every draw of a hand then comes from HMAC-SHA256 blocks that anybody can compute again once the root is published.
"""

import hashlib
import hmac
import re
import uuid
from collections.abc import Sequence
from functools import lru_cache

ROOT_BYTES = 32
NO_SEED = "0" * 32
"""The seed that counts for a computer player, an empty seat, or a client that sent none in time."""

_SEED = re.compile(r"[0-9a-f]{32}")
_WORD_RANGE = 1 << 32
_WORDS_IN_BLOCK = 8


def is_seed(text: object) -> bool:
    """Whether `text` is a client's seed: 16 bytes as 32 lower-case hex digits."""
    return isinstance(text, str) and _SEED.fullmatch(text) is not None


def commitment(root: bytes) -> str:
    """The commitment to a root: its SHA-256 in hex."""
    return hashlib.sha256(root).hexdigest()


def join_seeds(seeds: Sequence[str | None]) -> str:
    """The seats' seeds in seat order as one text; a missing one counts as zeros."""
    return ".".join(seed or NO_SEED for seed in seeds)


@lru_cache(4096)
def deal_key(root: bytes, match_id: str, hand: int) -> str:
    """The public name of hand `hand` (1, 2 …): a version-4 UUID of 36 positions."""
    digest = hmac.digest(root, f"deal_key|{match_id}|{hand}".encode(), "sha256")
    return str(uuid.UUID(bytes=digest[:16], version=4))


class Stream:
    """The random numbers of one purpose for one hand; with `position` it continues where it stopped."""

    def __init__(self, root: bytes, key: str, purpose: str, seeds: str, position: int = 0) -> None:
        """Begin at `position`, counted in 32-bit numbers already taken."""
        self._root = root
        self._prefix = f"{key}|{purpose}|{seeds}|"
        self.position = position
        self._block = -1
        self._digest = b""
        """The block of the next eight numbers."""

    def below(self, n: int) -> int:
        """A number 0 … n − 1, every one equally likely."""
        if not 1 <= n <= _WORD_RANGE:
            raise ValueError(f"below({n}): n must be 1 … {_WORD_RANGE}")
        limit = _WORD_RANGE - _WORD_RANGE % n
        while (word := self._next_word()) >= limit:
            pass
        return word % n

    def dice(self, n: int) -> tuple[int, ...]:
        """`n` dice, each 1 … 6."""
        return tuple(1 + self.below(6) for _ in range(n))

    def shuffle(self, n: int) -> tuple[int, ...]:
        """The pieces 0 … n − 1 of the canonical order in shuffled order."""
        pieces = list(range(n))
        for i in range(n - 1, 0, -1):
            j = self.below(i + 1)
            pieces[i], pieces[j] = pieces[j], pieces[i]
        return tuple(pieces)

    def _next_word(self) -> int:
        block, index = divmod(self.position, _WORDS_IN_BLOCK)
        if block != self._block:
            self._block, self._digest = block, hmac.digest(self._root, f"{self._prefix}{block}".encode(), "sha256")
        self.position += 1
        return int.from_bytes(self._digest[4 * index : 4 * index + 4], "big")
