"""A table is the fold of its journal: the same bytes on any worker, by way of snapshots and without them."""

import msgspec
import pytest
import sqlalchemy as sa

from services.contracts.tables import commands
from services.platform.process.json import encode
from services.tables import schema as store
from services.tables.journal import commit_rows as rows
from services.tables.settings import TablesSettings
from tests.tables.support.desk import Desk, Roots, answer
from tests.tables.support.made_up_games import Kitchen, KitchenGame, register

PHASES = ["asking", "held", "playing", "moved", "timeouts", "choosing", "settled", "chosen", "rematch", "left"]


def bring_to(table, phase):
    """A staked table in every phase of its life, one after the other."""
    desk = table.desk
    steps = {
        "asking": lambda: table.seed("ann"),
        "held": table.holds,
        "playing": lambda: (table.seed("bob"), table.ratings()),
        "moved": table.first_round,
        "timeouts": lambda: desk.pass_ms(60_051),
        "choosing": lambda: [table.place(*cell) for cell in ((1, 2), (2, 2), (1, 3))],
        "settled": lambda: (table.settled(table.now.last.match, [320, 0]), table.rated(table.now.last.match)),
        "chosen": lambda: table.choose("ann", "rematch", "ab" * 16),
        "rematch": lambda: (table.choose("bob", "rematch"), table.holds(), table.ratings(), table.seed("bob")),
        "left": lambda: table.leave("ann"),
    }
    for name in PHASES[: PHASES.index(phase) + 1]:
        steps[name]()
        desk.clock.advance(137)


@pytest.mark.parametrize("every", [1, 3, 1000])
@pytest.mark.parametrize("phase", PHASES)
def test_what_is_loaded_is_what_was_in_memory_byte_by_byte(phase, every):
    desk = Desk(settings=TablesSettings(snapshot_every=every))
    table = desk.open(stake=200)
    bring_to(table, phase)
    assert encode(desk.stored(table.id)) == encode(table.now)
    assert desk.stored(table.id) == table.now


@pytest.mark.parametrize("phase", PHASES)
def test_a_snapshot_of_another_build_is_replayed_instead(phase, monkeypatch):
    desk = Desk(settings=TablesSettings(snapshot_every=2))
    table = desk.open(stake=200)
    bring_to(table, phase)
    with desk.database.work() as work:
        work.execute(sa.update(store.tables).values(build="older", snapshot='{"unreadable":'))
    assert encode(desk.stored(table.id)) == encode(table.now)


def test_a_snapshot_is_written_after_so_many_entries_and_names_its_build():
    desk = Desk(settings=TablesSettings(snapshot_every=4))
    table = desk.open()
    table.seed("ann")
    assert desk.rows(store.tables)[0].snapshot is None
    table.seed("bob")
    (row,) = desk.rows(store.tables)
    assert (row.snapshot_seq, row.build) == (4, rows.BUILD)
    table.ratings()
    assert desk.rows(store.tables)[0].snapshot_seq == 4
    table.place(1, 1)
    assert desk.rows(store.tables)[0].snapshot_seq == table.now.seq


def test_a_new_owner_goes_on_as_the_old_one_would_have():
    """The same commands at the same times give the same bytes, whoever has the table in between."""
    alone, changing = Desk(), Desk()
    alone.worker._secrets, changing.worker._secrets = Roots(0), Roots(0)
    one, two = alone.open(stake=200), changing.open(stake=200)
    bring_to(one, "playing")
    bring_to(two, "playing")
    for cell in ((1, 1), (2, 1), (1, 2), (2, 2), (1, 3)):
        alone.clock.advance(500)
        one.place(*cell)
        changing.clock.advance(500)
        two.place(*cell)
        before = changing
        changing = Desk(before.database, before.settings)
        changing.held.epochs.update(before.held.epochs)  # without a claim nothing is resumed, so nothing differs
        for found in before.held.loaded_tables.values():
            changing.held._hold(changing.stored(found.table.id), found.shard)
        two.desk = changing
    assert encode(one.now.match.state) == encode(two.now.match.state)
    assert one.now.last == two.now.last and one.now.seq == two.now.seq


def test_closed_tables_are_not_loaded_again(desk):
    table = desk.open().begin()
    table.play_out()
    table.choose("ann", "communication")
    assert desk.worker._journal.load("tictactoe.1") == []
    assert desk.worker._journal.knows(table.id)
    assert not desk.worker._journal.knows("another")


def test_only_the_tables_of_a_shard_are_loaded(desk):
    for n in range(1, 9):
        desk.open(f"table-{n}")
    assert [table.id for table in desk.worker._journal.load("tictactoe.5")] == ["table-3", "table-8"]
    assert desk.worker._journal.load("tictactoe.7") == []


def test_journal_lines_carry_seat_action_time_and_trace(desk):
    table = desk.open().begin()
    mover = table.turn_of
    desk.clock.advance(77)
    table.place(1, 1, id="the-command")
    row = desk.rows(store.journal)[-1]
    assert (row.seq, row.epoch, row.match_id) == (table.now.seq, 1, table.now.match.id)
    assert (row.actor, row.command_id, row.at_ms) == (["ann", "bob"].index(mover), "the-command", desk.clock.now_ms())
    assert msgspec.json.decode(row.action)["move"] == {"move": "place", "row": 1, "col": 1}
    assert next(row.trace for row in desk.rows(store.journal)) == "trace-start"
    assert [row.seq for row in desk.rows(store.journal)] == list(range(1, table.now.seq + 1))


# --- a game with everything in its state ---


@pytest.fixture
def kitchen(monkeypatch):
    register(monkeypatch, KitchenGame())
    desk = Desk(settings=TablesSettings(snapshot_every=1), games=["kitchen"])
    return desk.open("table-1@kitchen", options={}).begin()


def say(table, account, number=3):
    clocks = {clock.seat: clock.number for clock in table.now.match.clocks}
    seat = table.now.seat_of(account)
    return table.move(account, clocks.get(seat), {"move": "say", "number": number})


def test_states_with_sets_and_numbers_as_keys_come_back_whole(kitchen):
    desk = kitchen.desk
    say(kitchen, "ann")
    assert kitchen.now.match.state.scores.keys() >= {0, 100}
    assert isinstance(desk.stored(kitchen.id).match.state, Kitchen)
    assert desk.stored(kitchen.id) == kitchen.now
    assert encode(desk.stored(kitchen.id)) == encode(kitchen.now)


def test_sealed_decisions_have_a_clock_each(kitchen):
    desk = kitchen.desk
    desk.clock.advance(20_000)
    say(kitchen, "ann")
    assert [clock.seat for clock in kitchen.now.match.clocks] == [1]
    desk.pass_ms(10_051)
    assert [seat.timeouts for seat in kitchen.now.seats] == [0, 1]


def test_a_pause_of_the_game_ends_at_its_exact_time_and_the_next_hand_is_dealt(kitchen):
    desk = kitchen.desk
    say(kitchen, "ann")
    say(kitchen, "bob")
    paused_ms = desk.clock.now_ms()
    deck = kitchen.now.match.state.deck
    desk.pass_ms(2_050)
    assert kitchen.now.match.state.phase == "pause"
    desk.pass_ms(1)
    assert kitchen.now.match.state.phase == "say" and kitchen.now.at_ms == paused_ms + 2_000
    assert kitchen.now.match.state.deck != deck
    assert kitchen.now.match.streams.keys() == {"1|deal", "1|dice", "2|deal", "2|dice"}


def test_a_pause_may_be_cut_short_by_a_move_and_does_not_fire_later(kitchen):
    desk = kitchen.desk
    say(kitchen, "ann")
    say(kitchen, "bob")
    desk.clock.advance(500)
    say(kitchen, "ann")
    assert kitchen.now.match.state.rounds == 1
    desk.pass_ms(2_051)
    assert kitchen.now.match.state.rounds == 1


def test_a_pause_waits_for_a_new_owner(kitchen):
    desk = kitchen.desk
    say(kitchen, "ann")
    say(kitchen, "bob")
    desk.clock.advance(1_500)
    desk.beat()
    desk.clock.advance(60_000)
    other = Desk(desk.database, desk.settings, games=["kitchen"])
    (item,) = other.deliver([commands.Wake(0)])
    item.shard = desk.shard(kitchen.id)
    other.turn(item)
    other.pass_ms(550)
    assert other.table(kitchen.id).match.state.phase == "pause"
    other.pass_ms(1)
    assert other.table(kitchen.id).match.state.phase == "say"


def test_a_match_of_several_hands_is_played_to_its_end_and_loaded_at_every_step(kitchen):
    desk = kitchen.desk
    while kitchen.phase == "playing":
        for account in ("ann", "bob"):
            say(kitchen, account)
            assert desk.stored(kitchen.id) == kitchen.now
        desk.pass_ms(2_051)
        assert desk.stored(kitchen.id) == kitchen.now
    assert kitchen.now.last.outcome == "tied"


@pytest.mark.parametrize("number", [None, 0])
def test_an_optional_move_sent_again_much_later_is_not_made_again(monkeypatch, number):
    register(monkeypatch, KitchenGame())
    desk = Desk(settings=TablesSettings(remembered_commands=1), games=["kitchen"])
    table = desk.open("table-1@kitchen", options={}).begin()
    answers = []
    for _ in range(2):
        say(table, "ann")
        say(table, "bob")
        answers.append(answer(table.move("ann", number, {"move": "say", "number": 1}, id="short")))
    assert answers[0] == answers[1]
    assert table.now.match.state.rounds == 1
