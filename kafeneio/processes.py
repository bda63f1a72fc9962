"""The names of what `kafeneio run` runs, and of its parts."""

SERVICES = ("wallet", "ranking", "moderation", "lobby", "tournaments", "tables")
"""Each has a database of its own."""
FRONTS = ("gateway", "grpc")
HTTP_OF_GATEWAY = "http"
WORKER_OF_TABLES = "tables-worker"
"""Processes that are started only by the process of which they are a part."""
BRIDGE = "bridge"
"""Connects this installation to other cells; a single installation runs none."""
HISTORY = "history"
"""The requests of tables alone, `tables --part requests`: replays, recordings, the Academy."""
NIGHTLY = "nightly"
"""Runs the jobs of every night (kafeneio/nightly.py) where no cluster does."""
ALL = "all"
WORKERS = "workers"
REQUESTS = "requests"
PARTS = (ALL, WORKERS, REQUESTS)
"""The parts of a process of tables: both, play alone, or requests alone (replays, the Academy, recordings)."""
ON_ONE_SERVER = (*SERVICES, HISTORY, *FRONTS, NIGHTLY)
"""What runs on a server of its own, one process of each; of tables the workers alone, beside `history`."""
HEALTH_PORTS = {name: 8101 + number for number, name in enumerate((*ON_ONE_SERVER, BRIDGE))}
"""The port of /healthz, /readyz and /metrics of each process where KAFENEIO_HEALTH_PORT names none."""
