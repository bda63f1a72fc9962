"""PostgreSQL as the services feel it."""

from deploy.generate.panel import Dashboard, Panel, Row, per_second, quantiles

_USE = Row(
    "Use",
    (
        Panel(
            "Units of work run again",
            "ops",
            {"{{service}} {{cause}}": per_second("kafeneio_database_retries_total", "service, cause")},
            "`connection`: the database goes away or fails over. `deadlock`: two want the same rows.",
            rare="Nothing had to be run again.",
        ),
        Panel(
            "Commit of a batch of moves",
            "s",
            quantiles("kafeneio_tables_commit_seconds"),
            "The tables' commit: what every move waits for.",
        ),
    ),
)

DASHBOARD = Dashboard(
    "kafeneio-database",
    "Kafeneio: database",
    "How the services find their database: up, free connections, time of a commit.",
    (_USE,),
)
