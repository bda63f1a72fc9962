"""What the analysis of a finished match costs, in seconds of one core: tavli to 5, and a match of pilotta."""

import time
from statistics import mean, stdev
from typing import Any

from games import registry
from services.kernel.refusal import Refusal
from services.tables.analysis.report import analyse
from services.tables.problems.self_play import play

MATCHES_MAX = 5
"""Each takes up to a minute."""
MEASURED: dict[str, tuple[str, dict[str, Any]]] = {
    "tavli": ("tavli", {"variant": "combined", "target": 5}),
    "pilotta": ("pilotta", {}),
    "dominoes": ("dominoes", {}),
}
"""Name of the figure → game, options."""


def times_s(game: str, options: dict[str, Any], count: int, seed: int) -> list[float]:
    """Processor time of the analyses of so many matches of computers."""
    found = []
    for number in range(count):
        recording = play(game, options, f"analysis|{seed}|{number}")
        began_s = time.process_time()
        report = analyse(recording, lambda _part: None)
        assert not isinstance(report, Refusal), report
        found.append(time.process_time() - began_s)
    return found


def measure(_strength: str, n: int, seed: int) -> dict[str, Any]:
    """`analysis_tavli_s`, `analysis_pilotta_s`, `analysis_dominoes_s`: the mean of some matches, at most
    `MATCHES_MAX`, with its standard error, and the longest."""
    count = min(max(1, n // 100), MATCHES_MAX)
    figures: dict[str, Any] = {"analysis_matches": count}
    for name, (game, options) in MEASURED.items():
        if registry.game(game).analysis is None:
            continue
        found = times_s(game, options, count, seed)
        figures[f"analysis_{name}_s"] = round(mean(found), 1)
        figures[f"analysis_{name}_s_se"] = round(stdev(found) / count**0.5, 1) if count > 1 else None
        figures[f"analysis_{name}_slowest_s"] = round(max(found), 1)
    return figures
