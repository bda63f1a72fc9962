"""`python -m tests.simulation --seeds 1-200 [--steps N] [--cells]`: the last line is JSON; 1 if a seed failed.

`--cells`: chips between two cells (cells.py) instead of the day of one.
"""

import argparse
import json
import os
import sys
import time

from tests.simulation.cells import run_cells
from tests.simulation.run import STEPS, run, run_all


def seeds_of(text: str) -> range:
    """`7` or `1-200`."""
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def main() -> int:
    """Run seeds; say which failed, and how fast it went."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seeds", type=seeds_of, default=seeds_of("1-50"))
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--cells", action="store_true", help="two cells and the chips between them")
    chosen = parser.parse_args()
    begun_s = time.monotonic()
    failed = run_all(chosen.seeds, chosen.steps, print, run_cells if chosen.cells else run)
    minutes = (time.monotonic() - begun_s) / 60
    speed = round(len(chosen.seeds) / minutes, 1)
    print(json.dumps({"seeds": len(chosen.seeds), "failed": failed, "seeds_per_minute": speed}))
    return 1 if failed else 0


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":  # the order of sets is chance too
        os.environ["PYTHONHASHSEED"] = "0"
        os.execv(sys.executable, [sys.executable, "-W", "ignore", "-m", "tests.simulation", *sys.argv[1:]])
    raise SystemExit(main())
