"""A file that a text names was not renamed since."""

from pathlib import Path

from tests.architecture.named_files import named_files_exist, named_paths_exist
from tests.architecture.project import ROOT, assert_none, files


def test_every_file_that_the_project_names_is_there() -> None:
    assert_none(named_files_exist(ROOT, files()))


def test_a_file_that_is_gone_is_found(tmp_path: Path) -> None:
    naming = tmp_path / "services" / "wallet" / "a.py"
    naming.parent.mkdir(parents=True)
    naming.write_text('"""See a.py, wallet/a.py, gone.py and lobby/a.py, not test_*.py."""\n')
    assert [each.split(": ")[1] for each in named_files_exist(tmp_path, [naming])] == [
        "gone.py does not exist",
        "lobby/a.py does not exist",
    ]


def test_every_path_that_a_document_names_is_there() -> None:
    assert_none(named_paths_exist(ROOT, files()))


def test_a_path_that_is_gone_is_found(tmp_path: Path) -> None:
    naming = tmp_path / "services" / "wallet" / "a.md"
    naming.parent.mkdir(parents=True)
    naming.write_text(
        "`services/wallet/`, `wallet/a`, `wallet/a.md`, `GET /api/x`, `*/x`; `wallet/gone/`, `lobby/a.md`\n"
    )
    assert [each.split(": ")[1] for each in named_paths_exist(tmp_path, [naming])] == [
        "wallet/gone/ does not exist",
        "lobby/a.md does not exist",
    ]
