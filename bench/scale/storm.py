"""A storm of reconnections as a discrete-event simulation: a cell lost every socket at once. Pure: time is counted.

Clients wait as the web client does (`clients/typescript/src/backoff.ts`): doubling from 400 ms up to 15 s, half of it
by chance. Each gateway takes in as many sockets a second as it can, from a token bucket; who finds it empty is refused
and waits longer. Whose token has run out logs in first, through the gateway's login queue; a full queue refuses too.
"""

import heapq
from collections import Counter
from random import Random

import msgspec

FIRST_MS, LONGEST_MS = 400, 15_000


class Storm(msgspec.Struct, frozen=True, kw_only=True):
    """What is simulated."""

    clients: int
    gateways: int = 1
    sockets_per_s: float = 500.0
    """What a gateway takes in a second."""
    sockets_burst: float = 100.0
    login_share: float = 0.02
    """Clients that have to log in with a password."""
    logins_at_once: int = 4
    """Of a gateway: the login queue's places."""
    logins_waiting_max: int = 500
    login_s: float = 0.3
    """How long a password is hashed."""
    seed: int = 1


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What came of it. Seconds since the cut."""

    all_in_s: float
    half_in_s: float
    refused: int
    """Attempts that were refused, by the bucket or by a full login queue."""
    attempts_per_s_max: int
    """At all gateways together, in the worst second."""
    logins_waiting_most: int


class _Bucket:
    """Credits that come back with time."""

    def __init__(self, per_s: float, burst: float) -> None:
        self._per_s, self._burst = per_s, burst
        self._credits, self._at_s = burst, 0.0

    def take(self, at_s: float) -> bool:
        """One credit, if there is one."""
        self._credits = min(self._burst, self._credits + (at_s - self._at_s) * self._per_s)
        self._at_s = at_s
        if self._credits < 1 - 1e-9:
            return False
        self._credits -= 1
        return True


class _LoginQueue:
    """Some places, and those who wait for one, in order. The time at which each place is free is known beforehand."""

    def __init__(self, storm: Storm) -> None:
        self._storm = storm
        self._free_s = [0.0] * storm.logins_at_once
        self._begin_s: list[float] = []
        self.waiting_most = 0

    def join(self, at_s: float) -> float | None:
        """When a login that arrives now is done; None: too many wait."""
        while self._begin_s and self._begin_s[0] <= at_s:
            heapq.heappop(self._begin_s)
        if len(self._begin_s) >= self._storm.logins_waiting_max:
            return None
        begin_s = max(at_s, heapq.heappop(self._free_s))
        heapq.heappush(self._free_s, begin_s + self._storm.login_s)
        if begin_s > at_s:
            heapq.heappush(self._begin_s, begin_s)
            self.waiting_most = max(self.waiting_most, len(self._begin_s))
        return begin_s + self._storm.login_s


def backoff_s(attempt: int, chance: float) -> float:
    """How long a client waits before its `attempt`-th try (0, 1 …); `chance`: 0 … 1."""
    ceiling_ms = min(LONGEST_MS, FIRST_MS * 2 ** min(attempt, 10))
    return ceiling_ms * (1 + chance) / 2 / 1000


def simulate(storm: Storm) -> Outcome:
    """Until every client is in."""
    chance = Random(storm.seed)
    buckets = [_Bucket(storm.sockets_per_s, storm.sockets_burst) for _ in range(storm.gateways)]
    queues = [_LoginQueue(storm) for _ in range(storm.gateways)]
    has_to_log_in = [chance.random() < storm.login_share for _ in range(storm.clients)]
    tries = [(backoff_s(0, chance.random()), client, 0) for client in range(storm.clients)]
    heapq.heapify(tries)
    in_s: list[float] = []
    attempts: Counter[int] = Counter()
    refused = 0
    while tries:
        at_s, client, attempt = heapq.heappop(tries)
        attempts[int(at_s)] += 1
        gateway = chance.randrange(storm.gateways)
        done_s = queues[gateway].join(at_s) if has_to_log_in[client] else at_s
        if done_s is None or not (has_to_log_in[client] or buckets[gateway].take(at_s)):
            refused += 1
            heapq.heappush(tries, (at_s + backoff_s(attempt + 1, chance.random()), client, attempt + 1))
        elif has_to_log_in[client]:
            has_to_log_in[client] = False
            heapq.heappush(tries, (done_s, client, 0))
        else:
            in_s.append(done_s)
    return Outcome(
        all_in_s=max(in_s, default=0.0),
        half_in_s=in_s[len(in_s) // 2] if in_s else 0.0,
        refused=refused,
        attempts_per_s_max=max(attempts.values(), default=0),
        logins_waiting_most=max(queue.waiting_most for queue in queues),
    )
