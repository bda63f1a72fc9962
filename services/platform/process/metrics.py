"""Metrics that the platform itself keeps; services declare their own beside their use, all prefixed `kafeneio_`."""

from prometheus_client import Counter, Gauge, Histogram

LATENCY_BUCKETS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
BATCH_BUCKETS = (1, 2, 5, 10, 20, 50, 100, 200, 500)

rpc_seconds = Histogram(
    "kafeneio_rpc_seconds", "Time to answer a request", ["service", "method"], buckets=LATENCY_BUCKETS_S
)
rpc_refusals = Counter("kafeneio_rpc_refusals", "Requests refused, by code", ["service", "method", "error"])
rpc_failures = Counter("kafeneio_rpc_failures", "Requests that raised", ["service", "method"])
rpc_expired = Counter("kafeneio_rpc_expired", "Requests dropped because their deadline had passed", ["service"])
rpc_calls = Counter("kafeneio_rpc_calls", "Requests sent, by outcome", ["service", "method", "outcome"])
events_handled = Counter("kafeneio_events_handled", "Events handled", ["service", "handler"])
events_repeated = Counter("kafeneio_events_repeated", "Events seen before", ["service", "handler"])
events_retried = Counter("kafeneio_events_retried", "Tries of a handler that failed", ["service", "handler"])
events_parked = Counter("kafeneio_events_parked", "Events given up and parked for an operator", ["service", "handler"])
messages_refused = Counter(
    "kafeneio_messages_refused", "Messages of which the broker has not checked who sent them", ["service", "queue"]
)
outbox_waiting = Gauge("kafeneio_outbox_waiting", "Rows in the outbox not yet relayed", ["service"])
outbox_sent = Counter("kafeneio_outbox_sent", "Messages relayed", ["service"])
outbox_oldest_s = Gauge("kafeneio_outbox_oldest_seconds", "Age of the oldest row not yet relayed", ["service"])
LAG_BUCKETS_S = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0)
events_lag_s = Histogram(
    "kafeneio_events_lag_seconds",
    "From an event's commit in one service to its effect in another",
    ["service", "handler"],
    buckets=LAG_BUCKETS_S,
)
settings_seq = Gauge(
    "kafeneio_settings_seq", "The newest change of an operator's setting that this process uses", ["service"]
)
settings_refused = Counter(
    "kafeneio_settings_refused", "Changed settings that do not fit the environment's, and are not used", ["service"]
)
build_info = Gauge(
    "kafeneio_build_info", "1, with the release and the Python that this process is", ["version", "python"]
)
nightly_success_s = Gauge(
    "kafeneio_nightly_success_timestamp_seconds", "When a job of every night has last succeeded", ["task"]
)
nightly_failed = Gauge("kafeneio_nightly_failed", "Whether a job of every night failed when it last ran", ["task"])
backup_s = Gauge("kafeneio_backup_timestamp_seconds", "When the newest backup of the database on this server was made")
database_up = Gauge("kafeneio_database_up", "Whether the last unit of work reached the database", ["service"])
database_connections = Gauge(
    "kafeneio_database_connections", "Connections of this process that a unit of work holds", ["service"]
)
database_connections_max = Gauge(
    "kafeneio_database_connections_max", "Connections that this process may hold at the most", ["service"]
)
database_commit_s = Histogram(
    "kafeneio_database_commit_seconds", "Time of a unit of work's commit", ["service"], buckets=LATENCY_BUCKETS_S
)
broker_up = Gauge("kafeneio_broker_up", "Whether a link to the broker is up", ["link"])
broker_reconnects = Counter("kafeneio_broker_reconnects", "Times a link was made again", ["link"])
cell_link_up = Gauge("kafeneio_cell_link_up", "Whether the bridge is connected to another cell's broker", ["cell"])
cell_stuck_s = Gauge(
    "kafeneio_cell_stuck_seconds",
    "How long messages to another cell could not be handed over; 0: they can",
    ["cell"],
)
cell_messages_carried = Counter("kafeneio_cell_messages_carried", "Messages that another cell's broker has", ["cell"])
cell_carry_failures = Counter("kafeneio_cell_carry_failures", "Attempts to hand messages over that failed", ["cell"])
database_retries = Counter("kafeneio_database_retries", "Units of work run again", ["service", "cause"])
batch_size = Histogram("kafeneio_batch_size", "What natural batching took in one go", ["queue"], buckets=BATCH_BUCKETS)
