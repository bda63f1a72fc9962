"""A move and its match's settlement on the whole platform, every service a process of its own: each is one trace."""

import asyncio
from collections.abc import Sequence

import pytest

from bench.drill.monitoring import wait_for
from bench.processes.whole_platform import Platform
from bench.robots.accounts import register_players
from bench.robots.evening import SETTINGS, STAKE_CHIPS
from bench.robots.pairs import Pair
from bench.robots.robots import Robot
from tests.support.collector import Collector, SeenSpan
from tests.support.loops import run
from tests.support.servers import PostgresServer, RabbitServer

pytestmark = pytest.mark.real

COMMITTED = {("tables-worker", "journal commit"), ("tables-worker", "publish updates")}
MOVE = COMMITTED | {("gateway", "frame move"), ("tables-worker", "action move")}
SETTLEMENT = MOVE | {("wallet", "events.wallet.tables.match_finished.staked"), ("wallet", "ledger post")}
HOLD = {("wallet", "ledger post")}
START = HOLD | {("gateway", "frame start_table"), ("lobby", "lobby.start_table"), ("tables-worker", "action start")}


async def play(platform: Platform, moves: int) -> None:
    """Two robots play match after match until so many moves are acknowledged; then they go."""
    players = register_players(platform.rest_urls, 2)
    robots = [Robot(number, player, platform.gateway_urls, 1) for number, player in enumerate(players)]
    tasks = [asyncio.create_task(robot.run()) for robot in robots]
    tasks.append(asyncio.create_task(Pair(0, *robots, STAKE_CHIPS).keep_playing(asyncio.Event())))
    try:
        async with asyncio.timeout(120):
            while sum(robot.moves_acked for robot in robots) < moves:
                await asyncio.sleep(0.1)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@pytest.mark.timeout(240)
def test_from_the_frame_of_a_move_to_the_row_of_the_ledger_everything_is_one_trace(
    rabbit_server: RabbitServer, postgres_server: PostgresServer
) -> None:
    with Collector() as collector:
        settings = SETTINGS | {"KAFENEIO_TRACING_URL": collector.url, "KAFENEIO_TRACING_RATIO": "1"}
        with Platform(rabbit_server, postgres_server, settings=settings) as platform:
            run(play(platform, 20))
            assert wait_for(lambda: bool(_ledger_traces(platform, "settle:%")), 60)
            settled, held = _ledger_traces(platform, "settle:%"), _ledger_traces(platform, "hold:%")
            moved = _journal_traces(platform)
            assert settled and held and moved
            for traces, expected in ((settled, SETTLEMENT), (held, HOLD), (moved, COMMITTED)):
                for each in traces:
                    assert wait_for(lambda each=each, names=expected: names <= _names(collector.trace(each)), 60), (
                        each,
                        sorted(_names(collector.trace(each))),
                    )
            assert wait_for(lambda: _is_whole(collector.trace(settled[0])), 60), collector.trace(settled[0])
            # The first match begins with the organizer's frame, every other one with the second who wants a rematch.
            assert wait_for(lambda: any(_names(collector.trace(each)) >= START for each in held), 60)
        # What is left is exported before the processes end.
    assert not [each for each in collector.spans if each.failed]


def _names(spans: Sequence[SeenSpan]) -> set[tuple[str, str]]:
    return {(each.service, each.name) for each in spans}


def _is_whole(spans: Sequence[SeenSpan]) -> bool:
    """One root, the move's frame, and every other span below another one of the same trace."""
    ids = {each.id for each in spans}
    roots = [each.name for each in spans if not each.parent]
    return roots == ["frame move"] and {each.parent for each in spans if each.parent} <= ids


def _ledger_traces(platform: Platform, batches: str) -> list[str]:
    with platform.postgres.connect(platform.databases["wallet"]) as wallet:
        found = wallet.execute("SELECT DISTINCT trace FROM wallet.transfers WHERE idem LIKE %s", [batches])
        return [row[0] for row in found]


def _journal_traces(platform: Platform) -> list[str]:
    with platform.postgres.connect(platform.databases["tables"]) as tables:
        found = tables.execute("SELECT trace FROM tables.journal WHERE command_id IS NOT NULL AND trace <> '' LIMIT 5")
        return [row[0] for row in found]
