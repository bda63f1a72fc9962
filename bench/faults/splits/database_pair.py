"""A PostgreSQL primary and its standby behind one address that is moved to the standby when the primary is lost."""

import contextlib
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, Self

import psycopg

from tests.platform.proxy import Proxy
from tests.support import processes
from tests.support.postgres import USER, PostgresServer, find_postgres
from tests.support.server import ServerFailed, run_as, wait_until

Loss = Literal["kill", "immediate", "hang"]
"""How a primary is lost: killed, stopped without a checkpoint, or halted with its connections open."""
COPY_TIMEOUT_S = 120
STREAMS_TIMEOUT_S = 60.0


class Standby(PostgresServer):
    """A copy of a server, which it follows by a wire."""

    def __init__(self, source: PostgresServer, parent: Path) -> None:
        """Not started; `source` runs by then."""
        super().__init__(parent)
        self.wire = Proxy(source.url())

    def prepare(self) -> None:
        """Copy the primary, the first time."""
        if self._data.exists():
            return
        programs = find_postgres()
        assert programs is not None, "the primary runs"
        where = f"host=127.0.0.1 port={self.wire.port} user={USER}"
        done = subprocess.run(
            [programs / "pg_basebackup", "-D", self._data, "-d", where, "-R", "-X", "stream", "-c", "fast"],
            cwd=self.folder,
            env=self.environment(),
            **run_as(self.user()),
            capture_output=True,
            text=True,
            timeout=COPY_TIMEOUT_S,
            check=False,
        )
        if done.returncode:
            raise ServerFailed(f"pg_basebackup: {done.stdout}{done.stderr}")

    def command(self) -> Sequence[str | Path]:
        """At its own port: the copied settings name the primary's."""
        return [*super().command(), "-c", f"port={self.port}"]

    def promote(self) -> None:
        """It is a primary from now on."""
        with self.connect() as connection:
            connection.execute("SELECT pg_promote(true, 60)")

    def close(self) -> None:
        """With its wire."""
        self.wire.__exit__()
        super().close()


class DatabasePair(PostgresServer):
    """Both, as one server for everybody else. `synchronous`: a commit is answered when the standby has it, too."""

    def __init__(self, parent: Path | None = None, *, synchronous: bool = True) -> None:
        """Not started."""
        super().__init__(parent)
        self.folder.chmod(0o755)
        self.synchronous = synchronous
        self.primary: PostgresServer = PostgresServer(self.folder)
        self.standby: Standby | None = None
        self._lost: list[PostgresServer] = []
        """Primaries of before, of which one may be halted."""
        self.door = Proxy(self.primary.url())
        self.port = self.door.port

    # --- as one server ---

    def start(self) -> Self:
        """The primary, then a standby."""
        self.primary.start()
        self.add_standby()
        return self

    def close(self) -> None:
        """All of it."""
        for server in (self.standby, self.primary, *self._lost):
            if server is not None:
                processes.send(server.pids(), signal.SIGCONT)
                server.close()
        self.door.__exit__()
        super().close()

    @property
    def running(self) -> bool:
        """Whether there is a primary."""
        return self.primary.running

    def pids(self) -> list[int]:
        """Of both."""
        standby = self.standby.pids() if self.standby is not None else []
        return [*self.primary.pids(), *standby]

    # --- what it is made of ---

    def add_standby(self) -> None:
        """Make a standby of the primary and wait until it follows; only then are commits made to wait for it."""
        self.standby = Standby(self.primary, self.folder)
        self.standby.start()
        wait_until(self.is_followed, STREAMS_TIMEOUT_S, "the standby to follow")
        with self.primary.connect() as connection:
            names = "'*'" if self.synchronous else "''"
            connection.execute(f"ALTER SYSTEM SET synchronous_standby_names = {names}")
            connection.execute("SELECT pg_reload_conf()")
        if self.synchronous:
            wait_until(self._is_synchronous, STREAMS_TIMEOUT_S, "the standby to be waited for")

    def is_followed(self) -> bool:
        """Whether the standby receives what the primary writes."""
        return self._sync_state() is not None

    def _is_synchronous(self) -> bool:
        return self._sync_state() in ("sync", "quorum")

    def _sync_state(self) -> str | None:
        with contextlib.suppress(psycopg.OperationalError), self.primary.connect() as connection:
            states = "SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming' "
            row = connection.execute(states + "AND application_name = 'walreceiver'").fetchone()
            return row[0] if row is not None else None
        return None

    def part(self) -> None:
        """Nothing passes between primary and standby any more: synchronous commits wait."""
        assert self.standby is not None, "there is one"
        self.standby.wire.hold()

    def rejoin(self) -> None:
        """What was held has been given up; the standby connects again."""
        assert self.standby is not None, "there is one"
        self.standby.wire.cut()
        self.standby.wire.mend()

    def fail_over(self, loss: Loss, noticed_s: float) -> None:
        """Lose the primary; after `noticed_s` the standby takes its place, and the address is moved to it.

        A primary that only hangs is let go on afterwards, and killed a moment later: nobody reaches it any more.
        """
        lost, standby = self.primary, self.standby
        assert standby is not None, "there is one"
        if loss == "kill":
            lost.kill()
        elif loss == "immediate":
            processes.send([lost.pid], signal.SIGQUIT)
        else:
            processes.send(lost.pids(), signal.SIGSTOP)
        time.sleep(noticed_s)
        self.door.cut()
        standby.wire.cut()
        standby.promote()
        self._lost.append(lost)
        self.primary, self.standby = standby, None
        self.door.aim(standby.url())
        self.door.mend()
        if lost.running:
            processes.send(lost.pids(), signal.SIGCONT)
            lost.kill()
