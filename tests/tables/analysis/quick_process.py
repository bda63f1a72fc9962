"""The process of an analysis, with an evaluator that knows little; while the file that `ANALYSIS_GATE` names is not
there, it waits at half of its work."""

import os
import pathlib
import time
from collections.abc import Sequence

from games.api import AnyGame
from games.appraisal import Appraisal, Note, Played
from games.tavli import analysis
from services.tables.analysis import process
from tests.games.tavli.small_evaluator import SmallEvaluator


def gate(note: Note) -> None:
    """Wait at half of the work."""
    place = os.environ.get("ANALYSIS_GATE")
    note(0.5)
    while place is not None and not pathlib.Path(place).exists():
        time.sleep(0.01)


def appraise(events: Sequence[Played], note: Note) -> Appraisal:
    """As tavli's, by the small evaluator."""
    gate(note)
    return analysis.appraise(events, note, SmallEvaluator(0.8))


def main() -> None:
    """As the process of the platform."""
    from games.registry import game

    tavli: AnyGame = game("tavli")
    assert tavli.analysis is not None
    object.__setattr__(tavli.analysis, "appraise", appraise)
    process.main()


if __name__ == "__main__":
    main()
