"""Games of competitions are seated by themselves (services/lobby/RULES.md §6)."""

from typing import Any

import pytest

from services.contracts.client.frames import SentFrame
from services.contracts.tables.events import TableDone
from services.contracts.tournaments.entries import GetCompetitor
from services.contracts.tournaments.events import GameCalled
from services.kernel.ids import shard_of
from services.kernel.refusal import Refusal
from services.lobby.presence import competitors
from services.lobby.social import friend_rows as friends
from services.lobby.tables import competition_games as competitions
from services.lobby.tables import match_events as events
from tests.lobby.companies.people import found, grown_up
from tests.lobby.local_lobby import Here, LocalLobby

TABLE = "2b1f3a54-0000-4000-8000-000000000001"


def call(lobby: LocalLobby, *who: Here, table: str = TABLE, **how: Any) -> GameCalled:
    """A game of these players is called."""
    usual: dict[str, Any] = {
        "competition": "cup",
        "name": "The spring cup",
        "table": table,
        "game": "tavli",
        "options": {"target": 5},
        "shards": 8,
        "seats": [each.account for each in who],
    }
    event = GameCalled(**usual | how)
    lobby.deliver(competitions.games_called, event)
    return event


def test_called_players_sit_at_a_table_that_is_started(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    lobby.push.forget()
    call(lobby, ana, ben)

    (queue, start), *_ = lobby.sent()
    assert queue == f"tables.tavli.{shard_of(TABLE, 8)}"
    order = start.order
    assert (order.competition, order.stake_chips, order.spectators, order.practice) == ("cup", 0, True, False)
    assert [seat.account for seat in order.seats] == [ana.account, ben.account]
    line = lobby.table(TABLE)
    assert line is not None
    assert (line.state, line.competition, line.name, line.stake_chips) == ("started", "cup", "The spring cup", 0)
    assert lobby.statuses() == {"Ana": "playing", "Ben": "playing"}
    called = SentFrame(table=TABLE, reason="called", name="The spring cup")
    assert lobby.push.to(ana.account, SentFrame) == [called]
    assert lobby.published()[2:] == [("lobby.game_seated", {"competition": "cup", "table": TABLE})]


def test_a_call_that_comes_again_starts_nothing_twice(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    call(lobby, ana, ben)
    call(lobby, ana, ben)
    lobby.deliver(events.tables_done, TableDone(table=TABLE, reason=""))
    call(lobby, ana, ben)

    assert len(lobby.sent()) == 1
    assert [key for key, _ in lobby.published()][2:] == ["lobby.game_seated"] * 3
    assert lobby.statuses() == {"Ana": "online", "Ben": "online"}


@pytest.mark.parametrize("why", ["player_not_online", "already_seated"])
def test_a_missing_player_is_named_and_no_player_is_seated(lobby: LocalLobby, why: str) -> None:
    ana, ben, eva = lobby.enter("Ana", "Ben", "Eva")
    if why == "player_not_online":
        lobby.leave(ben)
    else:
        lobby.started(ben, eva)
    sent = len(lobby.sent())
    call(lobby, ana, ben)

    assert lobby.table(TABLE) is None
    assert len(lobby.sent()) == sent
    assert lobby.published()[-1] == (
        "lobby.game_not_seated",
        {"competition": "cup", "table": TABLE, "missing": {ben.account: why}},
    )
    assert lobby.statuses()["Ana"] == "online"


def test_whether_a_player_is_a_friend_of_a_maker_or_a_member_of_a_company(lobby: LocalLobby) -> None:
    ana, ben, zoe = grown_up(lobby, "Ana", "Ben", "Zoe")
    company = found(lobby, ana)
    company.bring(ana, (ben, "Ben"))
    lobby.database.run(lambda work: friends.put(work, ben.account, ana.account, "friend"))

    def belongs(account: str, **about: str) -> bool:
        answer: Any = lobby.ports.run(competitors.get_competitor, GetCompetitor(account=account, **about))
        return bool(answer.belongs)

    assert belongs(ben.account, maker=ana.account)
    assert belongs(ben.account, company=company.id)
    assert not belongs(ben.account)
    assert not belongs(zoe.account, maker=ana.account)
    assert not belongs(zoe.account, company=company.id)


def test_what_competitions_need_to_know_of_a_player(lobby: LocalLobby) -> None:
    session = lobby.register("Ana", device="laptop")
    ana = lobby.connect(session)

    def ask(account: str) -> Any:
        return lobby.ports.run(competitors.get_competitor, GetCompetitor(account=account))

    free = ask(ana.account)
    call(lobby, ana, *lobby.enter("Ben"))
    busy = ask(ana.account)

    assert (free.name, free.here, free.table, free.elo, len(free.device)) == ("Ana", True, None, 1500, 64)
    assert free.age >= 18
    assert busy.table == TABLE
    assert ask("nobody") == Refusal("player_unknown")
