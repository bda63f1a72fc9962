"""Settings from the environment: `KAFENEIO_<FIELD>`, units in the names, checked at start."""

import importlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Literal, TypeVar, get_origin

import msgspec

from services.kernel.cells import CELL_PATTERN

PREFIX = "KAFENEIO_"
EMBEDDED_BROKER_URL = "embedded://localhost/"

LogLevel = Literal["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"]

T = TypeVar("T", bound=msgspec.Struct)


class SettingsError(ValueError):
    """A setting cannot be read; the message names the variable and what it wants."""


class CommonSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What every process needs."""

    broker_url: str = EMBEDDED_BROKER_URL
    """`amqp://…` for RabbitMQ; the default lives in this process and forgets with it."""
    var_dir: str = "var"
    """Where SQLite files are kept when a service names no database of its own."""
    log_level: LogLevel = "INFO"
    """From which level on lines are written."""
    log_levels: dict[str, LogLevel] = {}
    """Another level for parts, by the beginning of the logger's name that is in each line (`logger`), libraries' too:
    `{"services.tables": "DEBUG", "kombu": "INFO"}`."""
    broker_heartbeat_s: int = 4
    """How often broker and process show each other that they live; one silent for two beats is gone."""
    health_host: str = "127.0.0.1"
    """The address of /healthz, /readyz and /metrics."""
    health_port: int = -1
    """Port of /healthz, /readyz and /metrics; -1: the process's own, from 8101 (deploy/README.md); 0: none. `kafeneio
    up` serves them on the gateway's port, /metrics where nobody else reaches it (or `gateway_metrics_on_port`)."""
    queue_type: str = "quorum"
    """RabbitMQ's type of our durable queues."""
    delivery_limit: int = 5
    """How often RabbitMQ delivers a message that kills its process; then it is a dead letter."""
    rpc_timeout_ms: int = 5_000
    """How long a service is waited for, where the question does not say."""
    tracing_url: str = ""
    """Where spans of OpenTelemetry go, by OTLP over HTTP: `http://collector:4318/v1/traces`. Empty: none are made."""
    tracing_ratio: float = 0.01
    """The share of commands whose way is recorded as spans, 0 … 1; for the whole way, or not at all."""
    version: str = "unreleased"
    """The release, as the image sets it: what `kafeneio --version` and the metric kafeneio_build_info say."""
    outbox_keep_h: float = 24.0
    """Hours for which events that were relayed are kept, so that `kafeneio recover` can have them relayed again after a
    restore of the database or of the broker; 0: they are deleted at once."""
    database_connections: int = 10
    """Connections to its database that a process holds at the most; a worker of tables holds one more."""
    cell: Annotated[str, msgspec.Meta(pattern=CELL_PATTERN)] = ""
    """The id of this installation among several, 1 to 8 small letters and digits, in the ids of the tables, gateways
    and accounts that are made here. Empty: there is only one. Once it is set it never changes."""
    cell_neighbours: list[str] = []
    """The ids of the other cells whose players may sit at tables here, and at whose tables ours may sit. Needs `cell`,
    and a bridge (`kafeneio run bridge`)."""
    drain_ms: int = 15_000
    """How long a process may take to finish what it has begun after SIGTERM."""

    @property
    def embedded(self) -> bool:
        """Whether the broker lives in this process."""
        return self.broker_url.startswith("embedded:")


class NightlySettings(msgspec.Struct, frozen=True, kw_only=True):
    """What the process that runs every night's jobs needs besides."""

    heads_folder: str = ""
    """Where heads of the ledger and of the audit log are noted every night, on another store than the databases; empty:
    nowhere."""
    backup_folder: str = ""
    """Where backups of the database are put, so that their age is watched; empty: elsewhere."""


class SandboxSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What a sandbox (`kafeneio up --sandbox`) needs besides."""

    sandbox_cleaned_minute: Annotated[int, msgspec.Meta(ge=0, lt=1_440)] = 240
    """The minute of the UTC day at which everything in it is deleted: 240 is 04:00."""


class BridgeSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What the bridge to other cells needs besides."""

    cell_links: dict[str, str] = {}
    """JSON: id of another cell → `amqps://…` of its broker, with the user `bridge` that its operator has made there. A
    secret."""


def load(kind: type[T], environ: Mapping[str, str] | None = None) -> T:
    """Read a settings Struct from the environment; an unset variable keeps its default.

    Raises:
        SettingsError: a value does not fit its field.
    """
    environ = os.environ if environ is None else environ
    found = {}
    for field in msgspec.structs.fields(kind):
        name = PREFIX + field.name.upper()
        if name in environ:
            # A secret that was typed, or written with `echo`, ends with a line break that nobody means.
            found[field.name] = _read(name, environ[name].strip(), field.type)
    return kind(**found)


def _read(name: str, text: str, kind: object) -> object:
    """One variable as its field's type."""
    try:
        return msgspec.convert(_plain(name, text, kind), kind, strict=False)
    except msgspec.ValidationError as error:
        raise SettingsError(f"{name}: {error}") from error


def _plain(name: str, text: str, kind: object) -> object:
    """Lists are written with commas or as JSON, mappings as JSON, everything else as it is."""
    is_list = get_origin(kind) in (list, tuple, set, frozenset)
    if is_list and not text.lstrip().startswith("["):
        return [part.strip() for part in text.split(",") if part.strip()]
    if is_list or get_origin(kind) is dict:
        try:
            return msgspec.json.decode(text)
        except msgspec.DecodeError as error:
            raise SettingsError(f"{name}: not JSON: {error}") from error
    return text


def database_url(service: str, common: CommonSettings, environ: Mapping[str, str] | None = None) -> str:
    """The database of a service: `KAFENEIO_<SERVICE>_DB_URL`, or an SQLite file of its own under `var_dir`."""
    environ = os.environ if environ is None else environ
    return environ.get(f"{PREFIX}{service.upper()}_DB_URL", "").strip() or f"sqlite:///{common.var_dir}/{service}.db"


def settings_structs(root: Path) -> Iterator[tuple[Path, type[msgspec.Struct]]]:
    """Every Struct that the environment fills, the platform's first, with its module's path from the root."""
    globs = (
        "services/platform/process/settings.py",
        "services/*/settings.py",
        "gateway/settings.py",
        "gateway/*/settings.py",
    )
    for path in dict.fromkeys(path.relative_to(root) for glob in globs for path in sorted(root.glob(glob))):
        module = importlib.import_module(".".join(path.with_suffix("").parts))
        for value in vars(module).values():
            is_own = isinstance(value, type) and value.__module__ == module.__name__
            if is_own and issubclass(value, msgspec.Struct) and value.__name__.endswith("Settings"):
                yield path, value
