"""Plays a practice match by the advice of the strong computer player, and then has the match analysed.

python analyst.py SITE USERNAME PASSWORD [GAME [OPTIONS]]

Advice is only for practice tables where nobody else sits (`not_practice`, `not_alone` elsewhere), because others would
not see it; so this program plays for no chips, against the computer alone. Without advice it makes any legal move. It
prints a line for each decision, and in the end one with the result and the analysis, if the game has one.
"""

import asyncio
import json
import random
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any

from kafeneio_client import Player, Refused, Turn

SEATS = {"pilotta": 4, "tichu": 4, "dominoes": 4}
"""Games for more than two."""
BUSY = ("computer_busy", "rate_limited", "service_unavailable")
"""Refusals after which the next decision is asked about again."""
PAUSE_S = 1.0


async def main(site: str, username: str, password: str, game: str = "tictactoe", options: str = "{}") -> None:
    """Play one match and print what came of it."""
    async with await Player.log_in(site, username, password) as me:
        bots = list(range(1, SEATS.get(game, 2)))
        table = await me.create_table(game, bots=bots, options=json.loads(options), strength="easy")
        counted: Counter[str] = Counter()
        async for turn in me.turns(table):
            counted["advised" if await decide(me, turn) else "own"] += 1
        result = table.view["result"] if table.view else None
        match = result["match"] if result else ""
        won = bool(result) and table.view is not None and table.view["you"] in result["winners"]
        say(game=game, match=match, won=won, **counted, analysis=await analysed(me, match, username))


async def decide(me: Player, turn: Turn) -> bool:
    """Make the advised move, or any legal one; returns whether it was advised."""
    move, reason = await advice(me, turn.table.id)
    is_advised = move is not None
    if move is None:
        move = random.choice((await turn.legal_moves())["moves"])
    say(move=move, reason=reason)
    try:
        await turn.move(move)
    except Refused as refused:
        if refused.code != "stale":  # the time has run out, or the table has gone on: the next turn says so
            raise
    return is_advised


async def advice(me: Player, table: str) -> tuple[dict[str, Any] | None, str]:
    """What the strong computer player would do, and why; None without advice, and the code why there is none."""
    try:
        found = await me.request("POST", f"/api/tables/{table}/hint")
    except Refused as refused:
        if refused.code not in (*BUSY, "not_your_turn", "match_over"):
            raise
        return None, refused.code
    return found["move"], found["reason"]["code"]


async def analysed(me: Player, match: str, username: str) -> dict[str, Any] | None:
    """How well the match was played: the mean error of each player. None: matches of this game are not analysed."""
    try:
        found = await me.request("POST", f"/api/recordings/{match}/analysis")
        while found["again_ms"] is not None:
            await asyncio.sleep(max(PAUSE_S, found["again_ms"] / 1000))
            found = await me.request("GET", f"/api/recordings/{match}/analysis")
    except Refused as refused:
        if refused.code not in ("analysis_unavailable", "analysis_limit", "analysis_busy"):
            raise
        return None
    if found["report"] is None:
        return None
    return {
        (seat["name"] if seat["name"] == username else f"seat {number}"): player
        for number, (seat, player) in enumerate(zip(found["seats"], found["report"]["players"], strict=True))
    }


def say(**what: Any) -> None:
    """A line for whoever reads along."""
    print(json.dumps(what), flush=True)


def arguments(words: Sequence[str]) -> None:
    """The arguments of the command line."""
    asyncio.run(main(*words))


if __name__ == "__main__":
    arguments(sys.argv[1:])
