"""Checks before anything starts, so that a mistake is one clear line and not a traceback."""

import base64
import difflib
import fcntl
import os
import re
import secrets
import socket
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit

import msgspec

from kafeneio.processes import HEALTH_PORTS, HISTORY, REQUESTS
from services.platform.process.logs import get_logger
from services.platform.process.settings import PREFIX, CommonSettings, SettingsError, database_url, settings_structs

log = get_logger(__name__)

BROKER_SCHEMES = ("amqp", "amqps", "embedded")
DATABASE_SCHEMES = ("postgresql+psycopg", "sqlite")
_ELSEWHERE = frozenset(
    {"KAFENEIO_REQUIRE_SERVICES", "KAFENEIO_HTTP_CHANNEL", "KAFENEIO_GRPC_CHANNEL", "KAFENEIO_WORKER_DESCRIPTORS"}
)
"""Variables that are not settings: those of continuous integration, and between a process and one that it starts."""
_SCHEME = re.compile(r"([\w+]+)://")
_ROOT = Path(__file__).resolve().parents[1]
_TRY_AGAIN_S = 1.0
_CONNECT_TIMEOUT_S = 3.0
_TOLD_EVERY = 30


def check_addresses(common: CommonSettings, services: Sequence[str], environ: Mapping[str, str] | None = None) -> None:
    """Check the addresses of broker and databases; `environ`: where those are (default: the process's).

    Raises:
        SettingsError: one is not; the message names the variable, and never the password.
    """
    scheme = urlsplit(common.broker_url).scheme
    if scheme not in BROKER_SCHEMES:
        raise SettingsError(f"KAFENEIO_BROKER_URL: {scheme or 'no scheme'} is none of {', '.join(BROKER_SCHEMES)}")
    for service in services:
        variable = f"{PREFIX}{service.upper()}_DB_URL"
        found = _SCHEME.match(database_url(service, common, environ))
        if found is None:
            raise SettingsError(f"{variable}: not the URL of a database")
        if found[1] not in DATABASE_SCHEMES:
            raise SettingsError(f"{variable}: {found[1]} is none of {', '.join(DATABASE_SCHEMES)}")


def check_games(chosen: Sequence[str]) -> None:
    """Check that these games exist.

    Raises:
        SettingsError: one is unknown.
    """
    from games.registry import games

    known = [each.id for each in games()]
    unknown = [each for each in chosen if each not in known]
    if unknown:
        raise SettingsError(f"--games: there is no {', '.join(unknown)}; there are {', '.join(known)}")


def check_port(host: str, port: int) -> None:
    """Whether nobody listens there yet. Two platforms on one port would each get half of the players.

    Raises:
        SettingsError: somebody does.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise SettingsError(f"cannot listen on {host} port {port}: {error.strerror}") from None


def with_health_port(common: CommonSettings, process: str, part: str) -> CommonSettings:
    """The settings with the port of the process's pages: the one that is set, or the process's own.

    A second process of a kind on one machine, which has the same port of its own, goes without, and the log says that
    KAFENEIO_HEALTH_PORT would give it one.

    Raises:
        SettingsError: the port that is set is in use.
    """
    if common.health_port >= 0:
        if common.health_port:
            check_port(common.health_host, common.health_port)
        return common
    own = HEALTH_PORTS.get(HISTORY if process == "tables" and part == REQUESTS else process, 0)
    try:
        check_port(common.health_host, own)
    except SettingsError as error:
        log.warning("health_port_taken", error=str(error), needed="KAFENEIO_HEALTH_PORT")
        own = 0
    return msgspec.structs.replace(common, health_port=own)


def complain_in_log(text: str) -> None:
    """What is wrong with the settings, as a process of the platform writes it: its log is JSON from the first line."""
    log.error("settings", error=text)


def lock_folder(folder: str) -> IO[str]:
    """Keep a second platform out of the folder of the databases; held until the file is closed or the process ends.

    Raises:
        SettingsError: another process has it.
    """
    path = Path(folder)
    path.mkdir(parents=True, exist_ok=True)
    file = (path / ".lock").open("a+", encoding="utf-8")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.seek(0)
        owner = file.read().strip() or "unknown"
        file.close()
        raise SettingsError(f"{folder}/ is used by another Kafeneio already (process {owner})") from None
    file.truncate(0)
    file.write(str(os.getpid()))
    file.flush()
    return file


def own_sealing_key(folder: str) -> str:
    """The key with which a platform in one process seals what its databases hide; made at the first start, and
    readable for its user alone. A copy of the databases without this file shows no cards of running matches, and no
    draw of an open lottery ticket. Each key has an id of its own: with another one what is sealed is not opened, and
    the error names the key that is missing."""
    made = f"own{os.urandom(4).hex()}:{base64.b64encode(os.urandom(32)).decode()}"
    return _own_key(Path(folder) / "sealing.key", made)


def own_push_key(folder: str) -> str:
    """The key with which a platform in one process signs notices to browsers; made at the first start. With another one
    every browser would have to be added anew."""
    from services.lobby.push.encryption import make_key_pair

    return _own_key(Path(folder) / "push.key", make_key_pair().private)


def own_grpc_token(folder: str) -> str:
    """The token with which programs on this machine call a platform in one process by gRPC; made at the first start."""
    return _own_key(Path(folder) / "grpc.token", secrets.token_urlsafe(32))


def keep_grpc_token(folder: str, token: str) -> None:
    """Let a folder have this token, unless it has one already."""
    _own_key(Path(folder) / "grpc.token", token)


def free_port(host: str, wanted: int) -> int:
    """A port on which nobody listens: the one that is wanted, or any."""
    try:
        check_port(host, wanted)
    except SettingsError:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.bind((host, 0))
            return int(probe.getsockname()[1])
    return wanted


def _own_key(path: Path, made: str) -> str:
    """The key in a file; without one the one that was made, which is kept for its user alone."""
    try:
        return path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        path.touch(mode=0o600, exist_ok=False)
        path.write_text(f"{made}\n", encoding="ascii")
        return made


def misspelt(environ: Mapping[str, str], services: Sequence[str]) -> list[str]:
    """A line for each `KAFENEIO_…` variable that nothing reads, with the one that may be meant."""
    declared = {PREFIX + field.upper() for _, kind in settings_structs(_ROOT) for field in kind.__struct_fields__}
    known = {*declared, *_ELSEWHERE, *(f"{PREFIX}{each.upper()}_DB_URL" for each in services)}
    return [
        f"{name} is no setting and is ignored" + _meant(name, known)
        for name in sorted(environ)
        if name.startswith(PREFIX) and name not in known
    ]


def _meant(name: str, known: set[str]) -> str:
    close = difflib.get_close_matches(name, known, n=1)
    return f"; {close[0]} is one" if close else ""


def wait_for_broker(common: CommonSettings, is_stopping: Callable[[float], bool]) -> bool:
    """Wait until the broker takes connections; False: the process was asked to stop meanwhile. The log says why it
    waits, at first and twice a minute. `is_stopping` waits for so many seconds and returns whether to stop."""
    tries = 0
    while not common.embedded:
        try:
            _greet(common.broker_url)
            break
        except Exception as error:  # noqa: BLE001 whatever keeps us from the broker, we wait
            if tries % _TOLD_EVERY == 0:
                log.warning("waiting_for_broker", broker=_place(common.broker_url), error=_short(error))
        tries += 1
        if is_stopping(_TRY_AGAIN_S):
            return False
    return True


def _greet(url: str) -> None:
    import kombu

    from services.platform.broker.tls import tls_options

    connection = kombu.Connection(url, connect_timeout=_CONNECT_TIMEOUT_S, ssl=tls_options(url))
    try:
        connection.connect()
    finally:
        with suppress(Exception):
            connection.release()


def _place(url: str) -> str:
    """Host and port of a URL, without user and password."""
    parts = urlsplit(url)
    return f"{parts.hostname}:{parts.port or 5672}"


def _short(error: Exception) -> str:
    return (str(error) or type(error).__name__).splitlines()[0][:200]


def explained(error: Exception) -> str | None:
    """One line for what an operator can mend: a database that does not answer or has no tables. None: a bug."""
    from sqlalchemy import exc  # which a process without a database has not loaded: it raises no such error

    if isinstance(error, exc.DBAPIError):
        said = _short(error.orig or error)
        if "no such table" in said or ("relation" in said and "does not exist" in said):
            return f"the database has no tables yet, `kafeneio migrate` makes them: {said}"
        if isinstance(error, exc.OperationalError):
            return f"the database does not answer: {said}"
    return None
