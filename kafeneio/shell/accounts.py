"""`kafeneio account`, `terms`, `security`: accounts' data, the terms that they accept, the security log."""

import argparse
import os
from typing import Any

from kafeneio.shell.use_case import account_of, out_of_reach, report, run_in
from services.kernel.clock import DAY_MS, SystemClock
from services.kernel.languages import LANGUAGES
from services.lobby.accounts.terms.rules import REQUIRED
from services.platform.operations import console
from services.platform.process.settings import CommonSettings


def add_commands(actions: Any) -> None:
    """Add the commands; `actions`: the command line's subparsers."""
    account = actions.add_parser("account", help="one account's data")
    account.add_argument("what", choices=["export", "erase"])
    account.add_argument("name", help="the player's name")
    account.add_argument("--wait", type=int, default=60, metavar="S", help="how long to wait for all services")
    account.add_argument("--by", default=os.environ.get("USER", "operator"), help="who does it")
    account.set_defaults(action=_account)
    terms = actions.add_parser("terms", help="the posted version of the terms and rules")
    terms.add_argument("what", choices=["post"])
    for language in LANGUAGES:
        required = language in REQUIRED
        terms.add_argument(f"--{language}", required=required, help="what the version changes, 1 to 2000 characters")
    terms.set_defaults(action=_terms)
    _add_security(actions.add_parser("security", help="the log of security events, newest first"))


def _add_security(security: argparse.ArgumentParser) -> None:
    security.add_argument("--player", help="only of the player with this name")
    security.add_argument("--days", type=int, default=7, help="how far back")
    security.add_argument("--limit", type=int, default=200, help="how many at most")
    security.set_defaults(action=_security)


def _account(args: argparse.Namespace, common: CommonSettings) -> int:
    """Prints one line of JSON: the data, or the state of the erasure. The running lobby does the work, on request
    over the broker."""
    from services.platform.broker.rpc_client import RpcClient
    from services.platform.operations import account_requests

    if common.embedded:
        return out_of_reach()
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

    return report(run_in("lobby", common, post_terms, {each: getattr(args, each) or "" for each in LANGUAGES}))


def _security(args: argparse.Namespace, common: CommonSettings) -> int:
    """A line of JSON for each event."""
    from services.lobby.access import security_log_rows as security

    account = account_of(args.player, common) if args.player else None
    if args.player and account is None:
        console.error("player_unknown")
        return 1
    since_ms = SystemClock().now_ms() - args.days * DAY_MS
    for line in run_in("lobby", common, security.lines, account, since_ms, args.limit):
        console.say_json(line)
    return 0
