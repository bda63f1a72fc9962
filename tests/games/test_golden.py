"""Golden games: every game has some, each replays as written, and a wrong one is found out."""

import re
from pathlib import Path

import pytest

from games import registry
from tests.games import golden

GAMES = [(game.id, path) for game in registry.games() for path in golden.files(game.id)]

SAMPLE = """# A short match with a line of every kind.
game tictactoe
options {"size": 3}
frozen {}

next draw purpose=leader
draw leader 1
0 place row=1 col=1 ! not_your_turn
1 place row=1 col=1
told 0 place row=1 col=1 mark=X
view public phase=playing turn=0 board=["X..", "...", "..."]
progress first_round_done=false
0 place row=1 col=1 ! cell_taken
action {"type": "left", "seat": 0}
end places=[2, 1] points=[0, 1] reason=forfeited
"""


@pytest.mark.parametrize("path", [path for _, path in GAMES], ids=lambda path: path.stem)
def test_a_golden_game_replays_as_written(path: Path) -> None:
    golden.replay(path.read_text("utf-8"))


@pytest.mark.parametrize("path", [path for _, path in GAMES], ids=lambda path: path.stem)
def test_a_golden_game_says_first_what_it_shows(path: Path) -> None:
    first = path.read_text("utf-8").splitlines()[0]
    assert re.fullmatch(r"# .{20,}\.", first)


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_every_game_has_a_golden_game(game) -> None:
    assert golden.files(game.id), f"{game.id} has no golden game"


def test_no_golden_game_is_left_out() -> None:
    folders = {Path(entry.family.__path__[0]) for entry in registry.entries().values()}
    assert sorted(path for folder in folders for path in folder.rglob("*.game")) == sorted(path for _, path in GAMES)


def test_the_sample_golden_game_replays() -> None:
    golden.replay(SAMPLE)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("game tictactoe", "game no_such_game"),
        ('"size": 3', '"size": 7'),
        ("next draw", "next decide"),
        ("purpose=leader", "purpose=deal"),
        ("draw leader 1", "draw leader 0"),
        ("draw leader 1", "draw leader 2"),
        ("draw leader 1", "draw deal 1"),
        ("draw leader 1", "draw leader 0 1"),
        ("! not_your_turn", "! cell_taken"),
        (" ! not_your_turn", ""),
        ("1 place row=1 col=1\n", "1 place row=1 col=2\n"),
        ("1 place row=1 col=1\n", "1 place row=1 col=4\n"),
        ("1 place row=1 col=1\n", "1 place row=1 col=1 ! cell_taken\n"),
        ("1 place row=1 col=1\n", "1 leave\n"),
        ("1 place row=1 col=1\n", "2 place row=1 col=1\n"),
        ("1 place row=1 col=1\n", ""),
        ("told 0 place", "told 0 nothing"),
        ("mark=X", "mark=O"),
        ("mark=X", "colour=red"),
        ("turn=0", "turn=1"),
        ('board=["X..",', 'board=["O..",'),
        ("first_round_done=false", "first_round_done=true"),
        ("cell_taken", "out_of_board"),
        ('"seat": 0', '"seat": 1'),
        ("places=[2, 1]", "places=[1, 2]"),
        ("points=[0, 1]", "points=[1, 0]"),
        ("reason=forfeited", "reason=won"),
        (" reason=forfeited", ""),
        ("end places", "the end places"),
        ('action {"type": "left", "seat": 0}\n', ""),
        ("\nend places=[2, 1] points=[0, 1] reason=forfeited\n", "\n"),
        ("turn=0", "turn 0"),
    ],
)
def test_a_golden_game_with_one_thing_wrong_is_found_out(right: str, wrong: str) -> None:
    assert right in SAMPLE
    with pytest.raises(golden.Mismatch):
        golden.replay(SAMPLE.replace(right, wrong))


def test_a_mismatch_names_the_line() -> None:
    with pytest.raises(golden.Mismatch, match=r"line 8: .* refusal is 'not_your_turn'"):
        golden.replay(SAMPLE.replace("! not_your_turn", "! cell_taken"))
