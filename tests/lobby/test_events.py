"""The events that the lobby receives, and the data that it deletes."""

import hypothesis
import hypothesis.strategies as st
import pytest

from services.contracts.client.frames import ChipsFrame, SentFrame
from services.contracts.lobby import presence
from services.contracts.lobby.accounts import accounts
from services.contracts.moderation.conduct import CardsChanged
from services.contracts.moderation.events import Span, StandingChanged
from services.contracts.ranking.ratings import Rated, RatingChange
from services.contracts.ranking.statistics import QuintileChange, QuintilesChanged
from services.contracts.tables.commands import Expel
from services.contracts.tables.events import PauseChanged, SeatFreed, TableDone
from services.contracts.wallet.balances import ChipsChanged
from services.kernel.refusal import Refusal
from services.lobby import expiry, schema
from services.lobby.conduct import standings
from services.lobby.lists import client_updates
from services.lobby.presence import player_rows as players
from services.lobby.presence import ratings
from services.lobby.tables import match_events

DAY_MS = 86_400_000


@pytest.fixture
def people(lobby):
    return lobby.enter("Ana", "Ben", "Eva")


def rated(*changes, seq=1):
    return Rated(
        match="m",
        changes=[RatingChange(account=who, rating=to, delta=1, label="win", seq=seq) for who, to in changes],
    )


def chips(seq, **now):
    return ChipsChanged(chips=now, seqs=dict.fromkeys(now, seq))


def test_when_a_table_is_done_its_players_are_free(lobby, people):
    (ana, ben, _eva) = people
    table = lobby.started(ana, ben)
    lobby.push.forget()
    lobby.deliver(match_events.tables_done, TableDone(table=table, reason="insufficient_chips", account=ben.account))
    assert set(lobby.statuses().values()) == {"online"}
    assert lobby.table(table) is None
    assert lobby.push.to(ana.account, SentFrame) == [SentFrame(table=None, reason="stake_refused")]
    assert lobby.push.to(ben.account, SentFrame) == [SentFrame(table=None, reason="insufficient_chips")]
    assert sorted(lobby.push.changed_players) == sorted([ana.account, ben.account])
    assert lobby.push.changed_tables == [table]
    for refused in (lobby.join(ana, table), lobby.start(ana, table), lobby.get_up(ana, table)):
        assert refused == Refusal("table_unknown")
    assert lobby.create(ana).state == "filling"


def test_a_refused_stake_is_explained_to_its_player_alone_and_a_departure_is_named_to_all(lobby, people):
    (ana, ben, _eva) = people
    table = lobby.started(ana, ben)
    lobby.push.forget()
    lobby.deliver(match_events.tables_done, TableDone(table=table, reason="loss_limit", account=ben.account))
    assert lobby.push.to(ana.account, SentFrame) == [SentFrame(table=None, reason="stake_refused")]
    assert lobby.push.to(ben.account, SentFrame) == [SentFrame(table=None, reason="loss_limit")]
    table = lobby.started(ana, ben)
    lobby.deliver(match_events.tables_done, TableDone(table=table, reason="left", account=ben.account))
    assert lobby.push.to(ana.account, SentFrame)[-1] == SentFrame(table=None, reason="left", name="Ben")


def test_a_table_done_twice_or_never_seen_is_done_once(lobby, people):
    (ana, ben, eva) = people
    table = lobby.started(ana, ben)
    lobby.deliver(match_events.tables_done, TableDone(table=table, reason=""))
    other = lobby.create(eva).table
    lobby.push.forget()
    for each in (table, "unknown", other):
        lobby.deliver(match_events.tables_done, TableDone(table=each, reason=""))
    assert (lobby.push.frames, lobby.push.changed_tables, lobby.push.changed_players) == ([], [], [])
    assert lobby.table(other).state == "filling"


def test_a_player_seated_elsewhere_by_now_is_not_called_back(lobby, people):
    (ana, ben, _eva) = people
    old = lobby.started(ana, ben)
    lobby.deliver(match_events.tables_done, TableDone(table=old, reason=""))
    new = lobby.started(ana, ben)
    lobby.deliver(match_events.tables_done, TableDone(table=old, reason=""))
    assert lobby.table(new).state == "started"
    assert lobby.statuses()["Ana"] == "playing"


def test_a_player_that_leaves_a_running_match_is_free_and_the_others_play(lobby, people):
    (ana, ben, eva) = people
    table = lobby.started(ana, ben)
    lobby.push.forget()
    for who in (ben, ben, eva):
        lobby.deliver(match_events.seats_freed, SeatFreed(table=table, account=who.account, reason="left"))
    lobby.deliver(match_events.seats_freed, SeatFreed(table="unknown", account=ana.account, reason="left"))
    assert {name: lobby.statuses()[name] for name in ("Ana", "Ben")} == {"Ana": "playing", "Ben": "online"}
    assert lobby.push.to(ben.account, SentFrame) == [SentFrame(table=None, reason="")], "who leaves knows why"
    assert lobby.push.to(eva.account, SentFrame) == [] and lobby.table(table).state == "started"
    lobby.deliver(match_events.tables_done, TableDone(table=table, reason=""))
    assert lobby.statuses()["Ana"] == "online" and len(lobby.push.to(ben.account, SentFrame)) == 1


def test_a_player_removed_from_a_match_receives_the_reason(lobby, people):
    (ana, ben, _eva) = people
    table = lobby.started(ana, ben)
    lobby.deliver(match_events.seats_freed, SeatFreed(table=table, account=ben.account, reason="timeouts"))
    assert lobby.push.to(ben.account, SentFrame)[-1] == SentFrame(table=None, reason="timeouts")


def test_tables_that_end_together_are_all_done(lobby, people):
    (ana, ben, eva) = people
    lobby.rpc.seats = 2
    first = lobby.create(ana, stake_chips=0, bots=[1]).table
    second = lobby.create(ben, stake_chips=0, bots=[1]).table
    lobby.deliver(match_events.tables_done, TableDone(table=second, reason=""), TableDone(table=first, reason=""))
    assert set(lobby.statuses().values()) == {"online"}
    assert eva.account not in [account for push in lobby.push.frames[-2:] for account in push.accounts]


def test_every_player_receives_only_the_own_chips(lobby, people):
    (ana, ben, eva) = people
    lobby.push.forget()
    lobby.deliver(
        client_updates.chips_changed,
        chips(2, **{ana.account: 800}),
        chips(1, **{ana.account: 900, ben.account: 1_100}),
    )
    assert lobby.push.to(ana.account, ChipsFrame) == [ChipsFrame(chips=800, seq=2)], "the newest, in whatever order"
    assert lobby.push.to(ben.account, ChipsFrame) == [ChipsFrame(chips=1_100, seq=1)]
    assert lobby.push.to(eva.account, ChipsFrame) == []


def test_ratings_are_shown_in_the_list(lobby, people):
    (ana, ben, eva) = people
    lobby.leave(eva)
    lobby.push.forget()
    lobby.deliver(ratings.rated, rated((ana.account, 1_520), (eva.account, 1_480), ("unknown", 1)))
    assert lobby.push.changed_players == [ana.account], "who is not here is not told of"
    lobby.deliver(ratings.rated, rated((ana.account, 1_520)))
    assert lobby.push.changed_players == [ana.account], "what is known already is no change"
    lobby.connect(lobby.log_in("Eva"))
    elo = {line.name: line.elo for line in lobby.ask(presence.ListPlayers()).players}
    assert elo == {"Ana": 1_520, "Ben": 1_500, "Eva": 1_480}
    assert ben.account not in lobby.push.changed_players


def test_a_rating_that_comes_late_does_not_hide_a_newer_one(lobby, people):
    (ana, ben, _eva) = people
    lobby.deliver(ratings.rated, rated((ana.account, 1_540), seq=3))
    lobby.deliver(ratings.rated, rated((ana.account, 1_520), seq=2))
    lobby.deliver(ratings.rated, rated((ben.account, 1_460), seq=2), rated((ben.account, 1_480), seq=1))
    elo = {line.name: line.elo for line in lobby.ask(presence.ListPlayers()).players}
    assert (elo["Ana"], elo["Ben"]) == (1_540, 1_460)


@hypothesis.given(st.data())
@hypothesis.settings(max_examples=25, suppress_health_check=[hypothesis.HealthCheck.function_scoped_fixture])
def test_repeated_ratings_in_any_order_leave_the_newest_of_each(lobby, people, data):
    known = lobby.database.run(lambda work: {each.account: each.rated_games for each in players.find_listed(work)})
    news = [(who.account, 1_500 + 7 * n, known[who.account] + n) for who in people for n in range(1, 4)]
    told = data.draw(st.permutations([*news, *data.draw(st.lists(st.sampled_from(news), max_size=9))]))
    while told:
        size = data.draw(st.integers(1, len(told)))
        lobby.deliver(ratings.rated, *(rated((account, elo), seq=seq) for account, elo, seq in told[:size]))
        told = told[size:]
    now = lobby.database.run(lambda work: {each.account: each for each in players.find_listed(work)})
    assert {account: (each.elo, each.rated_games) for account, each in now.items()} == {
        account: (1_521, seq + 3) for account, seq in known.items()
    }


def paused(table, seq, away=(), waiting=()):
    return PauseChanged(table=table, seq=seq, match="m", away=list(away), waiting=list(waiting))


def test_a_player_waiting_for_another_is_shown_as_waiting_until_the_match_goes_on(lobby, people):
    (ana, ben, _eva) = people
    table = lobby.started(ana, ben)
    lobby.leave(ben)
    lobby.push.forget()
    lobby.deliver(match_events.pause_changed, paused(table, 7, [ben.account], [ana.account]))
    assert lobby.statuses() == {"Eva": "online", "Ana": "waiting", "Ben": "returning"}
    assert lobby.push.changed_players == [ana.account]
    lobby.back(ben)
    lobby.deliver(match_events.pause_changed, paused(table, 9))
    assert lobby.statuses() == {"Eva": "online", "Ana": "playing", "Ben": "playing"}
    assert lobby.table(table).state == "started"


def test_a_late_or_repeated_event_of_a_pause_changes_nothing(lobby, people):
    (ana, ben, eva) = people
    table = lobby.started(ana, ben)
    lobby.deliver(match_events.pause_changed, paused(table, 9), paused(table, 7, [ben.account], [ana.account]))
    lobby.deliver(match_events.pause_changed, paused(table, 7, [ben.account], [ana.account, eva.account]))
    lobby.deliver(match_events.pause_changed, paused("unknown", 20, [ben.account], [ana.account]))
    assert lobby.statuses() == {"Eva": "online", "Ana": "playing", "Ben": "playing"}


def test_a_waiting_player_that_leaves_is_coming_back_and_is_free_when_the_table_is_done(lobby, people):
    (ana, ben, _eva) = people
    table = lobby.started(ana, ben)
    lobby.deliver(match_events.pause_changed, paused(table, 7, [ben.account], [ana.account]))
    lobby.leave(ana)
    assert lobby.statuses()["Ana"] == "returning"
    ana = lobby.back(ana)
    assert lobby.statuses()["Ana"] == "waiting"
    lobby.deliver(match_events.tables_done, TableDone(table=table, reason=""))
    lobby.deliver(match_events.pause_changed, paused(table, 8, [ben.account], [ana.account]))
    assert lobby.statuses()["Ana"] == "online"
    assert lobby.started(ana, ben) and lobby.statuses()["Ana"] == "playing", "another table waits for nobody"


def test_the_players_list_has_the_newest_active_cards(lobby, people):
    (ana, ben, eva) = people
    lobby.leave(eva)
    lobby.push.forget()

    def cards(seq, yellow, blue, who=ana):
        return CardsChanged(account=who.account, seq=seq, cards={"yellow": yellow, "blue": blue, "red": 0})

    lobby.deliver(standings.cards_changed, cards(5, 2, 1), cards(4, 1, 1), cards(6, 3, 0, eva))
    lobby.deliver(standings.cards_changed, cards(3, 0, 1))
    lines = {line.name: (line.yellow_cards, line.blue_cards) for line in lobby.ask(presence.ListPlayers()).players}
    assert lines == {"Ana": (2, 1), "Ben": (0, 0)}
    assert lobby.push.changed_players == [ana.account]
    lobby.deliver(standings.cards_changed, cards(9, 0, 0))
    assert lobby.ask(presence.ListPlayers()).players[0].yellow_cards == 0
    assert ben.account not in lobby.push.changed_players


def test_the_players_list_has_the_newest_quintiles(lobby, people):
    (ana, _ben, eva) = people
    lobby.leave(eva)
    lobby.push.forget()

    def news(seq, quintile, who=ana):
        change = QuintileChange(account=who.account, pr=9, quintile=quintile, seq=seq)
        return QuintilesChanged(changes=[change])

    lobby.deliver(ratings.quintiles_changed, news(5, 2), news(4, 1), news(6, 3, eva))
    lobby.deliver(ratings.quintiles_changed, news(3, 5))
    lines = {line.name: line.quintile for line in lobby.ask(presence.ListPlayers()).players}
    assert lines == {"Ana": 2, "Ben": None}
    assert lobby.push.changed_players == [ana.account]
    lobby.push.forget()
    lobby.deliver(ratings.quintiles_changed, news(7, 2))
    assert lobby.push.changed_players == [], "the same quintile is no news for the list"


def out(who: str, seq: int, *spans: Span) -> StandingChanged:
    return StandingChanged(account=who, seq=seq, blocked=False, suspensions=list(spans), colour="yellow")


def test_a_suspended_player_is_logged_out_and_frees_a_waiting_seat(lobby, people):
    (ana, _ben, eva) = people
    table = lobby.create(ana).table
    lobby.push.forget()
    now_ms = lobby.now_ms
    running = Span(from_ms=now_ms, until_ms=now_ms + 9)
    over_and_later = Span(from_ms=now_ms - 9, until_ms=now_ms), Span(from_ms=now_ms + 1, until_ms=now_ms + 9)
    lobby.deliver(standings.standings_changed, out(eva.account, 1, *over_and_later))
    assert lobby.push.closed_connections() == [], "only while it runs"
    lobby.deliver(standings.standings_changed, out(ana.account, 1, running), out("unknown", 1, running))
    assert lobby.push.closed_connections() == [([ana.account], "account_suspended", None)]
    assert lobby.table(table) is None and "Ana" not in lobby.statuses()
    assert lobby.ask(accounts.WhoIs(token=ana.token)) == Refusal("account_suspended")
    lobby.deliver(standings.standings_changed, out(ana.account, 1, running))
    lobby.deliver(standings.standings_changed, out(ana.account, 2, running))
    assert len(lobby.push.closed_connections()) == 1


def test_a_player_suspended_in_a_match_is_away_until_the_table_frees_the_seat(lobby, people):
    (ana, ben, _eva) = people
    table = lobby.started(ana, ben)
    suspended = out(ana.account, 1, Span(from_ms=0, until_ms=lobby.now_ms + 9))
    lobby.deliver(standings.standings_changed, suspended, suspended)
    lobby.deliver(standings.standings_changed, suspended)
    assert lobby.statuses()["Ana"] == "returning"
    assert [each.account for _, each in lobby.sent() if isinstance(each, Expel)] == [ana.account], "one order"
    lobby.deliver(match_events.tables_done, TableDone(table=table, reason="suspended", account=ana.account))
    assert "Ana" not in lobby.statuses() and lobby.statuses()["Ben"] == "online"
    lobby.deliver(standings.standings_changed, suspended)
    assert len([each for _, each in lobby.sent() if isinstance(each, Expel)]) == 1, "nor one after the seat was freed"


def test_data_that_is_not_needed_any_more_is_deleted(lobby, people):
    (ana, ben, _eva) = people
    closed = lobby.create(ana).table
    lobby.get_up(ana, closed)
    lobby.log_in("Nobody", "wrong")
    lobby.log_in("Eva")
    running = lobby.started(ana, ben)
    lobby.wait(DAY_MS + 1)
    lobby.ports.run(expiry.purge)
    assert [row.table_id for row in lobby.rows(schema.tables)] == [running]
    assert lobby.rows(schema.commands) == lobby.rows(schema.lockouts) == []
    assert len(lobby.rows(schema.sessions)) == 4
    lobby.wait(30 * DAY_MS)
    lobby.ports.run(expiry.purge)
    assert [row.ended for row in lobby.rows(schema.sessions)].count("replaced") == 0
    assert len(lobby.rows(schema.sessions)) == 3
    assert len(lobby.rows(schema.players)) == 3
