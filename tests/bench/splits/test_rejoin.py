"""deploy/rabbitmq/rejoin.sh brings a node of RabbitMQ back that its cluster dropped without its noticing."""

import os
import re
import shutil
import signal
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import amqp
import pytest

from bench.faults.splits.broker_nodes import NODES, REJOIN, REJOIN_EVERY_S, BrokerCluster, BrokerNode
from tests.architecture.project import ROOT
from tests.deploy.manifests import read as read_manifest
from tests.support import processes
from tests.support.ports import free_ports
from tests.support.server import ServerFailed, wait_until

NET_TICK_S, HUNG_S, TRIES = 2, 4.0, 6
SETTLED_S = 8.0
"""A node that pauses has paused by then."""
QUEUE, MESSAGES = "kept", 50
QUORUM = {"x-queue-type": "quorum"}


@pytest.fixture
def cluster() -> Iterator[BrokerCluster]:
    """Three nodes that notice a silent one sooner than in production; nobody looks at them but the test."""
    made = BrokerCluster(net_tick_s=NET_TICK_S, watched=False)
    for node, port in zip(made.nodes, free_ports(len(made.nodes)), strict=True):
        node.offer_metrics(port)
    with made as running:
        yield running


def lost(node: BrokerNode) -> int:
    """How many peers it does not see, as Mnesia says; RabbitMQ's own list is often empty at the others."""
    running = node.control("eval", "length(mnesia:system_info(running_db_nodes)).")
    return NODES - int(running)


def leave_outside(cluster: BrokerCluster, node: BrokerNode) -> None:
    """Halt a node until the others drop it. Where one of them pauses, which chance decides, or where the node itself
    notices, all come back with the script's help, and it is halted again."""
    others = [each for each in cluster.nodes if each is not node]
    for _ in range(TRIES):
        stopped = node.pids()
        processes.send(stopped, signal.SIGSTOP)
        time.sleep(HUNG_S)
        processes.send(stopped, signal.SIGCONT)
        time.sleep(SETTLED_S)
        if splits(node, *others) == [2, 1, 1]:
            return
        for each in cluster.nodes:
            each.rejoin(wait_s=1)
        wait_until(cluster.is_whole, 60, "the cluster to be whole")
    pytest.fail(f"the node was not outside after {TRIES} halts")


def splits(*nodes: BrokerNode) -> list[int | None]:
    """How many peers each has lost; None: it is paused."""
    found: list[int | None] = []
    for node in nodes:
        try:
            found.append(lost(node))
        except ServerFailed:
            found.append(None)
    return found


def lost_peers(node: BrokerNode) -> list[str]:
    with urllib.request.urlopen(f"http://127.0.0.1:{node.metrics_port}/metrics", timeout=30) as answer:
        return re.findall(r"^kafeneio_broker_lost_peers (\d+)", answer.read().decode(), flags=re.MULTILINE)


def publish(node: BrokerNode) -> None:
    with closing(amqp.Connection(f"127.0.0.1:{node.port}", confirm_publish=True)) as connection:
        connection.connect()
        channel = connection.channel()
        channel.queue_declare(QUEUE, durable=True, auto_delete=False, arguments=QUORUM)
        for number in range(MESSAGES):
            channel.basic_publish_confirm(amqp.Message(str(number), delivery_mode=2), routing_key=QUEUE)


def read(node: BrokerNode) -> list[int]:
    found = []
    with closing(amqp.Connection(f"127.0.0.1:{node.port}")) as connection:
        connection.connect()
        channel = connection.channel()
        while (message := channel.basic_get(QUEUE, no_ack=True)) is not None:
            found.append(int(message.body))
    return found


@pytest.fixture
def asked(tmp_path: Path) -> Callable[..., list[str]]:
    """What the script asks of a `rabbitmqctl` that finds one thing after the other."""

    def run(*found: str, start: int = 0) -> list[str]:
        program, looks, calls = tmp_path / "rabbitmqctl", tmp_path / "looks", tmp_path / "calls"
        looks.write_text("".join(f"{each}\n" for each in found))
        calls.write_text("")
        program.write_text(
            f"""#!/bin/sh
case "$*" in
  *lost_peers*) head -n 1 {looks}; sed -i 1d {looks}; word=look ;;
  *start_app) word=start_app; code={start} ;;
  *) word=${{2%%:*}}; [ "$word" = eval ] && word=note ;;
esac
echo "$word" >>{calls}
exit ${{code:-0}}
"""
        )
        program.chmod(0o755)
        settings = {**os.environ, "RABBITMQCTL": str(program), "TMPDIR": str(tmp_path), "WAIT_S": "0"}
        assert subprocess.run(["sh", str(REJOIN)], env=settings, timeout=30, check=False).returncode == 0
        return calls.read_text().split()

    return run


@pytest.mark.parametrize("found", [(), ("",), ("whole",), ("stays",), ("rejoin", "whole"), ("rejoin", "stays")])
def test_a_node_is_left_alone_unless_it_was_outside_at_both_looks(
    asked: Callable[..., list[str]], found: tuple[str, ...]
) -> None:
    assert set(asked(*found)) == {"look"}


def test_a_node_that_did_not_start_again_is_started_by_the_next_run(asked: Callable[..., list[str]]) -> None:
    assert asked("rejoin", "rejoin", start=1) == ["look", "look", "note", "stop_app", "start_app"]
    assert asked(start=1) == ["start_app"]
    assert asked() == ["start_app"]
    assert asked("whole") == ["look"]


def test_the_probe_of_a_cluster_runs_the_same_script() -> None:
    (broker,) = read_manifest(ROOT / "deploy/k8s/components/rabbitmq/broker.yaml")
    (container,) = broker["spec"]["override"]["statefulSet"]["spec"]["template"]["spec"]["containers"]
    assert container["name"] == "rabbitmq"
    assert container["livenessProbe"]["exec"]["command"] == ["sh", "-c", REJOIN.read_text(encoding="utf-8")]
    assert container["livenessProbe"]["periodSeconds"] == REJOIN_EVERY_S


def test_the_timer_of_a_server_runs_the_same_script_as_often(tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    assert program, "systemd-analyze is missing: apt-get install systemd"
    units = [shutil.copy(path, tmp_path) for path in sorted(REJOIN.parent.glob("kafeneio-rejoin.*"))]
    service, timer = (Path(unit).read_text(encoding="utf-8") for unit in units)
    assert "ExecStart=/bin/sh /usr/local/lib/kafeneio/rejoin.sh" in service
    assert f"OnUnitInactiveSec={REJOIN_EVERY_S:g}" in timer
    done = subprocess.run([program, "verify", *units], capture_output=True, text=True, check=False)
    complaints = [line for line in done.stderr.splitlines() if "kafeneio-rejoin" in line]
    assert complaints == []


@pytest.mark.real
@pytest.mark.timeout(900)  # a busy machine needs all tries, and each of them a minute
def test_a_node_that_hung_and_was_dropped_rejoins_alone_and_no_confirmed_message_is_lost(
    cluster: BrokerCluster,
) -> None:
    first, second, hung = cluster.nodes
    publish(first)
    leave_outside(cluster, hung)
    publish(second)

    for node in (first, second):
        node.rejoin(wait_s=1)
    assert (lost(first), lost(second)) == (1, 1), "a node of the majority was restarted"
    assert (lost_peers(first), lost_peers(second)) == (["1"], ["1"])
    publish(hung)

    hung.rejoin(wait_s=1)
    wait_until(cluster.is_whole, 60, "the cluster to be whole")
    assert [lost(node) for node in cluster.nodes] == [0, 0, 0]
    hung.rejoin()
    assert lost_peers(hung) == ["0"]
    assert read(hung) == list(range(MESSAGES)) * 3
