"""The service levels for players, and the remaining error budgets."""

from deploy.generate.panel import Dashboard, Panel, Row, quantiles, stat

_NOW = Row(
    "The last hour",
    tuple(
        stat(
            f"{slo.capitalize()}: budget used",
            f'100 * kafeneio:slo_errors:ratio_rate1h{{slo="{slo}"}} / {budget}',
            f"100 %: the last hour was as bad as it may be for the whole month. {promise}",
            "percent",
        )
        for slo, budget, promise in (
            ("moves", 0.001, "99.9 % of moves are acknowledged within 250 ms of their gateway's stamp."),
            ("logins", 0.01, "99 % of logins are answered within a second."),
            ("settlements", 0.001, "99.9 % of matches are settled within 5 s of their end."),
        )
    ),
)
_TREND = Row(
    "Trend",
    (
        Panel(
            "Too slow or failed",
            "percentunit",
            {"{{slo}}": "kafeneio:slo_errors:ratio_rate5m"},
            "Share of the last five minutes, by promise.",
        ),
        Panel(
            "Moves, time to acknowledge",
            "s",
            quantiles("kafeneio_tables_command_seconds"),
            "From the gateway's stamp to the leaving of the acknowledgement, committed.",
        ),
        Panel(
            "Events, from commit to effect",
            "s",
            quantiles("kafeneio_events_lag_seconds", "service"),
            "How late events reach another service. Settlements are events of tables at the wallet.",
        ),
    ),
)

DASHBOARD = Dashboard(
    "kafeneio-slo", "Kafeneio: SLO", "What players are promised, and how well it is kept.", (_NOW, _TREND)
)
