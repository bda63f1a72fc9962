"""The generator of a new game: it writes a whole skeleton, registers it, and its tests fail until the rules exist."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from services.kernel.languages import LANGUAGES
from tests.architecture import folders, plain_words
from tests.architecture.project import ROOT
from tools import new_game


def test_the_skeleton_has_every_part_of_a_family_and_of_its_page() -> None:
    paths = {str(path) for path in new_game.skeleton("trial", "Trial")}
    engine = "games/trial/"
    assert {engine + (part if "." in part else f"{part}.py") for part in folders.FAMILY_PARTS} <= paths
    assert {f"clients/web/src/games/trial/words/{language}.json" for language in LANGUAGES} <= paths
    assert "tests/games/trial/test_rules.py" in paths and "tests/conformance/games/trial/situations.py" in paths


def test_what_is_written_is_well_formed(tmp_path: Path) -> None:
    for path in new_game.write("trial", "Trial", tmp_path):
        text = (tmp_path / path).read_text(encoding="utf-8")
        assert "$" not in text
        if path.suffix == ".py":
            compile(text, str(path), "exec")
        if path.suffix == ".json":
            json.loads(text)


@pytest.mark.parametrize("name", ["aaa", "zzz"])
def test_the_linter_has_nothing_against_a_skeleton_whatever_its_name(tmp_path: Path, name: str) -> None:
    new_game.write(name, "A game", tmp_path)
    folder = f"games/{name}"
    (tmp_path / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    ours = ["--config", 'lint.isort.known-first-party = ["games", "services", "tests"]']
    for command in (["check", "--select", "I,E,F", *ours], ["format", "--check"]):
        command = [sys.executable, "-m", "ruff", *command, "--no-cache", folder, "tests"]
        tried = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert tried.returncode == 0, tried.stdout


def test_the_rules_of_the_tree_have_nothing_against_a_skeleton(tmp_path: Path) -> None:
    new_game.write("trial", "A game", tmp_path)
    rules = (plain_words.text_is_plain, plain_words.names_are_plain, folders.families_have_one_shape)
    complaints = [complaint for rule in rules for complaint in rule(tmp_path)]
    complaints += folders.citations_lead_somewhere(tmp_path, [path for path in tmp_path.rglob("*") if path.is_file()])
    assert complaints == []


def test_a_new_game_is_registered_and_its_tests_fail_until_the_rules_are_there(tmp_path: Path) -> None:
    for part in ("bench/computers", "games", "services", "tests/conformance", "tests/games"):
        (tmp_path / part).parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["cp", "-r", str(ROOT / part), str(tmp_path / part)], check=True)
    new_game.write("trial", "Trial", tmp_path)
    registered = "from games.registry import game; print(game('trial').id)"
    asked = subprocess.run([sys.executable, "-c", registered], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert asked.stdout == "trial\n"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/games/trial"]
    tried = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert tried.returncode == 1 and "NotImplementedError" in tried.stdout, tried.stdout


@pytest.mark.parametrize("name", ["Trial", "x y", "../x", "", "9x"])
def test_a_name_that_is_no_folder_name_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match="lower-case"):
        new_game.write(name, "X", tmp_path)


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    new_game.write("trial", "Trial", tmp_path)
    with pytest.raises(ValueError, match="already there"):
        new_game.write("trial", "Trial", tmp_path)
