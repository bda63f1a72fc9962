"""Each kind of process loads what it needs: a second of processor time and memory for every process that starts."""

import subprocess
import sys

import pytest

from tests.architecture.project import ROOT
from tests.support.databases.migrated import Migrated

NEVER = ("grpc", "stripe", "requests", "rich", "pygments")
NO_DATABASE = ("sqlalchemy", "psycopg", "alembic", "nameko")
NO_HTTP = ("flask", "jinja2")
OF_OTHERS = ("PIL", "zxcvbn", "segno", "games")

PROGRAM = """
import sys
what, forbidden = sys.argv[1].split(), sys.argv[2].split()
sys.argv = ["kafeneio", *what]
import kafeneio.main
for name in sys.stdin.read().split():
    __import__(name)
print(*(name for name in forbidden if name in sys.modules))
"""

PROCESSES = [
    ("--help", "", (*NEVER, *NO_DATABASE, *NO_HTTP, *OF_OTHERS, "kombu", "prometheus_client", "werkzeug")),
    (
        "run gateway",
        "gateway.process gateway.server gateway.settings services.platform.process.health",
        (*NEVER, *NO_DATABASE, *NO_HTTP, *OF_OTHERS),
    ),
    (
        "run http",
        "gateway.http.transport.process gateway.settings services.platform.broker.rpc_client"
        " services.platform.process.health",
        (*NEVER, *NO_DATABASE, *OF_OTHERS),
    ),
    ("run wallet", "services.wallet.service services.platform.hosting.host", (*NEVER, *NO_HTTP, *OF_OTHERS, "alembic")),
]


@pytest.mark.parametrize(("what", "imports", "forbidden"), PROCESSES, ids=[what for what, _, _ in PROCESSES])
def test_a_process_loads_nothing_that_only_others_need(what: str, imports: str, forbidden: tuple[str, ...]) -> None:
    command = [sys.executable, "-W", "ignore", "-c", PROGRAM, what, " ".join(forbidden)]
    done = subprocess.run(command, cwd=ROOT, input=imports, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.split()) == (0, []), done.stderr


LOOK_AT_SCHEMA = """
import sys
from services.platform.database.unit_of_work import make_engine
from services.platform.database.migrations import is_current
assert is_current("wallet", make_engine(sys.argv[1], "wallet", pool_size=1))
print(*(name for name in ("alembic", "mako") if name in sys.modules))
"""


def test_a_process_looks_at_its_schema_without_alembic(migrated_sqlite: Migrated) -> None:
    command = [sys.executable, "-W", "ignore", "-c", LOOK_AT_SCHEMA, migrated_sqlite("wallet")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.split()) == (0, []), done.stderr
