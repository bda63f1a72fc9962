"""What goes wrong, in which order and for how long: a sequence that the seed alone decides."""

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bench.faults.splits.broker_nodes import NODES

PARTITIONS = ("minority", "pair", "one_way", "no_quorum")
"""A node cut off from the others, two from each other, a node that receives nothing, every node from every other."""
NODE_FAULTS = ("kill_node", "stop_node", "hang_node", "memory_alarm", "disk_alarm")
FAILOVERS = ("fail_over", "parted_fail_over")
"""The primary is lost; the primary has lost its standby first, so that commits wait, and is lost then."""
STANDBY_FAULTS = ("standby_parted",)
SLOW = ("slow_broker", "slow_database", "lossy_broker", "lossy_database")
PROCESSES = ("hang_worker", "hang_wallet", "hang_gateway")
CLOCKS = ("wrong_clock",)
KINDS = (*PARTITIONS, *NODE_FAULTS, *FAILOVERS, *STANDBY_FAULTS, *SLOW, *PROCESSES, *CLOCKS)
MEMBERS = ("wallet", "lobby", "gateway-1", "gateway-2", "worker-1", "ranking")
"""Processes whose clocks go wrong."""
_WRONG_S = (20, 300)
LOSSES = ("kill", "immediate", "hang")
LONGEST_S = 60.0
_SHORTEST_S = 1.0


class Step(NamedTuple):
    """One thing that goes wrong."""

    kind: str
    nodes: tuple[int, ...]
    """Broker nodes that it happens to."""
    silent: bool
    """Whether packets vanish; otherwise connections break."""
    loss: str
    """How a database's primary is lost."""
    calm_s: float
    """Play before it."""
    hold_s: float
    """How long it lasts."""
    member: str
    """Whose clock goes wrong."""
    ahead_s: int
    """By how much; below 0: it is behind."""

    @property
    def is_partition(self) -> bool:
        """Whether brokers are parted."""
        return self.kind in PARTITIONS

    @property
    def is_failover(self) -> bool:
        """Whether a standby takes a primary's place."""
        return self.kind in FAILOVERS

    @property
    def target(self) -> str:
        """What is not there meanwhile."""
        if self.kind in (*FAILOVERS, *STANDBY_FAULTS) or self.kind.endswith("_database"):
            return "database"
        if self.kind in CLOCKS:
            return self.member
        return self.kind.removeprefix("hang_") if self.kind in PROCESSES else "broker"

    def __str__(self) -> str:
        of_broker = self.kind in (*PARTITIONS, *NODE_FAULTS)
        nodes = f" of {', '.join(str(node + 1) for node in self.nodes)}" if of_broker else ""
        silent = " silently" if self.silent and self.is_partition else ""
        loss = f" by {self.loss}" if self.is_failover else ""
        clock = f" of {self.member} by {self.ahead_s:+} s" if self.kind in CLOCKS else ""
        return f"{self.kind}{nodes}{silent}{loss}{clock} for {self.hold_s:.0f} s"


def plan(
    seed: int, calm_s: tuple[float, float], longest_s: float = LONGEST_S, kinds: Sequence[str] = KINDS
) -> Iterator[Step]:
    """Steps without end: every kind once in each round, in an order of its own. Short ones are as likely as long ones:
    what notices within seconds is tried on both sides of that."""
    chance = random.Random(seed)
    while True:
        for kind in chance.sample(kinds, len(kinds)):
            yield Step(
                kind,
                tuple(sorted(chance.sample(range(NODES), 2 if kind == "pair" else 1))),
                chance.random() < 0.5,
                chance.choice(LOSSES),
                round(chance.uniform(*calm_s), 2),
                round(_SHORTEST_S * (longest_s / _SHORTEST_S) ** chance.random(), 2),
                chance.choice(MEMBERS),
                chance.choice((-1, 1)) * chance.randint(*_WRONG_S),
            )
