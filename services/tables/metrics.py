"""Metrics of a tables worker."""

import math
import time
from collections.abc import Sequence
from functools import cache

from prometheus_client import Counter, Gauge, Histogram

from services.platform.process.metrics import LATENCY_BUCKETS_S
from services.tables.table import entries as journal
from services.tables.table.transition import Step

commands = Counter("kafeneio_tables_commands", "Commands, by kind", ["game", "kind"])
refusals = Counter("kafeneio_tables_refusals", "Commands refused, by code", ["error"])
repeated = Counter("kafeneio_tables_repeated", "Commands seen before and answered as the first time", ["game"])
entries = Counter("kafeneio_tables_entries", "Journal entries committed", ["game"])
matches = Counter("kafeneio_tables_matches", "Matches ended, by outcome", ["game", "outcome"])
commit_seconds = Histogram(
    "kafeneio_tables_commit_seconds", "Time of a batch's commit, with what is done meanwhile", buckets=LATENCY_BUCKETS_S
)
command_seconds = Histogram(
    "kafeneio_tables_command_seconds",
    "From a command's stamp at its gateway to the leaving of its acknowledgement, committed",
    buckets=LATENCY_BUCKETS_S,
)
commit_failures = Counter("kafeneio_tables_commit_failures", "Commits refused or in doubt; their tables were reloaded")
fenced = Counter("kafeneio_tables_fenced", "Batches that found a shard lost to another worker")
tables_open = Gauge("kafeneio_tables_open", "Tables in memory", ["game"])
shards_owned = Gauge("kafeneio_tables_shards_owned", "Shards owned", ["game"])
shards_given_back = Counter("kafeneio_tables_shards_given_back", "Shards left to workers with fewer")
stopped = Counter("kafeneio_tables_stopped", "Tables whose engine failed and that wait for an operator", ["game"])
passed_on = Counter("kafeneio_tables_passed_on", "Commands given to us directly and passed on to their shard's queue")
unreadable = Counter("kafeneio_tables_unreadable", "Messages that no command could be read from")
timer_late_seconds = Histogram("kafeneio_tables_timer_late_seconds", "How late timers fire", buckets=LATENCY_BUCKETS_S)
journal_days_ahead = Gauge(
    "kafeneio_tables_journal_days_ahead",
    "Days after today for which the journal has partitions; NaN: it has none at all",
)
journal_days_ahead.set(math.nan)
journal_oldest_days = Gauge(
    "kafeneio_tables_journal_oldest_days", "Age of the oldest day in the journal, in days; NaN: it has no days"
)
journal_overdue_days = Gauge(
    "kafeneio_tables_journal_overdue_days", "For how long that day should be archived; NaN: no archive is set"
)
archive_files = Gauge("kafeneio_tables_archive_files", "Archive files of the journal, in all")
archive_lines = Gauge("kafeneio_tables_archive_lines", "Journal lines in archive files")
archive_bytes = Gauge("kafeneio_tables_archive_bytes", "Size of all archive files")
archive_failures = Gauge("kafeneio_tables_archive_failures", "How often a day could not be archived, ever")
for _each in (journal_oldest_days, journal_overdue_days):
    _each.set(math.nan)
archive_read_failures = Counter(
    "kafeneio_tables_archive_read_failures", "Archived journal lines that could not be read: store away, or damaged"
)
bot_think_seconds = Histogram(
    "kafeneio_tables_bot_think_seconds",
    "What computing the move of a computer player takes, without waiting for a process",
    ["game", "strength"],
    buckets=LATENCY_BUCKETS_S,
)
bot_scales = Counter(
    "kafeneio_tables_bot_thoughts", "Thoughts of computer players, by the share of their usual work", ["scale"]
)
bot_late_seconds = Histogram(
    "kafeneio_tables_bot_late_seconds",
    "How late computer players move: later than they would seem to think",
    buckets=(*LATENCY_BUCKETS_S, 10.0, 20.0),
)
bots_waiting = Gauge("kafeneio_tables_bots_waiting", "Moves of computer players that wait for a process")
bots_failed = Counter(
    "kafeneio_tables_bots_failed", "Computer players that failed at a move or thought for too long", ["game"]
)
bots_given_up = Counter(
    "kafeneio_tables_bots_given_up", "Moves of computer players that waited for a process for too long", ["game"]
)
draws_counted = Counter("kafeneio_tables_draws_counted", "Finished matches whose draws have been counted for everybody")
draws_waiting = Gauge("kafeneio_tables_draws_waiting", "Finished matches whose draws are not counted yet")
draws_unread = Gauge("kafeneio_tables_draws_unread", "Of them those whose lines could not be read in the last run")
draws_failures = Counter("kafeneio_tables_draws_failures", "Runs of the count that failed as a whole")
draws_probability = Gauge(
    "kafeneio_tables_draws_probability",
    "Smallest probability with which fair chance deviates as much as all draws of a game; NaN: not looked at yet",
)
draws_probability.set(math.nan)
gateways_lost = Counter("kafeneio_tables_gateways_lost", "Gateways counted as gone")

analyses = Counter("kafeneio_tables_analyses", "Analyses of matches, by how a try ended", ["game", "outcome"])
analysis_seconds = Histogram(
    "kafeneio_tables_analysis_seconds",
    "Time to compute an analysis",
    ["game"],
    buckets=(1, 2, 5, 10, 20, 30, 60, 120, 300),
)
analysis_oldest_seconds = Gauge(
    "kafeneio_tables_analysis_oldest_seconds", "For how long the oldest waiting analysis waits"
)
imports = Counter(
    "kafeneio_tables_imports", "Texts of matches from other programs, by what became of them", ["outcome"]
)
shares_asked = Counter(
    "kafeneio_tables_shares_asked", "Requests of who holds a link to a shared replay, by what was answered", ["outcome"]
)
shares_made = Counter("kafeneio_tables_shares_made", "Links to shared replays made or changed")
share_pictures = Counter(
    "kafeneio_tables_share_pictures", "Pictures of shared matches, by how a try ended", ["game", "outcome"]
)
share_picture_seconds = Histogram(
    "kafeneio_tables_share_picture_seconds",
    "Time to draw the pictures of a match",
    ["game"],
    buckets=(0.5, 1, 2, 5, 10, 20),
)
share_pictures_oldest_seconds = Gauge(
    "kafeneio_tables_share_pictures_oldest_seconds", "For how long the oldest wanted pictures wait"
)

problem_answers = Counter(
    "kafeneio_tables_problem_answers", "Problems of the day answered: right or wrong", ["game", "answer"]
)
problem_stock = Gauge("kafeneio_tables_problem_stock", "Positions that may still become problems of the day", ["game"])
problem_failures = Counter("kafeneio_tables_problem_failures", "Runs that could not provide problems of the day")

_command = cache(commands.labels)
_entry = cache(entries.labels)


def count_command(game: str, kind: str) -> None:
    """A command has arrived."""
    _command(game, kind).inc()


def time_commands(stamps_ms: Sequence[int], now_ms: int) -> None:
    """Commands with these stamps have been acknowledged now."""
    for at_ms in stamps_ms:
        command_seconds.observe(max(0, now_ms - at_ms) / 1000)


def count_days_ahead(last_day: int) -> None:
    """The journal has partitions up to this day; what is ahead gets less by itself while nobody makes more."""
    journal_days_ahead.set_function(lambda: last_day - int(time.time() // 86_400))


def show_age(oldest_days: int | None, journal_days: int | None) -> None:
    """How old the journal is; None: it has no days, or none of them is ever due."""
    journal_oldest_days.set(math.nan if oldest_days is None else oldest_days)
    if oldest_days is None or journal_days is None:
        journal_overdue_days.set(math.nan)
    else:
        journal_overdue_days.set(max(0, oldest_days - journal_days))


def show_archive(files: int, lines: int, size_bytes: int, failures: int) -> None:
    """What the archive holds."""
    archive_files.set(files)
    archive_lines.set(lines)
    archive_bytes.set(size_bytes)
    archive_failures.set(failures)


def count_steps(game: str, steps: Sequence[Step]) -> None:
    """Entries have been committed; matches may have ended with them."""
    _entry(game).inc(len(steps))
    for step in steps:
        if isinstance(step.entry.action, journal.Ended):
            matches.labels(game, step.entry.action.outcome).inc()
