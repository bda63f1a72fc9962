"""Import rules that import-linter has no words for: what a module *may* import, and rules for every family.

Each function answers complaints, one line each, place first; none: all is well.
"""

import sys
from collections.abc import Iterable
from pathlib import Path

from tests.architecture.project import GAMES, PRODUCTION, SERVICES, Import, Module, families, modules

ENTRYPOINTS = ("service", "migrations", "metrics", "schema")
"""Modules and packages at a service's root that may know frameworks: entrypoints, metrics, tables, their changes."""
SQL = ("rows",)
"""How the names of modules end that know tables and statements: `rows.py`, `ticket_rows.py`."""
KNOW_A_FRAMEWORK = (
    *("services.wallet.payments.providers.stripe_provider", "services.tables.worker.process"),
    *("services.lobby.access.password_hashing", "services.lobby.accounts.pictures.photo_processor"),
    "services.lobby.access.providers.client",
    *("services.tables.worker.green_runner", "services.tables.worker.worker", "services.tables.operator_orders"),
)
"""Modules that are there to hide a library from the rest: a provider, threads, a process of its own."""
CELLS = ("services.wallet.cells", "services.kernel.cells", "services.contracts.wallet.cells")
ABOUT_CELLS = ("services/wallet/cells/", "services/wallet/service/")
"""Where the wallet may know that there are other installations."""
PURE = ("services/tables/table", "services/tables/transitions", "services/tables/catalogue")
"""Folders of rules alone; beside every `rules.py`."""

FRAMEWORKS = (
    *("nameko", "kombu", "amqp", "eventlet", "sqlalchemy", "alembic", "psycopg", "flask", "werkzeug", "grpc"),
    *("prometheus_client", "structlog", "requests", "stripe"),
)
DOORS = {
    "nameko.events.event_handler": "the platform's events (retried, remembered, parked)",
    "nameko.events.EventHandler": "the platform's events (retried, remembered, parked)",
    "nameko.events.EventDispatcher": "the unit of work, which writes the outbox",
    "nameko.rpc.RpcProxy": "the platform's rpc client (with a deadline)",
    "nameko.rpc.ServiceRpcProxy": "the platform's rpc client (with a deadline)",
    "nameko.standalone": "the platform's rpc client (with a deadline)",
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


def subjects_know_no_framework(root: Path) -> list[str]:
    """Rules and use cases see the database as a unit of work: rows and schemas know SQL, entrypoints all else."""
    return [
        f"{found.at(item.line)}: {found.name} imports {item.name}"
        for service in SERVICES
        for found, item in _every_import(_subjects(root, service))
        if any(item.is_in(framework) for framework in FRAMEWORKS) and found.name not in KNOW_A_FRAMEWORK
    ]


def rules_are_pure(root: Path) -> list[str]:
    """Rules know the kernel, contracts and each other: nothing that does input or output, not even by a detour."""
    complaints = []
    for service in SERVICES:
        own = {each.name: each for each in modules(root, f"services/{service}")}
        impure = _impure(own)
        complaints += [
            f"{own[name].at(1)}: {name} is rules, and stands on input and output"
            for name in sorted(impure)
            if _is_rules(own[name])
        ]
    return complaints


def pure_modules(root: Path, folder: str) -> set[str]:
    """The names of all modules below a folder that do no input and output, and import none that does."""
    own = {each.name: each for each in modules(root, folder)}
    return own.keys() - _impure(own)


def the_wallet_is_local(root: Path) -> list[str]:
    """Chips of one installation know nothing of other cells: only their own folder and the entrypoints import them."""
    return [
        f"{found.at(item.line)}: {item.name} outside {' and '.join(ABOUT_CELLS)}"
        for found, item in _every_import(modules(root, "services/wallet"))
        if any(item.is_in(package) for package in CELLS) and not found.path.startswith(ABOUT_CELLS)
    ]


def the_lobby_knows_no_other_cell(root: Path) -> list[str]:
    """Visits between cells lie in one folder of the lobby behind one port, so that they can be left out with it: only
    what wires the service and the settings knows the folder."""
    lobby = "services.lobby"
    allowed = tuple(f"{lobby}.{part}" for part in ("visits", "service", "settings"))
    return [
        f"{found.at(item.line)}: {found.name} imports {item.name}"
        for found, item in _every_import(modules(root, "services/lobby"))
        if any(item.is_in(name) for name in (f"{lobby}.visits", "services.kernel.cells"))
        and not any(found.name == part or found.name.startswith(f"{part}.") for part in allowed)
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


def nameko_stays_at_the_edge(root: Path) -> list[str]:
    """Only `service` modules, the platform and main know nameko, so that it can be replaced."""
    return [
        f"{found.at(item.line)}: nameko outside service.py and platform"
        for found, item in _every_import(modules(root, *PRODUCTION))
        if item.is_in("nameko") and not _may_know_nameko(found)
    ]


def nameko_has_no_other_doors(root: Path) -> list[str]:
    """Outside the platform nothing uses the parts of nameko that it replaces."""
    return [
        f"{found.at(item.line)}: {item.name}; use {instead}"
        for found, item in _every_import(modules(root, *PRODUCTION))
        for door, instead in DOORS.items()
        if item.is_in(door) and not found.name.startswith("services.platform")
    ]


def _every_import(found: Iterable[Module]) -> Iterable[tuple[Module, Import]]:
    return ((each, item) for each in found for item in each.imports)


def _subjects(root: Path, service: str) -> list[Module]:
    """A service's rules and use cases."""
    found = modules(root, f"services/{service}")
    return [each for each in found if _part(each.name) not in ENTRYPOINTS and not each.name.endswith(SQL)]


def _part(name: str) -> str:
    """`services.wallet.shop.use_cases` → `shop`; empty for the service's own package."""
    return (name.split(".") + [""] * 3)[2]


def _is_rules(found: Module) -> bool:
    return found.path.endswith("/rules.py") or any(found.path.startswith(f"{folder}/") for folder in PURE)


def _impure(own: dict[str, Module]) -> set[str]:
    """The modules of a service that import platform, a framework or another service, or a module that does."""
    names = {name: {item.name for item in each.imports} for name, each in own.items()}
    impure = {name for name, each in own.items() if any(not _is_pure(item) for item in each.imports)}
    while True:
        more = {name for name in names.keys() - impure if any(_module_of(item, impure) for item in names[name])}
        if not more:
            return impure
        impure |= more


def _module_of(imported: str, among: set[str]) -> bool:
    """Whether what is imported is one of these modules, or something in it."""
    return imported in among or imported.rpartition(".")[0] in among


def _is_pure(item: Import) -> bool:
    if item.is_in("services"):
        return not item.is_in("services.platform")
    return not any(item.is_in(framework) for framework in (*FRAMEWORKS, "gateway", "tests", "tools", "kafeneio"))


def _may_know_nameko(found: Module) -> bool:
    at_edge = found.name.split(".")[1] in SERVICES and _part(found.name) == "service" if "." in found.name else False
    return at_edge or found.name == "kafeneio.main" or found.name.startswith("services.platform")


def _is_standard(item: Import) -> bool:
    return item.name.split(".")[0] in sys.stdlib_module_names
