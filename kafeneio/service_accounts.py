"""`kafeneio service-accounts`: accounts in whose names other systems act (services/moderation/RULES.md §10)."""

import argparse
import os
from typing import Any

from kafeneio.shell_database import account_of, done_or_code, run_in
from services.platform.operations import console
from services.platform.process.settings import CommonSettings

_ROLES = ["moderator", "administrator", "operator", "auditor"]


def add_commands(actions: Any) -> None:
    """Add the command; `actions`: the command line's subparsers."""
    by = {"default": os.environ.get("USER", "operator"), "help": "who does it"}
    reason = {"required": True, "help": "10 to 500 characters; kept in the audit log"}
    parser = actions.add_parser("service-accounts", help="accounts in whose names other systems act")
    whats = parser.add_subparsers(required=True, metavar="WHAT")
    whats.add_parser("list", help="all of them with their roles, one a line").set_defaults(action=_list)
    add = whats.add_parser("add", help="make one, for an entry of KAFENEIO_GRPC_TOKENS that ends with @NAME")
    add.add_argument("name", help="up to 40 lower-case letters, digits and hyphens; never used again")
    add.add_argument("--owner", required=True, metavar="PLAYER", help="the name of the person who answers for it")
    add.add_argument("--role", action="append", default=[], choices=_ROLES, help="a role; may be repeated")
    add.add_argument("--reason", **reason)
    add.add_argument("--by", **by)
    add.set_defaults(action=_add)
    remove = whats.add_parser("remove", help="it acts no more and loses its roles")
    remove.add_argument("name", help="its name")
    remove.add_argument("--reason", **reason)
    remove.add_argument("--by", **by)
    remove.set_defaults(action=_remove)


def _list(_args: argparse.Namespace, common: CommonSettings) -> int:
    """One line of JSON for each."""
    from services.moderation.staff import service_accounts

    for found, roles in run_in("moderation", common, service_accounts.list_all):
        line = {"account": found.account, "owner": found.owner, "roles": list(roles)}
        console.say_json(line | {"removed_at_ms": found.removed_at_ms})
    return 0


def _add(args: argparse.Namespace, common: CommonSettings) -> int:
    from services.moderation.staff import service_accounts

    owner = account_of(args.owner, common)
    if owner is None:
        console.error("player_unknown")
        return 1
    given = (args.name, owner, args.role, args.by, args.reason)
    return done_or_code(run_in("moderation", common, service_accounts.add, *given))


def _remove(args: argparse.Namespace, common: CommonSettings) -> int:
    from services.moderation.staff import service_accounts

    return done_or_code(run_in("moderation", common, service_accounts.remove, args.name, args.by, args.reason))
