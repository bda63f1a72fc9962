"""The names of what `kafeneio run` runs, and of its parts."""

SERVICES = ("wallet", "ranking", "moderation", "lobby", "tournaments", "tables")
"""Each has a database of its own."""
FRONTS = ("gateway", "grpc")
HTTP_OF_GATEWAY = "http"
WORKER_OF_TABLES = "tables-worker"
"""Processes that are started only by the process of which they are a part."""
BRIDGE = "bridge"
"""Connects this installation to other cells; a single installation runs none."""
ALL = "all"
WORKERS = "workers"
PARTS = (ALL, WORKERS, "requests")
"""The parts of a process of tables: both, play alone, or requests alone (replays, the Academy, recordings)."""
