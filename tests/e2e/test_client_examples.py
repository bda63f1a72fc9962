"""The examples of the Python package, each run as a program against a whole platform."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.house import House
from tests.e2e.test_clients import PYTHON, registered, run

EXAMPLES = PYTHON / "examples"
ENTRANT = """
import asyncio, random, sys
from kafeneio_client import Player, Refused

async def main(url, username, password, competition):
    async with await Player.log_in(url, username, password) as me:
        await me.competitions.enter(competition)
        while True:
            try:
                await me.competitions.ask_game(competition)
                break
            except Refused as refused:
                if refused.code not in ("competition_not_running", "no_games_left", "player_not_online"):
                    raise
                await asyncio.sleep(0.3)
        async for turn in me.turns(await me.called()):
            await turn.move(random.choice((await turn.legal_moves())["moves"]))

asyncio.run(main(*sys.argv[1:]))
"""


@pytest.fixture(scope="module")
def quick_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """New accounts make competitions, and nobody is slowed down."""
    settings = {
        "KAFENEIO_BOT_THINK_MIN_MS": "1",
        "KAFENEIO_BOT_THINK_MAX_MS": "2",
        "KAFENEIO_GATEWAY_ATTEMPTS_PER_MIN": "0",
        "KAFENEIO_GATEWAY_COMPUTATIONS_PER_MIN": "0",
        "KAFENEIO_NEWCOMER_DAYS": "0",
    }
    running = House(tmp_path_factory.mktemp("house"), settings)
    try:
        yield running.open()
    finally:
        running.kill()


def started(program: Path | str, *arguments: str) -> "subprocess.Popen[str]":
    command = [sys.executable, *(["-c", program] if isinstance(program, str) else [str(program)]), *arguments]
    return subprocess.Popen(
        command, env=os.environ | {"PYTHONPATH": str(PYTHON / "src")}, stdout=subprocess.PIPE, text=True
    )


def ended(program: "subprocess.Popen[str]", within_s: float = 120) -> list[dict[str, Any]]:
    """What a program has said since, once it has ended well."""
    said, _ = program.communicate(timeout=within_s)
    assert program.returncode == 0
    return [json.loads(line) for line in said.splitlines()]


def test_the_director_makes_starts_and_watches_a_competition_and_publishes_its_results(
    quick_house: House, tmp_path: Path
) -> None:
    file = tmp_path / "results.json"
    director = registered(quick_house)
    programs = [started(EXAMPLES / "director.py", quick_house.url, *director, "tictactoe", "2", str(file), "all")]
    try:
        assert programs[0].stdout is not None
        competition = json.loads(programs[0].stdout.readline())["made"]
        entrants = [registered(quick_house) for _ in range(2)]
        programs += [started(ENTRANT, quick_house.url, *entrant, competition) for entrant in entrants]
        said = ended(programs[0])
        for program in programs[1:]:
            ended(program)
    finally:
        for program in programs:
            program.kill()
            program.wait(30)
    assert {"started": competition} in said
    assert said[-1] == {"ended": "played", "file": str(file)}
    results = json.loads(file.read_text(encoding="utf-8"))
    assert (results["game"], results["final"], results["state"]) == ("tictactoe", True, "played")
    assert {line["name"] for line in results["standings"]} == {entrant.name for entrant in entrants}
    assert {line["games"] for line in results["standings"]} == {1}
    assert not file.with_suffix(".new").exists()


def analyst(house: House, game: str, options: str = "{}") -> tuple[str, list[dict[str, Any]], dict[str, Any]]:
    """The name under which it played, its decisions, and what came of the match."""
    account = registered(house)
    command = [sys.executable, EXAMPLES / "analyst.py", house.url, *account, game, options]
    *moves, result = map(json.loads, run(command, EXAMPLES, PYTHONPATH=str(PYTHON / "src")).splitlines())
    assert result["game"] == game and result["match"]
    return account.name, moves, result


def test_the_analyst_plays_a_practice_match_by_advice_alone(quick_house: House) -> None:
    _, moves, result = analyst(quick_house, "tictactoe")
    assert result["advised"] == len(moves) >= 2 and "own" not in result
    assert all(each["move"]["move"] == "place" and each["reason"] for each in moves)
    assert result["analysis"] is None


@pytest.mark.long
def test_the_analyst_has_a_match_of_a_game_with_analysis_analysed(quick_house: House) -> None:
    name, moves, result = analyst(quick_house, "tavli", '{"variant": "fevga", "target": 1}')
    assert result["advised"] == len(moves)
    own = result["analysis"][name]
    assert own["decisions"] > 0 and own["mean_error"] < result["analysis"]["seat 1"]["mean_error"]
