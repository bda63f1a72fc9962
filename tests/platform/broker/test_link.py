"""The link on RabbitMQ, here with real threads as in the gRPC front."""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from services.platform.broker import names
from services.platform.broker.link import BrokerDown, Link, Unroutable
from services.platform.process.settings import CommonSettings
from tests.platform.eventlet_process import wait_for
from tests.platform.proxy import Proxy

pytestmark = [pytest.mark.real, pytest.mark.waits]

QUEUE = "work"


@pytest.fixture
def wire(rabbit_url: str) -> Iterator[Proxy]:
    with Proxy(rabbit_url) as proxy:
        yield proxy


@pytest.fixture
def links(wire: Proxy) -> Iterator["Links"]:
    opened = Links(wire.url)
    yield opened
    for link in opened.all:
        link.stop()


def acknowledge(link: Link, message: Any) -> None:
    link.ack(message.delivery_tag, link.channel)


def keep(_link: Link, _message: Any) -> None:
    pass


class Links:
    """Makes links and stops them at the end."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.heartbeat_s = 60
        self.all: list[Link] = []

    def __call__(self, on_up: Callable[[Link], None] | None = None, **settings: Any) -> Link:
        common = CommonSettings(broker_url=self.url, broker_heartbeat_s=self.heartbeat_s, **settings)
        link = Link(common, f"link-{len(self.all)}", on_up)
        self.all.append(link)
        return link.start(60)

    def consumer(self, on_message: Callable[[Link, Any], None] = acknowledge, queue: str = QUEUE) -> "Consumer":
        """A link that consumes a durable queue; acknowledges by default."""
        return Consumer(self, on_message, queue)


class Consumer:
    """What came by a link, and how often that went up and down."""

    def __init__(self, links: Links, on_message: Callable[[Link, Any], None], queue: str) -> None:
        self.got: list[bytes] = []
        self.messages: list[Any] = []
        self.ups = self.downs = 0
        self._on_message = on_message
        self._queue = queue
        self.link = links(self._on_up)
        self.link.on_down = self._on_down

    def _on_up(self, link: Link) -> None:
        self.ups += 1
        link.declare_durable(self._queue, f"dead.{self._queue}")
        link.consume(self._queue, self._take, prefetch=100)

    def _on_down(self) -> None:
        self.downs += 1

    def _take(self, message: Any) -> None:
        self.got.append(bytes(message.body.encode() if isinstance(message.body, str) else message.body))
        self.messages.append(message)
        self._on_message(self.link, message)


def declare(link: Link) -> None:
    link.declare_exchanges()
    link.declare_durable(QUEUE, f"dead.{QUEUE}")


def ready(link: Link, queue: str = QUEUE) -> int:
    """How many messages wait in a queue, asked on a channel of its own."""
    with link._connection.clone() as connection, connection.channel() as channel:
        return int(channel.queue_declare(queue=queue, passive=True).message_count)


def confirmed(link: Link, body: bytes, queue: str = QUEUE, **how: Any) -> None:
    promise = link.publish(body, "", queue, persistent=True, confirm=True, wait_up_s=60, **how)
    assert promise is not None
    promise.wait(60)


# --- publishing ---


def test_a_confirmed_message_is_in_its_queue(links):
    link = links(declare)
    for _ in range(5):
        confirmed(link, b"x")
    assert ready(link) == 5


def test_without_a_connection_nothing_is_published():
    link = Link(CommonSettings(broker_url="amqp://127.0.0.1:1//"), "nowhere")
    with pytest.raises(BrokerDown):
        link.publish(b"x", "", QUEUE)
    link.start()
    with pytest.raises(BrokerDown):
        link.publish(b"x", "", QUEUE, wait_up_s=0.05)
    link.stop()


def test_a_mandatory_message_that_no_queue_takes_is_unroutable_and_the_others_are_confirmed(links):
    link = links(declare)
    returned: list[tuple[str, dict[str, Any]]] = []
    link.on_return = lambda key, headers: returned.append((key, headers))
    queues = [QUEUE, "nobody", QUEUE, "no-one", QUEUE]
    promises = [
        link.publish(b"x", "", queue, mandatory=True, confirm=True, headers={"gateway": queue}) for queue in queues
    ]
    outcomes = []
    for promise in promises:
        try:
            promise.wait(60)
            outcomes.append("confirmed")
        except Unroutable as error:
            outcomes.append(str(error))
    assert outcomes == ["confirmed", "nobody", "confirmed", "no-one", "confirmed"]
    assert [(key, headers["gateway"]) for key, headers in returned] == [("nobody", "nobody"), ("no-one", "no-one")]


def test_a_mandatory_message_to_an_exchange_without_queues_is_unroutable(links):
    link = links(declare)
    promise = link.publish(b"x", names.EVENTS_EXCHANGE, "nobody.cares", mandatory=True, confirm=True)
    with pytest.raises(Unroutable):
        promise.wait(60)


def test_a_message_expires_after_so_many_milliseconds(links):
    link = links(declare)
    confirmed(link, b"short", expiration_ms=50)
    confirmed(link, b"long", expiration_ms=60_000)
    wait_for(lambda: ready(link) == 1, "the short-lived message to go")


def test_many_threads_publish_while_the_reader_alone_reads(links, monkeypatch):
    """Whoever writes must never read: half a message would be lost to the reader."""
    consumer = links.consumer()
    amqp_connection = consumer.link._connection.connection
    readers: set[str] = set()
    drain = amqp_connection.drain_events

    def drain_events(*args: Any, **kwargs: Any) -> Any:
        readers.add(threading.current_thread().name)
        return drain(*args, **kwargs)

    monkeypatch.setattr(amqp_connection, "drain_events", drain_events)
    big = b"x" * 300_000
    work = [(4, big), (60, b"small"), (60, b"small")]
    threads = [threading.Thread(target=publish_all, args=(consumer.link, *each)) for each in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(100)
    wait_for(lambda: len(consumer.got) >= 124, "all messages")
    assert sorted(map(len, consumer.got)) == [5] * 120 + [len(big)] * 4
    assert (consumer.downs, consumer.ups, readers) == (0, 1, {f"link-{consumer.link.name}"})


def publish_all(link: Link, count: int, body: bytes) -> None:
    for _ in range(count):
        confirmed(link, body)


def test_what_is_published_together_leaves_as_one_piece_and_each_message_is_confirmed(links, monkeypatch):
    consumer = links.consumer(keep)  # acknowledgements are pieces too
    transport = consumer.link._connection.connection.transport
    pieces: list[int] = []
    write = transport._write
    monkeypatch.setattr(transport, "_write", lambda piece: pieces.append(len(piece)) or write(piece))
    with consumer.link.together():
        promises = [
            consumer.link.publish(body, "", queue, mandatory=True, confirm=True)
            for body, queue in ((b"one", QUEUE), (b"two", "nobody"), (b"x" * 300_000, QUEUE))
        ]
        assert pieces == []
    assert len(pieces) == 1
    promises[0].wait(60)
    promises[2].wait(60)
    with pytest.raises(Unroutable):
        promises[1].wait(60)
    wait_for(lambda: sorted(map(len, consumer.got)) == [3, 300_000], "the messages")


def test_confirms_of_what_was_written_together_to_a_lost_connection_say_so_and_the_link_comes_back(links, monkeypatch):
    consumer = links.consumer()

    def fail(_piece: bytes) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(consumer.link._connection.connection.transport, "_write", fail)
    with consumer.link.together():
        promise = consumer.link.publish(b"lost", "", QUEUE, confirm=True)
    with pytest.raises(BrokerDown):
        promise.wait(60)
    wait_for(lambda: consumer.ups == 2 and consumer.link.is_up, "the link to come back")
    confirmed(consumer.link, b"after")


# --- breaking and mending ---


def test_after_a_cut_the_link_comes_back_and_its_consumers_go_on(links, wire):
    held: list[Any] = []
    consumer = links.consumer(lambda _link, message: held.append(message))
    confirmed(consumer.link, b"before")
    wait_for(lambda: len(held) == 1, "the first message")
    old_channel = consumer.link.channel
    wire.cut()
    wait_for(lambda: consumer.downs == 1, "the link to go down")
    assert not consumer.link.is_up
    with pytest.raises(BrokerDown):
        consumer.link.publish(b"x", "", QUEUE)
    wire.mend()
    consumer.link.wait_up(60)
    confirmed(consumer.link, b"after")
    wait_for(lambda: sorted(consumer.got) == [b"after", b"before", b"before"], "what was not acknowledged, again")
    consumer.link.ack(1, old_channel)  # a tag of the old channel means nothing now
    for message in held[1:]:
        consumer.link.ack(message.delivery_tag, consumer.link.channel)
    confirmed(consumer.link, b"last")
    wait_for(lambda: consumer.got[-1] == b"last", "the link to work on")
    assert (consumer.ups, consumer.downs) == (2, 1)


def test_a_confirm_that_a_cut_overtakes_says_so(links, wire):
    link = links(declare)
    wire.hold()
    promise = link.publish(b"x", "", QUEUE, confirm=True)
    wire.cut()
    with pytest.raises(BrokerDown):
        promise.wait(60)


def test_a_cut_noticed_by_a_writer_is_reported_too(links, monkeypatch):
    """The owner of shards must be notified of every cut, whichever side notices first."""
    consumer = links.consumer()

    def broken(*_args: Any, **_kwargs: Any) -> None:
        raise ConnectionResetError

    monkeypatch.setattr(consumer.link.channel, "basic_publish", broken)
    with pytest.raises(BrokerDown):
        consumer.link.publish(b"x", "", QUEUE)
    wait_for(lambda: consumer.downs == 1, "the news of the cut")
    wait_for(lambda: consumer.ups == 2, "the next connection")
    confirmed(consumer.link, b"x")


def test_a_reader_that_did_not_see_the_cut_comes_back_too(links):
    """A write has failed while the reader was busy; its next look must not be at a connection without subscriptions."""
    consumer, other = links.consumer(), links(declare)
    consumer.link._connection.connection.transport.connected = False  # as such a write leaves it
    confirmed(other, b"wakes the reader")
    wait_for(lambda: consumer.ups == 2, "the next connection")
    confirmed(other, b"after")
    wait_for(lambda: consumer.got[-1] == b"after", "the subscription")


def test_a_hanging_host_shows_by_its_heartbeats(links, wire):
    links.heartbeat_s = 1
    consumer = links.consumer()
    wire.hold()
    wait_for(lambda: consumer.downs, "missed heartbeats")
    wire.mend()
    consumer.link.wait_up(60)


def test_cancelling_on_a_dead_connection_raises_nothing(links, monkeypatch):
    consumer = links.consumer()

    def broken(*_args: Any, **_kwargs: Any) -> None:
        raise ConnectionResetError

    monkeypatch.setattr(consumer.link.channel, "basic_cancel", broken)
    consumer.link.cancel(f"{consumer.link.name}.{QUEUE}")
    wait_for(lambda: consumer.downs == 1, "the news of the cut")


def test_what_a_stopped_link_had_not_acknowledged_goes_back(links):
    consumer = links.consumer(keep)
    confirmed(consumer.link, b"x")
    wait_for(lambda: consumer.got, "the message")
    consumer.link.stop()
    other = links()
    wait_for(lambda: ready(other) == 1, "the message in its queue")


def test_one_acknowledgement_covers_all_messages_before_it(links):
    consumer = links.consumer(keep)
    for _ in range(20):
        confirmed(consumer.link, b"x")
    wait_for(lambda: len(consumer.got) == 20, "all")
    consumer.link.ack(consumer.messages[17].delivery_tag, consumer.link.channel, multiple=True)
    consumer.link.stop()
    other = links()
    wait_for(lambda: ready(other) == 2, "the two others")


def test_a_message_put_back_too_often_goes_to_the_dead_queue(links):
    consumer = links.consumer(lambda link, message: link.requeue(message.delivery_tag, link.channel))
    confirmed(consumer.link, b"bad")
    wait_for(lambda: ready(consumer.link, f"dead.{QUEUE}") == 1, "the dead queue")
    assert len(consumer.got) == 6
    assert ready(consumer.link) == 0
