"""A private PostgreSQL: its own cluster, port and folder, reached over loopback only."""

import os
import pwd
import shutil
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import psycopg
from psycopg import sql

from tests.support.ports import free_port
from tests.support.server import Server, ServerFailed, run_as

USER = "kafeneio"

# fsync only matters when the machine loses power, and the tests never cut that; synchronous_commit matters when a
# process is killed (without it acknowledged rows were lost), so it stays as in production. Shared memory
# of a killed server stays behind in the system's own place for it; in files it goes with the folder.
_CONFIG = """
listen_addresses = '127.0.0.1'
port = {port}
unix_socket_directories = ''
max_connections = 200
fsync = off
full_page_writes = off
synchronous_commit = on
dynamic_shared_memory_type = mmap
autovacuum = {autovacuum}
"""


def find_postgres(root: Path = Path("/")) -> Path | None:
    """The folder of the newest server's programs (`initdb`, `postgres`)."""
    packaged = (root / "usr/lib/postgresql").glob("*/bin/initdb")
    newest = max(packaged, key=lambda path: int(path.parts[-3]) if path.parts[-3].isdigit() else 0, default=None)
    if newest is not None:
        return newest.parent
    found = shutil.which("initdb") if root == Path("/") else None
    return Path(found).resolve().parent if found else None


class PostgresServer(Server):
    """One PostgreSQL cluster; everybody on this machine may connect as its owner."""

    name = "postgresql"
    polite_signal = signal.SIGINT
    """"Fast": sessions are ended, what they had not committed is rolled back."""

    def __init__(self, parent: Path | None = None, *, autovacuum: bool = True) -> None:
        """`parent`: the folder to make its own in. `autovacuum`: off where databases are wiped and used again, for a
        table that it finds empty is planned as empty until it comes again, however many rows there are then."""
        super().__init__(parent)
        self.port = free_port()
        self._autovacuum = "on" if autovacuum else "off"
        if owner := self.user():
            shutil.chown(self.folder, owner)

    def url(self, database: str = "postgres") -> str:
        """The address of a database, as SQLAlchemy takes it."""
        return f"postgresql+psycopg://{USER}@127.0.0.1:{self.port}/{database}"

    def create_database(self, name: str, template: str = "template1") -> str:
        """Make an empty database, or a copy of `template`, which nobody may be using; answers its address."""
        names = sql.Identifier(name), sql.Identifier(template)
        self._execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(*names))
        return self.url(name)

    def drop_database(self, name: str) -> None:
        """Remove a database; its sessions are cut."""
        self._execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))

    def connect(self, database: str = "postgres") -> psycopg.Connection:
        """A plain connection that commits every statement."""
        where = f"host=127.0.0.1 port={self.port} user={USER} dbname={database} connect_timeout=30"
        return psycopg.connect(where, autocommit=True)

    def command(self) -> Sequence[str | Path]:
        """The postmaster, in the foreground."""
        return [_programs() / "postgres", "-D", self._data]

    def environment(self) -> Mapping[str, str]:
        """Ours without other clusters' settings."""
        return {name: text for name, text in os.environ.items() if not name.startswith("PG")}

    def user(self) -> str | None:
        """PostgreSQL refuses to run as root: then as the user that its package made."""
        if os.geteuid() != 0:
            return None
        try:
            return pwd.getpwnam("postgres").pw_name
        except KeyError:
            raise ServerFailed("PostgreSQL does not run as root, and there is no user postgres to run it as") from None

    def prepare(self) -> None:
        """Make the cluster, the first time."""
        if self._data.exists():
            return
        made = subprocess.run(
            [
                _programs() / "initdb",
                "-D",
                self._data,
                "-U",
                USER,
                "-A",
                "trust",
                "-E",
                "UTF8",
                "--locale=C.UTF-8",
                "-N",
            ],
            cwd=self.folder,
            env=self.environment(),
            **run_as(self.user()),
            capture_output=True,
            text=True,
            check=False,
        )
        if made.returncode:
            raise ServerFailed(f"initdb failed:\n{made.stdout}{made.stderr}")
        with (self._data / "postgresql.conf").open("a") as settings:
            settings.write(_CONFIG.format(port=self.port, autovacuum=self._autovacuum))

    def answers(self) -> bool:
        """Whether it answers a query."""
        try:
            with self.connect() as connection:
                return connection.execute("SELECT 1").fetchone() == (1,)
        except psycopg.OperationalError:
            return False

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    def _execute(self, statement: sql.Composed) -> None:
        with self.connect() as connection:
            connection.execute(statement)


def _programs() -> Path:
    programs = find_postgres()
    if programs is None:
        raise ServerFailed("PostgreSQL is not installed (Debian: postgresql)")
    return programs
