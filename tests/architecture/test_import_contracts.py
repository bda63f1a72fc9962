"""Every contract of .importlinter bites: a module that breaks it, planted in a copy of the tree, is found."""

import ast
import configparser
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.conftest import planting
from tests.architecture.project import GAMES, PRODUCTION, ROOT

PLANTED = [
    ("layers", "services/wallet/planted.py", "import services.lobby.planted_too\n"),
    ("layers", "services/wallet/planted.py", "from kafeneio import main\n"),
    ("layers", "services/wallet/planted.py", "import gateway.planted_too\n"),
    ("layers", "services/platform/planted.py", "import services.tables.planted_too\n"),
    ("layers", "services/platform/planted.py", "from kafeneio import main\n"),
    ("layers", "services/contracts/planted.py", "import services.platform.planted_too\n"),
    ("layers", "services/kernel/planted.py", "import services.contracts.planted_too\n"),
    ("layers", "services/kernel/planted.py", "import services.platform.planted_too\n"),
    ("layers", "gateway/planted.py", "import services.ranking.planted_too\n"),
    ("layers", "gateway/planted.py", "from kafeneio import main\n"),
    ("layers", "gateway/planted.py", "from kafeneio import shell\n"),
    ("command_line", "kafeneio/shell/planted.py", "from kafeneio import main\n"),
    ("verify", "kafeneio/verify.py", "import services.kernel.planted_too\n"),
    ("pure", "services/kernel/planted.py", "import sqlalchemy\n"),
    ("pure", "services/contracts/planted.py", "import flask\n"),
    ("pure", f"{GAMES}/planted.py", "import grpc\n"),
    ("determined", f"{GAMES}/planted.py", "import random\n"),
    ("determined", f"{GAMES}/tavli/planted.py", "def roll():\n    from time import time\n    return time()\n"),
    ("determined", f"{GAMES}/toolkit/planted.py", "from services.kernel import clock\n"),
    ("database", "services/platform/database/unit_of_work.py", "from services.platform.database import bulk_rows\n"),
    ("tables", "services/tables/table/planted.py", "import services.tables.worker.planted_too\n"),
    ("tables", "services/tables/transitions/planted.py", "import services.tables.journal.planted_too\n"),
    ("tournaments", "services/tournaments/entries/planted.py", "import services.tournaments.prizes.planted_too\n"),
    ("ranking", "services/ranking/elo/planted.py", "import services.ranking.boards.planted_too\n"),
    ("games", f"{GAMES}/planted.py", "from services.tables import planted_too\n"),
    ("players", "services/wallet/planted.py", "import games.planted_too\n"),
    ("ranking", "services/ranking/elo/planted.py", "import services.ranking.boards.planted_too\n"),
    ("tournaments", "services/tournaments/entries/planted.py", "import services.tournaments.prizes.planted_too\n"),
    ("games", f"{GAMES}/tavli/planted.py", "import services.tables.planted_too\n"),
]


def lint(tree: Path, *options: str) -> tuple[bool, str]:
    """Run import-linter over a tree: whether all is kept, and what it said."""
    command = [str(Path(sys.executable).parent / "lint-imports"), "--no-logo", *options]
    wide = os.environ | {"COLUMNS": "300"}  # a contract's name on one line
    done = subprocess.run(command, cwd=tree, env=wide, capture_output=True, text=True, check=False)
    return done.returncode == 0, done.stdout + done.stderr


def contracts() -> dict[str, str]:
    """The contracts that there are: id → name."""
    parser = configparser.ConfigParser()
    parser.read(ROOT / ".importlinter")
    prefix = "importlinter:contract:"
    found = (section for section in parser.sections() if section.startswith(prefix))
    return {section.removeprefix(prefix): parser[section]["name"] for section in found}


def imported(text: str) -> str:
    """The module that planted text imports, by its full name."""
    (node,) = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom))
    name = node.names[0].name
    within = f"{node.module}.{name}" if isinstance(node, ast.ImportFrom) else name
    return within if within.startswith(tuple(f"{folder}." for folder in PRODUCTION)) else within.partition(".")[0]


def broken(said: str) -> dict[str, str]:
    """Name of a contract → what import-linter says of how it is broken."""
    _, *told = re.split(r"^(.+)\n-+\n", said.partition("Broken contracts")[2], flags=re.MULTILINE)
    return dict(zip(told[::2], told[1::2], strict=True))


@pytest.fixture(scope="module")
def complaints(copied_tree: Path) -> Iterator[dict[str, str]]:
    """What import-linter says of each contract when all is planted at once: id → its words."""
    with planting(copied_tree) as plant:
        for name in dict.fromkeys(imported(text) for _, _, text in PLANTED):
            if name.endswith(".planted_too") or name == "kafeneio.main":
                plant(f"{name.replace('.', '/')}.py", "")
        for path in dict.fromkeys(path for _, path, _ in PLANTED):
            plant(path, "".join(text for _, planted, text in PLANTED if planted == path))
        kept, said = lint(copied_tree)
        assert not kept
        found = broken(said)
        yield {contract: found.get(name, "") for contract, name in contracts().items()}


def test_every_contract_has_something_planted_against_it() -> None:
    assert {contract for contract, _, _ in PLANTED} == set(contracts())


@pytest.mark.parametrize(("contract", "path", "text"), PLANTED, ids=[f"{c}: {p}: {t}" for c, p, t in PLANTED])
def test_a_planted_import_breaks_its_contract(complaints: dict[str, str], contract: str, path: str, text: str) -> None:
    importer = path.removesuffix(".py").replace("/", ".")
    assert f"{importer} -> {imported(text)} (l." in complaints[contract]


def test_the_project_keeps_all_contracts() -> None:
    kept, said = lint(ROOT)
    assert kept, said
