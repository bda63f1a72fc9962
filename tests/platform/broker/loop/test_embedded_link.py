"""The loop's link to the broker in the process has the same interface and keeps what that broker can."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from services.platform.broker import names
from services.platform.broker.errors import Unroutable
from services.platform.broker.loop import open_link
from services.platform.broker.loop.protocol import LoopLink
from services.platform.process.settings import CommonSettings
from tests.platform.broker.loop.loops import on_loop, until


async def linked(on_up: Callable[[LoopLink], None] | None = None) -> LoopLink:
    link = open_link(CommonSettings(), "test", on_up)
    link.start()
    await link.wait_up(10)
    return link


def test_messages_arrive_in_order_with_headers_and_properties():
    async def scenario() -> None:
        got: list[Any] = []

        def on_up(link: LoopLink) -> None:
            link.declare_exchanges()
            link.declare_own("own.1", (names.PUSH_EXCHANGE,))
            link.consume("own.1", got.append, no_ack=True)

        receiver, sender = await linked(on_up), await linked()
        for each in range(300):
            sender.publish(b"%d" % each, "", "own.1", headers={"n": each}, reply_to="r")
        sender.publish(b"news", names.PUSH_EXCHANGE, "")
        await until(lambda: len(got) == 301, "all messages")
        assert [message.body for message in got[:300]] == [b"%d" % each for each in range(300)]
        assert (got[7].headers, got[7].properties.reply_to, got[7].routing_key) == ({"n": 7}, "r", "own.1")
        assert got[300].body == b"news"
        for link in (receiver, sender):
            await link.stop()

    on_loop(scenario())


def test_what_is_not_acknowledged_is_delivered_again_and_prefetch_holds():
    async def scenario() -> None:
        got: list[Any] = []

        def on_up(link: LoopLink) -> None:
            link.declare_durable("durable.1", "dead.1")
            link.consume("durable.1", got.append, prefetch=2)

        first = await linked(on_up)
        for each in range(4):
            first.publish(b"%d" % each, "", "durable.1")
        await until(lambda: len(got) == 2, "two of them")
        await asyncio.sleep(0.02)
        assert len(got) == 2
        first.ack(got[0].delivery_tag, got[0].channel)
        await until(lambda: len(got) == 3, "another one")
        await first.stop()
        got.clear()
        second = await linked(on_up)
        await until(lambda: len(got) == 2, "what was not acknowledged")
        second.ack(got[1].delivery_tag, got[1].channel, multiple=True)
        await until(lambda: len(got) == 3, "the last")
        second.ack(got[2].delivery_tag, got[2].channel)
        assert sorted(message.body for message in got) == [b"1", b"2", b"3"]
        await second.stop()

    on_loop(scenario())


def test_a_mandatory_message_that_no_queue_takes_comes_back():
    async def scenario() -> None:
        link = await linked()
        returned: list[tuple[str, dict[str, Any]]] = []
        link.on_return = lambda key, headers: returned.append((key, headers))
        link.publish(b"x", "", "nobody.1", mandatory=True, headers={"of": "me"})
        await until(lambda: returned == [("nobody.1", {"of": "me"})], "it back")
        with pytest.raises(Unroutable):
            await link.publish(b"x", "", "nobody.1", mandatory=True, confirm=True)
        link.declare_own("somebody.1")
        await link.publish(b"x", "", "somebody.1", mandatory=True, confirm=True)
        await link.stop()

    on_loop(scenario())
