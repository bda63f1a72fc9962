"""The seed decides everything that goes wrong, and every kind of fault gets its turn."""

from itertools import islice

from bench.processes.schedule import HANGS, KINDS, Fault, schedule
from services.platform.database.postgres_wait import ANSWER_TIMEOUT_S

MEMBERS = {"worker": ["worker-1", "worker-2"], "gateway": ["gateway-1", "gateway-2"]}


def first(seed: int, count: int) -> list[Fault]:
    return list(islice(schedule(seed, MEMBERS, (1.0, 2.0)), count))


def test_the_same_seed_gives_the_same_faults_and_another_one_others() -> None:
    assert first(7, 50) == first(7, 50)
    assert first(7, 50) != first(8, 50)


def test_every_round_has_every_kind_once() -> None:
    faults = first(3, 3 * len(KINDS))
    for start in range(0, len(faults), len(KINDS)):
        assert sorted(fault.kind for fault in faults[start : start + len(KINDS)]) == sorted(KINDS)


def test_targets_are_members_and_pauses_keep_to_their_bounds() -> None:
    for fault in first(5, 60):
        who = fault.kind.partition("_")[2] or "database"
        assert fault.target in MEMBERS.get(who, [who])
        assert 1.0 <= fault.pause_s <= 2.0
        assert 0 < fault.hold_s <= (20.0 if fault.kind in HANGS else 4.0)


def test_what_hangs_does_so_for_longer_than_any_limit_of_ours() -> None:
    hanging = [fault for fault in first(5, 60) if fault.kind in HANGS]
    assert {fault.kind for fault in hanging} == set(HANGS)
    assert all(fault.hold_s > ANSWER_TIMEOUT_S for fault in hanging)


def test_drains_and_pauses_are_no_kills() -> None:
    assert {fault.kind for fault in first(1, len(KINDS)) if not fault.is_kill} == {
        "drain_worker", "pause_worker", *HANGS,
    }  # fmt: skip
