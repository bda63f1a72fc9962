"""`kafeneio webhooks`: public events sent to other systems' own servers (services/moderation/RULES.md §16)."""

import argparse
from typing import Any

from kafeneio.shell.use_case import done_or_code, report, run_in
from services.platform.operations import console
from services.platform.process.settings import CommonSettings


def add_commands(actions: Any) -> None:
    """Add the commands; `actions`: the command line's subparsers."""
    parser = actions.add_parser("webhooks", help="public events sent to other systems' own servers")
    whats = parser.add_subparsers(required=True, metavar="WHAT")
    listing = whats.add_parser("list", help="all of them, one a line")
    listing.add_argument("--state", choices=["active", "paused", "disabled"], help="only these")
    listing.set_defaults(action=_list)
    create = whats.add_parser("create", help="a new one; prints its secret, this once")
    create.add_argument("--owner", required=True, help="the caller's name in KAFENEIO_GRPC_TOKENS")
    create.add_argument("--url", required=True, help="https address of the public network")
    create.add_argument("--topic", required=True, action="append", help="tables.match_finished, tables.* …; repeatable")
    create.add_argument("--after", default="", metavar="CURSOR", help="where to begin (default: from now on)")
    create.set_defaults(action=_create)
    replay = _add_one(whats, "replay", "send everything after a cursor, again or for the first time", _replay)
    replay.add_argument("--after", default="", metavar="CURSOR", help="the cursor (default: from now on)")
    _add_one(whats, "rotate", "a new secret, printed this once; the old one signs for another day", _rotate)
    _add_one(whats, "pause", "send nothing until it is resumed", _pause)
    _add_one(whats, "resume", "go on where it was, also after it was disabled", _resume)
    _add_one(whats, "delete", "remove it", _delete)
    _add_one(whats, "deliveries", "its last tries, newest first, one a line", _deliveries)


def _add_one(whats: Any, name: str, text: str, action: Any) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = whats.add_parser(name, help=text)
    parser.add_argument("webhook", help="its id, wh_…")
    parser.set_defaults(action=action)
    return parser


def _list(args: argparse.Namespace, common: CommonSettings) -> int:
    from services.moderation.webhooks import use_cases

    for each in run_in("moderation", common, use_cases.list_all):
        if args.state in (None, each.state):
            console.say_json(each)
    return 0


def _create(args: argparse.Namespace, common: CommonSettings) -> int:
    from services.contracts.partners.webhooks import CreateWebhook
    from services.kernel.ids import new_id
    from services.moderation.settings import ModerationSettings
    from services.moderation.webhooks import use_cases
    from services.platform.process.settings import load

    request = CreateWebhook(owner=args.owner, id=new_id(), url=args.url, topics=args.topic, after_cursor=args.after)
    return done_or_code(run_in("moderation", common, use_cases.create, load(ModerationSettings), request))


def _change(args: argparse.Namespace, common: CommonSettings, kind: str, use_case: str, **fields: Any) -> int:
    """Carry out one change of a webhook, whoever owns it."""
    from services.contracts.partners import webhooks as api
    from services.kernel.ids import new_id
    from services.moderation.webhooks import use_cases

    owner = run_in("moderation", common, use_cases.owner_of, args.webhook)
    if owner is None:
        return done_or_code(use_cases.UNKNOWN)
    request = getattr(api, kind)(owner=owner, id=new_id(), webhook=args.webhook, **fields)
    return report(run_in("moderation", common, getattr(use_cases, use_case), request))


def _rotate(args: argparse.Namespace, common: CommonSettings) -> int:
    return _change(args, common, "RotateWebhookSecret", "rotate")


def _pause(args: argparse.Namespace, common: CommonSettings) -> int:
    return _change(args, common, "PauseWebhook", "pause")


def _resume(args: argparse.Namespace, common: CommonSettings) -> int:
    return _change(args, common, "ResumeWebhook", "resume")


def _replay(args: argparse.Namespace, common: CommonSettings) -> int:
    return _change(args, common, "ReplayWebhook", "replay", after_cursor=args.after)


def _delete(args: argparse.Namespace, common: CommonSettings) -> int:
    return _change(args, common, "DeleteWebhook", "delete")


def _deliveries(args: argparse.Namespace, common: CommonSettings) -> int:
    from services.contracts.partners.webhooks import ListWebhookDeliveries
    from services.kernel.refusal import Refusal
    from services.moderation.webhooks import use_cases

    owner = run_in("moderation", common, use_cases.owner_of, args.webhook)
    request = ListWebhookDeliveries(owner=owner or "-", webhook=args.webhook)
    found = run_in("moderation", common, use_cases.list_deliveries, request)
    if isinstance(found, Refusal):
        return done_or_code(found)
    for each in found.deliveries:
        console.say_json(each)
    return 0
