"""tools/install_servers.py installs exactly what is missing, as root on Debian, and only there."""

import sys
from pathlib import Path

import pytest

from tests.tools.machine import Machine
from tools import install_servers

PROGRAMS = {
    "rabbitmq-server": "usr/lib/rabbitmq/bin/rabbitmq-server",
    "postgresql": "usr/lib/postgresql/15/bin/initdb",
    "chromium-headless-shell": "usr/bin/chromium-headless-shell",
    "firefox-esr": "usr/bin/firefox-esr",
    "webkit2gtk-driver": "usr/bin/WebKitWebDriver",
    "xvfb": "usr/bin/Xvfb",
    "systemd": "usr/bin/systemd-analyze",
    "gnubg": "usr/games/gnubg",
}
APT = 'case "$*" in *install*) env | grep ^DEBIAN_FRONTEND= ;; esac'


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "root/usr/sbin").mkdir(parents=True)
    return tmp_path / "root"


def put(root: Path, *packages: str) -> None:
    """Make the packages' programs appear below the root folder."""
    for package in packages:
        path = root / PROGRAMS[package]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o755)


def run(machine: Machine, root: Path, *, required: bool = False, user: int = 0) -> tuple[int, str]:
    """Run the tool as this user on the made-up machine: exit code, and all that was said."""
    program = f"import os, sys; os.geteuid = lambda: {user}; from tools import install_servers as tool; "
    program += f"sys.exit(tool.main(['--root', {str(root)!r}]))"
    done = machine.run(sys.executable, "-c", program, KAFENEIO_REQUIRE_SERVICES="1" if required else "")
    return done.returncode, done.stdout + done.stderr


def test_where_everything_is_there_nothing_is_called(machine: Machine, root: Path) -> None:
    machine.install("apt-get")
    put(root, *PROGRAMS)
    assert run(machine, root) == (0, "")
    assert machine.calls == []


def test_what_is_missing_is_installed_after_the_lists_are_fetched(machine: Machine, root: Path) -> None:
    put(root, "postgresql")
    targets = " ".join(str(root / PROGRAMS[package]) for package in PROGRAMS if package != "postgresql")
    appear = f'for path in {targets}; do /usr/bin/install -D -m 755 /dev/null "$path"; done'
    machine.install("apt-get", f"{APT}\n{appear}")
    code, said = run(machine, root, required=True)
    assert (code, said) == (0, "DEBIAN_FRONTEND=noninteractive\n")
    update, install = machine.calls
    assert update.endswith(" update")
    missing = " ".join(package for package in PROGRAMS if package != "postgresql")
    assert install.endswith(f" install -y --no-install-recommends {missing}")


def test_no_service_of_a_package_starts_while_it_is_installed(machine: Machine, root: Path) -> None:
    policy = root / "usr/sbin/policy-rc.d"
    machine.install("apt-get", f"{policy}; echo $?")
    assert "101\n101\n" in run(machine, root)[1]
    assert not policy.exists()


def test_a_policy_that_the_machine_has_already_is_kept(machine: Machine, root: Path) -> None:
    policy = root / "usr/sbin/policy-rc.d"
    policy.write_text("mine")
    machine.install("apt-get")
    run(machine, root)
    assert policy.read_text() == "mine"


@pytest.mark.parametrize("required", [False, True])
def test_without_root_it_says_what_is_missing_and_calls_nothing(machine: Machine, root: Path, required: bool) -> None:
    machine.install("apt-get")
    put(root, *(package for package in PROGRAMS if package != "rabbitmq-server"))
    code, said = run(machine, root, required=required, user=1000)
    assert code == int(required)
    assert "apt-get install --no-install-recommends rabbitmq-server\n" in said
    assert machine.calls == []


def test_without_apt_it_says_what_is_missing(machine: Machine, root: Path) -> None:
    code, said = run(machine, root, required=True)
    assert code == 1
    assert ", ".join(PROGRAMS) in said


def test_an_installation_that_fails_is_not_hidden(machine: Machine, root: Path) -> None:
    machine.install("apt-get", "exit 100")
    assert run(machine, root)[0] == 1
    assert not (root / "usr/sbin/policy-rc.d").exists()


def test_the_newest_of_several_clusters_is_taken(root: Path) -> None:
    for version in ("9.6", "15", "16"):
        path = root / f"usr/lib/postgresql/{version}/bin/initdb"
        path.parent.mkdir(parents=True)
        path.touch()
    assert install_servers.find_postgres(root) == root / "usr/lib/postgresql/16/bin"
