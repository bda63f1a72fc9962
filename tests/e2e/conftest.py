"""One house for all tests that do not close it: their people have names and tables of their own.

It ends with the last test of this folder, not with the run: an open house takes a fiftieth of a core.
"""

from collections.abc import Iterator

import pytest

from tests.e2e.house import House

NEW_ACCOUNTS_WIN = {
    "KAFENEIO_ESTABLISHED_DAYS": "0",
    "KAFENEIO_PRIZES_NEED_EMAIL": "false",
    "KAFENEIO_BOARD_MIN_OPPONENTS": "1",
    "KAFENEIO_GATEWAY_PROXY_HOPS": "1",
}
"""Prizes for accounts of minutes, whose networks are those that a header names."""


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The embedded default, as `make up` runs it, but for a dealer who is quick (brisk.py), for leaderboards that
    operators close, without waiting for late events, and that new accounts may win, for companies that new accounts may
    found, and for people who may come from different networks."""
    boards = {"KAFENEIO_BOARD_GRACE_MIN": "0", "KAFENEIO_BOARD_CLOCK_S": "3600", **NEW_ACCOUNTS_WIN}
    companies = {"KAFENEIO_NEWCOMER_DAYS": "0"}
    running = House(tmp_path_factory.mktemp("house"), boards | companies, command="tests.e2e.brisk")
    try:
        yield running.open()
    finally:
        running.kill()
