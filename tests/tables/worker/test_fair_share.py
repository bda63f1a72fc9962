"""Who gives which shard back, so that every worker of a game has a fair share."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.tables.worker.shards.ownership_rows import to_give_back

SHARDS = 8


def owned(**counts: int) -> dict[str, str]:
    """Shards by owner: `owned(a=5, b=3)`."""
    owners = [worker for worker, count in counts.items() for _ in range(count)]
    return {f"tavli.{number}": owner for number, owner in enumerate(owners)}


def test_a_worker_alone_keeps_everything() -> None:
    assert to_give_back("a", owned(a=8), ["a"], SHARDS) is None


def test_the_first_of_two_gives_until_both_have_the_same() -> None:
    assert to_give_back("a", owned(a=8), ["a", "b"], SHARDS) == "tavli.7"
    assert to_give_back("a", owned(a=5, b=3), ["a", "b"], SHARDS) == "tavli.4"
    assert to_give_back("a", owned(a=4, b=4), ["a", "b"], SHARDS) is None


@pytest.mark.parametrize("us", ["a", "b", "c"])
def test_three_share_eight_as_three_three_and_two(us: str) -> None:
    assert to_give_back(us, owned(a=3, b=3, c=2), ["a", "b", "c"], SHARDS) is None


def test_one_of_the_workers_with_more_hands_a_shard_to_one_with_too_few() -> None:
    owners, workers = owned(a=2, b=2, c=2, d=2), ["a", "b", "c", "d", "e"]
    assert [us for us in workers if to_give_back(us, owners, workers, SHARDS)] == ["a"]


def test_a_worker_without_shards_hands_over_nothing() -> None:
    assert to_give_back("b", owned(a=8), ["a", "b"], SHARDS) is None


@given(
    st.lists(st.integers(0, 5), min_size=SHARDS, max_size=SHARDS), st.integers(2, 6), st.randoms(use_true_random=False)
)
def test_giving_one_by_one_always_ends_in_shares_that_differ_by_one_at_most(
    first: list[int], count: int, chance: object
) -> None:
    """Whoever waits longest takes, as at the broker; here it is anybody but the giver."""
    workers = [f"w{number}" for number in range(count)]
    owners = {f"tavli.{number}": workers[owner % count] for number, owner in enumerate(first)}
    queue = list(workers)
    for _ in range(200):
        found = [(us, to_give_back(us, owners, workers, SHARDS)) for us in workers]
        giving = [(us, shard) for us, shard in found if shard is not None]
        if not giving:
            break
        for us, shard in giving:
            assert owners[shard] == us
            taker = next(worker for worker in queue if worker != us)
            queue.remove(taker)
            queue.append(taker)
            owners[shard] = taker
    else:
        raise AssertionError(f"shards still move: {owners}")
    shares = [list(owners.values()).count(worker) for worker in workers]
    assert max(shares) - min(shares) <= 1
