"""Two cells on one machine, each a whole platform in one process, with a bridge to the other.

What cells are: docs/concepts/cells_and_visits.md.

Both use one RabbitMQ, each with a virtual host of its own; nothing else is shared.
"""

import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import msgspec

from bench.processes.members import bare_environment
from services.lobby.visits.cell_directory import make_key_pair
from tests.e2e.house import House
from tests.support import processes
from tests.support.servers import RabbitServer
from tests.support.warm_parent import KAFENEIO, PARENT, Process

NAMES = {"eu1": "Thessaloniki", "eu2": "Plaka"}
"""Id and name of each."""
_STOP_TIMEOUT_S = 60.0


class TwoCells:
    """The platforms by their ids, and the bridges from each of them to the other."""

    def __init__(self, broker: RabbitServer, folder: Path, vhosts: Mapping[str, str], ports: tuple[int, int]) -> None:
        """Nothing runs yet. `vhosts`: of each cell at the broker; `ports`: of their sites, 0 takes a free one."""
        self.houses: dict[str, House] = {}
        self._bridges: list[Process] = []
        self._urls = {cell: broker.url(vhosts[cell]) for cell in NAMES}
        for cell, port in zip(NAMES, ports, strict=True):
            (folder / cell).mkdir(parents=True, exist_ok=True)
            self.houses[cell] = House(folder / cell, port=port)
        keys = {cell: make_key_pair() for cell in NAMES}
        for cell, house in self.houses.items():
            house.settings |= self._settings(cell, keys)

    def open(self) -> "TwoCells":
        """Start both platforms, and the bridges; returns when the sites can be used."""
        for house in self.houses.values():
            house.launch()
        for house in self.houses.values():
            house.wait_open()
            self._bridges.append(self._start_bridge(house))
        return self

    def close(self) -> None:
        """Drain and end all of it."""
        for house in self.houses.values():
            house.close()
        self._stop_bridges()

    def kill(self) -> None:
        """End all of it at once."""
        for house in self.houses.values():
            house.kill()
        self._stop_bridges()

    def _settings(self, cell: str, keys: Mapping[str, tuple[str, str]]) -> dict[str, str]:
        (other,) = NAMES.keys() - {cell}
        entry = {"name": NAMES[other], "address": self.houses[other].url, "key": keys[other][1]}
        return {
            "KAFENEIO_BROKER_URL": self._urls[cell],
            "KAFENEIO_CELL": cell,
            "KAFENEIO_CELL_NEIGHBOURS": other,
            "KAFENEIO_CELL_LINKS": _json({other: self._urls[other]}),
            "KAFENEIO_CELL_PASS_KEY": keys[cell][0],
            "KAFENEIO_CELL_DIRECTORY": _json({other: entry}),
        }

    def _start_bridge(self, house: House) -> Process:
        environment = bare_environment() | house.settings | {"PYTHONWARNINGS": "ignore"}
        with (house.folder / "bridge.log").open("a") as log:
            return PARENT.run_module(KAFENEIO, ["run", "bridge"], environment, stdout=log, stderr=log)

    def _stop_bridges(self) -> None:
        for bridge in self._bridges:
            bridge.terminate()
        for bridge in self._bridges:
            try:
                bridge.wait(_STOP_TIMEOUT_S)
            except subprocess.TimeoutExpired:
                processes.kill_family(bridge.pid)
        self._bridges.clear()


@contextmanager
def two_cells(
    broker: RabbitServer, folder: Path, vhosts: Mapping[str, str], ports: tuple[int, int] = (0, 0)
) -> Iterator[TwoCells]:
    """Both, open; killed at the end unless they were closed. Makes the virtual hosts that are missing."""
    for vhost in vhosts.values():
        broker.create_vhost(vhost)
    cells = TwoCells(broker, folder, vhosts, ports)
    try:
        yield cells.open()
    finally:
        cells.kill()


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
