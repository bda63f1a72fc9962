"""Mutants that are no faults: what they change cannot be seen, by any test.

`equivalent.json` lists them by module, the line's text, and the change, so that they are found again after lines have
moved; each with its reason. They are not counted, and may be at most 3 % of what was tried.
"""

import json
from pathlib import Path
from typing import NamedTuple

from bench.mutants.mutant import Mutant

LISTED = Path(__file__).with_name("equivalent.json")
MOST = 0.03
LENGTH = 4
"""How many there are: it may only become less."""


class Equivalent(NamedTuple):
    """One listed mutant."""

    path: str
    text: str
    """The line without its indentation."""
    operators: tuple[str, ...]
    """How the names of cosmic-ray's operators begin: `NumberReplacer`."""
    reason: str


def listed(file: Path = LISTED) -> list[Equivalent]:
    """All of them."""
    return [
        Equivalent(each["path"], each["text"], tuple(each["operators"]), each["reason"])
        for each in json.loads(file.read_text(encoding="utf-8"))
    ]


def is_equivalent(root: Path, mutant: Mutant, known: list[Equivalent]) -> bool:
    """Whether the mutant is among those listed."""
    text = (root / mutant.path).read_text(encoding="utf-8").splitlines()[mutant.line - 1].strip()
    return any(
        (each.path, each.text) == (mutant.path, text) and mutant.change.startswith(each.operators) for each in known
    )
