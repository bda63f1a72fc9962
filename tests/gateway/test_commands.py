"""Commands leave in one message a shard, in order, are held while the broker is away, and refused where nobody is."""

import pytest

from gateway.metrics import counts
from gateway.ws.commands import Commands
from services.contracts import tables
from tests.gateway.fakes import FakeLink, greeted, sent


def move(table: str, command_id: str) -> tables.Move:
    return tables.Move(table, command_id, 5, "gateway.x", 1, "a-ann", command_id, "m", 3, {"cell": 1})


@pytest.fixture
def link() -> FakeLink:
    return FakeLink()


@pytest.fixture
def commands(link: FakeLink) -> Commands:
    return Commands(link, waiting_max=4, reserved=2)  # type: ignore[arg-type]


def flush(commands: Commands) -> None:
    commands._flush(commands._queue.drain(timeout_s=0))


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


def test_commands_are_held_while_the_broker_is_away(link: FakeLink, commands: Commands) -> None:
    link.down = 3
    commands.put("q", move("t", "m1"), greeted())
    flush(commands)
    assert len(link.published) == 1


def test_a_batch_that_cannot_be_sent_does_not_end_the_sending(link: FakeLink, commands: Commands) -> None:
    before, tried = counts.lost["batch"], []

    def fail(*_: object, **__: object) -> None:
        tried.append(1)
        if len(tried) == 2:
            commands.stop()
        else:
            commands.put("q", move("t", "m2"), greeted())
        raise RuntimeError("broken")

    link.publish = fail  # type: ignore[method-assign]
    commands.put("q", move("t", "m1"), greeted())
    commands.run()
    assert len(tried) == 2
    assert counts.lost["batch"] == before + 2


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
