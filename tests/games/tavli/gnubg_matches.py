"""Runs inside gnubg (`gnubg -t -q -p FILE`), and says what it has of matches.

It reads the match texts `KAFENEIO_TEXTS` (paths, by commas). With `KAFENEIO_LENGTHS` (points, by commas; 0: a session
of one game) it plays a match of each length against itself, without the cube, and writes it to the path of that place.

Writes to `KAFENEIO_READ` a list by text of lists by game: the `winner` and the `turns` in order, each as player, dice,
and the position's id before it.
"""

import json
import os
from pathlib import Path

import gnubg  # type: ignore[import-not-found]

PLAYS = (
    "automatic game on", "automatic roll on", "automatic move on", "automatic bearoff on", "cube use off", "jacoby off",
    "display off", "seed 5", "player 0 gnubg", "player 1 gnubg", "player 0 chequer evaluation plies 0",
    "player 1 chequer evaluation plies 0",
)  # fmt: skip


def play(length):
    one_game = length == "0"
    gnubg.command("set automatic game " + ("off" if one_game else "on"))
    gnubg.command("new session" if one_game else "new match " + length)


def read():
    match = gnubg.match(analysis=0, boards=1, statistics=0, verbose=0)
    return [
        {
            "winner": game["info"].get("winner"),
            "turns": [
                [each["player"], sorted(each["dice"], reverse=True), each["board"]]
                for each in game["game"]
                if each["action"] == "move"
            ],
        }
        for game in match["games"]
    ]


paths = os.environ["KAFENEIO_TEXTS"].split(",")
lengths = os.environ.get("KAFENEIO_LENGTHS", "")
for wish in ("sound enable off", "confirm new off", "confirm save off", *(PLAYS if lengths else ())):
    gnubg.command("set " + wish)
found = []
for number, path in enumerate(paths):
    if lengths:
        play(lengths.split(",")[number])
    gnubg.command(("export match mat " if lengths else "import mat ") + path)
    found.append(read())
Path(os.environ["KAFENEIO_READ"]).write_text(json.dumps(found), encoding="utf-8")
os._exit(0)
