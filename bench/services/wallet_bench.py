"""How many settlements a second the wallet makes durable (`make bench-wallet`).

Eight callers, each with one settlement under way at a time, which counts when its commit has been synced to disk: two
wallet processes on one PostgreSQL, four callers each. All pay rake, so all change the same house account; players are
drawn from one crowd, so the processes meet at accounts too. A wallet takes together what waits, as the service does
(`on_events`, `linger_ms`), and each settlement goes the service's whole way: event in, remembered, posted, chained,
answered through the outbox, committed. The last line of the output is JSON; 1 is answered when a bar is missed.
"""

import argparse
import multiprocessing
import queue
import random
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from multiprocessing.synchronize import Barrier
from typing import Any

import msgspec

from services.contracts.base import Envelope
from services.contracts.tables.events import MatchFinished
from services.contracts.wallet.balances import LedgerCheck
from services.platform.database.migrations import migrate
from services.platform.process import metrics as plumbing_metrics
from services.platform.process.json import encode, join_array
from services.wallet import metrics
from services.wallet.ledger.audit.use_cases import audit
from tests.support.servers import PostgresServer
from tests.wallet.wallets import Wallet, asked, finished

WALLETS = 2
CALLERS = 8
PLAYERS = 2_000
STAKE_CHIPS = 200
MATCHES = 4_000
SETTLES_PER_S_MIN = 500
_HOLDS_A_MESSAGE = 100
_START_TIMEOUT_S = 300


class Task(msgspec.Struct, frozen=True):
    """What one wallet process has to do: `matches` settlements for `callers`."""

    url: str
    number: int
    callers: int
    matches: int


class Share(msgspec.Struct, frozen=True):
    """What one process did: `deadlocks` were tried again by themselves, `surfaced` was refused or given up."""

    took_s: float
    settled: int
    commits: int
    deadlocks: int
    surfaced: int


class Desk:
    """Where callers bring settlements and wait for them; the wallet takes all that wait."""

    def __init__(self, wallet: Wallet) -> None:
        self._wallet = wallet
        self._waiting: queue.SimpleQueue[tuple[bytes, threading.Event]] = queue.SimpleQueue()
        self.commits = 0

    def settle(self, envelope: bytes) -> None:
        """Returns when it is durable."""
        done = threading.Event()
        self._waiting.put((envelope, done))
        done.wait()

    def serve(self, total: int) -> None:
        """Until so many are settled."""
        while total:
            company = list(self._take())
            self._wallet.service.on_match_finished("bench.finished", join_array([each for each, _ in company]))
            self.commits += 1
            total -= len(company)
            for _, done in company:
                done.set()

    def _take(self) -> Iterator[tuple[bytes, threading.Event]]:
        yield self._waiting.get()
        while not self._waiting.empty():
            yield self._waiting.get()


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure both cases; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--callers", type=int, default=CALLERS)
    parser.add_argument("--wallets", type=int, default=WALLETS)
    parser.add_argument("--matches", type=int, default=MATCHES)
    args = parser.parse_args(arguments)
    with PostgresServer() as server:
        _be_durable(server)
        url = server.create_database("bench")
        migrate("wallet", url)
        _register(url)
        found = _measure(url, args.wallets, args.callers, args.matches)
        faults = _faults(url, found)
    sys.stdout.write(encode({**found, "faults": faults}).decode() + "\n")
    return 1 if faults else 0


def _be_durable(server: PostgresServer) -> None:
    with server.connect() as connection:
        connection.execute("ALTER SYSTEM SET fsync = on")
        connection.execute("ALTER SYSTEM SET full_page_writes = on")
    server.restart()


def _names() -> list[str]:
    return [f"3f2c6d1e-0000-4000-8000-{number:012d}" for number in range(PLAYERS)]


def _register(url: str) -> None:
    wallet = Wallet(url)
    names = _names()
    for first in range(0, PLAYERS, 500):
        wallet.registered(*names[first : first + 500])
    wallet.close()


def _measure(url: str, wallets: int, callers: int, matches: int) -> dict[str, int]:
    spawn = multiprocessing.get_context("spawn")
    with spawn.Manager() as manager, spawn.Pool(wallets) as pool:
        ready = manager.Barrier(wallets)
        tasks = [(Task(url, number, callers // wallets, matches // wallets), ready) for number in range(wallets)]
        shares = pool.starmap(_work, tasks, chunksize=1)
    settled = sum(share.settled for share in shares)
    return {
        "callers": callers,
        "wallets": wallets,
        "matches": matches,
        "settled": settled,
        "settles_per_s": int(settled / max(share.took_s for share in shares)),
        "commits": sum(share.commits for share in shares),
        "deadlocks_retried": sum(share.deadlocks for share in shares),
        "conflicts_surfaced": sum(share.surfaced for share in shares),
    }


def _work(task: Task, ready: Barrier) -> Share:
    """One wallet process: its holds, then, together with the others, its settlements."""
    wallet = Wallet(task.url)
    chance = random.Random(task.number)
    names = _names()
    matches = [(f"m-{task.number}-{n:06}", *chance.sample(names, 2)) for n in range(task.matches)]
    for first in range(0, len(matches), _HOLDS_A_MESSAGE):
        some = matches[first : first + _HOLDS_A_MESSAGE]
        wallet.asked(
            *(asked(*match, stake=STAKE_CHIPS) for match in some), ids=[f"begin-{match}" for match, *_ in some]
        )
    ends = [_envelope(finished(*match, stake=STAKE_CHIPS, winners=[n % 2])) for n, match in enumerate(matches)]
    desk = Desk(wallet)
    callers = [
        threading.Thread(target=_call, args=(desk, ends[number :: task.callers])) for number in range(task.callers)
    ]
    ready.wait(_START_TIMEOUT_S)
    before, started_s = _counts(), time.perf_counter()
    for caller in callers:
        caller.start()
    desk.serve(len(ends))
    took_s = time.perf_counter() - started_s
    applied, refused, deadlocks = (int(now - then) for now, then in zip(_counts(), before, strict=True))
    surfaced = refused + len(wallet.parked.bodies)
    wallet.close()
    return Share(took_s, applied, desk.commits, deadlocks, surfaced)


def _call(desk: Desk, envelopes: Sequence[bytes]) -> None:
    for envelope in envelopes:
        desk.settle(envelope)


def _envelope(event: MatchFinished) -> bytes:
    return encode(Envelope(f"end-{event.match}", "bench", 1, event))


def _counts() -> tuple[float, float, float]:
    return (
        metrics.batches.labels("applied")._value.get(),
        metrics.batches.labels("refused")._value.get(),
        plumbing_metrics.database_retries.labels("wallet", "deadlock")._value.get(),
    )


def _faults(url: str, found: dict[str, Any]) -> list[str]:
    """What was promised and not kept; the whole ledger is audited as well."""
    wallet = Wallet(url)
    check, audited = wallet.check(), wallet.database.run(audit)
    wallet.close()
    faults = ["a conflict surfaced"] if found["conflicts_surfaced"] else []
    if found["settled"] < found["matches"]:
        faults.append("not everything was settled")
    if found["settles_per_s"] < SETTLES_PER_S_MIN:
        faults.append(f"fewer than {SETTLES_PER_S_MIN} settles/s")
    if not isinstance(check, LedgerCheck) or check.sum_chips or check.negative or check.open_escrows:
        faults.append("the ledger is out of balance")
    return faults if audited.sound else [*faults, "the ledger's history does not fit"]


if __name__ == "__main__":
    sys.exit(main())
