"""What goes wrong, by seed (bench/faults/splits/plan.py)."""

from itertools import islice

import pytest

from bench.faults.splits.broker_nodes import NODES
from bench.faults.splits.plan import KINDS, LONGEST_S, plan

CALM_S = (1.0, 2.0)


@pytest.mark.parametrize("seed", range(5))
def test_a_seed_makes_the_same_steps_each_time_and_every_kind_once_a_round(seed: int) -> None:
    steps = list(islice(plan(seed, CALM_S), 2 * len(KINDS)))
    assert steps == list(islice(plan(seed, CALM_S), 2 * len(KINDS)))
    assert sorted(step.kind for step in steps[: len(KINDS)]) == sorted(KINDS)
    assert sorted(step.kind for step in steps[len(KINDS) :]) == sorted(KINDS)


def test_two_seeds_make_different_steps() -> None:
    assert list(islice(plan(1, CALM_S), 20)) != list(islice(plan(2, CALM_S), 20))


def test_steps_last_as_long_as_they_may_and_name_nodes_that_there_are() -> None:
    steps = list(islice(plan(7, CALM_S), 500))
    assert all(1.0 <= step.hold_s <= LONGEST_S and CALM_S[0] <= step.calm_s <= CALM_S[1] for step in steps)
    assert all(len(set(step.nodes)) == (2 if step.kind == "pair" else 1) for step in steps)
    assert {node for step in steps for node in step.nodes} == set(range(NODES))
    assert {step.silent for step in steps} == {True, False}
    assert all(step.ahead_s for step in steps)


def test_only_the_kinds_that_are_asked_for_come() -> None:
    steps = list(islice(plan(1, CALM_S, kinds=("pair", "fail_over")), 10))
    assert [step.is_partition + step.is_failover for step in steps] == [1] * 10
    assert {step.target for step in steps} == {"broker", "database"}
