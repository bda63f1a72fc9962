"""PostgreSQL, measured by the services."""

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
        Panel(
            "Commit of a unit of work",
            "s",
            quantiles("kafeneio_database_commit_seconds", "service"),
            "What each service waits for at a transaction's end. All slow at once: the disk, or the standby.",
        ),
        Panel(
            "Reached",
            "short",
            {"{{service}}": "min by (service) (kafeneio_database_up)"},
            "1: the last unit of work reached the database. 0: it did not.",
        ),
        Panel(
            "Connections in use",
            "short",
            {
                "{{service}}": "max by (service) (kafeneio_database_connections)",
                "limit": "max(kafeneio_database_connections_max)",
            },
            "Of one process at the most. At the limit, units of work wait.",
        ),
    ),
)

DASHBOARD = Dashboard(
    "kafeneio-database",
    "Kafeneio: database",
    "How the services find their database: up, free connections, time of a commit.",
    (_USE,),
)
