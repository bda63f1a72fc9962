"""The `kafeneio` command, which alone knows every service: `kafeneio --help` lists what it does.

kafeneio up                       everything in this process, on the broker in memory and SQLite files
kafeneio run SERVICE [--games …]  one process: wallet lobby tables history ranking tournaments moderation gateway grpc
                                  nightly bridge
kafeneio migrate [SERVICE …]      bring schemas to their newest version
kafeneio verify RECORDING         compute every draw of a recorded match again
kafeneio …                        what operators do at a shell: kafeneio/shell/

Each command imports what it needs: `kafeneio --help` nothing at all.
"""

import os
import sys

if not {"grpc", "gateway", "tables-worker", "nightly", "doctor", "init"} & set(sys.argv[1:3]):
    # A gRPC server hangs in a patched process; the gateway's sockets and a tables worker have a faster loop without
    # green threads; what only waits for programs and sockets needs none. Everything else is green threads. Before any
    # other import.
    import eventlet

    _has_broker = os.environ.get("KAFENEIO_BROKER_URL", "").strip().startswith("amqp")
    if "up" in sys.argv[1:3] or ("tables" in sys.argv[1:3] and not _has_broker):
        # Sockets and worker are in this process, on an asyncio loop; green threads run on the same one. A service
        # alone has a hub that costs less for each wake-up.
        from services.platform.process import green_loop as loop

        loop.install()
    eventlet.monkey_patch()
    os.environ.setdefault("PSYCOPG_WAIT_FUNC", "wait_select")

import argparse
import importlib
from types import ModuleType
from typing import Any

from kafeneio import shell, startup, verify
from kafeneio.process import Process
from kafeneio.processes import (
    ALL,
    BRIDGE,
    FRONTS,
    HISTORY,
    HTTP_OF_GATEWAY,
    NIGHTLY,
    PARTS,
    REQUESTS,
    SERVICES,
    WORKER_OF_TABLES,
)
from services.platform.operations import console
from services.platform.process import garbage, logs, tracing
from services.platform.process.settings import (
    PREFIX,
    CommonSettings,
    SandboxSettings,
    SettingsError,
    database_url,
    load,
)

_CLEANED = 75
"""What a sandbox's day ends with: the next one is to begin."""
_PYTHON_SWITCH_S = 0.001

_THIS_MACHINE = ("127.0.0.1", "::1", "localhost")
"""Addresses that nobody else reaches: there `kafeneio up` shows its metrics on the page's port."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command of the command line; returns the exit code."""
    complain = console.error
    try:
        args = _parser().parse_args(arguments)
        if args.action is _run:
            logs.set_up("INFO", args.service)  # until it is known which level is wanted
            complain = startup.complain_in_log
        common = load(CommonSettings)
        if not getattr(args, "checks_settings_itself", False):
            startup.check_addresses(common, SERVICES)
            for line in startup.misspelt(os.environ, SERVICES):
                complain(line)
        return int(args.action(args, common) or 0)
    except SettingsError as error:
        complain(str(error))
        return 2
    except Exception as error:
        explained = startup.explained(error)
        if explained is not None:
            complain(explained)
        elif complain is console.error:
            raise
        else:
            logs.get_logger("kafeneio").exception("crashed")
        return 1


class _Version(argparse.Action):
    """Prints the release, for which the settings are read; `--help` works whatever they are."""

    def __call__(self, parser: argparse.ArgumentParser, *_read: Any) -> None:
        print(f"kafeneio {load(CommonSettings).version}")
        parser.exit()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="kafeneio", description="An online coffee house.")
    parser.add_argument("--version", action=_Version, nargs=0, help="print the release and exit")
    actions = parser.add_subparsers(required=True, metavar="COMMAND")
    up = actions.add_parser("up", help="everything in this process, without servers")
    up.add_argument("--port", type=int, help="where to listen (default: 8000, or KAFENEIO_GATEWAY_PORT)")
    up.add_argument("--sandbox", action="store_true", help="to try things on: emptied every night, alone")
    up.add_argument("--no-grpc", action="store_true", help="without the gRPC API, which is a process beside this one")
    up.set_defaults(action=_up, sandbox_until_ms=0)
    run = actions.add_parser("run", help="one service or front in this process")
    shown = [*SERVICES, HISTORY, *FRONTS, NIGHTLY, BRIDGE]
    run.add_argument("service", choices=[*shown, HTTP_OF_GATEWAY, WORKER_OF_TABLES], metavar="|".join(shown))
    run.add_argument("--games", default="", help="games of a tables worker, with commas (default: all)")
    run.add_argument("--part", choices=PARTS, default=ALL, help="what a process of tables does (default: all)")
    run.set_defaults(action=_run)
    migrate = actions.add_parser("migrate", help="bring schemas to their newest version")
    migrate.add_argument("services", nargs="*", metavar="SERVICE", choices=[*SERVICES, []])
    migrate.set_defaults(action=_migrate)
    shell.add_commands(actions)
    chance = actions.add_parser("verify", help="compute every draw of a recorded match again")
    verify.add_arguments(chance)
    chance.set_defaults(action=_verify)
    return parser


# --- actions ---


def _run(args: argparse.Namespace, common: CommonSettings) -> int:
    logs.set_up(common.log_level, args.service, common.log_levels)
    common = startup.with_health_port(common, args.service, args.part)
    if args.service == NIGHTLY:
        return _run_nightly(common)
    if args.service == HISTORY:
        args.service, args.part = "tables", REQUESTS
    tracing.set_up(common, args.service)
    garbage.look_rarely()
    if args.service == "grpc":
        return _run_grpc(common)
    sys.setswitchinterval(_PYTHON_SWITCH_S)
    games = [each for each in args.games.split(",") if each]
    if args.service in ("tables", WORKER_OF_TABLES):
        startup.check_games(games)
    if args.service == WORKER_OF_TABLES:
        return _run_worker(common, games)
    process = Process(common, f"run-{args.service}")
    process.health.serve(common.health_host, common.health_port)
    if args.service == HTTP_OF_GATEWAY:
        process.serve_http()
    elif args.service == BRIDGE:
        process.serve_bridge()
    elif process.wait_for_broker():
        if args.service == "gateway":
            process.serve_gateway()
        else:
            process.serve_service(args.service, games, args.part)
    return 0


def _run_worker(common: CommonSettings, games: list[str]) -> int:
    worker: ModuleType = importlib.import_module("services.tables.worker.process")
    worker.run(common, games)
    return 0


def _run_nightly(common: CommonSettings) -> int:
    nightly: ModuleType = importlib.import_module("kafeneio.nightly")
    nightly.run(common)
    return 0


def _run_grpc(common: CommonSettings) -> int:
    server: ModuleType = importlib.import_module("gateway.grpc.server")
    settings: ModuleType = importlib.import_module("gateway.grpc.settings")
    server.serve(common, load(settings.GrpcSettings))
    return 0


def _up(args: argparse.Namespace, common: CommonSettings) -> int:
    """Run everything in this process: a sandbox day after day, anything else until it is stopped."""
    if not args.sandbox:
        return _open_house(args, common)
    environ = dict(os.environ)
    from kafeneio.server import sandbox
    from services.kernel.clock import SystemClock

    sandbox.check(environ, SERVICES)
    day = sandbox.today(common.var_dir, SystemClock().now_ms(), load(SandboxSettings).sandbox_cleaned_minute)
    lock = startup.lock_folder(str(day.root))
    sandbox.begin(day)
    token = startup.own_grpc_token(str(day.root))
    startup.keep_grpc_token(str(day.folder), token)
    for name, text in sandbox.DEFAULTS.items():
        os.environ.setdefault(PREFIX + name, text)
    os.environ |= {"KAFENEIO_VAR_DIR": str(day.folder), "KAFENEIO_GATEWAY_SANDBOX_UNTIL_MS": str(day.until_ms)}
    args.sandbox_until_ms = day.until_ms
    console.say(f"A sandbox: everything in it is deleted at {day.until_text}.")
    code = _open_house(args, load(CommonSettings))
    lock.close()
    if code != _CLEANED:
        return code
    console.say("Everything is deleted, and the next day begins.")
    return os.execve(sys.executable, [sys.executable, "-W", "ignore", "-m", "kafeneio", *sys.argv[1:]], environ)


def _open_house(args: argparse.Namespace, common: CommonSettings) -> int:
    """Everything until SIGTERM or SIGINT, or until a sandbox's day is over. The first start creates the databases."""
    from services.kernel.clock import SystemClock
    from services.platform.broker import embedded
    from services.platform.database import migrations

    if args.port:
        os.environ["KAFENEIO_GATEWAY_PORT"] = str(args.port)
    os.environ.setdefault("KAFENEIO_WORKER_BEAT_MS", "2000")
    if common.embedded and database_url("wallet", common).startswith("sqlite"):
        os.environ.setdefault("KAFENEIO_PAYMENT_PROVIDER", "simulated")
    os.environ.setdefault("KAFENEIO_MAIL_TRANSPORT", "folder")
    os.environ.setdefault("KAFENEIO_MAIL_FOLDER", f"{common.var_dir}/mail")
    port = os.environ.get("KAFENEIO_GATEWAY_PORT", "8000")
    own = os.environ.setdefault("KAFENEIO_GATEWAY_HOME", f"http://127.0.0.1:{port}")
    os.environ.setdefault("KAFENEIO_MAIL_LINK_HOME", own)
    logs.set_up(os.environ.get("KAFENEIO_LOG_LEVEL", "WARNING"), "up", common.log_levels)
    tracing.set_up(common, "up")
    garbage.look_rarely()
    embedded.register()
    from gateway.settings import GatewaySettings

    front = load(GatewaySettings)
    startup.check_port(front.gateway_host, front.gateway_port)
    if front.gateway_host in _THIS_MACHINE and not front.gateway_proxy_hops:
        os.environ.setdefault("KAFENEIO_GATEWAY_METRICS_ON_PORT", "true")
    lock = startup.lock_folder(common.var_dir)
    os.environ.setdefault("KAFENEIO_SEALING_KEYS", startup.own_sealing_key(common.var_dir))
    if not args.sandbox:  # without a key no notice leaves
        os.environ.setdefault("KAFENEIO_PUSH_KEY", startup.own_push_key(common.var_dir))
    for name in SERVICES:
        migrations.migrate(name, database_url(name, common))
    process = Process(common, "up")
    if not process.wait_for_broker():
        return 0
    if common.embedded:
        process.add_event_log()
    for name in SERVICES:
        process.add_service(name, [])
    url = process.add_gateway()
    grpc_line = process.add_grpc() if common.embedded and not args.no_grpc else ""
    garbage.keep_what_is_there()
    console.say(f"Kafeneio is open: {url}   (Ctrl-C closes it; what happened is kept in {common.var_dir}/)")
    if grpc_line:
        console.say(grpc_line)
    until_ms = args.sandbox_until_ms
    stopped = process.wait((until_ms - SystemClock().now_ms()) / 1000 if until_ms else None)
    console.say("Closing …")
    process.stop()
    lock.close()
    return 0 if stopped else _CLEANED


def _migrate(args: argparse.Namespace, common: CommonSettings) -> int:
    from services.platform.database import migrations

    logs.set_up(common.log_level, "migrate", common.log_levels)
    for name in args.services or SERVICES:
        migrations.migrate(name, database_url(name, common))
        console.say(f"{name}: schema is current")
    return 0


def _verify(args: argparse.Namespace, _common: CommonSettings) -> int:
    return verify.run(args.recording, args.commit, args.seed)


if __name__ == "__main__":
    sys.exit(main())
