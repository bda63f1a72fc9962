"""One fault that is made on purpose."""

from typing import NamedTuple


class Mutant(NamedTuple):
    """A change of one file: the `occurrence`th place at which cosmic-ray's operator can be applied."""

    path: str
    line: int
    column: int
    operator: str
    occurrence: int

    @property
    def change(self) -> str:
        """The operator's name without its package: `NumberReplacer`."""
        return self.operator.rpartition("/")[2]

    @property
    def name(self) -> str:
        """As it is printed: `services/lobby/calls/rules.py:31:8 NumberReplacer`."""
        return f"{self.path}:{self.line}:{self.column} {self.change}"
