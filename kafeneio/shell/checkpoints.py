"""`kafeneio heads`: what names the ledger's and the audit log's history, noted outside of their databases.

The notes are lines of JSON in a folder of another store. Each line names the one before by its hash, so that a line
which was changed or taken out shows too.
"""

import argparse
import hashlib
import os
from pathlib import Path
from typing import Any

import msgspec

from kafeneio.shell.use_case import run_in
from services.kernel.clock import SystemClock
from services.platform.operations import console
from services.platform.process.settings import CommonSettings

_FILE = "heads.jsonl"
_FIRST = "0" * 64


def add_commands(actions: Any) -> None:
    """Add the commands; `actions`: the command line's subparsers."""
    heads = actions.add_parser("heads", help="note what names the ledger's and the audit log's history elsewhere")
    heads.add_argument("folder", help="on another store than the databases; lines are only ever added")
    heads.set_defaults(action=_heads)


def _heads(args: argparse.Namespace, common: CommonSettings) -> int:
    """Prints one line of JSON. Exit code 1: the history differs from the noted digests, or the notes were changed;
    then nothing is added."""
    from services.moderation.audit.use_cases import head_of_log
    from services.wallet.ledger.audit.digest import Digest
    from services.wallet.ledger.audit.use_cases import digest_ledger

    folder = Path(args.folder)
    try:
        last = read_last(folder) or {}
    except NotesDamaged as damaged:
        console.say_json({"faults": ["notes_damaged"], "detail": str(damaged)})
        return 1
    ledger = msgspec.convert(last["ledger"], Digest) if last else None
    noted_log = last.get("audit_log", {"entries": 0, "head": "0" * 64})
    digest, is_same = run_in("wallet", common, digest_ledger, ledger)
    log, head_then = run_in("moderation", common, head_of_log, noted_log["entries"])
    faults = [] if is_same else ["ledger_changed"]
    faults += [] if head_then == noted_log["head"] and log.broken_at is None else ["audit_log_changed"]
    note = {
        "at_ms": SystemClock().now_ms(),
        "ledger": msgspec.to_builtins(digest),
        "audit_log": {"entries": log.entries, "head": log.head},
    }
    if not faults:
        add_note(folder, note)
    console.say_json({"faults": faults, **note})
    return 1 if faults else 0


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


def add_note(folder: Path, note: dict[str, Any]) -> None:
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
