"""The bridge between the brokers of two cells: nothing is lost, whatever breaks (docs/concepts/cells_and_visits.md)."""

import uuid
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock
from urllib.parse import urlsplit

import kombu
import pytest
from prometheus_client import REGISTRY

from services.platform.broker import names
from services.platform.broker.link import Link, body_of
from services.platform.cells.bridge import Carrier, check_links
from services.platform.cells.crossing import TOPIC
from services.platform.process.settings import CommonSettings, SettingsError
from tests.platform.eventlet_process import wait_for
from tests.platform.proxy import Proxy
from tests.support.broker_users import make_users, remove_users
from tests.support.servers import RabbitServer

pytestmark = pytest.mark.waits

QUEUE = names.cell_queue("eu2")
INBOX = names.event_queue("wallet", TOPIC, "")


class TwoBrokers:
    """The brokers of `eu1` and `eu2`, each with the users that it has in production, and a wire between the cells."""

    def __init__(self, here: dict[str, str], there: dict[str, str]) -> None:
        self.here = here
        self.wire = Proxy(there["bridge"])
        self.got: list[bytes] = []
        """What the wallet of `eu2` has received, in order."""
        self._there = there
        self._opened: list[Any] = []
        self.wallet = self.link(here["wallet"], self._declare_queue)

    def link(self, url: str, on_up: Callable[[Link], None]) -> Link:
        """A link of some process."""
        link = Link(CommonSettings(broker_url=url), "test", on_up)
        self._opened.append(link)
        return link.start(60)

    def carrier(self) -> Carrier:
        """A bridge process of `eu1`."""
        carrier = Carrier(CommonSettings(broker_url=self.here["bridge"], cell="eu1"), "eu2", self.wire.url)
        self._opened.append(carrier)
        carrier.start()
        return carrier

    def receive(self) -> None:
        """The wallet of `eu2` takes what comes, from now on."""
        self.link(self._there["wallet"], self._take)

    def send(self, *bodies: bytes) -> None:
        """The outbox of the wallet here relays messages."""
        for body in bodies:
            promise = self.wallet.publish(body, "", QUEUE, persistent=True, mandatory=True, confirm=True)
            assert promise is not None
            promise.wait(60)

    def waiting(self) -> int:
        """Messages that wait here and that nobody has taken; a consumer's come back when it is gone."""
        with kombu.Connection(self.here["wallet"]) as connection:
            return int(connection.default_channel.queue_declare(queue=QUEUE, passive=True).message_count)

    def close(self) -> None:
        for each in reversed(self._opened):
            each.stop()
        self.wire.__exit__()

    def _declare_queue(self, link: Link) -> None:
        link.declare_durable(QUEUE, names.dead_queue("wallet"), **names.passed_on_arguments(CommonSettings()))

    def _take(self, link: Link) -> None:
        link.declare_exchanges()
        link.declare_durable(INBOX, names.dead_queue("wallet"))
        link.channel.queue_bind(INBOX, names.EVENTS_EXCHANGE, TOPIC)

        def take(message: Any) -> None:
            assert (message.delivery_info["exchange"], message.delivery_info["routing_key"]) == (
                names.EVENTS_EXCHANGE,
                TOPIC,
            )
            self.got.append(body_of(message))
            link.ack(message.delivery_tag, link.channel)

        link.consume(INBOX, take, prefetch=10)


@pytest.fixture
def brokers(rabbit_server: RabbitServer, rabbit_url: str) -> Iterator[TwoBrokers]:
    here = urlsplit(rabbit_url).path.removeprefix("/")
    there = f"test_{uuid.uuid4().hex[:16]}"
    rabbit_server.create_vhost(there)
    found = TwoBrokers(make_users(rabbit_server, here), make_users(rabbit_server, there))
    yield found
    found.close()
    for vhost in (here, there):
        remove_users(rabbit_server, vhost)
    rabbit_server.delete_vhost(there)


def numbered(first: int, last: int) -> list[bytes]:
    return [b"%d" % number for number in range(first, last)]


@pytest.mark.real
def test_messages_cross_in_order_once_a_queue_exists_for_them(brokers: TwoBrokers) -> None:
    brokers.send(*numbered(0, 20))
    carrier = brokers.carrier()
    wait_for(carrier.is_ready, "the bridge")
    wait_for(lambda: stuck_s() > 0, "messages that cannot cross")
    assert not brokers.got, "no queue of the other cell takes them yet"
    brokers.receive()
    wait_for(lambda: len(set(brokers.got)) == 20, "all messages")
    wait_for(lambda: stuck_s() == 0, "nothing that waits")
    assert list(dict.fromkeys(brokers.got)) == numbered(0, 20)
    carrier.stop()
    wait_for(lambda: brokers.waiting() == 0, "an empty queue")


@pytest.mark.real
def test_what_was_handed_over_and_not_acknowledged_comes_again_after_a_crash(brokers: TwoBrokers) -> None:
    brokers.receive()
    brokers.send(*numbered(0, 10))
    first = brokers.carrier()
    with mock.patch.object(first._home, "ack", lambda *_: None):
        wait_for(lambda: len(brokers.got) == 10, "all messages")
        first.stop()  # killed between handing over and acknowledging
    wait_for(lambda: brokers.waiting() == 10, "the messages to come back")
    second = brokers.carrier()
    wait_for(lambda: len(brokers.got) == 20, "all messages again")
    assert sorted(brokers.got) == sorted(numbered(0, 10) * 2)
    second.stop()
    wait_for(lambda: brokers.waiting() == 0, "an empty queue")


@pytest.mark.real
def test_while_the_other_cell_is_cut_off_messages_wait_and_cross_when_it_is_back(brokers: TwoBrokers) -> None:
    brokers.receive()
    carrier = brokers.carrier()
    brokers.send(*numbered(0, 5))
    wait_for(lambda: len(brokers.got) == 5, "the first messages")
    brokers.wire.cut()
    brokers.send(*numbered(5, 15))
    wait_for(lambda: stuck_s() > 0, "messages that cannot cross")
    assert carrier.is_ready(), "the other cell's absence is no fault of this process"
    assert len(brokers.got) == 5
    brokers.wire.mend()
    wait_for(lambda: len(set(brokers.got)) == 15, "all messages")
    wait_for(lambda: stuck_s() == 0, "nothing that waits")
    carrier.stop()
    wait_for(lambda: brokers.waiting() == 0, "an empty queue")


def stuck_s() -> float:
    return REGISTRY.get_sample_value("kafeneio_cell_stuck_seconds", {"cell": "eu2"}) or 0.0


AMQP = "amqps://bridge:x@broker.eu2/kafeneio"


@pytest.mark.parametrize(
    ("common", "links"),
    [
        ({"cell": "eu1"}, {}),
        ({}, {"eu2": AMQP}),
        ({"cell": "eu1"}, {"eu1": AMQP}),
        ({"cell": "eu1"}, {"EU2": AMQP}),
        ({"cell": "eu1"}, {"eu2": "http://secret@broker"}),
        ({"cell": "eu1", "broker_url": "embedded://"}, {"eu2": AMQP}),
    ],
)
def test_a_bridge_without_another_cell_does_not_start(common: dict[str, str], links: dict[str, str]) -> None:
    settings = CommonSettings(**({"broker_url": AMQP} | common))  # type: ignore[arg-type]
    with pytest.raises(SettingsError) as found:
        check_links(settings, links)
    assert "secret" not in str(found.value)


def test_a_bridge_with_another_cell_starts() -> None:
    check_links(CommonSettings(cell="eu1", broker_url=AMQP), {"eu2": AMQP})
