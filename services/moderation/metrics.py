"""Metrics of moderation."""

import time

from prometheus_client import Counter, Gauge

cards = Counter("kafeneio_moderation_cards", "Cards given, by colour and reason", ["colour", "reason"])
suspensions = Counter("kafeneio_moderation_suspensions", "Suspensions, by what brought them", ["cause"])
signals = Counter("kafeneio_moderation_signals", "Signals, by kind and whether they opened a case", ["kind", "did"])
mutes = Counter("kafeneio_moderation_mutes", "Words taken from players, and given back", ["action"])
reports = Counter("kafeneio_moderation_reports", "Reports that were accepted, by category", ["category"])
decisions = Counter("kafeneio_moderation_decisions", "Decided reports, by decision", ["decision"])
company_deeds = Counter("kafeneio_moderation_company_deeds", "Deeds of staff about companies of players", ["deed"])
appeals = Counter("kafeneio_moderation_appeals", "Appeals that were filed, and how they were ruled", ["outcome"])
taken_back = Counter("kafeneio_moderation_taken_back", "What was revoked or lifted, by kind", ["kind"])
orders = Counter("kafeneio_moderation_orders", "Orders of operators: placed, done, refused", ["kind", "state"])
oldest_order = Gauge("kafeneio_moderation_oldest_order_seconds", "How long the oldest unanswered order waits")
oldest_report = Gauge("kafeneio_moderation_oldest_report_seconds", "How long the oldest undecided report waits")
chain_broken = Gauge("kafeneio_moderation_chain_broken", "1 when the audit log's chain of hashes is broken")
signal_lag = Gauge("kafeneio_moderation_signal_lag_seconds", "How far behind matches the counters of signals are")
webhooks = Gauge("kafeneio_moderation_webhooks", "Webhooks of other systems, by state", ["state"])
webhook_failing = Gauge(
    "kafeneio_moderation_webhook_failing_seconds", "For how long the server of an active webhook has taken nothing"
)
_LAG_HOLDS_S = 600.0
_lag_noted_s = 0.0


def note_signal_lag(lag_ms: int) -> None:
    """Note that a match that ended this long ago has just been counted."""
    global _lag_noted_s
    _lag_noted_s = time.monotonic()
    signal_lag.set(max(0, lag_ms) / 1000)


def settle_signal_lag() -> None:
    """Note that nothing was counted for a while, so signals are not behind. Messages that wait at the broker have an
    alert of their own."""
    if time.monotonic() - _lag_noted_s > _LAG_HOLDS_S:
        signal_lag.set(0)
