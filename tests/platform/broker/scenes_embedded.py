"""What happens on the broker in the process; run by test_embedded.py in a patched process."""

import itertools
import time
from collections.abc import Callable
from typing import Any

import eventlet

from services.platform.broker import names
from services.platform.broker.link import Link, Unroutable
from services.platform.process.settings import CommonSettings
from tests.platform.eventlet_process import wait_for

common = CommonSettings()
_numbers = itertools.count()


def fresh(prefix: str) -> str:
    return f"{prefix}-{next(_numbers)}"


class Consumer:
    """A link with queues bound as `bindings` say (queue → topics), keeping what it gets."""

    def __init__(self, bindings: dict[str, list[str]], on_message: Callable[[Any], None] | None = None, **how: Any):
        self.got: list[tuple[str, str]] = []
        self.messages: list[Any] = []
        self._bindings = bindings
        self._on_message = on_message or (lambda message: message.ack())
        self._how = how
        self.link = Link(common, fresh("consumer"), self._on_up).start(60)

    def _on_up(self, link: Link) -> None:
        link.declare_exchanges()
        for queue, topics in self._bindings.items():
            link.declare_durable(queue, f"dead.{queue}")
            for topic in topics:
                link.channel.queue_bind(queue=queue, exchange=names.EVENTS_EXCHANGE, routing_key=topic)
            link.consume(queue, lambda message, queue=queue: self._take(queue, message), **self._how)

    def _take(self, queue: str, message: Any) -> None:
        body = message.body
        self.got.append((queue, body if isinstance(body, str) else bytes(body).decode()))
        self.messages.append(message)
        self._on_message(message)

    def wait(self, count: int) -> list[tuple[str, str]]:
        wait_for(lambda: len(self.got) >= count, f"{count} messages")
        eventlet.sleep(0.05)
        return sorted(self.got)


def publisher() -> Link:
    return Link(common, fresh("publisher"), lambda link: link.declare_exchanges()).start(60)


def sizes(*queues: str) -> list[int]:
    channel = publisher().channel
    return [channel._size(queue) for queue in queues]


# --- the scenes ---


def topics() -> Any:
    one, two, word = fresh("one"), fresh("two"), fresh("a")
    consumer = Consumer({one: [f"{word}.b"], two: [f"{word}.*"]})
    link = publisher()
    link.publish(b"1", names.EVENTS_EXCHANGE, f"{word}.b")
    link.publish(b"2", names.EVENTS_EXCHANGE, f"{word}.c")
    link.publish(b"3", names.EVENTS_EXCHANGE, f"{word}.b.c")
    return [[queue == one, text] for queue, text in consumer.wait(3)]


def fanout() -> Any:
    got: list[list[Any]] = []

    def on_up(link: Link, name: str) -> None:
        link.declare_exchanges()
        link.declare_own(name, (names.PUSH_EXCHANGE,))
        link.consume(name, lambda message: got.append([name, bytes(message.body).decode()]), no_ack=True)

    for name in ("ear-1", "ear-2"):
        Link(common, name, lambda link, name=name: on_up(link, name)).start(60)
    publisher().publish(b"x", names.PUSH_EXCHANGE, "")
    wait_for(lambda: len(got) == 2, "both ears")
    return sorted(got)


def unroutable() -> Any:
    link = publisher()
    returned: list[str] = []
    link.on_return = lambda key, _headers: returned.append(key)
    promise = link.publish(b"x", "", "nobody", mandatory=True, confirm=True)
    try:
        promise.wait(60)
    except Unroutable as error:
        return [str(error), returned]
    return None


def many_in_one_acknowledgement(count: int, prefetch: int) -> Any:
    """A consumer that acknowledges only the newest of what it has, with `multiple`."""
    queue = fresh("bulk")
    waiting: list[Any] = []
    consumer = Consumer({queue: []}, waiting.append, prefetch=prefetch)

    def acknowledge() -> None:
        while True:
            eventlet.sleep(0.005)
            if waiting:
                consumer.link.ack(waiting[-1].delivery_tag, consumer.link.channel, multiple=True)
                waiting.clear()

    reader = eventlet.spawn(acknowledge)
    link = publisher()
    for number in range(count):
        link.publish(str(number).encode(), "", queue)
    consumer.wait(count)
    eventlet.sleep(0.05)
    reader.kill()
    unacknowledged = consumer.link.channel.qos
    unacknowledged._flush()
    return [[int(text) for _, text in consumer.got] == list(range(count)), len(unacknowledged._delivered)]


def requeue_reaches_its_own_queue_alone() -> Any:
    one, two, word = fresh("one"), fresh("two"), fresh("t")
    tries: list[str] = []

    def first_time_refused(message: Any) -> None:
        tries.append("")
        if len(tries) == 1:
            message.requeue()
        else:
            message.ack()

    refusing = Consumer({one: [word]}, first_time_refused)
    content = Consumer({two: [word]})
    publisher().publish(b"x", names.EVENTS_EXCHANGE, word)
    refusing.wait(2)
    return [len(refusing.got), len(content.got)]


def delivery_limit(by_topic: bool) -> Any:
    queue, word = fresh("poisoned"), fresh("t")
    consumer = Consumer({queue: [word]}, lambda message: message.requeue())
    if by_topic:
        publisher().publish(b"bad", names.EVENTS_EXCHANGE, word)
    else:
        publisher().publish(b"bad", "", queue)
    wait_for(lambda: sizes(f"dead.{queue}") == [1], "the dead queue")
    eventlet.sleep(0.05)
    dead = publisher().channel.basic_get(f"dead.{queue}", no_ack=True)
    return [len(consumer.got), sizes(queue), bytes(dead.body).decode(), dead.headers["x-first-death-queue"] == queue]


def refused_for_good() -> Any:
    queue, word = fresh("refused"), fresh("t")
    consumer = Consumer({queue: [word]}, lambda message: message.reject())
    publisher().publish(b"bad", names.EVENTS_EXCHANGE, word)
    wait_for(lambda: sizes(f"dead.{queue}") == [1], "the dead queue")
    return [len(consumer.got), sizes(queue, f"dead.{queue}")]


def one_message_in_two_queues_of_one_consumer() -> Any:
    """Acknowledged in one queue, still unacknowledged in the other, from which it comes again."""
    one, two, word = fresh("kept"), fresh("dropped"), fresh("t")
    consumer = Consumer({one: [word], two: [word]}, lambda message: None)
    publisher().publish(b"x", names.EVENTS_EXCHANGE, word)
    consumer.wait(2)
    for (queue, _), message in zip(list(consumer.got), list(consumer.messages), strict=True):
        if queue == two:
            message.ack()
    consumer.link.stop()
    return sizes(one, two)


def unacknowledged_comes_again() -> Any:
    queue = fresh("again")
    first = Consumer({queue: []}, lambda message: None)
    publisher().publish(b"x", "", queue)
    first.wait(1)
    first.link.stop()
    second = Consumer({queue: []})
    return [text for _, text in second.wait(1)]


def idle_readers_time_out_though_others_are_busy() -> Any:
    """How long a reader that asks for 0.2 s is kept while messages pass elsewhere (s)."""
    import kombu

    connection = kombu.Connection(common.broker_url)
    channel = connection.channel()
    channel.queue_declare(queue="quiet")
    channel.basic_consume("quiet", no_ack=True, callback=lambda message: None, consumer_tag="quiet")
    link = publisher()
    busy = Consumer({"busy": []})

    def chatter() -> None:
        while True:
            link.publish(b"x", "", "busy")
            eventlet.sleep(0.02)

    talking = eventlet.spawn(chatter)
    started = time.monotonic()
    try:
        with eventlet.Timeout(30, False):
            connection.drain_events(timeout=0.2)
    except TimeoutError:
        pass
    waited_s = time.monotonic() - started
    talking.kill()
    busy.link.stop()
    return waited_s


def looks_of_a_reader_while_others_are_busy() -> Any:
    """How often a reader looks into its queues while many messages pass elsewhere, and what it gets in the end."""
    import kombu

    connection, got = kombu.Connection(common.broker_url), []
    channel = connection.channel()
    for queue in ("calm", "calm-too"):
        channel.queue_declare(queue=queue)
    channel.basic_consume("calm", no_ack=True, callback=lambda message: got.append("calm"), consumer_tag="calm")
    looks, look = [], connection.transport.cycle.get
    connection.transport.cycle.get = lambda *args, **kwargs: (looks.append(1), look(*args, **kwargs))[1]
    link, busy = publisher(), Consumer({"busier": []})
    reader = eventlet.spawn(connection.drain_events, timeout=60)
    for _ in range(50):
        link.publish(b"x", "", "busier")
        eventlet.sleep(0)
    busy.wait(50)
    looked = len(looks)
    link.publish(b"x", "", "calm-too")
    channel.basic_consume("calm-too", no_ack=True, callback=lambda message: got.append("too"), consumer_tag="too")
    reader.wait()
    return [looked, got]


def turns_after_a_refusal() -> Any:
    """Turns of the hub from the refusal of all that a reader may have at once to the next message, the middle one."""
    queue, took = fresh("small"), []
    consumer = Consumer({queue: []}, lambda message: None, prefetch=1)
    link = publisher()
    for _ in range(12):
        link.publish(b"x", "", queue)
    for count in range(1, 12):
        consumer.wait(count)
        turns = 0
        consumer.messages[-1].reject()
        while len(consumer.got) == count:
            eventlet.sleep(0)
            turns += 1
        took.append(turns)
    return sorted(took)[5]


def speed() -> Any:
    """Turns of the hub from a publication to its arrival, the middle one of many."""
    queue, took = fresh("fast"), []
    consumer = Consumer({queue: []})
    link = publisher()
    for _ in range(51):
        had, turns = len(consumer.got), 0
        link.publish(b"x", "", queue)
        while len(consumer.got) == had:
            eventlet.sleep(0)
            turns += 1
        took.append(turns)
    return sorted(took)[25]
