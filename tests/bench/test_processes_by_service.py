"""Whose processor time counts for whom."""

from types import SimpleNamespace

from bench.processes.whole_platform import Platform


def test_the_process_beside_a_worker_is_counted_apart_from_it() -> None:
    platform = Platform.__new__(Platform)
    platform.members = {
        name: SimpleNamespace(name=name, role=role, pids=lambda pids=pids: pids, main_pids=lambda pids=pids: pids[:1])
        for name, role, pids in [
            ("wallet", "other", [10]),
            ("worker-1", "worker", [20, 21, 22]),
            ("worker-2", "worker", [30, 31]),
            ("gateway-1", "gateway", [40, 41]),
        ]
    }  # type: ignore[assignment]
    platform.rabbit = platform.postgres = SimpleNamespace(pids=list)  # type: ignore[assignment]

    assert platform.pids()["worker"] == [20, 21, 22, 30, 31]
    assert platform.pids_by_service() == {
        "gateway": [40, 41],
        "worker": [21, 22, 31],
        "tables": [20, 30],
        "broker": [],
        "database": [],
        "wallet": [10],
    }
