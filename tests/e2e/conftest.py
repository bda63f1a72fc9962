"""One house for all tests that do not close it: their people have names and tables of their own."""

from collections.abc import Iterator

import pytest

from tests.e2e.house import House


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The embedded default, as `make up` runs it, but for a dealer who is quick (brisk.py)."""
    running = House(tmp_path_factory.mktemp("house"), command="tests.e2e.brisk")
    try:
        yield running.open()
    finally:
        running.kill()
