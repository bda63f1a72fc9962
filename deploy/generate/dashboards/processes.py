"""Processes: processor, memory, files, restarts."""

from deploy.generate.panel import Dashboard, Panel, Row, per_second, quantiles

_PROCESSES = Row(
    "Processes",
    (
        Panel(
            "Processor",
            "percentunit",
            {"{{process}} {{pod}}": 'rate(process_cpu_seconds_total{job="kafeneio"}[$__rate_interval])'},
            "1 is one core, and all that a process can use.",
        ),
        Panel(
            "Memory",
            "bytes",
            {"{{process}} {{pod}}": 'process_resident_memory_bytes{job="kafeneio"}'},
            "Resident memory. A line that only rises is a leak.",
        ),
        Panel(
            "Open files",
            "short",
            {"{{process}} {{pod}}": 'process_open_fds{job="kafeneio"}'},
            "Sockets of a gateway are files.",
        ),
        Panel(
            "Releases",
            "short",
            {"{{version}}": "count by (version) (kafeneio_build_info)"},
            "Processes by release: two lines while rolling, else one.",
        ),
        Panel(
            "Age",
            "s",
            {"{{process}} {{pod}}": 'time() - process_start_time_seconds{job="kafeneio"}'},
            "Time since the start. A saw-tooth is a crash loop.",
        ),
    ),
)
_NIGHTS = Row(
    "Every night, on one server",
    (
        Panel(
            "Age of last success",
            "s",
            {
                "{{task}}": "time() - max by (task) (kafeneio_nightly_success_timestamp_seconds)",
                "backup": "time() - max(kafeneio_backup_timestamp_seconds)",
            },
            "How long ago each job of every night has succeeded, and the newest backup was made; a day at the most.",
        ),
        Panel(
            "Failed",
            "short",
            {"{{task}}": "max by (task) (kafeneio_nightly_failed)"},
            "1: the job failed when it last ran; it is tried again every hour.",
            rare="No job has run here: a cluster's jobs are its own.",
        ),
    ),
)

_REQUESTS = Row(
    "Requests between processes",
    (
        Panel(
            "Requests",
            "ops",
            {"{{service}}": per_second("kafeneio_rpc_seconds_count", "service")},
            "Requests answered, by the service that answers.",
        ),
        Panel(
            "Requests that failed",
            "ops",
            {
                "raised: {{service}}.{{method}}": per_second("kafeneio_rpc_failures_total", "service, method"),
                "expired: {{service}}": per_second("kafeneio_rpc_expired_total", "service"),
                "unanswered: {{service}}": per_second("kafeneio_rpc_calls_total", "service", '{outcome="unavailable"}'),
            },
            "Raised: a bug. Expired: dropped because nobody waited any more. Unanswered: the caller gave up.",
            rare="Nothing has failed yet.",
        ),
        Panel(
            "gRPC and REST, 99th percentile",
            "s",
            {
                "gRPC": quantiles("kafeneio_gateway_grpc_seconds")["p99"],
                "REST": quantiles("kafeneio_gateway_http_seconds")["p99"],
            },
            "Time to answer at the two fronts.",
        ),
        Panel(
            "gRPC by personal tokens",
            "short",
            {
                "calls a second: {{code}}": per_second("kafeneio_gateway_grpc_personal_calls_total", "code"),
                "streams open": "sum(kafeneio_gateway_grpc_personal_streams)",
            },
            "Calls by players' programs, by status, and the streams that they have open.",
            rare="No program has called yet.",
        ),
    ),
)

DASHBOARD = Dashboard(
    "kafeneio-processes",
    "Kafeneio: processes",
    "What each process uses, and the requests between them.",
    (_PROCESSES, _REQUESTS, _NIGHTS),
)
