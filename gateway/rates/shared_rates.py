"""Rates that hold for all gateways together: each gateway sends the others what it has counted, and counts theirs.

An address or an account that goes from gateway to gateway finds its credits spent everywhere. What was counted leaves
`EVERY_S` later, so a burst at several gateways in one such moment passes; it becomes a debt in every bucket, which has
to be earned back. Only keys that have counted anything are in a message, at most `_KEYS_MAX` of them.
"""

import time
import uuid
from collections import Counter, defaultdict
from collections.abc import Callable

import msgspec

from gateway.rates.token_buckets import Buckets
from services.platform.process.json import encode
from services.platform.process.logs import get_logger

log = get_logger(__name__)

EVERY_S = 0.2
"""How often a gateway sends the others what it has counted."""
_KEYS_MAX = 1_000
"""Keys of one rate in a message; those that have counted most are in it."""
_STANDING_EVERY_S = 1.0
"""How often a gateway repeats its present numbers, as long as there are any."""
STANDING_HOLDS_S = 5.0
"""After this time without a message, the numbers of a gateway are forgotten: it is gone."""


class Counted(msgspec.Struct, frozen=True):
    """What one process has counted. `spent`: rate → key → credits since its last message; `standing`: rate → key → how
    many there are now, null where it is as before."""

    process: str
    spent: dict[str, dict[str, int]] = {}
    standing: dict[str, dict[str, int]] | None = None


_decoder = msgspec.json.Decoder(Counted)


class SharedRates:
    """The rates of one process. Its owner calls `take` every `EVERY_S` and `receive` with each message."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock`: in seconds."""
        self._process = uuid.uuid4().hex
        self._clock = clock
        self._buckets: dict[str, Buckets] = {}
        self._spent: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._counts: dict[str, Callable[[], dict[str, int]]] = {}
        self._sent: dict[str, dict[str, int]] = {}
        self._sent_s = 0.0
        self._others: dict[str, tuple[float, dict[str, dict[str, int]]]] = {}

    def share(self, rate: str, buckets: Buckets) -> None:
        """Count these buckets' credits for all gateways under the name of a rate."""
        self._buckets[rate] = buckets
        buckets.on_spent = lambda key: self._spent[rate].update((key,))

    def share_count(self, rate: str, count: Callable[[], dict[str, int]]) -> Callable[[str], int]:
        """Send the others how many of something there are now by key; returns the number of theirs for a key."""
        self._counts[rate] = count
        return lambda key: sum(counts.get(rate, {}).get(key, 0) for counts in self._standing_elsewhere())

    def take(self) -> bytes | None:
        """The next message to the others; None: nothing is new."""
        spent = {rate: _most(counted) for rate, counted in self._spent.items() if counted}
        self._spent.clear()
        now_s = self._clock()
        counts = {rate: _most(count()) for rate, count in self._counts.items()}
        repeat = any(counts.values()) and now_s - self._sent_s >= _STANDING_EVERY_S
        standing = counts if counts != self._sent or repeat else None
        if standing is not None:
            self._sent, self._sent_s = standing, now_s
        return encode(Counted(self._process, spent, standing)) if spent or standing is not None else None

    def receive(self, body: bytes) -> None:
        """Count what another process has counted; our own messages come back to us and are ignored."""
        try:
            counted = _decoder.decode(body)
        except msgspec.DecodeError as error:
            log.warning("rates_unreadable", error=str(error))
            return
        if counted.process == self._process:
            return
        now_s = self._clock()
        for rate, keys in counted.spent.items():
            if rate in self._buckets:
                for key, credits in keys.items():
                    self._buckets[rate].spend(key, credits, now_s)
        if counted.standing is not None:
            self._others[counted.process] = (now_s, counted.standing)

    def _standing_elsewhere(self) -> list[dict[str, dict[str, int]]]:
        now_s = self._clock()
        self._others = {
            process: stands for process, stands in self._others.items() if now_s - stands[0] <= STANDING_HOLDS_S
        }
        return [counts for _, counts in self._others.values()]


def _most(counted: dict[str, int]) -> dict[str, int]:
    """The keys that have counted most, as many as go into a message."""
    return dict(Counter(counted).most_common(_KEYS_MAX)) if len(counted) > _KEYS_MAX else dict(counted)
