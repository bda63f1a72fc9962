"""The event log on a real RabbitMQ: followers that are killed miss and repeat nothing; cursors that are wrong."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import grpc
import msgspec
import pytest
from kombu import Connection

from gateway.grpc.gen.kafeneio.events.v1 import events_pb2, events_pb2_grpc
from gateway.public_events import broker_log
from gateway.public_events.broker_log import BrokerEventLog
from gateway.public_events.event_log import LoggedEvent, LogRefused, Place
from services.platform.broker import names
from services.platform.process.settings import CommonSettings
from tests.gateway.fakes import services
from tests.gateway.grpc.test_front import LINE, WITH_TOKEN, Door, opened
from tests.gateway.running_gateway import wait_for

pytestmark = pytest.mark.real

WAIT_S = 60
KILLS = 20
SETTLED, CALLED = "wallet.match_settled", "tournaments.game_called"


class Publisher:
    """What an outbox relay sends: messages of several events, sometimes one of them again."""

    def __init__(self, url: str) -> None:
        self.connection = Connection(url)
        self.channel = self.connection.default_channel
        self.sent = 0
        broker_log.declare(self.channel)

    def publish(self, *ids: str, topic: str = SETTLED) -> None:
        events = [[id, "trace", 5, {"match": id, "payouts": {"a": 1}, "secret": "x"}] for id in ids]
        body = self.channel.prepare_message(msgspec.json.encode(events), None, "application/json", "binary")
        self.channel.basic_publish(body, exchange=names.EVENTS_EXCHANGE, routing_key=topic)

    def next(self, count: int = 3) -> list[str]:
        ids = [f"e-{number:06}" for number in range(self.sent, self.sent + count)]
        self.sent += count
        self.publish(*ids)
        return ids


@pytest.fixture
def publisher(rabbit_url: str) -> Iterator[Publisher]:
    made = Publisher(rabbit_url)
    yield made
    made.connection.release()


@contextmanager
def publishing(publisher: Publisher) -> Iterator[None]:
    """Events happen all the time, some of them are sent again."""
    stop = threading.Event()

    def send() -> None:
        while not stop.is_set():
            ids = publisher.next()
            if publisher.sent % 5 == 0:
                publisher.publish(*ids[-2:])  # a relay that died before it had noted them
            time.sleep(0.002)

    thread = threading.Thread(target=send)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


@contextmanager
def front(rabbit_url: str) -> Iterator[tuple[Door, events_pb2_grpc.EventsServiceStub]]:
    """A front with a log of its own, and a caller who may follow it."""
    log = BrokerEventLog(CommonSettings(broker_url=rabbit_url)).start()
    token = f"{LINE}+events.subscribe"
    try:
        with opened(services(), events=log, grpc_tokens=[token], grpc_health_every_s=60, grpc_workers=40,
                    grpc_streams_max=30) as door:  # fmt: skip
            yield door, events_pb2_grpc.EventsServiceStub(door.channel)
    finally:
        log.stop()


@pytest.fixture
def stub(rabbit_url: str, publisher: Publisher) -> Iterator[events_pb2_grpc.EventsServiceStub]:
    with front(rabbit_url) as (_, made):
        yield made


def subscribe(stub: events_pb2_grpc.EventsServiceStub, after: str = "", *topics: str) -> Any:
    asked = events_pb2.SubscribeRequest(topics=topics or [SETTLED], after_cursor=after)
    return stub.Subscribe(asked, metadata=WITH_TOKEN, timeout=WAIT_S)


def read(call: Any, ids: int) -> list[LoggedEvent]:
    found: list[LoggedEvent] = []
    while len(found) < ids:
        answer = next(call)
        if answer.id:
            found.append(LoggedEvent(answer.cursor, answer.id, answer.topic, answer.event_time.ToMilliseconds()))
    return found


def refused(call: Any) -> tuple[grpc.StatusCode, str]:
    with pytest.raises(grpc.RpcError) as caught:
        next(call)
    return caught.value.code(), caught.value.details()


def test_a_follower_gets_what_happens_from_now_on(stub: Any, publisher: Publisher) -> None:
    publisher.next()
    call = subscribe(stub, "", SETTLED, CALLED)
    first = next(call)
    assert first.id == "" and first.cursor
    sent = publisher.next(2)
    publisher.publish("g-1", topic=CALLED)
    publisher.publish("p-1", topic="tournaments.prizes_asked")
    found = read(call, 3)
    assert [event.id for event in found] == [*sent, "g-1"]
    assert [event.topic for event in found] == [SETTLED, SETTLED, CALLED]
    call.cancel()


def test_an_event_shows_its_public_fields_alone(stub: Any, publisher: Publisher) -> None:
    call = subscribe(stub)
    next(call)
    publisher.next(1)
    assert set(next(call).data) == {"match", "payouts"}
    call.cancel()


def test_an_event_that_bypassed_the_brokers_checks_is_not_shown(stub: Any, publisher: Publisher) -> None:
    call = subscribe(stub)
    next(call)
    forged = msgspec.json.encode([["forged", "trace", 5, {"match": "m", "payouts": {}}]])
    letters = {
        "x-dead-letter-exchange": names.EVENTS_EXCHANGE,
        "x-dead-letter-routing-key": SETTLED,
        "x-message-ttl": 0,
    }
    publisher.channel.queue_declare("forgery", arguments=letters, durable=True, auto_delete=False)
    for queue in (names.EVENT_LOG, "forgery"):
        body = publisher.channel.prepare_message(forged, None, "application/json", "binary")
        publisher.channel.basic_publish(body, exchange="", routing_key=queue)
    wait_for(lambda: publisher.channel.queue_declare("forgery", passive=True).message_count == 0, "the dead letter")
    (sent,) = publisher.next(1)
    assert [event.id for event in read(call, 1)] == [sent]
    call.cancel()


def test_a_follower_killed_20_times_misses_and_repeats_nothing(stub: Any, publisher: Publisher) -> None:
    call = subscribe(stub)
    cursor = next(call).cursor
    found: list[str] = []
    with publishing(publisher):
        for kill in range(KILLS):
            for event in read(call, 1 + kill * 3 % 11):
                found.append(event.id)
                cursor = event.cursor
            call.cancel()
            call = subscribe(stub, cursor)
    found += [event.id for event in read(call, publisher.sent - len(found))]
    call.cancel()
    assert found == [f"e-{number:06}" for number in range(publisher.sent)]


def test_a_stream_that_ends_as_its_front_drains_goes_on_at_the_next_front(
    rabbit_url: str, publisher: Publisher
) -> None:
    with front(rabbit_url) as (old, follower), front(rabbit_url) as (_, next_follower):
        call = subscribe(follower)
        assert next(call).cursor
        with publishing(publisher):
            seen = read(call, 20)
            drain = threading.Thread(target=old.front.stop, args=(WAIT_S,))
            drain.start()
            rest = list(call)
            assert call.code() is grpc.StatusCode.OK, "the stream ends cleanly"
            drain.join()
            found = [event.id for event in seen] + [answer.id for answer in rest if answer.id]
            cursor = rest[-1].cursor if rest else seen[-1].cursor
            call = subscribe(next_follower, cursor)
            found += [event.id for event in read(call, 20)]
        found += [event.id for event in read(call, publisher.sent - len(found))]
        call.cancel()
    assert found == [f"e-{number:06}" for number in range(publisher.sent)]


@pytest.mark.parametrize("cursor", ["x", "1", "-1.0", "1.2.3", "9" * 19 + ".0", "٣.0"])
def test_a_cursor_that_is_none_is_refused(stub: Any, cursor: str) -> None:
    assert refused(subscribe(stub, cursor)) == (grpc.StatusCode.INVALID_ARGUMENT, "cursor_invalid")


def test_a_cursor_of_another_log_is_refused(stub: Any, publisher: Publisher) -> None:
    publisher.next()
    assert refused(subscribe(stub, "900000.0")) == (grpc.StatusCode.INVALID_ARGUMENT, "cursor_invalid")


def test_a_cursor_before_what_is_kept_has_expired() -> None:
    reader = broker_log._Reader(Connection("memory://"), None, {SETTLED}, Place(5, 0))  # type: ignore[arg-type]
    reader._first = True
    message: Any = type("Message", (), {"headers": {"x-stream-offset": 6}})
    with pytest.raises(LogRefused, match="cursor_expired"):
        reader._check_first(message)


def test_while_the_broker_is_away_the_stream_is_unavailable() -> None:
    log = BrokerEventLog(CommonSettings(broker_url="amqp://guest:guest@127.0.0.1:1//"))
    with opened(services(), events=log, grpc_tokens=[f"{LINE}+events.subscribe"]) as door:
        call = subscribe(events_pb2_grpc.EventsServiceStub(door.channel))
        assert refused(call) == (grpc.StatusCode.UNAVAILABLE, "service_unavailable")


class Here:
    """A follower who stays."""

    is_here = True


def test_positions_come_at_once_and_while_it_is_quiet_where_they_are_asked_for(
    rabbit_url: str, publisher: Publisher
) -> None:
    log, follower = BrokerEventLog(CommonSettings(broker_url=rabbit_url)), Here()
    publisher.next(1)
    live = log.follow(follower, {SETTLED}, "", 0.3)
    begin = next(live)
    assert next(live) == begin, "nothing happens"
    (second,) = publisher.next(1)
    assert next(event.id for event in live if event.id) == second
    live.close()
    again = log.follow(follower, {SETTLED}, begin.cursor, 0.3)
    assert next(again).cursor >= begin.cursor
    assert next(event.id for event in again if event.id) == second
    again.close()
    with pytest.raises(LogRefused, match="cursor_invalid"):
        next(log.follow(follower, {SETTLED}, "999999999.0", 0.3))
