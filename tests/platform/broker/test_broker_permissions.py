"""A process that was taken over reads nobody else's queue and speaks in nobody else's name at the broker."""

import re
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import amqp
import kombu
import pytest

from bench.processes.members import ROOT
from deploy.generate.declared import processes
from gateway.public_events.broker_log import BrokerEventLog
from services.platform.broker import names
from services.platform.broker.link import Link
from services.platform.broker.permissions import (
    BETWEEN_SERVICES,
    BRIDGE,
    FRONTS,
    OF_OTHER_SYSTEMS,
    PROCESSES,
    SERVICES,
    SHARED_TOPICS,
    TOPICS_OF_OTHER_CELLS,
    permission,
    topic_permissions,
)
from services.platform.broker.rpc_client import RpcClient
from services.platform.process.settings import CommonSettings
from tests.platform.broker.declared_messages import requests, requests_in, topics
from tests.support.broker_users import make_users, remove_users
from tests.support.servers import RabbitServer

VICTIM = "rpc-wallet"


def test_every_process_has_a_user() -> None:
    assert tuple(map(set, processes())) == (set(SERVICES), set(FRONTS))
    assert {*SERVICES, *FRONTS, BRIDGE} == set(PROCESSES)


@pytest.mark.parametrize("process", PROCESSES)
def test_a_process_may_read_its_own_queues_and_no_others(process: str) -> None:
    readable = re.compile(permission(process).read)
    for service in SERVICES:
        queues = [f"rpc-{service}", f"events.{service}.wallet.match_settled", names.dead_queue(service)]
        queues += [f"rpc.reply.run-{service}.1b2c"]
        assert [bool(readable.search(queue)) for queue in queues] == [service == process] * len(queues), service
    assert bool(readable.search(names.shard_queue("tavli", 3))) == (process == "tables")
    assert bool(readable.search("gateway.1a2b")) == (process == "gateway")


def test_only_the_front_for_other_systems_needs_nothing_but_requests() -> None:
    assert "amq.default" not in permission("grpc").write
    for process in PROCESSES:
        (events, rpc, *_) = topic_permissions(process)
        assert (events.exchange, rpc.exchange) == (names.EVENTS_EXCHANGE, names.RPC_EXCHANGE)
        assert not re.search(events.write, "wallet.match_settled") or process == "wallet"
        assert not re.search(rpc.read, "wallet.*") or process == "wallet"


FOLDERS = {process: [ROOT / "services" / process] for process in SERVICES} | {
    "gateway": [path for path in (ROOT / "gateway").iterdir() if path.name != "grpc"],
    "grpc": [ROOT / "gateway" / "grpc"],
    BRIDGE: [ROOT / "services" / "platform" / "cells" / "bridge.py"],
}
"""Where the code of a process is."""


@pytest.mark.parametrize("process", PROCESSES)
def test_a_process_may_send_what_its_code_sends(process: str) -> None:
    (_, rpc, *_) = topic_permissions(process)
    sent = {each for each in requests_in(FOLDERS[process]) if not each.startswith(f"{process}.")}
    assert sent or process in ("wallet", "ranking", "moderation", "tables", BRIDGE)
    assert [each for each in sorted(sent) if not re.search(rpc.write, each)] == []


def test_a_service_may_send_nothing_else() -> None:
    for process in SERVICES:
        (_, rpc, *_) = topic_permissions(process)
        may = {each for each in requests() if re.search(rpc.write, each)}
        assert may <= requests_in(FOLDERS[process]), process


def each_of(methods: dict[str, str]) -> set[str]:
    return {f"{service}.{name}" for service, names in methods.items() for name in names.split("|")}


def test_what_services_decide_among_themselves_is_asked_by_no_front() -> None:
    between, of_others = each_of(BETWEEN_SERVICES), each_of(OF_OTHER_SYSTEMS)
    assert between | of_others <= requests(), "each of them is there"
    for process in FRONTS:
        (_, rpc, *_) = topic_permissions(process)
        refused = {each for each in requests() if not re.search(rpc.write, each)}
        assert refused == (between if process == "grpc" else between | of_others)


def test_every_event_has_one_publisher_except_the_replies_of_all_services() -> None:
    of_services = {each for each in topics() if each.split(".")[0] in SERVICES}
    assert topics() - of_services == {*SHARED_TOPICS, *TOPICS_OF_OTHER_CELLS}
    for process in SERVICES:
        (events, *_) = topic_permissions(process)
        may = {each for each in topics() if re.search(events.write, each)}
        assert may == {each for each in of_services if each.startswith(f"{process}.")} | set(SHARED_TOPICS)


def test_only_the_bridge_publishes_messages_of_other_cells() -> None:
    for process in PROCESSES:
        (events, *_) = topic_permissions(process)
        for topic in TOPICS_OF_OTHER_CELLS:
            assert bool(re.search(events.write, topic)) == (process == BRIDGE)
        assert bool(re.search(permission(process).read, names.cell_queue("eu2"))) == (process in (BRIDGE, "wallet"))
    assert not [each for each in topics() if re.search(topic_permissions(BRIDGE)[0].write, each.replace("cells", "x"))]


# --- at a real broker ---

Open = Callable[[str], amqp.Channel]


@pytest.fixture
def urls(rabbit_server: RabbitServer, rabbit_url: str) -> Iterator[dict[str, str]]:
    """The wallet runs, each process has its user."""
    vhost = urlsplit(rabbit_url).path.removeprefix("/")
    made = make_users(rabbit_server, vhost)
    yield made
    remove_users(rabbit_server, vhost)


@pytest.fixture
def open_as(urls: dict[str, str]) -> Iterator[Open]:
    """A channel of a process's user; the wallet's queues are there."""
    connections: list[kombu.Connection] = []

    def channel(process: str) -> amqp.Channel:
        connections.append(kombu.Connection(urls[process], connect_timeout=30))
        return connections[-1].channel()

    wallet = channel("wallet")
    for exchange, kind in names.EXCHANGES.items():
        wallet.exchange_declare(exchange, type=kind, durable=True, auto_delete=False)
    wallet.queue_declare(VICTIM, durable=True, auto_delete=False)
    wallet.queue_bind(VICTIM, names.RPC_EXCHANGE, "wallet.*")
    yield channel
    for connection in connections:
        connection.release()


@pytest.mark.real
@pytest.mark.parametrize("process", ["lobby", "tables", "gateway", "grpc"])
def test_the_wallets_queue_is_the_wallets(open_as: Open, process: str) -> None:
    for attack in (
        lambda channel: channel.basic_get(VICTIM),
        lambda channel: channel.queue_purge(VICTIM),
        lambda channel: channel.queue_delete(VICTIM),
        lambda channel: channel.queue_bind(f"rpc.reply.run-{process}.x", names.RPC_EXCHANGE, "wallet.*"),
        lambda channel: channel.basic_publish_confirm(
            amqp.Message("[]"), names.EVENTS_EXCHANGE, "wallet.match_settled"
        ),
    ):
        with pytest.raises((amqp.exceptions.AccessRefused, amqp.exceptions.NotFound)) as refused:
            attack(open_as(process))
        assert refused.type is amqp.exceptions.AccessRefused, "it is not there, which says nothing"


@pytest.mark.real
def test_requests_are_sent_only_by_their_callers(open_as: Open) -> None:
    request = amqp.Message("{}")
    open_as("lobby").basic_publish_confirm(request, names.RPC_EXCHANGE, "wallet.check_stake")
    for process in ("tables", "ranking", "moderation"):
        with pytest.raises(amqp.exceptions.AccessRefused):
            open_as(process).basic_publish_confirm(request, names.RPC_EXCHANGE, "wallet.check_stake")
    with pytest.raises(amqp.exceptions.AccessRefused):
        open_as("grpc").basic_publish_confirm(request, "", VICTIM)
    assert open_as("wallet").basic_get(VICTIM) is not None


@pytest.mark.real
def test_a_service_declares_and_consumes_what_is_its_own(urls: dict[str, str]) -> None:
    def on_up(link: Link) -> None:
        link.declare_exchanges()
        queue = names.event_queue("ranking", "tables.match_finished", "#")
        link.declare_durable(queue, names.dead_queue("ranking"))
        link.channel.queue_bind(queue, names.EVENTS_EXCHANGE, "tables.match_finished.#")

    link = Link(CommonSettings(broker_url=urls["ranking"]), "ranking", on_up).start(60)
    assert link.is_up
    link.stop()


@pytest.mark.real
def test_every_process_receives_replies_to_its_requests(urls: dict[str, str]) -> None:
    callers = {"grpc": "grpc", "gateway": "run-http", **{service: f"run-{service}" for service in SERVICES}}
    for process, caller in callers.items():
        client = RpcClient(CommonSettings(broker_url=urls[process]), caller).start()
        client._link.wait_up(60)
        client.stop()


class Here:
    """A follower who stays."""

    is_here = True


@pytest.mark.real
@pytest.mark.parametrize("process", FRONTS)
def test_both_fronts_follow_the_log_of_public_events(urls: dict[str, str], process: str) -> None:
    log = BrokerEventLog(CommonSettings(broker_url=urls[process]))
    events = log.follow(Here(), {"ranking.rated"}, "", 0.1)
    begin = next(events)
    assert next(events) == begin, "nothing happens"
    events.close()
    again = log.follow(Here(), {"ranking.rated"}, begin.cursor, 0.1)
    assert next(again).id == ""
    again.close()
