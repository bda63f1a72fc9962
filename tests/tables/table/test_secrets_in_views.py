"""Nothing that would reveal the future, or another's hand, leaves the tables service before its time."""

import json
import re

import pytest

from services.contracts.tables import catalogue as contract
from services.contracts.tables import journals
from services.kernel.fair import deal_key
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import outbox
from services.platform.process.json import encode_text
from services.tables import schema as store
from services.tables.history import use_cases as handlers
from services.tables.journal.archive.line_rows import Archive
from services.tables.table.views import Viewing
from services.tables.worker.shards.loaded_table import Audience
from tests.tables.support.desk import Desk, Seated
from tests.tables.support.made_up_games import KitchenGame, register

SEEDS = {"ann": "aa" * 16, "bob": "bb" * 16}
VIEWERS = [0, 1, "public", "open"]


def everything_said(desk: Desk, table: Seated) -> str:
    """Frames, events, logs of the wire, queries and views for everybody, as one text."""
    said = [json.dumps(frame) for _, _, frame in desk.link.frames]
    said += [body.decode() for _, _, body in desk.link.sent]
    said += [row.body for row in desk.rows(outbox)]
    for live in desk.held.loaded_tables.values():
        viewing = Viewing(live.table, desk.clock.now_ms(), Audience(frozenset(), 0), desk.settings)
        said += [encode_text(viewing.of(viewer)) for viewer in VIEWERS]
        said += [encode_text(live.gap(version, viewer)) for viewer in VIEWERS for version in range(live.table.seq)]
    said += [encode_text(each) for each in asked_of(desk, table)]
    return "\n".join(said)


def asked_of(desk: Desk, table: Seated) -> list[object]:
    found: list[object] = []
    for row in desk.rows(store.matches):
        found.append(desk.database.run(handlers.get_match, contract.GetMatch(match=row.match_id)))
        found.append(desk.database.run(handlers.get_journal, journals.GetJournal(match=row.match_id), Archive()))
    return found


@pytest.fixture
def watched(desk: Desk) -> Seated:
    table = desk.open(stake=200)
    for conn, account in ((1, "ann"), (2, "bob"), (7, "carol")):
        table.watch(account, conn=conn)
    return table


def test_root_and_seeds_are_in_no_message_or_view_before_the_end(desk, watched):
    root = watched.now.match.root
    for step in (
        lambda: watched.seed("ann", SEEDS["ann"]),
        lambda: watched.seed("bob", SEEDS["bob"]),
        watched.holds,
        watched.ratings,
        watched.first_round,
        lambda: desk.pass_ms(30_051),
        lambda: watched.move("ann", 99, {"move": "fly"}),
    ):
        step()
        said = everything_said(desk, watched)
        for secret in (root, *SEEDS.values()):
            assert secret not in said
    for cell in ((1, 2), (2, 2), (1, 3)):
        watched.place(*cell)
    said = everything_said(desk, watched)
    assert root in said and all(seed in said for seed in SEEDS.values())


def test_the_next_matchs_root_is_in_no_message_until_that_match_ends(desk, watched):
    watched.begin().play_out()
    following = watched.now.match.root
    assert re.fullmatch("[0-9a-f]{64}", following)
    assert following not in everything_said(desk, watched)
    watched.choose("ann", "rematch", "a1" * 16)
    watched.choose("bob", "rematch", "b1" * 16)
    assert following not in everything_said(desk, watched)
    watched.holds()
    watched.ratings()
    said = everything_said(desk, watched)
    for secret in (following, "a1" * 16, "b1" * 16):
        assert secret not in said
    watched.play_out()
    assert following in everything_said(desk, watched)


def test_the_next_hands_name_is_in_no_message_before_it_is_dealt(monkeypatch):
    register(monkeypatch, KitchenGame())
    desk = Desk(games=["kitchen"])
    table = desk.open("table-1@kitchen", options={}).begin()
    for conn, account in ((1, "ann"), (2, "bob"), (7, "carol")):
        table.watch(account, conn=conn)
    root, match = bytes.fromhex(table.now.match.root), table.now.match.id
    said = everything_said(desk, table)
    assert deal_key(root, match, 1) in said
    assert deal_key(root, match, 2) not in said


def test_a_hand_is_shown_to_its_own_seat_alone(monkeypatch):
    register(monkeypatch, KitchenGame())
    desk = Desk(games=["kitchen"])
    table = desk.open("table-1@kitchen", options={}).begin()
    deck = table.now.match.state.deck
    for conn, account in ((1, "ann"), (2, "bob"), (7, "carol")):
        table.watch(account, conn=conn)
    numbers = {seat: table.now.match.clocks[seat].number for seat in (0, 1)}
    table.move("ann", numbers[0], {"move": "say", "number": 424242})
    hands = {conn: desk.frames(conn) for conn in (1, 2, 7)}
    # what Ann said was answered to her connection; the others learn the version alone
    assert all("424242" not in json.dumps(hands[conn]) for conn in (2, 7))
    views = {conn: [frame["view"] for frame in frames if "view" in frame] for conn, frames in hands.items()}
    assert all(view["game_view"]["hand"] == [deck[1]] for view in views[2])
    assert all(view["game_view"]["hand"] == [] for view in views[7])
    events = [event for frame in hands[2] if frame["t"] == "update" for event in frame["events"]]
    assert {"version": table.now.seq, "kind": None, "data": None} in events


def test_a_running_match_has_neither_a_public_journal_nor_a_proof(desk, watched):
    watched.begin()
    match = watched.now.match.id
    found = desk.database.run(handlers.get_match, contract.GetMatch(match=match))
    assert (found.root, found.seeds, found.outcome, found.ended_at_ms) == (None, None, None, None)
    assert found.commit == watched.now.match.commit and found.stake_chips == 200
    assert desk.database.run(handlers.get_journal, journals.GetJournal(match=match), Archive()) == Refusal(
        "match_running"
    )
    unknown = Refusal("match_unknown")
    assert desk.database.run(handlers.get_match, contract.GetMatch(match="none")) == unknown
    assert desk.database.run(handlers.get_journal, journals.GetJournal(match="none"), Archive()) == unknown


def test_the_journal_of_an_ended_match_has_no_secrets_of_the_next_match(desk, watched):
    watched.begin().play_out()
    last, following = watched.now.last, watched.now.match
    watched.choose("ann", "rematch", "a1" * 16)
    found = desk.database.run(handlers.get_journal, journals.GetJournal(match=last.match), Archive())
    kinds = [entry.action["k"] for entry in found.entries]
    assert kinds[0] == "asked" and kinds[-1] == "ended" and kinds.count("moved") == 5
    text = encode_text(found)
    assert last.root in text and following.root not in text and "a1" * 16 not in text
    record = desk.database.run(handlers.get_match, contract.GetMatch(match=last.match))
    assert (record.root, record.seeds) == (last.root, ["aa" * 16, "bb" * 16])
    assert record.result["winners"] == list(last.winners)


def test_logs_of_a_stopped_table_do_not_contain_its_secrets(monkeypatch, capsys):
    from tests.tables.support.made_up_games import BrokenGame

    engine = register(monkeypatch, BrokenGame())
    desk = Desk(games=["broken"])
    table = desk.open("table-1@broken").begin()
    root = table.now.match.root
    engine.faults.add("apply")
    table.place(1, 1)
    assert table.phase == "stopped"
    said = capsys.readouterr()
    assert "table_stopped" in said.out
    assert all(secret not in said.out + said.err for secret in (root, *SEEDS.values()))
