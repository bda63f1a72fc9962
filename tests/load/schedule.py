"""What goes wrong, when and to whom: a sequence that the seed alone decides."""

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

KINDS = (
    "kill_worker",
    "kill_gateway",
    "kill_wallet",
    "kill_lobby",
    "kill_ranking",
    "drain_worker",
    "pause_worker",
    "restart_broker",
    "kill_broker",
    "restart_database",
    "kill_database",
)


class Fault(NamedTuple):
    """`pause_s`: play before it; `hold_s`: how long the process stays away (a paused one: how long it hangs)."""

    kind: str
    target: str
    pause_s: float
    hold_s: float

    @property
    def is_kill(self) -> bool:
        """Whether a process of ours or a server dies in it (all but drains and pauses)."""
        return self.kind not in ("drain_worker", "pause_worker")


def schedule(
    seed: int, members: Mapping[str, Sequence[str]], calm_s: tuple[float, float], kinds: Sequence[str] = KINDS
) -> Iterator[Fault]:
    """Faults without end: every kind once in each round, in an order of its own.

    `members`: the processes of roles `worker` and `gateway`; `calm_s`: shortest and longest play between two faults.
    """
    chance = random.Random(seed)
    while True:
        for kind in chance.sample(kinds, len(kinds)):
            who = kind.split("_")[1]
            target = chance.choice(members[who]) if who in members else who
            pause_s = round(chance.uniform(*calm_s), 2)
            hold_s = round(chance.uniform(2.0, 4.0) if kind == "pause_worker" else chance.uniform(0.2, 1.5), 2)
            yield Fault(kind, target, pause_s, hold_s)
