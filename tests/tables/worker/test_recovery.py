"""A commit that fails, a broker that is away, a shard that is somebody else's by now."""

import sqlite3
import time
from functools import partial

import pytest
import sqlalchemy as sa

from services.contracts.tables import commands
from services.contracts.tables.events import MatchFinished, TableDone
from services.platform.database.unit_of_work import CommitInDoubt
from services.tables import schema as store
from services.tables.worker import worker
from services.tables.worker.cycle.cycle import Cycle
from services.tables.worker.shards.inbox_items import LinkDown, LinkUp
from tests.tables.support.desk import GAME, Desk, Seated, answer

PLACE = {"move": "place", "row": 1, "col": 1}
AWAY = sa.exc.OperationalError("COMMIT", {}, sqlite3.OperationalError("the database is away"))


class Failing:
    """Lets commits fail, before or after they are done; by then the worker has counted on them."""

    def __init__(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        self.before = self.after = 0
        self._begin = desk.worker._journal.committer.begin
        monkeypatch.setattr(desk.worker._journal.committer, "begin", self)

    def __call__(self, writing):
        return partial(self._finish, writing)

    def _finish(self, writing):
        if self.before:
            self.before -= 1
            raise AWAY
        lost = self._begin(writing)()
        if self.after:
            self.after -= 1
            raise AWAY
        return lost


def test_a_batch_is_written_though_what_follows_it_fails(desk, monkeypatch):
    """What was begun is finished, and the command that comes again is answered without being carried out twice."""
    table = desk.open().begin().all_watch()
    move, real = move_of(table), Cycle._compose

    def fail_once(_cycle):
        monkeypatch.setattr(Cycle, "_compose", real)
        raise KeyError("meanwhile")

    monkeypatch.setattr(Cycle, "_compose", fail_once)
    desk.hear(move)
    assert [row.command_id for row in desk.rows_of_journal()].count(move.id) == 1
    assert desk.worker._again
    desk.again()
    assert [row.command_id for row in desk.rows_of_journal()].count(move.id) == 1
    assert not desk.worker._again and table.now.match.state.last is not None


@pytest.fixture
def failing(desk, monkeypatch) -> Failing:
    return Failing(desk, monkeypatch)


def order() -> commands.StartOrder:
    seats = [commands.SeatPlayer(name="Ann", account="ann"), commands.SeatPlayer(name="Bob", account="bob")]
    return commands.StartOrder(name="Table", game=GAME, options={"size": 3}, organizer=0, seats=seats, stake_chips=0)


def move_of(table, move=PLACE, **how):
    number = table.now.match.clocks[0].number
    return commands.Move(*table.head(table.turn_of, **how), table.now.match.id, number, move)


def outages(desk):
    return [int(row.action.partition('"outage_ms":')[2].rstrip("}")) for row in desk.rows(store.journal)
            if '"resumed"' in row.action]  # fmt: skip


# --- commits that fail ---


@pytest.mark.parametrize(("when", "times"), [("before", 1), ("before", 3), ("after", 1)])
def test_a_command_with_a_failed_commit_is_applied_once_and_acknowledged_once(desk, failing, when, times):
    table = desk.open().begin()
    move = move_of(table, id="moving")
    number = table.now.match.clocks[0].number
    (message,) = desk.deliver([move])
    setattr(failing, when, times)
    desk.turn(message)
    for _ in range(times):
        assert desk.link.frames == [] and message.tag not in desk.link.acknowledged
        desk.again()
    assert [answer([frame]) for frame in desk.frames(move.conn)] == [
        row.seq for row in desk.rows(store.journal) if row.command_id == "moving"
    ]
    assert message.tag in desk.link.acknowledged
    assert table.now.match.clocks[0].number == number + 1
    assert table.now == desk.stored(table.id)


def test_a_claim_that_stays_in_doubt_costs_no_command(desk, monkeypatch):
    claim, doubts = desk.worker._journal.claim, [CommitInDoubt("the connection broke")] * 4

    def doubtful(*args):
        if doubts:
            raise doubts.pop()
        return claim(*args)

    monkeypatch.setattr(desk.worker._journal, "claim", doubtful)
    table = desk.open("table-1")
    while desk.worker._again:
        desk.again()
    assert table.phase == "asking" and not desk.link.given_up


def test_a_shard_that_cannot_be_loaded_costs_no_command_however_often_it_is_tried(desk, monkeypatch):
    first = desk.open("table-1").begin()
    load = desk.worker._journal.load

    def fail(_shard):
        raise RuntimeError("no memory")

    desk.worker._owned.forget_all(desk.clock.now_ms(), keep=True)
    monkeypatch.setattr(desk.worker._journal, "load", fail)
    start = commands.Start("table-2", "trace", desk.clock.now_ms(), order())
    (message,) = desk.deliver([start])
    desk.turn(message)
    for _ in range(9):
        desk.again()
    assert not desk.link.given_up and message.tag not in desk.link.acknowledged
    monkeypatch.setattr(desk.worker._journal, "load", load)
    desk.again()
    assert message.tag in desk.link.acknowledged
    assert desk.table("table-2").phase == "asking" and first.phase == "playing"


def test_a_worker_goes_on_beating_when_a_beat_was_in_doubt(desk, monkeypatch):
    def doubtful():
        raise CommitInDoubt("the connection broke")

    desk.worker._last_cycle_s = time.monotonic()
    desk.worker.beat_once()
    (before,) = desk.rows(store.workers)
    with monkeypatch.context() as patch:
        patch.setattr(desk.worker._ownership, "beat", doubtful)
        desk.worker.beat_once()
    desk.clock.advance(500)
    desk.worker.beat_once()
    (after,) = desk.rows(store.workers)
    assert after.beat_ms == before.beat_ms + 500


def test_nothing_is_lost_or_done_twice_over_many_failures(desk, failing):
    table = desk.open().begin()
    for count, (row, col) in enumerate(((1, 1), (2, 1), (1, 2), (2, 2), (1, 3))):
        setattr(failing, "after" if count % 2 else "before", 1)
        table.place(row, col)
        desk.again()
    assert len(desk.told(MatchFinished)) == 1
    moves = [row for row in desk.rows(store.journal) if '"moved"' in row.action]
    assert len(moves) == 5 and table.phase == "choosing"


def test_a_quiet_table_goes_on_though_only_its_neighbours_commit_failed(desk, failing):
    """No message comes for it: its clock alone must bring it back."""
    quiet, busy = desk.open("table-1").begin(), desk.open("table-2").begin()
    seat = quiet.now.match.clocks[0].seat
    (message,) = desk.deliver([move_of(busy)])
    failing.before = 1
    desk.turn(message)
    desk.again()
    desk.beat()
    desk.pass_ms(30_051)
    assert quiet.now.seats[seat].timeouts == 1


def test_a_timer_with_a_failed_commit_fires_when_the_database_is_back(desk, failing):
    table = desk.open().begin()
    seat = table.now.match.clocks[0].seat
    desk.clock.advance(30_000)
    desk.beat()
    desk.clock.advance(51)
    failing.before = 1
    desk.turn()
    desk.again()
    desk.pass_ms(200)
    assert table.now.seats[seat].timeouts == 1


@pytest.mark.parametrize("beats_first", [False, True])
def test_no_clock_counts_the_time_without_a_database(desk, failing, beats_first):
    table = desk.open().begin()
    desk.clock.advance(5_000)
    desk.beat()
    left_ms = 25_000
    desk.clock.advance(400)
    failing.before = 999
    (message,) = desk.deliver([commands.Seed(*table.head("ann"), "stale", "")])
    desk.turn(message)
    for _ in range(5):
        desk.clock.advance(20_000)
        desk.again()
    failing.before = 0
    if beats_first:
        desk.beat()
    desk.again()
    assert outages(desk) == [100_400]
    assert [seat.timeouts for seat in table.now.seats] == [0, 0]
    assert table.now.match.clocks[0].since_ms + 30_000 == desk.clock.now_ms() + left_ms


def test_a_new_owner_with_a_failed_first_commit_still_counts_the_whole_outage(desk, monkeypatch):
    desk.open().begin()
    desk.beat()
    desk.clock.advance(50_000)
    other = Desk(desk.database)
    failing = Failing(other, monkeypatch)
    failing.before = 2
    other.beat()
    (message,) = other.deliver([commands.Wake(1)])
    other.turn(message)
    other.clock.advance(1_000)
    other.beat()
    other.again()
    other.again()
    assert outages(other) == [51_000]


def taken_over(desk, after_ms):
    """Another worker finds the shard after so long."""
    desk.beat()
    desk.clock.advance(after_ms)
    other = Desk(desk.database)
    other.beat()
    (message,) = other.deliver([commands.Wake(1)])
    other.turn(message)
    return other


def test_a_match_that_no_worker_could_recover_for_ten_minutes_is_void(desk):
    table = desk.open(stake=200).begin()
    desk.told()
    other = taken_over(desk, 600_001)

    told = {type(each): each for each in other.told()}
    assert told[TableDone] == TableDone(table="table-1", reason="recover")
    finished = told[MatchFinished]
    assert (finished.match, finished.outcome, finished.reason) == (table.now.match.id, "void", "recover")
    assert "table-1" not in other.held.loaded_tables


def test_ten_minutes_are_not_too_long(desk):
    desk.open(stake=200).begin()
    desk.told()
    other = taken_over(desk, 600_000)

    assert MatchFinished not in [type(each) for each in other.told()]
    assert outages(other) == [600_000]
    assert other.held.loaded_tables["table-1"].table.phase == "playing"


def test_a_message_that_cannot_be_written_goes_to_the_dead_letters_alone(desk, monkeypatch):
    """What the database refuses because of its text, say."""
    table = desk.open().begin()
    begin = desk.worker._journal.committer.begin

    def finish(writing):
        if any(step.entry.command == "bad" for _, step in writing.steps):
            raise sa.exc.DataError("INSERT", {}, ValueError("a NUL"))
        return begin(writing)()

    def picky(writing):
        return partial(finish, writing)

    monkeypatch.setattr(desk.worker._journal.committer, "begin", picky)
    match, number = table.now.match.id, table.now.match.clocks[0].number
    bad, good = desk.deliver(
        [commands.Move(*table.head(table.turn_of, id="bad"), match, number, {"move": "place", "row": 3, "col": 3})],
        [commands.Move(*table.head(table.turn_of, id="good"), match, number, PLACE)],
    )
    desk.turn(bad, good)
    for _ in range(4):
        desk.again()
    assert (desk.link.given_up, good.tag in desk.link.acknowledged) == ({bad.tag}, True)
    assert table.now.match.state.x == 1


# --- the broker ---


def test_after_a_cut_everything_is_loaded_again_and_no_clock_counts_it(desk):
    tables = [desk.open(f"table-{n}").begin() for n in (1, 2, 3)]
    desk.beat()
    desk.clock.advance(300)
    desk.turn(LinkDown())
    assert desk.held.loaded_tables == {} and desk.held.epochs == {}
    desk.clock.advance(20_000)
    desk.link.channel = object()
    desk.beat()
    for table in tables:
        desk.hear(commands.Wake(int(desk.shard(table.id).rpartition(".")[2])))
    assert outages(desk) == [20_300] * 3
    desk.pass_ms(29_000)
    assert [seat.timeouts for table in tables for seat in table.now.seats] == [0] * 6


def test_after_a_cut_a_shard_is_not_claimed_before_the_broker_gives_it(desk):
    desk.open().begin()
    desk.turn(LinkDown())
    for _ in range(3):
        desk.pass_ms(1_000)
    assert desk.held.epochs == {}


def test_messages_of_a_channel_that_is_gone_are_left_to_the_broker(desk):
    table = desk.open().begin()
    before = table.now
    (message,) = desk.deliver([move_of(table)])
    desk.link.channel = object()
    desk.turn(message)
    assert table.now == before and message.tag not in desk.link.acknowledged
    (other,) = desk.deliver([move_of(table)])
    desk.turn(other, LinkDown())
    assert desk.stored(table.id) == before


def test_a_link_that_comes_up_wakes_every_shard(desk, monkeypatch):
    monkeypatch.setattr(desk.worker._runner, "later", lambda _s, work: work())
    desk.turn(LinkUp())
    assert sorted(key for _, key, _ in desk.link.sent) == [f"tables.tictactoe.{n}" for n in range(8)]


def test_results_of_recent_commands_are_read_with_a_tables_first_command_and_not_at_the_takeover(desk, monkeypatch):
    first, second = (desk.open(name).begin() for name in ("table-1", "table-13"))
    assert desk.shard("table-1") == desk.shard("table-13")
    first.place(1, 1, id="placed")
    before = first.now
    heir = Desk(desk.database)
    asked = []
    journal = heir.worker._journal
    known_commands = journal.known_commands
    monkeypatch.setattr(journal, "known_commands", lambda ids, limit: asked.append(ids) or known_commands(ids, limit))
    heir.turn(*heir.deliver([commands.Wake(1)]))
    assert asked == []
    again = commands.Move(*first.head("ann", id="placed"), before.match.id, 1, PLACE)
    heir.turn(*heir.deliver([again], [again]))
    heir.turn(*heir.deliver([again]))
    assert asked == [["table-1"]]
    assert heir.table("table-1").seq == heir.stored("table-1").seq
    assert heir.table("table-1").match.state.x == before.match.state.x
    assert heir.table(second.id) == heir.stored(second.id)


# --- many tables at once ---


@pytest.fixture
def heir(desk, monkeypatch):
    """A worker that takes over two shards with a table each, one of them in a cycle, and messages of both."""
    monkeypatch.setattr(worker, "TAKE_OVER_TABLES", 1)
    first, second = desk.open("table-1").begin(), desk.open("table-2").begin()
    heir = Desk(desk.database)
    return heir, heir.deliver([move_of(first)], [move_of(second)], [commands.Wake(1)])


def test_tables_of_the_first_shard_go_on_before_the_next_shard_is_loaded(heir):
    heir, messages = heir
    before = heir.stored("table-1").seq
    heir.turn(*messages)
    assert heir.held.epochs.keys() == {"tictactoe.1"}
    assert heir.stored("table-1").seq > before
    assert heir.link.acknowledged == {messages[0].tag}
    heir.again()
    assert heir.held.epochs.keys() == {"tictactoe.1", "tictactoe.3"}
    assert heir.link.acknowledged == {message.tag for message in messages}
    assert heir.table("table-2").match.state.x == 1
    assert not heir.worker.has_work()


def test_what_waits_for_the_next_shard_is_not_lost_when_the_first_commit_fails(heir, monkeypatch):
    heir, messages = heir
    failing = Failing(heir, monkeypatch)
    failing.before = 1
    heir.turn(*messages)
    assert heir.link.acknowledged == set()
    while heir.worker.has_work():
        heir.again()
    assert [heir.table(each).match.state.x for each in ("table-1", "table-2")] == [1, 1]
    assert heir.link.acknowledged == {message.tag for message in messages}


def test_after_a_failed_commit_shards_come_back_one_by_one_and_those_with_messages_first(heir, monkeypatch):
    heir, messages = heir
    heir.turn(*messages)
    heir.again()
    failing = Failing(heir, monkeypatch)
    failing.before = 1
    (message,) = heir.deliver([commands.Wake(3)])
    heir.turn(message, *heir.deliver([move_of(Seated(heir, "table-2"))]))
    assert heir.held.epochs == {}
    heir.again()
    assert heir.held.epochs.keys() == {"tictactoe.3"}
    assert heir.worker.has_work()
    heir.again()
    assert heir.held.epochs.keys() == {"tictactoe.1", "tictactoe.3"}
    assert not heir.worker.has_work()


def test_a_forgotten_shard_that_goes_to_another_worker_is_not_loaded_again(heir, monkeypatch):
    heir, messages = heir
    heir.turn(*messages)
    heir.again()
    heir.held.forget_all(0, keep=True)
    heir.held.forget("tictactoe.3")
    while heir.worker.has_work():
        heir.again()
    assert heir.held.epochs.keys() == {"tictactoe.1"}


# --- rivals ---


@pytest.fixture
def rivals(desk):
    """An owner of two shards and a rival that has taken one of them; the owner does not know yet."""
    taken, kept = desk.open("table-1").begin(), desk.open("table-2").begin()
    rival = Desk(desk.database)
    rival.hear(commands.Wake(1))
    return desk, rival, taken, kept


def test_writes_of_an_old_owner_to_a_lost_shard_are_refused_and_not_published(rivals):
    old, rival, taken, kept = rivals
    before = rival.table("table-1")
    taken.watch("ann")
    taken.watch("bob")
    kept.watch("carol", conn=7)
    old.link.frames.clear()
    old.told()
    lost_move, kept_move = move_of(taken), move_of(kept)
    lost_message, kept_message = old.deliver([lost_move], [kept_move])
    old.turn(lost_message, kept_message)
    assert rival.stored("table-1") == before
    assert {conn for _, conn, frame in old.link.frames if frame.get("view", {}).get("table") == "table-1"} == set()
    assert answer([frame for _, conn, frame in old.link.frames if conn == kept_move.conn]) is not None
    assert old.link.put_back == {lost_message.tag} and kept_message.tag in old.link.acknowledged
    assert "table-1" not in old.held.loaded_tables and "table-2" in old.held.loaded_tables
    assert old.held.epochs.keys() == {"tictactoe.3"}
    rival.hear(lost_move)
    assert rival.table("table-1").seq == before.seq + 1


def test_an_old_owner_refuses_nothing_in_a_lost_shard(rivals):
    """The new owner may be about to accept it."""
    old, rival, taken, _ = rivals
    rival_table = Seated(rival, "table-1")
    first, second = rival_table.turn_of, rival_table.other
    number = rival_table.now.match.clocks[0].number
    rival_table.place(1, 1)
    reply = commands.Move(
        *rival_table.head(second, id="reply"), rival_table.now.match.id, number + 1,
        {"move": "place", "row": 2, "col": 2},
    )  # fmt: skip
    (message,) = old.deliver([reply])
    old.turn(message)
    assert old.frames(1) == old.frames(2) == []
    assert old.link.put_back == {message.tag}
    rival.hear(reply)
    assert isinstance(answer(rival.frames(reply.conn)), int)
    assert first != second and taken.id == "table-1"


def test_a_timer_of_an_old_owner_takes_nothing_from_the_new_one(rivals):
    old, rival, _, _ = rivals
    before = rival.table("table-1")
    old.pass_ms(30_051)
    assert rival.stored("table-1") == before
    rival.beat()
    rival.pass_ms(0)
    assert sum(seat.timeouts for seat in rival.table("table-1").seats) == 1


def test_a_shard_that_comes_back_is_claimed_and_loaded_again(rivals):
    old, rival, taken, _ = rivals
    Seated(rival, "table-1").place(1, 1)
    old.turn(*old.deliver([move_of(taken)]))
    old.hear(commands.Wake(1))
    assert old.held.epochs["tictactoe.1"] == 3
    assert old.table("table-1").match.state.x == rival.table("table-1").match.state.x == 1
