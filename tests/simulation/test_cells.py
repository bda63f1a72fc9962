"""Chips are conserved between two cells while both die, and the simulation finds what is planted."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import msgspec
import pytest

from services.platform.cells.crossing import Crossing
from services.platform.database.inbox import Inbox
from services.wallet.cells import away, visitors
from services.wallet.cells import away_rows as away_store
from services.wallet.cells import rules as batches
from tests.simulation.cells import run_cells


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_chip_is_lost_or_made_between_two_cells(seed: int) -> None:
    found = run_cells(seed)
    assert found.fault is None, found.report()
    assert found.entries >= 10, "matches between cells were held and settled"


@pytest.mark.parametrize("seed", [11, 12])
def test_the_wallets_own_rows_recognise_what_comes_again(seed: int) -> None:
    with an_inbox_that_forgets():
        found = run_cells(seed)
    assert found.fault is None, found.report()


@contextmanager
def an_inbox_that_forgets() -> Iterator[None]:
    """Whatever comes again is handled again."""
    with mock.patch.object(Inbox, "_fresh", lambda _self, _work, _name, by_id: list(by_id.values())):
        yield


@contextmanager
def a_settlement_that_is_applied_each_time_it_comes() -> Iterator[None]:
    """The home does not see that it has paid, and pays again under another name."""
    real, numbers = away._lock, iter(range(1_000_000))

    def forgetful(work: Any, sender: str, match: str) -> Any:
        known = real(work, sender, match)
        return msgspec.structs.replace(known, state="held") if known.state == "settled" else known

    def renamed(*given: Any) -> Any:
        batch = batches.settle_away(*given)
        return batch and msgspec.structs.replace(batch, idem=f"{batch.idem}:{next(numbers)}")

    with (
        an_inbox_that_forgets(),
        mock.patch.object(away, "_lock", forgetful),
        mock.patch.object(away, "settle_away", renamed),
    ):
        yield


@contextmanager
def a_late_yes_that_is_forgotten() -> Iterator[None]:
    """Who has not answered in time is not asked to give back."""
    real = visitors.visited.stakes_of

    def answered(work: Any, match: str) -> Any:
        return [each for each in real(work, match) if each.state == "held"]

    def release(work: Any, cells: Any, found: Any) -> None:
        with mock.patch.object(visitors.visited, "stakes_of", answered):
            real_release(work, cells, found)

    real_release = visitors._release
    with mock.patch.object(visitors, "_release", release):
        yield


@contextmanager
def a_release_that_leaves_no_mark() -> Iterator[None]:
    """A release that comes before its hold is forgotten."""
    real = away.release

    def release(work: Any, sender: str, released: Any) -> None:
        if away_store.lock(work, sender, released.match) is not None:
            real(work, sender, released)

    with mock.patch.object(away, "release", release):
        yield


@contextmanager
def a_bridge_that_does_not_wait_for_the_confirmation() -> Iterator[None]:
    """A message is acknowledged before the other broker has it."""

    def hasty(self: Any, body: bytes) -> None:
        real(self, body)

    real = Crossing._publish
    with mock.patch.object(Crossing, "_publish", hasty):
        yield


@pytest.mark.parametrize(
    ("defect", "said"),
    [
        (a_settlement_that_is_applied_each_time_it_comes, "disagree"),
        (a_late_yes_that_is_forgotten, "left in"),
        (a_release_that_leaves_no_mark, "stakes away left"),
        (a_bridge_that_does_not_wait_for_the_confirmation, "stakes away left"),
    ],
)
def test_a_planted_defect_is_found(defect: Any, said: str) -> None:
    with defect():
        faults = (run_cells(seed).fault for seed in range(1, 11))
        assert any(fault is not None and said in fault for fault in faults)
