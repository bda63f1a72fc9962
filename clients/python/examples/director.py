"""Directs a competition of one's own: makes it, starts it when everybody is there, watches it, and publishes the
standings in a file after every game, until nothing can change any more.

python director.py SITE USERNAME PASSWORD GAME PLACES FILE [friends|all]

FILE is JSON, replaced as a whole each time: a page that shows it never reads half of it. One line for each thing that
happens is written to the terminal. Ended early, the competition goes on; `call_off` ends one that has not begun.
"""

import asyncio
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kafeneio_client import Player
from kafeneio_client.competitions import Audience

STARTS_IN_MS = 10 * 60_000
"""It starts then at the latest; when all places are taken, at once."""
LASTS_MIN = 60
GAMES = 1
"""Of each player."""
LOOK_S = 1.0
OVER = ("settled", "cancelled")


async def main(
    site: str, username: str, password: str, game: str, places: str, file: str, audience: Audience = "friends"
) -> None:
    """Direct the whole competition."""
    async with await Player.log_in(site, username, password) as me:
        competition = await make(me, game, int(places), audience)
        say(made=competition)
        await start_when_full(me, competition, int(places))
        state = await publish_until_over(me, competition, Path(file))
        say(ended=state, file=file)


async def make(me: Player, game: str, places: int, audience: Audience) -> str:
    """Make the competition; returns its id."""
    starts_at_ms = int(time.time() * 1000) + STARTS_IN_MS
    return await me.competitions.make(
        f"Cup of {me.name}"[:40], game, starts_at_ms, audience, games=GAMES, places=places, minutes=LASTS_MIN
    )


async def start_when_full(me: Player, competition: str, places: int) -> None:
    """Wait until all places are taken, or until it starts by itself."""
    there = 0
    while (seen := (await me.competitions.look(competition))["competition"])["state"] in ("announced", "open"):
        if seen["entrants"] != there:
            there = seen["entrants"]
            say(entrants=there, places=places)
        if there == places:
            await me.competitions.start(competition)
            say(started=competition)
            return
        await asyncio.sleep(LOOK_S)


async def publish_until_over(me: Player, competition: str, file: Path) -> str:
    """Publish the standings whenever they have changed; returns how it has ended: `settled`, `cancelled`, or `played`
    when everybody has played all their games."""
    published = None
    while True:
        seen = (await me.competitions.look(competition))["competition"]
        standings = await me.request("GET", f"/api/competitions/{competition}/standings?limit=100")
        state = "played" if is_played(seen, standings) else seen["state"]
        results = {
            "competition": seen["name"],
            "game": seen["game"],
            "state": state,
            "final": state in (*OVER, "played"),
            "standings": [
                {name: line[name] for name in ("place", "name", "points", "margin", "games")}
                for line in standings["lines"]
            ],
        }
        if results != published:
            publish(file, results)
            published = results
            say(published=len(results["standings"]), games=seen["games_counted"])
        if results["final"]:
            return state
        await asyncio.sleep(LOOK_S)


def is_played(seen: dict[str, Any], standings: dict[str, Any]) -> bool:
    """Whether all places are taken and everybody has played all their games: then nothing can change any more."""
    lines = standings["lines"]
    return len(lines) == seen["places"] and all(line["games"] == GAMES for line in lines) and not seen["games_running"]


def publish(file: Path, results: dict[str, Any]) -> None:
    """Put the results in the place of those before."""
    new = file.with_suffix(".new")
    new.write_text(json.dumps(results, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    new.replace(file)


def say(**what: Any) -> None:
    """A line for whoever reads along."""
    print(json.dumps(what), flush=True)


def arguments(words: Sequence[str]) -> None:
    """The arguments of the command line."""
    asyncio.run(main(*words))  # type: ignore[arg-type]


if __name__ == "__main__":
    arguments(sys.argv[1:])
