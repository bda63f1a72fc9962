"""`kafeneio recover`, `archive`, `dead`: after a restore, and what services gave up."""

import argparse
import datetime
import re
from pathlib import Path
from typing import Any

from kafeneio.processes import SERVICES
from kafeneio.shell.use_case import run_in
from services.kernel.clock import SystemClock
from services.platform.operations import console
from services.platform.process.settings import CommonSettings, database_url, load

_MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:", re.ASCII)


def add_commands(actions: Any) -> None:
    """Add the commands; `actions`: the command line's subparsers."""
    dead = actions.add_parser("dead", help="what a service gave up")
    dead.add_argument("what", choices=["list", "replay"])
    dead.add_argument("service", choices=SERVICES)
    dead.add_argument("--limit", type=int, default=100)
    dead.set_defaults(action=_dead)
    _add_recover(actions.add_parser("recover", help="let events be relayed again after a restore"))
    archive = actions.add_parser("archive", help="compare the archive's files with their list, after a restore")
    archive.add_argument("--delete-unlisted", action="store_true", help="delete files that the database does not know")
    archive.set_defaults(action=_check_archive)


def _add_recover(recover: argparse.ArgumentParser) -> None:
    recover.add_argument("services", nargs="*", metavar="SERVICE", help="whose events (default: all)")
    recover.add_argument("--since", required=True, metavar="TIME", help="2026-11-22T20:00:00Z, or so long ago: 90m, 2h")
    recover.add_argument("--erasures", metavar="FOLDER", help="erase again who is listed in the folder's files")
    recover.add_argument("--dry-run", action="store_true", help="only say how many there are")
    recover.set_defaults(action=_recover)


def _dead(args: argparse.Namespace, common: CommonSettings) -> int:
    from services.platform.broker import dead_letters

    if args.what == "list":
        found = dead_letters.list_dead(common, args.service, args.limit)
        for each in found:
            console.say_json(each)
        if not found:
            console.say("nothing was given up")
    else:
        count = dead_letters.replay_dead(common, args.service, args.limit)
        console.say(f"{count} put back")
    return 0


def _recover(args: argparse.Namespace, common: CommonSettings) -> int:
    """Prints a line for each service. Events that were relayed since then are relayed again by the running services;
    consumers recognise them."""
    from services.platform.database.outbox import send_again
    from services.platform.database.unit_of_work import Database

    since_ms = moment_ms(args.since, SystemClock().now_ms())
    if since_ms is None:
        console.error(f"--since: {args.since} is no moment: 2026-11-22T20:00:00Z, or 90m, 2h")
        return 2
    unknown = [each for each in args.services if each not in SERVICES]
    if unknown:
        console.error(f"there is no service {', '.join(unknown)}; there are {', '.join(SERVICES)}")
        return 2
    for service in args.services or SERVICES:
        database = Database(database_url(service, common), service)
        count = send_again(database, since_ms, args.dry_run)
        database.close()
        console.say(
            f"{service}: {count} messages " + ("would be relayed again" if args.dry_run else "to be relayed again")
        )
    return _erase_again(Path(args.erasures), args.dry_run, common) if args.erasures else 0


def _erase_again(folder: Path, dry_run: bool, common: CommonSettings) -> int:
    """Repeat erasures that are missing in the restored databases, from the list that the lobby keeps outside of
    them."""
    from services.lobby.privacy.erasure import erase_again
    from services.lobby.privacy.erasure_list import read
    from services.lobby.visits.visitors import Visitors

    listed, visits = read(folder), Visitors(common.cell)
    count = 0
    for account, at_ms in listed.items():
        count += run_in("lobby", common, erase_again, visits, account, at_ms, dry_run)
    console.say(f"erasures: {count} of {len(listed)} " + ("would be done again" if dry_run else "are done again"))
    return 0


def moment_ms(text: str, now_ms: int) -> int | None:
    """A moment in milliseconds since 1970: ISO 8601 with its zone, or how long ago in `s`, `m`, `h`; None: neither."""
    ago = re.fullmatch(r"([0-9]{1,9})([smh])", text)
    if ago is not None:
        return now_ms - int(ago[1]) * {"s": 1_000, "m": 60_000, "h": 3_600_000}[ago[2]]
    if _MOMENT.match(text) is None:
        return None
    try:
        moment = datetime.datetime.fromisoformat(text)
    except ValueError:
        return None
    return None if moment.tzinfo is None else int(moment.timestamp() * 1_000)


def _check_archive(args: argparse.Namespace, common: CommonSettings) -> int:
    """Prints one line of JSON: how many files the database does not know, how many of these were deleted, and the names
    of files that it needs and that are not there. Exit code 1: there are such, or no archive is set."""
    from services.platform.database.unit_of_work import Database
    from services.platform.operations.file_stores import open_store
    from services.platform.operations.live_settings import read_settings
    from services.tables.journal.archive.file_rows import compare, delete_unlisted
    from services.tables.settings import TablesSettings

    place = run_in("tables", common, read_settings, "tables", load(TablesSettings)).journal_archive
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
