"""`kafeneio sealing`, `push-keys`, `cells`: keys of what is encrypted in databases, of notices to browsers, and of
passes to other cells."""

import argparse
import base64
import datetime
import os
from typing import Any

from kafeneio.shell.use_case import run_in
from services.platform.operations import console
from services.platform.process.settings import CommonSettings, load


def add_commands(actions: Any) -> None:
    """Add the commands; `actions`: the command line's subparsers."""
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
    push = actions.add_parser("push-keys", help="print new keys of notices to browsers, as settings of the lobby")
    push.set_defaults(action=_make_push_keys)
    _add_cells(actions.add_parser("cells", help="keys of passes to other cells, and the settings of visits"))


def _add_cells(cells: argparse.ArgumentParser) -> None:
    whats = cells.add_subparsers(required=True, metavar="WHAT")
    key = whats.add_parser("key", help="make a pair of keys: one for this cell's secret, one for its neighbours")
    key.set_defaults(action=_make_pass_keys)
    check = whats.add_parser("check", help="read the settings of visits: this cell's public key, and its neighbours")
    check.set_defaults(action=_check_cells)


def _new_key(_args: argparse.Namespace, _common: CommonSettings) -> int:
    """Prints `id:base64`; the id is the day, by which keys are distinguished."""
    day = datetime.datetime.now(datetime.UTC).strftime("%Y%m%d")
    console.say(f"k{day}:{base64.b64encode(os.urandom(32)).decode()}")
    return 0


def _make_push_keys(_args: argparse.Namespace, _common: CommonSettings) -> int:
    """Prints lines of an environment file. Browsers get the public key from the platform, so it is no setting."""
    from services.lobby.push.encryption import make_key_pair

    made = make_key_pair()
    console.say(f"# public: {made.public}")
    console.say(f"KAFENEIO_PUSH_KEY={made.private}")
    console.say("KAFENEIO_PUSH_CONTACT=mailto:operator@example.org")
    return 0


def _list_keys(_args: argparse.Namespace, common: CommonSettings) -> int:
    """Prints one line of JSON: by key, the number of second factors, waiting mails, open lottery tickets and open
    tables that need it; `""` counts what is not sealed."""
    from services.lobby.access import rows as access
    from services.lobby.mails import rows as mails
    from services.tables.journal.journal_rows import count_by_key
    from services.wallet.lotteries import ticket_rows as tickets

    found = {
        "second_factors": run_in("lobby", common, access.count_factors_by_key),
        "mails": run_in("lobby", common, mails.count_by_key),
        "lottery_tickets": run_in("wallet", common, tickets.count_by_key),
        "open_tables": run_in("tables", common, count_by_key),
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
            done[what] = run_in(service, common, again)
        except NotOpened as error:
            missing.append(f"{what}: {error}")
    for each in missing:
        console.error(each)
    console.say_json(done)
    return 1 if missing else 0


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
