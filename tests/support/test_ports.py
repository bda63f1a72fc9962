"""A port that was handed out is nobody else's, even before anybody listens on it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import ports

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def three_ports(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[int, int, int]]:
    """Only three ports are left in the world; outside the range from which others are given."""
    leases: dict[int, int] = {}
    monkeypatch.setattr(ports, "_leases", leases)
    mine = range(10_000 + 3 * (os.getpid() % 2_000), 20_000)
    first = next(port for port in mine if all(map(ports.is_free, range(port, port + 3))))
    monkeypatch.setattr(ports, "_FIRST", first)
    monkeypatch.setattr(ports, "_LAST", first + 2)
    yield (first, first + 1, first + 2)
    for lease in leases.values():
        os.close(lease)


def given_elsewhere(port: int) -> str:
    """What another process says that asks for this very port."""
    ask = f"from tests.support import ports; ports._FIRST = ports._LAST = {port}; print(ports.free_port())"
    asked = subprocess.run([sys.executable, "-c", ask], cwd=ROOT, capture_output=True, text=True, check=False)
    return asked.stdout.strip() or asked.stderr.splitlines()[-1]


def test_no_port_is_handed_out_twice(three_ports: tuple[int, int, int]) -> None:
    assert sorted(ports.free_ports(3)) == list(three_ports)
    with pytest.raises(RuntimeError, match="no free port"):
        ports.free_port()


def test_no_other_process_gets_a_reserved_port(three_ports: tuple[int, int, int]) -> None:
    ports.free_ports(3)
    assert "no free port" in given_elsewhere(three_ports[0])


def test_the_port_of_a_process_that_has_ended_is_handed_out_again(three_ports: tuple[int, int, int]) -> None:
    assert [given_elsewhere(three_ports[0]) for _ in range(2)] == [str(three_ports[0])] * 2
