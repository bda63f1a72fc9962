"""The registry finds games by their folders and nothing else."""

import sys
from pathlib import Path
from types import ModuleType

import pytest

from games import registry
from services.kernel.refusal import Refusal
from tests import conformance


def package(folder: Path, name: str, families: dict[str, str]) -> ModuleType:
    """A package with a folder for each family, `__init__.py` as given."""
    for family, text in families.items():
        (folder / name / family).mkdir(parents=True)
        (folder / name / family / "__init__.py").write_text(text)
    made = ModuleType(name)
    made.__path__ = [str(folder / name)]
    sys.modules[name] = made
    return made


FAMILY = "class Game:\n    id = '{}'\nGAMES = (Game(),)\n"


def test_a_new_folder_is_a_new_game(tmp_path: Path) -> None:
    made = package(tmp_path, "found_games", {"chess": FAMILY.format("chess"), "go": FAMILY.format("go")})
    (tmp_path / "found_games" / "helpers.py").write_text("GAMES = 1")
    found = registry.discover(made)
    assert list(found) == ["chess", "go"]
    assert found["go"].family.__name__ == "found_games.go"


def test_the_toolkit_is_no_family(tmp_path: Path) -> None:
    assert registry.discover(package(tmp_path, "toolkit_games", {"toolkit": "", "go": FAMILY.format("go")})).keys() == {
        "go"
    }


def test_two_games_may_not_share_an_id(tmp_path: Path) -> None:
    made = package(tmp_path, "twin_games", {"chess": FAMILY.format("chess"), "echecs": FAMILY.format("chess")})
    with pytest.raises(ValueError, match=r"chess is in twin_games\.chess and in twin_games\.echecs"):
        registry.discover(made)


def test_a_folder_without_games_is_an_error_at_once(tmp_path: Path) -> None:
    with pytest.raises(AttributeError, match="GAMES"):
        registry.discover(package(tmp_path, "empty_games", {"chess": ""}))


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_every_game_is_found_by_its_id(game) -> None:
    assert registry.game(game.id) is game
    assert registry.find(game.id) is game


@pytest.mark.parametrize("game_id", ["chess", "", "toolkit", "TICTACTOE", None, 3, ["tictactoe"], {}])
def test_what_users_ask_for_and_is_not_there_is_game_unknown(game_id) -> None:
    assert registry.find(game_id) == Refusal("game_unknown")
    assert conformance.situation(game_id, {}, {}) == Refusal("game_unknown")


def test_code_that_asks_for_a_game_that_is_not_there_has_a_bug() -> None:
    with pytest.raises(KeyError):
        registry.game("chess")
    with pytest.raises(KeyError):
        conformance.calculations("chess")


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_every_game_has_calculations_that_refuse_wrong_arguments(game) -> None:
    calculations = conformance.calculations(game.id)
    assert calculations
    for calculate in calculations.values():
        assert calculate.__doc__
        assert calculate(no_such_argument=1)["error"] == "bad_parameters"
