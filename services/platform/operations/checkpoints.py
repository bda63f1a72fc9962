"""What names a history, noted outside of the database that holds it: lines of JSON in a folder of another store.

Each line names the one before by its hash, so that a line which was changed or taken out shows too.
"""

import hashlib
import os
from pathlib import Path
from typing import Any

import msgspec

_FILE = "heads.jsonl"
_FIRST = "0" * 64


class NotesDamaged(Exception):
    """The lines that were noted are not those that were written."""


def read_last(folder: Path) -> dict[str, Any] | None:
    """The newest note; None: there is none. Raises: NotesDamaged."""
    previous, last = _FIRST, None
    for line in _lines(folder):
        try:
            last = msgspec.json.decode(line, type=dict[str, Any])
        except msgspec.DecodeError as error:
            raise NotesDamaged("a line cannot be read") from error
        if last.get("previous") != previous:
            raise NotesDamaged(f"the line of {last.get('at_ms')} does not follow the one before it")
        previous = _hash(line)
    return last


def add(folder: Path, note: dict[str, Any]) -> None:
    """One more, on the disk when this returns. Raises: OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = _lines(folder)
    line = msgspec.json.encode(note | {"previous": _hash(lines[-1]) if lines else _FIRST}) + b"\n"
    descriptor = os.open(folder / _FILE, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        os.write(descriptor, line)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _lines(folder: Path) -> list[bytes]:
    path = folder / _FILE
    return path.read_bytes().splitlines() if path.exists() else []


def _hash(line: bytes) -> str:
    return hashlib.sha256(line).hexdigest()
