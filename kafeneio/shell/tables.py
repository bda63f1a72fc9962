"""`kafeneio tables`: what an operator can do about a table. `kafeneio draws`: the public counts of dice and deals."""

import argparse
import os
from typing import Any

from kafeneio.shell.use_case import out_of_reach
from services.kernel.refusal import Refusal
from services.platform.operations import console
from services.platform.process.settings import CommonSettings, database_url


def add_commands(actions: Any) -> None:
    """Add the commands; `actions`: the command line's subparsers."""
    tables = actions.add_parser("tables", help="what an operator can do about a table")
    tables.add_argument("what", choices=["void", "annul"])
    tables.add_argument("table", help="the table's id; void: its match is annulled, stakes go back")
    tables.add_argument("--round", type=int, help="annul: the house-banked round whose bets go back")
    tables.add_argument("--damaged-shoe", action="store_true", help="annul: deal from a new shoe afterwards")
    tables.add_argument("--reason", required=True, help="10 to 500 characters; kept in the journal")
    tables.add_argument("--by", default=os.environ.get("USER", "operator"), help="who orders it")
    tables.set_defaults(action=_tables)
    whats = actions.add_parser("draws", help="dice and deals in public").add_subparsers(required=True, metavar="WHAT")
    recount = whats.add_parser("recount", help="have what finished matches drew counted again by the running services")
    recount.add_argument("day", nargs="?", help="a UTC day, such as 2026-11-28 (default: all)")
    recount.set_defaults(action=_recount)


def _tables(args: argparse.Namespace, common: CommonSettings) -> int:
    """Sends the order to the table's owner, which cannot be reached where the broker lives in another process."""
    from services.platform.database.unit_of_work import Database
    from services.tables import operator_orders as operator

    if common.embedded:
        return out_of_reach()
    if (args.what == "annul") != (args.round is not None):
        console.error("annul, and only annul, takes --round")
        return 2
    how = (args.table, args.reason, args.by)
    database = Database(database_url("tables", common), "tables")
    if args.what == "void":
        found = operator.annul(common, database, *how)
    else:
        found = operator.annul_round(common, database, args.round, args.damaged_shoe, *how)
    database.close()
    if isinstance(found, Refusal):
        console.error(found.error)
        return 1
    console.say("ordered")
    return 0


def _recount(args: argparse.Namespace, common: CommonSettings) -> int:
    """Prints one line of JSON for each day: the games that keep their counts, because matches of them are not there
    any more. Exit code 2: no such day."""
    from services.platform.database.unit_of_work import Database
    from services.tables.fairness.use_cases import day_text, read_day, recount

    day = None if args.day is None else read_day(args.day)
    if args.day is not None and day is None:
        console.error(f"not a day: {args.day}")
        return 2
    database = Database(database_url("tables", common), "tables")
    try:
        for each, kept in recount(database, day):
            console.say_json({"day": day_text(each), "kept": kept})
    finally:
        database.close()
    return 0
