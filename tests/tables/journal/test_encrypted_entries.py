"""Who reads the database of running matches, or a backup of it, sees no root and no hidden card: RULES.md §14."""

import base64

import pytest
import sqlalchemy as sa

from services.contracts.tables import journals
from services.platform.process.settings import SettingsError
from services.tables import schema as store
from services.tables.history import use_cases as handlers
from services.tables.journal.archive.line_rows import Archive
from services.tables.journal.journal_rows import Journal, count_by_key
from services.tables.settings import TablesSettings
from tests.tables.history.test_recordings import play_hand, recording, replay
from tests.tables.support.desk import Desk, Seated
from tests.tables.support.dicehand import DiceHand
from tests.tables.support.house_banked_table import HouseTable, seated
from tests.tables.support.made_up_games import KitchenGame, register
from tests.tables.transitions.test_shoes import play_shoe, recording_of

ONE, TWO = (f"k{number}:{base64.b64encode(bytes([number]) * 32).decode()}" for number in (1, 2))


@pytest.fixture
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KAFENEIO_SEALING_KEYS", ONE)


def dump(desk: Desk) -> str:
    """All that a reader of the database sees."""
    return "\n".join(str(tuple(row)) for table in store.metadata.sorted_tables for row in desk.rows(table))


def lines(desk: Desk) -> list[str]:
    return [row.action for row in desk.rows_of_journal()]


def kitchen(monkeypatch: pytest.MonkeyPatch, **settings: int) -> Seated:
    register(monkeypatch, KitchenGame())
    desk = Desk(games=["kitchen"], settings=TablesSettings(**settings))
    return desk.open("table-1@kitchen", options={}).begin()


def say(table: Seated, account: str, seat: int, number: int) -> None:
    table.desk.clock.advance(1_000)
    clock = next(each for each in table.now.match.clocks if each.seat == seat)
    table.move(account, clock.number, {"move": "say", "number": number})


def test_without_a_key_roots_cards_and_sealed_moves_are_readable_in_the_database(monkeypatch):
    table = kitchen(monkeypatch)
    say(table, "ann", 0, 424242)
    seen, match = dump(table.desk), table.now.match
    assert match.root in seen and "424242" in seen
    assert f'"values":{list(match.state.deck)}'.replace(" ", "") in seen


def test_with_a_key_none_of_them_is_readable_and_another_worker_continues_the_table(monkeypatch, key):
    table = kitchen(monkeypatch, snapshot_every=4)
    desk, numbers = table.desk, (424242, 434343)
    for number, (account, seat) in zip(numbers, (("ann", 0), ("bob", 1)), strict=True):
        say(table, account, seat, number)
    seen, match = dump(desk), table.now.match
    assert match.root not in seen
    assert all(str(number) not in seen for number in numbers)
    assert not any('"values"' in line for line in lines(desk) if '"purpose":"deal"' in line)
    assert '"deck"' not in seen, "nor does a snapshot"
    assert any('"dice"' in line for line in lines(desk)), "what everybody sees stays readable"
    assert table.now == desk.stored(table.id)


def test_a_match_that_has_ended_is_read_without_the_operators_key(monkeypatch, key):
    register(monkeypatch, DiceHand())
    desk = Desk(games=["dicehand"])
    table = desk.open("table-1@dicehand", options={"worth": 2}).begin()
    play_hand(table, takes=1)
    play_hand(table, knock=True)
    last, following = table.now.last, table.now.match
    assert last is not None and following.root not in dump(desk)

    monkeypatch.delenv("KAFENEIO_SEALING_KEYS")
    found = recording(desk, last.match)
    assert found.root == last.root
    assert sorted(replay(desk, last.match).positions[1].view["cards"]) == [0, 1, 2, 3]
    given = desk.database.run(handlers.get_journal, journals.GetJournal(match=last.match), Archive())
    deals = [entry.action for entry in given.entries if entry.action.get("purpose") == "deal"]
    assert len(deals) == 2 and all(sorted(each["values"]) == [0, 1, 2, 3] for each in deals)
    assert given.entries[0].action["root"] == last.root


def test_a_new_key_reads_what_the_old_one_sealed_and_lines_from_before_there_were_keys(monkeypatch):
    table = kitchen(monkeypatch)
    desk = table.desk
    for step, keys in enumerate((ONE, f"{TWO},{ONE}"), start=1):
        monkeypatch.setenv("KAFENEIO_SEALING_KEYS", keys)
        desk.worker._journal = Journal(desk.database)
        say(table, "ann", 0, step)
        say(table, "bob", 1, step)
        desk.pass_ms(2_051)
        assert table.now == desk.stored(table.id)


def test_a_rematch_is_sealed_with_the_key_of_its_day(monkeypatch, key):
    desk = Desk()
    table = desk.open(stake=200).begin()
    table.play_out()
    monkeypatch.setenv("KAFENEIO_SEALING_KEYS", f"{TWO},{ONE}")
    desk.worker._journal = Journal(desk.database)
    table.choose("ann", "rematch", "a1" * 16)
    table.choose("bob", "rematch", "b1" * 16)
    assert "sealed:k2:" in lines(desk)[-1] and table.now.match.root not in dump(desk)
    assert table.now == desk.stored(table.id)


def test_without_its_key_a_table_is_not_loaded_and_comes_back_with_it(monkeypatch, key):
    table = kitchen(monkeypatch)
    desk = table.desk
    monkeypatch.setenv("KAFENEIO_SEALING_KEYS", TWO)
    assert Journal(desk.database).load(desk.shard(table.id)) == []
    monkeypatch.setenv("KAFENEIO_SEALING_KEYS", f"{TWO},{ONE}")
    assert Journal(desk.database).load(desk.shard(table.id)) == [table.now]


def test_a_line_that_was_moved_to_another_place_is_not_believed(monkeypatch, key):
    table = kitchen(monkeypatch)
    desk = table.desk
    say(table, "ann", 0, 5)
    say(table, "bob", 1, 6)
    hidden = [row for row in desk.rows_of_journal() if '"k":"moved","sealed"' in row.action]
    assert len(hidden) == 2
    with desk.database.work() as work:
        c = store.journal.c
        work.execute(sa.update(store.journal).where(c.seq == hidden[1].seq).values(action=hidden[0].action))
    (found,) = Journal(desk.database).load(desk.shard(table.id))
    assert found.phase == "stopped"


def test_shoes_are_sealed_until_they_are_played(monkeypatch, key):
    table: HouseTable = seated(monkeypatch)
    desk = table.desk
    shoe = play_shoe(table)
    table.seeds()
    root = table.now.match.root
    assert root not in dump(desk) and table.now == desk.stored(table.id)
    assert recording_of(table, shoe).match == shoe


def test_the_snapshot_of_a_closed_table_is_plain_so_that_names_can_be_erased(key):
    desk = Desk()
    table = desk.open().begin()
    table.play_out()
    table.choose("ann", "communication")
    (row,) = desk.rows(store.tables)
    assert not row.open and row.snapshot.startswith("{")


def test_keys_that_cannot_be_read_stop_the_worker_at_its_start(monkeypatch):
    monkeypatch.setenv("KAFENEIO_SEALING_KEYS", "k1:short")
    with pytest.raises(SettingsError, match="KAFENEIO_SEALING_KEYS"):
        Desk()


def test_the_keys_that_open_tables_need_are_counted(monkeypatch):
    table = kitchen(monkeypatch)
    assert table.desk.database.run(count_by_key) == {}
    monkeypatch.setenv("KAFENEIO_SEALING_KEYS", TWO)
    desk = Desk()
    ended, running = desk.open("table-1", stake=200).begin(), desk.open("table-2").begin()
    ended.play_out()
    assert desk.database.run(count_by_key) == {"k2": 2}
    ended.choose("ann", "communication")
    assert desk.database.run(count_by_key) == {"k2": 1} and running.phase == "playing"
