"""Less work for each thought where many wait (services/tables/RULES.md §9)."""

import itertools
import time
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from bench.computers import frozen
from bench.computers.crowd import MIX, SLOWEST_MS_MAX
from bench.computers.shares import Table
from games import api
from games.registry import game
from services.tables.bots.process import Thinker
from services.tables.bots.waiting import LATE_MS, LEAST, SCALES, scale_of
from tests.games.seeded_matches import Chance

WAITING, CORES = 200, 2
MOMENTS = 4
"""Of each game; each is thought about several times."""


@pytest.mark.parametrize(
    ("waiting", "processes", "scale"),
    [
        *((0, 1, 1.0), (3, 1, 1.0), (4, 1, 0.5), (6, 1, 0.5), (7, 1, 0.25), (12, 1, 0.25), (13, 1, 0.125)),
        *((999, 1, 0.125), (3, 0, 1.0), (4, 0, 0.5), (6, 2, 1.0), (7, 2, 0.5), (25, 2, 0.125)),
    ],
)
def test_the_more_wait_for_each_process_the_less_work_has_a_thought(waiting: int, processes: int, scale: float) -> None:
    assert scale_of(waiting, processes, 0) == scale


def test_a_thought_of_a_late_move_has_the_least_work_however_few_wait() -> None:
    assert scale_of(0, 1, LATE_MS) == 1.0 and scale_of(0, 1, LATE_MS + 1) == LEAST


def test_what_waits_before_less_work_is_done_takes_a_second_at_most() -> None:
    seconds = 0.2
    assert all(most * scale * seconds <= 1 for most, scale in SCALES), "of whole thoughts of the longest median"


def test_two_hundred_thoughts_of_mixed_games_at_once_are_done_within_three_seconds_of_two_cores() -> None:
    """By the processor time that each takes with the work that the queue leaves it."""
    moments = {name: list(itertools.islice(moments_of(name), MOMENTS)) for name in sorted(set(MIX))}
    for each in moments.values():
        took_ms(*each[0], LEAST)  # what is imported or read for the first time

    @cache
    def least_ms(name: str, number: int, scale: float) -> float:
        """The smaller of two times, which says more of the thought and less of what else the machine does."""
        return min(took_ms(*moments[name][number], scale) for _ in range(2))

    cores_ms = [0.0] * CORES
    for number, name in enumerate(itertools.islice(itertools.cycle(MIX), WAITING)):
        core = cores_ms.index(min(cores_ms))
        cores_ms[core] += least_ms(name, number % MOMENTS, scale_of(WAITING - 1 - number, CORES, 0))
    assert max(cores_ms) <= SLOWEST_MS_MAX, f"{cores_ms} ms"


def took_ms(rules: api.AnyGame, view: Any, thinker: Thinker, scale: float) -> float:
    """The processor time of a thought."""
    began_s = time.process_time()
    assert Thinker(thinker.seed, thinker.strength, thinker.history, scale).move(rules, view) is not None
    return (time.process_time() - began_s) * 1_000


def moments_of(name: str) -> Iterator[tuple[api.AnyGame, Any, Thinker]]:
    """Decisions of matches, as a strong computer player gets them."""
    rules, chance = game(name), Chance("crowd", name)
    for number in itertools.count():
        table = Table(rules, Chance("crowd", name, number))
        while not isinstance(waits := rules.next(table.state), api.Over):
            if isinstance(waits, api.Draw):
                table.draw(waits)
            elif isinstance(waits, api.Wait):
                table.apply(None, api.Elapsed(waits.number))
            else:
                seat = waits.due[0].seat
                if chance.below(4) == 0:
                    yield rules, rules.view(table.state, seat), Thinker("crowd", "strong", tuple(table.history(seat)))
                table.apply(seat, frozen.chosen(rules, table.state, seat, chance))
