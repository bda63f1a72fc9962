"""Copies of the project in which faults are made."""

import shutil
import subprocess
import sys
from pathlib import Path

from tests.architecture.project import files


def copy_tree(root: Path, target: Path) -> Path:
    """A copy of what is in the repository, with what is compiled, at `target`."""
    shutil.rmtree(target, ignore_errors=True)
    for path in files(root):
        place = target / path.relative_to(root)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, place)
    for name in _linked_folders(root):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        (target / name).symlink_to((root / name).readlink())
    built = root / "clients" / "web" / "dist"
    if built.exists():
        shutil.copytree(built, target / "clients" / "web" / "dist", dirs_exist_ok=True)
    packages = root / "clients" / "web" / "node_modules"
    if packages.exists():  # tests of the gateway run the linter and the compiler that are installed there
        (target / "clients" / "web" / "node_modules").symlink_to(packages.resolve())
    subprocess.run(["git", "init", "--quiet"], cwd=target, check=True)  # tests ask git for the project's files
    folders = ["games", "services", "gateway", "kafeneio", "tests"]
    subprocess.run([sys.executable, "-m", "compileall", "-q", *folders], cwd=target, check=True)
    return target


def _linked_folders(root: Path) -> list[str]:
    """Links to folders in the repository, such as that of the Python client to the stubs of the gateway."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, check=True).stdout.decode()
    return [name for name in listed.split("\0") if (root / name).is_symlink() and (root / name).is_dir()]
