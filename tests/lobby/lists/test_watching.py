"""Games to watch over a real database (services/lobby/RULES.md §21)."""

import pytest
from prometheus_client import REGISTRY

from services.contracts.lobby.people import watching as contract
from services.contracts.lobby.people.blocks import BlockPlayer
from services.contracts.lobby.people.watching import FriendsGames, TopTable
from services.lobby.lists import watching as handlers
from services.lobby.lists.watching import is_watchable, mean_elo
from services.lobby.schema import players
from services.lobby.social import blocks
from services.lobby.tables.open_table import OpenTable, TableRequest
from tests.lobby.cards.test_cards import befriend
from tests.lobby.local_lobby import Here, LocalLobby

PLAIN = TableRequest(name="Ours", game="tavli")


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What has just changed is seen at once."""
    monkeypatch.setattr(handlers, "TOP_AGE_S", 0.0)


def rate(lobby: LocalLobby, who: Here, elo: int) -> None:
    with lobby.database.work() as work:
        work.execute(players.update().where(players.c.account == who.account).values(elo=elo))


def top(lobby: LocalLobby) -> tuple[str, int] | None:
    found = handlers.get_top_table(lobby.ports, contract.GetTopTable())
    assert isinstance(found, TopTable)
    return None if found.top is None else (found.top.table, found.top.elo)


def games(lobby: LocalLobby, who: Here) -> list[str]:
    found = handlers.list_friends_games(lobby.ports, contract.ListFriendsGames(account=who.account))
    assert isinstance(found, FriendsGames)
    return [each.table.table for each in found.games]


def test_lists_are_counted_by_what_is_in_them(lobby: LocalLobby) -> None:
    def counted(found: str) -> float:
        return REGISTRY.get_sample_value("kafeneio_lobby_games_to_watch_total", {"found": found}) or 0

    ana, ben, cleo = lobby.enter("Ana", "Ben", "Cleo")
    before = {found: counted(found) for found in ("nothing", "top", "both")}
    games(lobby, ana)
    lobby.started(ben, cleo)
    games(lobby, ana)
    befriend(lobby, ana, ben, "Ben")
    games(lobby, ana)
    assert {found: counted(found) - number for found, number in before.items()} == {"nothing": 1, "top": 1, "both": 1}


def test_the_top_table_is_that_of_the_strongest_and_of_equal_ones_the_older(lobby: LocalLobby) -> None:
    ana, ben, cleo, dan = lobby.enter("Ana", "Ben", "Cleo", "Dan")
    assert top(lobby) is None
    first = lobby.started(ana, ben)
    lobby.wait(1_000)
    second = lobby.started(cleo, dan)
    assert top(lobby) == (first, 1_500)
    rate(lobby, dan, 1_803)
    assert top(lobby) == (second, 1_651)


def test_friends_games_are_listed_and_not_those_of_players_that_block(lobby: LocalLobby) -> None:
    ana, ben, cleo, dan, eva = lobby.enter("Ana", "Ben", "Cleo", "Dan", "Eva")
    befriend(lobby, ana, ben, "Ben")
    befriend(lobby, ana, dan, "Dan")
    assert games(lobby, ana) == []
    first, second = lobby.started(ben, cleo), lobby.started(dan, eva)
    rate(lobby, eva, 1_900)
    assert games(lobby, ana) == [second, first]
    assert games(lobby, cleo) == []
    lobby.ports.run(blocks.block_player, BlockPlayer(account=cleo.account, name="Ana"))
    assert games(lobby, ana) == [second]


@pytest.mark.parametrize(
    ("table", "watchable"),
    [
        (OpenTable("t", PLAIN, ("a", "b"), started=True), True),
        (OpenTable("t", PLAIN, ("a", "b")), False),
        (OpenTable("t", PLAIN, ("a", "b"), started=True, closed="start_timeout"), False),
        (OpenTable("t", PLAIN, ("a", "b"), started=True, house=True), False),
        (OpenTable("t", TableRequest(name="Ours", game="tavli", spectators=False), ("a", "b"), started=True), False),
        (OpenTable("t", TableRequest(name="Ours", game="tavli", bots=frozenset({1})), ("a", "b"), started=True), False),
    ],
)
def test_only_matches_between_people_that_allow_spectators_are_watched(table: OpenTable, watchable: bool) -> None:
    assert is_watchable(table) is watchable


def test_the_mean_counts_players_without_a_rating_as_beginners() -> None:
    assert mean_elo(OpenTable("t", PLAIN, ("a", None, "b")), {"a": 1_801}, 1_500) == 1_650
    assert mean_elo(OpenTable("t", PLAIN, (None, None)), {}, 1_500) == 0
