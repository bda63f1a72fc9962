"""The loop's link on RabbitMQ: cuts, hanging hosts, a broker that is killed, and TLS."""

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from typing import Any

import pytest

from services.platform.broker.errors import BrokerDown
from services.platform.broker.loop import connection as connections
from services.platform.broker.loop.amqp_link import AmqpLink
from services.platform.process.settings import CommonSettings
from tests.platform.broker.loop.consumers import QUEUE, Consumer, confirmed, keep
from tests.platform.broker.loop.loops import on_loop, until
from tests.platform.proxy import Proxy
from tests.platform.tls_proxy import TlsProxy
from tests.support.servers import RabbitServer

pytestmark = [pytest.mark.real, pytest.mark.waits]


@pytest.fixture
def wire(rabbit_url: str) -> Iterator[Proxy]:
    with Proxy(rabbit_url) as proxy:
        yield proxy


@pytest.fixture(scope="module")
def own_server() -> Iterator[RabbitServer]:
    """One that may be stopped and killed."""
    with RabbitServer() as server:
        yield server


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

    tls = TlsProxy(wire.url, tmp_path)
    on_loop(scenario())
