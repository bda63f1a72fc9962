"""The stand-alone verifier: what a recording claims of chance holds, and every change of it is found: RULES.md §14."""

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kafeneio import verify
from tests.tables.history.test_recordings import of, play_hand, recording
from tests.tables.support.desk import Desk, Seated
from tests.tables.support.dicehand import DiceHand
from tests.tables.support.made_up_games import register

ROOT = bytes(range(32))
MATCH = "00000000-0000-4000-8000-000000000001"
KEY = "1dde3720-f99a-4bbe-ba09-1d881ffbfd51"
SEEDS = ".".join(digit * 32 for digit in "1234")
DEAL = "24 16 13 22 21 19 20 12 3 9 17 8 15 0 11 4 27 7 18 2 6 10 1 26 5 25 23 14"


def test_the_verifier_computes_the_test_vector_of_the_rules() -> None:
    assert verify.commitment(ROOT) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert verify.deal_key(ROOT, MATCH, 1) == KEY
    assert verify.below(verify.numbers(ROOT, KEY, "leader", SEEDS), 4) == 2
    assert verify.shuffled(verify.numbers(ROOT, KEY, "deal", SEEDS), 28) == [int(n) for n in DEAL.split()]
    assert verify.drawn(verify.numbers(ROOT, KEY, "dice", SEEDS), "dice", 8) == [4, 1, 5, 5, 6, 1, 2, 2]
    assert verify.below(verify.numbers(ROOT, KEY, "lottery", SEEDS), 10_000) == 9839


def test_the_verifier_knows_nothing_of_the_server() -> None:
    tree = ast.parse(Path(verify.__file__).read_text())
    imported = [node.module if isinstance(node, ast.ImportFrom) else node.names[0].name
                for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]  # fmt: skip
    assert {str(name).partition(".")[0] for name in imported} <= set(sys.stdlib_module_names)


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Seated:
    register(monkeypatch, DiceHand())
    table = Desk(games=["dicehand"]).open("table-1@dicehand", options={}).begin()
    play_hand(table, takes=2)
    play_hand(table)
    return table


@pytest.fixture
def recorded(played: Seated) -> dict[str, Any]:
    """A recording as the API answers it: two hands with two deals and four rolls."""
    found: dict[str, Any] = json.loads(msgspec.json.encode(recording(played.desk, of(played))))
    return found


def test_everything_in_a_recording_holds(recorded: dict[str, Any]) -> None:
    found = verify.check(recorded, recorded["commit"].upper(), recorded["seeds"][1])
    assert all(each.holds for each in found)
    words = [each.words for each in found]
    assert sum("deal, shuffle 4" in line for line in words) == 2
    assert sum("dice, dice 2" in line for line in words) == 4
    assert sum("its key is" in line for line in words) == 2


def _change(*path: Any) -> Any:
    def change(recorded: dict[str, Any]) -> None:
        *way, last, value = path
        node: Any = recorded
        for step in way:
            node = node[step]
        node[last] = value

    return change


def _swap_cards(recorded: dict[str, Any]) -> None:
    values = recorded["events"][0]["data"]["values"]
    values[0], values[1] = values[1], values[0]


def _hide_a_roll(recorded: dict[str, Any]) -> None:
    rolls = [event for event in recorded["events"] if event["data"].get("purpose") == "dice"]
    recorded["events"].remove(rolls[0])


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(_swap_cards, id="two cards changed places"),
        pytest.param(_hide_a_roll, id="a roll left out"),
        pytest.param(_change("commit", "0" * 64), id="another commitment"),
        pytest.param(_change("root", "0" * 64), id="another root"),
        pytest.param(_change("seeds", 0, "f" * 32), id="another seed"),
        pytest.param(_change("seeds", 0, "F" * 32), id="a seed in capitals"),
        pytest.param(_change("seeds", ["a" * 32]), id="a seed too few"),
        pytest.param(_change("match", "0" * 36), id="another match"),
        pytest.param(_change("hands", 0, "deal_key", "0" * 36), id="another key"),
        pytest.param(_change("events", 1, "data", "values", [9, 9]), id="dice that no cup holds"),
        pytest.param(_change("events", 1, "data", "purpose", "leader"), id="another purpose"),
        pytest.param(_change("events", 0, "hand", 2), id="another hand"),
    ],
)
def test_every_change_is_found(recorded: dict[str, Any], change: Any) -> None:
    change(recorded)
    assert not all(each.holds for each in verify.check(recorded))


def test_what_was_noted_before_the_match_is_checked(recorded: dict[str, Any]) -> None:
    for noted in ({"commit": "0" * 64}, {"seed": "0" * 32}):
        (broken,) = [each for each in verify.check(recorded, **noted) if not each.holds]
        assert "noted" in broken.words


@pytest.mark.parametrize(
    "change",
    [
        _change("format", 2),
        _change("root", "xyz"),
        _change("root", 7),
        _change("events", None),
        _change("events", 0, "data", "draw", "guess"),
        _change("events", 0, "data", "n", 10**9),
        _change("events", 0, "data", "n", 0),
        _change("hands", [{}]),
        _change("seeds", None),
    ],
)
def test_what_is_no_recording_is_said_to_be_none(recorded: dict[str, Any], change: Any) -> None:
    change(recorded)
    with pytest.raises(verify.Unreadable):
        verify.check(recorded)


# --- the command -------------------------------------------------------------------------------------------------


def test_the_command_says_what_holds(recorded: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    path = tmp_path / "match.json"
    path.write_text(json.dumps(recorded))
    assert verify.main([str(path)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("ok   the SHA-256 of the root is the commitment") and "BAD" not in said
    assert "All 10 checks hold" in said and "Not checked: whether the commitment" in said
    assert verify.main([str(path), "--commit", recorded["commit"]]) == 0
    assert "Not checked" not in capsys.readouterr().out


def test_the_command_says_what_does_not_hold_and_fails(
    recorded: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    _swap_cards(recorded)
    path = tmp_path / "match.json"
    path.write_text(json.dumps(recorded))
    assert verify.main([str(path)]) == 1
    said = capsys.readouterr().out
    assert "BAD  hand 1, deal, shuffle 4" in said and "by the rules" in said and "1 of 10 checks failed" in said


@pytest.mark.parametrize("text", ["", "[]", "7", "{}", "not json", "[" * 100_000])
def test_the_command_cannot_be_upset(text: str, tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    path = tmp_path / "match.json"
    path.write_text(text)
    assert verify.main([str(path)]) == 2
    assert "not a recording" in capsys.readouterr().err
    assert verify.main([str(tmp_path / "missing.json")]) == 2


def test_the_file_runs_by_itself_and_reads_standard_input(recorded: dict[str, Any], tmp_path: Path) -> None:
    command = [sys.executable, "-I", verify.__file__, "-"]
    done = subprocess.run(command, input=json.dumps(recorded), capture_output=True, text=True, cwd=tmp_path, check=True)
    assert "All 10 checks hold" in done.stdout
