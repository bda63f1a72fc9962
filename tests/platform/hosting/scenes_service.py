"""A service in nameko, the outbox of another, and a caller: run by test_service.py in a patched process."""

import logging
import time
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import eventlet
import msgspec
import sqlalchemy as sa
from kombu import Connection

from services.contracts.base import Envelope, Request
from services.contracts.lobby.accounts import accounts as lobby
from services.contracts.wallet import balances as wallet
from services.kernel.refusal import Refusal
from services.platform.broker import dead_letters as dead_letters_plumbing
from services.platform.broker import names, rpc_client
from services.platform.broker.link import Link
from services.platform.database import inbox, outbox, unit_of_work
from services.platform.database.unit_of_work import Database, OutboxRow, Work
from services.platform.hosting.events import on_events
from services.platform.hosting.host import Base, ServiceHost, Wired
from services.platform.hosting.rpc import rpc
from services.platform.process import logs
from services.platform.process.json import encode, join_array
from services.platform.process.settings import CommonSettings, load
from services.platform.process.tracing import current_trace, traced
from tests.platform.eventlet_process import wait_for

logs.set_up("CRITICAL", "test")
logging.disable()
outbox._LOOK_S, outbox._LEFT_BEHIND_MS, outbox._MARK_S, outbox._LOOK_AGAIN_S = 0.1, 400, 0.1, 0.1
inbox._RETRY_S = (0.05,)

common = load(CommonSettings)


class App:
    """What the service's entrypoints work with, and what the scenes look at."""

    def __init__(self, base: Base) -> None:
        self.base = base
        self.asked: list[str] = []
        self.answered: list[str] = []
        self.bad: set[str] = {"bad"}
        self.pause_s = 0.0


class WalletService:
    """Answers by the account's name; notes new accounts in `effects`."""

    name = "wallet"
    app = Wired()

    @rpc(wallet.GetBalance)
    def get_balance(self, request: wallet.GetBalance) -> Any:
        self.app.asked.append(request.account)
        word, _, number = request.account.partition(":")
        if word == "nobody":
            return Refusal("account_unknown", {"account": "nobody"})
        if word == "broken":
            raise RuntimeError("the method failed")
        if word == "odd":
            return wallet.Balance(account="odd", chips=object())  # type: ignore[arg-type]
        if word == "slow":
            eventlet.sleep(int(number.partition(":")[0]) / 1000)
        self.app.answered.append(request.account)
        return wallet.Balance(account=f"{word} {current_trace()}", chips=5)

    @on_events(lobby.Registered)
    def welcome(self, work: Work, events: list[lobby.Registered]) -> None:
        for event in events:
            if event.account in self.app.bad:
                raise ValueError("poison")
            eventlet.sleep(self.app.pause_s)
            work.execute(sa.text("INSERT INTO effects VALUES (:what, 1)"), {"what": event.account})


class House:
    """What runs in this process."""

    def __init__(self, wallet_url: str, lobby_url: str) -> None:
        self.lobby = Base(common, Database(lobby_url, "lobby"))
        self.wallet_url = wallet_url
        self.caller = rpc_client.RpcClient(common, "caller")

    def open(self) -> None:
        self.base = Base(common, Database(self.wallet_url, "wallet"))
        self.app = App(self.base)
        self.host = ServiceHost(WalletService, self.app, self.base)
        self.host.start()


house: House


# --- life ---


def start(wallet_url: str, lobby_url: str) -> Any:
    global house
    house = House(wallet_url, lobby_url)
    house.open()
    house.lobby.start()
    house.caller.start()
    return house.host.is_ready()


def stop_host() -> None:
    house.host.stop()


def open_again() -> None:
    house.open()


def stop_all() -> None:
    """As a process does on SIGTERM."""
    house.host.stop()
    house.lobby.stop()
    house.caller.stop()


def is_ready() -> Any:
    return house.host.is_ready()


# --- asking ---


def ask(account: Any, timeout_ms: int = 60_000, trace: str = "") -> Any:
    """The answer's account, or the refusal's code and detail; and the milliseconds it took."""
    started = time.monotonic()
    with traced(trace):
        answer = house.caller.call(wallet.GetBalance(account=account), timeout_ms)
    took_ms = int((time.monotonic() - started) * 1000)
    if isinstance(answer, Refusal):
        return [answer.error, answer.detail, took_ms]
    return ["answered", answer.account, took_ms]


def ask_impatiently(account: str, timeout_ms: int) -> Any:
    """As `ask`; and whether the service had its answer by then."""
    return [*ask(account, timeout_ms), account in house.app.answered]


def ask_by_another_clock(ahead_s: float, account: str, times: int, timeout_ms: int) -> Any:
    """Another caller asks, whose machine's clock is so much ahead of ours: which of its requests were answered."""
    clock = SimpleNamespace(time=lambda: time.time() + ahead_s, monotonic=time.monotonic)
    caller = rpc_client.RpcClient(common, "elsewhere").start()
    try:
        with patch.object(rpc_client, "time", clock):
            asked = [caller.call(wallet.GetBalance(account=account), timeout_ms) for _ in range(times)]
    finally:
        caller.stop()
    return [not isinstance(answer, Refusal) for answer in asked]


def ask_at_once(count: int) -> Any:
    """Callers at the same time, each answered with their own."""
    pile = eventlet.GreenPile()
    for number in range(count):
        pile.spawn(house.caller.call, wallet.GetBalance(account=f"slow:{number % 7}:{number}"))
    return [answer.account for answer in pile]


class Unknown(Request[wallet.Balance], frozen=True, kw_only=True):
    """A request that the service does not have."""

    answer = wallet.Balance


def ask_unknown() -> Any:
    Unknown.__module__ = "services.contracts.wallet.balances"
    answer = house.caller.call(Unknown(), 60_000)
    assert isinstance(answer, Refusal)
    return answer.error


def asked() -> Any:
    return house.app.asked


def malformed_requests() -> Any:
    """Messages that no client of ours sends; whether the container outlives them."""
    container = house.host._container
    link = house.base.link
    for body in (b"no json", b"[]", b"{}", b'{"args":5,"kwargs":{}}', b'{"args":[{"account":"x"},1,2],"kwargs":{}}'):
        for reply_to in ({}, {"reply_to": "nobody", "correlation_id": "x"}):
            link.publish(body, "nameko-rpc", "wallet.get_balance", **reply_to)
    link.publish(b'{"args":[],"kwargs":{}}', "nameko-rpc", "wallet.no_such_method")
    eventlet.sleep(0.5)
    return [house.host._container is container, ask("ann")[:2]]


# --- events ---


def registered(account: str) -> lobby.Registered:
    return lobby.Registered(account=account, name="", device="", created_at_ms=1)


def tell(*accounts: str, by: list[str] | None = None) -> None:
    """The lobby's transaction that publishes accounts."""
    for_all = list(by or accounts)
    house.lobby.database.run(lambda work: [work.publish(registered(account)) for account in for_all])


def publish_raw(body: str, times: int = 1) -> None:
    for _ in range(times):
        promise = house.lobby.link.publish(
            body.encode("utf-8", "surrogateescape"), names.EVENTS_EXCHANGE, "lobby.registered", confirm=True
        )
        assert promise is not None
        promise.wait(60)


def publish_events(ids: list[str], times: int = 1) -> None:
    """A message with these events, their ids being their accounts."""
    body = join_array([encode(Envelope(id, "trace", 1, registered(id))) for id in ids])
    publish_raw(body.decode(), times)


def effects(expected: list[str] | None = None) -> Any:
    """What was done; waits until it is what is expected."""

    def found() -> list[str]:
        with house.base.database.work() as work:
            return sorted(work.execute(sa.text("SELECT what FROM effects")).scalars())

    if expected is not None:
        try:
            wait_for(lambda: found() == expected, "effects")
        except AssertionError:
            return found()
        eventlet.sleep(0.1)
    return found()


def handler(bad: list[str] | None = None, pause_s: float = 0.0) -> None:
    """How the handler does from now on."""
    house.app.bad = set(bad or [])
    house.app.pause_s = pause_s


def dead_letters(count: int) -> Any:
    wait_for(lambda: len(dead_letters_plumbing.list_dead(common, "wallet")) >= count, f"{count} dead letters")
    return [[each["queue"], each["body"]] for each in dead_letters_plumbing.list_dead(common, "wallet")]


def replay(limit: int = 100) -> Any:
    return dead_letters_plumbing.replay_dead(common, "wallet", limit)


def park_for(queue: str) -> None:
    """A dead letter that came from this queue."""
    promise = house.base.link.publish(
        b"[]", "", "dead.wallet", headers={"x-handler": queue}, persistent=True, confirm=True
    )
    assert promise is not None
    promise.wait(60)


def purge_dead() -> None:
    with Connection(common.broker_url) as connection, connection.channel() as channel:
        channel.queue_purge("dead.wallet")


# --- the outbox ---


def outbox_rows() -> Any:
    """The lobby's rows: which are not sent yet, and which are kept though sent."""
    with house.lobby.database.work() as work:
        rows = work.execute(sa.select(unit_of_work.outbox.c.id, unit_of_work.outbox.c.sent)).all()
    return [sorted(row.id for row in rows if not row.sent), sorted(row.id for row in rows if row.sent)]


def wait_sent() -> Any:
    wait_for(lambda: outbox_rows()[0] == [], "the relay")
    return outbox_rows()


def wait_unsent(count: int) -> Any:
    wait_for(lambda: len(outbox_rows()[0]) == count, f"{count} rows not sent")
    return outbox_rows()[0]


def leave_row_behind(account: str, age_ms: int) -> None:
    """As a process that died between commit and relay."""
    now_ms = int(time.time() * 1000)
    body = encode(Envelope(account, "trace", 1, registered(account))).decode()
    row = OutboxRow(account, names.EVENTS_EXCHANGE, "lobby.registered", body, now_ms - age_ms)
    with house.lobby.database.work() as work:
        work.write_messages([row])


def send_to(queue: str) -> None:
    house.lobby.database.run(lambda work: work.send(queue, ["hello"]))


def receive_from(queue: str) -> Any:
    """Declare the queue and give what comes into it."""
    got: list[bytes] = []

    def on_up(link: Link) -> None:
        link.declare_durable(queue, "dead.wallet")
        link.consume(queue, lambda message: got.append(message.body))

    link = Link(common, "receiver", on_up).start(60)
    wait_for(lambda: got, "the message")
    eventlet.sleep(0.3)
    link.stop()
    return [msgspec.json.decode(each) for each in got]


# --- the hub ---


def wait_in_the_database(queries: int) -> Any:
    """Queries wait for a lock that another green thread gives back once it has seen all of them wait."""
    lock = sa.text("SELECT pg_advisory_xact_lock(1)")
    waiting = sa.text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
    database = house.lobby.database
    pile = eventlet.GreenPile()
    with database.work() as work:
        work.execute(lock).all()
        for _ in range(queries):
            pile.spawn(database.run, lambda work: work.execute(lock).all())
        wait_for(lambda: work.execute(waiting).scalar_one() == queries, "all queries to wait")
    return len(list(pile))
