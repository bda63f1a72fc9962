"""The paths of the validators. `make manifests` installs them into `var/ops`; a missing one is reported."""

import shutil
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
OPS = ROOT / "var/ops"


class Tools(NamedTuple):
    """Paths of programs."""

    kubectl: str
    kubernetes_validate: str
    hadolint: str
    promtool: str
    amtool: str
    node: str


def found() -> Tools:
    """The programs that are installed.

    Raises:
        FileNotFoundError: one is missing.
    """
    return Tools(*(program(name.replace("_", "-")) for name in Tools._fields))


def program(name: str) -> str:
    """A program of `var/ops`, or of the system.

    Raises:
        FileNotFoundError: there is none.
    """
    folders = [OPS / "bin", OPS / "debian/usr/bin", ROOT / ".venv/bin"]
    path = next((str(folder / name) for folder in folders if (folder / name).exists()), shutil.which(name))
    if path is None:
        raise FileNotFoundError(f"{name} is missing: `make manifests` installs it")
    return path
