"""Matches of every game are read from archive files as they were read from the journal (RULES.md §12)."""

import base64
import gzip
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games import registry
from services.contracts.tables import commands, journals
from services.contracts.tables import recordings as contract
from services.contracts.tables.commands import SeatPlayer
from services.kernel.clock import DAY_MS
from services.platform.operations.file_stores import FolderStore
from services.tables.bots import process
from services.tables.history import use_cases as handlers
from services.tables.journal.archive.archiver_rows import Archiver
from services.tables.journal.archive.line_rows import Archive
from services.tables.schema import journal, matches
from tests.tables.history.test_recordings import service_of
from tests.tables.support.desk import GATEWAY, Desk, Seated
from tests.tables.support.house_banked_table import seated
from tests.tables.transitions.test_shoes import play_shoe

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eva", "Fay")
MOVES = 60
"""Then somebody leaves, so that the match ends."""
_thoughts: dict[tuple[str, str, int, int], dict[str, Any]] = {}
GAMES = [each.id for each in registry.games() if not each.house_banked]


def play(desk: Desk, game_id: str) -> Seated:
    """Computer players for everybody, from fixed seeds; then the one in turn leaves, and all others after them."""
    game = registry.game(game_id)
    options = msgspec.to_builtins(game.options({}, {}))
    seats = sum(len(side) for side in game.sides(game.options({}, {})))
    players = [SeatPlayer(name=name, account=name.lower()) for name in NAMES[:seats]]
    table = desk.open(f"table-1@{game_id}", options=options, seats=players, name="Bob's table").begin().all_watch()
    for number in range(MOVES):
        step(table, game_id, number)
        if table.phase != "playing":
            return table
    for player in players:
        if table.id in desk.held.loaded_tables and table.phase == "playing":
            leave(table, str(player.account))
    return table


def step(table: Seated, game_id: str, number: int) -> None:
    """The first who owes a decision makes it; or time passes."""
    match = table.now.match
    if not match.clocks or match.state is None:
        table.desk.pass_ms(1_000)
        return
    clock = match.clocks[0]
    move = thought(game_id, match.state, clock.seat, number)
    send(table, str(table.now.seats[clock.seat].account), clock.number, move, f"c{number}")


def thought(game_id: str, state: Any, seat: int, number: int) -> dict[str, Any]:
    """What the computer moves, by nothing but this: tests play the same match, for all of which it thinks once."""
    asked = (game_id, repr(state), seat, number)
    if asked not in _thoughts:
        game = registry.game(game_id)
        move = game.bot(game.view(state, seat), process.Chance(f"{game_id} {number}"))
        assert move is not None
        _thoughts[asked] = game.write(move)
    return _thoughts[asked]


def leave(table: Seated, account: str) -> None:
    send(table, account, None, {"move": "leave"}, f"leave-{account}")


def send(table: Seated, account: str, number: int | None, move: dict[str, Any], id: str) -> None:
    at = (table.id, id, table.desk.clock.now_ms(), GATEWAY, 1, account, id)
    table.desk.hear(commands.Move(*at, table.now.match.id, number, move))


def answers(desk: Desk, match: str, folder: Path) -> list[bytes]:
    """What the service says of a match: its journal, its recording, a hand of it."""
    service = service_of(desk, journal_archive=str(folder))
    who = {"match": match, "account": "ann", "roles": ["operator"]}
    asked = [
        service.get_journal(msgspec.to_builtins(journals.GetJournal(match=match))),
        service.get_recording(msgspec.to_builtins(contract.GetRecording(**who))),
        service.replay_hand(msgspec.to_builtins(contract.ReplayHand(**who, hand=1))),
    ]
    return [msgspec.json.encode(each) for each in asked]


@pytest.mark.parametrize("game_id", GAMES)
def test_a_match_is_the_same_to_the_byte_after_it_was_archived(game_id: str, tmp_path: Path) -> None:
    desk = Desk(games=[game_id])
    play(desk, game_id)
    desk.pass_ms(DAY_MS)
    (row,) = desk.rows(matches)
    assert row.outcome is not None
    before = answers(desk, row.match_id, tmp_path)
    desk.pass_ms(30 * DAY_MS)
    report = Archiver(desk.database, FolderStore(tmp_path), 8).run()
    assert report.failures == 0 and desk.rows(journal) == []
    assert answers(desk, row.match_id, tmp_path) == before
    assert b'"refused"' not in before[0]
    assert (b'"refused"' in before[1]) != registry.is_recorded(game_id, row.outcome)
    desk.database.close()


def test_shoes_of_a_table_that_stays_open_are_archived_and_it_goes_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    table = seated(monkeypatch)
    shoes = []
    for _ in range(2):
        shoes.append(play_shoe(table))
        table.seeds()
    table.plays()
    desk, archive = table.desk, Archive(FolderStore(tmp_path))

    def sources() -> list[Any]:
        asked = [contract.GetRecording(match=shoe, account="ann", roles=[]) for shoe in shoes]
        return [desk.database.run(handlers.find_source, each, archive) for each in asked]

    before, now = sources(), table.now
    desk.clock.advance(30 * DAY_MS)
    assert Archiver(desk.database, FolderStore(tmp_path), 8).run().failures == 0
    assert min(row.seq for row in desk.rows(journal)) == now.match.first_seq
    assert sources() == before
    monkeypatch.setattr("services.tables.journal.journal_rows.BUILD", "another")
    assert desk.stored(table.id) == now


@pytest.mark.parametrize("game_id", ["dominoes", "tichu"])
def test_an_archived_match_with_encrypted_lines_is_read_without_the_operators_key(
    game_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KAFENEIO_SEALING_KEYS", f"k1:{base64.b64encode(bytes(32)).decode()}")
    desk = Desk(games=[game_id])
    play(desk, game_id)
    desk.pass_ms(DAY_MS)
    (row,) = desk.rows(matches)
    before = answers(desk, row.match_id, tmp_path)
    desk.pass_ms(30 * DAY_MS)
    assert Archiver(desk.database, FolderStore(tmp_path), 8).run().failures == 0
    assert desk.rows(journal) == []
    (file,) = (path for path in tmp_path.rglob("*") if path.is_file())
    archived = gzip.decompress(file.read_bytes()).decode()
    assert '"sealed":' in archived
    assert not [line for line in archived.splitlines() if '"purpose":"deal"' in line and '"values"' in line]
    monkeypatch.delenv("KAFENEIO_SEALING_KEYS")
    assert answers(desk, row.match_id, tmp_path) == before
    desk.database.close()
