"""What operators do at a shell, or a clock does for them, so that the platform stays in order: retention and keys.

As in shell.py each action imports what it needs.
"""

import argparse
import base64
import datetime
import os
from collections.abc import Callable
from typing import Any

from services.kernel.clock import SystemClock
from services.plumbing import console
from services.plumbing.settings import CommonSettings, database_url, load


def add_commands(actions: Any) -> None:
    """Say what there is; `actions`: the command line's subparsers. Every action answers the exit code."""
    forget = actions.add_parser("forget", help="delete what is older than it may be kept: trails, chat, logs")
    forget.set_defaults(action=_forget)
    whats = actions.add_parser("sealing", help="keys of what is encrypted in databases").add_subparsers(
        required=True, metavar="WHAT"
    )
    new = whats.add_parser("new", help="print a new key, for the front of KAFENEIO_SEALING_KEYS")
    new.set_defaults(action=_new_key)
    keys = whats.add_parser("list", help="how much still needs which key")
    keys.set_defaults(action=_list_keys)
    again = whats.add_parser("again", help="encrypt secrets of second factors again, with the first key")
    again.set_defaults(action=_seal_again)


def _forget(_args: argparse.Namespace, common: CommonSettings) -> int:
    """One line of JSON: how many tables' trails went. Chat, exports and the security log go by the lobby's settings."""
    from services.lobby.handlers.expiry import purge_kept
    from services.lobby.settings import LobbySettings
    from services.tables.journal.forget import AT_ONCE, forget_trails
    from services.tables.settings import TablesSettings

    now_ms = SystemClock().now_ms()
    before_ms = now_ms - load(TablesSettings).audit_days * 86_400_000
    trails = 0
    while (gone := _run("tables", common, forget_trails, before_ms)) == AT_ONCE:
        trails += gone
    _run("lobby", common, purge_kept, load(LobbySettings))
    console.say_json({"trails": trails + gone})
    return 0


def _new_key(_args: argparse.Namespace, _common: CommonSettings) -> int:
    """`id:base64`; the id is the day, so that keys are told apart."""
    day = datetime.datetime.now(datetime.UTC).strftime("%Y%m%d")
    console.say(f"k{day}:{base64.b64encode(os.urandom(32)).decode()}")
    return 0


def _list_keys(_args: argparse.Namespace, common: CommonSettings) -> int:
    """One line of JSON: by key, how many second factors and open tables need it; `""` is what no key has sealed."""
    from services.lobby.store.access import count_factors_by_key
    from services.tables.journal.keys_in_use import count_by_key

    factors = _run("lobby", common, count_factors_by_key)
    console.say_json({"second_factors": factors, "open_tables": dict(_run("tables", common, count_by_key))})
    return 0


def _seal_again(_args: argparse.Namespace, common: CommonSettings) -> int:
    """One line of JSON: how many were not sealed with the first key."""
    from services.lobby.store.access import seal_factors_again

    console.say_json({"second_factors": _run("lobby", common, seal_factors_again)})
    return 0


def _run(service: str, common: CommonSettings, use_case: Callable[..., Any], *given: Any) -> Any:
    """One use case in a transaction on its service's database."""
    from services.plumbing.database import Database

    database = Database(database_url(service, common), service)
    try:
        return database.run(use_case, *given)
    finally:
        database.close()
