"""`kafeneio stakes`: chips that are held for matches and rounds which tables do not know, shown and given back."""

import argparse
import os
from collections.abc import Callable, Collection
from typing import Any

from kafeneio.shell.use_case import run_in
from services.kernel.refusal import Refusal
from services.platform.operations import console
from services.platform.process.settings import CommonSettings

_NO_IDS = "name what to release, or --all"
_STRANGE = "the database of tables knows nothing that the wallet has held: is KAFENEIO_TABLES_DB_URL right?"


def add_commands(actions: Any) -> None:
    """Add the commands; `actions`: the command line's subparsers."""
    stakes = actions.add_parser("stakes", help="stakes that are held for matches which tables do not know")
    whats = stakes.add_subparsers(required=True, metavar="WHAT")
    listed = whats.add_parser("list", help="show what has been held for a quarter of an hour and tables do not know")
    listed.set_defaults(action=_list)
    release = whats.add_parser("release", help="give such stakes and bets back to their players")
    release.add_argument("ids", nargs="*", metavar="MATCH", help="a match's id, or a round's")
    release.add_argument("--all", action="store_true", help="everything that `list` shows")
    release.add_argument("--reason", required=True, help="10 to 500 characters; kept in the audit log")
    release.add_argument("--by", default=os.environ.get("USER", "operator"), help="who orders it")
    release.set_defaults(action=_release)


def _list(_args: argparse.Namespace, common: CommonSettings) -> int:
    """Prints one line of JSON for each. Exit code 1: there are some, 2: it is another installation's tables."""
    if not _are_ours(common):
        console.error(_STRANGE)
        return 2
    lost = _find_lost(common)
    for each in lost:
        console.say_json(each)
    if not lost:
        console.say("tables know all that is held")
    return 1 if lost else 0


def _release(args: argparse.Namespace, common: CommonSettings) -> int:
    """Prints one line of JSON for each: what came back, or why nothing did. Exit code 1: something was refused, 2:
    nothing was named, or it is another installation's tables."""
    if bool(args.ids) == args.all:
        console.error(_NO_IDS)
        return 2
    if not _are_ours(common):
        console.error(_STRANGE)
        return 2
    ids = [each.id for each in _find_lost(common)] if args.all else list(dict.fromkeys(args.ids))
    release = _how(common)
    refused = False
    for each in ids:
        done = _release_one(common, each, args.reason, args.by, release)
        refused = refused or isinstance(done, Refusal)
        console.say_json(
            {"id": each, "error": done.error, "detail": done.detail} if isinstance(done, Refusal) else done
        )
    if not ids:
        console.say("tables know all that is held")
    return 1 if refused else 0


def _release_one(common: CommonSettings, id: str, reason: str, by: str, release: Callable[..., Any]) -> Any:
    """The order of these three is what makes it safe: a match is held only after tables have written it, so one that
    tables do not know after the wallet has been seen to hold it will never be known."""
    from services.wallet.corrections.lost_stakes import Release, find_hold

    held = run_in("wallet", common, find_hold, id)
    if isinstance(held, Refusal):
        return held
    if _known(common, [held]):
        return Refusal("match_known")
    return run_in("wallet", common, release, Release(id, reason, by))


def _how(common: CommonSettings) -> Callable[..., Any]:
    """How this installation gives stakes back."""
    from functools import partial

    from services.wallet.cells import visitors
    from services.wallet.cells.rules import Cells
    from services.wallet.corrections import lost_stakes

    if not common.cell:
        return lost_stakes.release
    return partial(visitors.release, Cells(common.cell, frozenset(common.cell_neighbours)))


def _find_lost(common: CommonSettings) -> list[Any]:
    """What has been held long enough and tables do not know."""
    from services.wallet.corrections.lost_stakes import find_old

    old = run_in("wallet", common, find_old)
    known = _known(common, old)
    return [each for each in old if each.id not in known]


def _are_ours(common: CommonSettings) -> bool:
    """Whether the database of tables knows anything of what the wallet has ever held. An empty one, or one of another
    installation, would not know what is being played now."""
    from services.wallet.corrections.lost_stakes import find_old, find_witnesses

    seen = [*run_in("wallet", common, find_witnesses), *run_in("wallet", common, find_old)]
    return not seen or bool(_known(common, seen))


def _known(common: CommonSettings, held: Collection[Any]) -> set[str]:
    from services.tables.journal.known_rows import find_known

    if not held:
        return set()
    matches, rounds = ([each.id for each in held if each.kind == kind] for kind in ("match", "round"))
    since_ms = min(each.held_at_ms for each in held)
    known: set[str] = run_in("tables", common, find_known, matches, rounds, since_ms)
    return known
