"""Runs a competition from outside: announces it over gRPC, lets bots enter and play it, and prints who has won.

python competition.py GRPC_ADDRESS TOKEN SITE ACCOUNT:SESSION_TOKEN…

The token needs `tournaments.read`, `tournaments.play`, `tournaments.operate` and `events.subscribe`, and a
service account that is an operator: it announces the competition.
"""

import asyncio
import json
import random
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from kafeneio_client import Event, Platform, Player, Refused
from kafeneio_client.gen.kafeneio.tournaments.v1 import tournaments_pb2 as pb

ID = "from-outside"
REASON = "a competition that another system runs"
ENTER_S = 8
LASTS_S = 40
LOOK_S = 0.5
TRANSIENT = ("service_unavailable", "deadline_exceeded")
"""Refusals of a platform that is busy or restarting: the same request succeeds later."""


async def main(address: str, token: str, site: str, *players: str) -> None:
    """Run the whole competition."""
    async with Platform(address, token) as platform:
        settled = asyncio.create_task(first_settlement(platform))
        await announce(platform, len(players))
        async with asyncio.TaskGroup() as tasks:
            for each in players:
                account, session = each.split(":", 1)
                tasks.create_task(take_part(platform, site, account, session))
        state = await wait_for(platform, "settled", "cancelled")
        asked = pb.GetStandingsRequest(competition=ID)
        standings = await platform.call(platform.tournaments.GetStandings(asked))
        lines = [{"place": row.place, "account": row.account, "prize": row.prize_chips} for row in standings.standings]
        print(json.dumps({"state": state, "standings": lines, "event": (await settled).data["competition"]}))


async def announce(platform: Platform, entrants: int) -> None:
    """Create the competition and publish it."""
    now = datetime.now(UTC)
    start = now + timedelta(seconds=ENTER_S)
    plan = pb.Plan(
        name="The cup from outside", game="tictactoe", players=2,
        open_time=now, start_time=start, end_time=start + timedelta(seconds=LASTS_S),
        price_chips=500, games_per_entry=1, kind="total", min_entrants=entrants,
        prize_mode="growing", pool_bps=8_000, shares_bps=[6_000, 4_000],
    )  # fmt: skip
    save = pb.SaveRequest(competition=ID, request_id="save-1", plan=plan, reason=REASON)
    await platform.call(platform.tournaments.Save(save))
    publish = pb.PublishRequest(competition=ID, request_id="publish-1", reason=REASON)
    await platform.call(platform.tournaments.Publish(publish))


async def take_part(platform: Platform, site: str, account: str, session: str) -> None:
    """Enter, ask for a game, and play it."""
    await wait_for(platform, "open", "running")
    enter = pb.EnterRequest(competition=ID, account=account, request_id=f"{ID}-{account}"[:64])
    await platform.call(platform.tournaments.Enter(enter))
    async with Player(site, session, account, account) as player:
        await wait_for(platform, "running", "cancelled")
        while True:
            try:
                ask = pb.AskGameRequest(competition=ID, account=account, request_id="game-1")
                await platform.call(platform.tournaments.AskGame(ask))
            except Refused as refused:
                if refused.code not in ("player_not_online", "entry_pending", *TRANSIENT):
                    raise
                await asyncio.sleep(LOOK_S)
            else:
                break
        table = await player.called()
        async for turn in player.turns(table):
            cells = [
                (row, col)
                for row, line in enumerate(turn.game["board"], 1)
                for col, cell in enumerate(line, 1)
                if cell == "."
            ]
            row, col = random.choice(cells)
            await turn.move({"move": "place", "row": row, "col": col})


async def wait_for(platform: Platform, *states: str) -> str:
    """Wait until the competition is in one of these states; returns which."""
    while True:
        try:
            found = await platform.call(platform.tournaments.GetCompetition(pb.GetCompetitionRequest(competition=ID)))
        except Refused as refused:
            if refused.code not in TRANSIENT:
                raise
        else:
            if found.competition.state in states:
                return str(found.competition.state)
        await asyncio.sleep(LOOK_S)


async def first_settlement(platform: Platform) -> Event:
    """The event that asks for the prizes."""
    async for event in platform.events(["tournaments.prizes_asked"]):
        return event
    raise AssertionError("events end only when nobody reads them")


def arguments(words: Sequence[str]) -> None:
    """The arguments of the command line."""
    asyncio.run(main(*words))


if __name__ == "__main__":
    arguments(sys.argv[1:])
