"""Rates: token buckets, for frames of a connection and for requests of an address; and strikes, counted exactly."""

from collections import OrderedDict, deque
from collections.abc import Callable
from math import ceil
from typing import NamedTuple


class Bucket:
    """A token bucket: credits return at a steady rate, up to a burst."""

    __slots__ = ("_at_s", "_burst", "_per_s", "_tokens")

    def __init__(self, per_s: float, burst: float, now_s: float) -> None:
        """The bucket is full at `now_s`."""
        self._per_s = per_s
        self._burst = burst
        self._tokens = burst
        self._at_s = now_s

    def take(self, now_s: float) -> float:
        """Spend one credit, into debt if need be (never deeper than the burst); returns what is left."""
        tokens = self._filled(now_s) - 1.0
        self._tokens = tokens if tokens > -self._burst else -self._burst
        return self._tokens

    def allows(self, now_s: float) -> bool:
        """Spend one credit if there is one; a refusal costs nothing."""
        tokens = self._filled(now_s)
        if tokens >= 1.0:
            self._tokens = tokens - 1.0
        return tokens >= 1.0

    def spend(self, credits: int, now_s: float) -> None:
        """Subtract credits that were spent at other gateways, into debt if need be (never deeper than the burst)."""
        self._tokens = max(self._filled(now_s) - credits, -self._burst)

    def full_in_s(self, now_s: float) -> float:
        """Seconds until it is full again."""
        return (self._burst - self._filled(now_s)) / self._per_s

    def wait_s(self, now_s: float) -> float:
        """Seconds until there is a credit; 0: now."""
        return max(0.0, (1.0 - self._filled(now_s)) / self._per_s)

    def left(self, now_s: float) -> int:
        """The whole credits that are left now."""
        return max(0, int(self._filled(now_s)))

    def _filled(self, now_s: float) -> float:
        tokens = self._tokens + (now_s - self._at_s) * self._per_s
        self._at_s = now_s
        self._tokens = tokens if tokens < self._burst else self._burst
        return self._tokens


class Strikes:
    """A counter of events that allows a limited number of them within a time."""

    __slots__ = ("_at_s", "_max", "_window_s")

    def __init__(self, too_many: int, window_s: float) -> None:
        """No event has been counted."""
        self._max = too_many
        self._window_s = window_s
        self._at_s: deque[float] = deque(maxlen=too_many)

    def one_more(self, now_s: float) -> bool:
        """Count one; returns whether there are too many now."""
        self._at_s.append(now_s)
        return len(self._at_s) == self._max and now_s - self._at_s[0] <= self._window_s


class Quota(NamedTuple):
    """The state of a key's rate: all credits and those left, the seconds until all are back, and until there is one."""

    limit: int
    left: int
    reset_s: int
    wait_s: int


class Buckets:
    """A bucket per key, for a bounded number of keys: the one longest unused is forgotten first."""

    def __init__(self, per_s: float, burst: float, keys_max: int) -> None:
        """`per_s` 0: everything is allowed."""
        self._per_s = per_s
        self._burst = burst
        self._keys_max = keys_max
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self.on_spent: Callable[[str], object] = lambda _key: None
        """Called with the key of every credit that is spent in this process."""

    def __len__(self) -> int:
        """How many keys are remembered."""
        return len(self._buckets)

    def allows(self, key: str, now_s: float) -> bool:
        """Spend a credit of the key; returns whether there was one."""
        if not self._per_s:
            return True
        allowed = self._bucket(key, now_s).allows(now_s)
        if allowed:
            self.on_spent(key)
        return allowed

    def spend(self, key: str, credits: int, now_s: float) -> None:
        """Subtract credits that the key has spent at other gateways."""
        if self._per_s:
            self._bucket(key, now_s).spend(credits, now_s)

    def quota(self, key: str, now_s: float) -> "Quota | None":
        """The state of the key's rate; None: there is no limit."""
        if not self._per_s:
            return None
        bucket = self._bucket(key, now_s)
        return Quota(int(self._burst), bucket.left(now_s), ceil(bucket.full_in_s(now_s)), ceil(bucket.wait_s(now_s)))

    def _bucket(self, key: str, now_s: float) -> Bucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._per_s, self._burst, now_s)
            if len(self._buckets) > self._keys_max:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket
