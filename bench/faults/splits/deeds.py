"""Makes each step of a plan happen to a broker's cluster, a pair of databases and a platform, and undoes it."""

import random
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bench.faults.splits.broker_nodes import BrokerCluster
from bench.faults.splits.database_pair import DatabasePair, Loss
from bench.faults.splits.house import House
from bench.faults.splits.plan import Step
from tests.platform.proxy import Proxy
from tests.support import processes
from tests.support.server import wait_until

WHOLE_TIMEOUT_S = 180.0
SLOW_S = 0.15
"""Each way, as between two continents."""
LOST_SHARE, AGAIN_S = 0.02, (0.2, 1.0)
"""A packet in fifty is lost; TCP sends it again, and what comes after it waits. Bytes themselves cannot be dropped on a
wire that forwards TCP."""
_NOTICED_S = 8.0
"""An operator of databases waits that long at the most before it promotes a standby."""


class Deeds:
    """Everything here blocks."""

    def __init__(self, broker: BrokerCluster, database: DatabasePair, platform: House, seed: int) -> None:
        """All three run."""
        self._broker, self._database, self._platform = broker, database, platform
        self._chance = random.Random(seed)

    def do(self, step: Step) -> float:
        """Let it happen and undo it. Returns when it was undone, on the monotonic clock: for servers that have to
        start again, when they answer."""
        if step.is_failover:
            return self._fail_over(step)
        with self._contexts[step.kind](self, step):
            time.sleep(step.hold_s)
        if step.is_partition and not self._broker.has_majority():  # they have stopped to serve, and start again
            wait_until(self._broker.is_whole, WHOLE_TIMEOUT_S, "the broker to be whole")
        return time.monotonic()

    def make_whole(self) -> None:
        """Wait until the broker is whole again and the database has its standby."""
        if self._database.standby is None:
            self._database.add_standby()
        wait_until(self._database.is_followed, WHOLE_TIMEOUT_S, "the standby to follow")
        wait_until(self._broker.is_whole, WHOLE_TIMEOUT_S, "the broker to be whole")

    # --- the broker ---

    @contextmanager
    def _parted(self, step: Step) -> Iterator[None]:
        broker = self._broker
        if step.kind == "one_way":
            broker.deafen(set(step.nodes))
        elif step.kind == "pair":
            one, other = step.nodes
            for wire in (broker.wires[one, other], broker.wires[other, one]):
                _part(wire, step.silent)
        else:
            for some in ({0}, {1}) if step.kind == "no_quorum" else (set(step.nodes),):
                broker.isolate(some, silent=step.silent)
        try:
            yield
        finally:
            broker.mend()

    @contextmanager
    def _without_node(self, step: Step) -> Iterator[None]:
        node = self._broker.nodes[step.nodes[0]]
        stopped = node.pids()
        if step.kind == "hang_node":
            processes.send(stopped, signal.SIGSTOP)
        elif step.kind == "kill_node":
            node.kill()
        else:
            node.stop()
        try:
            yield
        finally:
            processes.send(stopped, signal.SIGCONT)
            if not node.running:
                node.start()

    @contextmanager
    def _alarmed(self, step: Step) -> Iterator[None]:
        number, resource = step.nodes[0], step.kind.partition("_")[0]
        self._broker.alarm(number, resource, on=True)
        try:
            yield
        finally:
            self._broker.alarm(number, resource, on=False)

    # --- the database ---

    def _fail_over(self, step: Step) -> float:
        """`hold_s`: of a primary without its standby, how long it goes on alone; of any other, until it is noticed."""
        noticed_s = min(step.hold_s, _NOTICED_S)
        if step.kind == "parted_fail_over":
            self._database.part()
            time.sleep(step.hold_s)
        self._database.fail_over(_loss(step), noticed_s)
        healed_s = time.monotonic()
        self._database.add_standby()
        return healed_s

    @contextmanager
    def _without_standby(self, _step: Step) -> Iterator[None]:
        self._database.part()
        try:
            yield
        finally:
            self._database.rejoin()

    # --- the network ---

    @contextmanager
    def _slow(self, step: Step) -> Iterator[None]:
        kind, _, server = step.kind.partition("_")
        door = self._broker.door if server == "broker" else self._database.door
        door.delay_s = self._lossy if kind == "lossy" else lambda: SLOW_S
        try:
            yield
        finally:
            door.delay_s = lambda: 0.0

    def _lossy(self) -> float:
        return self._chance.uniform(*AGAIN_S) if self._chance.random() < LOST_SHARE else 0.0

    # --- processes ---

    @contextmanager
    def _hung(self, step: Step) -> Iterator[None]:
        member = self._platform.members[self._of_role(step.target)]
        member.pause()
        try:
            yield
        finally:
            member.resume()

    @contextmanager
    def _wrong(self, step: Step) -> Iterator[None]:
        self._platform.set_clock(step.member, step.ahead_s)
        try:
            yield
        finally:
            self._platform.set_clock(step.member, 0)

    def _of_role(self, role: str) -> str:
        return f"{role}-1" if role in ("worker", "gateway") else role

    _contexts: dict[str, Callable[["Deeds", Step], "contextmanager"]] = {
        **dict.fromkeys(("minority", "pair", "one_way", "no_quorum"), _parted),
        **dict.fromkeys(("kill_node", "stop_node", "hang_node"), _without_node),
        **dict.fromkeys(("memory_alarm", "disk_alarm"), _alarmed),
        "standby_parted": _without_standby,
        **dict.fromkeys(("slow_broker", "slow_database", "lossy_broker", "lossy_database"), _slow),
        **dict.fromkeys(("hang_worker", "hang_wallet", "hang_gateway"), _hung),
        "wrong_clock": _wrong,
    }


def _part(wire: Proxy, silent: bool) -> None:
    if silent:
        wire.hold()
    else:
        wire.cut()


def _loss(step: Step) -> Loss:
    return "kill" if step.loss == "kill" else "immediate" if step.loss == "immediate" else "hang"
