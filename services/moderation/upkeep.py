"""Periodic tasks of moderation: the waiting times of reports, the check of the audit log, the deletion of old
observations.

Only the process that consumes events needs them, but several may run them at once: they read, and delete what is not
needed.
"""

import time
from collections.abc import Callable
from typing import Any, get_args

from services.contracts.partners.webhooks import WebhookState
from services.kernel.clock import DAY_MS
from services.moderation import metrics
from services.moderation.audit.use_cases import check_chain
from services.moderation.cases import prize_reviews as reviews
from services.moderation.operator_settings import ask_for_settings
from services.moderation.orders import order_rows
from services.moderation.reports import report_rows
from services.moderation.signals import observation_rows
from services.moderation.webhooks import rows as webhook_rows
from services.platform.database import repeated_commands as commands
from services.platform.database.unit_of_work import Database, Work
from services.platform.process.logs import get_logger
from services.platform.process.tasks import spawn

log = get_logger(__name__)

_LOOK_S = 1.0
_STOP_S = 3.0


def measure(work: Work) -> None:
    """How long the oldest undecided report waits (0: there is none), how long the oldest order waits for its
    answer, and how far behind signals are."""
    metrics.settle_signal_lag()
    placed_ms = order_rows.oldest_placed_ms(work)
    metrics.oldest_order.set(0 if placed_ms is None else max(0, work.now_ms - placed_ms) / 1000)
    oldest_ms = report_rows.oldest_undecided_ms(work)
    metrics.oldest_report.set(0 if oldest_ms is None else max(0, work.now_ms - oldest_ms) / 1000)


def measure_webhooks(work: Work) -> None:
    """How many webhooks there are in each state, and for how long the worst of the active ones has failed."""
    numbers = webhook_rows.count(work)
    for state in get_args(WebhookState):
        metrics.webhooks.labels(state).set(sum(number for (_, each), number in numbers.items() if each == state))
    since_ms = webhook_rows.oldest_failing_ms(work)
    metrics.webhook_failing.set(0 if since_ms is None else max(0, work.now_ms - since_ms) / 1000)


def check(work: Work) -> None:
    """Compute the audit log's chain again; the metric is what an alert looks at."""
    found = check_chain(work)
    if found.broken_at is not None:
        log.error("audit_log_broken", seq=found.broken_at)


def purge(work: Work) -> None:
    """Delete observations that are older than any window of a signal, and old answers of commands."""
    observation_rows.purge(work, work.now_ms - observation_rows.KEPT_DAYS * DAY_MS)
    observation_rows.purge_hours(work, work.now_ms - observation_rows.HOURS_KEPT_DAYS * DAY_MS)
    commands.purge(work)


TASKS: tuple[tuple[float, Callable[[Work], None]], ...] = (
    *((5.0, ask_for_settings), (5.0, reviews.announce), (30.0, measure), (30.0, measure_webhooks)),
    *((900.0, check), (3600.0, purge)),
)
"""The interval of each task in seconds."""


class Upkeep:
    """Runs the tasks as long as the service runs."""

    def __init__(self, database: Database) -> None:
        """Nothing runs yet."""
        self._database = database
        self._runs = False
        self._thread: Any = None

    def start(self) -> None:
        """Start; nothing if it runs already."""
        if not self._runs:
            self._runs = True
            self._thread = spawn("moderation-upkeep", self._repeat)

    def stop(self) -> None:
        """Stop."""
        self._runs = False
        if self._thread is not None:
            self._thread.join(_STOP_S)

    def _repeat(self) -> None:
        due_s = [0.0] * len(TASKS)
        while self._runs:
            for number, (every_s, task) in enumerate(TASKS):
                if time.monotonic() >= due_s[number]:
                    due_s[number] = time.monotonic() + every_s
                    self._try(task)
            time.sleep(_LOOK_S)

    def _try(self, task: Callable[[Work], None]) -> None:
        try:
            self._database.run(task)
        except Exception:
            log.exception("upkeep_failed", task=task.__name__)
