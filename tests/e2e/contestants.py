"""Robots of the load tests as the other players of a competition on the running platform."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from bench.robots.accounts import register_players
from bench.robots.contest import Contest
from bench.robots.robots import Robot
from tests.e2e.house import House
from tests.support import loops


def robots_of(house: House, count: int, made: Callable[..., Robot] = Robot) -> list[Robot]:
    """Robots with accounts of their own, not connected yet."""
    socket = house.url.replace("http", "ws") + "/ws"
    players = register_players([house.url], count)
    return [made(number, player, [socket], seed=number) for number, player in enumerate(players)]


async def compete(contests: Sequence[Contest], opens_for_s: float) -> None:
    """All these competitions at once, from the announcement to the prizes; then the robots go."""
    robots = [robot for contest in contests for robot in contest.robots]
    async with asyncio.TaskGroup() as tasks:
        for robot in robots:
            tasks.create_task(robot.run())
        held = [tasks.create_task(contest.run(opens_for_s)) for contest in contests]
        await asyncio.wait(held)
        for robot in robots:
            robot.stop()


def in_background(contests: Sequence[Contest], opens_for_s: float) -> "Future[None]":
    """The same beside what the test does in its browsers."""
    return ThreadPoolExecutor(1).submit(lambda: loops.run(compete(contests, opens_for_s)))
