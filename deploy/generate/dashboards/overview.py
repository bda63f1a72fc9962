"""The first page: whether everything is well, and if not, where to look."""

from deploy.generate.panel import Dashboard, Panel, Row, per_second, quantiles, stat, total_rate

_NOW = Row(
    "Now",
    (
        stat("Online", "sum(kafeneio_gateway_greeted)", "Sockets whose player is known."),
        stat("Tables open", "sum(kafeneio_tables_open)", "Tables in the workers' memory."),
        stat("Moves a second", total_rate("kafeneio_tables_entries_total"), "Journal entries committed."),
        stat(
            "Ledger sum",
            "sum(abs(kafeneio_ledger_imbalance_chips))",
            "Anything but 0 is an alarm: chips were made or lost.",
            alarm=True,
        ),
        stat(
            "Processes down",
            'count(up{job="kafeneio"} == 0) or vector(0)',
            "Scraped, and without an answer.",
            alarm=True,
        ),
        stat(
            "Dead letters",
            'sum(rabbitmq_detailed_queue_messages{queue=~"dead[.].+"}) or vector(0)',
            "Messages that were given up and wait for an operator.",
            alarm=True,
        ),
    ),
)
_SYMPTOMS = Row(
    "What players feel",
    (
        Panel(
            "Commit of a batch of moves",
            "s",
            quantiles("kafeneio_tables_commit_seconds"),
            "A move waits for one commit, which carries many moves. Normal: a few milliseconds.",
        ),
        Panel(
            "REST, time to answer",
            "s",
            quantiles("kafeneio_gateway_http_seconds"),
            "Pages, lists and logins. A login costs some 100 ms of processor on purpose.",
        ),
        Panel(
            "Failures",
            "ops",
            {
                "REST 5xx": total_rate("kafeneio_gateway_http_seconds_count", '{status=~"5.."}'),
                "requests unanswered": total_rate("kafeneio_rpc_calls_total", '{outcome="unavailable"}'),
                "requests that raised": total_rate("kafeneio_rpc_failures_total"),
            },
            "Everything here is 0 on a good day.",
            rare="Nothing has failed yet.",
        ),
    ),
)
_CAUSES = Row(
    "Where it may come from",
    (
        Panel(
            "Links to the broker that are down",
            "short",
            {"{{pod}} {{link}}": "kafeneio_broker_up == 0"},
            "One line for each link that is cut. All at once: the broker is away.",
            rare="Every link is up.",
        ),
        Panel(
            "Units of work run again",
            "ops",
            {"{{service}} {{cause}}": per_second("kafeneio_database_retries_total", "service, cause")},
            "`connection`: the database goes away or fails over. `deadlock`: two want the same rows.",
            rare="Nothing had to be run again.",
        ),
        Panel(
            "Oldest unsent event",
            "s",
            {"{{service}}": "max by (service) (kafeneio_outbox_oldest_seconds)"},
            "How late events leave the outboxes. Above 30 s somebody is called.",
        ),
    ),
)

DASHBOARD = Dashboard(
    "kafeneio",
    "Kafeneio",
    "The first page: is everything well, and if not, which of the other dashboards says more.",
    (_NOW, _SYMPTOMS, _CAUSES),
)
