"""Commands leave in one message a shard, in order, are held while the broker is away, and refused where nobody is."""

import pytest

from gateway.metrics import counts
from gateway.ws.tables.commands import Commands
from gateway.ws.tables.shard_owners import IN_FLIGHT_MAX
from services.contracts.tables import commands as tables_commands
from services.contracts.tables import deliveries
from tests.gateway.fakes import FakeLink, greeted, sent


def move(table: str, command_id: str) -> tables_commands.Move:
    return tables_commands.Move(table, command_id, 5, "gateway.x", 1, "a-ann", command_id, "m", 3, {"cell": 1})


@pytest.fixture
def link() -> FakeLink:
    return FakeLink()


@pytest.fixture
def commands(link: FakeLink) -> Commands:
    return Commands(link, "gateway.x", waiting_max=4, reserved=2)


def flush(commands: Commands) -> None:
    commands.flush(commands.drain())


def test_everything_for_a_shard_is_one_message_in_order(link: FakeLink, commands: Commands) -> None:
    for number, queue in enumerate(["q-1", "q-2", "q-1"]):
        commands.put(queue, move("t", f"m{number}"), greeted())
    flush(commands)
    assert [(queue, [command[7] for command in body]) for _, queue, body, _ in link.published] == [
        ("q-1", ["m0", "m2"]),
        ("q-2", ["m1"]),
    ]


def test_a_message_is_mandatory_not_persistent_and_as_the_contract_says(link: FakeLink, commands: Commands) -> None:
    commands.put("q", move("t", "m1"), greeted())
    flush(commands)
    ((exchange, _, body, options),) = link.published
    assert exchange == ""
    assert body == [["move", "t", "m1", 5, "gateway.x", 1, "a-ann", "m1", "m", 3, {"cell": 1}]]
    assert options["mandatory"] is True
    assert not options.get("persistent")


def test_what_no_queue_takes_is_refused_to_its_senders(link: FakeLink, commands: Commands) -> None:
    ann, bob = greeted(1), greeted(2)
    commands.put("q-1", move("t", "m1"), ann)
    commands.put("q-1", move("t", "m2"), None)
    commands.put("q-2", move("t", "m3"), bob)
    flush(commands)
    _, _, _, options = link.published[0]
    commands.on_return("q-1", options["headers"])
    commands.on_return("q-1", options["headers"])
    assert sent(ann) == [{"t": "refused", "error": "table_unavailable", "id": "m1"}]
    assert sent(bob) == []


def test_a_return_of_something_else_is_let_be(commands: Commands) -> None:
    commands.on_return("q", {})


def test_commands_are_held_in_order_while_the_broker_is_away(link: FakeLink, commands: Commands) -> None:
    link.down = 2
    put(commands, "q", "m1")
    put(commands, "q", "m2")
    assert link.published == []
    assert commands.has_more
    assert len(commands) == 2
    put(commands, "q", "m3")
    assert published(link) == [("q", ["m1", "m2", "m3"])]
    assert commands.idle


def test_no_more_leaves_in_one_go_than_a_worker_takes_at_once(link: FakeLink) -> None:
    commands = Commands(link, "gateway.x", waiting_max=1_000, reserved=0)
    for number in range(300):
        commands.put("q", move("t", f"m{number}"))
    flush(commands)
    assert commands.has_more
    flush(commands)
    assert [len(ids) for _, ids in published(link)] == [256, 44]


def test_the_sender_is_called_when_a_command_may_leave(commands: Commands) -> None:
    called: list[int] = []
    commands.on_work = lambda: called.append(len(commands))
    commands.put("q", move("t", "m1"))
    assert called == [1]


def test_no_more_than_the_limit_may_wait_but_the_gateways_own(commands: Commands) -> None:
    conn = greeted()
    assert [commands.put("q", move("t", f"m{n}"), conn) for n in range(5)] == [True] * 4 + [False]
    assert [commands.put("q", move("t", f"own{n}")) for n in range(3)] == [True, True, False]
    assert len(commands) == 6


def test_it_is_idle_when_all_has_left(commands: Commands) -> None:
    commands.put("q", move("t", "m1"), greeted())
    assert not commands.idle
    flush(commands)
    assert commands.idle


# --- directly to the owner of a shard ---


def told(direct: str, *shards: str, taken: int = 0) -> deliveries.Deliveries:
    return deliveries.Deliveries(direct, taken, list(shards), [])


def published(link: FakeLink) -> list[tuple[str, object]]:
    """Where to, and ids: of each command in a list, or of each by its shard."""
    found = [(queue, body) for _, queue, body, _ in link.published]
    link.published.clear()
    return [
        (queue, {shard: [each[7] for each in some] for shard, some in body[2].items()})
        if queue.startswith("direct.")
        else (queue, [each[7] for each in body])
        for queue, body in found
    ]


def put(commands: Commands, queue: str, *ids: str) -> None:
    for command_id in ids:
        assert commands.put(queue, move("t", command_id))
    flush(commands)


@pytest.fixture
def roomy(link: FakeLink) -> Commands:
    return Commands(link, "gateway.x", waiting_max=100, reserved=0)


def test_a_known_owner_gets_its_shards_commands_in_one_message(link: FakeLink, roomy: Commands) -> None:
    roomy.on_report(told("direct.w1", "q-1", "q-2"))
    for queue, command_id in (("q-1", "a"), ("q-2", "b"), ("q-1", "c"), ("q-3", "d")):
        roomy.put(queue, move("t", command_id))
    flush(roomy)
    (_, _, _, options) = link.published[1]
    assert options["mandatory"] is True
    assert published(link) == [("q-3", ["d"]), ("direct.w1", {"q-1": ["a", "c"], "q-2": ["b"]})]


def test_a_direct_message_has_its_sender_and_a_number(link: FakeLink, roomy: Commands) -> None:
    roomy.on_report(told("direct.w1", "q-1"))
    put(roomy, "q-1", "a")
    put(roomy, "q-1", "b")
    assert [body[:2] for _, _, body, _ in link.published] == [["gateway.x", 1], ["gateway.x", 2]]


def test_what_an_owner_has_not_dealt_with_goes_to_the_shard_when_its_queue_is_gone(
    link: FakeLink, roomy: Commands
) -> None:
    roomy.on_report(told("direct.w1", "q-1", "q-2"))
    put(roomy, "q-1", "a")
    put(roomy, "q-2", "b")
    roomy.on_report(told("direct.w1", taken=1))
    put(roomy, "q-1", "c")
    published(link)
    roomy.on_return("direct.w1", {})
    put(roomy, "q-1", "d")
    assert published(link) == [("q-2", ["b"]), ("q-1", ["c", "d"])]
    assert roomy.idle


def test_what_is_for_a_shard_with_a_new_owner_goes_there_again_and_only_that(link: FakeLink, roomy: Commands) -> None:
    roomy.on_report(told("direct.w1", "tables.g.1", "tables.g.2"))
    put(roomy, "tables.g.1", "a")
    put(roomy, "tables.g.2", "b")
    published(link)
    roomy.on_roll([deliveries.Roll("g", 1, 8)])
    flush(roomy)
    assert published(link) == [("tables.g.1", ["a"])]
    roomy.on_report(told("direct.w2", "tables.g.1"))
    put(roomy, "tables.g.1", "c")
    assert published(link) == [("direct.w2", {"tables.g.1": ["c"]})]


def test_an_owner_that_is_busy_gets_the_rest_together_when_there_is_room(link: FakeLink, roomy: Commands) -> None:
    roomy.on_report(told("direct.w1", "q-1"))
    for number in range(IN_FLIGHT_MAX):
        put(roomy, "q-1", f"m{number}")
    published(link)
    put(roomy, "q-1", "x", "y")
    put(roomy, "q-1", "z")
    assert published(link) == []
    assert len(roomy) == 3
    roomy.on_report(told("direct.w1", taken=1))
    flush(roomy)
    assert published(link) == [("direct.w1", {"q-1": ["x", "y", "z"]})]


def test_what_waits_for_an_owner_counts_as_waiting(link: FakeLink, commands: Commands) -> None:
    commands.on_report(told("direct.w1", "q-1"))
    for number in range(IN_FLIGHT_MAX):
        put(commands, "q-1", f"m{number}")
    put(commands, "q-1", "a", "b", "c", "d")
    assert not commands.put("q-1", move("t", "e"), greeted())


def test_an_owner_that_has_had_something_for_long_is_asked_whether_it_is_there(link: FakeLink) -> None:
    now_s = [100.0]
    commands = Commands(link, "gateway.x", 10, 0, lambda: now_s[0])
    commands.on_report(told("direct.w1", "q-1"))
    commands.on_report(told("direct.w2", "q-2"))
    put(commands, "q-1", "a")
    published(link)
    for passed_s in (0.06, 0.11, 0.02, 0.11):
        now_s[0] += passed_s
        commands.ask_overdue()
    assert [(queue, body, options["mandatory"]) for _, queue, body, options in link.published] == [
        ("direct.w1", ["gateway.x", 0, {}], True)
    ] * 2


def test_after_a_cut_all_direct_commands_are_sent_again(link: FakeLink, roomy: Commands) -> None:
    before = counts.sent_again
    roomy.on_report(told("direct.w1", "q-1"))
    put(roomy, "q-1", "a", "b")
    published(link)
    roomy.on_back()
    flush(roomy)
    assert published(link) == [("q-1", ["a", "b"])]
    assert counts.sent_again == before + 2


def test_while_the_broker_is_away_what_was_for_an_owner_is_held_for_the_shard(link: FakeLink, roomy: Commands) -> None:
    roomy.on_report(told("direct.w1", "q-1"))
    link.down = 2
    put(roomy, "q-1", "a")
    flush(roomy)
    assert published(link) == []
    flush(roomy)
    assert published(link) == [("q-1", ["a"])]


def test_a_gateway_is_not_idle_until_its_commands_are_dealt_with(link: FakeLink, roomy: Commands) -> None:
    roomy.on_report(told("direct.w1", "q-1"))
    put(roomy, "q-1", "a")
    assert not roomy.idle
    roomy.on_report(told("direct.w1", taken=1))
    assert roomy.idle
