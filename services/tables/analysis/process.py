"""A process that computes one analysis (analyst.py starts it): `python -m services.tables.analysis.process`.

It reads a recording from its input, and writes a line of JSON whenever another hundredth is done, and last the report.
It has the lowest priority: moves, replays and everything else go first.
"""

import os
import sys
from typing import Any

import msgspec

from services.contracts.tables.analysis import MatchReport
from services.contracts.tables.recordings import Recording
from services.kernel.refusal import Refusal
from services.platform.process.parents import Parent
from services.tables.analysis.report import analyse
from services.tables.problems.rules import MadeProblem, problems_in

NICENESS = 19


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is written: how much is done, the report, or why there is none."""

    percent: int = 0
    report: MatchReport | None = None
    refusal: Refusal | None = None
    problems: list[MadeProblem] = []


class Noting:
    """Writes each hundredth once."""

    def __init__(self, output: Any) -> None:
        """`output`: where lines go."""
        self._output = output
        self._percent = 0
        self._parent = Parent()

    def note(self, part: float) -> None:
        """So much is done: 0 … 1. Ends the process if the one that has started it is no more there."""
        self._parent.require()
        percent = min(99, int(100 * part))
        if percent > self._percent:
            self._percent = percent
            self.write(Line(percent))

    def write(self, line: Line) -> None:
        """Write a line at once."""
        self._output.write(msgspec.json.encode(line) + b"\n")
        self._output.flush()


def main() -> None:
    """Compute the analysis of the recording in the input."""
    if os.getpriority(os.PRIO_PROCESS, 0) < NICENESS:
        os.setpriority(os.PRIO_PROCESS, 0, NICENESS)
    recording = msgspec.json.decode(sys.stdin.buffer.read(), type=Recording)
    noting = Noting(sys.stdout.buffer)
    found = analyse(recording, noting.note)
    if isinstance(found, Refusal):
        noting.write(Line(refusal=found))
    else:
        noting.write(Line(100, found, problems=problems_in(recording, found)))


if __name__ == "__main__":
    main()
