"""The checks of `kafeneio doctor`. Each reads the settings and returns its finding, with what to do about it;
among them which interpreter runs, and whether it was built with profiles of use (PGO), which is worth a third."""

import contextlib
import ctypes
import json
import os
import shutil
import smtplib
import socket
import ssl
import stat
import sys
import sysconfig
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple
from urllib.parse import urlsplit

import msgspec

from kafeneio import startup
from kafeneio.processes import HEALTH_PORTS, ON_ONE_SERVER, SERVICES
from kafeneio.server import sandbox as sandboxes
from services.kernel.clock import HOUR_MS
from services.kernel.refusal import Refusal
from services.platform.process.settings import (
    PREFIX,
    CommonSettings,
    SettingsError,
    database_url,
    load,
    settings_structs,
)

_ROOT = Path(__file__).resolve().parents[2]
_CONNECT_S = 3
_ENV_FILE = "/etc/kafeneio/kafeneio.env"
_INIT = "run `kafeneio init`, which adds what is missing"
_POSTGRES_MIN, _RABBIT_MIN = 15, (3, 10)
_DISK_FREE_MIN_BYTES, _DISK_FREE_MIN_SHARE = 2_000_000_000, 0.1
_CERTIFICATE_DAYS_MIN = 14
_CADDY_OPTIONS = "CADDY_OPTIONS"
"""Set where Caddy is a container, whose name and authority other containers do not know in a trial."""
_CLOCK_UNSYNCHRONISED = 5
_DAY_S = 86_400
OF_ANOTHER = "use Debian's python3, or one that was configured with --enable-optimizations --with-lto"


class Finding(NamedTuple):
    """What a check has found, and what to do about it."""

    state: Literal["ok", "warning", "fault"]
    found: str
    deed: str = ""


class Server:
    """The settings of the server that is looked at."""

    def __init__(self, environ: Mapping[str, str], env_file: str = "") -> None:
        """Nothing is read yet; `env_file` may be empty."""
        self.environ, self.env_file = environ, env_file

    def common(self) -> CommonSettings:
        """What every process reads."""
        return load(CommonSettings, self.environ)

    def get(self, name: str) -> str:
        """One variable without its prefix; empty if it is not set."""
        return self.environ.get(PREFIX + name, "").strip()


# --- settings ---


def settings(server: Server) -> Finding:
    """Whether every setting can be read, the needed ones are there, and nobody else can read their file."""
    for _, kind in settings_structs(_ROOT):
        try:
            load(kind, server.environ)
        except SettingsError as error:
            return Finding("fault", str(error), "give it a value that fits: deploy/local/settings.env lists them all")
    needed = ["BROKER_URL", *(f"{each.upper()}_DB_URL" for each in SERVICES), "GATEWAY_HOME"]
    missing = [PREFIX + name for name in needed if not server.get(name)]
    if missing:
        return Finding("fault", f"{', '.join(missing)} not set", f"{_INIT}, and read its file: set -a; . {_ENV_FILE}")
    try:
        startup.check_addresses(server.common(), SERVICES, server.environ)
    except SettingsError as error:
        return Finding("fault", str(error), "write it as deploy/local/settings.env does")
    if server.env_file and (mode := stat.S_IMODE(Path(server.env_file).stat().st_mode)) & 0o077:
        return Finding("fault", f"others may read {server.env_file} ({mode:o})", f"chmod 600 {server.env_file}")
    unknown = startup.misspelt(server.environ, SERVICES)
    if unknown:
        return Finding("warning", "; ".join(unknown), "correct the name, or take it out")
    return Finding("ok", "all can be read, none is missing")


# --- database ---


def database(server: Server) -> Finding:
    """Whether every service's database takes its user, and is new enough."""
    import psycopg

    for service in SERVICES:
        url = database_url(service, server.common(), server.environ).replace("+psycopg", "", 1)
        place = urlsplit(url).netloc.rpartition("@")[2]
        if url.startswith("sqlite"):
            return Finding("fault", f"{service} is in an SQLite file", f"set {PREFIX}{service.upper()}_DB_URL")
        try:
            with psycopg.connect(url, connect_timeout=_CONNECT_S) as connection:
                version = connection.info.server_version // 10_000
        except psycopg.OperationalError as error:
            found = str(error).strip().splitlines()[0][:200]
            return Finding("fault", f"{place}: {found}", "start PostgreSQL, or give it user and database (servers.sh)")
        if version < _POSTGRES_MIN:
            return Finding("fault", f"PostgreSQL {version} at {place}", f"upgrade it to {_POSTGRES_MIN} or newer")
    return Finding("ok", f"PostgreSQL {version} answers")


def schemas(server: Server) -> Finding:
    """Whether all migrations of this release are done."""
    from services.platform.database.migrations import is_current
    from services.platform.database.unit_of_work import make_engine

    behind = []
    for service in SERVICES:
        engine = make_engine(database_url(service, server.common(), server.environ), service, pool_size=1)
        try:
            if not is_current(service, engine):
                behind.append(service)
        finally:
            engine.dispose()
    if behind:
        return Finding("fault", f"not of this release: {', '.join(behind)}", "run `kafeneio migrate`")
    return Finding("ok", "all are of this release")


# --- broker ---


def broker(server: Server) -> Finding:
    """Whether the broker takes our user, in our virtual host, and is new enough."""
    url = server.get("BROKER_URL")
    if not url.startswith("amqp"):
        return Finding("fault", "the broker in memory is of one process alone", f"set {PREFIX}BROKER_URL=amqp://…")
    place = urlsplit(url).netloc.rpartition("@")[2]
    try:
        with contextlib.closing(_connected(url)) as connection:
            properties = connection.connection.server_properties
    except OSError as error:
        return Finding("fault", f"{place}: {error}", "start RabbitMQ; its log says why it does not start")
    except Exception as error:  # noqa: BLE001 whatever the library raises: the broker has refused us
        found = f"{type(error).__name__}: {error}".splitlines()[0][:200]
        return Finding("fault", f"{place}: {found}", "give it user and virtual host (servers.sh)")
    version = str(properties.get("version", "0"))
    if tuple(int(part) for part in version.split(".")[:2] if part.isdecimal()) < _RABBIT_MIN:
        return Finding("fault", f"RabbitMQ {version}", "upgrade it to 3.10 or newer")
    return Finding("ok", f"RabbitMQ {version} answers")


def _connected(url: str) -> Any:
    import kombu

    from services.platform.broker.tls import tls_options

    connection = kombu.Connection(url, connect_timeout=_CONNECT_S, ssl=tls_options(url))
    connection.connect()
    return connection


def queues(server: Server) -> Finding:
    """Whether each service takes requests from its queue."""
    from amqp.exceptions import NotFound

    without = []
    with contextlib.closing(_connected(server.get("BROKER_URL"))) as connection:
        for service in SERVICES:
            channel = connection.channel()
            try:
                declared = channel.queue_declare(f"rpc-{service}", passive=True)
                if not declared.consumer_count:
                    without.append(service)
            except NotFound:
                without.append(service)
            finally:
                with contextlib.suppress(Exception):
                    channel.close()
    if without:
        deed = "start these processes: systemctl start kafeneio.target, or docker compose up --detach"
        return Finding("fault", f"nobody takes requests to {', '.join(without)}", deed)
    return Finding("ok", "every service takes requests")


def processes(server: Server) -> Finding:
    """Whether each process of one server is ready; only where their ports are their own, on this machine."""
    if server.get("HEALTH_PORT") or server.get("HEALTH_HOST") not in ("", "127.0.0.1", "localhost"):
        return Finding("ok", "ports are not their own: not looked at")
    silent, unready = [], []
    for name in ON_ONE_SERVER:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{HEALTH_PORTS[name]}/readyz", timeout=_CONNECT_S):
                pass
        except urllib.error.HTTPError as error:
            report = json.loads(error.read() or b"{}")
            failed = [check for check, holds in report.get("checks", {}).items() if not holds]
            unready.append(f"{name} ({', '.join(failed) or 'draining'})")
        except OSError:
            silent.append(name)
    if silent:
        deed = f"systemctl start kafeneio@{silent[0]}; its log: journalctl --unit kafeneio@{silent[0]}"
        return Finding("fault", f"not running: {', '.join(silent)}", deed)
    if unready:
        return Finding("fault", f"not ready: {', '.join(unready)}", "its log says why: journalctl --unit kafeneio@…")
    return Finding("ok", f"{len(ON_ONE_SERVER)} processes are ready")


# --- keys, mail ---


def keys(server: Server) -> Finding:
    """Whether what should be encrypted has a key, and hashes of persons a secret."""
    from services.platform.operations.encryption import Sealer

    if not server.get("SEALING_KEYS"):
        found = "no sealing key: who reads the databases reads mails, cards and prizes to come"
        return Finding("fault", found, _INIT)
    try:
        Sealer(server.get("SEALING_KEYS"))
    except Exception as error:  # noqa: BLE001 whatever is wrong with it, it is no key
        return Finding("fault", f"{PREFIX}SEALING_KEYS: {error}", "restore the line from your copy of the file")
    if not server.get("PERSON_KEYS_SECRET"):
        return Finding("fault", "no secret for hashes of persons, which can be guessed", _INIT)
    return Finding("ok", "sealing key and person secret are there")


def mail(server: Server) -> Finding:
    """Whether the mail server takes our login."""
    from services.lobby.settings import LobbySettings

    chosen = load(LobbySettings, server.environ)
    if chosen.mail_transport != "smtp":
        found = "no mails are sent: nobody gets back in who has forgotten a password"
        return Finding("warning", found, "set KAFENEIO_MAIL_TRANSPORT=smtp and KAFENEIO_SMTP_…")
    place = f"{chosen.smtp_host}:{chosen.smtp_port}"
    try:
        with _smtp(chosen) as connection:
            if chosen.smtp_user:
                connection.login(chosen.smtp_user, chosen.smtp_password)
    except smtplib.SMTPAuthenticationError:
        return Finding("fault", f"{place} refuses the password of {chosen.smtp_user}", "correct KAFENEIO_SMTP_PASSWORD")
    except (OSError, smtplib.SMTPException) as error:
        found = str(error).splitlines()[0][:200] if str(error) else type(error).__name__
        return Finding("fault", f"{place}: {found}", "correct KAFENEIO_SMTP_HOST, _PORT and _SECURITY")
    return Finding("ok", f"{place} takes our mails")


def _smtp(chosen: Any) -> smtplib.SMTP:
    if chosen.smtp_security == "tls":
        context = ssl.create_default_context()
        return smtplib.SMTP_SSL(chosen.smtp_host, chosen.smtp_port, timeout=_CONNECT_S, context=context)
    connection = smtplib.SMTP(chosen.smtp_host, chosen.smtp_port, timeout=_CONNECT_S)
    if chosen.smtp_security == "starttls":
        connection.starttls(context=ssl.create_default_context())
    return connection


def sign_in(server: Server) -> Finding:
    """Whether the OpenID providers that are named can be reached and are who they say."""
    from services.lobby.access.providers.client import OpenIdClient
    from services.lobby.access.providers.rules import Trip, callback_of
    from services.lobby.settings import SignInSettings

    chosen = load(SignInSettings, server.environ)
    try:
        named = chosen.providers()
    except SettingsError as error:
        return Finding("fault", str(error), "correct KAFENEIO_SIGN_IN_PROVIDERS and KAFENEIO_SIGN_IN_SECRETS")
    if not named:
        return Finding("ok", "no OpenID providers are named: people sign in by password and passkey")
    client = OpenIdClient(named, chosen.sign_in_timeout_s, lambda: int(time.time() * 1000))
    faults = []
    for each in named.values():
        callback = callback_of(server.get("GATEWAY_HOME"), each.id)
        if isinstance(callback, Refusal):
            return Finding("fault", "providers are named, but no address to answer to", "set KAFENEIO_GATEWAY_HOME")
        if isinstance(client.address(each, "state", Trip("nonce", "verifier" * 6), callback), Refusal):
            faults.append(each.id)
    if faults:
        found = f"{', '.join(faults)}: no discovery document or keys that are right"
        return Finding("fault", found, "correct issuer in KAFENEIO_SIGN_IN_PROVIDERS, and the way out by HTTPS")
    return Finding("ok", f"answers to {', '.join(named)} come to {callback_of(server.get('GATEWAY_HOME'), '<id>')}")


# --- the site ---


def domain(server: Server) -> Finding:
    """Whether the site's name leads somewhere that has a certificate for it, which does not end soon."""
    home = urlsplit(server.get("GATEWAY_HOME"))
    host, port = home.hostname or "", home.port or 443
    if home.scheme != "https":
        return Finding("warning", f"{server.get('GATEWAY_HOME')} has no TLS", "set KAFENEIO_GATEWAY_HOME=https://…")
    if "local_certs" in server.environ.get(_CADDY_OPTIONS, ""):
        found = f"a trial: only Caddy's own authority vouches for {host}, which was not asked"
        return Finding("warning", found, f"empty {_CADDY_OPTIONS} once the site has a public name")
    try:
        socket.getaddrinfo(host, port, proto=socket.IPPROTO_TCP)
    except OSError as error:
        return Finding("fault", f"{host}: {error.strerror or error}", f"point the name {host} at this server")
    try:
        with (
            socket.create_connection((host, port), timeout=_CONNECT_S) as plain,
            ssl.create_default_context().wrap_socket(plain, server_hostname=host) as secure,
        ):
            certificate = secure.getpeercert() or {}
    except ssl.SSLCertVerificationError as error:
        return Finding(
            "fault", f"{host}: {error.verify_message}", "look at Caddy's log; its own authority is for trials"
        )
    except OSError as error:
        return Finding(
            "fault", f"{host}:{port}: {error.strerror or error}", "start Caddy, and open the ports 80 and 443"
        )
    days = (ssl.cert_time_to_seconds(str(certificate["notAfter"])) - time.time()) / _DAY_S
    if days < _CERTIFICATE_DAYS_MIN and days * 24 > 12:
        return Finding("warning", f"the certificate of {host} ends in {days:.0f} days", "look at Caddy's log")
    return Finding("ok", f"{host} has a certificate for {max(days, 0):.0f} days")


def page(server: Server) -> Finding:
    """Whether the built page is there to be served."""
    from gateway.settings import GatewaySettings

    folder = load(GatewaySettings, server.environ).web_dir
    if not (folder / "index.html").is_file():
        deed = "install the wheel that `make packages` makes, or set KAFENEIO_GATEWAY_WEB_DIR"
        return Finding("fault", f"no page in {folder}", deed)
    return Finding("ok", f"{folder}")


# --- the machine ---


def disk(server: Server) -> Finding:
    """Whether the volume of our files has room, and the folder can be written by its owner."""
    folder = Path(server.get("VAR_DIR") or msgspec.structs.asdict(CommonSettings())["var_dir"])
    if not folder.is_dir():
        return Finding("fault", f"{folder} is not there", f"install --directory --owner kafeneio {folder}")
    use = shutil.disk_usage(folder)
    share = use.free / use.total
    found = f"{use.free / 1e9:.1f} GB free of {use.total / 1e9:.0f} at {folder}"
    if use.free < _DISK_FREE_MIN_BYTES or share < _DISK_FREE_MIN_SHARE:
        return Finding("fault", found, "make room: RabbitMQ and PostgreSQL stop at a full disk")
    return Finding("ok", found)


def clock(_server: Server) -> Finding:
    """Whether the kernel's clock is kept in time."""
    if clock_state() == _CLOCK_UNSYNCHRONISED:
        return Finding("warning", "the clock is not synchronised", "apt-get install systemd-timesyncd, or chrony")
    return Finding("ok", "the clock is synchronised")


def clock_state() -> int:
    """What `adjtimex` returns when it is asked, and changes nothing: 5 is a clock that nobody keeps in time."""
    libc = ctypes.CDLL(None, use_errno=True)
    return int(libc.adjtimex(ctypes.create_string_buffer(1024)))


def interpreter(server: Server) -> Finding:
    """The versions that run, and whether the interpreter was built with profiles of use, which is worth a third."""
    found = f"Kafeneio {server.common().version}, {described()}"
    return Finding("ok", found) if is_optimised() else Finding("warning", found, OF_ANOTHER)


# --- a sandbox ---


def no_sandbox(server: Server) -> Finding:
    """Whether a real platform calls itself a sandbox, whose players believe that their chips are worth nothing."""
    if server.get("GATEWAY_SANDBOX_UNTIL_MS") not in ("", "0"):
        return Finding("fault", "every page says that this is a sandbox", f"take out {PREFIX}GATEWAY_SANDBOX_UNTIL_MS")
    return Finding("ok", "no page says that this is a sandbox")


def sandbox(server: Server) -> Finding:
    """Whether a sandbox reaches nobody outside, and was cleaned when it should have been."""
    outside = sandboxes.reaches_outside(server.environ, SERVICES)
    if outside:
        return Finding("fault", "; ".join(outside), "take these settings out: a sandbox does not start with them")
    days = sandboxes.old_days(Path(server.common().var_dir) / sandboxes.FOLDER)
    if not days:
        return Finding("ok", "reaches nobody outside; none has run here yet")
    now_ms = int(time.time() * 1000)
    if late := [path for path in days if sandboxes.until_of(path) <= now_ms]:
        return Finding("warning", f"not deleted yet: {late[0]}", "`kafeneio up --sandbox` deletes it; or remove it")
    token = days[0].parent / "grpc.token"
    return Finding("ok", f"reaches nobody outside; cleaned in {_hours(days[0], now_ms)} h; gRPC token: {token}")


def _hours(day: Path, now_ms: int) -> int:
    return max(0, sandboxes.until_of(day) - now_ms) // HOUR_MS


def is_optimised() -> bool:
    """Whether this interpreter was built with PGO. Debian's is, and does not write it into its configuration."""
    configured = f"{sysconfig.get_config_var('CONFIG_ARGS')} {sysconfig.get_config_var('PY_CORE_CFLAGS')}"
    is_debians = "deb_system" in sysconfig.get_scheme_names()
    return is_debians or "--enable-optimizations" in configured or "-fprofile-use" in configured


def described() -> str:
    """Version, place and build in one line: `Python 3.13.5 at /usr/bin/python3, built with PGO, 2 processors`."""
    version = ".".join(map(str, sys.version_info[:3]))
    built = "built with PGO" if is_optimised() else "built without PGO: a third slower"
    return f"Python {version} at {sys.executable}, {built}, {os.cpu_count()} processors"
