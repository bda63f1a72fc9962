"""What a run of kills reports of its times."""

from bench.faults.kills import LIMIT_MS, times
from bench.faults.recovery import Outage
from bench.processes.schedule import Fault


def test_what_the_machine_held_up_is_taken_off_each_table_of_its_kill() -> None:
    slow, fast = (Outage(Fault("kill_worker", "worker-1", 0, 0), [1, 2], began_s=100.0) for _ in range(2))
    slow.accepted(1, 103.0, 103.0)
    slow.accepted(2, 100.5, 100.5)
    slow.held_up_ms = 750.0
    fast.accepted(2, 100.25, 100.25)
    assert times([slow, fast]).accepted_ms == [3_000.0, 500.0, 250.0]
    assert times([slow, fast]).held_up_ms == [750.0, 0.0]
    assert times([slow, fast]).own_ms == [2_250.0, 0.0, 250.0]
    assert LIMIT_MS == 2_000
