"""The list of erased accounts outside of the databases. After a database is restored, its erasures are applied again
(RULES.md §7).

A file for each process, in a folder that is not part of the databases' backups; a line of JSON for each account, by its
id alone. Lines are only ever added.
"""

import json
import os
import socket
from pathlib import Path

from services.kernel.clock import TimeMs


def add(folder: Path, account: str, at_ms: TimeMs) -> None:
    """Add an account; it is on the disk when this returns."""
    folder.mkdir(parents=True, exist_ok=True)
    line = json.dumps({"account": account, "at_ms": at_ms}) + "\n"
    descriptor = os.open(folder / f"erased-{socket.gethostname()}.jsonl", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        os.write(descriptor, line.encode())
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def read(folder: Path) -> dict[str, TimeMs]:
    """Every account of every file, with the time of its last erasure. A last line that a crash has cut off is passed
    over."""
    found: dict[str, TimeMs] = {}
    for path in sorted(folder.glob("erased-*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            try:
                erased = json.loads(line)
                account, at_ms = str(erased["account"]), int(erased["at_ms"])
            except (ValueError, KeyError, TypeError):
                continue
            found[account] = max(at_ms, found.get(account, at_ms))
    return found
