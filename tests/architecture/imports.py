"""Import rules that import-linter has no words for: what a module *may* import, and rules for every family.

Each function answers complaints, one line each, place first; none: all is well.
"""

import sys
from collections.abc import Iterable
from pathlib import Path

from tests.architecture.project import GAMES, SERVICES, Import, Module, families, modules

_EVERY_EDGE = frozenset({"service", "handlers", "store", "migrations", "metrics"})
_TABLES_EDGES = frozenset({"worker", "journal", "bots", "operator"})
_MORE_EDGES = {"tables": _TABLES_EDGES, "wallet": frozenset({"payments"})}
EDGES = {service: _EVERY_EDGE | _MORE_EDGES.get(service, frozenset()) for service in SERVICES}
"""The modules and packages of a service that do input and output. Every other one is its domain and must be pure; so
in `services/tables` the path says it: `table/`, `actions/`, `history/` and `games/` are pure."""

FRAMEWORKS = (
    *("nameko", "kombu", "amqp", "eventlet", "sqlalchemy", "alembic", "psycopg", "flask", "werkzeug", "grpc"),
    *("prometheus_client", "structlog", "requests", "stripe"),
)
DOORS = {
    "nameko.events.event_handler": "plumbing's events (retried, remembered, parked)",
    "nameko.events.EventHandler": "plumbing's events (retried, remembered, parked)",
    "nameko.events.EventDispatcher": "the unit of work, which writes the outbox",
    "nameko.rpc.RpcProxy": "plumbing's rpc client (with a deadline)",
    "nameko.rpc.ServiceRpcProxy": "plumbing's rpc client (with a deadline)",
    "nameko.standalone": "plumbing's rpc client (with a deadline)",
    "nameko.timer": "a row in the database that one process claims",
}
"""nameko's own parts that lose messages, wait for ever, or fire in every replica; and what to use instead."""


def contracts_stand_alone(root: Path) -> list[str]:
    """Contracts know the standard library, msgspec and the kernel."""
    allowed = ("msgspec", "services.kernel", "services.contracts")
    return [
        f"{found.at(item.line)}: a contract imports {item.name}"
        for found, item in _every_import(modules(root, "services/contracts"))
        if not _is_standard(item) and not any(item.is_in(package) for package in allowed)
    ]


def domains_are_pure(root: Path) -> list[str]:
    """A service's modules apart from its edges know kernel, contracts and each other: no edge, plumbing, framework."""
    return [
        f"{found.at(item.line)}: {found.name} is domain, and imports {item.name}"
        for service in SERVICES
        for found, item in _every_import(_domain(root, service))
        if not _fits_domain(item, service)
    ]


def families_stand_apart(root: Path) -> list[str]:
    """No family of games imports another one; what they share is in the toolkit, which imports no family."""
    names = families(root)
    found_imports = list(_every_import(modules(root, GAMES)))
    complaints = []
    for found, item in found_imports:
        own = Path(found.path).relative_to(GAMES).parts[0]
        others = [name for name in names if name != own and item.is_in(f"{GAMES.replace('/', '.')}.{name}")]
        complaints += [f"{found.at(item.line)}: {own} imports the family {other}" for other in others]
    return complaints


def nobody_imports_main(root: Path) -> list[str]:
    """`kafeneio.main` wires everything and is imported by nothing."""
    return [
        f"{found.at(item.line)}: imports kafeneio.main"
        for found, item in _every_import(modules(root, "services", "gateway"))
        if item.is_in("kafeneio.main")
    ]


def nameko_stays_at_the_edge(root: Path) -> list[str]:
    """Only `service` modules, plumbing and main know nameko, so that it can be replaced."""
    return [
        f"{found.at(item.line)}: nameko outside service.py and plumbing"
        for found, item in _every_import(modules(root, "services", "gateway"))
        if item.is_in("nameko") and not _may_know_nameko(found)
    ]


def nameko_has_no_other_doors(root: Path) -> list[str]:
    """Outside plumbing nothing uses the parts of nameko that plumbing replaces."""
    return [
        f"{found.at(item.line)}: {item.name}; use {instead}"
        for found, item in _every_import(modules(root, "services", "gateway"))
        for door, instead in DOORS.items()
        if item.is_in(door) and not found.name.startswith("services.platform")
    ]


def _every_import(found: Iterable[Module]) -> Iterable[tuple[Module, Import]]:
    return ((each, item) for each in found for item in each.imports)


def _domain(root: Path, service: str) -> list[Module]:
    return [each for each in modules(root, f"services/{service}") if _part(each.name) not in EDGES[service]]


def _part(name: str) -> str:
    """`services.wallet.shop.use_cases` → `handlers`; empty for the service's own package."""
    return (name.split(".") + [""] * 3)[2]


def _fits_domain(item: Import, service: str) -> bool:
    if item.is_in(f"services.{service}"):
        return _part(item.name) not in EDGES[service]
    if item.is_in("services"):
        return item.is_in("services.kernel") or item.is_in("services.contracts")
    return not any(item.is_in(framework) for framework in (*FRAMEWORKS, "gateway", "tests", "tools"))


def _may_know_nameko(found: Module) -> bool:
    at_edge = found.name.split(".")[1] in SERVICES and _part(found.name) == "service" if "." in found.name else False
    return at_edge or found.name == "kafeneio.main" or found.name.startswith("services.platform")


def _is_standard(item: Import) -> bool:
    return item.name.split(".")[0] in sys.stdlib_module_names
