"""How strong the computer players are, and what they cost (`make bench-bots`).

Each family's own module here measures it (`measure(strength, n, seed)`); speed and crowd are measured for all. The last
line is JSON: the figures of *strong* by their names, of the others as `medium_…` and `easy_…`, standard errors as
`…_se`, sample sizes as `n`. All takes about an hour of one core; `--full` takes large samples, and days; `--quick`
small ones, to see that it runs; `--only tavli,speed` some of the parts; `--write FILE` plays the strengths of each game
against each other and puts the shares, with the figures that have a meaning for people, into the file that the form
for practice shows. 1 is answered where a bar is missed by more than two standard errors, or a part fails; the others
are measured all the same.
"""

import argparse
import importlib
import json
import pkgutil
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import bench.computers
from bench.computers import crowd, shares
from games import registry
from services.kernel.strength import Strength

N = {"tavli": 30, "dominoes": 60, "pilotta": 80, "tichu": 120, "rummies": 16, "speed": 30, "analysis": 200}
"""Sample sizes that all together take less than an hour of one core."""
FULL = {"tavli": 1_000, "dominoes": 400, "pilotta": 1_000, "tichu": 1_000, "speed": 60}
"""Those of `--full`; of other parts 500."""
OF_OTHERS = 500
QUICK, QUICK_MIN = 10, 4
"""`--quick` takes so many times less, and at least so many."""
ERRORS = 2
"""A bar is missed where a figure is out by more standard errors."""
ONCE = frozenset({"analysis"})
"""Parts that have no strengths."""
NOT_MEASURED = frozenset({"__main__", "crowd", "fair_play", "frozen", "practising", "shares"})
OF_ALL_PARTS = frozenset({"median_ms", "slowest_ms"})
"""What several parts measure: the worst of all has the name alone."""
OF_ONE_PART = frozenset({"hands", "matches"})
"""What means nothing without the part's name."""
KEYS = (
    *("portes_error", "portes_vs_gnubg", "plakoto_vs_old", "fevga_vs_old", "dominoes_points", "pilotta_points"),
    *("tichu_points", "rummy_share", "median_ms", "slowest_ms", "analysis_tavli_s", "analysis_pilotta_s"),
    "crowd_slowest_ms",
)
"""What the last line always has of *strong*; null where nothing here measures it."""
OF_ALL_STRENGTHS = tuple(key for key in KEYS if not key.startswith(("analysis_", "crowd_")))
"""What it has of the others too, as `medium_…` and `easy_…`."""
BARS: dict[str, tuple[float, float]] = {
    "portes_error": (0, 7),
    "medium_portes_error": (20, 30),
    "easy_portes_error": (60, 80),
    "portes_vs_gnubg": (-0.08, 9),
    "medium_portes_vs_gnubg": (-0.6, -0.3),
    "plakoto_vs_old": (0.95, 9),
    "medium_plakoto_vs_old": (0.3, 0.6),
    "easy_plakoto_vs_old": (-0.5, -0.2),
    "fevga_vs_old": (0.80, 9),
    "medium_fevga_vs_old": (0.2, 0.5),
    "easy_fevga_vs_old": (-0.5, -0.2),
    "dominoes_points": (5.5, 99),
    "medium_dominoes_points": (0, 2),
    "easy_dominoes_points": (-7, -4),
    "pilotta_points": (12, 999),
    "medium_pilotta_points": (-5, 5),
    "easy_pilotta_points": (-999, -10),
    "tichu_points": (20, 999),
    "medium_tichu_points": (-8, 8),
    "easy_tichu_points": (-999, -20),
    "rummy_share": (0.55, 1),
    "medium_rummy_share": (0.45, 0.55),
    "easy_rummy_share": (0.25, 0.4),
    "median_ms": (0, 200),
    "slowest_ms": (0, 1_500),
    "analysis_tavli_s": (0, 30),
    "analysis_pilotta_s": (0, 60),
    "crowd_slowest_ms": (0, crowd.SLOWEST_MS_MAX),
}
"""Key → from, to."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 1 if a bar was missed."""
    asked = parser().parse_args(arguments)
    found: dict[str, Any] = dict.fromkeys(
        (*KEYS, *(f"{each}_{key}" for each in ("medium", "easy") for key in OF_ALL_STRENGTHS))
    )
    failed: list[str] = []
    for strength in shares.STRENGTHS:
        for part in parts(asked.only):
            with reported(f"{part} {strength}", failed):
                found = with_worst(found, measured(strength, part, asked.seed, size_of(part, asked)))
    if not asked.only or "crowd" in asked.only.split(","):
        with reported("crowd", failed):
            found |= crowd_figures(asked.quick)
    if asked.write:
        write(asked.write, asked.games, 2 if asked.quick else asked.matches, found)
    missed = sorted(missed_bars(found))
    for line in missed:
        _say(f"MISSED {line}")
    for line in failed:
        _say(f"FAILED {line}")
    print(json.dumps(found))
    return int(bool(missed or failed))


@contextmanager
def reported(part: str, failed: list[str]) -> Iterator[None]:
    """Write down that a part failed, and go on: hours of measuring are not lost for one."""
    try:
        yield
    except Exception as error:  # noqa: BLE001  whatever it is, the other parts have nothing to do with it
        failed.append(f"{part}: {type(error).__name__}: {error}")


def size_of(part: str, asked: argparse.Namespace) -> int:
    """The sample size of a part."""
    if asked.full:
        return FULL.get(part, OF_OTHERS)
    return max(QUICK_MIN, N.get(part, OF_OTHERS) // QUICK) if asked.quick else N.get(part, OF_OTHERS)


def parts(only: str) -> list[str]:
    """The modules here that measure something."""
    found = sorted(each.name for each in pkgutil.iter_modules(bench.computers.__path__))
    wanted = only.split(",") if only else found
    return [name for name in found if name in wanted and name not in NOT_MEASURED]


def measured(strength: Strength, part: str, seed: int, n: int) -> dict[str, Any]:
    """The figures of one part for one strength, by their full names."""
    prefix = "" if strength == "strong" else f"{strength}_"
    measure = getattr(importlib.import_module(f"bench.computers.{part}"), "measure", None)
    if measure is None or (part in ONCE and prefix):
        return {}
    began_s = time.monotonic()
    figures = measure(strength, n, seed)
    _say(f"{part} {strength}, n = {n}, {time.monotonic() - began_s:.0f} s: {figures}")
    found: dict[str, Any] = {f"{prefix}{part}_n": n}
    for key, value in figures.items():
        if key in OF_ALL_PARTS:
            found[prefix + key] = value
        found[f"{prefix}{part}_{key}" if key in OF_ALL_PARTS | OF_ONE_PART else prefix + key] = value
    return found


def with_worst(found: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """All figures; of what several parts measure the worst."""
    worst = {
        key: max(value, found.get(key) or 0)
        for key, value in more.items()
        if key in {f"{prefix}{each}" for prefix in ("", "medium_", "easy_") for each in OF_ALL_PARTS}
    }
    return {**found, **more, **worst}


def crowd_figures(quick: bool) -> dict[str, Any]:
    """What many tables at once feel."""
    options = ["--tables", "20", "--seconds", "15"] if quick else []
    figures = crowd.measure(crowd.parser().parse_args(options))
    _say(f"crowd: {figures}")
    return {key: value for key, value in figures.items() if key.startswith("crowd_")} | {"crowd_n": figures["tables"]}


def missed_bars(found: Mapping[str, Any]) -> Iterable[str]:
    """What was measured and is not between its bars."""
    for key, (low, high) in BARS.items():
        value, error = found.get(key), found.get(f"{key}_se")
        spare = ERRORS * (error or 0)
        if value is not None and not low - spare <= value <= high + spare:
            yield f"{key} = {value}, not {low} to {high} (s.e. {error})"


def write(path: Path, games: str, seeds: int, found: Mapping[str, Any]) -> None:
    """Put the shares of some games, and their figures, into the file of all."""
    known = json.loads(path.read_text(encoding="utf-8"))
    for game in registry.games():
        if not game.house_banked and game.id.startswith(games):
            known[game.id] = shares.shares(game, seeds) | figures_of(game.id, found, known.get(game.id, {}))
            _say(f"{game.id}: {known[game.id]}")
    path.write_text(json.dumps(dict(sorted(known.items())), indent=2) + "\n", encoding="utf-8")


FIGURES = {"tavli": ("error", "portes_error"), "dominoes": ("points", "dominoes_points")}
FIGURES |= {game: ("points", f"{game}_points") for game in ("pilotta", "tichu")}
"""Game → what its figure is, and where it is measured: thousandths of a point lost by a decision, or points a hand
more than the computer players of the release before."""


def figures_of(game: str, found: Mapping[str, Any], known: Mapping[str, Any]) -> dict[str, Any]:
    """The game's figure of each strength: as measured now, else as it was."""
    if game not in FIGURES:
        return {}
    kind, key = FIGURES[game]
    names = {"strong": key, "medium": f"medium_{key}", "easy": f"easy_{key}"}
    measured = {strength: found.get(name) for strength, name in names.items()}
    if all(value is not None for value in measured.values()):
        return {kind: {strength: round(float(value or 0), 1) for strength, value in measured.items()}}
    return {kind: known[kind]} if kind in known else {}


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(prog="bench.computers", description="Measure the computer players.")
    made.add_argument("--quick", action="store_true", help="small samples: whether it runs, not how strong they are")
    made.add_argument("--full", action="store_true", help="large samples: takes days")
    made.add_argument("--only", default="", help="parts with commas: the modules of bench/computers, and crowd")
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--write", type=Path, help="the file of all games' shares and figures")
    made.add_argument("--games", default="", help="with --write: only those whose name begins so")
    made.add_argument("--matches", type=int, default=20, help="with --write: seeds for each pair and game")
    return made


if __name__ == "__main__":
    sys.exit(main())
