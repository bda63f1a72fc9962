"""Who takes over a process credits nobody and speaks in nobody else's name, whatever way a message takes at a real
broker; the service is the wallet, with the users of production."""

import json
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import amqp
import pytest

from services.contracts.base import Envelope
from services.contracts.lobby.accounts import accounts as lobby
from services.contracts.wallet import transfers as outside
from services.platform.broker import names
from services.platform.broker.dead_letters import Letter, list_dead, park, replay_dead
from services.platform.broker.link import Link
from services.platform.broker.rpc_client import RpcClient
from services.platform.broker.senders import FORGED
from services.platform.process.json import encode, join_array
from services.platform.process.settings import CommonSettings
from tests.platform.conftest import make_schema
from tests.platform.eventlet_process import Green
from tests.support.broker_users import PASSWORD, make_users, remove_users
from tests.support.rabbit import RabbitServer
from tests.support.server import wait_until

pytestmark = pytest.mark.real

CREDIT, REQUESTS = "wallet.move_chips", "rpc-wallet"
REGISTERED, EVENTS = "lobby.registered", "events.wallet.lobby.registered"
Publish = Callable[[amqp.Channel, amqp.Message, str], None]


def credit(account: str) -> bytes:
    """A request of another system to credit an account."""
    request = outside.MoveChips(caller="shop", key=account, account=account, chips=1_000_000)
    return json.dumps({"args": [json.loads(encode(request))], "kwargs": {}}).encode()


def registered(account: str) -> bytes:
    """A message with the event of a new account, for which there are welcome chips."""
    event = lobby.Registered(account=account, name=account, device="d", created_at_ms=1)
    return join_array([encode(Envelope(id=account, trace="", at_ms=1, body=event))])


def straight(queue: str, header: str = "CC") -> Publish:
    """By the default exchange, where the routing key names no queue and the header does."""

    def publish(channel: amqp.Channel, message: amqp.Message, key: str) -> None:
        message.properties["application_headers"] = {header: [queue]}
        channel.basic_publish_confirm(message, "", key)

    return publish


def by_name(queue: str) -> Publish:
    """By the default exchange, with the queue's name."""
    return lambda channel, message, _key: channel.basic_publish_confirm(message, "", queue)


def beside(exchange: str, own_key: str) -> Publish:
    """With a routing key that the sender may use, and a second one in a header."""

    def publish(channel: amqp.Channel, message: amqp.Message, key: str) -> None:
        message.properties["application_headers"] = {"CC": [key]}
        channel.basic_publish_confirm(message, exchange, own_key)

    return publish


def through_own_queue(exchange: str, own_queue: str) -> Publish:
    """The message expires in a queue of the sender's own, and the broker itself sends it on."""

    def publish(channel: amqp.Channel, message: amqp.Message, key: str) -> None:
        behind = {"x-dead-letter-exchange": exchange, "x-dead-letter-routing-key": key, "x-message-ttl": 1}
        channel.queue_declare(own_queue, durable=False, auto_delete=False, arguments=behind)
        channel.basic_publish_confirm(message, "", own_queue)

    return publish


CREDITS = {
    "ranking": straight(REQUESTS),
    "tables": straight(REQUESTS, "BCC"),
    "moderation": by_name(REQUESTS),
    "lobby": through_own_queue(names.RPC_EXCHANGE, "rpc.reply.lobby.x"),
    "tournaments": beside(names.RPC_EXCHANGE, "wallet.pay_entry"),
}
"""Ways past the broker's check of requests, by who takes them."""
NEWS = {
    "ranking": by_name(EVENTS),
    "tables": straight(EVENTS),
    "moderation": beside(names.EVENTS_EXCHANGE, "moderation.chat_muted"),
    "tournaments": through_own_queue(names.EVENTS_EXCHANGE, "rpc.reply.tournaments.x"),
}
"""The same for events."""


class Site:
    """The wallet, its broker, and everybody's address of it."""

    def __init__(self, green: Green, urls: dict[str, str], operator: str) -> None:
        self.green = green
        self.urls = urls
        self.operator = CommonSettings(broker_url=operator)

    def send(self, process: str, publish: Publish, body: bytes, key: str) -> None:
        """Send a message as a process's user; returns when the broker has it.

        Raises:
            amqp.exceptions.AccessRefused: it may not.
        """
        address = urlsplit(self.urls[process])
        connection = amqp.Connection(
            f"{address.hostname}:{address.port}", address.username, PASSWORD, virtual_host=address.path[1:]
        )
        message = amqp.Message(body, content_type="application/json", content_encoding="utf-8")
        with connection:
            publish(connection.channel(), message, key)


@pytest.fixture
def site(rabbit_server: RabbitServer, rabbit_url: str, sqlite_url: str) -> Iterator[Site]:
    vhost = urlsplit(rabbit_url).path.removeprefix("/")
    urls = make_users(rabbit_server, vhost)
    make_schema(sqlite_url)
    with Green("tests.platform.broker.scenes_forged", broker_url=urls["wallet"], queue_type="classic") as green:
        assert green.call("start", database_url=sqlite_url)
        yield Site(green, urls, rabbit_url)
    remove_users(rabbit_server, vhost)


def test_a_credit_that_bypassed_the_exchange_of_requests_is_not_carried_out(site: Site) -> None:
    for process, publish in CREDITS.items():
        site.send(process, publish, credit(process), CREDIT)
    asked = outside.MoveChips(caller="shop", key="k", account="ann", chips=5)
    client = RpcClient(CommonSettings(broker_url=site.urls["grpc"]), "grpc").start()
    try:
        assert client.call(asked, 60_000) == outside.Moved(reference="k", balance_chips=5, replayed=False)
        # The tournaments' copy is dispatched by its first routing key: a check of an entry, which this wallet lacks.
        credited, _, refused = site.green.call("seen", credited=1, welcomed=0, refused=len(CREDITS) - 1)
    finally:
        client.stop()
    assert (credited, refused) == (["ann"], len(CREDITS) - 1)


@pytest.mark.parametrize("process", ["lobby", "tournaments", "gateway"])
def test_the_broker_takes_a_credit_from_other_systems_alone(site: Site, process: str) -> None:
    def publish(channel: amqp.Channel, message: amqp.Message, key: str) -> None:
        channel.basic_publish_confirm(message, names.RPC_EXCHANGE, key)

    with pytest.raises(amqp.exceptions.AccessRefused):
        site.send(process, publish, credit(process), CREDIT)


def test_an_event_that_came_past_its_exchange_is_parked_and_never_replayed(site: Site) -> None:
    for process, publish in NEWS.items():
        site.send(process, publish, registered(process), REGISTERED)
    site.send(
        "lobby",
        lambda *sent: sent[0].basic_publish_confirm(sent[1], names.EVENTS_EXCHANGE, sent[2]),
        registered("ann"),
        REGISTERED,
    )
    _, welcomed, refused = site.green.call("seen", credited=0, welcomed=1, refused=len(NEWS))
    assert (welcomed, refused) == (["ann"], len(NEWS))

    link = Link(site.operator, "test").start(60)
    park(link, Letter("wallet", EVENTS, registered("bob"), "handler failed", 1))
    link.stop()
    wait_until(lambda: len(list_dead(site.operator, "wallet")) == len(NEWS) + 1, 60, "the parked messages")
    assert replay_dead(site.operator, "wallet") == 1, "what an operator replays is accepted"
    _, welcomed, refused = site.green.call("seen", credited=0, welcomed=2, refused=len(NEWS))
    assert (welcomed, refused) == (["ann", "bob"], len(NEWS))
    assert [each["reason"] for each in list_dead(site.operator, "wallet")] == [FORGED] * len(NEWS)


def test_no_process_replays(site: Site) -> None:
    def on_up(link: Link) -> None:
        link.channel.exchange_declare(names.REPLAY_EXCHANGE, "direct", durable=True, auto_delete=False)

    Link(site.operator, "test", on_up).start(60).stop()
    for process in site.urls:
        with pytest.raises(amqp.exceptions.AccessRefused):
            site.send(
                process,
                lambda *sent: sent[0].basic_publish_confirm(sent[1], names.REPLAY_EXCHANGE, EVENTS),
                registered(process),
                EVENTS,
            )
