"""The RabbitMQ that the processes of a run share: there is one, and it goes with the last of them."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import processes
from tests.support.server import ServerFailed, wait_until
from tests.support.shared_rabbit import ROOT, KeptRabbit, kept_rabbit

KEEPER = (
    sys.executable,
    "-c",
    """
import sys
from pathlib import Path
from tests.support.shared_rabbit import keep
from tests.support.server import Server

class Sleeper(Server):
    name, port, management_port = "sleeper", 1, 2
    def command(self):
        return ["sleep", "600"]
    def answers(self):
        return True

keep(Path(sys.argv[1]), Sleeper())
""",
)
"""One whose server does nothing, and is there at once."""
USER = f"""
import sys
from pathlib import Path
from tests.support.shared_rabbit import kept_rabbit
with kept_rabbit(Path(sys.argv[1]), {KEEPER!r}) as server:
    print(server.pid, flush=True)
    sys.stdin.read()
"""


class User:
    """Another process of the run."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", USER, str(folder)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def server_pid(self) -> int:
        assert self.process.stdout is not None
        return int(self.process.stdout.readline())

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def users(tmp_path: Path) -> Iterator[list[User]]:
    """Two that come at the same time."""
    both = [User(tmp_path), User(tmp_path)]
    yield both
    for user in both:
        user.kill()


def ended(pid: int) -> None:
    wait_until(lambda: not processes.is_running(pid), 60, "the shared server to end")


def test_all_have_the_same_server_until_the_last_one_is_killed(users: list[User], tmp_path: Path) -> None:
    (pid,) = {user.server_pid() for user in users}
    with kept_rabbit(tmp_path, KEEPER) as server:
        assert server.pid == pid and server.running
        for user in users:
            user.kill()
        assert not wait_in_vain(pid)
    ended(pid)


def wait_in_vain(pid: int) -> bool:
    """Whether it ends within a few checks of its supervisor."""
    try:
        wait_until(lambda: not processes.is_running(pid), 0.6, "its end")
    except ServerFailed:
        return False
    return True


def test_a_user_after_the_end_of_the_last_one_gets_a_new_server(tmp_path: Path) -> None:
    with kept_rabbit(tmp_path, KEEPER) as server:
        first = server.pid
    with kept_rabbit(tmp_path, KEEPER) as server:
        assert server.running
        second = server.pid
    for pid in (first, second):
        ended(pid)


def test_a_shared_server_cannot_be_stopped_by_one_user() -> None:
    server = KeptRabbit(1, 2, 3)
    for deed in (server.start, server.stop, server.kill, server.close):
        with pytest.raises(ServerFailed, match="everybody's"):
            deed()


def test_a_server_that_cannot_start_reports_the_reason(tmp_path: Path) -> None:
    with (
        pytest.raises(ServerFailed, match="no such server"),
        kept_rabbit(tmp_path, (sys.executable, "-c", "raise SystemExit('no such server')")),
    ):
        pass
