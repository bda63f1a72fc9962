"""A hosted wallet whose payment provider does not answer while a match wants to be held and settled.

A program of its own, as tests/wallet/hosted.py is. It writes to standard output what it saw, as JSON.
"""

from tests.wallet.hosted import SERVICES, WAIT_S, Table, _host, _wait_for  # patches the process first

# isort: split
import json
import sys
import time
from typing import Any

import eventlet

from services.contracts.lobby.accounts.accounts import Registered
from services.contracts.tables import commands as tables
from services.contracts.wallet import balances as wallet
from services.contracts.wallet import payments
from services.kernel.refusal import Refusal
from services.platform.broker import embedded
from services.platform.broker.rpc_client import RpcClient
from services.platform.database import migrations
from services.platform.process.settings import CommonSettings, database_url, load
from services.wallet.payments.providers import SimulatedProvider
from services.wallet.payments.rules import Notice
from tests.support.services.match_events import asked, finished

CONFIRMATIONS = 40
"""More than the threads that a service has."""


def main() -> None:
    """Stop the provider, ask it in vain, play a match, let it answer."""
    embedded.register()
    common = load(CommonSettings)
    for name in SERVICES:
        migrations.migrate(name, database_url(name, common))
    answers = eventlet.Event()

    def never(_self: Any, payment: str, _reference: str) -> Notice:
        answers.wait()
        return Notice("paid", payment)

    SimulatedProvider.ask = never  # type: ignore[method-assign]
    rpc = RpcClient(common, "test").start()
    host, table = _host("wallet", common, rpc), Table(common)
    for part in (host, table):
        part.start()
    seen = _play(table, rpc)
    answers.send()
    table.stop()
    host.stop()
    rpc.stop()
    sys.stdout.write(json.dumps(seen) + "\n")


def _play(table: Table, rpc: RpcClient) -> dict[str, Any]:
    names = [f"buyer{number}" for number in range(CONFIRMATIONS)]
    table.tell(*(Registered(account=each, name=each, device="", created_at_ms=0) for each in ("ana", "ben", *names)))
    for each in ("ben", names[-1]):
        _wait_for(lambda each=each: getattr(rpc.call(wallet.GetBalance(account=each)), "chips", None), "a welcome")
    begun = [rpc.call(payments.BeginPayment(account=each, id="o", pack="pack_5000")) for each in names]
    refused: list[str] = []

    def confirm(account: str, payment: str) -> None:
        answer = rpc.call(payments.ConfirmPayment(account=account, payment=payment), timeout_ms=WAIT_S * 1000)
        refused.append(answer.error if isinstance(answer, Refusal) else "paid")

    for account, payment in zip(names, begun, strict=True):
        eventlet.spawn(confirm, account, payment.payment)
    eventlet.sleep(0.5)
    started_s = time.monotonic()
    table.tell(asked("m", "ana", "ben"))
    table.wait_for(tables.Held)
    table.tell(finished("m", "ana", "ben"))
    table.wait_for(tables.Settled)
    took_ms = round((time.monotonic() - started_s) * 1000)
    return {"refused": list(refused), "took_ms": took_ms}


if __name__ == "__main__":
    main()
