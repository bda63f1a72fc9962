"""Files stay small and functions short, and the list of longer functions can only shrink."""

from pathlib import Path

import pytest

from tests.architecture import sizes
from tests.architecture.project import ROOT, assert_none, files

NAME = "services/long.py::Table.play.inner"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "services").mkdir()
    return tmp_path


def write(tree: Path, lines: int) -> Path:
    """A module with one function of so many lines, two levels deep."""
    body = "            pass\n" * (lines - 1)
    path = tree / "services/long.py"
    path.write_text(f"class Table:\n    async def play(self): \n        def inner():\n{body}")
    return path


def test_a_function_of_the_greatest_length_is_well(tree: Path) -> None:
    write(tree, sizes.FUNCTION_LINES_MAX - 1)
    assert sizes.functions_are_short(tree, {}) == []


def test_a_longer_function_is_noticed_wherever_it_stands(tree: Path) -> None:
    write(tree, 61)
    assert sizes.functions_are_short(tree, {"services/long.py::Table.play": 62}) == [
        f"{NAME}: 61 lines, 60 are allowed"
    ]


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [(71, "71 lines, 70 are allowed"), (70, None), (69, "write 69 into"), (60, "short enough now")],
)
def test_a_function_that_is_named_may_not_grow_and_must_be_written_down_when_it_shrinks(
    tree: Path, lines: int, complaint: str | None
) -> None:
    write(tree, lines)
    longer = {NAME: 70, **({"services/long.py::Table.play": lines + 1} if lines >= 60 else {})}
    found = sizes.functions_are_short(tree, longer)
    assert len(found) == (complaint is not None)
    assert complaint is None or complaint in found[0]


def test_a_name_without_its_function_is_noticed(tree: Path) -> None:
    assert "is gone" in sizes.functions_are_short(tree, {NAME: 70})[0]


@pytest.mark.parametrize(("name", "noticed"), [("long.py", True), ("long.tsx", True), ("long_pb2.py", False)])
def test_a_file_that_is_too_long_is_noticed_unless_it_is_generated(tree: Path, name: str, noticed: bool) -> None:
    path = tree / "services" / name
    path.write_text("\n" * sizes.FILE_LINES_MAX)
    assert sizes.files_are_small(tree, [path]) == []
    path.write_text("\n" * (sizes.FILE_LINES_MAX + 1))
    assert bool(sizes.files_are_small(tree, [path])) == noticed


def test_the_functions_of_the_project_are_short() -> None:
    assert_none(sizes.functions_are_short(ROOT, sizes.longer_functions()))


def test_the_files_of_the_project_are_small() -> None:
    assert_none(sizes.files_are_small(ROOT, files()))


@pytest.mark.parametrize(
    ("bytes_each", "complaints"),
    [
        (4_999, []),
        (5_001, [f"{name}.md: 5001 bytes, 5000 are allowed" for name in ("README", "CONTRIBUTING")]),
    ],
)
def test_a_long_first_document_is_noticed(tmp_path: Path, bytes_each: int, complaints: list[str]) -> None:
    for name in sizes.READ_FIRST:
        (tmp_path / name).write_text("x" * bytes_each)
    assert sizes.first_documents_are_short(tmp_path)[: len(complaints)] == complaints


def test_first_documents_that_are_long_together_are_noticed(tmp_path: Path) -> None:
    for name, most in sizes.READ_FIRST.items():
        (tmp_path / name).write_text("x" * most)
    assert ["17000 bytes together" in complaint for complaint in sizes.first_documents_are_short(tmp_path)] == [True]


def test_the_first_documents_are_short() -> None:
    assert_none(sizes.first_documents_are_short(ROOT))
