"""Making things go wrong: each kind of fault, done to a running platform. Everything here blocks."""

import json
import signal
import time
from collections.abc import Callable

from bench.processes.schedule import Fault
from bench.processes.whole_platform import Platform
from tests.support import processes
from tests.support.server import Server
from tests.support.servers import wait_until

DISK_TIMEOUT_S = 15.0


class Faults:
    """Does faults to a platform and brings it back."""

    def __init__(self, platform: Platform) -> None:
        """The platform runs already."""
        self._platform = platform
        self._deeds: dict[str, Callable[[str, float], None]] = {
            "drain_worker": self._drain,
            "pause_worker": self._pause,
            "restart_broker": lambda _target, _hold_s: platform.rabbit.restart(),
            "kill_broker": lambda _target, hold_s: _kill_server(platform.rabbit, hold_s),
            "restart_database": lambda _target, _hold_s: platform.postgres.restart(),
            "kill_database": lambda _target, hold_s: _kill_server(platform.postgres, hold_s),
            "pause_broker": lambda _target, hold_s: _pause_server(platform.rabbit, hold_s),
            "pause_database": lambda _target, hold_s: _pause_server(platform.postgres, hold_s),
            "blackhole": lambda _target, hold_s: self._swallow(hold_s),
        }

    def aimed(self, fault: Fault) -> Fault:
        """The fault as it is done: a worker that owns nothing at the moment is spared, another one takes its place."""
        workers = self._platform.names("worker")
        if fault.target not in workers or self.shards_of(fault.target):
            return fault
        owners = [worker for worker in workers if self.shards_of(worker)]
        return fault._replace(target=owners[0]) if owners else fault

    def do(self, fault: Fault) -> None:
        """Do it, and return when what was taken away is there again."""
        self._deeds.get(fault.kind, self._kill)(fault.target, fault.hold_s)

    def wait_for_queues_on_disk(self) -> None:
        """RabbitMQ forgets a quorum queue that it is killed too soon after; an operator's broker is older than that."""
        rabbit, vhost = self._platform.rabbit, self._platform.vhost
        queues = rabbit.manage("GET", f"/api/queues/{vhost}")
        for queue in queues:
            if queue.get("type") == "quorum":
                name = queue["name"]
                wait_until(lambda name=name: rabbit.has_on_disk(vhost, name), DISK_TIMEOUT_S, f"{name} on disk")

    def shards_of(self, worker: str) -> set[int]:
        """The shards that a worker owns now: the newest epochs that its log names as its own."""
        with self._platform.postgres.connect(self._platform.databases["tables"]) as connection:
            newest = {row[0]: row[1] for row in connection.execute("SELECT shard, epoch FROM tables.shards")}
        owned = set()
        for line in self._platform.members[worker].log().splitlines():
            if '"shard_owned"' in line:
                said = json.loads(line)
                owned.add((said["shard"], said["epoch"]))
        return {int(shard.rpartition(".")[2]) for shard, epoch in newest.items() if (shard, epoch) in owned}

    def _kill(self, target: str, hold_s: float) -> None:
        self._platform.kill9(target)
        time.sleep(hold_s)
        self._platform.start_member(target)

    def _drain(self, target: str, hold_s: float) -> None:
        self._platform.term(target)
        time.sleep(hold_s)
        self._platform.start_member(target)

    def _pause(self, target: str, hold_s: float) -> None:
        member = self._platform.members[target]
        member.pause()
        try:
            time.sleep(hold_s)
        finally:
            member.resume()

    def _swallow(self, hold_s: float) -> None:
        """Whatever a worker and the wallet send to their databases vanishes, and so do the answers."""
        for wire in self._platform.wires:
            wire.hold()
        try:
            time.sleep(hold_s)
        finally:
            for wire in self._platform.wires:
                wire.mend()


def _pause_server(server: Server, hold_s: float) -> None:
    """All its processes stand still; its machine goes on taking connections and bytes."""
    stopped = server.pids()
    processes.send(stopped, signal.SIGSTOP)
    try:
        time.sleep(hold_s)
    finally:
        processes.send(stopped, signal.SIGCONT)


def _kill_server(server: Server, hold_s: float) -> None:
    server.kill()
    time.sleep(hold_s)
    server.start()
