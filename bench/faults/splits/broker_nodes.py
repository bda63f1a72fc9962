"""Three RabbitMQ nodes in a cluster, as in production, with wires between them that can be cut.

Nodes find each other by Erlang's port mapper (`epmd`). Each node here has a port mapper of its own, in which we have
entered the other two at the ports of our wires. So what nodes say to each other goes over the wire of the pair and the
direction in which it was opened, and can be cut, held, or held one way alone, without any right of root. What does not
go over the wires: the bytes of streams between their replicas, for which RabbitMQ opens connections of its own.
"""

import contextlib
import itertools
import socket
import struct
import subprocess
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Self

from tests.architecture.project import ROOT
from tests.platform.proxy import Proxy
from tests.support.rabbit import RabbitServer, find_rabbitmq
from tests.support.server import ServerFailed, wait_until

NODES = 3
NET_TICK_S = 8
"""As deploy/RABBITMQ.md sets it: how long a silent node is taken to be alive."""
CONTROL_TIMEOUT_S = 120
REJOIN = ROOT / "deploy/rabbitmq/rejoin.sh"
REJOIN_EVERY_S, REJOIN_WAIT_S = 15.0, 10.0
"""As deploy/RABBITMQ.md sets them: how often every node is looked at, and for how long it must have been outside."""
_NO_DISK_IS_SO_LARGE = "100000GB"
"""In a unit that every release of RabbitMQ reads: 3.10 knows no TB."""
Pair = tuple[int, int]
"""Numbers of two nodes: who has opened the connection, and to whom."""


class BrokerNode(RabbitServer):
    """One of them."""

    def __init__(
        self, first: "BrokerNode | None" = None, parent: Path | None = None, net_tick_s: int = NET_TICK_S
    ) -> None:
        """`first`: the node that began the cluster, which this one joins at its first start."""
        self._net_tick_s = net_tick_s
        super().__init__(parent)
        self.metrics_port = 0
        self._entries: list[socket.socket] = []
        """Each keeps an entry in our port mapper for as long as it is open."""
        if first is not None:
            with (self.folder / "rabbitmq.conf").open("a") as settings:
                settings.write("cluster_formation.peer_discovery_backend = classic_config\n")
                for number, node in enumerate((first, self), start=1):
                    settings.write(f"cluster_formation.classic_config.nodes.{number} = {node.node_name}\n")

    @property
    def node_name(self) -> str:
        """As Erlang has it."""
        return self.environment()["RABBITMQ_NODENAME"]

    @property
    def dist_url(self) -> str:
        """Where other nodes reach it."""
        return f"erlang://127.0.0.1:{self._dist_port}/"

    def environment(self) -> Mapping[str, str]:
        """The tests' own, with production's time until a silent node is dead."""
        found = dict(super().environment())
        arguments = found["RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS"]
        return found | {
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": arguments.replace(
                "net_ticktime 4", f"net_ticktime {self._net_tick_s}"
            )
        }

    def offer_metrics(self, port: int) -> None:
        """Let Prometheus read there, from its first start on."""
        self.metrics_port = port
        with (self.folder / "rabbitmq.conf").open("a") as settings:
            settings.write(f"prometheus.tcp.ip = 127.0.0.1\nprometheus.tcp.port = {port}\n")
        (self.folder / "enabled_plugins").write_text("[rabbitmq_management,rabbitmq_prometheus].\n")

    def introduce(self, name: str, port: int) -> None:
        """Enter another node's name in our port mapper. It holds until `close`."""
        self.prepare()
        words = name.partition("@")[0].encode()
        entry = struct.pack(">BHBBHHH", 120, port, 77, 0, 6, 5, len(words)) + words + struct.pack(">H", 0)
        known = socket.create_connection(("127.0.0.1", self._epmd_port), timeout=10)
        self._entries.append(known)
        known.sendall(struct.pack(">H", len(entry)) + entry)
        answer = known.recv(16)
        if answer[0] not in (118, 121) or answer[1]:
            raise ServerFailed(f"the port mapper of {self.node_name} does not take {name}: {answer!r}")

    def control(self, *arguments: str) -> str:
        """`rabbitmqctl` at this node; returns its output."""
        script = find_rabbitmq()
        assert script is not None, "it runs"
        done = subprocess.run(
            [script.parent / "rabbitmqctl", "-n", self.node_name, *arguments],
            env=self.environment(),
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=CONTROL_TIMEOUT_S,
            check=False,
        )
        if done.returncode:
            raise ServerFailed(f"rabbitmqctl {' '.join(arguments)}: {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    def rejoin(self, wait_s: float = REJOIN_WAIT_S) -> None:
        """Run production's script that restarts a node which was left outside its cluster."""
        script = find_rabbitmq()
        assert script is not None, "it runs"
        settings = {
            "RABBITMQCTL": str(script.parent / "rabbitmqctl"),
            "TMPDIR": str(self.folder),
            "WAIT_S": f"{wait_s:g}",
        }
        command = ["sh", str(REJOIN)]
        timeout_s = 4 * CONTROL_TIMEOUT_S
        subprocess.run(
            command, env={**self.environment(), **settings}, capture_output=True, timeout=timeout_s, check=False
        )

    def close(self) -> None:
        """With the entries in its port mapper."""
        for entry in self._entries:
            entry.close()
        super().close()


class BrokerCluster(RabbitServer):
    """The three nodes behind one address, as a service of a cluster: connections go round the nodes that take them."""

    def __init__(self, parent: Path | None = None, *, net_tick_s: int = NET_TICK_S, watched: bool = True) -> None:
        """Not started. `watched`: with production's look at every node for one that was left outside."""
        super().__init__(parent)
        first = BrokerNode(None, self.folder, net_tick_s)
        self.nodes = [first, *(BrokerNode(first, self.folder, net_tick_s) for _ in range(NODES - 1))]
        self._watched, self._closing = watched, threading.Event()
        self._watches: list[threading.Thread] = []
        self.wires: dict[Pair, Proxy] = {
            (one, other): Proxy(self.nodes[other].dist_url) for one, other in itertools.permutations(range(NODES), 2)
        }
        self.door = Proxy(*(node.url() for node in self.nodes))
        self.port = self.door.port

    # --- as one server ---

    def start(self) -> Self:
        """One after the other: the first begins the cluster, the others join it."""
        for (one, other), wire in self.wires.items():
            self.nodes[one].introduce(self.nodes[other].node_name, wire.port)
        for node in self.nodes:
            node.start()
        wait_until(lambda: self.size() == NODES, 60, "three nodes in one cluster")
        for node in self.nodes if self._watched else ():
            self._watches.append(threading.Thread(target=self._watch, args=(node,), daemon=True))
            self._watches[-1].start()
        return self

    def _watch(self, node: BrokerNode) -> None:
        while not self._closing.wait(REJOIN_EVERY_S):
            if node.running:
                node.rejoin()

    def close(self) -> None:
        """All of it."""
        self._closing.set()
        for watch in self._watches:
            watch.join()
        for node in self.nodes:
            node.close()
        for wire in (self.door, *self.wires.values()):
            wire.__exit__()
        super().close()

    @property
    def running(self) -> bool:
        """Whether any node does."""
        return any(node.running for node in self.nodes)

    def pids(self) -> list[int]:
        """Of all nodes."""
        return [pid for node in self.nodes for pid in node.pids()]

    def manage(self, method: str, path: str, body: Any = None) -> Any:
        """By the first node that can answer."""
        failures = []
        for node in self.nodes:
            try:
                return node.manage(method, path, body)
            except (OSError, ServerFailed) as failure:
                failures.append(str(failure))
        raise ServerFailed("; ".join(failures))

    def has_on_disk(self, vhost: str, quorum_queue: str) -> bool:
        """At every node."""
        return all(node.has_on_disk(vhost, quorum_queue) for node in self.nodes)

    # --- what it is made of ---

    def size(self) -> int:
        """How many nodes run as one cluster, as the first one that can answer sees it."""
        return sum(bool(node.get("running")) for node in self.manage("GET", "/api/nodes"))

    def is_whole(self) -> bool:
        """Whether every node runs and sees the two others."""
        try:
            return all(
                node.running and sum(bool(each.get("running")) for each in node.manage("GET", "/api/nodes")) == NODES
                for node in self.nodes
            )
        except (OSError, ServerFailed):
            return False

    def has_majority(self) -> bool:
        """Whether most nodes take connections; one that has paused takes none."""
        taking = 0
        for node in self.nodes:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", node.port), timeout=1):
                taking += 1
        return taking > NODES // 2

    def sights(self) -> list[str]:
        """Whom each node sees, for people."""
        found = []
        for number, node in enumerate(self.nodes, start=1):
            try:
                seen = sum(bool(each.get("running")) for each in node.manage("GET", "/api/nodes"))
                found.append(f"node {number} sees {seen}")
            except (OSError, ServerFailed) as failure:
                found.append(f"node {number}: {failure}; {node.log_tail(4)}")
        return found

    def wires_between(self, some: set[int]) -> Iterator[tuple[Pair, Proxy]]:
        """The wires from `some` nodes to the others and back."""
        return (item for item in self.wires.items() if (item[0][0] in some) != (item[0][1] in some))

    def isolate(self, some: set[int], *, silent: bool = False) -> None:
        """Cut these nodes off from the others. `silent`: packets vanish; otherwise connections break."""
        for _, wire in self.wires_between(some):
            if silent:
                wire.hold()
            else:
                wire.cut()

    def deafen(self, some: set[int]) -> None:
        """One way: what the others send to these nodes vanishes; what these send comes through."""
        for (one, _), wire in self.wires_between(some):
            wire.hold("back" if one in some else "there")

    def mend(self) -> None:
        """All wires whole. What was held passes, as TCP sends again, where both ends still wait for it."""
        for wire in self.wires.values():
            wire.mend()

    def alarm(self, number: int, resource: str, *, on: bool) -> None:
        """Let a node run out of `memory` or `disk`, by its limit, or give it back."""
        node = self.nodes[number]
        if resource == "memory":
            node.control("set_vm_memory_high_watermark", *(("0",) if on else ("absolute", "1GB")))
        else:
            node.control("set_disk_free_limit", _NO_DISK_IS_SO_LARGE if on else "50MB")
