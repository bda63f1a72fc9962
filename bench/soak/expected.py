"""What is expected of each figure in the long run: how long its rows are kept, or why it may grow for ever.

The numbers of days are those of the rules and of their defaults. A table that is not named here has to be flat.
"""

from bench.soak.slopes import Rule

USUAL = {
    "pss_mb": Rule(slack=0.5),
    "descriptors": Rule(slack=1),
    "threads": Rule(slack=1),
    "rows": Rule(slack=1),
    "partitions": Rule(keeps_days=20, slack=1),
    "queues": Rule(slack=1),
    "log_bytes": Rule(slack=500),
}
"""By the kind of a figure; `slack`, in its own unit, is the grain of what is measured."""

_LEDGER = "the ledger keeps every transfer (services/wallet/RULES.md §2)"
_MATCHES = "recordings are kept without end (services/tables/RULES.md §12)"
_RATED = "every rated match can be corrected and recounted (services/ranking/RULES.md §1)"
_BOARDS = "the places of closed boards are kept (services/ranking/RULES.md §2)"
_COMPETITIONS = "competitions and their audit are kept (services/tournaments/RULES.md §5)"
_CONDUCT = "reports, cards, letters and the audit log are kept (services/moderation/RULES.md)"

_GROWING = {
    _LEDGER: "wallet.batches wallet.transfers wallet.stakes wallet.corrections wallet.competition_entries",
    _MATCHES: (
        "tables.matches tables.recorded tables.tables tables.archive_entries tables.archive_files tables.archive_days "
        "tables.draw_counts tables.draw_luck"
    ),
    _RATED: "ranking.rated_matches ranking.match_chips",
    _BOARDS: (
        "ranking.board_periods ranking.board_players ranking.board_ranges ranking.board_pairs ranking.board_prizes"
    ),
    _COMPETITIONS: (
        "tournaments.competitions tournaments.entrants tournaments.entries tournaments.games tournaments.game_players "
        "tournaments.prizes tournaments.audit tournaments.template_dates"
    ),
    _CONDUCT: (
        "moderation.audit_log moderation.letters moderation.reports moderation.orders moderation.cards "
        "moderation.suspensions"
    ),
}
_KEPT_DAYS = {
    2: "lobby.commands lobby.tables lobby.outbox moderation.outbox ranking.outbox tables.outbox tournaments.outbox "
    "wallet.outbox tables.refused moderation.observed_hours ranking.friendly_pairs",
    3: "wallet.pair_wins wallet.early_leaves",
    8: "lobby.inbox moderation.inbox ranking.inbox tables.inbox tournaments.inbox wallet.inbox "
    "moderation.done_commands tournaments.done_commands tournaments.early_corrections",
    11: "tables.journal",
    30: "lobby.sessions wallet.network_counts ranking.recorded_matches ranking.recorded_players",
    60: "moderation.observations ranking.deeds ranking.badges",
    90: "lobby.chat_lines",
    180: "lobby.security_log",
    400: "tables.problem_days tables.problem_answers ranking.active_days lobby.known_devices",
}
"""Days: tables. Statistics keep the newest 50 matches of a player, which are those of some two weeks here."""

RULES: dict[str, Rule] = {
    **{f"rows {name}": Rule(grows_because=why) for why, names in _GROWING.items() for name in names.split()},
    **{f"rows {name}": Rule(keeps_days=days, slack=10) for days, names in _KEPT_DAYS.items() for name in names.split()},
    # A draw is stored nowhere, so some days have a row less; the platform's changes are folded by the hundred.
    "rows wallet.house": Rule(slack=400),
    "rows tables.problems": Rule(grows_because="positions are found and kept (services/tables/RULES.md §21)"),
    "archive_bytes files": Rule(grows_because=_MATCHES),
    # The stores of both servers hold what is in the tables that grow.
    "pss_mb database": Rule(grows_because="its buffers fill with what is kept"),
    "pss_mb broker": Rule(slack=20),
}
