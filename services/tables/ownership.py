"""Who owns which shard: beats that show a worker alive, and calls that wake the shards of a silent one."""

from collections.abc import Sequence

import sqlalchemy as sa

from services.contracts.tables import Wake
from services.kernel.clock import TimeMs
from services.plumbing import names
from services.plumbing.broker import BrokerDown, Link
from services.plumbing.database import Database, Work
from services.plumbing.json import encode
from services.plumbing.logs import get_logger
from services.tables import store
from services.tables.settings import TablesSettings

log = get_logger(__name__)


def shard_key(game: str, shard: int) -> str:
    """A shard's name in the database: `tictactoe.3`."""
    return f"{game}.{shard}"


def read_shard_key(key: str) -> tuple[str, int]:
    """The inverse of `shard_key`."""
    game, _, shard = key.rpartition(".")
    return game, int(shard)


class Ownership:
    """A worker's sign of life, and its eye on the others."""

    def __init__(
        self, database: Database, link: Link, settings: TablesSettings, worker: str, games: Sequence[str]
    ) -> None:
        """`worker` names this process; it looks after the shards of its own games."""
        self._database = database
        self._link = link
        self._settings = settings
        self._worker = worker
        self._games = frozenset(games)
        self.beaten_ms = database.clock.now_ms()
        """When we last showed that we are alive."""

    def beat(self) -> None:
        """We are alive; shards of those who are not get woken."""
        silent = self._database.run(self._beat)
        self.beaten_ms = self._database.clock.now_ms()
        for key in silent:
            self.wake(key)

    def wake(self, key: str) -> None:
        """Let the broker hand somebody a message of this shard. It cannot pile up: we subscribe to the shard as well,
        so that somebody takes it."""
        game, shard = read_shard_key(key)
        try:
            self._link.publish(encode([Wake(shard)]), "", names.shard_queue(game, shard))
        except BrokerDown:
            log.debug("wake_unsent", shard=key)

    def _beat(self, work: Work) -> list[str]:
        workers, shards = store.workers, store.shards
        changed = work.execute(
            workers.update().where(workers.c.worker == self._worker).values(beat_ms=work.now_ms)
        ).rowcount
        if not changed:
            work.execute(workers.insert().values(worker=self._worker, beat_ms=work.now_ms))
            self._forget_old(work, work.now_ms)
        rows = work.execute(
            sa.select(shards.c.shard)
            .join(workers, workers.c.worker == shards.c.owner)
            .where(shards.c.owner != self._worker)
            .where(
                sa.or_(
                    workers.c.beat_ms < work.now_ms - self._settings.worker_silent_ms,
                    shards.c.released_at_ms.is_not(None),
                )
            )
        )
        return [key for key in rows.scalars() if read_shard_key(key)[0] in self._games]

    def _forget_old(self, work: Work, now_ms: TimeMs) -> None:
        """Workers silent for a day own nothing any more."""
        owners = sa.select(store.shards.c.owner)
        work.execute(
            store.workers.delete().where(
                store.workers.c.beat_ms < now_ms - 86_400_000, store.workers.c.worker.not_in(owners)
            )
        )
