"""The tree has its shape, and a piece that is missing or too much is noticed."""

import shutil
from pathlib import Path

import pytest

from tests.architecture import folders
from tests.architecture.project import GAMES, ROOT, SERVICES, assert_none, files


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The smallest tree that has every part."""
    for part in ("__init__.py", *(f"{name}/__init__.py" for name in folders.SERVICES_PARTS)):
        touch(tmp_path / "services" / part)
    for service in SERVICES:
        for part in (
            *folders.SERVICE_PARTS[:2],
            "migrations/env.py",
            *(f"{part}.py" for part in folders.SERVICE_PARTS[2:-1]),
        ):
            touch(tmp_path / "services" / service / part)
    touch(tmp_path / GAMES / "__init__.py")
    for name in ("__init__", *folders.FAMILY_PARTS[:-1]):
        touch(tmp_path / GAMES / "tavli" / f"{name}.py")
    (tmp_path / GAMES / "tavli/RULES.md").write_text("# Tavli\n\n## 1. Board\n\n## §12 Ending\n")
    touch(tmp_path / GAMES / "tavli/games/portes.game")
    touch(tmp_path / GAMES / "toolkit/__init__.py")
    return tmp_path


def touch(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()


ALL = (folders.services_has_only_its_parts, folders.services_have_one_shape, folders.families_have_one_shape)


def complaints(tree: Path) -> list[str]:
    return [complaint for rule in (*ALL, folders.packages_say_so) for complaint in rule(tree)]


def test_a_tree_with_every_part_is_well(tree: Path) -> None:
    assert complaints(tree) == []


@pytest.mark.parametrize(
    "part",
    [
        "services/platform",
        "services/wallet/README.md",
        "services/lobby/service.py",
        "services/tables/schema.py",
        "services/ranking/metrics.py",
        "services/moderation/migrations",
        *(f"{GAMES}/tavli/{part}.py" for part in folders.FAMILY_PARTS[:-1]),
        f"{GAMES}/tavli/RULES.md",
        f"{GAMES}/tavli/games/portes.game",
    ],
)
def test_a_missing_part_is_noticed(tree: Path, part: str) -> None:
    path = tree / part
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    assert len(complaints(tree)) == 1


def test_a_folder_that_no_layer_knows_is_noticed(tree: Path) -> None:
    touch(tree / "services/helpers/__init__.py")
    assert complaints(tree) == ["services/helpers: in no layer of .importlinter"]


def test_a_folder_of_modules_that_is_no_package_is_noticed(tree: Path) -> None:
    touch(tree / "gateway/ws/socket.py")
    touch(tree / "clients/web/scripts/made.py")
    assert complaints(tree) == ["gateway/ws: has no __init__.py"]


def test_a_game_without_a_family_is_noticed(tree: Path) -> None:
    shutil.rmtree(tree / GAMES / "tavli")
    assert folders.families_have_one_shape(tree) == [f"{GAMES}: no family"]


@pytest.mark.parametrize(
    ("citation", "there"),
    [
        ("RULES.md §1", True),
        ("`RULES.md` §12", True),
        ("RULES.md §2", False),
        (f"{GAMES}/tavli/RULES.md §1", True),
        (f"{GAMES}/tavli/RULES.md §13", False),
        ("services/wallet/RULES.md §1", False),
    ],
)
def test_a_citation_names_a_section_that_is_there(tree: Path, citation: str, there: bool) -> None:
    citing = tree / GAMES / "tavli/rules.py"
    citing.write_text(f'"""What the board is ({citation})."""\n')
    expected = [] if there else [f"{GAMES}/tavli/rules.py:1: {citation} is not there"]
    assert folders.citations_lead_somewhere(tree, [citing]) == expected


@pytest.mark.parametrize(("section", "there"), [(12, True), (13, False)])
def test_a_test_cites_the_rules_of_the_folder_it_tests(tree: Path, section: int, there: bool) -> None:
    citing = tree / "tests/games/tavli/test_rules.py"
    touch(citing)
    citing.write_text(f'"""What the end is (RULES.md §{section})."""\n')
    assert bool(folders.citations_lead_somewhere(tree, [citing])) != there


@pytest.mark.parametrize("rule", [*ALL, folders.packages_say_so], ids=lambda rule: rule.__name__)
def test_the_project_has_its_shape(rule: object) -> None:
    assert callable(rule)
    assert_none(rule(ROOT))


def test_every_rule_that_the_project_cites_is_there() -> None:
    kept = [path for path in files() if not path.is_relative_to(ROOT / "tests/architecture")]
    assert_none(folders.citations_lead_somewhere(ROOT, kept))
