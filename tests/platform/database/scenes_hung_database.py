"""A process whose database hangs: run by test_hung_database.py."""

import logging
import time
from typing import Any

import sqlalchemy as sa

from services.platform.database import postgres_wait
from services.platform.database.unit_of_work import Database
from services.platform.process import logs

logs.set_up("CRITICAL", "test")
logging.disable()
postgres_wait.ANSWER_TIMEOUT_S = 0.5
database: Database


def start(url: str) -> None:
    global database
    database = Database(url, "wallet")
    assert ask() == 1


def ask() -> Any:
    with database.work() as work:
        return work.execute(sa.text("SELECT 1")).scalar_one()


def ask_for_s() -> float:
    """How long it takes until a question fails."""
    begun_s = time.monotonic()
    try:
        ask()
    except sa.exc.DBAPIError as error:
        assert error.connection_invalidated
        return time.monotonic() - begun_s
    raise AssertionError("answered")


def setting(name: str) -> Any:
    with database.work() as work:
        return work.execute(sa.text(f"SHOW {name}")).scalar_one()
