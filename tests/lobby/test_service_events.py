"""What the lobby hears of others, and what it forgets."""

import pytest

from services.contracts import lobby as contract
from services.contracts.frames import ChipsFrame, SentFrame
from services.contracts.ranking import Rated, RatingChange
from services.contracts.tables import SeatFreed, TableDone
from services.contracts.wallet import ChipsChanged
from services.kernel.refusal import Refusal
from services.lobby import handlers
from services.lobby.store import schema

DAY_MS = 86_400_000


@pytest.fixture
def people(house):
    return house.enter("Ana", "Ben", "Eva")


def rated(*changes):
    return Rated(match="m", changes=[RatingChange(account=who, rating=to, delta=1, label="win") for who, to in changes])


def test_when_a_table_is_done_its_players_are_free(house, people):
    (ana, ben, _eva) = people
    table = house.started(ana, ben)
    house.push.forget()
    house.hear(handlers.tables_done, TableDone(table=table, reason="insufficient_chips", account=ben.account))
    assert set(house.statuses().values()) == {"online"}
    assert house.table(table) is None
    for who in (ana, ben):
        assert house.push.to(who.account, SentFrame) == [SentFrame(table=None, reason="insufficient_chips", name="Ben")]
    assert sorted(house.push.changed_players) == sorted([ana.account, ben.account])
    assert house.push.changed_tables == [table]
    for refused in (house.join(ana, table), house.start(ana, table), house.get_up(ana, table)):
        assert refused == Refusal("table_unknown")
    assert house.create(ana).state == "filling"


def test_a_table_done_twice_or_never_seen_is_done_once(house, people):
    (ana, ben, eva) = people
    table = house.started(ana, ben)
    house.hear(handlers.tables_done, TableDone(table=table, reason=""))
    other = house.create(eva).table
    house.push.forget()
    for each in (table, "unknown", other):
        house.hear(handlers.tables_done, TableDone(table=each, reason=""))
    assert (house.push.frames, house.push.changed_tables, house.push.changed_players) == ([], [], [])
    assert house.table(other).state == "filling"


def test_who_sits_elsewhere_by_now_is_not_called_back(house, people):
    (ana, ben, _eva) = people
    old = house.started(ana, ben)
    house.hear(handlers.tables_done, TableDone(table=old, reason=""))
    new = house.started(ana, ben)
    house.hear(handlers.tables_done, TableDone(table=old, reason=""))
    assert house.table(new).state == "started"
    assert house.statuses()["Ana"] == "playing"


def test_who_leaves_a_match_that_goes_on_is_free_and_the_others_play(house, people):
    (ana, ben, eva) = people
    table = house.started(ana, ben)
    house.push.forget()
    for who in (ben, ben, eva):
        house.hear(handlers.seats_freed, SeatFreed(table=table, account=who.account, reason="left"))
    house.hear(handlers.seats_freed, SeatFreed(table="unknown", account=ana.account, reason="left"))
    assert {name: house.statuses()[name] for name in ("Ana", "Ben")} == {"Ana": "playing", "Ben": "online"}
    assert house.push.to(ben.account, SentFrame) == [SentFrame(table=None, reason="left")]
    assert house.push.to(eva.account, SentFrame) == [] and house.table(table).state == "started"
    house.hear(handlers.tables_done, TableDone(table=table, reason=""))
    assert house.statuses()["Ana"] == "online" and len(house.push.to(ben.account, SentFrame)) == 1


def test_tables_that_end_together_are_all_done(house, people):
    (ana, ben, eva) = people
    house.rpc.seats = 2
    first = house.create(ana, stake_chips=0, bots=[1]).table
    second = house.create(ben, stake_chips=0, bots=[1]).table
    house.hear(handlers.tables_done, TableDone(table=second, reason=""), TableDone(table=first, reason=""))
    assert set(house.statuses().values()) == {"online"}
    assert eva.account not in [account for push in house.push.frames[-2:] for account in push.accounts]


def test_everybody_hears_of_their_own_chips_only(house, people):
    (ana, ben, eva) = people
    house.push.forget()
    house.hear(
        handlers.chips_changed,
        ChipsChanged(chips={ana.account: 900, ben.account: 1_100}),
        ChipsChanged(chips={ana.account: 800}),
    )
    assert house.push.to(ana.account, ChipsFrame) == [ChipsFrame(chips=800)]
    assert house.push.to(ben.account, ChipsFrame) == [ChipsFrame(chips=1_100)]
    assert house.push.to(eva.account, ChipsFrame) == []


def test_ratings_are_shown_in_the_list(house, people):
    (ana, ben, eva) = people
    house.leave(eva)
    house.push.forget()
    house.hear(handlers.rated, rated((ana.account, 1_520), (eva.account, 1_480), ("unknown", 1)))
    assert house.push.changed_players == [ana.account], "who is not here is not told of"
    house.hear(handlers.rated, rated((ana.account, 1_520)))
    assert house.push.changed_players == [ana.account], "what is known already is no change"
    house.connect(house.log_in("Eva"))
    elo = {line.name: line.elo for line in house.ask(contract.ListPlayers()).players}
    assert elo == {"Ana": 1_520, "Ben": 1_500, "Eva": 1_480}
    assert ben.account not in house.push.changed_players


def test_what_nobody_needs_any_more_is_forgotten(house, people):
    (ana, ben, _eva) = people
    closed = house.create(ana).table
    house.get_up(ana, closed)
    house.log_in("Nobody", "wrong")
    house.log_in("Eva")
    running = house.started(ana, ben)
    house.wait(DAY_MS + 1)
    house.ports.run(handlers.purge)
    assert [row.table_id for row in house.rows(schema.tables)] == [running]
    assert house.rows(schema.commands) == house.rows(schema.lockouts) == []
    assert len(house.rows(schema.sessions)) == 4
    house.wait(30 * DAY_MS)
    house.ports.run(handlers.purge)
    assert [row.ended for row in house.rows(schema.sessions)].count("replaced") == 0
    assert len(house.rows(schema.sessions)) == 3
    assert len(house.rows(schema.players)) == 3
