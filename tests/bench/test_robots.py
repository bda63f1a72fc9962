"""Robots play whole matches, come back after a cut without losing or doubling a move, and notice a house that does."""

import asyncio
from collections.abc import Callable

import msgspec
import pytest

from bench.robots import wire
from bench.robots.guests import Guest
from bench.robots.meter import Meter, percentile
from bench.robots.pairs import Pair
from bench.robots.robots import Player, Robot
from tests.bench.fake_platform import FakeHouse
from tests.support import loops

ANN = Player("ann", "ann", "ann")


def play(house: FakeHouse, moves: int, *, meter: Meter | None = None, choice: str = "rematch") -> list[Robot]:
    """Two robots play until the platform has seen so many moves, or one of them complains."""
    return loops.run(_play(house, lambda: house.moves >= moves, meter, choice))


async def _play(house: FakeHouse, enough: Callable[[], bool], meter: Meter | None, choice: str) -> list[Robot]:
    async with house:
        robots = [Robot(number, Player(name, name, name), [house.url], 7) for number, name in enumerate("ab")]
        for robot in robots:
            robot.choose = lambda: choice
            robot.think = lambda: 0.001
        if meter is not None:
            meter.watch(robots)
            meter.begin()
        runs = [asyncio.create_task(robot.run()) for robot in robots]
        pair = asyncio.create_task(Pair(0, robots[0], robots[1], 0).keep_playing(asyncio.Event()))
        async with asyncio.timeout(60):
            while not enough() and not any(complaints(robots)):
                await asyncio.sleep(0.01)
        pair.cancel()
        for robot in robots:
            robot.stop()
        await asyncio.gather(*runs)
        return robots


def complaints(robots: list[Robot]) -> tuple[int, int, int]:
    return (
        sum(len(robot.witness.lost) for robot in robots),
        sum(len(robot.witness.doubled) for robot in robots),
        sum(len(robot.witness.broken) + len(robot.unexpected) for robot in robots),
    )


def test_two_robots_play_match_after_match_at_one_table() -> None:
    house = FakeHouse()
    robots = play(house, 60)
    assert complaints(robots) == (0, 0, 0)
    assert len(house.tables) == 1
    assert house.tables["table-0"].number > 4
    assert sum(robot.moves_acked for robot in robots) >= 59


def test_a_robot_that_returns_to_the_lobby_gets_a_new_table() -> None:
    house = FakeHouse()
    robots = play(house, 40, choice="communication")
    assert complaints(robots) == (0, 0, 0)
    assert len(house.tables) > 2


def test_a_robot_that_missed_the_end_of_a_table_views_it_when_sent_back() -> None:
    house = FakeHouse()
    house.closes_unseen = True
    robots = play(house, 40, choice="communication")
    assert complaints(robots) == (0, 0, 0)
    assert len(house.tables) > 2


def test_a_move_with_a_lost_result_is_sent_again_under_its_id() -> None:
    house = FakeHouse()
    house.cuts_at = {3, 8, 9}
    robots = play(house, 30)
    assert complaints(robots) == (0, 0, 0)
    assert not house.cuts_at
    assert sum(robot.cuts for robot in robots) == 3
    moves = [command for robot in robots for command in robot.witness.commands.values() if command.cell is not None]
    assert len(moves) == len({(move.match, move.cell) for move in moves})


def test_the_loss_of_an_acknowledged_move_is_found() -> None:
    house = FakeHouse()
    house.loses_move = 5
    assert complaints(play(house, 30))[0] > 0


def test_a_command_carried_out_twice_is_found() -> None:
    house = FakeHouse()
    house.applies_twice = True
    house.cuts_at = {3, 5, 7, 9}
    assert complaints(play(house, 60))[1] > 0


def test_the_meter_counts_each_move_that_both_have_seen() -> None:
    house, meter = FakeHouse(), Meter()
    play(house, 30, meter=meter)
    assert house.moves - 2 <= len(meter.latencies_s) <= house.moves
    assert all(0 < latency_s < 60 for latency_s in meter.latencies_s)


@pytest.mark.parametrize(("share", "expected"), [(0.5, 50), (0.95, 95), (0.99, 99), (1.0, 100), (0.001, 1)], ids=str)
def test_percentiles_are_values_that_were_measured(share: float, expected: int) -> None:
    assert percentile(range(1, 101), share) == expected


def test_the_percentile_of_nothing_is_nothing() -> None:
    assert percentile([], 0.99) == 0


@pytest.mark.parametrize("make", [lambda url: Robot(0, ANN, [url], 7), lambda url: Guest(0, ANN, url)])
def test_a_robot_stopped_while_connecting_does_not_stay(make: Callable[[str], Robot | Guest]) -> None:
    async def come_and_go() -> None:
        async with FakeHouse() as house:
            somebody = make(house.url)
            coming = asyncio.create_task(somebody.run())
            await asyncio.sleep(0)
            somebody.stop()
            async with asyncio.timeout(60):
                await coming

    loops.run(come_and_go())


def test_a_request_to_the_lobby_has_only_fields_that_are_not_their_defaults() -> None:
    frame = wire.CreateTableFrame(id="1", name="Corner", game="tictactoe", options={"size": 3}, stake_chips=0)
    assert msgspec.json.decode(wire.pack_sparse(frame)) == {
        "t": "create_table",
        "id": "1",
        "name": "Corner",
        "game": "tictactoe",
        "options": {"size": 3},
    }
    assert msgspec.json.decode(wire.pack_sparse(frame), type=wire.FromClient) == frame
