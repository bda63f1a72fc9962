"""What is read of the system's processes."""

import os
import subprocess
import sys
import threading

from tests.support import processes
from tests.support.server import wait_until

SPIN = "import os; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})\nwhile True: pass"


def held_up_s(pid: int) -> float:
    return processes.held_up_s([pid]).get(pid, 0.0)


def test_a_process_that_shares_a_processor_is_delayed() -> None:
    spinning = [subprocess.Popen([sys.executable, "-c", SPIN]) for _ in range(2)]
    try:
        wait_until(lambda: all(held_up_s(each.pid) > 0.1 for each in spinning), 60, "both to wait for each other")
    finally:
        for each in spinning:
            each.kill()
            each.wait()


def test_every_thread_is_looked_at() -> None:
    assert threading.get_native_id() in processes.held_up_s([os.getpid()])


def test_an_ended_process_was_not_delayed() -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    assert processes.held_up_s([ended.pid]) == {}
