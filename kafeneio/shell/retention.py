"""`kafeneio forget`: archive finished matches, and delete what is older than it may be kept."""

import argparse
from typing import Any

from kafeneio.shell.use_case import run_in
from services.kernel.clock import DAY_MS, SystemClock
from services.platform.operations import console
from services.platform.process.settings import CommonSettings, database_url, load


def add_commands(actions: Any) -> None:
    """Add the commands; `actions`: the command line's subparsers."""
    forget = actions.add_parser("forget", help="archive finished matches, delete what is older than it may be kept")
    forget.set_defaults(action=_forget)


def _forget(_args: argparse.Namespace, common: CommonSettings) -> int:
    """Prints one line of JSON: what of the journal was archived, the number of tables whose trails were deleted, and of
    shared links that had ended.
    Chat, exports and the security log are deleted by the lobby's settings. Exit code 1: something could not be
    archived; everything else is done."""
    from services.lobby.expiry import purge_kept
    from services.lobby.settings import LobbySettings
    from services.platform.operations.live_settings import read_settings
    from services.tables.journal.archive.archiver_rows import TRAILS_AT_ONCE as AT_ONCE
    from services.tables.journal.archive.archiver_rows import forget_trails
    from services.tables.settings import TablesSettings
    from services.tables.sharing.rows import forget_ended

    now_ms = SystemClock().now_ms()
    kept = run_in("tables", common, read_settings, "tables", load(TablesSettings))
    before_ms = now_ms - kept.audit_days * DAY_MS
    trails = 0
    while (gone := run_in("tables", common, forget_trails, before_ms)) == AT_ONCE:
        trails += gone
    shared = run_in("tables", common, forget_ended)
    run_in("lobby", common, purge_kept, run_in("lobby", common, read_settings, "lobby", load(LobbySettings)))
    archived, failures = _archive(common, kept.journal_archive, kept.journal_days)
    console.say_json({"trails": trails + gone, "shares": shared, "archive": archived})
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
