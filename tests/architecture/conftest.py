"""A copy of the project's code in which a test may plant what is forbidden."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.architecture.project import PRODUCTION, ROOT

Plant = Callable[[str, str], None]


@pytest.fixture(scope="session")
def copied_tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python code of what runs with the import contracts, once a run."""
    root = tmp_path_factory.mktemp("tree")
    unneeded = shutil.ignore_patterns("__pycache__")
    for folder in PRODUCTION:
        shutil.copytree(ROOT / folder, root / folder, ignore=unneeded)
    shutil.copy(ROOT / ".importlinter", root)
    return root


@pytest.fixture
def plant(copied_tree: Path) -> Iterator[Plant]:
    """Plants in the copy for one test."""
    with planting(copied_tree) as put:
        yield put


@contextmanager
def planting(tree: Path) -> Iterator[Plant]:
    """Put files into the copy (packages are made on the way); afterwards the copy is as before."""
    before: dict[Path, str | None] = {}
    made: list[Path] = []

    def put(path: str, text: str) -> None:
        target = tree / path
        for folder in reversed(target.relative_to(tree).parents):
            if not (tree / folder).exists():
                (tree / folder).mkdir()
                (tree / folder / "__init__.py").touch()
                made.append(tree / folder)
        before.setdefault(target, target.read_text() if target.exists() else None)
        target.write_text(text)

    try:
        yield put
    finally:
        for target, text in before.items():
            target.unlink() if text is None else target.write_text(text)
        for folder in made:
            shutil.rmtree(folder, ignore_errors=True)
