"""The wallet's queues with what reaches them, as its own user at the broker: run by test_forged.py in a patched
process."""

import logging
from typing import Any

import sqlalchemy as sa

from services.contracts.lobby.accounts import accounts as lobby
from services.contracts.wallet import transfers as outside
from services.platform.database.unit_of_work import Database, Work
from services.platform.hosting.events import on_events
from services.platform.hosting.host import Base, ServiceHost, Wired
from services.platform.hosting.rpc import rpc
from services.platform.process import logs
from services.platform.process.metrics import messages_refused
from services.platform.process.settings import CommonSettings, load
from tests.platform.eventlet_process import wait_for

logs.set_up("CRITICAL", "test")
logging.disable()


class App:
    """What the entrypoints work with: the chips that were credited, by account."""

    def __init__(self, base: Base) -> None:
        self.base = base
        self.credited: list[str] = []


class WalletService:
    """Credits whoever is named in a request, notes new accounts in `effects`."""

    name = "wallet"
    app = Wired()

    @rpc(outside.MoveChips)
    def move_chips(self, request: outside.MoveChips) -> outside.Moved:
        self.app.credited.append(request.account)
        return outside.Moved(reference=request.key, balance_chips=request.chips, replayed=False)

    @on_events(lobby.Registered)
    def welcome(self, work: Work, events: list[lobby.Registered]) -> None:
        for event in events:
            work.execute(sa.text("INSERT INTO effects VALUES (:what, 1)"), {"what": event.account})


base: Base
app: App
host: ServiceHost


def start(database_url: str) -> bool:
    global base, app, host
    base = Base(load(CommonSettings), Database(database_url, "wallet"))
    app = App(base)
    host = ServiceHost(WalletService, app, base)
    host.start()
    return host.is_ready()


def stop() -> None:
    host.stop()


def seen(credited: int, welcomed: int, refused: int) -> Any:
    """Who was credited and who was welcomed, as soon as there are so many, and so many messages were refused."""
    wait_for(lambda: len(app.credited) >= credited, "the credits")
    wait_for(lambda: len(_welcomed()) >= welcomed, "the accounts")
    wait_for(lambda: _refused() >= refused, "the refusals")
    return [app.credited, _welcomed(), _refused()]


def _welcomed() -> list[str]:
    with base.database.work() as work:
        return sorted(work.execute(sa.text("SELECT what FROM effects")).scalars())


def _refused() -> int:
    return int(
        sum(
            each.value
            for metric in messages_refused.collect()
            for each in metric.samples
            if each.name.endswith("_total")
        )
    )
