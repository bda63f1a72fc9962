"""Heartbeats of workers in the database, wakes for the shards of a worker whose heartbeats have stopped, and a fair
share of the shards for every worker of a game."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

import sqlalchemy as sa

from services.contracts.tables.commands import Wake
from services.kernel.clock import DAY_MS, TimeMs
from services.platform.broker.loop import BrokerDown, LoopLink
from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Database, Work
from services.platform.operations.live_settings import Changes, read
from services.platform.process.json import encode
from services.platform.process.logs import get_logger
from services.tables import schema as store
from services.tables.generations import shards_in_all
from services.tables.settings import TablesSettings
from services.tables.worker.shards.shard_names import queue_of, read_shard_key

log = get_logger(__name__)

_LIVING = "SELECT worker, games FROM workers WHERE beat_ms >= :since_ms"
_SHARDS = "SELECT shard, owner, released_at_ms FROM shards"


class Ownership:
    """The heartbeats of one worker, and its watch over those of the others."""

    def __init__(
        self, database: Database, link: LoopLink, settings: TablesSettings, worker: str, games: Sequence[str]
    ) -> None:
        """`worker` is the name of this process; it watches the shards of its own games."""
        self._database = database
        self._link = link
        self._settings = settings
        self._worker = worker
        self._games = frozenset(games)
        self.beaten_ms = database.clock.now_ms()
        """When this worker's last heartbeat was written."""
        self.changes: Changes = {}
        """Settings that operators have changed, as read with the last heartbeat."""

    def beat(self) -> tuple[list[str], list[str]]:
        """Write a heartbeat. Returns the shards of silent workers, which have to be woken, and the shards of this
        worker that it should give back."""
        found: tuple[list[str], list[str]] = self._database.run(self._beat)
        self.beaten_ms = self._database.clock.now_ms()
        return found

    def wake(self, key: str) -> None:
        """Put a wake into the queue of a shard, which makes the broker choose a new owner. Wakes do not pile up,
        because this worker subscribes to the shard as well."""
        _game, shard = read_shard_key(key)
        try:
            self._link.publish(encode([Wake(shard)]), "", queue_of(key))
        except BrokerDown:
            log.debug("wake_unsent", shard=key)

    def _beat(self, work: Work) -> tuple[list[str], list[str]]:
        self.changes = read(work)
        bulk_rows.update_later(work, store.workers, "worker", [{"worker": self._worker, "beat_ms": work.now_ms}])
        living = self._living(work)
        if self._worker not in living:
            living[self._worker] = self._appear(work)
        ours = [row for row in bulk_rows.ask(work, _SHARDS) if read_shard_key(row.shard)[0] in self._games]
        silent = [row.shard for row in ours if row.owner not in living or row.released_at_ms is not None]
        owners = {row.shard: row.owner for row in ours if row.shard not in silent}
        excess = [self._excess(game, owners, living) for game in sorted(self._games)]
        return silent, [key for key in excess if key is not None]

    def _excess(self, game: str, owners: Mapping[str, str], living: Mapping[str, frozenset[str]]) -> str | None:
        of_game = {key: owner for key, owner in owners.items() if read_shard_key(key)[0] == game}
        workers = [worker for worker, games in living.items() if game in games]
        return to_give_back(self._worker, of_game, workers, shards_in_all(self._settings))

    def _living(self, work: Work) -> dict[str, frozenset[str]]:
        """Workers with a recent heartbeat, with their games."""
        found = bulk_rows.ask(work, _LIVING, since_ms=work.now_ms - self._settings.worker_silent_ms)
        return {row.worker: frozenset(row.games.split()) for row in found}

    def _appear(self, work: Work) -> frozenset[str]:
        """Write the first heartbeat, or the first after the worker's row was deleted. Returns the worker's games."""
        games = " ".join(sorted(self._games))
        work.execute(store.workers.insert().values(worker=self._worker, beat_ms=work.now_ms, games=games))
        self._forget_old(work, work.now_ms)
        return self._games

    def _forget_old(self, work: Work, now_ms: TimeMs) -> None:
        """Delete the rows of workers that have been silent for a day."""
        owners = sa.select(store.shards.c.owner)
        work.execute(
            store.workers.delete().where(
                store.workers.c.beat_ms < now_ms - DAY_MS, store.workers.c.worker.not_in(owners)
            )
        )


def to_give_back(us: str, owners: Mapping[str, str], workers: Collection[str], shards: int) -> str | None:
    """The shard of a game that worker `us` should give back now; one at a time, so that its new owner is known before
    the next.

    `owners`: shard → worker; `workers`: the living workers of this game, `us` among them; `shards`: how many the game
    has. A worker keeps at most a fair share, rounded up. While another has less than a fair share rounded down, the
    first by name of those with more than that gives a shard back.
    """
    mine = [shard for shard, owner in owners.items() if owner == us]
    if not mine or len(workers) < 2:
        return None
    least, rest = divmod(shards, len(workers))
    counts = Counter(dict.fromkeys(workers, 0))
    counts.update(owner for owner in owners.values() if owner in counts)
    too_many = len(mine) > least + bool(rest)
    our_turn = min(counts.values()) < least and us == _first_above(counts, least)
    return max(mine) if too_many or our_turn else None


def _first_above(counts: Mapping[str, int], least: int) -> str | None:
    return min((worker for worker, count in counts.items() if count > least), default=None)
