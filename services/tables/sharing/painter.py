"""Has the pictures of shared matches drawn, one match at a time, each in a process of its own (RULES.md §23).

No request waits for a picture: whoever shares a match leaves a row, and a process of tables that answers requests takes
it. A claim that grows old is taken over.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import msgspec

from games import registry
from services.contracts.tables.recordings import Recording
from services.kernel.ids import new_id
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Database, Work
from services.platform.process.job_threads import JobThreads
from services.platform.process.logs import get_logger
from services.tables import metrics
from services.tables.analysis import job_rows
from services.tables.bots.pool import ONE_THREAD
from services.tables.schema import counting_result
from services.tables.settings import TablesSettings
from services.tables.sharing import picture_process as drawing
from services.tables.sharing import rows, rules

log = get_logger(__name__)

_STOP_S = 1.0
COMMAND = [sys.executable, "-m", drawing.__name__]
_SILENT_FACTOR = 3
"""A claim is left when it is so many times as old as drawing may take."""

Read = Callable[[str], Recording | Refusal]
Draw = Callable[[drawing.Order, float], drawing.Pictures]


class NotDrawn(Exception):
    """A try that has failed, and why."""


class Painter:
    """Takes wanted pictures and has them drawn beside the requests of a process of tables."""

    def __init__(
        self, database: Database, settings: Callable[[], TablesSettings], read: Read, draw: Draw | None = None
    ) -> None:
        """`settings`: those of the moment; `read` assembles a recording; `draw`: None draws in a process of its own.
        Nothing runs before `start`."""
        self._database = database
        self._settings = settings
        self._read = read
        self._draw = draw or draw_in_process
        self._jobs = JobThreads(self.run_once, "pictures_failed")

    def start(self) -> None:
        """Begin to take pictures. What was given up is counted from 0 on, or a game's first would be no increase."""
        for game in registry.games():
            metrics.share_pictures.labels(game.id, "failed")
        self._jobs.start(self._settings().pictures_at_once)

    def stop(self) -> None:
        """Take no more; what is being drawn is left to others."""
        self._jobs.stop(_STOP_S)

    def wake(self) -> None:
        """Pictures are wanted."""
        self._jobs.wake()

    def run_once(self) -> bool:
        """Take the pictures that are wanted for longest, and have them drawn; False: none are wanted."""
        settings = self._settings()
        silent_ms = _SILENT_FACTOR * settings.picture_s * 1_000
        if not self._database.run(_looked, silent_ms):
            return False
        held = self._database.run(rows.claim, new_id(), silent_ms)
        if held is None:
            return False
        if held.tries > settings.picture_tries:
            self._given_up(held, "tries", for_good=True)
            return True
        began_s = time.monotonic()
        try:
            found = self._drawn(held, settings.picture_s)
        except NotDrawn as reason:
            self._given_up(held, str(reason), for_good=held.tries >= settings.picture_tries)
            return True
        if self._database.run(lambda work: rows.finish(work, held, found.board, found.moment)):
            metrics.share_pictures.labels(held.game, "done").inc()
            metrics.share_picture_seconds.labels(held.game).observe(time.monotonic() - began_s)
        return True

    def _drawn(self, held: rows.Claim, picture_s: int) -> drawing.Pictures:
        """The pictures. Raises: NotDrawn."""
        recording = self._read(held.match)
        if isinstance(recording, Refusal):
            raise NotDrawn(recording.error)
        order = self._database.run(_order, recording)
        if order is None:
            raise NotDrawn("no such match")
        return self._draw(order, picture_s)

    def _given_up(self, held: rows.Claim, reason: str, *, for_good: bool) -> None:
        log.warning("pictures_given_up", match=held.match, reason=reason, tries=held.tries, for_good=for_good)
        metrics.share_pictures.labels(held.game, "failed" if for_good else "tried").inc()
        self._database.run(lambda work: rows.fail(work, held, for_good=for_good))


def draw_in_process(order: drawing.Order, picture_s: float) -> drawing.Pictures:
    """Draw in a process that is ended when it takes too long. Raises: NotDrawn."""
    try:
        ran = subprocess.run(
            COMMAND,
            input=msgspec.msgpack.encode(order),
            capture_output=True,
            timeout=picture_s,
            check=True,
            env={**os.environ, **ONE_THREAD},
        )
    except subprocess.TimeoutExpired:
        raise NotDrawn("too slow") from None
    except subprocess.CalledProcessError as error:
        raise NotDrawn(error.stderr.decode(errors="replace").strip().rpartition("\n")[2]) from None
    return msgspec.msgpack.decode(ran.stdout, type=drawing.Pictures)


def _order(work: Work, recording: Recording) -> drawing.Order | None:
    row = rows.match_row(work, recording.match)
    if row is None:
        return None
    job = job_rows.find(work, recording.match)
    moment = rules.moment_of(recording, job.report if job is not None else None)
    return drawing.Order(recording, counting_result(row).winners, moment)


def _looked(work: Any, silent_ms: int) -> bool:
    """Whether there is something to draw; the metric shows for how long the oldest has waited."""
    since_ms = rows.oldest_wanted(work, silent_ms)
    age_s = 0 if since_ms is None else max(0, (work.now_ms - since_ms) / 1000)
    metrics.share_pictures_oldest_seconds.set(age_s)
    return since_ms is not None
