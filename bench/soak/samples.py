"""What is measured after each day: processes, databases, queues, logs."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import psycopg

from bench.processes.members import rss_mb
from bench.processes.whole_platform import SERVICES, Platform

_COUNT_ROWS = """
SELECT c.relname, (xpath('/row/n/text()', query_to_xml(
         format('SELECT count(*) AS n FROM %%I.%%I', n.nspname, c.relname), false, true, '')))[1]::text::bigint
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = %s AND c.relkind IN ('r', 'p') AND NOT c.relispartition
"""
"""Every table of a schema, counted exactly: these databases are small."""
SERIOUS = ("error", "critical")


class Logs:
    """What members have written since the last look."""

    def __init__(self, platform: Platform) -> None:
        """Nothing has been read yet."""
        self._paths = platform.logs()
        self._read = dict.fromkeys(self._paths, 0)

    def read(self) -> tuple[dict[str, int], list[str]]:
        """Member → bytes since the last look, and every line of these that is serious or no log line at all."""
        written, serious = {}, []
        for name, path in self._paths.items():
            with path.open("rb") as file:
                file.seek(self._read[name])
                new = file.read()
            whole = new[: new.rfind(b"\n") + 1]
            self._read[name] += len(whole)
            written[name] = len(whole)
            serious += [f"{name}: {line}" for line in serious_lines(whole.decode(errors="replace"))]
        return written, serious


def serious_lines(text: str) -> Iterator[str]:
    """The lines that say that something went wrong: of level error, or not written by the log at all."""
    for line in text.splitlines():
        try:
            level = json.loads(line).get("level", "")
        except (ValueError, AttributeError):
            level = "error" if line.strip() else ""
        if level in SERIOUS:
            yield line[:600]


def sample(platform: Platform, written: dict[str, int]) -> dict[str, float]:
    """Figure → value now. `written`: bytes of logs of the day that has passed."""
    found: dict[str, float] = {}
    of_members = {name: member.pids() for name, member in platform.members.items()}
    for name, pids in (of_members | {"broker": platform.rabbit.pids(), "database": platform.postgres.pids()}).items():
        found[f"pss_mb {name}"] = round(rss_mb(pids), 2)
        if name in of_members:
            found[f"descriptors {name}"] = sum(_count(pid, "fd") for pid in pids)
            found[f"threads {name}"] = sum(_count(pid, "task") for pid in pids)
    for name, size in written.items():
        found[f"log_bytes {name}"] = size
    return found | _rows(platform) | _queues(platform)


def _count(pid: int, what: str) -> int:
    try:
        return len(os.listdir(f"/proc/{pid}/{what}"))  # noqa: PTH208 their number alone
    except OSError:
        return 0


def _rows(platform: Platform) -> dict[str, float]:
    found: dict[str, float] = {}
    for service in SERVICES:
        with platform.postgres.connect(platform.databases[service]) as connection:
            for table, count in connection.execute(_COUNT_ROWS, [service]):
                found[f"rows {service}.{table}"] = count
            found[f"partitions {service}"] = _partitions(connection, service)
    return {name: count for name, count in found.items() if name.startswith("rows") or name == "partitions tables"}


def _partitions(connection: psycopg.Connection, service: str) -> int:
    counted = (
        "SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
        "WHERE n.nspname = %s AND c.relispartition AND c.relkind = 'r'"
    )
    row = connection.execute(counted, [service]).fetchone()
    return row[0] if row else 0


def _queues(platform: Platform) -> dict[str, float]:
    listed = platform.rabbit.manage("GET", f"/api/queues/{platform.vhost}")
    return {
        "queues number": len(listed),
        "queues messages": sum(queue.get("messages", 0) for queue in listed if not queue["name"].startswith("events")),
    }


def folder_bytes(folder: Path) -> int:
    """Of all files in a folder and below."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
