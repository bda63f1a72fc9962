"""What the shell asks about one account's data: services/lobby/RULES.md §7."""

from typing import Any

from services.contracts.lobby.accounts import accounts as lobby
from services.contracts.lobby.accounts import privacy
from services.kernel.refusal import Refusal
from services.platform.operations import account_requests

ACCOUNT = lobby.Account(account="a-1", name="Ana", language="en", created_at_ms=1)
EXPORT = privacy.Export(export="e", asked_at_ms=1, ready_at_ms=None, waiting=["wallet"])
FILE = privacy.ExportFile(account="a-1", asked_at_ms=1, ready_at_ms=2, data={"lobby": {}})
BEGUN = privacy.Erasure(receipt="r", asked_at_ms=1, done_at_ms=None, waiting=["wallet"])
DONE = privacy.Erasure(receipt="r", asked_at_ms=1, done_at_ms=2, waiting=[])


class House:
    """Answers by the request's class; of several answers each once, the last one again and again."""

    def __init__(self, **answers: list[Any]) -> None:
        self.answers = {"GetPlayer": [ACCOUNT]} | answers
        self.asked: list[Any] = []

    def __call__(self, request: Any) -> Any:
        self.asked.append(request)
        known = self.answers[type(request).__name__]
        return known.pop(0) if len(known) > 1 else known[0]


def test_an_export_is_waited_for_and_handed_out():
    house = House(AskExport=[EXPORT], DownloadExport=[Refusal("export_not_ready"), FILE])
    assert account_requests.order(house, "export", "Ana", "root", wait_s=60) == FILE
    assert house.asked[:2] == [lobby.GetPlayer(name="Ana"), privacy.AskExport(account="a-1")]


def test_a_service_that_is_down_ends_the_wait_and_not_the_export():
    house = House(AskExport=[EXPORT], DownloadExport=[Refusal("export_not_ready")])
    answer = account_requests.order(house, "export", "Ana", "root", wait_s=0)
    assert answer == Refusal("export_not_ready")
    assert account_requests.is_unfinished(answer)


def test_an_erasure_names_its_author_and_is_followed_until_it_is_done():
    house = House(OrderErasure=[BEGUN], GetErasure=[BEGUN, DONE])
    assert account_requests.order(house, "erase", "Ana", "root", wait_s=60) == DONE
    assert privacy.OrderErasure(account="a-1", by="root") in house.asked
    assert account_requests.is_unfinished(BEGUN)
    assert not account_requests.is_unfinished(DONE)


def test_refusals_come_as_they_are():
    assert (
        account_requests.order(House(GetPlayer=[Refusal("player_unknown")]), "erase", "x", "root", 0).error
        == "player_unknown"
    )
    assert (
        account_requests.order(House(OrderErasure=[Refusal("escrow_open")]), "erase", "x", "root", 0).error
        == "escrow_open"
    )
