"""How long a table stood still is computed from the moves accepted there after a fault."""

from bench.faults.recovery import Outage, by_kind, held_up_ms, report, too_slow
from bench.processes.schedule import Fault
from tests.support import loops

KILL = Fault("kill_worker", "worker-1", 0, 0)


def test_the_first_move_sent_after_the_fault_ends_it() -> None:
    outage = Outage(KILL, [1, 2], began_s=100.0)
    outage.accepted(1, first_sent_s=100.05, now_s=100.06)
    outage.accepted(1, first_sent_s=101.0, now_s=101.5)
    assert outage.waiting == {2}
    assert round(outage.recover_ms[1]) == 60


def test_a_reply_already_on_its_way_does_not_count() -> None:
    outage = Outage(KILL, [1], began_s=100.0)
    outage.accepted(1, first_sent_s=99.9, now_s=100.01)
    assert outage.waiting == {1}
    outage.accepted(1, first_sent_s=99.95, now_s=101.2)
    assert round(outage.recover_ms[1]) == 1200


def test_a_table_that_was_not_touched_is_not_counted() -> None:
    outage = Outage(KILL, [1], began_s=100.0)
    outage.accepted(3, first_sent_s=101.0, now_s=101.0)
    assert by_kind([outage]) == {"kill_worker": []}


def test_tables_that_went_on_while_a_service_was_away_are_left_out() -> None:
    outage = Outage(Fault("kill_wallet", "wallet", 0, 0), [1, 2], began_s=100.0)
    outage.accepted(1, 101.0, 101.0)
    outage.back(102.0)
    outage.accepted(2, 103.0, 103.0)
    assert by_kind([outage]) == {"kill_wallet": [3000.0]}
    assert outage.away_ms == 2000.0


def test_the_time_of_a_server_is_counted_from_its_first_reply() -> None:
    outage = Outage(Fault("restart_broker", "broker", 0, 0), [1, 2], began_s=100.0)
    outage.accepted(1, 101.0, 101.0)
    outage.back(110.0)
    assert outage.waiting == {1, 2}
    outage.accepted(1, 110.5, 110.5)
    outage.accepted(2, 90.0, 112.0)
    assert by_kind([outage]) == {"restart_broker": [500.0, 2000.0]}


def test_tables_that_another_worker_took_over_are_counted_though_the_dead_one_is_not_back() -> None:
    outage = Outage(KILL, [1], began_s=100.0)
    outage.accepted(1, 101.0, 101.0)
    outage.back(103.0)
    assert by_kind([outage]) == {"kill_worker": [1000.0]}


def test_waiting_ends_with_the_last_table_or_with_the_time() -> None:
    async def wait(outage: Outage) -> bool:
        return await outage.wait(0.01)

    assert loops.run(wait(Outage(KILL, [], 100.0)))
    assert not loops.run(wait(Outage(KILL, [1], 100.0)))


def test_standing_still_for_too_long_is_a_fault_of_its_own() -> None:
    slow, fast = Outage(KILL, [1], 100.0), Outage(Fault("kill_broker", "broker", 0, 0), [1], 100.0)
    slow.accepted(1, 102.5, 102.5)
    fast.accepted(1, 109.0, 109.0)
    assert too_slow([slow, fast]) == [
        "kill_worker: a table stood still for 2500 ms > 2000 ms + 0 ms without a processor"
    ]
    assert len(report([slow, fast])) == 3


def test_a_move_waits_for_the_most_unlucky_thread_of_every_role() -> None:
    before = [{1: 5.0, 2: 1.0}, {7: 2.0}, {}]
    now = [{1: 5.25, 2: 1.5, 3: 0.125}, {8: 0.25}, {}]
    assert held_up_ms(before, now) == 750.0


def test_a_delay_of_the_whole_machine_is_no_fault_of_tables() -> None:
    outage = Outage(KILL, [1], 100.0)
    outage.accepted(1, 102.5, 102.5)
    outage.held_up_ms = 499.0
    assert len(too_slow([outage])) == 1
    outage.held_up_ms = 501.0
    assert too_slow([outage]) == []
