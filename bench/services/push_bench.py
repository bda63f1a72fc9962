"""What notices to browsers cost, and how soon they leave (`make bench-push`).

Ten thousand players each have a browser at a stand-in of a service of pushes, which decrypts what it gets. Players call
friends who are away, as fast as `--per-s` says, by the lobby's own request; meanwhile robots play on the whole
platform. First the service answers, then it stalls. `push_p99_ms` is from the call, by the lobby's clock, to the
service's door while it answers; `move_p99_ratio_with_stalled_provider` compares the delays of moves in both phases, on
one machine that all share. The last line of the output is JSON.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import uvloop

from bench.processes.whole_platform import Platform
from bench.robots.accounts import register_players
from bench.robots.evening import SETTINGS, Evening, say
from bench.robots.meter import percentile
from bench.robots.pairs import Pair
from bench.robots.robots import Player, Robot
from services.contracts.lobby.people.calls import Call, CallFriend
from services.kernel.clock import DAY_MS
from services.kernel.refusal import Refusal
from services.lobby.push.browsers import browser_key
from services.lobby.push.encryption import make_key_pair
from services.lobby.push.rows import Browser, push_browsers, push_choices
from services.lobby.schema import friends, players
from services.platform.broker.rpc_client import RpcClient
from services.platform.database.bulk_rows import insert_later
from services.platform.database.unit_of_work import Database, Work
from services.platform.process.json import encode_text
from services.platform.process.settings import CommonSettings
from tests.support.push_service import HOST, Answer, PushService, Subscriber, push_service
from tests.support.servers import PostgresServer, RabbitServer

THINK_S = 0.2
NEVER_QUIET = '{"from_minute":0,"to_minute":0,"zone":"UTC"}'
CALLERS = 8
STALL_S = 120.0
MOVES_BEFORE = 9


class Report(msgspec.Struct):
    """The last line."""

    subscriptions: int
    pushes: int
    push_p50_ms: float
    push_p99_ms: float
    move_p99_ms: float
    move_p99_ms_with_stalled_provider: float
    move_p99_ratio_with_stalled_provider: float


class Calls(Evening):
    """Tables that play while players call friends: a service that answers, then one that stalls."""

    def __init__(
        self, platform: Platform, seated: Sequence[Player], service: PushService, args: argparse.Namespace
    ) -> None:
        """`seated`: who plays."""
        self._service, self._args = service, args
        self._delays_s: list[float] = []
        self._next = 0
        self.made: dict[str, Call] = {}
        self.calm: frozenset[str] = frozenset()
        """Calls that were made while the service answered."""
        self.calm_ms = self.stalled_ms = 0.0
        super().__init__(platform, seated, seed=1)

    def teach(self, pair: Pair, robot: Robot) -> None:
        """They think, and say how long a move took."""
        robot.think = lambda: robot.chance.expovariate(1 / THINK_S)
        robot.on_accepted = lambda _robot, first_s: self._delays_s.append(time.monotonic() - first_s)

    async def happens(self) -> None:
        """Both phases."""
        await self.until_moved(MOVES_BEFORE * len(self.pairs))
        client = RpcClient(CommonSettings(broker_url=self.platform.rabbit.url(self.platform.vhost)), "calls").start()
        self.calm_ms = await self._phase(client)
        self.calm = frozenset(self.made)
        await asyncio.sleep(2)
        self._service.answer = lambda _path: Answer(stall_s=STALL_S)
        self.stalled_ms = await self._phase(client)
        client.stop()

    async def _phase(self, client: RpcClient) -> float:
        """Calls at an even pace; the 99th percentile of the delays of moves meanwhile."""
        self._delays_s = []
        begun_s, number = time.monotonic(), round(self._args.seconds * self._args.per_s)
        with ThreadPoolExecutor(CALLERS) as pool:
            for step in range(number):
                late_s = begun_s + step / self._args.per_s - time.monotonic()
                if late_s > 0:
                    await asyncio.sleep(late_s)
                pool.submit(self._call, client, self._next)
                self._next += 1
            await asyncio.to_thread(pool.shutdown)
        return round(1000 * percentile(self._delays_s, 0.99), 1)

    def _call(self, client: RpcClient, number: int) -> None:
        found = client.call(CallFriend(account=f"caller-{number}", friend=f"friend-{number}", game="tictactoe"))
        assert not isinstance(found, Refusal), found
        self.made[found.call] = found


def fill(work: Work, service: PushService, subscriber: Subscriber, number: int, callers: int) -> None:
    """Accounts with a browser each, and callers who are friends of the first of them."""
    persons, browsers, chosen, relations = [], [], [], []
    for each in range(max(number, callers)):
        names = (f"caller-{each}", f"friend-{each}") if each < callers else (f"friend-{each}",)
        persons += [{"account": n, "name": n, "name_key": n, "language": "en", "created_at_ms": 0} for n in names]
        endpoint = service.endpoint(f"f{each}")
        browser = Browser(
            browser_key(endpoint), f"friend-{each}", "", endpoint, HOST, subscriber.p256dh, subscriber.auth, work.now_ms
        )
        browsers.append(msgspec.structs.asdict(browser))
        chosen.append({"account": f"friend-{each}", "quiet": NEVER_QUIET})
    for each in range(callers):
        two = (f"caller-{each}", f"friend-{each}")
        relations += [
            {"account": one, "friend": other, "state": "friend", "at_ms": work.now_ms - DAY_MS}
            for one, other in (two, two[::-1])
        ]
    for table, rows in ((players, persons), (push_browsers, browsers), (push_choices, chosen), (friends, relations)):
        for start in range(0, len(rows), 2_000):
            insert_later(work, table, rows[start : start + 2_000])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run it; 1 if a promise was broken."""
    parser = argparse.ArgumentParser(prog="push_bench", description=__doc__)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=30.0, help="of each phase")
    parser.add_argument("--per-s", type=float, default=20.0, help="calls a second")
    parser.add_argument("--subscriptions", type=int, default=10_000)
    args = parser.parse_args(arguments)
    subscriber = Subscriber()
    with (
        tempfile.TemporaryDirectory() as folder,
        push_service(Path(folder)) as service,
        RabbitServer() as rabbit,
        PostgresServer() as postgres,
    ):
        settings = SETTINGS | {
            "KAFENEIO_PUSH_KEY": make_key_pair().private,
            "KAFENEIO_PUSH_OWN_HOSTS": encode_text([HOST]),
            "SSL_CERT_FILE": str(service.certificate),
        }
        with Platform(rabbit, postgres, workers=1, gateways=1, settings=settings) as platform:
            database = Database(postgres.url(platform.databases["lobby"]), "lobby")
            callers = round(2 * args.seconds * args.per_s) + 2
            database.run(fill, service, subscriber, args.subscriptions, callers)
            database.close()
            seated = register_players(platform.rest_urls, 2 * args.tables)
            evening = Calls(platform, seated, service, args)
            uvloop.run(evening.run())
        answered = list(service.taken)
    delays_s = []
    for taken in answered:
        call = subscriber.read(taken.body)["path"].removeprefix("/i/")
        if call in evening.calm:
            delays_s.append(taken.at_s - evening.made[call].sent_at_ms / 1000)
    report = Report(
        subscriptions=args.subscriptions,
        pushes=len(delays_s),
        push_p50_ms=round(1000 * percentile(delays_s, 0.5), 1),
        push_p99_ms=round(1000 * percentile(delays_s, 0.99), 1),
        move_p99_ms=evening.calm_ms,
        move_p99_ms_with_stalled_provider=evening.stalled_ms,
        move_p99_ratio_with_stalled_provider=round(evening.stalled_ms / max(evening.calm_ms, 0.1), 2),
    )
    for line in evening.verdict.broken:
        say(f"FAULT {line}")
    print(msgspec.json.encode(report).decode())
    return int(bool(evening.verdict.broken))


if __name__ == "__main__":
    sys.exit(main())
