"""What a storm of replays does to moves (`make bench-replays`): once computed beside the worker, once by `history`.

Robots play on the whole platform while threads ask for replays of matches that have ended, as fast as they are
answered. The processor time of the worker's processes for each move says what a storm takes from a pod that plays; the
delays of moves are those of one machine, on which both share the processors. The last line of the output is JSON.
"""

import argparse
import asyncio
import sys
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import msgspec
import uvloop

from bench.processes.usage import Usage
from bench.processes.whole_platform import Platform
from bench.robots.accounts import register_players
from bench.robots.evening import SETTINGS, Evening, say
from bench.robots.meter import percentile
from bench.robots.pairs import Pair
from bench.robots.robots import Player, Robot
from services.contracts.tables.recordings import ListRecordings, ReplayHand
from services.kernel.refusal import Refusal
from services.platform.broker.rpc_client import RpcClient
from services.platform.process.settings import CommonSettings
from tests.support.servers import PostgresServer, RabbitServer

THINK_S = 0.2
ASKERS = 4
MATCHES_PLAYED = 3
"""So many moves by nine a table are made before the storm: that many matches can be replayed."""


class Figures(msgspec.Struct):
    """One arrangement: without replays, and with as many as are answered."""

    calm_p99_ms: float
    storm_p99_ms: float
    calm_worker_cpu_ms_per_move: float
    storm_worker_cpu_ms_per_move: float
    replays_per_s: float


class Report(msgspec.Struct):
    """The last line."""

    beside_worker: Figures
    history: Figures


class Phase(msgspec.Struct):
    """What was measured for a while."""

    p99_ms: float
    worker_cpu_ms_per_move: float


class Storm(Evening):
    """Tables that play, calmly at first, then in a storm."""

    def __init__(self, platform: Platform, players: Sequence[Player], seed: int, seconds: float) -> None:
        """`seconds`: how long each phase is measured."""
        self._seconds = seconds
        self._delays_s: list[float] = []
        self._asking = threading.Event()
        self.answered = 0
        self.figures: Figures | None = None
        super().__init__(platform, players, seed)

    def teach(self, pair: Pair, robot: Robot) -> None:
        """They think, and say how long a move took."""
        robot.think = lambda: robot.chance.expovariate(1 / THINK_S)
        robot.on_accepted = lambda _robot, first_s: self._delays_s.append(time.monotonic() - first_s)

    async def happens(self) -> None:
        """Both phases."""
        await self.until_moved(9 * MATCHES_PLAYED * len(self.pairs))
        client = RpcClient(CommonSettings(broker_url=self.platform.rabbit.url(self.platform.vhost)), "storm").start()
        requests = await asyncio.to_thread(self._requests, client)
        calm = await self._measured()
        self._asking.set()
        with ThreadPoolExecutor(ASKERS) as pool:
            for number in range(ASKERS):
                pool.submit(self._ask, client, requests[number::ASKERS])
            storm = await self._measured()
            self._asking.clear()
        client.stop()
        replays_per_s = round(self.answered / self._seconds, 1)
        cpu_ms = (calm.worker_cpu_ms_per_move, storm.worker_cpu_ms_per_move)
        self.figures = Figures(calm.p99_ms, storm.p99_ms, *cpu_ms, replays_per_s)

    def _requests(self, client: RpcClient) -> list[ReplayHand]:
        found = []
        for robot in self.robots:
            account = robot.player.account
            page = client.call(ListRecordings(account=account, limit=20))
            assert not isinstance(page, Refusal), page
            found += [ReplayHand(match=line.match, account=account, hand=1) for line in page.recordings]
        return found

    def _ask(self, client: RpcClient, requests: Sequence[ReplayHand]) -> None:
        while self._asking.is_set():
            for request in requests:
                if not self._asking.is_set():
                    return
                self.answered += not isinstance(client.call(request), Refusal)

    async def _measured(self) -> Phase:
        before, moves = Usage.now(self.platform), sum(robot.moves_acked for robot in self.robots)
        self._delays_s = []
        await asyncio.sleep(self._seconds)
        used = Usage.now(self.platform).since(before)
        moves = sum(robot.moves_acked for robot in self.robots) - moves
        cpu_ms = 1000 * used.cpu_s["worker"] / max(moves, 1)
        return Phase(round(1000 * percentile(self._delays_s, 0.99), 1), round(cpu_ms, 3))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run both arrangements; 1 if a promise was broken."""
    parser = argparse.ArgumentParser(prog="replay_bench", description=__doc__)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=15.0, help="of each phase")
    args = parser.parse_args(arguments)
    with RabbitServer() as rabbit, PostgresServer() as postgres:
        found = [measure(rabbit, postgres, args, history) for history in (False, True)]
    figures = [storm.figures for storm in found if storm.figures is not None]
    print(msgspec.json.encode(Report(*figures)).decode())
    return int(any(storm.verdict.broken for storm in found))


def measure(rabbit: RabbitServer, postgres: PostgresServer, args: argparse.Namespace, history: bool) -> Storm:
    """One arrangement on a platform of its own."""
    with Platform(rabbit, postgres, workers=1, gateways=1, settings=SETTINGS, history=history) as platform:
        players = register_players(platform.rest_urls, 2 * args.tables)
        storm = Storm(platform, players, seed=1, seconds=args.seconds)
        uvloop.run(storm.run())
    say(f"history {history}: {storm.figures}")
    for line in storm.verdict.broken:
        say(f"FAULT {line}")
    return storm


if __name__ == "__main__":
    sys.exit(main())
