"""Requests of tables answered by processes of their own, while the workers play alone."""

import urllib.request

import pytest

from bench.processes.whole_platform import Platform
from services.contracts.tables.catalogue import GetCatalogue
from services.contracts.tables.recordings import ListRecordings
from services.kernel.refusal import Refusal
from services.platform.broker.rpc_client import RpcClient
from services.platform.process.settings import CommonSettings
from tests.support.servers import PostgresServer, RabbitServer

pytestmark = [pytest.mark.real]
REQUESTS = 6


def test_workers_serve_no_requests_where_a_process_of_their_own_does(
    rabbit_server: RabbitServer, postgres_server: PostgresServer
) -> None:
    with Platform(rabbit_server, postgres_server, workers=1, gateways=0, services=(), history=True) as platform:
        client = RpcClient(CommonSettings(broker_url=rabbit_server.url(platform.vhost)), "asks").start()
        try:
            answers = [client.call(GetCatalogue()) for _ in range(REQUESTS)]
            found = client.call(ListRecordings(account="ana"))
        finally:
            client.stop()
        counted = {name: answered(platform, name) for name in ("worker-1", "history")}

    assert not any(isinstance(answer, Refusal) for answer in [*answers, found])
    assert counted == {"worker-1": 0, "history": REQUESTS}


def answered(platform: Platform, name: str) -> int:
    """How many catalogues a member has given, as its metrics say."""
    with urllib.request.urlopen(f"http://127.0.0.1:{platform.members[name].health_port}/metrics", timeout=10) as page:
        lines = page.read().decode().splitlines()
    counts = [line for line in lines if line.startswith("kafeneio_rpc_seconds_count") and "get_catalogue" in line]
    return sum(int(float(line.rpartition(" ")[2])) for line in counts)
