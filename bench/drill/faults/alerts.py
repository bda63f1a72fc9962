"""Which fault of `make drill` lets which alerts fire, and why the other alerts have no fault.

A test compares `CAUSED` and `NOT_CAUSED` with the rules: every alert is in exactly one of them.
"""

CAUSED: dict[str, tuple[str, ...]] = {
    "LedgerImbalance": ("LedgerAuditFailed", "BackupCheckFailed"),
    "OutboxStuck": (),
    "EventsParked": (),
    "GatewayFull": ("SlowClientsDropped",),
    "AuditLogBroken": (
        "EscrowMismatch", "HoldNotSettled", "ReportUndecided", "OrderUnanswered", "BoardPrizesUnpaid",
        "MailsGivenUp", "PushesFailing", "CompetitionStuck", "CompetitionNotPaid", "CompetitionWaitLong",
        "HistoryChanged", "BoardNotClosed",
    ),
    "MessagesRefused": ("QueueGrows", "QueueWithoutConsumer", "RankingBehind", "DeadLetters", "MessagesUnreadable",
        "GatewayLosesMessages", "ExternalCredits"),
    "RequestsFail": ("RestFails", "EventsRetried", "LobbySweepFails", "RankingClockFails"),
    "TableStopped": (),
    "CrashLoop": (),
    "BudgetBurnsFast": ("CommitsSlow", "BudgetBurnsSlowly", "DatabaseConnectionsShort", "RequestsSlow"),
    "FewFilesLeft": ("LoginsFail", "RatesExceeded", "ProcessDown", "ShardsMove", "ChipsIssuedUnusually"),
    "RequestsUnanswered": ("ConductUnanswered", "RequestsExpired"),
    "CommitsFail": ("DatabaseRetries",),
    "BrokerAlarm": ("GatewayBehind",),
    "BrokerLinkDown": ("BrokerLinkFlaps",),
    "ProcessMissing": ("GameWithoutWorkers", "LedgerNotCompared"),
    "DatabaseDown": ("NotReady", "MigrationFailed"),
    "BrokerDown": ("BrokerNodeDown", "ScrapeMissing"),
}  # fmt: skip
"""The alert that must page for each fault, which names the fault, and the other alerts that must fire because of it.
Those may be inhibited by the page. Each has been seen to fire in a drill."""

_NO_PAYMENTS = "it needs a real payment provider: the simulated one is refused on a real broker"
_A_NIGHT = "it needs a night in which a clock's job did not run, and thresholds are not shortened in a drill"

_ONE_CELL = "the drill has one cell, and so no other one to be reached or compared with"

NOT_CAUSED = {
    "CompetitionSeriesFails": "it needs ten minutes in which a series cannot be announced",
    "BrokerSplit": "it needs three nodes of the broker, a drill has one: tests/bench/splits/test_rejoin.py",
    "CellNotReached": _ONE_CELL,
    "CellsDisagree": _ONE_CELL,
    "PassesNotVerified": _ONE_CELL,
    "WebhookDisabled": "a webhook would have to fail for a day: tests/moderation/webhooks/test_use_cases.py",
    "WebhooksUndelivered": "no other system takes webhooks in a drill: tests/gateway/webhooks/test_deliverer.py",
    "ProvidersFail": "no OpenID provider is named in a drill",
    "PasskeysNotVerified": "nobody in a drill has an authenticator",
    "HeadsStale": _A_NIGHT,
    "HousekeepingStale": _A_NIGHT,
    "JournalPartitionsMissing": "workers would have to fail at it for three days, and the alert waits for an hour",
    "ArchiveBehind": _A_NIGHT,
    "ArchiveUnreadable": "the drill's database has no day that is old enough to be archived",
    "AnalysesFail": "an analysis fails by a fault of its own alone, which no drill can plant",
    "PicturesFail": "a picture fails by a fault of its drawing alone, which no drill can plant",
    "PicturesWait": "the oldest pictures would have to wait for half an hour, and the drill with it",
    "AnalysesWait": "the oldest job would have to wait for half an hour, and the drill with it",
    "ComputersFail": "a computer player fails by a fault of its game alone, which no drill can plant",
    "ComputersLate": "it takes more computers that think than the drill's tables have",
    "DrawsNotCounted": "a thousand matches would have to wait for hours without being counted",
    "DrawsUnfair": "chance would have to be unfair, which no drill can plant",
    "BackupTooOld": "CloudNativePG reports it, and it needs a day and a half without a backup",
    "Chargebacks": _NO_PAYMENTS,
    "DebtsGrow": _NO_PAYMENTS,
    "ProviderBusy": _NO_PAYMENTS,
    "SignalsBehind": "moderation's queue would have to be ten minutes behind, so the drill would have to wait for ten",
    "PasswordsRefused": "gateways let in only as many logins at once as the lobby can check: none was refused while "
    "eighteen threads guessed",
    "PushesDropped": "the lobby's buffer takes 50,000 pushes, and a lobby without broker gets no request that causes "
    "one: none was dropped in a drill",
    "RankingMiscounted": "the fault of AuditLogBroken falsifies a count, and the alert waits three minutes even in a "
    "drill, without one missed scrape: it was not seen within five",
    "SeekersNotSeated": "twenty parties must fail within ten minutes, which needs a crowd that looks for games",
    "TimersLate": "the drill's players move in time, so no clock of theirs runs out",
    "ErasuresUnlisted": "it looks a day back, so its page would not end within the drill",
    "SettingsDiffer": "every process reads its service's settings once a second: none could be kept from it without "
    "taking it off the database, which is DatabaseDown",
}
"""Why an alert has no fault here. The unit tests of the rules (`promtool test rules`) let each of them fire."""


def other_alerts(fault: str) -> tuple[str, ...]:
    """The alerts that must fire because of a fault beside the one that names it."""
    return CAUSED[fault]


def caused_alerts() -> set[str]:
    """All alerts that some fault of a whole drill lets fire."""
    return {*CAUSED, *(follower for followers in CAUSED.values() for follower in followers)}
