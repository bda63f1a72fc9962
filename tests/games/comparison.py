"""An engine beside slow rules: the differences, the cases that occurred, and the command that prints both."""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, NoReturn

Met = Counter[str]
"""How often each thing came, the rare ones above all: what never came has not been compared."""


class Difference(AssertionError):
    """Engine and slow rules disagree."""


def same(what: str, found: Any, expected: Any) -> None:
    """Raises `Difference` unless both are the same."""
    if found != expected:
        raise Difference(f"{what}: {found!r}, not {expected!r}")


def difference(name: str, play: Callable[[], object]) -> str | None:
    """What differs when this is played; None: nothing."""
    try:
        play()
    except Difference as problem:
        return f"{name}: {problem}"
    return None


def tell(about: str | None, unit: str, count: int, play: Callable[[int, int, Met], Iterable[str | None]]) -> NoReturn:
    """By hand: `--{unit}` (by default `count`) and `--seed`. Prints the cases that occurred, the number of
    differences and the first of them; `play` yields a difference, or None, for each that it plays."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument(f"--{unit}", type=int, default=count, dest="count")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    met: Met = Counter()
    wrong = [problem for problem in play(asked.count, asked.seed, met) if problem]
    told = [f"{often:9} {what}" for what, often in sorted(met.items())]
    sys.stdout.write("\n".join([*told, *wrong[:20], f"{len(wrong)} of the {unit} differ", ""]))
    raise SystemExit(1 if wrong else 0)
