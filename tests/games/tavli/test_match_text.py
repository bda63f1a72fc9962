"""Matches as text for programs of backgammon: RULES.md §16. GNU Backgammon reads them, if it is installed."""

import base64
import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from games import api
from games.tavli import rules
from games.tavli.match_text import writing
from games.tavli.position import board_of
from games.tavli.side import BAR, CHECKERS, count
from games.tavli.state import State
from games.tavli.variants import VARIANTS
from services.contracts.tables.recordings import MatchText, Recording
from services.kernel.refusal import Refusal
from services.tables.history import replay
from tests.support.programs import find_gnubg
from tests.tables.analysis.matches import recorded

PORTES = VARIANTS["portes"]
STEP = re.compile(r"\d+/\d+\*?")


def moments_of(recording: Recording) -> list[api.Moment[Any, Any]]:
    found = replay.player(recording)
    assert not isinstance(found, Refusal)
    return list(found.given())


def text_of(recording: Recording) -> str:
    found = replay.write_text(recording)
    assert isinstance(found, MatchText)
    return found.text


def match(seed: int, **options: Any) -> Recording:
    return recorded("tavli", {"variant": "portes", "target": 3} | options, seed=seed)


def position_id(state: State) -> str:
    """GNU Backgammon's name of a position: for each side, the one to move last, its checkers point by point as ones
    with a zero after each point, then the bar; 80 bits, the lowest first."""
    assert state.turn is not None
    board = board_of(PORTES, state.position, state.turn)
    theirs = [count(board.enemy, BAR - point) for point in range(1, BAR + 1)]
    own = [count(board.own, point) for point in range(1, BAR + 1)]
    bits = "".join("1" * checkers + "0" for checkers in (*theirs, *own)).ljust(80, "0")
    number = int(bits[::-1], 2)
    return base64.b64encode(number.to_bytes(10, "little")).decode().rstrip("=")


def games_of(recording: Recording) -> list[dict[str, Any]]:
    """Each game of Portes as `gnubg_matches.py` writes it."""
    games: dict[int, dict[str, Any]] = {}
    for before, _, _, after in moments_of(recording):
        if rules.name_of(before) != "portes" or before.phase in ("opening", "game_over"):
            continue
        game = games.setdefault(before.game_number, {"winner": None, "turns": []})
        if sum(after.turns) > sum(before.turns):
            dice = sorted(before.dice, reverse=True)
            game["turns"].append(["XO"[before.turn or 0], dice, position_id(before)])
        winner = after.games[-1].winner if len(after.games) > len(before.games) else None
        if winner is not None and game["turns"]:  # gnubg reads no end of a game in which nothing was played
            game["winner"] = "XO"[winner]
    return list(games.values())


def turns_in(recording: Recording) -> int:
    return sum(len(game["turns"]) for game in games_of(recording))


# --- through GNU Backgammon ---


@pytest.mark.skipif(find_gnubg(Path("/")) is None, reason="gnubg is not installed")
def test_gnu_backgammon_reads_the_same_positions_and_winners(tmp_path: Path) -> None:
    matches = [
        *(match(seed, target=target) for seed in range(8) for target in (1, 3, 5)),
        *(match(seed, variant="combined", target=7) for seed in range(4)),
        *(recorded("tavli", {"variant": "portes", "target": 3}, seed=7, leave_at=at) for at in (2, 3, 8, 9, 40)),
    ]
    paths = [tmp_path / f"{number}.mat" for number in range(len(matches))]
    for path, each in zip(paths, matches, strict=True):
        path.write_text(text_of(each), encoding="utf-8")
    read = tmp_path / "read.json"
    names = {"KAFENEIO_TEXTS": ",".join(map(str, paths)), "KAFENEIO_READ": str(read), "PYTHONPATH": ""}
    script = Path(__file__).with_name("gnubg_matches.py")
    subprocess.run(
        [str(find_gnubg(Path("/"))), "-t", "-q", "-p", str(script)],
        env=os.environ | names, stdin=subprocess.DEVNULL, capture_output=True, timeout=120, check=True,
    )  # fmt: skip
    found = json.loads(read.read_text(encoding="utf-8"))
    assert found == [games_of(each) for each in matches]
    assert sum(map(turns_in, matches)) > 1_000


# --- by itself ---


def test_each_completed_turn_has_its_dice_and_a_step_for_each_die_that_was_used() -> None:
    recording = match(3)
    text = text_of(recording)
    completed = turns_in(recording)
    assert len(re.findall(r"[1-6][1-6]:", text)) == completed
    plays = [each.action for each in moments_of(recording) if isinstance(each.action, rules.Play)]
    assert len(STEP.findall(text)) == sum(len(play.steps) for play in plays)
    assert text.count("Cannot Move") == completed - len(plays)


def test_the_length_is_the_target_and_each_game_begins_with_its_score() -> None:
    lines = text_of(match(3)).splitlines()
    assert " 3 point match" in lines
    scores = [re.findall(r": (\d+)", line) for line in lines if line.startswith(" player-0")]
    assert scores == [["0", "0"], ["0", "1"], ["0", "2"]]
    assert lines[-1].strip() == "Wins 1 point and the match"


def test_a_match_that_a_triple_would_end_too_soon_elsewhere_is_a_session() -> None:
    """Others give 3 points where we give 2: from 0 in a match to 3 they would read no further game."""
    state = rules.start(rules.options({"variant": "portes", "target": 3}, {}))  # type: ignore[arg-type]
    game = writing._Game(1, (0, 0), ended=writing.Ended("portes", 1, 2, "bear_off"), triple=True)
    assert writing._is_over_too_soon(game, state.target)
    assert not writing._is_over_too_soon(game, 2)
    assert " 0 point match" in text_of(match(0))


def test_the_games_of_portes_alone_are_written_of_a_combined_match() -> None:
    recording = match(1, variant="combined", target=7)
    text = text_of(recording)
    played = len({each.before.game_number for each in moments_of(recording) if rules.name_of(each.before) == "portes"})
    assert len(re.findall(r"^ Game \d+$", text, re.MULTILINE)) == played


@pytest.mark.parametrize("variant", ["plakoto", "fevga"])
def test_a_match_without_portes_has_no_text(variant: str) -> None:
    assert replay.write_text(match(1, variant=variant, target=1)) == Refusal("text_unavailable")


def test_a_game_without_a_text_form_says_so() -> None:
    assert replay.write_text(recorded("tictactoe")) == Refusal("text_unavailable")


NAMES = {
    "a:b,1": "a b 1",
    "": "Player 1",
    " \n": "Player 1",
    "Λευτέρης": "Λευτέρης",
    "x" * 64: "x" * 30,
}


@pytest.mark.parametrize(("name", "written"), NAMES.items())
def test_a_name_cannot_be_read_as_anything_else(name: str, written: str) -> None:
    text = writing.write_text(api.MatchHead("m", "2026-11-29", (name, "Bob")), moments_of(match(1)))
    assert text is not None
    assert f"\n {written} : 0 " in text


def test_every_checker_is_in_the_position_ids() -> None:
    state = rules.start(rules.options({"variant": "portes"}, {}))  # type: ignore[arg-type]
    named = position_id(rules.replace(state, turn=0))
    assert named == "4HPwATDgc/ABMA"
    assert sum(bin(byte).count("1") for byte in base64.b64decode(named + "==")) == 2 * CHECKERS
