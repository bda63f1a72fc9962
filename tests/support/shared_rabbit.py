"""One RabbitMQ for all processes of a run: to start one takes a core five seconds, and there are several processes.

The first process that needs it starts a supervisor, which ends with the last one that used it, however that ended: each
of them holds a shared lock on a file, and the supervisor waits until it can have it for itself.
"""

import contextlib
import fcntl
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO

from tests.support import processes
from tests.support.rabbit import RabbitServer
from tests.support.server import START_TIMEOUT_S, ServerFailed, in_memory, spawn, wait_until

ROOT = Path(__file__).resolve().parents[2]
KEEPER = (sys.executable, "-m", "tests.support.shared_rabbit")
_LOOK_S = 0.2


class KeptRabbit(RabbitServer):
    """A RabbitMQ that another process started and will end: it can be used, neither stopped nor started."""

    def __init__(self, pid: int, port: int, management_port: int) -> None:
        """`pid`: its process."""
        self._pid, self.port, self.management_port = pid, port, management_port

    @property
    def running(self) -> bool:
        """Whether it has not ended."""
        return processes.is_running(self._pid)

    @property
    def pid(self) -> int:
        """Its process."""
        return self._pid

    def pids(self) -> list[int]:
        """Its processes."""
        return processes.family(self._pid)

    def start(self) -> "KeptRabbit":
        """Refused, as are `stop`, `kill` and `close`."""
        raise ServerFailed("it is everybody's")

    def stop(self) -> None:
        """Refused."""
        self.start()

    def kill(self) -> None:
        """Refused."""
        self.start()

    def close(self) -> None:
        """Refused."""
        self.start()


@contextlib.contextmanager
def kept_rabbit(folder: Path, keeper: Sequence[str] = KEEPER) -> Iterator[RabbitServer]:
    """The RabbitMQ of all who name this folder, for as long as the block lasts. `keeper`: the command that runs it."""
    folder.mkdir(exist_ok=True)
    with (folder / "users").open("a") as users, (folder / "coming").open("a") as coming:
        fcntl.flock(coming, fcntl.LOCK_EX)  # one after the other
        fcntl.flock(users, fcntl.LOCK_SH)  # waits for a keeper that is about to leave
        found = _told(folder) or _started(folder, keeper)
        fcntl.flock(coming, fcntl.LOCK_UN)
        yield found


def _told(folder: Path) -> KeptRabbit | None:
    """What the supervisor has written, if there is one."""
    try:
        told = json.loads((folder / "rabbit.json").read_text())
    except FileNotFoundError:
        return None
    return KeptRabbit(**told["rabbit"]) if processes.is_running(told["keeper"]) else None


def _started(folder: Path, command: Sequence[str]) -> KeptRabbit:
    (folder / "rabbit.json").unlink(missing_ok=True)
    keeper = spawn([*command, folder.resolve()], os.environ | {"PYTHONPATH": str(ROOT)}, folder)
    wait_until(lambda: keeper.poll() is not None or bool(_told(folder)), START_TIMEOUT_S, "the run's RabbitMQ")
    if (found := _told(folder)) is None:
        raise ServerFailed(f"no RabbitMQ for the run:\n{(folder / 'output.log').read_text()}")
    return found


def keep(folder: Path, server: RabbitServer) -> None:
    """Run a RabbitMQ until nobody uses it."""
    with (folder / "users").open("a") as users, server:
        rabbit = {"pid": server.pid, "port": server.port, "management_port": server.management_port}
        _tell(folder, {"keeper": os.getpid(), "rabbit": rabbit})
        while not _has_for_itself(users):
            time.sleep(_LOOK_S)
        (folder / "rabbit.json").unlink(missing_ok=True)


def _tell(folder: Path, told: dict[str, object]) -> None:
    (folder / "rabbit.new").write_text(json.dumps(told))
    (folder / "rabbit.new").rename(folder / "rabbit.json")


def _has_for_itself(users: IO[str]) -> bool:
    try:
        fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


if __name__ == "__main__":
    keep(Path(sys.argv[1]), RabbitServer(in_memory()))
