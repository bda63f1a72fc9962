"""The owner of each shard, and the commands sent to it: kept, in order, until it acknowledges them."""

from gateway.ws.tables.shard_owners import IN_FLIGHT_MAX, Outgoing, ShardOwners
from services.contracts.tables import deliveries as tables
from tests.gateway.ws.test_commands import move


def told(direct: str, *shards: str, taken: int = 0) -> tables.Deliveries:
    return tables.Deliveries(direct, taken, list(shards), [])


def for_shard(queue: str, command_id: str) -> Outgoing:
    return Outgoing(queue, move("t", command_id), None)


def ids(commands: list[Outgoing]) -> list[str]:
    return [each.command.id for each in commands]


def given(owners: ShardOwners, name: str, *batches: list[tuple[str, str]]) -> None:
    """Each batch leaves as one message: shards and ids."""
    owner = next(each for each in owners if each.name == name)
    for batch in batches:
        owner.waiting += [for_shard(queue, command_id) for queue, command_id in batch]
        owner.next(0.0)


def test_a_shard_has_no_owner_until_a_worker_announces_itself() -> None:
    owners = ShardOwners()
    assert owners.of("q-1") is None
    owners.on_report(told("w1", "q-1", "q-2"))
    owners.on_report(told("w2", "q-3"))
    names = [owner.name if (owner := owners.of(queue)) else None for queue in ("q-1", "q-2", "q-3", "q-4")]
    assert names == ["w1", "w1", "w2", None]


def test_a_worker_without_shards_is_not_remembered() -> None:
    owners = ShardOwners()
    owners.on_report(told("w1"))
    assert len(owners) == 0


def test_the_last_announcement_owns_a_shard_and_a_worker_without_shards_is_forgotten() -> None:
    owners = ShardOwners()
    owners.on_report(told("w1", "q-1"))
    owners.on_report(told("w2", "q-1"))
    assert [owner.name for owner in owners] == ["w2"]


def test_sent_commands_are_kept_until_they_are_dealt_with() -> None:
    owners = ShardOwners()
    owners.on_report(told("w1", "q-1"))
    given(owners, "w1", [("q-1", "a"), ("q-1", "b")], [("q-1", "c")], [("q-1", "d")])
    assert not owners.is_idle
    owners.on_report(told("w1", taken=2))
    assert ids(owners.gone("w1")) == ["d"]


def test_a_number_said_again_or_none_at_all_takes_nothing() -> None:
    owners = ShardOwners()
    owners.on_report(told("w1", "q-1"))
    given(owners, "w1", [("q-1", "a")], [("q-1", "b")])
    for taken in (1, 1, 0):
        owners.on_report(told("w1", taken=taken))
    assert ids(owners.gone("w1")) == ["b"]


def test_a_dead_worker_owns_nothing_and_its_commands_stay_in_order() -> None:
    owners = ShardOwners()
    owners.on_report(told("w1", "q-1", "q-2"))
    given(owners, "w1", [("q-1", "a")], [("q-2", "b"), ("q-1", "c")])
    owner = owners.of("q-1")
    assert owner is not None
    owner.waiting.append(for_shard("q-1", "d"))
    assert ids(owners.gone("w1")) == ["a", "b", "c", "d"]
    assert owners.of("q-1") is None
    assert owners.gone("w1") == []
    assert owners.is_idle


def test_a_shard_that_moves_takes_along_what_is_meant_for_it_alone() -> None:
    owners = ShardOwners()
    owners.on_report(told("w1", "q-1", "q-2"))
    given(owners, "w1", [("q-1", "a"), ("q-2", "b")], [("q-1", "c")])
    assert ids(owners.moved(["q-1"])) == ["a", "c"]
    assert owners.of("q-1") is None
    assert ids(owners.gone("w1")) == ["b"]


def test_an_old_owner_is_kept_while_it_has_something_and_forgotten_then() -> None:
    owners = ShardOwners()
    owners.on_report(told("w1", "q-1", "q-2"))
    given(owners, "w1", [("q-1", "a"), ("q-2", "b")])
    owners.on_report(told("w2", "q-1", "q-2"))
    assert {owner.name for owner in owners} == {"w1", "w2"}
    owners.on_report(told("w1", taken=1))
    owners.moved([])
    assert [owner.name for owner in owners] == ["w2"]


def test_there_is_room_for_a_few_messages() -> None:
    owners = ShardOwners()
    owners.on_report(told("w1", "q-1"))
    owner = owners.of("q-1")
    assert owner is not None
    for number in range(IN_FLIGHT_MAX):
        assert owner.has_room
        given(owners, "w1", [("q-1", str(number))])
    assert not owner.has_room
    owner.waiting.append(for_shard("q-1", "waits"))
    assert owners.waiting == 1
    assert owners.on_report(told("w1", taken=1)) is owner
    assert owner.has_room


def test_a_worker_that_keeps_a_command_for_long_is_overdue() -> None:
    owners = ShardOwners()
    owners.on_report(told("w1", "q-1"))
    owners.on_report(told("w2", "q-2"))
    given(owners, "w1", [("q-1", "a")])
    assert owners.overdue(0.0) == []
    assert [owner.name for owner in owners.overdue(0.1)] == ["w1"]


def test_after_a_cut_everything_is_in_doubt() -> None:
    owners = ShardOwners()
    owners.on_report(told("w1", "q-1"))
    owners.on_report(told("w2", "q-2"))
    given(owners, "w1", [("q-1", "a")])
    given(owners, "w2", [("q-2", "b")])
    assert sorted(ids(owners.all_gone())) == ["a", "b"]
    assert len(owners) == 0


def test_a_worker_that_was_forgotten_and_is_met_again_has_not_dealt_with_what_is_new() -> None:
    owners = ShardOwners()
    owners.on_report(told("w1", "q-1"))
    given(owners, "w1", [("q-1", "a")], [("q-1", "b")])
    owners.on_report(told("w1", taken=2))
    owners.on_report(told("w2", "q-1"))
    assert [owner.name for owner in owners] == ["w2"]
    owners.on_report(told("w1", "q-1"))
    given(owners, "w1", [("q-1", "c")])
    owners.on_report(told("w1", taken=2))
    assert ids(owners.gone("w1")) == ["c"]
