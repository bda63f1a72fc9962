"""The loop's link on RabbitMQ: what `test_link.py` promises of the other one, promised here."""

import asyncio
import os
import select
import signal
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from services.plumbing import names
from services.plumbing.aio import connection as connections
from services.plumbing.aio.link import AmqpLink
from services.plumbing.broker_errors import BrokerDown, Unroutable
from services.plumbing.settings import CommonSettings
from tests.plumbing.aio.loops import on_loop, until
from tests.plumbing.proxy import Proxy
from tests.support.servers import RabbitServer

pytestmark = pytest.mark.real

QUEUE = "work"


@pytest.fixture
def wire(rabbit_url: str) -> Iterator[Proxy]:
    with Proxy(rabbit_url) as proxy:
        yield proxy


@pytest.fixture(scope="module")
def own_server() -> Iterator[RabbitServer]:
    """One that may be stopped and killed."""
    with RabbitServer() as server:
        yield server


def acknowledge(link: AmqpLink, message: Any) -> None:
    link.ack(message.delivery_tag, message.channel)


def keep(_link: AmqpLink, _message: Any) -> None:
    pass


class Consumer:
    """A link that consumes a durable queue, what came by it, and how often it went up and down."""

    def __init__(
        self, url: str, on_message: Callable[[AmqpLink, Any], None] = acknowledge, heartbeat_s: int = 60
    ) -> None:
        self.got: list[bytes] = []
        self.messages: list[Any] = []
        self.returned: list[tuple[str, dict[str, Any]]] = []
        self.ups = self.downs = 0
        self._on_message = on_message
        settings = CommonSettings(broker_url=url, broker_heartbeat_s=heartbeat_s)
        self.link = AmqpLink(settings, "test", self._on_up)
        self.link.on_down = self._on_down
        self.link.on_return = lambda key, headers: self.returned.append((key, headers))

    async def __aenter__(self) -> "Consumer":
        self.link.start()
        await self.link.wait_up(60)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.link.stop()

    def _on_up(self, link: Any) -> None:
        self.ups += 1
        link.declare_exchanges()
        link.declare_durable(QUEUE, f"dead.{QUEUE}")
        link.consume(QUEUE, self._take, prefetch=100)

    def _on_down(self) -> None:
        self.downs += 1

    def _take(self, message: Any) -> None:
        assert self.link.is_up
        self.got.append(message.body)
        self.messages.append(message)
        self._on_message(self.link, message)


async def confirmed(link: AmqpLink, body: bytes, queue: str = QUEUE, **how: Any) -> None:
    promise = link.publish(body, "", queue, persistent=True, confirm=True, **how)
    assert promise is not None
    await asyncio.wait_for(promise, 60)


# --- publishing ---


def test_what_is_published_arrives_in_order_whatever_its_size(rabbit_url):
    async def scenario() -> None:
        async with Consumer(rabbit_url) as one:
            bodies = [b"", b"a", b"x" * 131_064, b"y" * 131_065, b"z" * 600_000, *(b"%d" % each for each in range(500))]
            for body in bodies:
                one.link.publish(body, "", QUEUE)
            await until(lambda: len(one.got) == len(bodies), "all messages")
            assert one.got == bodies
            assert (one.ups, one.downs) == (1, 0)

    on_loop(scenario())


def test_headers_and_properties_arrive_as_they_were_sent(rabbit_url):
    async def scenario() -> None:
        async with Consumer(rabbit_url) as one:
            one.link.publish(b"x", "", QUEUE, headers={"trace": "t", "n": 7}, reply_to="r", correlation_id="c")
            await until(lambda: one.got, "the message")
            message = one.messages[0]
            assert message.headers == {"trace": "t", "n": 7}
            assert (message.properties.reply_to, message.properties.correlation_id) == ("r", "c")
            assert (message.properties.content_type, message.properties.content_encoding) == (
                "application/json",
                "binary",
            )
            assert (message.routing_key, message.exchange, message.redelivered) == (QUEUE, "", False)

    on_loop(scenario())


def test_many_things_published_in_one_turn_are_one_write(rabbit_url, monkeypatch):
    async def scenario() -> None:
        async with Consumer(rabbit_url, keep) as one:
            writes: list[int] = []
            channel = one.link.channel
            assert channel is not None
            write = channel._transport.write
            transport = type("Counting", (), {"write": lambda _self, data: writes.append(len(data)) or write(data)})()
            transport.abort = channel._transport.abort
            monkeypatch.setattr(channel, "_transport", transport)
            for _ in range(50):
                one.link.publish(b"x", "", QUEUE)
            promise = one.link.publish(b"last", "", QUEUE, confirm=True)
            assert writes == []
            await promise
            assert len(writes) == 1
            await until(lambda: len(one.got) == 51, "all")

    on_loop(scenario())


def test_without_a_connection_nothing_is_published():
    async def scenario() -> None:
        link = AmqpLink(CommonSettings(broker_url="amqp://127.0.0.1:1//"), "nowhere")
        with pytest.raises(BrokerDown):
            link.publish(b"x", "", QUEUE)
        link.start()
        with pytest.raises(BrokerDown):
            await link.wait_up(0.05)
        with pytest.raises(BrokerDown):
            link.publish(b"x", "", QUEUE)
        await link.stop()

    on_loop(scenario())


def test_a_mandatory_message_that_no_queue_takes_comes_back_and_the_others_are_confirmed(rabbit_url):
    async def scenario() -> None:
        async with Consumer(rabbit_url) as one:
            queues = [QUEUE, "nobody", QUEUE, "no-one", QUEUE]
            promises = [
                one.link.publish(b"x", "", queue, mandatory=True, confirm=True, headers={"gateway": queue})
                for queue in queues
            ]
            outcomes = await asyncio.gather(*promises, return_exceptions=True)
            assert [str(each) if isinstance(each, Unroutable) else each for each in outcomes] == [
                *(None, "nobody", None, "no-one", None)
            ]
            assert [(key, headers["gateway"]) for key, headers in one.returned] == [
                ("nobody", "nobody"),
                ("no-one", "no-one"),
            ]

    on_loop(scenario())


def test_an_unconfirmed_mandatory_message_comes_back_too(rabbit_url):
    async def scenario() -> None:
        async with Consumer(rabbit_url) as one:
            one.link.publish(b"x", "", "gone", mandatory=True)
            one.link.publish(b"x", "", "gone-too", mandatory=True, headers={"of": "gateway"})
            await until(lambda: len(one.returned) == 2, "both back")
            assert one.returned == [("gone", {}), ("gone-too", {"of": "gateway"})]
            with pytest.raises(Unroutable):
                await one.link.publish(b"x", names.EVENTS_EXCHANGE, "nobody.cares", mandatory=True, confirm=True)

    on_loop(scenario())


def test_a_message_expires_after_so_many_milliseconds(rabbit_url):
    async def scenario() -> None:
        async with Consumer(rabbit_url) as one:
            one.link.cancel(f"test.{QUEUE}")
            await confirmed(one.link, b"short", expiration_ms=50)
            await confirmed(one.link, b"long", expiration_ms=60_000)
            await asyncio.sleep(0.2)
            one.link.consume_again(QUEUE, one._take, f"test.{QUEUE}.1")
            await until(lambda: one.got, "what is left")
            assert one.got == [b"long"]

    on_loop(scenario())


# --- consuming ---


def test_nothing_is_delivered_before_the_link_is_up_and_nothing_is_lost(rabbit_url):
    async def scenario() -> None:
        async with Consumer(rabbit_url, keep) as one:
            one.link.cancel(f"test.{QUEUE}")
            for each in range(50):
                await confirmed(one.link, b"%d" % each)
        async with Consumer(rabbit_url) as other:  # asserts with each message that its link is up
            await until(lambda: len(other.got) == 50, "all")
            assert other.got == [b"%d" % each for each in range(50)]

    on_loop(scenario())


def test_one_acknowledgement_covers_all_messages_before_it_and_the_rest_goes_back(rabbit_url):
    async def scenario() -> None:
        async with Consumer(rabbit_url, keep) as one:
            for each in range(20):
                await confirmed(one.link, b"%d" % each)
            await until(lambda: len(one.got) == 20, "all")
            one.link.ack(one.messages[17].delivery_tag, one.link.channel, multiple=True)
        async with Consumer(rabbit_url) as other:
            await until(lambda: len(other.got) == 2, "the others")
            assert sorted(other.got) == [b"18", b"19"]
            assert all(message.redelivered for message in other.messages)

    on_loop(scenario())


def test_at_most_so_many_are_unacknowledged(rabbit_url):
    async def scenario() -> None:
        async with Consumer(rabbit_url, keep) as one:
            for _ in range(150):
                one.link.publish(b"x", "", QUEUE)
            await confirmed(one.link, b"x")
            await until(lambda: len(one.got) == 100, "as many as it may have")
            one.link.ack(one.messages[-1].delivery_tag, one.link.channel, multiple=True)
            await until(lambda: len(one.got) == 151, "the others")

    on_loop(scenario())


def test_a_message_put_back_too_often_and_one_given_up_go_to_the_dead_queue(rabbit_url):
    def treat(link: AmqpLink, message: Any) -> None:
        if message.body == b"bad":
            link.requeue(message.delivery_tag, message.channel)
        else:
            link.give_up(message.delivery_tag, message.channel)

    async def scenario() -> None:
        dead: list[bytes] = []
        async with Consumer(rabbit_url, treat) as one:
            await confirmed(one.link, b"bad")
            await confirmed(one.link, b"worse")
            one.link.consume_again(f"dead.{QUEUE}", lambda message: dead.append(message.body), "dead")
            await until(lambda: len(dead) == 2, "both")
            assert sorted(dead) == [b"bad", b"worse"]
            assert one.got.count(b"bad") == 6

    on_loop(scenario())


def test_an_own_queue_hears_a_fanout_and_dies_with_its_connection(rabbit_url):
    async def scenario() -> None:
        heard: list[bytes] = []

        def subscribe(link: Any) -> None:
            link.declare_exchanges()
            link.declare_own("mine", (names.PUSH_EXCHANGE,))
            link.consume("mine", lambda message: heard.append(message.body), no_ack=True)

        async with Consumer(rabbit_url) as other:
            link = AmqpLink(CommonSettings(broker_url=rabbit_url), "own", subscribe)
            link.start()
            await link.wait_up(60)
            other.link.publish(b"news", names.PUSH_EXCHANGE, "")
            await until(lambda: heard == [b"news"], "the news")
            await link.stop()
            with pytest.raises(Unroutable):
                await other.link.publish(b"x", "", "mine", mandatory=True, confirm=True)

    on_loop(scenario())


def test_of_two_subscribers_of_a_single_active_queue_the_second_takes_over(rabbit_url):
    async def scenario() -> None:
        got: list[tuple[str, bytes]] = []

        def linked(name: str) -> AmqpLink:
            def on_up(link: Any) -> None:
                link.declare_durable("shard", "dead.shard", **{"x-single-active-consumer": True})
                link.consume("shard", take, prefetch=10)

            def take(message: Any) -> None:
                got.append((name, message.body))
                links[name].ack(message.delivery_tag, message.channel)

            return AmqpLink(CommonSettings(broker_url=rabbit_url), name, on_up)

        links = {name: linked(name) for name in ("first", "second")}
        for link in links.values():
            link.start()
            await link.wait_up(60)
        await confirmed(links["second"], b"one", "shard")
        await until(lambda: got == [("first", b"one")], "the first")
        links["first"].cancel("first.shard")
        await confirmed(links["second"], b"two", "shard")
        await until(lambda: got[1:] == [("second", b"two")], "the second")
        for link in links.values():
            await link.stop()

    on_loop(scenario())


# --- breaking and mending ---


def test_after_a_cut_the_link_comes_back_and_its_consumers_go_on(wire):
    async def scenario() -> None:
        async with Consumer(wire.url, keep) as one:
            await confirmed(one.link, b"before")
            await until(lambda: one.got, "the first message")
            old = one.link.channel
            wire.cut()
            await until(lambda: one.downs == 1, "the link to go down")
            assert not one.link.is_up
            with pytest.raises(BrokerDown):
                one.link.publish(b"x", "", QUEUE)
            wire.mend()
            await one.link.wait_up(60)
            await confirmed(one.link, b"after")
            await until(lambda: sorted(one.got) == [b"after", b"before", b"before"], "what was not acknowledged, again")
            one.link.ack(1, old)  # a tag of the old connection means nothing now
            for message in one.messages[1:]:
                one.link.ack(message.delivery_tag, message.channel)
            await confirmed(one.link, b"last")
            await until(lambda: one.got[-1] == b"last", "the link to work on")
            assert (one.ups, one.downs) == (2, 1)

    on_loop(scenario())


def test_a_confirm_that_a_cut_overtakes_says_so(wire):
    async def scenario() -> None:
        async with Consumer(wire.url) as one:
            wire.hold()
            promise = one.link.publish(b"x", "", QUEUE, confirm=True)
            wire.cut()
            with pytest.raises(BrokerDown):
                await promise
            wire.mend()

    on_loop(scenario())


def test_a_hanging_host_shows_by_its_heartbeats(wire):
    async def scenario() -> None:
        async with Consumer(wire.url, heartbeat_s=1) as one:
            wire.hold()
            await until(lambda: one.downs, "missed heartbeats")
            wire.mend()
            await one.link.wait_up(60)

    on_loop(scenario())


def test_a_quiet_link_stays_up(rabbit_url):
    """For longer than either side waits for a heartbeat."""

    async def scenario() -> None:
        async with Consumer(rabbit_url, heartbeat_s=1) as one:
            await asyncio.sleep(3.5)
            await confirmed(one.link, b"x")
            assert (one.ups, one.downs) == (1, 0)

    on_loop(scenario())


def test_a_process_that_was_held_up_for_longer_than_two_heartbeats_reads_before_it_judges(rabbit_url):
    async def scenario() -> None:
        async with Consumer(rabbit_url, heartbeat_s=2) as one:
            time.sleep(3.5)  # the loop is held up, as by a long take-over
            await confirmed(one.link, b"x")
            assert (one.ups, one.downs) == (1, 0)

    on_loop(scenario())


def test_a_refused_declaration_takes_the_link_down_and_is_tried_again(rabbit_url):
    async def scenario() -> None:
        tries = []

        def on_up(link: Any) -> None:
            tries.append(1)
            kind = {"x-single-active-consumer": True} if len(tries) == 2 else {}
            link.declare_durable("kind", "dead.kind", **kind)

        first = AmqpLink(CommonSettings(broker_url=rabbit_url), "first", on_up)
        first.start()
        await first.wait_up(60)
        second = AmqpLink(CommonSettings(broker_url=rabbit_url), "second", on_up)
        second.start()
        await second.wait_up(60)
        assert len(tries) == 3
        for link in (first, second):
            await link.stop()

    on_loop(scenario())


def test_a_queue_that_is_deleted_makes_its_consumers_subscribe_anew(rabbit_server, rabbit_url):
    async def scenario() -> None:
        async with Consumer(rabbit_url) as one:
            vhost = rabbit_url.rpartition("/")[2]
            await asyncio.to_thread(rabbit_server.manage, "DELETE", f"/api/queues/{vhost}/{QUEUE}")
            await until(lambda: one.ups == 2 and one.link.is_up, "the next connection")
            await confirmed(one.link, b"x")
            await until(lambda: one.got == [b"x"], "the subscription")

    on_loop(scenario())


def test_while_the_broker_reads_nothing_what_waits_has_a_limit(own_server, monkeypatch):
    monkeypatch.setattr(connections, "WAITING_BYTES_MAX", 100_000)

    async def scenario(server: RabbitServer) -> None:
        async with Consumer(server.url()) as one:
            await confirmed(one.link, b"x")
            one.link.channel._answered(0, connections.commands.Connection.Blocked("low on memory"))
            assert one.link.is_blocked
            os.kill(server.pid, signal.SIGSTOP)
            try:
                with pytest.raises(BrokerDown):
                    for _ in range(1_000):
                        one.link.publish(b"x" * 100_000, "", "nowhere")
                        await asyncio.sleep(0)
            finally:
                os.kill(server.pid, signal.SIGCONT)
            one.link.channel._answered(0, connections.commands.Connection.Unblocked())
            assert not one.link.is_blocked
            await confirmed(one.link, b"y")
            assert (one.ups, one.downs) == (1, 0)

    on_loop(scenario(own_server))


def test_a_broker_that_is_killed_and_started_again_has_what_it_had_confirmed(own_server):
    async def scenario(server: RabbitServer) -> None:
        async with Consumer(server.url(), keep) as one:
            await until(lambda: server.has_on_disk("%2F", QUEUE), "the queue on disk")
            await confirmed(one.link, b"kept")
            await until(lambda: one.got, "the message")
            await asyncio.to_thread(server.kill)
            await until(lambda: one.downs == 1, "the link to go down")
            await asyncio.to_thread(server.start)
            await one.link.wait_up(60)
            await until(lambda: one.got.count(b"kept") >= 2, "the message again")
            assert one.messages[-1].redelivered

    on_loop(scenario(own_server))


# --- TLS ---


class TlsProxy:
    """Speaks TLS with whoever connects, and plainly with the broker; one connection."""

    def __init__(self, wire: Proxy, folder: Path) -> None:
        self.authority = folder / "authority.pem"
        key = folder / "key.pem"
        subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
        made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *subject]
        subprocess.run([*made, "-keyout", str(key), "-out", str(self.authority)], check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.authority, key)
        self._listener = context.wrap_socket(socket.create_server(("127.0.0.1", 0)), server_side=True)
        parts = urlsplit(wire.url)
        self._target = ("127.0.0.1", parts.port or 0)
        self.url = f"amqps://guest:guest@localhost:{self._listener.getsockname()[1]}{parts.path}"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except ssl.SSLError:
                continue
            far = socket.create_connection(self._target)
            threading.Thread(target=self._pass_on, args=(near, far), daemon=True).start()

    def _pass_on(self, near: ssl.SSLSocket, far: socket.socket) -> None:
        near.setblocking(False)
        while True:
            if not near.pending():
                select.select([near, far], [], [])
            try:
                data = near.recv(65_536)
                if not data:
                    return far.close()
                far.sendall(data)
            except ssl.SSLWantReadError:
                pass
            if select.select([far], [], [], 0)[0]:
                near.setblocking(True)
                near.sendall(far.recv(65_536))
                near.setblocking(False)


def test_with_tls_the_broker_s_certificate_is_verified(wire, tmp_path, monkeypatch):
    async def scenario() -> None:
        stranger = AmqpLink(CommonSettings(broker_url=tls.url), "stranger")
        stranger.start()
        with pytest.raises(BrokerDown):
            await stranger.wait_up(0.5)
        await stranger.stop()
        monkeypatch.setenv("SSL_CERT_FILE", str(tls.authority))
        async with Consumer(tls.url) as one:
            await confirmed(one.link, b"x" * 300_000)
            await until(lambda: one.got == [b"x" * 300_000], "the message")

    tls = TlsProxy(wire, tmp_path)
    on_loop(scenario())
