"""What the dashboard shows, row by row, in the order in which an operator asks."""

from typing import NamedTuple

RATE = "[$__rate_interval]"
GAME = '{game=~"$game"}'


class Panel(NamedTuple):
    """One panel: legend → query. `unit` is Grafana's name; `alarm`: any value of 1 or more is bad."""

    title: str
    unit: str
    queries: dict[str, str]
    about: str = ""
    kind: str = "timeseries"
    alarm: bool = False


class Row(NamedTuple):
    """Panels under one title, all of one kind."""

    title: str
    panels: tuple[Panel, ...]


def stat(title: str, query: str, about: str, unit: str = "short", alarm: bool = False) -> Panel:
    """One number, now."""
    return Panel(title, unit, {"": query}, about, "stat", alarm)


def per_second(metric: str, by: str, where: str = "") -> str:
    """A counter's rate, summed by labels."""
    return f"sum by ({by}) (rate({metric}{where}{RATE}))"


def quantiles(histogram: str, by: str = "", where: str = "") -> dict[str, str]:
    """Median and 99th percentile of a histogram of seconds."""
    labels, legend = (f"le, {by}", f" {{{{{by}}}}}") if by else ("le", "")
    sums = f"sum by ({labels}) (rate({histogram}_bucket{where}{RATE}))"
    return {
        f"p50{legend}": f"histogram_quantile(0.5, {sums})",
        f"p99{legend}": f"histogram_quantile(0.99, {sums})",
    }


_NOW = Row(
    "Now",
    (
        stat("Online", "sum(kafeneio_gateway_greeted)", "Sockets whose player is known"),
        stat("Tables open", f"sum(kafeneio_tables_open{GAME})", "Tables in the workers' memory"),
        stat("Moves a second", f"sum(rate(kafeneio_tables_entries_total{GAME}{RATE}))", "Journal entries committed"),
        stat(
            "Ledger sum",
            "sum(abs(kafeneio_ledger_imbalance_chips))",
            "Anything but 0 is an alarm: chips were made or lost",
            alarm=True,
        ),
        stat(
            "Processes down",
            'count(up{job="kafeneio"} == 0) or vector(0)',
            "Scraped, and without an answer",
            alarm=True,
        ),
        stat(
            "Dead letters",
            'sum(rabbitmq_detailed_queue_messages{queue=~"dead[.].+"}) or vector(0)',
            "Messages that were given up and wait for an operator",
            alarm=True,
        ),
    ),
)

_PLAY = Row(
    "Play",
    (
        Panel("Journal entries", "ops", {"{{game}}": per_second("kafeneio_tables_entries_total", "game", GAME)}),
        Panel("Commit of a batch", "s", quantiles("kafeneio_tables_commit_seconds"), "One commit carries many moves"),
        Panel(
            "Timers, how late", "s", quantiles("kafeneio_tables_timer_late_seconds"), "KAFENEIO_CLOCK_GRACE_MS is meant"
        ),
        Panel("Commands", "ops", {"{{kind}}": per_second("kafeneio_tables_commands_total", "kind", GAME)}),
        Panel("Refusals", "ops", {"{{error}}": per_second("kafeneio_tables_refusals_total", "error")}),
        Panel("Matches ended", "ops", {"{{outcome}}": per_second("kafeneio_tables_matches_total", "outcome", GAME)}),
        Panel(
            "Shards owned",
            "short",
            {"{{game}} {{pod}}": f"kafeneio_tables_shards_owned{GAME}"},
            "A shard has an owner from its first message on",
        ),
        Panel("Tables open", "short", {"{{game}} {{pod}}": f"kafeneio_tables_open{GAME}"}),
        Panel(
            "Trouble",
            "ops",
            {
                "commit failed": "sum(rate(kafeneio_tables_commit_failures_total[$__rate_interval]))",
                "shard lost": "sum(rate(kafeneio_tables_fenced_total[$__rate_interval]))",
                "table stopped": "sum(rate(kafeneio_tables_stopped_total[$__rate_interval]))",
                "unreadable": "sum(rate(kafeneio_tables_unreadable_total[$__rate_interval]))",
                "sent again": "sum(rate(kafeneio_tables_repeated_total[$__rate_interval]))",
            },
        ),
    ),
)

_GATEWAY = Row(
    "Gateways",
    (
        Panel("Sockets", "short", {"{{pod}}": "kafeneio_gateway_connections"}),
        Panel("Frames from clients", "ops", {"{{kind}}": per_second("kafeneio_gateway_frames_total", "kind")}),
        Panel("Frames to clients", "ops", {"{{origin}}": per_second("kafeneio_gateway_sent_frames_total", "origin")}),
        Panel("REST, time to answer", "s", quantiles("kafeneio_gateway_http_seconds")),
        Panel("gRPC, time to answer", "s", quantiles("kafeneio_gateway_grpc_seconds")),
        Panel(
            "REST answers",
            "ops",
            {"{{status}}": "sum by (status) (rate(kafeneio_gateway_http_seconds_count[$__rate_interval]))"},
        ),
        Panel(
            "Ended and lost",
            "ops",
            {
                "closed: {{reason}}": per_second("kafeneio_gateway_closed_total", "reason"),
                "lost: {{what}}": per_second("kafeneio_gateway_lost_total", "what"),
                "slow": "sum(rate(kafeneio_gateway_slow_dropped_total[$__rate_interval]))",
            },
        ),
        Panel(
            "Waiting",
            "short",
            {
                "commands {{pod}}": "kafeneio_gateway_commands_waiting",
                "requests {{pod}}": "kafeneio_gateway_lanes_waiting",
                "frames to clients {{pod}}": "kafeneio_gateway_queue_frames",
            },
            "Each has a limit: kafeneio_gateway_limit",
        ),
        Panel("Bytes", "Bps", {"{{direction}}": per_second("kafeneio_gateway_bytes_total", "direction")}),
    ),
)

_SERVICES = Row(
    "Services",
    (
        Panel("Requests", "ops", {"{{service}}": per_second("kafeneio_rpc_seconds_count", "service")}),
        Panel("Time to answer", "s", quantiles("kafeneio_rpc_seconds", "service")),
        Panel(
            "Requests that failed",
            "ops",
            {
                "raised: {{service}}.{{method}}": per_second("kafeneio_rpc_failures_total", "service, method"),
                "expired: {{service}}": per_second("kafeneio_rpc_expired_total", "service"),
                "unanswered: {{service}}": per_second("kafeneio_rpc_calls_total", "service", '{outcome="unavailable"}'),
            },
        ),
        Panel(
            "Refusals", "ops", {"{{service}} {{error}}": per_second("kafeneio_rpc_refusals_total", "service, error")}
        ),
        Panel(
            "Database: units of work again",
            "ops",
            {"{{service}} {{cause}}": per_second("kafeneio_database_retries_total", "service, cause")},
        ),
        Panel(
            "Taken in one go",
            "short",
            {
                "{{queue}} p99": (
                    "histogram_quantile(0.99, sum by (le, queue) (rate(kafeneio_batch_size_bucket[$__rate_interval])))"
                )
            },
            "Natural batching: near 1 there is time, near the limit there is none",
        ),
    ),
)

_EVENTS = Row(
    "Events",
    (
        Panel(
            "Outbox, oldest row",
            "s",
            {"{{service}}": "max by (service) (kafeneio_outbox_oldest_seconds)"},
            "How late an event leaves",
        ),
        Panel("Outbox, rows", "short", {"{{service}}": "max by (service) (kafeneio_outbox_waiting)"}),
        Panel("Relayed", "ops", {"{{service}}": per_second("kafeneio_outbox_sent_total", "service")}),
        Panel("Handled", "ops", {"{{service}}": per_second("kafeneio_events_handled_total", "service")}),
        Panel(
            "Tried again and parked",
            "ops",
            {
                "again: {{service}} {{handler}}": per_second("kafeneio_events_retried_total", "service, handler"),
                "parked: {{service}} {{handler}}": per_second("kafeneio_events_parked_total", "service, handler"),
            },
        ),
        Panel(
            "Dead letters",
            "short",
            {"{{queue}}": 'max by (queue) (rabbitmq_detailed_queue_messages{queue=~"dead[.].+"})'},
        ),
    ),
)

_MONEY = Row(
    "Money",
    (
        Panel(
            "Chips moved", "short", {"{{kind}}": per_second("kafeneio_ledger_chips_moved_total", "kind")}, "A second"
        ),
        Panel("Batches", "ops", {"{{outcome}}": per_second("kafeneio_ledger_batches_total", "outcome")}),
        Panel(
            "Sums",
            "short",
            {
                "ledger": "max(abs(kafeneio_ledger_imbalance_chips))",
                "escrow": "max(abs(kafeneio_ledger_escrow_mismatch_chips))",
            },
            "Chips too many or too few: 0",
        ),
        Panel("Matches held", "short", {"matches": "max(kafeneio_ledger_open_matches)"}),
        Panel("Oldest hold", "s", {"age": "max(kafeneio_ledger_oldest_hold_seconds)"}),
        Panel("Refusals", "ops", {"{{error}}": per_second("kafeneio_wallet_refusals_total", "error")}),
    ),
)

_LOBBY = Row(
    "Lobby",
    (
        Panel("Players", "short", {"{{status}}": "max by (status) (kafeneio_lobby_players)"}),
        Panel("Tables listed", "short", {"{{state}}": "max by (state) (kafeneio_lobby_tables)"}),
        Panel("Logins", "ops", {"{{outcome}}": per_second("kafeneio_lobby_logins_total", "outcome")}),
        Panel("Password checks", "s", quantiles("kafeneio_lobby_password_seconds"), "Waiting for a worker included"),
        Panel("Chat lines", "ops", {"{{room}}": per_second("kafeneio_lobby_chat_lines_total", "room")}),
        Panel(
            "Trouble",
            "ops",
            {
                "pushes dropped: {{cause}}": per_second("kafeneio_lobby_pushes_dropped_total", "cause"),
                "sweeps failed: {{task}}": per_second("kafeneio_lobby_sweep_failures_total", "task"),
                "passwords refused": "sum(rate(kafeneio_lobby_passwords_refused_total[$__rate_interval]))",
                "gateways lost": "sum(rate(kafeneio_lobby_gateways_lost_total[$__rate_interval]))",
            },
        ),
    ),
)

_PROCESSES = Row(
    "Processes and broker",
    (
        Panel(
            "Processor",
            "percentunit",
            {"{{process}} {{pod}}": ('rate(process_cpu_seconds_total{job="kafeneio"}[$__rate_interval])')},
            "1 is one core, and all that a process can use",
        ),
        Panel("Memory", "bytes", {"{{process}} {{pod}}": 'process_resident_memory_bytes{job="kafeneio"}'}),
        Panel("Open files", "short", {"{{process}} {{pod}}": 'process_open_fds{job="kafeneio"}'}),
        Panel("Links to the broker", "short", {"{{link}} {{pod}}": "kafeneio_broker_up"}, "1: up"),
        Panel("Links made again", "ops", {"{{link}}": per_second("kafeneio_broker_reconnects_total", "link")}),
        Panel(
            "Longest queues",
            "short",
            {"{{queue}}": "topk(10, max by (queue) (rabbitmq_detailed_queue_messages))"},
        ),
    ),
)

ROWS = (_NOW, _PLAY, _GATEWAY, _SERVICES, _EVENTS, _MONEY, _LOBBY, _PROCESSES)
