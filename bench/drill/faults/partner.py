"""Another system that gives players chips over gRPC, in `make drill`."""

import hashlib
from itertools import count

import grpc

from bench.drill.faults.actions import Repeated
from bench.processes.whole_platform import Platform
from bench.robots.robots import Player
from gateway.grpc.gen.kafeneio.wallet.v1 import wallet_pb2, wallet_pb2_grpc
from tests.support.ports import free_port

_TOKEN = "drill"
_CREDIT_CHIPS = 200_000
"""Less than what needs a second caller's approval."""


def add_grpc_front(platform: Platform) -> int:
    """Plan the platform's gRPC front, before its start; returns its port."""
    port = free_port()
    line = f"drill={hashlib.sha256(_TOKEN.encode()).hexdigest()}:wallet.read+wallet.credit@drill"
    own = {"KAFENEIO_GRPC_PORT": str(port), "KAFENEIO_GRPC_TOKENS": line}
    platform.add("grpc", "other", ["run", "grpc"], "services", own)
    return port


class Credits:
    """A partner gives a player chips again and again."""

    def __init__(self, port: int, player: Player) -> None:
        """`port`: of the gRPC front."""
        self._address, self._account = f"127.0.0.1:{port}", player.account
        self._numbers = count(1)
        self._giving = Repeated(self._credit, 2.0)

    def begin(self) -> None:
        """From now on."""
        self._giving.begin()

    def end(self) -> None:
        """No more."""
        self._giving.end()

    def _credit(self) -> None:
        asked = wallet_pb2.CreditRequest(
            account=self._account, chips=_CREDIT_CHIPS, request_id=f"drill-{next(self._numbers)}"
        )
        with grpc.insecure_channel(self._address) as channel:
            stub = wallet_pb2_grpc.WalletServiceStub(channel)
            stub.Credit(asked, metadata=(("authorization", f"Bearer {_TOKEN}"),), timeout=10)
