"""The file of settings of one server: read, completed and written, a secret never twice.

`NAME=value`, one a line, as systemd, Compose and a shell read it alike: no quotes, no spaces, no `$`.
"""

import base64
import os
import re
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, urlsplit

from services.platform.process.settings import PREFIX, SettingsError

_HOST = re.compile(r"(?!-)[a-z0-9-]{1,63}(?:\.(?!-)[a-z0-9-]{1,63})*", re.ASCII)
_LINE = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)=(.*)")
_PLAIN = re.compile(r"[^\s'\"$\\#]*")
PRIVATE = 0o600
_MAIL_PORTS = {"smtp": 587, "smtps": 465}
BROKER_PASSWORD, DATABASE_PASSWORD, GRAFANA_PASSWORD = "BROKER_PASSWORD", "DATABASE_PASSWORD", "GRAFANA_PASSWORD"
DOMAIN = "DOMAIN"


class Choices(NamedTuple):
    """What an installation decides; everything else follows from it or is a secret."""

    domain: str
    """The site's host name."""
    folder: str = "/var/lib/kafeneio"
    """What processes keep in files."""
    broker: str = "127.0.0.1:5672"
    database: str = "127.0.0.1:5432"
    mail: str = ""
    """`smtp://user@host:port`, `smtps://…`, or empty: no mails."""
    mail_from: str = ""


class Line(NamedTuple):
    """One variable to be, and why it is there."""

    name: str
    value: str
    about: str = ""


def read(path: Path) -> dict[str, str]:
    """The variables of a file; empty if there is none.

    Raises:
        SettingsError: a line is neither a variable nor a comment.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    return parsed(text, str(path))


def parsed(text: str, where: str) -> dict[str, str]:
    """The variables of a text.

    Raises:
        SettingsError: a line is neither a variable nor a comment, or a name comes twice.
    """
    found: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        match = _LINE.fullmatch(line.strip())
        if match is None:
            raise SettingsError(f"{where} line {number} is no NAME=value")
        if match[1] in found:
            raise SettingsError(f"{where} line {number}: {match[1]} is there twice")
        found[match[1]] = _unquoted(match[2])
    return found


def _unquoted(text: str) -> str:
    is_quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "'\""
    return text[1:-1] if is_quoted else text


def wanted(choices: Choices, present: Mapping[str, str], services: Sequence[str]) -> list[Line]:
    """Every variable that a server needs, in the order of the file; secrets are those that are there, or new ones.

    Raises:
        SettingsError: a choice cannot be one.
    """
    _check(choices)
    home = f"https://{choices.domain}"
    broker = present.get(BROKER_PASSWORD) or _secret()
    database = present.get(DATABASE_PASSWORD) or _secret()
    database_url = f"postgresql+psycopg://kafeneio:{database}@{choices.database}/kafeneio"
    return [
        Line(DOMAIN, choices.domain, "Where the site is reached. Caddy gets its certificate for this name."),
        Line("KAFENEIO_GATEWAY_HOME", home),
        Line("KAFENEIO_MAIL_LINK_HOME", home),
        Line("KAFENEIO_GATEWAY_PROXY_HOPS", "1", "Caddy is in front, and nobody else reaches the gateway."),
        Line("KAFENEIO_GATEWAY_HSTS_S", "31536000"),
        Line("KAFENEIO_GATEWAY_STAFF_SECOND_FACTOR", "true", "Limits for the open internet."),
        Line("KAFENEIO_GATEWAY_ATTEMPTS_PER_MIN", "20"),
        Line("KAFENEIO_GATEWAY_STRANGERS_PER_ADDRESS_MAX", "50"),
        Line("KAFENEIO_REGISTER_PER_IP_DAY", "20"),
        Line(BROKER_PASSWORD, broker, "Broker and database, each with one user. Secrets."),
        Line(DATABASE_PASSWORD, database),
        Line(GRAFANA_PASSWORD, _secret()),
        Line(f"{PREFIX}BROKER_URL", f"amqp://kafeneio:{broker}@{choices.broker}/kafeneio"),
        *(Line(f"{PREFIX}{service.upper()}_DB_URL", database_url) for service in services),
        Line(f"{PREFIX}DATABASE_CONNECTIONS", "5", "All processes together stay below PostgreSQL's 100."),
        Line(
            f"{PREFIX}SEALING_KEYS",
            f"k{os.urandom(4).hex()}:{base64.b64encode(os.urandom(32)).decode()}",
            "Encrypts second factors, mails, cards of running matches. Keep a copy elsewhere than the backups. Secret.",
        ),
        Line(f"{PREFIX}PERSON_KEYS_SECRET", _secret(), "Never changed. Secret."),
        Line(f"{PREFIX}VAR_DIR", choices.folder, "Files of the processes."),
        Line(f"{PREFIX}HEADS_FOLDER", f"{choices.folder}/heads"),
        Line(f"{PREFIX}BACKUP_FOLDER", f"{choices.folder}/backups"),
        Line(f"{PREFIX}ERASURES_FOLDER", f"{choices.folder}/erasures"),
        *_mail(choices),
        Line(
            f"{PREFIX}SIGN_IN_PROVIDERS",
            "{}",
            "Signing in by Google, Apple, Facebook and others: JSON in single quotes, docs/one-server.md says how.",
        ),
        Line(f"{PREFIX}SIGN_IN_SECRETS", "{}", "Their secrets. Secret."),
    ]


def _mail(choices: Choices) -> list[Line]:
    about = "Mails: without them nobody can get back in who has forgotten a password."
    sender = Line(f"{PREFIX}MAIL_FROM", choices.mail_from or f"noreply@{choices.domain}")
    if not choices.mail:
        return [Line(f"{PREFIX}MAIL_TRANSPORT", "none", about), sender]
    parts = urlsplit(choices.mail)
    return [
        Line(f"{PREFIX}MAIL_TRANSPORT", "smtp", about),
        sender,
        Line(f"{PREFIX}SMTP_HOST", parts.hostname or ""),
        Line(f"{PREFIX}SMTP_PORT", str(parts.port or _MAIL_PORTS[parts.scheme])),
        Line(f"{PREFIX}SMTP_SECURITY", "tls" if parts.scheme == "smtps" else "starttls"),
        Line(f"{PREFIX}SMTP_USER", parts.username or ""),
        Line(f"{PREFIX}SMTP_PASSWORD", os.environ.get(f"{PREFIX}SMTP_PASSWORD", ""), "Secret."),
    ]


def _check(choices: Choices) -> None:
    if not _HOST.fullmatch(choices.domain):
        raise SettingsError(f"--domain: {choices.domain!r} is no host name such as play.example.org")
    for option, value in (("--folder", choices.folder), ("--mail-from", choices.mail_from), ("--mail", choices.mail)):
        if not _PLAIN.fullmatch(value):
            raise SettingsError(f"{option}: no spaces, quotes, $ or #")
    for option, value in (("--broker", choices.broker), ("--database", choices.database)):
        host, _, port = value.rpartition(":")
        if not _HOST.fullmatch(host) or not port.isdecimal() or not 0 < int(port) < 65536:
            raise SettingsError(f"{option}: {value!r} is no HOST:PORT")
    if choices.mail:
        _check_mail(choices.mail)


def _check_mail(mail: str) -> None:
    parts = urlsplit(mail)
    try:
        port_fits = parts.port is None or parts.port > 0
    except ValueError:
        port_fits = False
    if parts.scheme not in _MAIL_PORTS or not parts.hostname or not port_fits:
        raise SettingsError("--mail: write smtp://user@host:587 or smtps://user@host:465")
    if not _PLAIN.fullmatch(os.environ.get(f"{PREFIX}SMTP_PASSWORD", "")):
        raise SettingsError("KAFENEIO_SMTP_PASSWORD: no spaces, quotes, $ or #")
    if parts.password:
        raise SettingsError("--mail: the password goes into KAFENEIO_SMTP_PASSWORD, commands are seen by others")


def completed(path: Path, choices: Choices | None, services: Sequence[str]) -> list[str]:
    """Add what is missing to the file, or make it; readable for its owner alone. Returns the names that were added.

    What is there stays as it is, except that the file's mode is put right. Without choices those of the file hold.

    Raises:
        SettingsError: a choice is missing, cannot be one, or differs from what the file has.
    """
    present = read(path)
    if choices is None:
        if not present.get(DOMAIN):
            raise SettingsError("--domain: say under which host name the site is reached")
        choices = _choices_of(present, services)
    if present.get(DOMAIN, choices.domain) != choices.domain:
        raise SettingsError(f"{path} is of {present[DOMAIN]}: change it there, nothing is overwritten")
    if choices.mail and present.get(f"{PREFIX}MAIL_TRANSPORT", "smtp") != "smtp":
        raise SettingsError(f"{path} has KAFENEIO_MAIL_TRANSPORT: take that line out first, nothing is overwritten")
    lines = [line for line in wanted(choices, present, services) if line.name not in present]
    before = path.read_text(encoding="utf-8") if present else _HEAD
    _write(path, before + _text(lines))
    return [line.name for line in lines]


def _choices_of(present: Mapping[str, str], services: Sequence[str]) -> Choices:
    """What the file was made with."""
    usual = Choices(present[DOMAIN])
    database = present.get(f"{PREFIX}{services[0].upper()}_DB_URL", "")
    return usual._replace(
        folder=present.get(f"{PREFIX}VAR_DIR", usual.folder),
        broker=_place(present.get(f"{PREFIX}BROKER_URL", ""), usual.broker),
        database=_place(database, usual.database),
    )


def _place(url: str, usual: str) -> str:
    return urlsplit(url).netloc.rpartition("@")[2] or usual


_HEAD = """\
# Settings and secrets of one Kafeneio server, made by `kafeneio init`, which adds and never overwrites.
# Nobody but its owner may read it, and it belongs in a backup of its own. `kafeneio doctor` looks whether it is right.
"""


def _text(lines: Sequence[Line]) -> str:
    text = ""
    for line in lines:
        text += (f"\n# {line.about}\n" if line.about else "") + f"{line.name}={line.value}\n"
    return text


def _write(path: Path, text: str) -> None:
    """Whole or not at all, and never readable for others, not for a moment."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    Path(name).chmod(PRIVATE)
    if path.exists():
        owner = path.stat()
        os.chown(name, owner.st_uid, owner.st_gid)
    Path(name).replace(path)


def _secret() -> str:
    """What needs no quotes in a URL, in a shell, and nowhere else."""
    return quote(base64.urlsafe_b64encode(os.urandom(24)).decode().rstrip("="), safe="")
