"""Shoes of a house-banked table: a commitment each, shown when it is done, and a recording (RULES.md §12, §14)."""

import msgspec
import pytest

from games import api
from kafeneio import verify
from services.contracts.tables.recordings import GetRecording, ListRecordings, Recording
from services.kernel.fair import NO_SEED, commitment
from services.platform.process.json import encode
from services.tables import schema as store
from services.tables.history import finished_match_rows as finished
from services.tables.history import replay
from services.tables.history import use_cases as handlers
from services.tables.journal.archive.line_rows import Archive
from services.tables.table.entries import AnyAction
from tests.games.housecard import HouseCard
from tests.tables.support.desk import Desk, answer, last_view
from tests.tables.support.house_banked_table import GAME, HouseTable, open_house, seated


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> HouseTable:
    return seated(monkeypatch)


def play_shoe(table: HouseTable) -> str:
    """To the end of the shoe; its id. The next one's seeds are awaited then."""
    shoe = table.now.match.id
    while table.now.match.id == shoe:
        table.plays()
    return shoe


def recording_of(table: HouseTable, shoe: str, account: str = "ann") -> Recording:
    with table.desk.database.work() as work:
        source = handlers.find_source(work, GetRecording(match=shoe, account=account, roles=[]), Archive())
    assert isinstance(source, finished.Source), source
    found = handlers.make_recording(source)
    assert isinstance(found, Recording), found
    return found


def test_a_shoe_is_committed_to_before_any_seed_and_drawn_when_all_are_in(monkeypatch):
    table = open_house(monkeypatch)
    table.sits("ann", 0)
    table.sits("bob", 2)
    view = last_view(table.watch("ann"))
    assert (view["wants_seeds"], len(view["commit"]), view["deal_key"]) == (True, 64, None)
    assert "root" not in str(view) and table.state.shoe == ()
    assert answer(table.seed("ann", "zz" * 16)) == "seed_invalid"
    table.seed("ann", "aa" * 16)
    assert table.state.shoe == ()
    table.seed("bob", "bb" * 16)
    assert sorted(table.state.shoe) == list(range(12))
    assert table.now.match.seeds == ("aa" * 16, NO_SEED, "bb" * 16)
    view = last_view(table.watch("ann"))
    assert not view["wants_seeds"] and len(view["deal_key"]) == 36
    assert answer(table.seed("ann", "aa" * 16)) == "seed_closed"


def test_a_guest_that_sends_no_seed_in_time_has_zeros(monkeypatch):
    table = open_house(monkeypatch)
    table.sits("ann", 0)
    table.desk.pass_ms(4_900)
    assert table.state.phase == "shuffling"
    table.desk.pass_ms(200)
    assert table.state.phase == "betting" and table.now.match.seeds == (NO_SEED,) * 3


def test_no_shoe_waits_for_the_seed_of_a_guest_that_is_away(monkeypatch):
    table = open_house(monkeypatch)
    table.sits("ann", 0)
    table.lose("ann")
    table.sits("bob", 1)
    table.seed("bob", "bb" * 16)
    assert table.state.phase == "betting"


def test_a_shoe_that_is_done_is_shown_and_the_next_has_another_commitment(table):
    commit, seeds = table.now.match.commit, table.now.match.seeds
    shoe = play_shoe(table)
    view = last_view(table.watch("zoe", conn=9))
    assert view["last_shoe"]["match"] == shoe and view["last_shoe"]["commit"] == commit
    assert commitment(bytes.fromhex(view["last_shoe"]["root"])) == commit
    assert view["last_shoe"]["seeds"] == list(seeds)
    assert view["commit"] != commit and (view["number"], view["wants_seeds"]) == (2, True)
    table.seeds()
    assert table.state.phase == "betting" and table.plays().number > 1


def test_a_root_is_nowhere_to_be_seen_while_its_shoe_lasts(table):
    root = table.now.match.root
    table.plays()
    (match,) = table.desk.rows(store.matches)
    assert (match.root, match.seeds, match.outcome) == (None, None, None)
    assert match.commitment == table.now.match.commit
    for viewer in ("ann", "zoe"):
        assert root not in str(table.watch(viewer, conn=9))
    assert root not in str(table.desk.link.frames)


def test_a_shoe_can_be_verified_by_every_guest_of_it(table):
    table.sits("cleo", 2)
    table.stands_up("cleo")
    commit = table.now.match.commit
    shoe = play_shoe(table)
    recording = recording_of(table, shoe, "cleo")
    assert recording.outcome == "played" and sorted(recording.guests) == ["ann", "bob", "cleo"]
    data = msgspec.json.decode(encode(recording))
    seed = table.now.last_shoe.seeds[0]
    assert all(finding.holds for finding in verify.check(data, commit, seed))
    next(event for event in data["events"] if event["kind"] == "drawn")["data"]["values"].reverse()
    assert not all(finding.holds for finding in verify.check(data))


def test_each_guest_and_no_other_player_has_the_recording_in_the_list(table):
    shoe = play_shoe(table)
    with table.desk.database.work() as work:
        listed = handlers.list_recordings(work, ListRecordings(account="bob", limit=10))
        refused = handlers.find_source(work, GetRecording(match=shoe, account="zoe", roles=[]), Archive())
    assert [each.match for each in listed.recordings] == [shoe]
    assert refused.error == "recording_forbidden"


def test_a_recorded_shoe_replays_to_what_was_seen(table):
    table.bets("bob", 200)
    table.lose("bob")
    shoe = table.now.match.id
    table.plays()
    table.bets("ann", 300)
    table.held(table.closes())
    table.annuls(2)
    table.paid(table.desk.told()[0])
    table.desk.pass_ms(1_100)
    shown = []
    while table.now.match.id == shoe:
        table.plays()
        shown = list(table.state.history)
    first, again = recording_of(table, shoe), recording_of(table, shoe, "bob")
    assert first == again
    last = replay.replay(first, first.hands[-1].number, first.hands[-1].events, 1)
    assert isinstance(last, replay.Replay)
    assert list(last.positions[0].view["history"]) == shown and "dummy" in shown
    kinds = [event.kind for event in first.events]
    assert {"drawn", "moved", "elapsed", "banked", "lost", "cancelled"} <= set(kinds)


def test_the_second_shoe_replays_from_its_own_beginning(table):
    play_shoe(table)
    table.seeds()
    shoe = play_shoe(table)
    recording = recording_of(table, shoe)
    assert recording.number == 2 and recording.start is not None
    moments = list(replay.player(recording).moments())
    assert moments[0].event.kind == "drawn" and len(moments[-1].after.history) == 5


def test_no_recording_or_message_to_others_has_a_guests_balance(table):
    table.sits("cleo", 2, chips=987_654, own_stake_limit=123_456)
    table.bets("cleo", 200)
    asked = table.closes()
    table.held(asked, cleo="self_excluded", chips=876_543)
    shoe = table.now.match.id
    while table.now.match.id == shoe:
        table.plays()
    written = encode(recording_of(table, shoe, "cleo")).decode() + str(table.desk.frames(1))
    for secret in ("987654", "123456", "876543", "own_stake_limit", "self_excluded"):
        assert secret not in written


def test_a_table_is_read_from_the_line_that_opened_its_shoe(table, monkeypatch):
    play_shoe(table)
    table.seeds()
    table.plays()
    now = table.now
    (head,) = table.desk.rows(store.tables)
    assert head.cut_seq == now.match.first_seq > 20
    monkeypatch.setattr("services.tables.journal.journal_rows.BUILD", "another")
    with table.desk.database.work() as work:
        work.execute(store.journal.delete().where(store.journal.c.seq < head.cut_seq))
    assert table.desk.stored(table.id) == now


@pytest.mark.parametrize("every", [1, 7, 1_000])
def test_wherever_snapshots_fall_another_worker_reads_the_same_table(monkeypatch, every):
    table = seated(monkeypatch, snapshot_every=every)
    for _ in range(2):
        play_shoe(table)
        assert table.desk.stored(table.id) == table.now
        table.seeds()
    table.bets("ann", 300)
    asked = table.closes()
    assert table.desk.stored(table.id) == table.now
    table.held(asked)
    assert table.desk.stored(table.id) == table.now


def test_without_guests_the_shoe_is_kept_for_the_next(table):
    shoe = table.now.match.id
    table.plays()
    table.leave("ann")
    table.leave("bob")
    assert table.state.phase == "idle"
    table.desk.pass_ms(3_600_000)
    table.sits("cleo", 2)
    assert (table.now.match.id, table.state.phase) == (shoe, "betting")


def test_a_game_that_wants_chance_before_its_first_shoe_stops(monkeypatch):
    monkeypatch.setattr(HouseCard, "next", lambda _self, _state: api.Draw(1, "deal", "shuffle", 3))
    assert open_house(monkeypatch).phase == "stopped"


def test_a_round_and_a_shoe_go_on_with_another_worker_on_every_database(monkeypatch, database):
    table = seated(monkeypatch, database=database)
    play_shoe(table)
    table.seeds()
    table.bets("ann", 300)
    asked = table.closes()
    heir = HouseTable(Desk(database, table.desk.settings, [GAME]), table.id)
    heir.held(asked)
    assert heir.state.phase == "open" and heir.desk.stored(table.id) == heir.now
    recording = recording_of(heir, table.now.last_shoe.match)
    assert all(finding.holds for finding in verify.check(msgspec.json.decode(encode(recording))))


def test_every_line_of_the_journal_reads_back_as_it_was_written(table):
    play_shoe(table)
    for row in table.desk.rows_of_journal():
        action = msgspec.json.decode(row.action, type=AnyAction)
        assert encode(action).decode() == row.action


def test_a_damaged_shoe_is_shown_and_replaced_after_its_round_is_annulled(table):
    shoe = table.now.match.id
    table.bets("ann", 300)
    table.held(table.closes())
    table.annuls(1, shoe_damaged=True)
    (ended,) = table.desk.told()[-1:]
    table.paid(ended)
    table.desk.pass_ms(1_100)
    assert table.now.last_shoe.match == shoe and table.now.match.number == 2
