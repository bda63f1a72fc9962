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
    "kill_tournaments",
    "drain_worker",
    "pause_worker",
    "restart_broker",
    "kill_broker",
    "restart_database",
    "kill_database",
    "pause_broker",
    "pause_database",
    "blackhole",
)
HANGS = ("pause_broker", "pause_database", "blackhole")
"""Servers that hang, or whose packets vanish, and refuse nothing: for longer than any limit of ours."""
_HANG_S = (17.0, 20.0)


class Fault(NamedTuple):
    """`pause_s`: play before it; `hold_s`: how long the process stays away (a paused one: how long it hangs)."""

    kind: str
    target: str
    pause_s: float
    hold_s: float

    @property
    def is_kill(self) -> bool:
        """Whether a process of ours or a server dies in it (all but drains and pauses)."""
        return self.kind not in ("drain_worker", "pause_worker", *HANGS)


def schedule(
    seed: int, members: Mapping[str, Sequence[str]], calm_s: tuple[float, float], kinds: Sequence[str] = KINDS
) -> Iterator[Fault]:
    """Faults without end: every kind once in each round, in an order of its own.

    `members`: the processes of roles `worker` and `gateway`; `calm_s`: shortest and longest play between two faults.
    """
    chance = random.Random(seed)
    while True:
        for kind in chance.sample(kinds, len(kinds)):
            who = kind.partition("_")[2] or "database"
            target = chance.choice(members[who]) if who in members else who
            pause_s = round(chance.uniform(*calm_s), 2)
            yield Fault(kind, target, pause_s, round(chance.uniform(*_hold_s(kind)), 2))


def _hold_s(kind: str) -> tuple[float, float]:
    """How long, from .. to."""
    if kind in HANGS:
        return _HANG_S
    return (2.0, 4.0) if kind == "pause_worker" else (0.2, 1.5)
