"""Checks before anything starts, so that a mistake is one clear line and not a traceback."""

import base64
import difflib
import fcntl
import os
import re
import socket
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit

from services.platform.process.logs import get_logger
from services.platform.process.settings import PREFIX, CommonSettings, SettingsError, database_url, settings_structs

log = get_logger(__name__)

BROKER_SCHEMES = ("amqp", "amqps", "embedded")
DATABASE_SCHEMES = ("postgresql+psycopg", "sqlite")
_ELSEWHERE = frozenset({"KAFENEIO_REQUIRE_SERVICES", "KAFENEIO_HTTP_CHANNEL"})
"""Variables that are not settings: those of continuous integration, and between a gateway and its REST process."""
_SCHEME = re.compile(r"([\w+]+)://")
_ROOT = Path(__file__).resolve().parents[1]
_TRY_AGAIN_S = 1.0
_CONNECT_TIMEOUT_S = 3.0
_TOLD_EVERY = 30


def check_addresses(common: CommonSettings, services: Sequence[str]) -> None:
    """Check the addresses of broker and databases.

    Raises:
        SettingsError: one is not; the message names the variable, and never the password.
    """
    scheme = urlsplit(common.broker_url).scheme
    if scheme not in BROKER_SCHEMES:
        raise SettingsError(f"KAFENEIO_BROKER_URL: {scheme or 'no scheme'} is none of {', '.join(BROKER_SCHEMES)}")
    for service in services:
        variable = f"{PREFIX}{service.upper()}_DB_URL"
        found = _SCHEME.match(database_url(service, common))
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
    path = Path(folder) / "sealing.key"
    try:
        return path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        key = f"own{os.urandom(4).hex()}:{base64.b64encode(os.urandom(32)).decode()}"
        path.touch(mode=0o600, exist_ok=False)
        path.write_text(f"{key}\n", encoding="ascii")
        return key


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
