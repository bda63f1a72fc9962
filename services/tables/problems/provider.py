"""Provides the problems of the day beside all requests: chooses them before their day begins, and lets computers play
for more positions where those of people do not suffice (RULES.md §21)."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

import msgspec

from services.platform.database.unit_of_work import Database
from services.platform.process.logs import get_logger
from services.platform.process.parents import environment_of_child
from services.tables import metrics
from services.tables.bots.pool import ONE_THREAD
from services.tables.problems import day_rows, rules, self_play, use_cases
from services.tables.problems.rules import MadeProblem
from services.tables.settings import TablesSettings

log = get_logger(__name__)

EVERY_S = 60.0
"""How often a process looks whether the next days have their problems."""
MAKING_S = 900
"""A match of computers that takes longer is given up, and may be taken by another process."""
_LOOK_S = 1.0
COMMAND = [sys.executable, "-m", self_play.__name__]


class Provider:
    """Looks after the problems of all games; any number of processes may do so at the same time."""

    def __init__(self, database: Database, settings: Callable[[], TablesSettings]) -> None:
        """`settings`: those of the moment."""
        self._database = database
        self._settings = settings
        self._began_s = time.monotonic()

    def run(self, stopped: Callable[[], bool]) -> None:
        """Choose what is missing, delete what is old, and play one match where there is too little in stock."""
        settings = self._settings()
        self._database.run(use_cases.forget, settings)
        short = None
        for game in rules.analysed_games():
            self._database.run(use_cases.choose_days, settings, game, use_cases.made_problems)
            left = self._database.run(use_cases.stock, settings, game, use_cases.made_problems)
            metrics.problem_stock.labels(game).set(left)
            if left < settings.problem_stock_min and short is None:
                short = game
        if short is not None and time.monotonic() - self._began_s >= settings.problem_quiet_s:
            self._make(short, stopped)

    def _make(self, game: str, stopped: Callable[[], bool]) -> None:
        """Play the next match of computers for a game, unless another process does."""
        number = self._database.run(day_rows.claim_making, game, MAKING_S * 1000)
        if number is None:
            return
        found = _played(game, number, stopped)
        if found is not None:
            self._database.run(day_rows.made, game, number, found)
            log.info("problems_made", game=game, number=number, problems=len(found))


def _played(game: str, number: int, stopped: Callable[[], bool]) -> list[MadeProblem] | None:
    """The positions of a match of computers, played by a process with the lowest priority; None: it was given up."""
    with tempfile.TemporaryFile() as output:  # reading from a pipe would hold up the other green threads
        environment = {**os.environ, **ONE_THREAD, **environment_of_child()}
        child = subprocess.Popen([*COMMAND, game, str(number)], stdout=output, process_group=0, env=environment)
        deadline_s = time.monotonic() + MAKING_S
        while child.poll() is None and time.monotonic() < deadline_s and not stopped():
            time.sleep(_LOOK_S)
        if child.poll() is None:
            child.kill()
        if child.wait() != 0:
            return None
        output.seek(0)
        return msgspec.json.decode(output.read(), type=list[MadeProblem])
