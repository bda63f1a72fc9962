"""`kafeneio init`, `doctor`: the settings of one server, and whether it has what it needs."""

import argparse
import os
from pathlib import Path
from typing import Any

from kafeneio.processes import SERVICES
from services.platform.operations import console
from services.platform.process.settings import PREFIX, CommonSettings

ENV_FILE = "/etc/kafeneio/kafeneio.env"
_IN_COMPOSE = {"broker": "rabbitmq:5672", "database": "postgres:5432"}


def add_commands(actions: Any) -> None:
    """Add the commands; `actions`: the command line's subparsers."""
    init = actions.add_parser("init", help="write the settings and secrets of one server, or add what is missing")
    init.add_argument("--env", type=Path, default=Path(ENV_FILE), metavar="FILE", help=f"default: {ENV_FILE}")
    init.add_argument("--domain", help="the host name of the site; needed the first time")
    init.add_argument("--mail", default="", help="smtp://user@host:587; the password by KAFENEIO_SMTP_PASSWORD")
    init.add_argument("--mail-from", default="", metavar="ADDRESS", help="default: noreply@ the domain")
    init.add_argument("--folder", help="of files (default: /var/lib/kafeneio)")
    init.add_argument("--broker", metavar="HOST:PORT", help="default: 127.0.0.1:5672")
    init.add_argument("--database", metavar="HOST:PORT", help="default: 127.0.0.1:5432")
    init.add_argument("--compose", action="store_true", help="broker and database as deploy/compose names them")
    init.set_defaults(action=_init, checks_settings_itself=True)
    doctor = actions.add_parser("doctor", help="look whether a server has what it needs; exit code 1: it has not")
    doctor.add_argument("--env", type=Path, metavar="FILE", help="read these settings (default: the environment)")
    doctor.add_argument("--sandbox", action="store_true", help="look at what `kafeneio up --sandbox` needs instead")
    doctor.add_argument("--json", action="store_true", help="one line of JSON")
    doctor.set_defaults(action=_doctor, checks_settings_itself=True)


def _init(args: argparse.Namespace, _common: CommonSettings) -> int:
    from kafeneio.server.environment_file import Choices, completed

    choices = None
    if args.domain:
        places = _IN_COMPOSE if args.compose else {}
        chosen = {name: getattr(args, name) or places.get(name) for name in ("folder", "broker", "database")}
        given = {name: value for name, value in chosen.items() if value}
        choices = Choices(args.domain.lower(), mail=args.mail, mail_from=args.mail_from, **given)
    added = completed(args.env, choices, SERVICES)
    console.say(f"{args.env}: {f'added {len(added)} settings' if added else 'nothing was missing'}")
    for name in added:
        console.say(f"  {name}")
    console.say("Next: `kafeneio doctor` says what else is missing, in the order to mend it.")
    console.say(
        'The first administrator: register at the site, then `kafeneio roles give NAME administrator --reason "…"`.'
    )
    return 0


def _doctor(args: argparse.Namespace, _common: CommonSettings) -> int:
    from kafeneio.server import doctor, environment_file

    environ = dict(os.environ)
    if args.env is not None:
        environ = {name: text for name, text in environ.items() if not name.startswith(PREFIX)}
        environ |= environment_file.read(args.env)
    chosen = doctor.OF_SANDBOX if args.sandbox else doctor.CHECKS
    outcomes = doctor.examine(environ, "" if args.env is None else str(args.env), chosen)
    if args.json:
        console.say_json([each._asdict() for each in outcomes])
    else:
        for each in outcomes:
            deed = f"\n{'':9}→ {each.deed}" if each.deed else ""
            console.say(f"{each.state:8} {each.check}: {each.found}{deed}")
    return doctor.exit_code(outcomes)
