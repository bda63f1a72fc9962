"""Commands of operators at a shell: tables, staff, messages, accounts, terms, the ledger. Each command is one action.

Most write straight into their service's database, in a transaction of the same use cases that its RPC has. Each action
imports what it needs, so that `kafeneio --help` and processes of other kinds load none of it.
"""

import argparse
import datetime
import os
import re
from pathlib import Path
from typing import Any

from kafeneio import service_accounts as shell_service_accounts
from kafeneio.shell_database import account_of, done_or_code, run_in
from services.kernel.cells import is_visitor
from services.kernel.clock import SystemClock
from services.kernel.refusal import Refusal
from services.platform.operations import console
from services.platform.process.settings import CommonSettings, database_url, load

_SERVICES = ("wallet", "ranking", "moderation", "lobby", "tournaments", "tables")


def add_commands(actions: Any) -> None:
    """Add the commands; `actions`: the command line's subparsers. Every action returns the exit code."""
    _add_tables(actions)
    _add_staff(actions)
    shell_service_accounts.add_commands(actions)
    _add_accounts(actions)
    _add_cases(actions.add_parser("cases", help="what signals have opened for the staff"))
    _add_boards(actions.add_parser("boards", help="leaderboards: list, define, close a period"))
    _add_ledger(actions.add_parser("ledger", help="check the ledger, audit its history, correct a match, take back"))
    _add_security(actions.add_parser("security", help="the log of security events, newest first"))
    _add_recover(actions.add_parser("recover", help="let events be relayed again after a restore"))


def _add_tables(actions: Any) -> None:
    tables = actions.add_parser("tables", help="what an operator can do about a table")
    tables.add_argument("what", choices=["void", "annul"])
    tables.add_argument("table", help="the table's id; void: its match is annulled, stakes go back")
    tables.add_argument("--round", type=int, help="annul: the house-banked round whose bets go back")
    tables.add_argument("--damaged-shoe", action="store_true", help="annul: deal from a new shoe afterwards")
    tables.add_argument("--reason", required=True, help="10 to 500 characters; kept in the journal")
    tables.add_argument("--by", default=os.environ.get("USER", "operator"), help="who orders it")
    tables.set_defaults(action=_tables)


def _add_staff(actions: Any) -> None:
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
    roles = actions.add_parser("roles", help="who is staff")
    roles.add_argument("what", choices=["give", "take", "list"])
    roles.add_argument("name", nargs="?", help="give, take: the player's name, or service.NAME")
    roles.add_argument("role", nargs="?", choices=["moderator", "administrator", "operator", "auditor"])
    roles.add_argument("--reason", help="give, take: 10 to 500 characters; kept in the audit log")
    roles.add_argument("--by", **by)
    roles.set_defaults(action=_roles)


def _add_accounts(actions: Any) -> None:
    account = actions.add_parser("account", help="one account's data")
    account.add_argument("what", choices=["export", "erase"])
    account.add_argument("name", help="the player's name")
    account.add_argument("--wait", type=int, default=60, metavar="S", help="how long to wait for all services")
    account.add_argument("--by", default=os.environ.get("USER", "operator"), help="who does it")
    account.set_defaults(action=_account)
    terms = actions.add_parser("terms", help="the posted version of the terms and rules")
    terms.add_argument("what", choices=["post"])
    for language in ("el", "en", "es"):
        terms.add_argument(f"--{language}", required=True, help="what the version changes, 1 to 2000 characters")
    terms.set_defaults(action=_terms)


def _add_cases(cases: argparse.ArgumentParser) -> None:
    whats = cases.add_subparsers(required=True, metavar="WHAT")
    whats.add_parser("list", help="the open ones, oldest first").set_defaults(action=_cases)
    close = whats.add_parser("close", help="one has been looked into")
    close.add_argument("case", help="the case's id")
    close.add_argument("--reason", required=True, help="10 to 500 characters; kept with the case")
    close.add_argument("--by", default=os.environ.get("USER", "operator"), help="who does it")
    close.set_defaults(action=_close_case)


def _add_boards(boards: argparse.ArgumentParser) -> None:
    whats = boards.add_subparsers(required=True, metavar="WHAT")
    whats.add_parser("list", help="every definition, one a line").set_defaults(action=_list_boards)
    save = whats.add_parser("save", help="define a board, or change one of which no period runs")
    save.add_argument("definition", help='JSON: {"board": "spring", "repeat": "own", "starts_at_ms": …, …}')
    save.set_defaults(action=_save_board)
    close = whats.add_parser("close", help="close a period whose time is over, and order its prizes")
    close.add_argument("board", help="the board's id")
    close.add_argument("period", help="the period's name, such as 2027-W10")
    close.set_defaults(action=_close_board)


def _add_ledger(ledger: argparse.ArgumentParser) -> None:
    ledger.set_defaults(action=_ledger)
    whats = ledger.add_subparsers(dest="what", metavar="WHAT")
    whats.add_parser("check", help="recompute the ledger's invariants (the default)")
    whats.add_parser("audit", help="look for changes of its history")
    correct = whats.add_parser("correct", help="replace the result of a settled match")
    correct.add_argument("match", help="the match's id")
    correct.add_argument("--result", required=True, help="void, tie, or the winning seats: 0 or 0,2")
    correct.add_argument("--reason", required=True, help="10 to 500 characters; kept with the correction")
    correct.add_argument("--by", default=os.environ.get("USER", "operator"), help="who orders it")
    correct.add_argument("--players-mistake", action="store_true", help="it was the player's own: never a ground")
    correct.add_argument("--departed", default="", help="seats that left for good, in order: 1 or 1,3")
    correct.add_argument("--first-round-done", action="store_true", help="whether it was when the first one left")
    correct.set_defaults(action=_correct)
    takeback = whats.add_parser("takeback", help="take back a reward that was gained by misconduct")
    takeback.add_argument("batch", help="what gave it: invite:PLAYER:inviter, welcome:PLAYER …")
    takeback.add_argument("--reason", required=True, help="10 to 500 characters; kept in the audit log")
    takeback.add_argument("--by", default=os.environ.get("USER", "operator"), help="who orders it")
    takeback.set_defaults(action=_take_back)
    write_off = whats.add_parser("writeoff", help="write off what a player owes for payments that were taken back")
    write_off.add_argument("player", help="the player's name")
    write_off.add_argument("--reason", required=True, help="10 to 500 characters; kept in the audit log")
    write_off.add_argument("--by", default=os.environ.get("USER", "operator"), help="who orders it")
    write_off.set_defaults(action=_write_off)


def _add_security(security: argparse.ArgumentParser) -> None:
    security.add_argument("--player", help="only of the player with this name")
    security.add_argument("--days", type=int, default=7, help="how far back")
    security.add_argument("--limit", type=int, default=200, help="how many at most")
    security.set_defaults(action=_security)


def _add_recover(recover: argparse.ArgumentParser) -> None:
    recover.add_argument("services", nargs="*", metavar="SERVICE", help="whose events (default: all)")
    recover.add_argument("--since", required=True, metavar="TIME", help="2026-11-22T20:00:00Z, or so long ago: 90m, 2h")
    recover.add_argument("--erasures", metavar="FOLDER", help="erase again who is listed in the folder's files")
    recover.add_argument("--dry-run", action="store_true", help="only say how many there are")
    recover.set_defaults(action=_recover)


# --- actions ---


def _recover(args: argparse.Namespace, common: CommonSettings) -> int:
    """Prints a line for each service. Events that were relayed since then are relayed again by the running services;
    consumers recognise them."""
    from services.platform.database.outbox import send_again
    from services.platform.database.unit_of_work import Database

    since_ms = moment_ms(args.since, SystemClock().now_ms())
    if since_ms is None:
        console.error(f"--since: {args.since} is no moment: 2026-11-22T20:00:00Z, or 90m, 2h")
        return 2
    unknown = [each for each in args.services if each not in _SERVICES]
    if unknown:
        console.error(f"there is no service {', '.join(unknown)}; there are {', '.join(_SERVICES)}")
        return 2
    for service in args.services or _SERVICES:
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


_MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:", re.ASCII)


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


def _tables(args: argparse.Namespace, common: CommonSettings) -> int:
    """Sends the order to the table's owner, which cannot be reached where the broker lives in another process."""
    from services.platform.database.unit_of_work import Database
    from services.tables import operator_orders as operator

    if common.embedded:
        return _out_of_reach()
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


def _messages(args: argparse.Namespace, common: CommonSettings) -> int:
    from services.contracts.moderation.conduct_and_messages import SendMessage
    from services.kernel.ids import new_id
    from services.moderation.use_cases import write_message

    account = None if args.all else account_of(args.to, common)
    if account is None and not args.all:
        console.error("player_unknown")
        return 1
    request = SendMessage(
        account=args.by, id=new_id(), to=account, kind=args.kind, subject=args.subject, body=args.body
    )
    return done_or_code(run_in("moderation", common, write_message, request, args.by))


def _chat(args: argparse.Namespace, common: CommonSettings) -> int:
    from services.contracts.moderation.conduct_and_messages import MuteChat
    from services.kernel.ids import new_id
    from services.moderation.use_cases import mute

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
    from services.moderation.staff.service_account_rows import is_service_account
    from services.moderation.use_cases import give_role_at_shell, holders, take_role_at_shell

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


def _cases(_args: argparse.Namespace, common: CommonSettings) -> int:
    """One line of JSON a case."""
    from services.moderation.use_cases import open_cases

    for case in run_in("moderation", common, open_cases).cases:
        console.say_json(case)
    return 0


def _close_case(args: argparse.Namespace, common: CommonSettings) -> int:
    from services.moderation.use_cases import end_case

    return _report(run_in("moderation", common, end_case, args.case, args.by, args.reason))


def _account(args: argparse.Namespace, common: CommonSettings) -> int:
    """Prints one line of JSON: the data, or the state of the erasure. The running lobby does the work, on request
    over the broker."""
    from services.platform.broker.rpc_client import RpcClient
    from services.platform.operations import account_requests

    if common.embedded:
        return _out_of_reach()
    rpc = RpcClient(common, "account").start()
    try:
        answer = account_requests.order(rpc.call, args.what, args.name, args.by, args.wait)
    finally:
        rpc.stop()
    console.say_json(answer)
    return 1 if account_requests.is_unfinished(answer) else 0


def _terms(args: argparse.Namespace, common: CommonSettings) -> int:
    """Prints one line of JSON: the posted version, which counts for what begins from now on."""
    from services.lobby.accounts.terms.use_cases import post_terms

    return _report(run_in("lobby", common, post_terms, {"el": args.el, "en": args.en, "es": args.es}))


def _list_boards(_args: argparse.Namespace, common: CommonSettings) -> int:
    """One line of JSON for each definition."""
    from services.contracts.ranking.boards import ListDefinitions
    from services.ranking.boards.queries import list_definitions

    for each in run_in("ranking", common, list_definitions, ListDefinitions(roles=["operator"])).definitions:
        console.say_json(each)
    return 0


def _save_board(args: argparse.Namespace, common: CommonSettings) -> int:
    """Prints one line of JSON: the definition, or the refusal."""
    import msgspec

    from services.contracts.ranking.boards import BoardDefinition
    from services.ranking.boards.periods import define

    try:
        definition = msgspec.json.decode(args.definition, type=BoardDefinition)
    except msgspec.DecodeError as error:
        console.error(f"not a definition: {error}")
        return 2
    return _report(run_in("ranking", common, define, definition))


def _close_board(args: argparse.Namespace, common: CommonSettings) -> int:
    """Prints one line of JSON: the period, or the refusal. A running ranking process informs the wallet."""
    from services.platform.operations.live_settings import read_settings
    from services.ranking.boards.periods import close_period
    from services.ranking.settings import RankingSettings

    settings = run_in("ranking", common, read_settings, "ranking", load(RankingSettings))
    return _report(run_in("ranking", common, close_period, settings, args.board, args.period))


def _ledger(args: argparse.Namespace, common: CommonSettings) -> int:
    """Prints one line of JSON. Exit code 0: the ledger is sound, 1: it is not."""
    from services.contracts.wallet.balances import CheckLedger
    from services.wallet.cells.statements import audit
    from services.wallet.ledger.audit.use_cases import check_ledger

    if args.what == "audit":
        report = run_in("wallet", common, audit)
        sound = report.sound
        console.say_json(report)
    else:
        found = run_in("wallet", common, check_ledger, CheckLedger())
        sound = not isinstance(found, Refusal) and found.sum_chips == 0 and not found.negative
        console.say_json(found)
    return 0 if sound else 1


def _correct(args: argparse.Namespace, common: CommonSettings) -> int:
    """One line of JSON: what was corrected, or why it was not."""
    from services.platform.operations.live_settings import read_settings
    from services.wallet.cells.visitors import may_correct
    from services.wallet.corrections.match_corrections import Order, any_match, correct_match
    from services.wallet.settings import WalletSettings

    try:
        departed = _seats(args.departed)
        result = args.result if args.result in ("void", "tie") else _seats(args.result)
    except ValueError:
        console.error("seats are numbers with commas between them")
        return 2
    first_round_done = args.first_round_done if departed else None
    order = Order(args.match, result, args.reason, args.by, args.players_mistake, departed, first_round_done)
    settings = run_in("wallet", common, read_settings, "wallet", load(WalletSettings))
    return _report(run_in("wallet", common, correct_match, settings, order, may_correct if common.cell else any_match))


def _take_back(args: argparse.Namespace, common: CommonSettings) -> int:
    """One line of JSON: what was taken back, or why it was not."""
    from services.wallet.corrections.takebacks import TakeBack, take_back

    return _report(run_in("wallet", common, take_back, TakeBack(args.batch, args.reason, args.by)))


def _security(args: argparse.Namespace, common: CommonSettings) -> int:
    """A line of JSON for each event."""
    from services.kernel.clock import DAY_MS, SystemClock
    from services.lobby.access import security_log_rows as security

    account = account_of(args.player, common) if args.player else None
    if args.player and account is None:
        console.error("player_unknown")
        return 1
    since_ms = SystemClock().now_ms() - args.days * DAY_MS
    for line in run_in("lobby", common, security.lines, account, since_ms, args.limit):
        console.say_json(line)
    return 0


def _write_off(args: argparse.Namespace, common: CommonSettings) -> int:
    """One line of JSON: how much was written off, or why it was not."""
    from services.wallet.payments.reversals import WriteOff, write_off

    account = account_of(args.player, common)
    if account is None:
        console.error("player_unknown")
        return 1
    return _report(run_in("wallet", common, write_off, WriteOff(account, args.reason, args.by)))


def _seats(text: str) -> tuple[int, ...]:
    return tuple(int(each) for each in text.split(",") if each.strip())


# --- helpers of actions ---


def _report(done: Any) -> int:
    """One line of JSON, a refusal too."""
    console.say_json(done)
    return 1 if isinstance(done, Refusal) else 0


def _out_of_reach() -> int:
    console.error("the embedded broker cannot be reached from outside: set KAFENEIO_BROKER_URL")
    return 2
