"""Wallet, ranking, tournaments and moderation, hosted as in production, and a table that plays one match with them.

A program of its own, because services run in patched processes and tests do not. What it reads: the usual settings
from the environment. What it writes to standard output: one JSON object with everything that it saw.
"""

import eventlet

eventlet.monkey_patch()

import importlib  # noqa: E402 nothing may be imported before the patch
import json  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402
from collections.abc import Callable  # noqa: E402
from typing import Any  # noqa: E402

import msgspec  # noqa: E402

from services.contracts.lobby.accounts.accounts import Registered  # noqa: E402
from services.contracts.moderation import conduct as moderation  # noqa: E402
from services.contracts.moderation import orders  # noqa: E402
from services.contracts.moderation import staff as discipline  # noqa: E402
from services.contracts.ranking import ratings as ranking  # noqa: E402
from services.contracts.tables import commands as tables  # noqa: E402
from services.contracts.tournaments import competitions as tournaments  # noqa: E402
from services.contracts.wallet import balances as wallet  # noqa: E402
from services.moderation.staff.role_rows import add_role  # noqa: E402
from services.platform.broker import embedded, names  # noqa: E402
from services.platform.broker.link import Link  # noqa: E402
from services.platform.broker.rpc_client import RpcClient  # noqa: E402
from services.platform.database import migrations  # noqa: E402
from services.platform.database.unit_of_work import Database  # noqa: E402
from services.platform.hosting.host import Base, ServiceHost  # noqa: E402
from services.platform.process.metrics import settings_seq  # noqa: E402
from services.platform.process.settings import CommonSettings, database_url, load  # noqa: E402
from services.wallet import metrics  # noqa: E402
from tests.support.services.match_events import asked, card, finished  # noqa: E402
from tests.support.services.process import REPLY_TO  # noqa: E402

SERVICES = ("wallet", "ranking", "tournaments", "moderation")
OPERATOR = "olga"
CHANGES = {"min_stake": 300, "correction_window_days": 10}
WAIT_S = 60


class Table:
    """Stands for a tables worker: its outbox publishes, replies come to its shard queue."""

    def __init__(self, common: CommonSettings) -> None:
        migrations.migrate("tables", database_url("tables", common))
        self.base = Base(common, Database(database_url("tables", common), "tables"))
        self.answers: list[Any] = []
        self.link = Link(common, "shard", self._on_up)

    def start(self) -> None:
        self.base.start()
        self.link.start(timeout_s=WAIT_S)

    def stop(self) -> None:
        self.link.stop()
        self.base.stop()

    def tell(self, *events: Any) -> None:
        with self.base.database.work() as work:
            for event in events:
                work.publish(event)

    def wait_for(self, *kinds: type[Any]) -> None:
        """Until an answer of each kind has come."""
        _wait_for(lambda: set(kinds) <= {type(answer) for answer in self.answers}, f"{kinds}")

    def _on_up(self, link: Link) -> None:
        link.declare_durable(REPLY_TO, names.dead_queue("tables"))
        link.consume(REPLY_TO, self._on_message, no_ack=True)

    def _on_message(self, message: Any) -> None:
        body = message.body if isinstance(message.body, bytes) else str(message.body).encode()
        self.answers += msgspec.json.decode(body, type=list[tables.Command])


def main() -> None:
    """Start everything, play, send requests, stop, report."""
    embedded.register()
    common = load(CommonSettings)
    for name in SERVICES:
        migrations.migrate(name, database_url(name, common))
    rpc = RpcClient(common, "test").start()
    metrics.imbalance_chips.set(-1)  # until the wallet has compared the sums by itself
    hosts = [_host(name, common, rpc) for name in SERVICES]
    Database(database_url("moderation", common), "moderation").run(add_role, OPERATOR, "operator")
    table = Table(common)
    for part in (*hosts, table):
        part.start()
    seen = _play(table, rpc)
    table.stop()
    for stopping in [eventlet.spawn(host.stop) for host in hosts]:
        stopping.wait()
    rpc.stop()
    sys.stdout.write(json.dumps(seen) + "\n")


def _host(name: str, common: CommonSettings, rpc: RpcClient) -> ServiceHost:
    module = importlib.import_module(f"services.{name}.service")
    base = Base(common, Database(database_url(name, common), name))
    return ServiceHost(module.SERVICE, module.make_app(base, rpc), base)


def _play(table: Table, rpc: RpcClient) -> dict[str, Any]:
    table.tell(*(Registered(account=name, name=name, device="", created_at_ms=0) for name in ("ana", "ben")))
    ben = wallet.GetBalance(account="ben")
    _wait_for(lambda: getattr(rpc.call(ben), "chips", None) == 5000, "ben's welcome")
    table.tell(asked("m", "ana", "ben"))
    table.wait_for(tables.Held, tables.RatingsFrozen)
    frozen = next(answer for answer in table.answers if isinstance(answer, tables.RatingsFrozen))
    table.tell(finished("m", "ana", "ben", ratings=frozen.ratings))
    table.wait_for(tables.Settled, tables.MatchRated)
    table.tell(card("m", "ana"))
    conduct = moderation.GetConduct(account="ana")
    _wait_for(lambda: rpc.call(conduct).cards["yellow"] == 1, "the card to be given")
    _wait_for(lambda: metrics.imbalance_chips._value.get() == 0, "the sums to be compared")
    return {
        "settings": _change_settings(rpc),
        "answers": [msgspec.to_builtins(answer) for answer in table.answers],
        "asked": [
            msgspec.to_builtins(rpc.call(request))
            for request in (
                wallet.GetBalance(account="ana"),
                wallet.CheckLedger(),
                ranking.GetRatings(accounts=["ana", "ben"]),
                tournaments.ListCompetitions(),
                moderation.GetConduct(account="ana"),
            )
        ],
    }


def _change_settings(rpc: RpcClient) -> dict[str, Any]:
    """An operator changes settings of the wallet, one of which ranking uses too."""
    ask = orders.ListSettings(account=OPERATOR)

    def listed() -> dict[str, Any]:
        return {each.name: each.value for each in rpc.call(ask).settings}

    announced = {"min_stake", "elo_start", "pool_bps"}
    _wait_for(lambda: announced <= set(listed()), "the services to announce their settings")
    for number, (name, value) in enumerate(CHANGES.items()):
        change = orders.ChangeSetting(name=name, value=value)
        rpc.call(orders.PlaceOrder(account=OPERATOR, id=f"o{number}", reason="to see it done", operation=change))
    _wait_for(lambda: CHANGES.items() <= listed().items(), "the changes to be announced")
    follower = settings_seq.labels("ranking")
    _wait_for(lambda: follower._value.get() > 0, "ranking to follow")
    entries = rpc.call(discipline.ListAuditEntries(account=OPERATOR)).entries
    done = {each.subject: (each.before, each.after) for each in entries if each.action == "change_setting"}
    return {"min_stake": rpc.call(wallet.GetStakeRules()).min_chips, "log": done}


def _wait_for(condition: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + WAIT_S
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"waited for {what}")
        time.sleep(0.01)


if __name__ == "__main__":
    main()
