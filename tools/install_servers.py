"""Installs the servers and browsers that the tests start, where that is ours to do: as root on a system with apt-get.

Elsewhere it says what is missing. Nothing is started: a package's own service is kept from starting while it is
installed, for the tests run private servers on ports of their own.

Run from the root: `python -m tools.install_servers`.
"""

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.chromium import find_chromium
from tests.support.no_skips import services_required
from tests.support.other_browsers import find_firefox, find_screen, find_webkit
from tests.support.programs import find_gnubg
from tests.support.servers import find_postgres, find_rabbitmq


def find_systemd(root: Path) -> Path | None:
    """The program that checks units; nothing of systemd is started."""
    program = root / "usr/bin/systemd-analyze"
    return program if program.exists() else None


PACKAGES: dict[str, Callable[[Path], Path | None]] = {
    "rabbitmq-server": find_rabbitmq,
    "postgresql": find_postgres,
    "chromium-headless-shell": find_chromium,
    "firefox-esr": find_firefox,
    "webkit2gtk-driver": find_webkit,
    "xvfb": find_screen,
    "systemd": find_systemd,
    "gnubg": find_gnubg,
}
"""Debian's package → how its program is found below a root folder."""


def missing(root: Path) -> list[str]:
    """The packages whose programs are missing."""
    return [package for package, find in PACKAGES.items() if find(root) is None]


def install(packages: list[str], root: Path) -> None:
    """Fetch the lists and install, without questions."""
    apt = ["apt-get", "-q", "-o", "DPkg::Lock::Timeout=300"]
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    with services_held_back(root):
        subprocess.run([*apt, "update"], env=environment, check=True)
        subprocess.run([*apt, "install", "-y", "--no-install-recommends", *packages], env=environment, check=True)


@contextmanager
def services_held_back(root: Path) -> Iterator[None]:
    """Write the policy that Debian asks before a package starts its service; an existing one is kept."""
    policy = root / "usr/sbin/policy-rc.d"
    if policy.exists():
        yield
        return
    policy.write_text("#!/bin/sh\nexit 101\n")
    policy.chmod(0o755)
    try:
        yield
    finally:
        policy.unlink()


def main(arguments: list[str]) -> int:
    """Install what is missing; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=Path, default=Path("/"), help="where the system's programs are looked for")
    root = parser.parse_args(arguments).root
    wanted = missing(root)
    if wanted and os.geteuid() == 0 and shutil.which("apt-get"):
        install(wanted, root)
        wanted = missing(root)
    if not wanted:
        return 0
    sys.stderr.write(
        f"Not installed, so the tests that need them cannot run: {', '.join(wanted)} (names of Debian's packages).\n"
        f"On Debian: apt-get install --no-install-recommends {' '.join(wanted)}\n"
    )
    return 1 if services_required() else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
