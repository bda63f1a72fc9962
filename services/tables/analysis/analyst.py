"""Computes analyses, a few at a time: takes jobs by their rows, each in a process of its own, and writes the reports
(services/tables/RULES.md §19).

The process knows nothing but a recording. What this one holds is a claim: as long as it beats, no other process takes
the job; and once another has taken it, nothing of this one's is written any more.
"""

import os
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import msgspec

from services.contracts.tables.recordings import Recording
from services.kernel.ids import new_id
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Database
from services.platform.process.job_threads import JobThreads
from services.platform.process.logs import get_logger
from services.platform.process.parents import environment_of_child
from services.tables import metrics
from services.tables.analysis import job_rows
from services.tables.analysis import process as computing
from services.tables.analysis.report import appraised
from services.tables.bots.pool import ONE_THREAD
from services.tables.problems import day_rows
from services.tables.settings import TablesSettings
from services.tables.sharing.rows import draw_anew

log = get_logger(__name__)

_STOP_S = 10.0
COMMAND = [sys.executable, "-m", computing.__name__]
_PIECE_BYTES = 65_536

Read = Callable[[str], Recording | Refusal]
"""The recording of a match."""


class GivenUp(Exception):
    """A computation that is not wanted any more, or takes too long."""


class Analyst:
    """Takes jobs and computes them beside the requests of a process of tables."""

    def __init__(self, database: Database, settings: Callable[[], TablesSettings], read: Read) -> None:
        """`settings`: those of the moment; `read` assembles a recording. Nothing runs before `start`."""
        self._database = database
        self._settings = settings
        self._read = read
        self._jobs = JobThreads(self.run_once, "analysis_failed")

    def start(self) -> None:
        """Begin to take jobs."""
        self._jobs.start(self._settings().analyses_at_once)

    def stop(self) -> None:
        """Give back what is being computed, and take no more."""
        self._jobs.stop(_STOP_S)

    def wake(self) -> None:
        """A job has been ordered here."""
        self._jobs.wake()

    def run_once(self) -> bool:
        """Take a job and compute it; False: there was none."""
        settings = self._settings()
        if not self._database.run(_looked, settings.analysis_silent_ms):
            return False
        held = self._database.run(job_rows.claim, new_id(), settings.analysis_silent_ms)
        if held is None:
            return False
        if held.tries > settings.analysis_tries:
            self._given_up(held, "tries", for_good=True)
            return True
        began_s = time.monotonic()
        recording = self._read(held.match)
        if isinstance(recording, Refusal):
            self._given_up(held, recording.error, for_good=recording.error != "service_unavailable")
            return True
        try:
            found = self._computed(held, recording)
        except GivenUp as reason:
            self._given_up(held, str(reason), for_good=held.tries >= settings.analysis_tries)
            return True
        if found is not None and self._database.run(_write, held, found, recording):
            metrics.analysis_seconds.labels(recording.game).observe(time.monotonic() - began_s)
            metrics.analyses.labels(recording.game, "done").inc()
        return True

    def _given_up(self, held: job_rows.Claim, reason: str, *, for_good: bool) -> None:
        log.warning("analysis_given_up", match=held.match, reason=reason, tries=held.tries, for_good=for_good)
        metrics.analyses.labels("", "failed" if for_good else "tried").inc()
        self._database.run(lambda work: job_rows.fail(work, held, for_good=for_good))

    def _computed(self, held: job_rows.Claim, recording: Recording) -> computing.Line | None:
        """The report; None: the job is this claim's no more. Raises: GivenUp."""
        process = Computation(recording)
        try:
            return self._followed(held, process)
        finally:
            process.end()

    def _followed(self, held: job_rows.Claim, process: "Computation") -> computing.Line | None:
        settings, percent = self._settings(), 0
        deadline_s = time.monotonic() + settings.analysis_s
        while True:
            line = process.line(settings.analysis_beat_ms / 1000)
            if line is not None and line.refusal is not None:
                raise GivenUp(line.refusal.error)
            if line is not None and line.report is not None:
                return line
            if self._jobs.are_stopping:
                self._database.run(job_rows.give_back, held)
                return None
            percent = line.percent if line is not None else percent
            if not self._database.run(job_rows.beat, held, percent):
                metrics.analyses.labels(process.game, "lost").inc()
                return None
            if time.monotonic() > deadline_s:
                raise GivenUp("too slow")


class Computation:
    """One process that computes one analysis."""

    def __init__(self, recording: Recording) -> None:
        """Starts it."""
        self.game = recording.game
        with tempfile.TemporaryFile() as file:  # writing into a pipe would wait until the process reads
            file.write(msgspec.json.encode(recording))
            file.seek(0)
            # Not a session of its own: Linux weighs those as equals, whatever priorities their processes have.
            environment = {**os.environ, **ONE_THREAD, **environment_of_child()}
            self._child = subprocess.Popen(
                COMMAND, stdin=file, stdout=subprocess.PIPE, process_group=0, env=environment
            )
        assert self._child.stdout is not None
        self._out = self._child.stdout
        self._read = b""

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._child.pid

    def line(self, wait_s: float) -> computing.Line | None:
        """The newest line that it has written, waiting so long for all that come; None: none. It answers with the
        report as soon as this is there.

        Raises:
            GivenUp: it has ended without a report.
        """
        found, deadline_s = None, time.monotonic() + wait_s
        while True:
            line, more, rest = self._read.partition(b"\n")
            if more:
                self._read = rest
                found = msgspec.json.decode(line, type=computing.Line)
                if found.report is not None or found.refusal is not None:
                    return found
                continue
            left_s = deadline_s - time.monotonic()
            if left_s <= 0 or not select.select([self._out], [], [], left_s)[0]:
                return found
            piece = os.read(self._out.fileno(), _PIECE_BYTES)
            if not piece:
                raise GivenUp("its process has ended")
            self._read += piece

    def end(self) -> None:
        """End the process at once."""
        self._child.kill()
        self._out.close()
        self._child.wait()


def _looked(work: Any, silent_ms: int) -> bool:
    """Whether there is a job to claim; the metric shows for how long the oldest one has waited."""
    found = job_rows.waiting(work, silent_ms)
    metrics.analysis_oldest_seconds.set(0 if found.since_ms is None else max(0, (work.now_ms - found.since_ms) / 1000))
    return found.is_due


def _write(work: Any, held: job_rows.Claim, found: computing.Line, recording: Recording) -> bool:
    """The report, the problems that its match gives, the pictures that show its moment, and what moderation counts, in
    one transaction."""
    if found.report is None or not job_rows.finish(work, held, found.report):
        return False
    day_rows.keep(work, found.problems)
    draw_anew(work, held.match)
    if event := appraised(recording, found.report):
        work.publish(event)
    return True
