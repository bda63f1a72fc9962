"""The service `tournaments`: competitions, requests and events."""

from deploy.generate.panel import Dashboard, Panel, Row, events_of, per_second, quantiles, requests_of, stat

_RARE = "Nobody has needed it yet."

_NOW = Row(
    "Now",
    (
        stat("Waiting", "max(kafeneio_tournaments_waiting)", "Players who wait for a game."),
        stat(
            "Longest wait",
            "max(kafeneio_tournaments_longest_wait_seconds)",
            "How long somebody has waited where others wait too; seconds are normal.",
            "s",
        ),
        stat(
            "Overdue",
            "max(kafeneio_tournaments_overdue)",
            "Competitions that should have changed their state a minute ago; normally none.",
            alarm=True,
        ),
        stat(
            "Not paid",
            "max(kafeneio_tournaments_unpaid)",
            "Competitions settled a minute ago whose prizes are not paid; normally none.",
            alarm=True,
        ),
        stat(
            "Series that fail",
            "max(kafeneio_tournaments_series_failed)",
            "Series whose next competition could not be announced for ten minutes; normally none.",
            alarm=True,
        ),
    ),
)
_COMPETITIONS = Row(
    "Competitions",
    (
        Panel(
            "Competitions",
            "short",
            {"{{state}}": "max by (state) (kafeneio_tournaments_competitions)"},
            "How many are in each state.",
            rare="no competition was ever saved",
        ),
        Panel(
            "Entries",
            "ops",
            {"{{outcome}}": per_second("kafeneio_tournaments_entries_total", "outcome")},
            "Entries asked for, paid, refunded and refused.",
            rare="nobody enters a competition",
        ),
        Panel(
            "Games",
            "ops",
            {
                "called": "sum(rate(kafeneio_tournaments_games_called_total[$__rate_interval]))",
                "{{state}}": per_second("kafeneio_tournaments_games_ended_total", "state"),
            },
            "Games called, and games over by what became of them.",
            rare="no competition runs",
        ),
        Panel(
            "Wait for a game",
            "s",
            quantiles("kafeneio_tournaments_wait_seconds"),
            "How long the longest-waiting player of a called game had waited.",
            rare="no competition runs",
        ),
        Panel(
            "Pairing",
            "s",
            quantiles("kafeneio_tournaments_pairing_seconds"),
            "Time of one pairing with its transaction.",
            rare="no competition runs",
        ),
        Panel(
            "Changes of state and corrections",
            "ops",
            {
                "{{state}}": per_second("kafeneio_tournaments_state_changes_total", "state"),
                "corrected: {{what}}": per_second("kafeneio_tournaments_corrections_total", "what"),
            },
            "Competitions that open, begin, end and settle, and changes of settled ones.",
            rare="no competition was ever saved",
        ),
        Panel(
            "Announced by series, and reminders",
            "ops",
            {
                "announced": "sum(rate(kafeneio_tournaments_series_announced_total[$__rate_interval]))",
                "reminders": "sum(rate(kafeneio_tournaments_reminded_total[$__rate_interval]))",
            },
            "Competitions that come again, announced by themselves; entrants reminded before a start.",
            rare="no date of a series has come yet",
        ),
        Panel(
            "Made by players",
            "ops",
            {"{{deed}}": per_second("kafeneio_tournaments_made_total", "deed")},
            "Competitions that players make, start and call off, and that moderators close.",
            rare="no player has made one yet",
        ),
        Panel(
            "Calendars read from elsewhere",
            "short",
            {
                "feeds": "max(kafeneio_tournaments_feeds)",
                "{{deed}}": per_second("kafeneio_tournaments_feeds_changed_total", "deed"),
                "read: {{outcome}}": per_second("kafeneio_tournaments_feeds_read_total", "outcome"),
            },
            "Accounts with a secret address of their calendar; those made and ended, and readings, each second.",
            rare="nobody has made one yet",
        ),
        Panel(
            "Prizes",
            "short",
            {"{{mode}}": per_second("kafeneio_tournaments_prizes_chips_total", "mode")},
            "Chips of prizes a second, by mode.",
            rare="no prize was paid yet",
        ),
        Panel(
            "Prizes reviewed",
            "ops",
            {"{{outcome}}": per_second("kafeneio_tournaments_reviewed_prizes_total", "outcome")},
            "Prizes that waited for a review of their winner, by its end.",
            rare="only prizes of winners with an open case wait",
        ),
        Panel(
            "Waiting entries and failures",
            "short",
            {
                "entries without an answer": "max(kafeneio_tournaments_pending_entries)",
                "failed: {{task}}": per_second("kafeneio_tournaments_loop_failures_total", "task"),
            },
            "Entries that the wallet has not answered, for seconds at most; failures of the background: 0.",
        ),
        Panel(
            "Frames to clients",
            "ops",
            {
                "pushed": "sum(rate(kafeneio_tournaments_pushes_total[$__rate_interval]))",
                "dropped": "sum(rate(kafeneio_tournaments_pushes_dropped_total[$__rate_interval]))",
            },
            "Frames about competitions sent to gateways; dropped ones, because the broker was away: 0.",
        ),
        Panel(
            "Called and not there",
            "ops",
            {"{{reason}}": per_second("kafeneio_tournaments_not_seated_total", "reason")},
            "Players who were called and had gone, or sat elsewhere.",
            rare="everybody who is called comes",
        ),
    ),
)

DASHBOARD = Dashboard(
    "kafeneio-tournaments",
    "Kafeneio: tournaments",
    "Competitions, the requests of the service tournaments, and the events that it handles and publishes.",
    (_NOW, _COMPETITIONS, requests_of("tournaments", _RARE), events_of("tournaments", _RARE)),
)
