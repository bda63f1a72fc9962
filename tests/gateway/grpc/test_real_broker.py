"""The gRPC front as a process of its own, asking services over a real RabbitMQ."""

import contextlib
import hashlib
import http.client
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from gateway.grpc.gen.kafeneio.tables.v1 import tables_pb2, tables_pb2_grpc
from gateway.grpc.gen.kafeneio.wallet.v1 import wallet_pb2, wallet_pb2_grpc
from tests.gateway.running_gateway import WAIT_S, House, wait_for
from tests.support.ports import free_ports
from tests.support.warm_parent import ROOT

pytestmark = pytest.mark.real

WITH_TOKEN = (("authorization", "Bearer sesame"),)
RUN = """
from gateway.grpc.server import serve
from gateway.grpc.settings import GrpcSettings
from services.platform.process.settings import CommonSettings, load
serve(load(CommonSettings), load(GrpcSettings))
"""


class SocketServer:
    def __init__(self, broker_url: str, log: Path) -> None:
        self.port, self.health_port = free_ports(2)
        told = {
            "KAFENEIO_BROKER_URL": broker_url,
            "KAFENEIO_GRPC_PORT": str(self.port),
            "KAFENEIO_GRPC_TOKENS": f"partner={hashlib.sha256(b'sesame').hexdigest()}:read+wallet.read",
            "KAFENEIO_GRPC_HEALTH_EVERY_S": "0.2",
            "KAFENEIO_HEALTH_PORT": str(self.health_port),
        }
        with log.open("w") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-W", "ignore", "-c", RUN], cwd=ROOT, env=os.environ | told, stderr=output
            )
        self.channel = grpc.insecure_channel(f"127.0.0.1:{self.port}")

    def health(self, service: str = "") -> str:
        stub = health_pb2_grpc.HealthStub(self.channel)
        with contextlib.suppress(grpc.RpcError):
            found = stub.Check(health_pb2.HealthCheckRequest(service=service), timeout=WAIT_S, wait_for_ready=True)
            return health_pb2.HealthCheckResponse.ServingStatus.Name(found.status)
        return "away"

    def ready(self) -> dict[str, object]:
        connection = http.client.HTTPConnection("127.0.0.1", self.health_port, timeout=WAIT_S)
        with contextlib.closing(connection):
            connection.request("GET", "/readyz")
            found: dict[str, object] = json.loads(connection.getresponse().read())
            return found


@pytest.fixture
def house(rabbit_url: str, tmp_path: Path) -> Iterator[House]:
    with House(tmp_path, broker_url=rabbit_url) as running:
        yield running


@pytest.fixture
def front(house: House, rabbit_url: str, tmp_path: Path) -> Iterator[SocketServer]:
    made = SocketServer(rabbit_url, tmp_path / "grpc.log")
    yield made
    made.channel.close()
    made.process.kill()
    made.process.wait()


def test_the_server_calls_the_services_and_drains_on_request(house: House, front: SocketServer) -> None:
    wait_for(lambda: front.health() == "SERVING", "the services to answer")
    wallet = wallet_pb2_grpc.WalletServiceStub(front.channel)
    balance = wallet.GetBalance(wallet_pb2.GetBalanceRequest(account="a-ann"), metadata=WITH_TOKEN, timeout=WAIT_S)
    assert balance.chips == 500

    match = tables_pb2_grpc.TablesServiceStub(front.channel).GetMatch
    assert match(tables_pb2.GetMatchRequest(match="m-0"), metadata=WITH_TOKEN, timeout=WAIT_S).chance.root == "ab"
    with pytest.raises(grpc.RpcError) as caught:
        match(tables_pb2.GetMatchRequest(match="m-404"), metadata=WITH_TOKEN, timeout=WAIT_S)
    assert (caught.value.code(), caught.value.details()) == (grpc.StatusCode.NOT_FOUND, "match_unknown")

    house.tell("refuse", request="GetBalance", error="service_unavailable")
    wait_for(lambda: front.health("kafeneio.wallet.v1.WalletService") == "NOT_SERVING", "the wallet to be missed")
    assert front.health("kafeneio.ranking.v1.RankingService") == "SERVING"
    assert front.ready()["ready"] is True

    front.process.send_signal(signal.SIGTERM)
    assert front.process.wait(WAIT_S) == 0
