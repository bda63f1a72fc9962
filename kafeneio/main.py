"""The `kafeneio` command. The only module that knows every service: it wires settings, database and broker.

kafeneio up                       everything in this process, on the broker in memory and SQLite files
kafeneio run SERVICE [--games …]  one process: wallet lobby tables ranking tournaments moderation gateway grpc
kafeneio run bridge              carry messages to other cells
kafeneio migrate [SERVICE …]      bring schemas to their newest version
kafeneio dead list|replay SERVICE what a service gave up
kafeneio recover --since TIME     let events be relayed again after a restore
kafeneio tables void ID --reason  end a running or stopped match without a result
kafeneio tables annul ID --round N --reason  give back the bets of a house-banked round
kafeneio messages send            write to a player, or to all, as the Administrator
kafeneio roles give|take NAME ROLE  make somebody staff, or end it; `roles list` says who is
kafeneio cases list|close         what signals have opened for the staff
kafeneio boards list|save|close   leaderboards: definitions, a period closed by hand
kafeneio account export|erase NAME  hand an account's data out, or erase it
kafeneio terms post               post a new version of the terms and rules
kafeneio ledger correct MATCH …    replace a settled match's result
kafeneio ledger takeback BATCH …   take back a reward that was gained by misconduct
kafeneio forget                     delete what is older than it may be kept
kafeneio archive [--delete-unlisted]  compare the archive's files with their list, after a restore
kafeneio heads FOLDER                note elsewhere what names the ledger's and the audit log's history
kafeneio sealing new|list|again      keys of what is encrypted in databases
kafeneio cells key|check            keys of passes to other cells, and the settings of visits
kafeneio security [--player NAME]   the log of security events: logins, failures, changes, what staff read
kafeneio ledger writeoff PLAYER …  write off what a player owes for payments that were taken back
kafeneio ledger [check|audit]     recompute the ledger's invariants; look for changes of its history
kafeneio verify RECORDING         compute every draw of a recorded match again

Each kind of process imports what it needs when it starts: a gateway has no database, `kafeneio --help` nothing at all.
"""

import os
import sys

if not {"grpc", "gateway", "tables-worker"} & set(sys.argv[1:3]):
    # A gRPC server hangs in a patched process; the gateway's sockets and a tables worker have a faster loop without
    # green threads. Everything else is green threads. Before any other import.
    import warnings

    warnings.filterwarnings("ignore", message="(?s).*Eventlet is deprecated")
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
import contextlib
import gc
import importlib
import platform
import select
import signal
import socket
import time
from types import ModuleType
from typing import TYPE_CHECKING, Any

from kafeneio import housekeeping, shell, startup, verify
from services.platform.operations import console
from services.platform.process import logs, tracing
from services.platform.process.settings import CommonSettings, SettingsError, database_url, load

if TYPE_CHECKING:
    from services.platform.broker.rpc_client import RpcClient
    from services.platform.database.unit_of_work import Database

SERVICES = ("wallet", "ranking", "moderation", "lobby", "tournaments", "tables")
FRONTS = ("gateway", "grpc")
HTTP_OF_GATEWAY = "http"
WORKER_OF_TABLES = "tables-worker"
"""Processes that are started only by the process of which they are a part."""
BRIDGE = "bridge"
"""Connects this installation to other cells; a single installation runs none."""
ALL = "all"
WORKERS = "workers"
PARTS = ("all", "workers", "requests")
"""The parts of a process of tables: both, play alone, or requests alone (replays, the Academy, recordings)."""
_PYTHON_SWITCH_S = 0.001
_GARBAGE_THRESHOLDS = (50_000, 20, 50)
"""The threshold of garbage collection: tables are immutable trees without cycles, so that a low one costs a tenth of
a worker and finds nothing."""

log = logs.get_logger("kafeneio")


class Process:
    """One process: what it runs, started in order and stopped in reverse."""

    def __init__(self, common: CommonSettings) -> None:
        """No part runs yet."""
        from services.platform.process import metrics
        from services.platform.process.health import Health

        self.common = common
        self.health = Health()
        self._parts: list[Any] = []
        self._rpc: RpcClient | None = None
        self._stop_asked = False
        self._started = False
        self.health.add("started", lambda: self._started)
        metrics.build_info.labels(common.version, platform.python_version()).set(1)
        self._woken, self._waker = socket.socketpair()
        self._waker.setblocking(False)
        signal.set_wakeup_fd(self._waker.fileno(), warn_on_full_buffer=False)
        signal.signal(signal.SIGTERM, self._ask_stop)
        signal.signal(signal.SIGINT, self._ask_stop)

    def rpc(self) -> "RpcClient":
        """The RPC client of this process."""
        from services.platform.broker.rpc_client import RpcClient

        if self._rpc is None:
            self._rpc = RpcClient(self.common, "-".join(sys.argv[1:3])).start()
        return self._rpc

    def add_service(self, name: str, games: list[str], part: str = ALL) -> None:
        """Add a service with its own database; for tables also the workers of these games, unless it is a part
        (PARTS)."""
        from services.platform.database.unit_of_work import Database
        from services.platform.hosting.host import Base, ServiceHost, watch

        module = importlib.import_module(f"services.{name}.service")
        database = Database(database_url(name, self.common), name, pool_size=self.common.database_connections)
        base = Base(self.common, database)
        app = module.make_app(base, self.rpc())
        self._start(ServiceHost(module.SERVICE, app, base))
        watch(self.health, name, self._parts[-1], database)
        if name == "tables" and part == ALL:
            self._add_worker(app, database, games)

    def _add_worker(self, app: Any, database: "Database", games: list[str]) -> None:
        """Add the worker: in this process with the embedded broker, otherwise in one of its own."""
        if self.common.embedded:
            from games.registry import games as registered
            from services.tables.worker.green_runner import GreenRunner
            from services.tables.worker.worker import Worker

            chosen = games or app.settings.games or [each.id for each in registered()]
            worker: Any = Worker(self.common, app.settings, database, chosen, GreenRunner())
            self._start(worker)
            self.health.add("tables_worker", worker.is_ready)
        else:
            self.add_worker_process(games)

    def add_worker_process(self, games: list[str]) -> None:
        """Add the workers of these games, in a process of their own."""
        from services.tables.worker.child import WorkerChild

        worker = WorkerChild(games)
        self.health.metrics = worker.metrics
        self._start(worker)
        self.health.add("tables_worker", worker.is_ready)

    def add_gateway(self) -> str:
        """Add sockets, REST and the web client; returns their address."""
        from gateway.green import GreenGateway
        from gateway.settings import GatewaySettings

        settings = load(GatewaySettings)
        startup.check_port(settings.gateway_host, settings.gateway_port)
        gateway = GreenGateway(self.common, settings, self.rpc(), self.health)
        self._start(gateway)
        return f"http://{settings.gateway_host}:{gateway.port}/"

    def serve_gateway(self) -> None:
        """Serve sockets, and REST in a process beside them, until SIGTERM or SIGINT; then drain."""
        from gateway import process
        from gateway.settings import GatewaySettings

        settings = load(GatewaySettings)
        startup.check_port(settings.gateway_host, settings.gateway_port)
        self._started = True
        process.serve(self.common, settings, self.health, lambda: self._stop_asked)

    def serve_http(self) -> None:
        """Serve REST for the gateway that has started this process, as long as that gateway runs."""
        from gateway.http.transport.process import HttpWorker, own_channel
        from gateway.settings import GatewaySettings

        channel = own_channel()
        if not startup.wait_for_broker(self.common, lambda wait_s: self._is_stopping(wait_s) or channel.is_hung_up()):
            return
        worker = HttpWorker(self.common, load(GatewaySettings), self.rpc(), self.health, channel, self._ask_stop)
        self._start(worker)
        self._serve_until_stopped("http")

    def serve_service(self, name: str, games: list[str], part: str = ALL) -> None:
        """Serve one service, or a part of tables, until SIGTERM or SIGINT."""
        if part == WORKERS:
            self.add_worker_process(games)
        else:
            self.add_service(name, games, part)
        self._serve_until_stopped(name)

    def serve_bridge(self) -> None:
        """A carrier for each other cell, until SIGTERM or SIGINT."""
        from services.platform.cells.bridge import Carrier, check_links
        from services.platform.process.settings import BridgeSettings

        links = load(BridgeSettings).cell_links
        check_links(self.common, links)
        if not self.wait_for_broker():
            return
        for cell, url in links.items():
            carrier = Carrier(self.common, cell, url)
            self._start(carrier)
            self.health.add(f"cell_{cell}", carrier.is_ready)
        self._serve_until_stopped(BRIDGE)

    def _serve_until_stopped(self, name: str) -> None:
        gc.freeze()  # imported and started objects stay for the life of the process
        log.info("ready", service=name, pid=os.getpid())
        self.wait()
        self.stop()

    def _start(self, part: Any) -> None:
        self._parts.append(part)
        part.start()

    def wait_for_broker(self) -> bool:
        """Wait for the broker; False: the process was asked to stop meanwhile."""
        return startup.wait_for_broker(self.common, self._is_stopping)

    def _is_stopping(self, wait_s: float) -> bool:
        """Whether SIGTERM or SIGINT arrived within this many seconds."""
        deadline_s = time.monotonic() + wait_s
        while not self._stop_asked and (left_s := deadline_s - time.monotonic()) > 0:
            select.select([self._woken], [], [], left_s)
            if not self._stop_asked:
                time.sleep(0)
        return self._stop_asked

    def wait(self) -> None:
        """Wait until SIGTERM or SIGINT, after everything was started."""
        self._started = True
        while not self._stop_asked:
            self._woken.recv(64)  # a byte for each signal, so that nothing has to poll

    def _ask_stop(self, *_args: Any) -> None:
        self._stop_asked = True
        with contextlib.suppress(BlockingIOError):
            self._waker.send(b"\0")  # an asyncio loop receives signals instead of this socket

    def stop(self) -> None:
        """Drain in reverse order."""
        self.health.draining = True
        log.info("draining")
        for part in reversed(self._parts):
            try:
                part.stop()
            except Exception:  # the others must be stopped as well
                log.exception("stop_failed", part=type(part).__name__)
        if self._rpc is not None:
            self._rpc.stop()
        tracing.shut_down()
        log.info("stopped")


def main(arguments: list[str] | None = None) -> int:
    """Run the command of the command line; returns the exit code."""
    try:
        args = _parser().parse_args(arguments)
        common = load(CommonSettings)
        startup.check_addresses(common, SERVICES)
        for line in startup.misspelt(os.environ, SERVICES):
            console.error(line)
        return int(args.action(args, common) or 0)
    except SettingsError as error:
        console.error(str(error))
        return 2
    except Exception as error:
        explained = startup.explained(error)
        if explained is None:
            raise
        console.error(explained)
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
    up.set_defaults(action=_up)
    run = actions.add_parser("run", help="one service or front in this process")
    choices = [*SERVICES, *FRONTS, BRIDGE, HTTP_OF_GATEWAY, WORKER_OF_TABLES]
    run.add_argument("service", choices=choices, metavar="|".join([*SERVICES, *FRONTS, BRIDGE]))
    run.add_argument("--games", default="", help="games of a tables worker, with commas (default: all)")
    run.add_argument("--part", choices=PARTS, default=ALL, help="what a process of tables does (default: all)")
    run.set_defaults(action=_run)
    migrate = actions.add_parser("migrate", help="bring schemas to their newest version")
    migrate.add_argument("services", nargs="*", metavar="SERVICE", choices=[*SERVICES, []])
    migrate.set_defaults(action=_migrate)
    dead = actions.add_parser("dead", help="what a service gave up")
    dead.add_argument("what", choices=["list", "replay"])
    dead.add_argument("service", choices=SERVICES)
    dead.add_argument("--limit", type=int, default=100)
    dead.set_defaults(action=_dead)
    shell.add_commands(actions)
    housekeeping.add_commands(actions)
    chance = actions.add_parser("verify", help="compute every draw of a recorded match again")
    verify.add_arguments(chance)
    chance.set_defaults(action=_verify)
    return parser


# --- actions ---


def _run(args: argparse.Namespace, common: CommonSettings) -> int:
    logs.set_up(common.log_level, args.service)
    tracing.set_up(common, args.service)
    if args.service == "grpc":
        return _run_grpc(common)
    sys.setswitchinterval(_PYTHON_SWITCH_S)
    gc.set_threshold(*_GARBAGE_THRESHOLDS)
    games = [each for each in args.games.split(",") if each]
    if args.service in ("tables", WORKER_OF_TABLES):
        startup.check_games(games)
    if args.service == WORKER_OF_TABLES:
        return _run_worker(common, games)
    process = Process(common)
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


def _run_grpc(common: CommonSettings) -> int:
    server: ModuleType = importlib.import_module("gateway.grpc.server")
    settings: ModuleType = importlib.import_module("gateway.grpc.settings")
    server.serve(common, load(settings.GrpcSettings))
    return 0


def _up(args: argparse.Namespace, common: CommonSettings) -> int:
    """Run everything in this process. The first start creates the databases."""
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
    logs.set_up(os.environ.get("KAFENEIO_LOG_LEVEL", "WARNING"), "up")
    tracing.set_up(common, "up")
    embedded.register()
    from gateway.settings import GatewaySettings

    front = load(GatewaySettings)
    startup.check_port(front.gateway_host, front.gateway_port)
    lock = startup.lock_folder(common.var_dir)
    os.environ.setdefault("KAFENEIO_SEALING_KEYS", startup.own_sealing_key(common.var_dir))
    for name in SERVICES:
        migrations.migrate(name, database_url(name, common))
    process = Process(common)
    if not process.wait_for_broker():
        return 0
    for name in SERVICES:
        process.add_service(name, [])
    url = process.add_gateway()
    console.say(f"Kafeneio is open: {url}   (Ctrl-C closes it; what happened is kept in {common.var_dir}/)")
    process.wait()
    console.say("Closing …")
    process.stop()
    lock.close()
    return 0


def _migrate(args: argparse.Namespace, common: CommonSettings) -> int:
    from services.platform.database import migrations

    logs.set_up(common.log_level, "migrate")
    for name in args.services or SERVICES:
        migrations.migrate(name, database_url(name, common))
        console.say(f"{name}: schema is current")
    return 0


def _dead(args: argparse.Namespace, common: CommonSettings) -> int:
    from services.platform.broker import dead_letters

    if args.what == "list":
        found = dead_letters.list_dead(common, args.service, args.limit)
        for each in found:
            console.say_json(each)
        if not found:
            console.say("nothing was given up")
    else:
        count = dead_letters.replay_dead(common, args.service, args.limit)
        console.say(f"{count} put back")
    return 0


def _verify(args: argparse.Namespace, _common: CommonSettings) -> int:
    return verify.run(args.recording, args.commit, args.seed)


if __name__ == "__main__":
    sys.exit(main())
