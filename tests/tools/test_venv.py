"""tools/venv.sh finds a Python that is new enough, and says what to do when it cannot."""

from pathlib import Path

import pytest

from tests.tools.machine import ROOT, Machine

SCRIPT = ROOT / "tools" / "venv.sh"


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def python(version: tuple[int, int], *, ensurepip: bool = True, optimised: bool = False) -> str:
    """A fake interpreter that replies to the script's four checks and makes a folder for `-m venv`."""
    new_enough = "exit 0" if version >= (3, 11) else "exit 1"
    return f"""
case "$*" in
  *sysconfig*) {"exit 0" if optimised else "exit 1"} ;;
  *sys.exit*) {new_enough} ;;
  *ensurepip*) {"exit 0" if ensurepip else "exit 1"} ;;
  *print*) echo {version[0]}.{version[1]} ;;
  *"-m venv"*) exit 0 ;;
esac"""


def test_the_first_python_that_is_new_enough_makes_the_environment(machine: Machine) -> None:
    machine.install("python3", python((3, 9)))
    machine.install("python3.12", python((3, 12)))
    assert machine.run(SCRIPT, "there").returncode == 0
    assert machine.calls[-1] == "python3.12 -m venv there"


def test_a_python_built_with_pgo_is_preferred_to_the_first_one(machine: Machine) -> None:
    machine.install("python3", python((3, 12)))
    machine.install("python3.13", python((3, 13), ensurepip=False, optimised=True))
    machine.install("python3.11", python((3, 11), optimised=True))
    assert machine.run(SCRIPT, "there").returncode == 0
    assert machine.calls[-1] == "python3.11 -m venv there"


def test_a_python_that_can_make_environments_is_preferred_to_the_first_one(machine: Machine) -> None:
    machine.install("python3", python((3, 12), ensurepip=False))
    machine.install("python3.11", python((3, 11)))
    assert machine.run(SCRIPT, "there").returncode == 0
    assert machine.calls[-1] == "python3.11 -m venv there"


def test_a_python_that_is_named_is_the_only_one_tried(machine: Machine) -> None:
    machine.install("python3", python((3, 12)))
    old = machine.install("python3.9", python((3, 9)))
    refused = machine.run(SCRIPT, "there", PYTHON=str(old))
    assert refused.returncode == 1
    assert str(old) in refused.stderr
    assert not [call for call in machine.calls if "-m venv" in call]


def test_without_any_python_it_says_what_is_needed(machine: Machine) -> None:
    refused = machine.run(SCRIPT, "there")
    assert refused.returncode == 1
    assert "Python 3.11 or newer" in refused.stderr


def test_a_python_without_ensurepip_names_the_package_to_install(machine: Machine) -> None:
    machine.install("python3", python((3, 11), ensurepip=False))
    refused = machine.run(SCRIPT, "there")
    assert refused.returncode == 1
    assert "apt-get install python3.11-venv" in refused.stderr
    assert not [call for call in machine.calls if "-m venv" in call]
