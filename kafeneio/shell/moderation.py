"""`kafeneio messages`, `chat`, `cases`, `roles`, `service-accounts`: what staff do, and who is staff."""

import argparse
import os
from typing import Any

from kafeneio.shell.use_case import account_of, done_or_code, report, run_in
from services.kernel.cells import is_visitor
from services.platform.operations import console
from services.platform.process.settings import CommonSettings

_ROLES = ["moderator", "administrator", "operator", "auditor"]


def add_commands(actions: Any) -> None:
    """Add the commands; `actions`: the command line's subparsers."""
    _add_messages(actions)
    _add_roles(actions)
    _add_service_accounts(actions)
    _add_cases(actions.add_parser("cases", help="what signals have opened for the staff"))


def _add_messages(actions: Any) -> None:
    by = {"default": os.environ.get("USER", "operator"), "help": "who does it"}
    messages = actions.add_parser("messages", help="messages from the Administrator")
    messages.add_argument("what", choices=["send"])
    reader = messages.add_mutually_exclusive_group(required=True)
    reader.add_argument("--to", metavar="NAME", help="the reader's name")
    reader.add_argument("--all", action="store_true", help="to everybody")
    messages.add_argument("--kind", choices=["notice", "warning", "decision"], default="notice")
    messages.add_argument("--subject", required=True, help="1 to 100 characters")
    messages.add_argument("--body", required=True, help="1 to 2000 characters of plain text")
    messages.add_argument("--by", **by)
    messages.set_defaults(action=_messages)
    chat = actions.add_parser("chat", help="who may chat")
    chat.add_argument("what", choices=["mute", "unmute"])
    chat.add_argument("name", help="the player's name")
    chat.add_argument("--minutes", type=int, default=60, help="mute: for so long, 5 to 1440 (default: 60)")
    chat.add_argument("--reason", required=True, help="10 to 500 characters; kept in the audit log")
    chat.add_argument("--by", **by)
    chat.set_defaults(action=_chat)


def _add_roles(actions: Any) -> None:
    by = {"default": os.environ.get("USER", "operator"), "help": "who does it"}
    roles = actions.add_parser("roles", help="who is staff")
    roles.add_argument("what", choices=["give", "take", "list"])
    roles.add_argument("name", nargs="?", help="give, take: the player's name, or service.NAME")
    roles.add_argument("role", nargs="?", choices=["moderator", "administrator", "operator", "auditor"])
    roles.add_argument("--reason", help="give, take: 10 to 500 characters; kept in the audit log")
    roles.add_argument("--by", **by)
    roles.set_defaults(action=_roles)


def _add_service_accounts(actions: Any) -> None:
    """Accounts in whose names other systems act (services/moderation/RULES.md §10)."""
    by = {"default": os.environ.get("USER", "operator"), "help": "who does it"}
    reason = {"required": True, "help": "10 to 500 characters; kept in the audit log"}
    parser = actions.add_parser("service-accounts", help="accounts in whose names other systems act")
    whats = parser.add_subparsers(required=True, metavar="WHAT")
    whats.add_parser("list", help="all of them with their roles, one a line").set_defaults(
        action=_list_service_accounts
    )
    add = whats.add_parser("add", help="make one, for an entry of KAFENEIO_GRPC_TOKENS that ends with @NAME")
    add.add_argument("name", help="up to 40 lower-case letters, digits and hyphens; never used again")
    add.add_argument("--owner", required=True, metavar="PLAYER", help="the name of the person who answers for it")
    add.add_argument("--role", action="append", default=[], choices=_ROLES, help="a role; may be repeated")
    add.add_argument("--reason", **reason)
    add.add_argument("--by", **by)
    add.set_defaults(action=_add_service_account)
    remove = whats.add_parser("remove", help="it acts no more and loses its roles")
    remove.add_argument("name", help="its name")
    remove.add_argument("--reason", **reason)
    remove.add_argument("--by", **by)
    remove.set_defaults(action=_remove_service_account)


def _add_cases(cases: argparse.ArgumentParser) -> None:
    whats = cases.add_subparsers(required=True, metavar="WHAT")
    whats.add_parser("list", help="the open ones, oldest first").set_defaults(action=_cases)
    close = whats.add_parser("close", help="one has been looked into")
    close.add_argument("case", help="the case's id")
    close.add_argument("--reason", required=True, help="10 to 500 characters; kept with the case")
    close.add_argument("--by", default=os.environ.get("USER", "operator"), help="who does it")
    close.set_defaults(action=_close_case)


def _messages(args: argparse.Namespace, common: CommonSettings) -> int:
    from services.contracts.moderation.messages import SendMessage
    from services.kernel.ids import new_id
    from services.moderation.shell_commands import write_message

    account = None if args.all else account_of(args.to, common)
    if account is None and not args.all:
        console.error("player_unknown")
        return 1
    request = SendMessage(
        account=args.by, id=new_id(), to=account, kind=args.kind, subject=args.subject, body=args.body
    )
    return done_or_code(run_in("moderation", common, write_message, request, args.by))


def _chat(args: argparse.Namespace, common: CommonSettings) -> int:
    from services.contracts.moderation.conduct import MuteChat
    from services.kernel.ids import new_id
    from services.moderation.sanctions.mutes import mute

    account = account_of(args.name, common)
    if account is None:
        console.error("player_unknown")
        return 1
    minutes = args.minutes if args.what == "mute" else 0
    if args.what == "mute" and not minutes:
        console.error("mute_range")
        return 1
    request = MuteChat(account=args.by, id=new_id(), to=account, minutes=minutes, reason=args.reason)
    return done_or_code(run_in("moderation", common, mute, request, args.by))


def _roles(args: argparse.Namespace, common: CommonSettings) -> int:
    """`list`: a line of JSON for each role that somebody has."""
    from services.moderation.shell_commands import give_role as give_role_at_shell
    from services.moderation.shell_commands import holders
    from services.moderation.shell_commands import take_role as take_role_at_shell
    from services.moderation.staff.service_account_rows import is_service_account

    if args.what == "list":
        for account, role in run_in("moderation", common, holders):
            console.say_json({"account": account, "role": role})
        return 0
    if not (args.name and args.role and args.reason):
        console.error(f"roles {args.what} takes a name, a role and --reason")
        return 2
    account = args.name if is_service_account(args.name) else account_of(args.name, common)
    if account is None:
        console.error("player_unknown")
        return 1
    if args.what == "give" and is_visitor(account, common.cell):
        console.error("visitor_forbidden")
        return 1
    change = give_role_at_shell if args.what == "give" else take_role_at_shell
    refusal = run_in("moderation", common, change, account, args.role, args.by, args.reason)
    if refusal is not None:
        console.error(refusal.error)
        return 1
    console.say(f"{args.name} is {'' if args.what == 'give' else 'no longer '}{args.role}")
    return 0


def _list_service_accounts(_args: argparse.Namespace, common: CommonSettings) -> int:
    """One line of JSON for each."""
    from services.moderation.staff import service_accounts

    for found, roles in run_in("moderation", common, service_accounts.list_all):
        line = {"account": found.account, "owner": found.owner, "roles": list(roles)}
        console.say_json(line | {"removed_at_ms": found.removed_at_ms})
    return 0


def _add_service_account(args: argparse.Namespace, common: CommonSettings) -> int:
    from services.moderation.staff import service_accounts

    owner = account_of(args.owner, common)
    if owner is None:
        console.error("player_unknown")
        return 1
    given = (args.name, owner, args.role, args.by, args.reason)
    return done_or_code(run_in("moderation", common, service_accounts.add, *given))


def _remove_service_account(args: argparse.Namespace, common: CommonSettings) -> int:
    from services.moderation.staff import service_accounts

    return done_or_code(run_in("moderation", common, service_accounts.remove, args.name, args.by, args.reason))


def _cases(_args: argparse.Namespace, common: CommonSettings) -> int:
    """One line of JSON a case."""
    from services.moderation.shell_commands import open_cases

    for case in run_in("moderation", common, open_cases).cases:
        console.say_json(case)
    return 0


def _close_case(args: argparse.Namespace, common: CommonSettings) -> int:
    from services.moderation.shell_commands import end_case

    return report(run_in("moderation", common, end_case, args.case, args.by, args.reason))
