"""What gateways give to a worker directly: carried out like what comes by the shard's queue, and never lost with it."""

import msgspec
import pytest

from services.contracts.tables import commands
from services.platform.process.json import encode
from services.tables import metrics
from services.tables.worker.cycle.cycle import DIRECT_TRIES
from services.tables.worker.shards.inbox_items import DirectDelivery, LinkDown
from services.tables.worker.shards.shard_names import key_of, queue_of
from tests.tables.support.desk import GATEWAY, Desk, Message, Seated
from tests.tables.worker.test_recovery import Failing

PLACE = {"move": "place", "row": 1, "col": 1}


def move_of(table: Seated, **how) -> commands.Move:
    number = table.now.match.clocks[0].number
    return commands.Move(*table.head(table.turn_of, **how), table.now.match.id, number, PLACE)


def taken(desk: Desk, gateway: str = GATEWAY) -> list[int]:
    """The numbers that a gateway was sent since the last call, where there was one."""
    found = [told.taken for to, told in desk.link.told if to == gateway and told.taken]
    desk.link.told.clear()
    return found


def passed_on(desk: Desk) -> list[tuple[str, list[str]]]:
    """Queues and ids of what was passed on since the last look."""
    found = [(key, body) for exchange, key, body in desk.link.sent if not exchange and key.startswith("tables.")]
    desk.link.sent.clear()
    decoded = [(key, msgspec.json.decode(body, type=list[commands.Command])) for key, body in found]
    return [(key, [each.id for each in told if isinstance(each, commands.FromPlayer)]) for key, told in decoded]


def test_a_shards_key_and_queue_say_the_same() -> None:
    assert queue_of("tictactoe.3") == "tables.tictactoe.3"
    assert key_of(queue_of("mpirimpa_pro.0")) == "mpirimpa_pro.0"


def test_a_direct_command_is_carried_out_and_acknowledged(desk: Desk) -> None:
    table = desk.open().begin().all_watch()
    taken(desk)
    move = move_of(table)
    desk.turn(desk.give(7, move))
    assert table.now.match.state.last is not None
    (frame,) = desk.frames(move.conn)
    assert frame["done"] == [move.id]
    assert taken(desk) == [7]


def test_the_last_number_of_several_is_said_once_to_each_gateway(desk: Desk) -> None:
    one, other = desk.open("table-1").begin(), desk.open("table-2").begin()
    taken(desk)
    desk.turn(desk.give(1, move_of(one)), desk.give(2, move_of(other)), desk.give(9, gateway="gateway.2"))
    assert (taken(desk), one.now.seq, other.now.seq) == ([2], one.now.seq, other.now.seq)
    assert one.now.match.state.last is not None and other.now.match.state.last is not None


def test_a_direct_message_without_commands_is_acknowledged(desk: Desk) -> None:
    desk.turn(desk.give(4))
    assert taken(desk) == [4]


def test_gateways_receive_the_direct_queue_and_its_shards(desk: Desk) -> None:
    desk.worker._subscriptions.direct_queue = "direct.me.1"
    table = desk.open().begin()
    desk.link.told.clear()
    table.watch("ann")
    ((gateway, told),) = desk.link.told
    assert (gateway, told.direct, told.shards) == (GATEWAY, "direct.me.1", [queue_of(desk.shard(table.id))])


def test_what_is_not_ours_goes_into_its_shards_queue_before_it_is_taken(desk: Desk) -> None:
    table = desk.open().begin()
    before = metrics.passed_on._value.get()
    queue = "tables.tictactoe.5"
    stray = commands.Watch("table-9", "trace", 0, GATEWAY, 1, "ann", "stray", version=-1)
    message = encode(commands.Direct(GATEWAY, 3, {queue: [stray], queue_of(desk.shard(table.id)): [move_of(table)]}))
    taken(desk)
    desk.turn(DirectDelivery(Message(message), desk.link.channel))
    assert passed_on(desk) == [(queue, ["stray"])]
    assert taken(desk) == [3]
    assert table.now.match.state.last is not None
    assert metrics.passed_on._value.get() == before + 1


def test_what_was_for_a_shard_that_was_lost_meanwhile_goes_to_its_new_owner(desk: Desk) -> None:
    table = desk.open().begin().all_watch()
    desk.worker._journal.claim(desk.shard(table.id), "rival")
    move = move_of(table)
    desk.frames(move.conn)
    queue = queue_of(desk.shard(table.id))
    taken(desk)
    passed_on(desk)
    desk.turn(desk.give(5, move))
    assert passed_on(desk) == [(queue, [move.id])]
    assert taken(desk) == [5]
    assert desk.frames(move.conn) == [], "nothing is said of a table that is another's"
    assert table.id not in desk.held.loaded_tables


def test_what_is_said_of_other_shards_is_said_though_one_was_lost(desk: Desk) -> None:
    lost, kept = desk.open("table-1").begin().all_watch(), desk.open("table-2").begin().all_watch()
    assert desk.shard("table-1") != desk.shard("table-2")
    desk.worker._journal.claim(desk.shard("table-1"), "rival")
    moves = [move_of(lost), move_of(kept)]
    for conn in (1, 2):
        desk.frames(conn)
    desk.turn(desk.give(5, *moves))
    frames = [frame for conn in (1, 2) for frame in desk.frames(conn)]
    assert {frame["view"]["table"] for frame in frames} == {"table-2"}
    assert [each for frame in frames for each in frame["done"]] == [moves[1].id]


def test_direct_commands_received_before_a_cut_are_not_acknowledged(desk: Desk) -> None:
    table = desk.open().begin()
    given = desk.give(1, move_of(table))
    taken(desk)
    desk.turn(given, LinkDown())
    assert taken(desk) == []
    desk.link.channel = object()
    desk.turn(given)
    assert taken(desk) == [] and desk.rows_of_journal()[-1].command_id is None


@pytest.mark.parametrize("times", [1, DIRECT_TRIES - 1])
def test_what_could_not_be_committed_is_tried_again_and_taken_once(desk, monkeypatch, times) -> None:
    table = desk.open().begin()
    failing = Failing(desk, monkeypatch)
    failing.before = times
    move = move_of(table)
    taken(desk)
    desk.turn(desk.give(2, move))
    for _ in range(times):
        assert taken(desk) == []
        desk.again()
    assert taken(desk) == [2]
    assert [row.command_id for row in desk.rows_of_journal()].count(move.id) == 1


def test_what_cannot_be_written_goes_to_its_shard_where_the_dead_letters_are_near(desk, monkeypatch) -> None:
    table = desk.open().begin()
    move = move_of(table)
    begin = desk.worker._journal.committer.begin

    def picky(writing):
        if any(step.entry.command == move.id for _, step in writing.steps):
            raise ValueError("not to be written")
        return begin(writing)

    monkeypatch.setattr(desk.worker._journal.committer, "begin", picky)
    queue = queue_of(desk.shard(table.id))
    taken(desk)
    desk.turn(desk.give(6, move))
    for _ in range(DIRECT_TRIES):
        desk.again()
    assert passed_on(desk) == [(queue, [move.id])]
    assert taken(desk) == [6]
    assert not desk.worker._again


def test_what_cannot_be_read_is_counted_and_changes_nothing(desk: Desk) -> None:
    table = desk.open().begin()
    before, seq = metrics.unreadable._value.get(), table.now.seq
    desk.turn(DirectDelivery(Message(b'["gateway.1",1,{"tables.tictactoe.1":[["dance"]]}]'), desk.link.channel))
    assert metrics.unreadable._value.get() == before + 1
    assert table.now.seq == seq


def test_a_reply_for_a_missing_table_survives_a_lost_shard(desk: Desk) -> None:
    """It was found before the commit, and is said after it."""
    lost = desk.open("table-1").begin().all_watch()
    kept = desk.open("table-2").begin()
    desk.worker._journal.claim(desk.shard("table-1"), "rival")
    absent = next(name for n in range(3, 99) if desk.shard(name := f"table-{n}") == desk.shard("table-2"))
    ask = commands.Watch(absent, "trace", 0, GATEWAY, 8, "ann", "ask", version=-1)
    desk.turn(desk.give(5, move_of(lost), ask, move_of(kept)))
    assert [(frame["t"], frame["id"], frame["error"]) for frame in desk.frames(8)] == [
        ("refused", "ask", "table_unknown")
    ]


def test_nothing_is_taken_for_certain_that_was_not_committed(desk, monkeypatch) -> None:
    """While the database was at it the worker counted on it; then it failed."""
    table = desk.open().begin().all_watch()
    failing = Failing(desk, monkeypatch)
    failing.before = 1
    for conn in (1, 2):
        desk.frames(conn)
    before = table.now
    desk.turn(desk.give(1, move_of(table)))
    assert desk.link.frames == []
    assert table.id not in desk.held.loaded_tables
    assert desk.stored(table.id) == before
