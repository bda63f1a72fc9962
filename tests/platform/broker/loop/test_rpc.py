"""Asking on the loop: answers come back to who asked, in time or not at all, and a lost connection loses none."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest
from pamqp.commands import Basic

from services.contracts.base import write_answer
from services.contracts.lobby.accounts import accounts as lobby
from services.kernel.refusal import Refusal
from services.platform.broker.errors import BrokerDown
from services.platform.broker.loop.loop_rpc_client import LoopRpcClient
from tests.support import loops

ASK = lobby.WhoIs(token="t", active=False)
ANN = lobby.Account(account="a-ann", name="ann", language="el", created_at_ms=1)


class Reply:
    def __init__(self, correlation_id: str, body: Any) -> None:
        self.properties = Basic.Properties(correlation_id=correlation_id)
        self.body = msgspec.json.encode(body)


class Link:
    """A link that keeps what is published, and delivers what the test wants."""

    def __init__(self) -> None:
        self.is_there = True
        self.published: list[dict[str, Any]] = []
        self.queues: list[str] = []

    def declare_own(self, queue: str) -> None:
        self.queues.append(queue)

    def consume(self, _queue: str, callback: Callable[[Any], None], *, no_ack: bool) -> None:
        assert no_ack
        self.deliver = callback

    def publish(self, body: bytes, exchange: str, routing_key: str, **options: Any) -> None:
        if not self.is_there:
            raise BrokerDown("away")
        self.published.append({"body": msgspec.json.decode(body), "to": (exchange, routing_key), **options})

    def answer(self, outcome: Any, number: int = -1) -> None:
        self.deliver(Reply(self.published[number]["correlation_id"], outcome))


Scene = Callable[[Link, LoopRpcClient], Awaitable[None]]


def play(scene: Scene) -> None:
    async def run() -> None:
        link: Any = Link()
        client = LoopRpcClient(link, "gateway", 60_000)
        client.on_up()
        await scene(link, client)
        assert client._pending == {}

    loops.run(run())


async def asked(client: LoopRpcClient, **options: Any) -> "asyncio.Task[Any]":
    task = asyncio.create_task(client.call(ASK, **options))
    await asyncio.sleep(0)
    return task


def test_a_reply_comes_back_to_its_caller() -> None:
    async def scene(link: Link, client: LoopRpcClient) -> None:
        first, second = await asked(client), await asked(client)
        link.answer({"result": write_answer(Refusal("session_expired")), "error": None})
        link.answer({"result": write_answer(ANN), "error": None}, 0)
        assert (await first, await second) == (ANN, Refusal("session_expired"))
        sent = link.published[0]
        assert sent["to"] == ("nameko-rpc", "lobby.who_is")
        assert sent["body"] == {"args": [msgspec.to_builtins(ASK)], "kwargs": {}}
        assert sent["reply_to"] == link.queues[0]
        assert 0 < sent["expiration_ms"] <= 60_000

    play(scene)


def test_a_service_that_failed_is_an_internal_error() -> None:
    async def scene(link: Link, client: LoopRpcClient) -> None:
        task = await asked(client)
        link.answer({"result": None, "error": {"exc_type": "ValueError"}})
        assert await task == Refusal("internal_error", {"service": "lobby"})

    play(scene)


@pytest.mark.parametrize("is_there", [True, False])
def test_a_caller_without_a_reply_in_time_is_refused(is_there: bool) -> None:
    async def scene(link: Link, client: LoopRpcClient) -> None:
        link.is_there = is_there
        assert await client.call(ASK, timeout_ms=20) == Refusal("service_unavailable", {"service": "lobby"})

    play(scene)


def test_a_late_reply_is_dropped() -> None:
    async def scene(link: Link, client: LoopRpcClient) -> None:
        await client.call(ASK, timeout_ms=20)
        link.answer({"result": write_answer(ANN), "error": None})

    play(scene)


def test_what_was_not_answered_is_asked_again_by_the_next_connection() -> None:
    async def scene(link: Link, client: LoopRpcClient) -> None:
        lost = await asked(client)
        link.is_there = False
        held = await asked(client)
        link.is_there = True
        client.on_up()
        assert len(link.published) == 3
        assert link.published[0]["correlation_id"] == link.published[1]["correlation_id"]
        for number in (1, 2):
            link.answer({"result": write_answer(ANN), "error": None}, number)
        assert (await lost, await held) == (ANN, ANN)

    play(scene)
