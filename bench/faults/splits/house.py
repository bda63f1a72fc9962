"""The platform as splits try it: every process has a clock of its own, which can be wrong."""

import struct
from pathlib import Path

from bench.processes.members import ROOT
from bench.processes.whole_platform import Platform

PROBE = Path(__file__).parent / "probe"
_NS_A_SECOND = 1_000_000_000


class House(Platform):
    """A platform with a file for each member, that says by how much its clock is wrong."""

    def prepare(self) -> None:
        """Before the first process starts."""
        for name, member in self.members.items():
            self.set_clock(name, 0)
            member.set_variable("SPLITS_CLOCK", str(self._clock_of(name)))
            member.set_variable("PYTHONPATH", f"{PROBE}:{ROOT}")

    def set_clock(self, name: str, ahead_s: int) -> None:
        """From now on this member's clock is so much ahead of the machine's; below 0: behind."""
        path = self._clock_of(name)
        if not path.exists():
            path.write_bytes(bytes(8))
        with path.open("r+b") as file:  # in place: the processes have it mapped
            file.write(struct.pack("<q", ahead_s * _NS_A_SECOND))

    def _clock_of(self, name: str) -> Path:
        return self.folder / f"{name}.clock"
