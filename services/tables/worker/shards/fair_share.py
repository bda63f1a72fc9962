"""A fair share of the shards for every worker of a game."""

from collections import Counter
from collections.abc import Collection, Mapping


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
