"""Runs inside gnubg (`gnubg -t -q -p FILE`): what it has read of the match texts `KAFENEIO_TEXTS` (paths, by commas).

Writes to `KAFENEIO_READ` a list by text of lists by game: the `winner` and the `turns` in order, each as player, dice,
and the position's id before it.
"""

import json
import os
from pathlib import Path

import gnubg  # type: ignore[import-not-found]

gnubg.command("set sound enable off")
gnubg.command("set confirm new off")
read = []
for path in os.environ["KAFENEIO_TEXTS"].split(","):
    gnubg.command("import mat " + path)
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
