"""The seed decides everything that goes wrong, and every kind of fault gets its turn."""

from itertools import islice

from tests.load.schedule import KINDS, Fault, schedule

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
        who = fault.kind.split("_")[1]
        assert fault.target in MEMBERS.get(who, [who])
        assert 1.0 <= fault.pause_s <= 2.0
        assert 0 < fault.hold_s <= 4.0


def test_drains_and_pauses_are_no_kills() -> None:
    assert {fault.kind for fault in first(1, len(KINDS)) if not fault.is_kill} == {"drain_worker", "pause_worker"}
