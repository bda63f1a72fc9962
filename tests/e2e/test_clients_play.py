"""The bot of each client package's README plays every game to the end, and what the READMEs promise beside it holds."""

import json
import os
import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.e2e.house import House
from tests.e2e.test_clients import PYTHON, TYPESCRIPT, VENV, WEB, first_example, registered, run, with_node

SHORT: Mapping[str, tuple[int, Mapping[str, object]]] = {
    "tictactoe": (2, {}),
    "tavli": (2, {"variant": "portes", "target": 1}),
    "dominoes": (4, {"target": 100}),
    "pilotta": (4, {"target": 101}),
    "tichu": (4, {"target": 250}),
    "buraco": (2, {"match_mode": "round"}),
    "koumkan": (2, {"seats": 2, "target_score": 51}),
    "thanasis": (2, {"seats": 2, "target_score": 51}),
    "dynamitis": (2, {"seats": 2, "target_score": 51}),
    "mpirimpa": (2, {"target_score": 505}),
    "mpirimpa_pro": (2, {"target_score": 505}),
}
"""Every game that is played against the computer: seats, and options of the shortest match."""
MATCHES = int(os.environ.get("KAFENEIO_CLIENT_MATCHES", "1"))
"""Of each game and package; more are played by hand, which takes long."""
AT_ONCE = 4
SAID = re.compile(r"winners: .* I sat on 0\n")


@pytest.fixture(scope="module")
def quick_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Computer players do not think, and hands follow each other at once."""
    settings = {
        "KAFENEIO_BOT_THINK_MIN_MS": "1",
        "KAFENEIO_BOT_THINK_MAX_MS": "2",
        "KAFENEIO_GATEWAY_ATTEMPTS_PER_MIN": "0",
        "KAFENEIO_INACTIVITY_S": "3600",
        "KAFENEIO_NEWCOMER_DAYS": "0",
        "KAFENEIO_GATEWAY_FRAMES_PER_S": "500",
        "KAFENEIO_GATEWAY_FRAMES_BURST": "1000",
    }
    running = House(tmp_path_factory.mktemp("house"), settings, command="tests.e2e.at_once")
    try:
        yield running.open()
    finally:
        running.kill()


def bot_of(package: Path, language: str, game: str) -> str:
    """The README's bot, for another game."""
    seats, options = SHORT[game]
    bots, chosen = list(range(1, seats)), json.dumps(options)
    text = first_example(package, language)
    if language == "python":
        return text.replace('"tictactoe", bots=[1]', f'"{game}", bots={bots}, options={chosen}, strength="easy"')
    return text.replace(
        '"tictactoe", { bots: [1] }', f'"{game}", {{ bots: {bots}, options: {chosen}, strength: "easy" }}'
    )


def play_all(house: House, bots: Mapping[str, Path], *command: str | Path, **environment: str) -> dict[str, list[str]]:
    """What the bots say that did not play to the end, by game; a game's matches follow each other, as a bot's would."""

    def play(game: str) -> list[str]:
        said = [
            run([*command, bots[game], house.url, *registered(house)], bots[game].parent, **environment)
            for _ in range(MATCHES)
        ]
        return [each for each in said if not SAID.fullmatch(each)]

    with ThreadPoolExecutor(AT_ONCE) as pool:
        found = dict(zip(bots, pool.map(play, bots), strict=True))
    return {game: said for game, said in found.items() if said}


@pytest.mark.long
def test_the_python_bot_plays_every_game_to_the_end(quick_house: House, tmp_path: Path) -> None:
    bots = {}
    for game in SHORT:
        bots[game] = tmp_path / f"{game}.py"
        bots[game].write_text(bot_of(PYTHON, "python", game))
    assert play_all(quick_house, bots, sys.executable, PYTHONPATH=str(PYTHON / "src")) == {}


@pytest.fixture(scope="module")
def node_package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the compiled package, where programs find it by its name."""
    folder = tmp_path_factory.mktemp("node")
    package = folder / "node_modules" / "kafeneio-client"
    run(
        with_node(WEB / "node_modules" / ".bin" / "tsc", "-p", "tsconfig.json", "--outDir", package / "dist"),
        TYPESCRIPT,
        **VENV,
    )
    shutil.copy(TYPESCRIPT / "package.json", package)
    return folder


@pytest.mark.long
def test_the_typescript_bot_plays_every_game_to_the_end(quick_house: House, node_package: Path) -> None:
    bots = {}
    for game in SHORT:
        bots[game] = node_package / f"{game}.mjs"
        bots[game].write_text(bot_of(TYPESCRIPT, "js", game))
    node = with_node("node", "--experimental-websocket")
    assert play_all(quick_house, bots, *node, **VENV) == {}


AGAIN = """
import asyncio, sys
from kafeneio_client import Player


async def first_move(me, table):
    async for turn in me.turns(table):
        await turn.move((await turn.legal_moves())["moves"][0])
        return


async def main(url, username, password):
    me = await Player.log_in(url, username, password)
    async with me:
        table = await me.create_table("tictactoe", bots=[1])
        await first_move(me, table)
        token = me.token
    async with await Player.resume(url, token) as me:  # after a crash
        found = await me.seat()
        assert found is not None and found.id == table.id
        await first_move(me, found)
        await found.leave()
        waiting = await me.create_table("tictactoe", mode="open", stake_chips=200)
        await waiting.leave()
        assert await me.seat() is None
        again = await me.create_table("tictactoe", bots=[1])
        async for turn in me.turns(again):
            await turn.move((await turn.legal_moves())["moves"][0])
        await again.leave()
        await me.create_table("tictactoe", bots=[1])
    print("played on")


asyncio.run(main(*sys.argv[1:]))
"""
AGAIN_JS = """
import { Player } from "kafeneio-client";

async function firstMove(me, table) {
  for await (const turn of me.turns(table)) return turn.move((await turn.legalMoves()).moves[0]);
}

const [url, username, password] = process.argv.slice(2);
const before = await Player.logIn(url, username, password);
const table = await before.createTable("tictactoe", { bots: [1] });
await firstMove(before, table);
const { token } = before;
before.close();
const me = await Player.resume(url, token); // after a crash
const found = me.seat();
if (found?.id !== table.id) throw new Error("no seat");
await firstMove(me, found);
await found.leave();
const waiting = await me.createTable("tictactoe", { mode: "open", stake_chips: 200 });
await waiting.leave();
const again = await me.createTable("tictactoe", { bots: [1] });
for await (const turn of me.turns(again)) await turn.move((await turn.legalMoves()).moves[0]);
await again.leave();
await me.createTable("tictactoe", { bots: [1] });
console.log("played on");
me.close();
"""


def test_a_python_program_leaves_plays_again_and_takes_its_seat_up_after_a_crash(
    quick_house: House, tmp_path: Path
) -> None:
    (tmp_path / "again.py").write_text(AGAIN)
    command = [sys.executable, "again.py", quick_house.url, *registered(quick_house)]
    assert run(command, tmp_path, PYTHONPATH=str(PYTHON / "src")) == "played on\n"


def test_a_typescript_program_leaves_plays_again_and_takes_its_seat_up_after_a_crash(
    quick_house: House, node_package: Path
) -> None:
    (node_package / "again.mjs").write_text(AGAIN_JS)
    command = with_node("node", "--experimental-websocket", "again.mjs", quick_house.url, *registered(quick_house))
    assert run(command, node_package, **VENV) == "played on\n"


AMONG_OTHERS = """friend true
true A game?
2 1 Here I am
played true
"""


def second_example(package: Path, language: str) -> str:
    return re.findall(rf"```{language}\n(.*?)```", (package / "README.md").read_text(), re.DOTALL)[1]


def test_two_python_players_become_friends_write_meet_and_play(quick_house: House, tmp_path: Path) -> None:
    (tmp_path / "meet.py").write_text(second_example(PYTHON, "python"))
    command = [sys.executable, "meet.py", quick_house.url, *registered(quick_house), *registered(quick_house)]
    assert run(command, tmp_path, PYTHONPATH=str(PYTHON / "src")).lower() == AMONG_OTHERS.lower()


def test_two_typescript_players_become_friends_write_meet_and_play(quick_house: House, node_package: Path) -> None:
    (node_package / "meet.mjs").write_text(second_example(TYPESCRIPT, "js"))
    accounts = [*registered(quick_house), *registered(quick_house)]
    command = with_node("node", "--experimental-websocket", "meet.mjs", quick_house.url, *accounts)
    assert run(command, node_package, **VENV) == AMONG_OTHERS
