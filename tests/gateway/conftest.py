"""The fake services among which the gateway runs: once a module, on the broker in the process."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.gateway.running_gateway import House


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder: Path = tmp_path_factory.mktemp("house")
    with House(folder, gateway_attempts_per_min=0, gateway_requests_per_s=0) as running:
        yield running
