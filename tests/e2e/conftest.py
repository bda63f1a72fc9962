"""One house for all tests that do not close it: their people have names and tables of their own.

It ends with the last test of this folder, not with the run: an open house takes a fiftieth of a core.
"""

from collections.abc import Iterator

import pytest

from tests.e2e.house import House


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The embedded default, as `make up` runs it, but for a dealer who is quick (brisk.py), and for leaderboards that
    operators close, without waiting for late events."""
    boards = {"KAFENEIO_BOARD_GRACE_MIN": "0", "KAFENEIO_BOARD_CLOCK_S": "3600"}
    running = House(tmp_path_factory.mktemp("house"), boards, command="tests.e2e.brisk")
    try:
        yield running.open()
    finally:
        running.kill()
