"""A house for the tests of a module."""

from collections.abc import Iterator

import pytest

from tests.e2e.house import House


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The embedded default, as `make up` runs it."""
    running = House(tmp_path_factory.mktemp("house"))
    try:
        yield running.open()
    finally:
        running.kill()
