"""Runs inside gnubg (`gnubg -t -q -p FILE`): it plays matches of `KAFENEIO_LENGTHS` (points, by commas; 0: a session of
one game) against itself without the cube.

Writes each as match text into the folder `KAFENEIO_TEXTS`, and to `KAFENEIO_READ` what `gnubg_reads.py` writes of it.
"""

import json
import os
from pathlib import Path

import gnubg  # type: ignore[import-not-found]

for wish in (
    "sound enable off", "confirm new off", "confirm save off", "automatic game on", "automatic roll on",
    "automatic move on", "automatic bearoff on", "cube use off", "jacoby off", "display off", "seed 5",
    "player 0 gnubg", "player 1 gnubg", "player 0 chequer evaluation plies 0", "player 1 chequer evaluation plies 0",
):  # fmt: skip
    gnubg.command("set " + wish)
read = []
for number, length in enumerate(os.environ["KAFENEIO_LENGTHS"].split(",")):
    if length == "0":
        gnubg.command("set automatic game off")
        gnubg.command("new session")
    else:
        gnubg.command("set automatic game on")
        gnubg.command("new match " + length)
    gnubg.command(f"export match mat {os.environ['KAFENEIO_TEXTS']}/{number}.mat")
    match = gnubg.match(analysis=0, boards=1, statistics=0, verbose=0)
    read.append(
        [
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
    )
Path(os.environ["KAFENEIO_READ"]).write_text(json.dumps(read), encoding="utf-8")
os._exit(0)
