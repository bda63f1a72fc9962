"""The loop's link on RabbitMQ: publishing and consuming, as `test_link.py` has it of the other link."""

import asyncio
from typing import Any

import pytest

from services.platform.broker import names
from services.platform.broker.errors import BrokerDown, Unroutable
from services.platform.broker.loop.amqp_link import AmqpLink
from services.platform.process.settings import CommonSettings
from tests.platform.broker.loop.consumers import QUEUE, Consumer, confirmed, keep
from tests.platform.broker.loop.loops import on_loop, until

pytestmark = pytest.mark.real


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


def test_queues_may_be_declared_and_consumed_in_any_order_however_many_they_are(rabbit_url):
    """Queues confirm subscriptions themselves, so answers of different kinds overtake each other."""

    async def scenario() -> None:
        got: list[bytes] = []

        def on_up(link: Any) -> None:
            for number in range(20):
                link.declare_own(f"own.{number}", (names.PUSH_EXCHANGE,))
                link.consume(f"own.{number}", lambda message: got.append(message.body), no_ack=True)
                link.declare_durable(f"kept.{number}", "dead.kept")
                link.consume(f"kept.{number}", lambda message: got.append(message.body), prefetch=5)

        async with Consumer(rabbit_url):
            link = AmqpLink(CommonSettings(broker_url=rabbit_url), "many", on_up)
            link.start()
            await link.wait_up(60)
            link.publish(b"all", names.PUSH_EXCHANGE, "")
            for number in range(20):
                link.publish(b"kept", "", f"kept.{number}")
            await until(lambda: sorted(got) == [b"all"] * 20 + [b"kept"] * 20, "all")
            await link.stop()

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


def test_a_message_requeued_too_often_and_a_rejected_one_go_to_the_dead_queue(rabbit_url):
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


def test_an_own_queue_receives_a_fanout_and_dies_with_its_connection(rabbit_url):
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
