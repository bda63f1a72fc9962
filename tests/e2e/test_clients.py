"""The client packages: built, installed where nothing of the project is, and their README's first example plays."""

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.request
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from services.contracts.client import frames
from tests.e2e.house import House
from tools import protos, python_client

ROOT = Path(__file__).resolve().parents[2]
PYTHON, TYPESCRIPT = ROOT / "clients" / "python", ROOT / "clients" / "typescript"
WEB = ROOT / "clients" / "web"
PASSWORD = "a cup without sugar 7"
LINES_MAX = 30
TYPED = """import { Player, at, requests, type Catalogue, type TableView } from "kafeneio-client";

export const phase = (view: TableView): "playing" | null => (view.phase === "playing" ? view.phase : null);
export const games = async (url: string): Promise<Catalogue> => requests(at(url)).catalogue();
// @ts-expect-error -- a table has no such phase
export const wrong = (view: TableView): boolean => view.phase === "asleep";
export const enter: Promise<Player> = Player.logIn("http://127.0.0.1", "eleni", "secret");
"""


class Account(NamedTuple):
    name: str
    password: str


def registered(house: House) -> Account:
    """A new account without a session of its own."""
    name = f"bot{uuid.uuid4().hex[:8]}"
    body = {"username": name, "email": f"{name}@example.org", "password": PASSWORD, "birth_date": "1990-01-01"}
    headers = {"Content-Type": "application/json"}
    asked = urllib.request.Request(f"{house.url}/api/register", json.dumps(body).encode(), headers, method="POST")
    with urllib.request.urlopen(asked, timeout=60) as answer:
        assert answer.status == 201
    return Account(name, PASSWORD)


def first_example(package: Path, language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", (package / "README.md").read_text(), re.DOTALL)
    assert found is not None
    return found[1]


def run(command: Sequence[str | Path], folder: Path, **environment: str) -> str:
    done = subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def with_node(*command: str | Path) -> list[str | Path]:
    return [ROOT / "tools" / "with-node.sh", *command]


VENV = {"VENV": str(Path(sys.executable).parent.parent)}


@pytest.mark.parametrize(("package", "language"), [(PYTHON, "python"), (TYPESCRIPT, "js")])
def test_the_first_example_is_a_bot_in_30_lines(package: Path, language: str) -> None:
    assert len(first_example(package, language).splitlines()) <= LINES_MAX


def test_the_python_package_installed_alone_plays_a_match(house: House, tmp_path: Path) -> None:
    shutil.copytree(PYTHON, tmp_path / "source")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    run([*pip, "wheel", "--no-index", "--no-deps", "--no-build-isolation", "-w", ".", "./source"], tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    run([*pip, "install", "--no-index", "--no-deps", "--target", "site", wheel], tmp_path)
    (tmp_path / "bot.py").write_text(first_example(PYTHON, "python"))
    account = registered(house)
    said = run([sys.executable, "bot.py", house.url, *account], tmp_path, PYTHONPATH=str(tmp_path / "site"))
    assert re.fullmatch(r"winners: \[[01]?\] I sat on 0\n", said)


def test_the_typescript_package_installed_alone_plays_a_match(house: House, tmp_path: Path) -> None:
    tools = WEB / "node_modules"
    package, alone = tmp_path / "package", tmp_path / "alone"
    alone.mkdir()
    compiler = tools / ".bin" / "tsc"
    run(with_node(compiler, "-p", "tsconfig.json", "--outDir", package / "dist"), TYPESCRIPT, **VENV)
    for name in ("package.json", "README.md"):
        shutil.copy(TYPESCRIPT / name, package)
    run(with_node("npm", "pack", "--silent", "--pack-destination", tmp_path), package, **VENV)
    (packed,) = tmp_path.glob("*.tgz")
    run(with_node("npm", "install", "--offline", "--no-audit", "--no-fund", "--silent", packed), alone, **VENV)
    (alone / "bot.mjs").write_text(first_example(TYPESCRIPT, "js"))
    (alone / "typed.mts").write_text(TYPED)
    run(with_node(compiler, "--noEmit", "--strict", "--module", "nodenext", "typed.mts"), alone, **VENV)
    said = run(with_node("node", "--experimental-websocket", "bot.mjs", house.url, *registered(house)), alone, **VENV)
    assert re.fullmatch(r"winners: \[( [01] )?\] I sat on 0\n", said)


def test_packages_say_which_protocol_and_which_api_they_speak() -> None:
    init = (PYTHON / "src/kafeneio_client/__init__.py").read_text()
    assert f"\nPROTOCOL = {frames.PROTOCOL}\n" in init
    versions = {path.parent.name for path in protos.PROTOS.rglob("*.proto")}
    assert versions == {re.search(r'\nAPI_VERSION = "(\w+)"\n', init)[1]}  # type: ignore[index]
    python = re.search(r'\nversion = "(\d+)\.', (PYTHON / "pyproject.toml").read_text())
    typescript = json.loads((TYPESCRIPT / "package.json").read_text())["version"].split(".")[0]
    assert python is not None
    assert {python[1], typescript} == {str(frames.PROTOCOL)}
    assert f"PROTOCOL = {frames.PROTOCOL};" in (TYPESCRIPT / "src/link.ts").read_text()


def test_what_is_made_of_contracts_and_protos_is_current(tmp_path: Path) -> None:
    python_client.write(tmp_path)
    kept = python_client.SOURCES
    made = [path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file()]
    assert made == [python_client.FRAMES.relative_to(kept)]
    assert (kept / made[0]).read_bytes() == (tmp_path / made[0]).read_bytes(), "run `make clients`"
    assert (kept / "gen").resolve() == protos.STUBS
