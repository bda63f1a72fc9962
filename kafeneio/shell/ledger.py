"""`kafeneio ledger`: check the ledger, audit its history, correct a match, take back, write off."""

import argparse
import os
from typing import Any

from kafeneio.shell.use_case import account_of, report, run_in
from services.kernel.refusal import Refusal
from services.platform.operations import console
from services.platform.process.settings import CommonSettings, load


def add_commands(actions: Any) -> None:
    """Add the commands; `actions`: the command line's subparsers."""
    _add_ledger(actions.add_parser("ledger", help="check the ledger, audit its history, correct a match, take back"))


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
    return report(run_in("wallet", common, correct_match, settings, order, may_correct if common.cell else any_match))


def _take_back(args: argparse.Namespace, common: CommonSettings) -> int:
    """One line of JSON: what was taken back, or why it was not."""
    from services.wallet.corrections.takebacks import TakeBack, take_back

    return report(run_in("wallet", common, take_back, TakeBack(args.batch, args.reason, args.by)))


def _write_off(args: argparse.Namespace, common: CommonSettings) -> int:
    """One line of JSON: how much was written off, or why it was not."""
    from services.wallet.payments.reversals import WriteOff, write_off

    account = account_of(args.player, common)
    if account is None:
        console.error("player_unknown")
        return 1
    return report(run_in("wallet", common, write_off, WriteOff(account, args.reason, args.by)))


def _seats(text: str) -> tuple[int, ...]:
    return tuple(int(each) for each in text.split(",") if each.strip())
