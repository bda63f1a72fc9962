"""Every contract of .importlinter bites: a module that breaks it, planted in a copy of the tree, is found."""

import configparser
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.conftest import Plant
from tests.architecture.project import GAMES, ROOT

PLANTED = [
    ("layers", "services/wallet/planted.py", "import services.lobby.planted_too\n"),
    ("layers", "services/wallet/planted.py", "from services import main\n"),
    ("layers", "services/wallet/planted.py", "import gateway.planted_too\n"),
    ("layers", "services/plumbing/planted.py", "import services.tables.planted_too\n"),
    ("layers", "services/plumbing/planted.py", "from services import main\n"),
    ("layers", "services/contracts/planted.py", "import services.plumbing.planted_too\n"),
    ("layers", "services/kernel/planted.py", "import services.contracts.planted_too\n"),
    ("layers", "services/kernel/planted.py", "import services.plumbing.planted_too\n"),
    ("layers", "gateway/planted.py", "import services.ranking.planted_too\n"),
    ("layers", "gateway/planted.py", "from services import main\n"),
    ("layers", "gateway/planted.py", "from services import shell\n"),
    ("layers", "services/shell.py", "from services import main\n"),
    ("pure", "services/kernel/planted.py", "import sqlalchemy\n"),
    ("pure", "services/contracts/planted.py", "import flask\n"),
    ("pure", f"{GAMES}/planted.py", "import grpc\n"),
    ("handlers", "services/wallet/handlers.py", "import sqlalchemy as sa\n"),
    ("handlers", "services/tables/handlers/planted.py", "from nameko.rpc import rpc\n"),
    ("determined", f"{GAMES}/planted.py", "import random\n"),
    ("determined", f"{GAMES}/tavli/planted.py", "def roll():\n    from time import time\n    return time()\n"),
    ("determined", f"{GAMES}/toolkit/planted.py", "from services.kernel import clock\n"),
    ("games", f"{GAMES}/planted.py", "from services.tables import planted_too\n"),
    ("games", f"{GAMES}/tavli/planted.py", "import services.tables.planted_too\n"),
]


def lint(tree: Path, *options: str) -> tuple[bool, str]:
    """Run import-linter over a tree: whether all is kept, and what it said."""
    command = [str(Path(sys.executable).parent / "lint-imports"), "--no-logo", *options]
    done = subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False)
    return done.returncode == 0, done.stdout + done.stderr


def contract_ids() -> set[str]:
    """The contracts that there are."""
    parser = configparser.ConfigParser()
    parser.read(ROOT / ".importlinter")
    prefix = "importlinter:contract:"
    return {section.removeprefix(prefix) for section in parser.sections() if section.startswith(prefix)}


def plant_imported(plant: Plant, text: str) -> None:
    """Make the module that the planted one imports, where it is one of ours."""
    name = text.split()[1]
    if name.endswith(".planted_too"):
        plant(f"{name.replace('.', '/')}.py", "")
    elif "from services import main" in text:
        plant("services/main.py", "")
    elif "from services.tables import planted_too" in text:
        plant("services/tables/planted_too.py", "")


def test_every_contract_has_something_planted_against_it() -> None:
    assert {contract for contract, _, _ in PLANTED} == contract_ids()


@pytest.mark.parametrize(("contract", "path", "text"), PLANTED, ids=[f"{c}: {p}: {t}" for c, p, t in PLANTED])
def test_a_planted_import_breaks_its_contract(
    copied_tree: Path, plant: Plant, contract: str, path: str, text: str
) -> None:
    plant_imported(plant, text)
    plant(path, text)
    kept, said = lint(copied_tree, "--contract", contract)
    assert not kept
    assert path.removesuffix(".py").replace("/", ".") in said


@pytest.mark.parametrize("contract", ["determined", "games"])
def test_calculations_of_a_game_may_use_tables_and_through_them_time(
    copied_tree: Path, plant: Plant, contract: str
) -> None:
    plant("services/tables/planted_too.py", "import datetime\n")
    before = lint(copied_tree, "--contract", contract)[0]
    plant(f"{GAMES}/planted/calculations.py", "from services.tables import planted_too\n")
    assert lint(copied_tree, "--contract", contract)[0] == before


def test_the_project_keeps_all_contracts() -> None:
    kept, said = lint(ROOT)
    assert kept, said
