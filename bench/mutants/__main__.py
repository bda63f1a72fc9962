"""`python -m bench.mutants --areas lobby,games --size 300 --seed 7`: make faults, and see whether tests notice.

Prints a line for each mutant that survived, with the change, and as the last line JSON: `mutants`, `killed`, `score`
(percent), `slow` (of those killed: the ones that ran too long, which a busy machine makes more), `equivalent`, `seed`,
and the same of each area.
"""

import argparse
import difflib
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from bench.mutants.known import MOST, is_equivalent, listed
from bench.mutants.mutant import Mutant
from bench.mutants.record import record
from bench.mutants.sites import AREAS, changed, folder_of, sample
from bench.mutants.tree import copy_tree
from bench.mutants.trials import try_all
from tests.architecture.project import ROOT

KEPT = ROOT / "var" / "mutants"


def main() -> None:
    """Try mutants of the areas asked for; ends with an error where too few were killed."""
    asked = _asked()
    areas = asked.areas.split(",")
    total: dict[str, Any] = {"mutants": 0, "killed": 0, "slow": 0, "equivalent": 0}
    for area in areas:
        found = _area(area, None if asked.all else asked.size, asked.seed, asked.workers)
        total = {key: total[key] + found[key] for key in total if key in found} | {
            "areas": {**total.get("areas", {}), area: found}
        }
    total = {**total, "score": _score(total), "seed": asked.seed}
    print(json.dumps(total))
    if total["score"] < asked.least or total["equivalent"] > MOST * max(1, total["mutants"] + total["equivalent"]):
        sys.exit(1)


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.mutants", description=__doc__)
    parser.add_argument("--areas", default=",".join(AREAS), help="comma-separated; all unless given")
    parser.add_argument("--size", type=int, default=40, help="how many mutants of each area, chosen by the seed")
    parser.add_argument("--all", action="store_true", help="one mutant of every place")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2, help="how many processes run tests")
    parser.add_argument("--least", type=float, default=0.0, help="the score, in percent, that is asked for")
    asked = parser.parse_args()
    unknown = set(asked.areas.split(",")) - set(AREAS)
    if unknown:
        parser.error(f"no such area: {', '.join(sorted(unknown))}; there are {', '.join(AREAS)}")
    return asked


def _area(area: str, size: int | None, seed: int, workers: int) -> dict[str, Any]:
    known = listed()
    chosen = sample(ROOT, area, size, seed)
    mutants = [each for each in chosen if not is_equivalent(ROOT, each, known)]
    with tempfile.TemporaryDirectory(prefix="kafeneio-mutants-") as folder:
        tree = copy_tree(ROOT, Path(folder) / "tree")
        reach = record(tree, area, folder_of(area), KEPT / f"{area}.json", workers)
        killed = slow = 0
        for result in try_all(tree, mutants, reach, workers):
            killed += result.killed
            slow += result.outcome == "slow"
            if not result.killed:
                print(f"{result.outcome}: {result.mutant.name}\n{_change(result.mutant)}", flush=True)
    found: dict[str, Any] = {"mutants": len(mutants), "killed": killed, "slow": slow}
    found["equivalent"] = len(chosen) - len(mutants)
    found = {**found, "score": _score(found)}
    print(f"{area}: {found['killed']} of {found['mutants']} killed, {found['score']} %", flush=True)
    return found


def _change(mutant: Mutant) -> str:
    """The lines that differ."""
    source = (ROOT / mutant.path).read_text(encoding="utf-8")
    lines = difflib.unified_diff(source.splitlines(), changed(mutant, source).splitlines(), lineterm="", n=0)
    return "\n".join(f"    {line}" for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---"))


def _score(found: dict[str, Any]) -> float:
    return round(100 * found["killed"] / max(1, found["mutants"]), 1)


if __name__ == "__main__":
    main()
