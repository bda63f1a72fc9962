"""The import rules of tests/architecture/imports.py hold, and each finds what is planted against it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.architecture import imports
from tests.architecture.conftest import Plant
from tests.architecture.project import GAMES, ROOT, SERVICES, assert_none

RULES: dict[Callable[[Path], list[str]], list[tuple[str, str]]] = {
    imports.contracts_stand_alone: [
        ("services/contracts/planted.py", "import sqlalchemy\n"),
        ("services/contracts/planted.py", "from services.platform import json\n"),
        ("services/contracts/planted.py", "from ..wallet import ledger\n"),
    ],
    imports.subjects_know_no_framework: [
        *((f"services/{service}/planted.py", "from sqlalchemy import select\n") for service in SERVICES),
        ("services/wallet/stakes/rules.py", "import nameko\n"),
        ("services/lobby/chat/use_cases.py", "from prometheus_client import Counter\n"),
        ("services/lobby/chat/planted.py", "def late():\n    import flask\n"),
    ],
    imports.rules_are_pure: [
        ("services/wallet/planted/rules.py", "from services.platform.database.unit_of_work import Work\n"),
        ("services/wallet/planted/rules.py", "from services.wallet import schema\n"),
        ("services/wallet/planted/rules.py", "from services.wallet.shop import use_cases\n"),
        ("services/wallet/planted/rules.py", "from services.wallet.shop.use_cases import list_shop\n"),
        ("services/tables/table/planted.py", "from services.tables.worker.worker import Worker\n"),
        ("services/tables/transitions/planted.py", "from services.tables.journal import journal_rows\n"),
    ],
    imports.the_wallet_is_local: [
        ("services/wallet/planted.py", "from services.wallet.cells import visitors\n"),
        ("services/wallet/stakes/planted.py", "from services.kernel.cells import cell_of\n"),
        ("services/wallet/stakes/planted.py", "def late():\n    from services.wallet.cells.rules import Cells\n"),
    ],
    imports.the_lobby_knows_no_other_cell: [
        ("services/lobby/tables/planted.py", "from services.lobby.visits.visitors import Visitors\n"),
        ("services/lobby/tables/planted.py", "from services.lobby.visits import passes\n"),
        ("services/lobby/lists/lines.py", "from services.kernel.cells import is_visitor\n"),
    ],
    imports.families_stand_apart: [
        (f"{GAMES}/planted/rules.py", f"from {GAMES.replace('/', '.')}.tictactoe import rules\n"),
        (f"{GAMES}/planted/rules.py", "from ..tictactoe.rules import apply\n"),
        (f"{GAMES}/toolkit/planted.py", "from games import tictactoe\n"),
        (f"{GAMES}/planted.py", "import games.tictactoe\n"),
    ],
    imports.nameko_stays_at_the_edge: [
        ("gateway/planted.py", "import nameko\n"),
        ("services/wallet/shop/use_cases.py", "from nameko.rpc import rpc\n"),
        ("services/planted.py", "from nameko.rpc import rpc\n"),
    ],
    imports.nameko_has_no_other_doors: [
        ("services/wallet/service.py", "from nameko.events import event_handler\n"),
        ("services/wallet/service.py", "from nameko.events import BROADCAST, EventHandler as Handler\n"),
        ("services/wallet/service.py", "from nameko.rpc import rpc, RpcProxy\n"),
        ("services/wallet/service.py", "from nameko.timer import timer\n"),
        ("gateway/planted.py", "from nameko.standalone.rpc import ClusterRpcProxy\n"),
    ],
}
PLANTED = [(rule, path, text) for rule, cases in RULES.items() for path, text in cases]
ALLOWED = [
    (imports.contracts_stand_alone, "services/contracts/planted.py", "import re, msgspec, services.kernel.ids\n"),
    (
        imports.subjects_know_no_framework,
        "services/wallet/planted/use_cases.py",
        "from services.platform.database.unit_of_work import Work\n",
    ),
    (imports.subjects_know_no_framework, "services/wallet/planted/rows.py", "import sqlalchemy\n"),
    (imports.subjects_know_no_framework, "services/wallet/planted/gift_rows.py", "import sqlalchemy\n"),
    (imports.subjects_know_no_framework, "services/wallet/migrations/env.py", "import alembic\n"),
    (imports.rules_are_pure, "services/wallet/planted/rules.py", "from services.wallet.ledger import accounts\n"),
    (imports.the_wallet_is_local, "services/wallet/service/planted.py", "from services.wallet.cells import visitors\n"),
    (
        imports.the_lobby_knows_no_other_cell,
        "services/lobby/service/planted.py",
        "from services.lobby.visits.visitors import Visitors\n",
    ),
    (imports.families_stand_apart, f"{GAMES}/planted/rules.py", "from games.planted import state\n"),
    (imports.nameko_stays_at_the_edge, "services/wallet/service.py", "from nameko.rpc import rpc\n"),
    (imports.nameko_has_no_other_doors, "services/platform/planted.py", "from nameko.rpc import RpcProxy\n"),
]


def name(value: object) -> str:
    return getattr(value, "__name__", str(value))


def planted_complaints(root: Path, rule: Callable[[Path], list[str]], path: str) -> list[str]:
    return [complaint for complaint in rule(root) if complaint.startswith(f"{path}:")]


@pytest.mark.parametrize(("rule", "path", "text"), PLANTED, ids=name)
def test_a_planted_import_is_found(
    copied_tree: Path, plant: Plant, rule: Callable[[Path], list[str]], path: str, text: str
) -> None:
    plant(f"{GAMES}/tictactoe/__init__.py", "")
    plant(path, text)
    assert planted_complaints(copied_tree, rule, path)


@pytest.mark.parametrize(("rule", "path", "text"), ALLOWED, ids=name)
def test_an_allowed_import_is_let_be(
    copied_tree: Path, plant: Plant, rule: Callable[[Path], list[str]], path: str, text: str
) -> None:
    plant(path, text)
    assert planted_complaints(copied_tree, rule, path) == []


@pytest.mark.parametrize("rule", RULES, ids=name)
def test_the_project_keeps_the_rule(rule: Callable[[Path], list[str]]) -> None:
    assert_none(rule(ROOT))
