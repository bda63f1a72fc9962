"""The figures of a player's card: services/lobby/RULES.md §21."""

from typing import Any

import pytest

from games import registry
from services.contracts.tables import recordings as contract
from services.contracts.tables.commands import SeatPlayer
from services.platform.process.json import encode_text
from services.tables import schema as store
from services.tables.history.player_totals import Played, between
from tests.tables.history.test_recordings import ask, of
from tests.tables.support.desk import Desk

WON, LOST, TIED = (Played("tavli", 1, result) for result in (True, False, None))


def add(desk: Desk, number: int, accounts: list[str], winners: list[int], game: str = "tictactoe", **more: Any) -> None:
    """A match that has ended, as stored."""
    match = f"00000000-0000-0000-0000-{number:012}"
    row = {
        "match_id": match, "table_id": f"t{number}", "number": 1, "game": game, "rules": 1, "options": "{}",
        "stake_chips": 0, "seats": encode_text([SeatPlayer(name=each, account=each) for each in accounts]),
        "commitment": "", "first_seq": 1, "started_at_ms": number, "last_seq": 2, "ended_at_ms": number,
        "outcome": "won" if winners else "tied", "result": encode_text({"winners": winners, "points": []}),
    }  # fmt: skip
    with desk.database.work() as work:
        work.execute(store.matches.insert().values(row | more))
        kept = [{"account": each, "ended_at_ms": number, "match_id": match} for each in accounts]
        work.execute(store.recorded.insert(), kept)


def record(desk: Desk, viewer: str, player: str) -> tuple[list[tuple[str, int, int, int]], ...]:
    """Won, lost and tied by game: of the player, and of the viewer against the player."""
    found = ask(desk, contract.GetRecord(viewer=viewer, player=player))
    assert isinstance(found, contract.PlayerRecord)
    return tuple(
        [(line.game, line.won, line.lost, line.tied) for line in part] for part in (found.games, found.together)
    )


def test_both_see_the_same_matches_each_from_their_own_side(desk: Desk) -> None:
    for number, winners in enumerate(([0], [0], [1], []), 1):
        add(desk, number, ["ann", "bob"], winners)
    add(desk, 5, ["bob", "cleo"], [1])
    assert record(desk, "ann", "bob") == ([("tictactoe", 1, 3, 1)], [("tictactoe", 2, 1, 1)])
    assert record(desk, "bob", "ann") == ([("tictactoe", 2, 1, 1)], [("tictactoe", 1, 2, 1)])
    assert record(desk, "cleo", "ann") == ([("tictactoe", 2, 1, 1)], [])


def test_no_player_has_played_against_itself(desk: Desk) -> None:
    add(desk, 1, ["ann", "bob"], [0])
    assert record(desk, "ann", "ann") == ([("tictactoe", 1, 0, 0)], [])


def test_a_played_match_counts_and_a_name_that_no_account_has_finds_nothing(desk: Desk) -> None:
    table = desk.open(stake=0).begin()
    table.play_out()
    winner = ("ann", "bob")[table.now.last.winners[0]] if table.now.last else ""
    loser = {"ann": "bob", "bob": "ann"}[winner]
    assert of(table)
    assert record(desk, winner, loser)[1] == [("tictactoe", 1, 0, 0)]
    assert record(desk, "ann", "\0") == ([], [])


@pytest.mark.parametrize("game", [each.id for each in registry.games() if not each.house_banked])
def test_partners_have_not_played_against_each_other(desk: Desk, game: str) -> None:
    """By the sides that every game declares."""
    rules = registry.game(game)
    sides = rules.sides(rules.options({}, {}))
    names = [f"p{seat}" for seat in range(sum(map(len, sides)))]
    add(desk, 1, names, list(sides[0]), game)
    add(desk, 2, names, [], game)
    for viewer in range(len(names)):
        for player in range(len(names)):
            own, other = (next(n for n, side in enumerate(sides) if seat in side) for seat in (viewer, player))
            won, lost = (own == 0 != other, other == 0 != own)
            wanted = [(game, int(won), int(lost), 1)] if own != other else []
            assert record(desk, names[viewer], names[player])[1] == wanted


def test_a_match_that_a_third_player_has_won_counts_for_neither() -> None:
    assert between(LOST, LOST) is None
    assert (between(WON, LOST), between(LOST, WON), between(TIED, TIED)) == (WON, LOST, TIED)
    assert between(WON, None) is None


def test_only_the_newest_matches_count(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contract, "RECORD_MATCHES_MAX", 3)
    for number, winners in enumerate(([1], [1], [0], [0], [0]), 1):
        add(desk, number, ["ann", "bob"], winners)
    assert record(desk, "ann", "bob") == ([("tictactoe", 0, 3, 0)], [("tictactoe", 3, 0, 0)])
