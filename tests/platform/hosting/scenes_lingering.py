"""A service whose events linger for company and whose questions come after them: run by test_lingering.py."""

import logging
from typing import Any

import eventlet
import sqlalchemy as sa

from services.contracts.base import Envelope
from services.contracts.lobby.accounts import accounts as lobby
from services.contracts.tables import events as tables
from services.kernel.ids import new_id
from services.platform.broker import names
from services.platform.database.unit_of_work import Database, Work
from services.platform.hosting.events import OnEvents, on_events, on_questions
from services.platform.hosting.host import Base, ServiceHost, Wired
from services.platform.process import logs
from services.platform.process.json import encode, join_array
from services.platform.process.settings import CommonSettings, load
from tests.platform.eventlet_process import wait_for

logs.set_up("CRITICAL", "test")
logging.disable()
common = load(CommonSettings)

LINGER_MS = 60_000
"""So long that only a question, or a full company, can end it while a test waits."""


class App:
    """What the entrypoints have seen."""

    def __init__(self, base: Base) -> None:
        self.base = base
        self.companies: list[int] = []
        self.seen_by_questions: list[int] = []


class WalletService:
    """Notes accounts, late; replies to requests with their number."""

    name = "wallet"
    app: Any = Wired()

    @on_events(lobby.Registered, linger_ms=LINGER_MS)
    def welcome(self, work: Work, events: list[lobby.Registered]) -> None:
        eventlet.sleep(0.05)
        self.app.companies.append(len(events))
        for event in events:
            work.execute(sa.text("INSERT INTO effects VALUES (:what, 1)"), {"what": event.account})

    @on_questions(tables.MatchAsked, "*", linger_ms=10, after=(lobby.Registered,))
    def how_many(self, work: Work, _events: list[tables.MatchAsked]) -> None:
        self.app.seen_by_questions.append(work.execute(sa.text("SELECT count(*) FROM effects")).scalar_one())


app: App
base: Base


def start(url: str) -> Any:
    global app, base
    base = Base(common, Database(url, "wallet"))
    app = App(base)
    host = ServiceHost(WalletService, app, base)
    host.start()
    return host.is_ready()


def forget() -> Any:
    """As if nothing had been said yet: every test waits until all that it said has been dealt with."""
    app.companies.clear()
    app.seen_by_questions.clear()
    with base.database.work() as work:
        work.execute(sa.text("DELETE FROM effects"))
    return True


def register(account: str) -> None:
    """One message of one event."""
    event = lobby.Registered(account=account, name="", device="", created_at_ms=1)
    _publish("lobby.registered", Envelope(account, "trace", 1, event))


def ask_until(count: int) -> Any:
    """Ask until the answer knows so many accounts: an event and a question may overtake each other on their way."""

    def knows() -> bool:
        asked = tables.MatchAsked(match="m", table="t", game="g", stake_chips=0, accounts=[], reply_to="nobody")
        before = len(app.seen_by_questions)
        _publish("tables.match_asked.free", Envelope(new_id(), "trace", 1, asked))
        wait_for(lambda: len(app.seen_by_questions) > before, "the question")
        return app.seen_by_questions[-1] == count

    wait_for(knows, f"an answer that knows {count} accounts")
    return app.companies


def ask_often(companies: int) -> Any:
    """Ask again and again until so many companies of questions have been worked on; when each began, in seconds."""
    began_s: list[float] = []
    work_on = OnEvents._work_on

    def noting(self: OnEvents, messages: list[Any]) -> None:
        began_s.append(self._began_s)
        work_on(self, messages)

    OnEvents._work_on = noting  # type: ignore[method-assign]
    asked = tables.MatchAsked(match="m", table="t", game="g", stake_chips=0, accounts=[], reply_to="nobody")
    while len(began_s) < companies:
        _publish("tables.match_asked.free", Envelope(new_id(), "trace", 1, asked))
        eventlet.sleep(0.01)  # so few that a full company, which may begin early, never comes together
    OnEvents._work_on = work_on  # type: ignore[method-assign]
    return began_s


def companies(count: int) -> Any:
    """The sizes of the companies that were worked on, once there are so many."""
    wait_for(lambda: len(app.companies) >= count, f"{count} companies")
    return app.companies


def _publish(routing_key: str, envelope: Envelope[Any]) -> None:
    promise = base.link.publish(
        join_array([encode(envelope)]), names.EVENTS_EXCHANGE, routing_key, persistent=True, confirm=True
    )
    assert promise is not None
    promise.wait(5)
