"""Answers that may be a moment old are asked for once, however many want them."""

import threading
from typing import Any

from gateway.rpc import Cached
from services.contracts.lobby import presence as lobby
from services.kernel.refusal import Refusal
from tests.gateway.fakes import FakeRpc, services

ASK = lobby.ListPlayers()


def test_a_young_reply_is_reused_and_an_old_one_requested_again() -> None:
    rpc = services()
    young, old = Cached(rpc, ASK, 60), Cached(rpc, ASK, 0)
    assert young.get() is young.get()
    old.get()
    old.get()
    assert len(rpc.asked) == 3


def test_concurrent_callers_wait_for_one_reply() -> None:
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


def test_a_service_that_is_away_is_not_called_by_every_waiting_caller() -> None:
    rpc = FakeRpc()
    cached = Cached(rpc, ASK, 60)
    assert isinstance(cached.get(), Refusal)
    assert isinstance(cached.get(), Refusal)
    assert len(rpc.asked) == 1
