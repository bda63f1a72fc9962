"""The Python client against a front whose services fail now and then: calls are repeated under their id, and streams go
on where they ended. It runs in a process of its own, as it does outside."""

import json
import os
import subprocess
import sys
from typing import Any

from services.contracts.wallet import transfers as outside
from services.kernel.refusal import Refusal
from tests.gateway.fakes import services
from tests.gateway.grpc.test_front import MAY_MOVE, TOKEN, opened
from tests.gateway.grpc.test_money import MOVED, ledger
from tools.protos import ROOT

AWAY = Refusal("service_unavailable")
PROGRAM = """
import asyncio, json, sys
from kafeneio_client import Platform, Refused
from kafeneio_client.gen.kafeneio.wallet.v1 import wallet_pb2

async def main(address, token):
    async with Platform(address, token) as platform:
        asked = wallet_pb2.CreditRequest(account="a-ann", chips=5, request_id="r-1")
        moved = await platform.call(platform.wallet.Credit(asked))
        seen = []
        async for transfer in platform.ledger(after=0):
            seen.append(transfer.id)
            if len(seen) == 5:
                break
        try:
            await platform.call(platform.wallet.Debit(wallet_pb2.DebitRequest(account="a-ann", chips=5)))
        except Refused as refused:
            code = refused.code
        print(json.dumps({"balance": moved.balance_chips, "seen": seen, "refused": code}))

asyncio.run(main(*sys.argv[1:]))
"""


def run(port: int) -> Any:
    path = str(ROOT / "clients" / "python" / "src")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, f"127.0.0.1:{port}", TOKEN],
        env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True, timeout=240, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_calls_are_repeated_under_their_id_and_streams_go_on_where_they_ended() -> None:
    looks = 0

    def failing_ledger(request: outside.ListLedger) -> outside.LedgerPage | Refusal:
        nonlocal looks
        looks += 1
        return AWAY if looks % 2 else ledger(request)

    rpc = services(MoveChips=[AWAY, AWAY, MOVED], ListLedger=failing_ledger)
    with opened(rpc, grpc_tokens=[MAY_MOVE], grpc_stream_poll_ms=5, grpc_health_every_s=600) as door:
        found = run(door.front.port)
    assert found == {"balance": 700, "seen": [1, 2, 3, 4, 5], "refused": "key_invalid"}
    assert [each.key for each in rpc.requests(outside.MoveChips)] == ["r-1"] * 3
    assert looks >= 4
