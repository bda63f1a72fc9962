"""What is under way when a server dies goes on when it is back; with servers of our own to kill."""

from collections.abc import Iterator

import pytest

from tests.platform.conftest import make_schema
from tests.platform.eventlet_process import Green, wait_for
from tests.support.server import in_memory, left_behind
from tests.support.servers import PostgresServer, RabbitServer

pytestmark = pytest.mark.real

VHOST = "house"
QUEUES = ("events.wallet.lobby.registered", "dead.wallet", "dead.lobby")


@pytest.fixture(scope="module")
def broker() -> Iterator[RabbitServer]:
    with RabbitServer(in_memory()) as server:
        yield server
    assert left_behind(server) == []


@pytest.fixture(scope="module")
def cluster() -> Iterator[PostgresServer]:
    with PostgresServer(in_memory()) as server:
        yield server


@pytest.fixture(scope="module")
def green(broker: RabbitServer, cluster: PostgresServer) -> Iterator[Green]:
    url = cluster.create_database("house")
    make_schema(url, "wallet")
    make_schema(url, "lobby")
    with Green("tests.platform.hosting.scenes_service", broker_url=broker.create_vhost(VHOST)) as running:
        assert running.call("start", wallet_url=url, lobby_url=url)
        yield running


def test_a_killed_broker_loses_nothing_and_all_connections_return(green, broker):
    assert green.call("effects") == []
    green.call("handler", pause_s=1.0)
    green.call("tell", by=["begun"])
    green.call("wait_sent")
    wait_for(lambda: all(broker.has_on_disk(VHOST, queue) for queue in QUEUES), "the queues on disk")
    broker.kill()
    green.call("handler")
    green.call("tell", by=["told-meanwhile"])
    assert green.call("ask", account="ann", timeout_ms=300)[0] == "service_unavailable"
    broker.start()
    assert green.call("ask", account="bob", timeout_ms=60_000)[:2] == ["answered", "bob "]
    assert green.call("effects", expected=["begun", "told-meanwhile"]) == ["begun", "told-meanwhile"]
    green.call("tell", by=["told-after"])
    assert green.call("effects", expected=["begun", "told-after", "told-meanwhile"])[1] == "told-after"
    assert green.call("wait_sent")[0] == []
    assert green.call("is_ready")


def test_events_wait_for_a_killed_database(green, cluster):
    before = green.call("effects")
    cluster.kill()
    green.call("publish_events", ids=["x1", "x2"])
    assert green.call("ask", account="ann")[0] == "answered"
    cluster.start()
    expected = sorted([*before, "x1", "x2"])
    assert green.call("effects", expected=expected) == expected
    assert green.call("dead_letters", count=0) == []
