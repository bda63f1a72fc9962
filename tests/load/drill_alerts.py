"""Which fault of `make drill` lets which alerts fire, and why the other alerts have no fault.

A test compares `CAUSED` and `NOT_CAUSED` with the rules: every alert is in exactly one of them.
"""

CAUSED: dict[str, tuple[str, ...]] = {
    "LedgerImbalance": (),
    "OutboxStuck": (),
    "EventsParked": (),
    "GatewayFull": (),
    "AuditLogBroken": (
        "EscrowMismatch", "HoldNotSettled", "ReportUndecided", "OrderUnanswered", "BoardPrizesUnpaid",
        "MailsGivenUp", "CompetitionStuck", "CompetitionNotPaid", "CompetitionWaitLong",
    ),
    "MessagesRefused": ("QueueGrows", "QueueWithoutConsumer", "RankingBehind", "DeadLetters", "MessagesUnreadable"),
    "RequestsFail": ("RestFails", "EventsRetried", "LobbySweepFails", "RankingClockFails"),
    "TableStopped": (),
    "CrashLoop": (),
    "ProcessMissing": (),
    "DatabaseDown": (),
    "BrokerDown": (),
}  # fmt: skip
"""The alert that must page for each fault, which names the fault, and the other alerts that must fire because of it.
Those may be inhibited by the page. Each has been seen to fire in a drill."""

TRIALS: dict[str, tuple[str, ...]] = {
    "BudgetBurnsFast": ("CommitsSlow", "BudgetBurnsSlowly", "DatabaseConnectionsShort", "RequestsSlow"),
    "FewFilesLeft": ("LoginsFail", "RatesExceeded", "ProcessDown", "ShardsMove", "ChipsIssuedUnusually"),
    "RequestsUnanswered": ("ConductUnanswered",),
    "BrokerAlarm": ("GatewayBehind",),
}
"""Faults that have not yet been seen to let these alerts fire, in the same form. A whole drill leaves them out;
`--faults` chooses them by name. One that pages as it should belongs in `CAUSED`."""

_NO_CLUSTER = "kube-state-metrics reports it, and the drill runs without a cluster"
_NO_PAYMENTS = "it needs a real payment provider: the simulated one is refused on a real broker"
_NOT_SEEN = "a fault for it is written, and it has not been seen yet that the alert fires because of it"
_NO_FAULT_YET = "no fault for it has been written yet"

NOT_CAUSED = {
    "NotReady": _NO_CLUSTER,
    "MigrationFailed": _NO_CLUSTER,
    "LedgerAuditFailed": _NO_CLUSTER,
    "HistoryChanged": _NO_CLUSTER,
    "HeadsStale": _NO_CLUSTER,
    "HousekeepingStale": _NO_CLUSTER,
    "BackupTooOld": "CloudNativePG reports it, and the drill runs without that operator",
    "Chargebacks": _NO_PAYMENTS,
    "DebtsGrow": _NO_PAYMENTS,
    "ProviderBusy": _NO_PAYMENTS,
    "ExternalCredits": "credits of other systems come by gRPC, and the drill's platform has no gRPC front",
    "BoardNotClosed": "ranking closes each period within seconds, and the alert waits longer for that",
    "RankingMiscounted": "ranking counts anew once an hour, so the drill would have to wait for an hour",
    "SignalsBehind": "moderation's queue would have to be ten minutes behind, so the drill would have to wait for ten",
    "PasswordsRefused": "gateways let in only as many logins at once as the lobby can check",
    "PushesDropped": "the lobby's buffer takes more pushes than the drill's few players can cause",
    "SlowClientsDropped": "eleven sockets that do not read must each be sent a megabyte, which few tables do not cause",
    "SeekersNotSeated": "twenty parties must fail within ten minutes, which needs a crowd that looks for games",
    "TimersLate": "the drill's players move in time, so no clock of theirs runs out",
    "ErasuresUnlisted": "it looks a day back, so its page would not end within the drill",
    "SettingsDiffer": _NO_FAULT_YET,
    "GatewayLosesMessages": _NO_FAULT_YET,
    "BrokerLinkFlaps": _NO_FAULT_YET,
    "RequestsExpired": _NO_FAULT_YET,
    "GameWithoutWorkers": _NOT_SEEN,
    "LedgerNotCompared": _NO_FAULT_YET,
    "CommitsFail": _NOT_SEEN,
    "BrokerNodeDown": _NOT_SEEN,
    "BrokerLinkDown": _NOT_SEEN,
    "ScrapeMissing": _NOT_SEEN,
    **{alert: _NOT_SEEN for fault, others in TRIALS.items() for alert in (fault, *others)},
    "DatabaseRetries": "deadlocks and lost connections come too seldom with so few players to be one every two seconds",
}
"""Why an alert has no fault here. The unit tests of the rules (`promtool test rules`) let each of them fire."""


def other_alerts(fault: str) -> tuple[str, ...]:
    """The alerts that must fire because of a fault beside the one that names it."""
    return CAUSED[fault] if fault in CAUSED else TRIALS[fault]


def caused_alerts() -> set[str]:
    """All alerts that some fault of a whole drill lets fire."""
    return {*CAUSED, *(follower for followers in CAUSED.values() for follower in followers)}
