"""Commands for retention and keys, run by operators at a shell or by a schedule. As in shell.py each action imports
what it needs."""

import argparse
import base64
import datetime
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from services.kernel.clock import DAY_MS, SystemClock
from services.platform.operations import console
from services.platform.process.settings import CommonSettings, database_url, load


def add_commands(actions: Any) -> None:
    """Add the commands; `actions`: the command line's subparsers. Every action returns the exit code."""
    forget = actions.add_parser("forget", help="archive finished matches, delete what is older than it may be kept")
    forget.set_defaults(action=_forget)
    heads = actions.add_parser("heads", help="note what names the ledger's and the audit log's history elsewhere")
    heads.add_argument("folder", help="on another store than the databases; lines are only ever added")
    heads.set_defaults(action=_heads)
    whats = actions.add_parser("sealing", help="keys of what is encrypted in databases").add_subparsers(
        required=True, metavar="WHAT"
    )
    new = whats.add_parser("new", help="print a new key, for the front of KAFENEIO_SEALING_KEYS")
    new.set_defaults(action=_new_key)
    keys = whats.add_parser("list", help="how much still needs which key")
    keys.set_defaults(action=_list_keys)
    again = whats.add_parser(
        "again", help="encrypt second factors, waiting mails and open lottery tickets again, with the first key"
    )
    again.set_defaults(action=_seal_again)
    archive = actions.add_parser("archive", help="compare the archive's files with their list, after a restore")
    archive.add_argument("--delete-unlisted", action="store_true", help="delete files that the database does not know")
    archive.set_defaults(action=_check_archive)
    _add_cells(actions.add_parser("cells", help="keys of passes to other cells, and the settings of visits"))


def _add_cells(cells: argparse.ArgumentParser) -> None:
    whats = cells.add_subparsers(required=True, metavar="WHAT")
    key = whats.add_parser("key", help="make a pair of keys: one for this cell's secret, one for its neighbours")
    key.set_defaults(action=_make_pass_keys)
    check = whats.add_parser("check", help="read the settings of visits: this cell's public key, and its neighbours")
    check.set_defaults(action=_check_cells)


def _forget(_args: argparse.Namespace, common: CommonSettings) -> int:
    """Prints one line of JSON: what of the journal was archived, and the number of tables whose trails were deleted.
    Chat, exports and the security log are deleted by the lobby's settings. Exit code 1: something could not be
    archived; everything else is done."""
    from services.lobby.expiry import purge_kept
    from services.lobby.settings import LobbySettings
    from services.platform.operations.live_settings import read_settings
    from services.tables.journal.trail_rows import AT_ONCE, forget_trails
    from services.tables.settings import TablesSettings

    now_ms = SystemClock().now_ms()
    kept = _run("tables", common, read_settings, "tables", load(TablesSettings))
    before_ms = now_ms - kept.audit_days * DAY_MS
    trails = 0
    while (gone := _run("tables", common, forget_trails, before_ms)) == AT_ONCE:
        trails += gone
    _run("lobby", common, purge_kept, _run("lobby", common, read_settings, "lobby", load(LobbySettings)))
    archived, failures = _archive(common, kept.journal_archive, kept.journal_days)
    console.say_json({"trails": trails + gone, "archive": archived})
    return 1 if failures else 0


def _archive(common: CommonSettings, place: str, journal_days: int) -> tuple[dict[str, int], int]:
    """What was done, and how much of it failed; nothing where no archive is set."""
    if not place:
        return {}, 0
    from services.platform.database.unit_of_work import Database
    from services.platform.operations.file_stores import open_store
    from services.tables.journal.archive.archiver_rows import Archiver

    database = Database(database_url("tables", common), "tables")
    try:
        report = Archiver(database, open_store(place), journal_days).run()
    finally:
        database.close()
    return report._asdict(), report.failures


def _check_archive(args: argparse.Namespace, common: CommonSettings) -> int:
    """Prints one line of JSON: how many files the database does not know, how many of these were deleted, and the names
    of files that it needs and that are not there. Exit code 1: there are such, or no archive is set."""
    from services.platform.database.unit_of_work import Database
    from services.platform.operations.file_stores import open_store
    from services.platform.operations.live_settings import read_settings
    from services.tables.journal.archive.check_rows import compare, delete_unlisted
    from services.tables.settings import TablesSettings

    place = _run("tables", common, read_settings, "tables", load(TablesSettings)).journal_archive
    if not place:
        console.error("no archive is set (KAFENEIO_JOURNAL_ARCHIVE)")
        return 1
    database = Database(database_url("tables", common), "tables")
    try:
        found = compare(database, open_store(place))
        deleted = delete_unlisted(database, open_store(place)) if args.delete_unlisted else 0
    finally:
        database.close()
    console.say_json({"unlisted": len(found.unlisted), "deleted": deleted, "missing": found.missing})
    return 1 if found.missing else 0


def _heads(args: argparse.Namespace, common: CommonSettings) -> int:
    """Prints one line of JSON. Exit code 1: the history differs from the noted digests, or the notes were changed;
    then nothing is added."""
    import msgspec

    from services.moderation.audit.use_cases import head_of_log
    from services.platform.operations import checkpoints as noted_heads
    from services.wallet.ledger.audit.digest import Digest
    from services.wallet.ledger.audit.use_cases import digest_ledger

    folder = Path(args.folder)
    try:
        last = noted_heads.read_last(folder) or {}
    except noted_heads.NotesDamaged as damaged:
        console.say_json({"faults": ["notes_damaged"], "detail": str(damaged)})
        return 1
    ledger = msgspec.convert(last["ledger"], Digest) if last else None
    noted_log = last.get("audit_log", {"entries": 0, "head": "0" * 64})
    digest, is_same = _run("wallet", common, digest_ledger, ledger)
    log, head_then = _run("moderation", common, head_of_log, noted_log["entries"])
    faults = [] if is_same else ["ledger_changed"]
    faults += [] if head_then == noted_log["head"] and log.broken_at is None else ["audit_log_changed"]
    note = {
        "at_ms": SystemClock().now_ms(),
        "ledger": msgspec.to_builtins(digest),
        "audit_log": {"entries": log.entries, "head": log.head},
    }
    if not faults:
        noted_heads.add(folder, note)
    console.say_json({"faults": faults, **note})
    return 1 if faults else 0


def _new_key(_args: argparse.Namespace, _common: CommonSettings) -> int:
    """Prints `id:base64`; the id is the day, by which keys are distinguished."""
    day = datetime.datetime.now(datetime.UTC).strftime("%Y%m%d")
    console.say(f"k{day}:{base64.b64encode(os.urandom(32)).decode()}")
    return 0


def _list_keys(_args: argparse.Namespace, common: CommonSettings) -> int:
    """Prints one line of JSON: by key, the number of second factors, waiting mails, open lottery tickets and open
    tables that need it; `""` counts what is not sealed."""
    from services.lobby.access import rows as access
    from services.lobby.mails import rows as mails
    from services.tables.journal.encryption_key_rows import count_by_key
    from services.wallet.lotteries import ticket_rows as tickets

    found = {
        "second_factors": _run("lobby", common, access.count_factors_by_key),
        "mails": _run("lobby", common, mails.count_by_key),
        "lottery_tickets": _run("wallet", common, tickets.count_by_key),
        "open_tables": _run("tables", common, count_by_key),
    }
    console.say_json({what: dict(keys) for what, keys in found.items()})
    return 0


def _seal_again(_args: argparse.Namespace, common: CommonSettings) -> int:
    """Prints one line of JSON: how many of what were not sealed with the first key. Exit code 1: for some of it a key
    is missing, which a line names; it stays as it was."""
    from services.lobby.access import rows as access
    from services.lobby.mails import rows as mails
    from services.platform.operations.encryption import NotOpened
    from services.wallet.lotteries import ticket_rows as tickets

    done: dict[str, int] = {}
    missing = []
    for what, service, again in (
        ("second_factors", "lobby", access.seal_factors_again),
        ("mails", "lobby", mails.seal_again),
        ("lottery_tickets", "wallet", tickets.seal_again),
    ):
        try:
            done[what] = _run(service, common, again)
        except NotOpened as error:
            missing.append(f"{what}: {error}")
    for each in missing:
        console.error(each)
    console.say_json(done)
    return 1 if missing else 0


def _run(service: str, common: CommonSettings, use_case: Callable[..., Any], *given: Any) -> Any:
    """One use case in a transaction on its service's database."""
    from services.platform.database.unit_of_work import Database

    database = Database(database_url(service, common), service)
    try:
        return database.run(use_case, *given)
    finally:
        database.close()


def _make_pass_keys(_args: argparse.Namespace, _common: CommonSettings) -> int:
    """Prints one line of JSON. `private` is KAFENEIO_CELL_PASS_KEY, a secret; `public` goes into the directories of
    the neighbours."""
    from services.lobby.visits.cell_directory import make_key_pair

    private, public = make_key_pair()
    console.say_json({"private": private, "public": public})
    return 0


def _check_cells(_args: argparse.Namespace, common: CommonSettings) -> int:
    """Prints one line of JSON without secrets. Exit code 1: the settings do not fit together."""
    from services.lobby.settings import VisitSettings
    from services.lobby.visits.cell_directory import public_key_of

    found = load(VisitSettings).directory(common)
    cells = [{"cell": each.cell, "name": each.name, "address": each.address} for each in found.neighbours.values()]
    console.say_json({"cell": common.cell, "public": public_key_of(found), "cells": cells})
    return 0
