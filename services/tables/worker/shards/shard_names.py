"""The two names of a shard: its key in the database and its queue at the broker."""

from functools import cache

from services.platform.broker import names


def shard_key(game: str, shard: int) -> str:
    """A shard's name in the database: `tictactoe.3`."""
    return f"{game}.{shard}"


@cache
def read_shard_key(key: str) -> tuple[str, int]:
    """The inverse of `shard_key`."""
    game, _, shard = key.rpartition(".")
    return game, int(shard)


@cache
def queue_of(key: str) -> str:
    """The queue of a shard."""
    return names.shard_queue(*read_shard_key(key))


def key_of(queue: str) -> str:
    """The inverse of `queue_of`."""
    return queue.partition(".")[2]
