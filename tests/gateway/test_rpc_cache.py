"""Answers that may be a moment old are asked for once, however many want them."""

import asyncio
import threading
from typing import Any

from gateway.rpc import Cached, LoopCached
from services.contracts import lobby
from services.kernel.refusal import Refusal
from tests.gateway.fakes import FakeRpc, on_loop, services
from tests.support import loops

ASK = lobby.ListPlayers()


def test_a_young_answer_is_given_again_and_an_old_one_asked_for() -> None:
    rpc = services()
    young, old = Cached(rpc, ASK, 60), Cached(rpc, ASK, 0)
    assert young.get() is young.get()
    old.get()
    old.get()
    assert len(rpc.asked) == 3


def test_while_one_asks_the_others_wait_for_its_answer() -> None:
    go, entered = threading.Event(), threading.Event()

    def answer(_request: Any) -> lobby.Players:
        entered.set()
        assert go.wait(60)
        return lobby.Players(players=[])

    rpc = FakeRpc(ListPlayers=answer)
    cached, found = Cached(rpc, ASK, 60), []
    threads = [threading.Thread(target=lambda: found.append(cached.get())) for _ in range(5)]
    for thread in threads:
        thread.start()
    assert entered.wait(60)
    go.set()
    for thread in threads:
        thread.join(60)
    assert found == [lobby.Players(players=[])] * 5
    assert len(rpc.asked) == 1


def test_a_service_that_is_away_is_not_asked_by_everybody_in_turn() -> None:
    rpc = FakeRpc()
    cached = Cached(rpc, ASK, 60)
    assert isinstance(cached.get(), Refusal)
    assert isinstance(cached.get(), Refusal)
    assert len(rpc.asked) == 1


def test_on_the_loop_all_who_ask_meanwhile_get_one_answer() -> None:
    async def ask(rpc: FakeRpc, age_max_s: float) -> list[Any]:
        cached = LoopCached(on_loop(rpc), ASK, age_max_s)
        return await asyncio.gather(*(cached.get() for _ in range(5)))

    young, old, away = services(), services(), FakeRpc()
    assert loops.run(ask(young, 60)) == [young.answers["ListPlayers"]] * 5
    assert (len(young.asked), len(loops.run(ask(old, 0))), len(old.asked)) == (1, 5, 5)
    assert all(isinstance(found, Refusal) for found in loops.run(ask(away, 60)))
    assert len(away.asked) == 1
