"""The business: players, tables, chips in and out, registrations."""

from deploy.generate.panel import Dashboard, Panel, Row, stat

_DAY = "[24h]"

_TODAY = Row(
    "The last 24 hours",
    (
        stat("Online", "sum(kafeneio_gateway_greeted)", "Sockets whose player is known, now."),
        stat(
            "Registrations",
            f"sum(increase(kafeneio_lobby_registrations_total{_DAY}))",
            "Accounts made in 24 hours.",
        ),
        stat(
            "Logins",
            f'sum(increase(kafeneio_lobby_logins_total{{outcome="ok"}}{_DAY}))',
            "Logins that succeeded in 24 hours.",
        ),
        stat(
            "Matches ended",
            f"sum(increase(kafeneio_tables_matches_total{_DAY}))",
            "Matches that ended in 24 hours, voided ones included.",
        ),
        stat(
            "Chips moved",
            f"sum(increase(kafeneio_ledger_chips_moved_total{_DAY}))",
            "Chips that changed accounts in 24 hours.",
        ),
        stat("Tables open", "sum(kafeneio_tables_open)", "Tables in memory, now."),
    ),
)
_TREND = Row(
    "Trend",
    (
        Panel(
            "Players online",
            "short",
            {"{{status}}": "max by (status) (kafeneio_lobby_players)"},
            "By what they do: in the room, at a table, watching.",
        ),
        Panel(
            "Tables by game",
            "short",
            {"{{game}}": "sum by (game) (kafeneio_tables_open)"},
            "What people play.",
        ),
        Panel(
            "Chips in and out, an hour",
            "short",
            {"{{kind}}": "sum by (kind) (increase(kafeneio_ledger_chips_moved_total[1h]))"},
            "By kind of transfer: welcome chips, lotteries and purchases come in, rake and shop go out.",
        ),
    ),
)

DASHBOARD = Dashboard(
    "kafeneio-business",
    "Kafeneio: business",
    "Players, tables and chips, for those who run the house.",
    (_TODAY, _TREND),
)
