"""Games of competitions are seated by themselves (services/lobby/RULES.md §6)."""

from typing import Any

import pytest

from services.contracts.client.frames import SentFrame
from services.contracts.tables.commands_and_events import TableDone
from services.contracts.tournaments.entries import GetCompetitor
from services.contracts.tournaments.events import GameCalled
from services.kernel.ids import shard_of
from services.kernel.refusal import Refusal
from services.lobby.tables import competition_games as competitions
from services.lobby.tables import match_events as events
from tests.lobby.local_lobby import Here, House

TABLE = "2b1f3a54-0000-4000-8000-000000000001"


def call(house: House, *who: Here, table: str = TABLE, **how: Any) -> GameCalled:
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
    house.hear(competitions.games_called, event)
    return event


def test_called_players_sit_at_a_table_that_is_started(house: House) -> None:
    ana, ben = house.enter("Ana", "Ben")
    house.push.forget()
    call(house, ana, ben)

    (queue, start), *_ = house.sent()
    assert queue == f"tables.tavli.{shard_of(TABLE, 8)}"
    order = start.order
    assert (order.competition, order.stake_chips, order.spectators, order.practice) == ("cup", 0, True, False)
    assert [seat.account for seat in order.seats] == [ana.account, ben.account]
    line = house.table(TABLE)
    assert line is not None
    assert (line.state, line.competition, line.name, line.stake_chips) == ("started", "cup", "The spring cup", 0)
    assert house.statuses() == {"Ana": "playing", "Ben": "playing"}
    called = SentFrame(table=TABLE, reason="called", name="The spring cup")
    assert house.push.to(ana.account, SentFrame) == [called]
    assert house.told()[2:] == [("lobby.game_seated", {"competition": "cup", "table": TABLE})]


def test_a_call_that_comes_again_starts_nothing_twice(house: House) -> None:
    ana, ben = house.enter("Ana", "Ben")
    call(house, ana, ben)
    call(house, ana, ben)
    house.hear(events.tables_done, TableDone(table=TABLE, reason=""))
    call(house, ana, ben)

    assert len(house.sent()) == 1
    assert [key for key, _ in house.told()][2:] == ["lobby.game_seated"] * 3
    assert house.statuses() == {"Ana": "online", "Ben": "online"}


@pytest.mark.parametrize("why", ["player_not_online", "already_seated"])
def test_a_missing_player_is_named_and_no_player_is_seated(house: House, why: str) -> None:
    ana, ben, eva = house.enter("Ana", "Ben", "Eva")
    if why == "player_not_online":
        house.leave(ben)
    else:
        house.started(ben, eva)
    sent = len(house.sent())
    call(house, ana, ben)

    assert house.table(TABLE) is None
    assert len(house.sent()) == sent
    assert house.told()[-1] == (
        "lobby.game_not_seated",
        {"competition": "cup", "table": TABLE, "missing": {ben.account: why}},
    )
    assert house.statuses()["Ana"] == "online"


def test_what_competitions_need_to_know_of_a_player(house: House) -> None:
    session = house.register("Ana", device="laptop")
    ana = house.connect(session)

    def ask(account: str) -> Any:
        return house.ports.run(competitions.get_competitor, GetCompetitor(account=account))

    free = ask(ana.account)
    call(house, ana, *house.enter("Ben"))
    busy = ask(ana.account)

    assert (free.name, free.here, free.table, free.elo, len(free.device)) == ("Ana", True, None, 1500, 64)
    assert free.age >= 18
    assert busy.table == TABLE
    assert ask("nobody") == Refusal("player_unknown")
