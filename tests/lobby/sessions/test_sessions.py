"""Sessions: services/lobby/RULES.md §1."""

import pytest

from services.contracts.base import Done
from services.contracts.client.frames import ByeFrame
from services.contracts.lobby import open_tables
from services.contracts.lobby import presence as lobby_presence
from services.contracts.lobby import seeks as seek_contract
from services.contracts.lobby.accounts import accounts
from services.contracts.tables.events import TableDone
from services.kernel.refusal import Refusal
from services.lobby import schema
from services.lobby.matchmaking import seating as matchmaking
from services.lobby.matchmaking import seeks
from services.lobby.presence import connections as presence
from services.lobby.sessions import rows as stored
from services.lobby.sessions import use_cases as sessions
from services.lobby.tables import match_events

EXPIRED = Refusal("session_expired")
REPLACED = Refusal("session_replaced")
LIMIT_MS = 600_000
LAG_MS = 35_000


def who(lobby, token, active=False):
    return lobby.ask(accounts.WhoIs(token=token, active=active))


def test_a_new_login_ends_the_old_session_and_its_connections(lobby):
    (ana,) = lobby.enter("Ana")
    new = lobby.log_in("Ana")
    assert who(lobby, ana.token) == REPLACED
    assert lobby.ask(lobby_presence.Connected(token=ana.token, gateway="g1", conn=9)) == REPLACED
    assert lobby.ask(accounts.LogOut(token=ana.token)) == EXPIRED
    assert who(lobby, new.token) == new.account
    assert lobby.push.closed_connections() == [([ana.account], "session_replaced", None)]
    assert lobby.push.to(ana.account, ByeFrame) == [ByeFrame(error="session_replaced")]


def test_ends_of_sessions_name_the_session_and_it_keeps_its_name_with_a_new_token(lobby):
    (ana,) = lobby.enter("Ana")
    first = lobby.ask(lobby_presence.Connected(token=ana.token, gateway="g1", conn=1)).session
    token = lobby.ask(accounts.RenewToken(token=ana.token)).token
    assert lobby.ask(lobby_presence.Connected(token=token, gateway="g1", conn=2)).session == first != ""
    new = lobby.log_in("Ana").token
    second = lobby.ask(lobby_presence.Connected(token=new, gateway="g1", conn=3)).session
    lobby.ask(accounts.LogOut(token=new))
    assert second not in ("", first, new)
    ended = [(push.close, push.session, push.conn) for push in lobby.push.frames if push.close]
    assert ended[-3:] == [
        ("session_replaced", "", ("g1", 1)),
        ("session_replaced", first, None),
        ("session_ended", second, None),
    ]


def test_there_is_one_live_session_per_account_for_any_caller(lobby):
    lobby.register("Ana")
    for _ in range(3):
        lobby.log_in("Ana")
    assert [row.ended for row in lobby.rows(schema.sessions)].count(None) == 1


def test_an_unknown_token_is_an_expired_one(lobby):
    assert who(lobby, "nonsense") == who(lobby, "") == who(lobby, "\0") == EXPIRED


def test_a_session_without_connection_ends_after_more_than_600_seconds_without_an_action(lobby):
    session = lobby.register("Ana")
    lobby.wait(LIMIT_MS)
    lobby.sweep()
    assert who(lobby, session.token) == session.account
    lobby.wait(1)
    assert who(lobby, session.token) == EXPIRED
    assert lobby.rows(schema.sessions)[0].ended == "expired"


def test_an_action_sets_the_timer_back_and_a_question_does_not(lobby):
    session = lobby.register("Ana")
    lobby.wait(LIMIT_MS)
    assert who(lobby, session.token, active=True) == session.account
    lobby.wait(LIMIT_MS)
    assert who(lobby, session.token) == session.account
    lobby.wait(1)
    lobby.sweep()
    assert who(lobby, session.token) == EXPIRED


def test_gateways_report_the_activity_of_connected_players_a_little_late(lobby):
    (ana, ben) = lobby.enter("Ana", "Ben")
    lobby.wait(LIMIT_MS + LAG_MS)
    lobby.sweep()
    assert lobby.ask(lobby_presence.Active(accounts=[ana.account, "unknown"])) == Done()
    lobby.wait(1)
    lobby.push.forget()
    lobby.sweep()
    assert lobby.statuses() == {"Ana": "online"}
    assert lobby.push.closed_connections() == [([ben.account], "session_expired", None)]
    assert who(lobby, ben.token) == EXPIRED
    lobby.push.forget()
    lobby.sweep()
    assert lobby.push.frames == [], "once"


def test_acting_for_many_does_what_the_rule_does_for_one(lobby):
    (ana, ben) = lobby.enter("Ana", "Ben")
    lobby.started(ana, ben)
    (eva,) = lobby.enter("Eva")
    lobby.wait(5_000)
    lobby.ask(lobby_presence.Active(accounts=[ana.account, ben.account, eva.account]))
    with lobby.database.work() as work:
        live = stored.lock_live(work, [ana.account, eva.account])
    assert (live[eva.account].activity.idle_ms, live[eva.account].activity.runs_since_ms) == (0, lobby.now_ms)
    assert (live[ana.account].activity.idle_ms, live[ana.account].activity.runs_since_ms) == (0, None)


def test_the_timer_stands_still_in_a_match_and_goes_on_after_it(lobby):
    (ana, ben) = lobby.enter("Ana", "Ben")
    lobby.wait(500_000)
    table = lobby.started(ana, ben)
    lobby.wait(10 * LIMIT_MS)
    lobby.sweep()
    assert who(lobby, ana.token).account == ana.account
    lobby.deliver(match_events.tables_done, TableDone(table=table, reason=""))
    lobby.wait(100_000 + LAG_MS)
    lobby.sweep()
    assert who(lobby, ana.token).account == ana.account
    lobby.wait(1)
    lobby.sweep()
    assert who(lobby, ana.token) == EXPIRED


def test_no_session_ends_in_a_match_however_long_its_user_had_waited_for_the_start(lobby):
    (ana, ben) = lobby.enter("Ana", "Ben")
    lobby.wait(LIMIT_MS + LAG_MS)
    lobby.started(ana, ben)
    lobby.sweep()
    assert who(lobby, ben.token).account == ben.account
    lobby.leave(ben)
    lobby.wait(10 * LIMIT_MS)
    lobby.sweep()
    ben = lobby.back(ben)
    assert lobby.statuses()["Ben"] == "playing"


def test_a_login_in_the_middle_of_a_match_has_a_timer_that_stands_still(lobby):
    (ana, ben) = lobby.enter("Ana", "Ben")
    lobby.started(ana, ben)
    session = lobby.log_in("Ana")
    lobby.wait(10 * LIMIT_MS)
    lobby.sweep()
    assert who(lobby, session.token) == session.account


def test_logging_out_takes_one_off_the_list_and_closes_the_connection(lobby):
    (ana, _ben) = lobby.enter("Ana", "Ben")
    lobby.push.forget()
    assert lobby.ask(accounts.LogOut(token=ana.token)) == Done()
    assert lobby.statuses() == {"Ben": "online"}
    assert lobby.push.closed_connections() == [([ana.account], "session_ended", None)]
    assert lobby.push.changed_players == [ana.account]


def test_a_player_that_logs_out_of_a_match_may_come_back(lobby):
    (ana, ben) = lobby.enter("Ana", "Ben")
    table = lobby.started(ana, ben)
    lobby.ask(accounts.LogOut(token=ana.token))
    assert lobby.statuses() == {"Ben": "playing", "Ana": "returning"}
    back = lobby.connect(lobby.log_in("Ana"))
    assert lobby.statuses() == {"Ana": "playing", "Ben": "playing"}
    room = lobby.ask(lobby_presence.Connected(token=back.token, gateway=back.gateway, conn=back.conn))
    assert room.table == table


@pytest.mark.parametrize("late", [False, True])
def test_the_seat_stays_for_a_new_login_that_connects_in_time(lobby, late):
    (ana, _ben) = lobby.enter("Ana", "Ben")
    table = lobby.create(ana).table
    session = lobby.log_in("Ana")
    lobby.leave(ana)
    assert lobby.table(table) is not None
    lobby.wait(15_000)
    lobby.sweep()
    assert lobby.statuses() == {"Ben": "online", "Ana": "invited"}
    if not late:
        lobby.connect(session)
    lobby.wait(1)
    lobby.sweep()
    assert (lobby.table(table) is None) == late
    assert lobby.statuses() == ({"Ben": "online"} if late else {"Ben": "online", "Ana": "invited"})


def test_the_seat_is_kept_if_the_new_client_came_after_all(lobby):
    (ana,) = lobby.enter("Ana")
    table = lobby.create(ana).table
    session = lobby.log_in("Ana")
    lobby.wait(15_001)
    lobby.connect(session)
    lobby.ports.run(presence.end_handover, ana.account)
    assert lobby.statuses() == {"Ana": "invited"}
    assert lobby.table(table) is not None


def test_logging_out_of_a_session_that_was_replaced_meanwhile_leaves_the_new_one_alone(lobby):
    (ana,) = lobby.enter("Ana")
    with lobby.database.work() as work:
        old = stored.find(work, sessions.token_hash(ana.token))
    new = lobby.connect(lobby.log_in("Ana"))
    lobby.push.forget()
    lobby.ports.run(sessions.end, old, "logged_out", "session_ended")
    assert lobby.push.frames == []
    assert lobby.statuses() == {"Ana": "online"}
    assert who(lobby, new.token).name == "Ana"


def test_a_session_found_idle_is_not_ended_if_it_was_replaced_meanwhile(lobby):
    lobby.register("Ana")
    lobby.wait(LIMIT_MS + 1)
    with lobby.database.work() as work:
        (idle,) = stored.find_idle(work, LIMIT_MS, LAG_MS, 9)
    lobby.connect(lobby.log_in("Ana"))
    lobby.push.forget()
    lobby.ports.run(sessions.expire, idle)
    assert lobby.push.frames == []
    assert lobby.statuses() == {"Ana": "online"}


def test_a_session_found_idle_is_not_ended_if_its_user_acted_meanwhile(lobby):
    ana = lobby.register("Ana")
    lobby.wait(LIMIT_MS + 1)
    with lobby.database.work() as work:
        (idle,) = stored.find_idle(work, LIMIT_MS, LAG_MS, 9)
    lobby.ask(lobby_presence.Active(accounts=[ana.account.account]))
    lobby.ports.run(sessions.expire, idle)
    assert who(lobby, ana.token) == ana.account


def look_for_a_game(lobby, who, wait_s):
    wish = seek_contract.StartSeek(
        account=who.account, games=[seek_contract.SeekGame(game="tavli")], stakes_chips=[200], wait_s=wait_s
    )
    assert not isinstance(seeks.start_seek(lobby.ports, wish), Refusal)


def sweep(lobby):
    lobby.sweep()
    matchmaking.sweep_seeks(lobby.ports)


def test_the_timer_stands_still_while_a_game_is_looked_for(lobby):
    (ana,) = lobby.enter("Ana")
    lobby.wait(500_000)
    look_for_a_game(lobby, ana, 1_800)
    for _ in range(6):
        lobby.wait(299_000)
        sweep(lobby)
        assert who(lobby, ana.token).account == ana.account
    lobby.wait(7_000)
    sweep(lobby)
    assert lobby.rows(schema.seeks) == [], "the search is over, and the timer goes on"
    lobby.wait(100_000 + LAG_MS)
    sweep(lobby)
    assert who(lobby, ana.token).account == ana.account
    lobby.wait(1)
    sweep(lobby)
    assert who(lobby, ana.token) == EXPIRED


def test_the_timer_goes_on_once_the_search_is_cancelled(lobby):
    (ana,) = lobby.enter("Ana")
    look_for_a_game(lobby, ana, 1_800)
    lobby.wait(LIMIT_MS * 2)
    lobby.ports.run(seeks.cancel_seek, seek_contract.CancelSeek(account=ana.account))
    lobby.wait(LIMIT_MS + LAG_MS)
    sweep(lobby)
    assert who(lobby, ana.token).account == ana.account
    lobby.wait(1)
    sweep(lobby)
    assert who(lobby, ana.token) == EXPIRED


def test_a_login_during_a_search_has_a_timer_that_stands_still(lobby):
    (ana,) = lobby.enter("Ana")
    look_for_a_game(lobby, ana, 1_800)
    again = lobby.connect(lobby.log_in("Ana"))
    lobby.wait(LIMIT_MS * 2)
    sweep(lobby)
    assert who(lobby, again.token).account == ana.account


def test_the_timer_stands_still_at_an_open_table_that_waits_for_others(lobby):
    ana, ben = lobby.enter("Ana", "Ben")
    table = lobby.create(ana, game="tichu", mode="open").table
    lobby.join(ben, table)
    lobby.wait(LIMIT_MS * 3)
    sweep(lobby)
    assert who(lobby, ana.token).account == ana.account
    assert who(lobby, ben.token).account == ben.account
    lobby.ask(open_tables.LeaveTable(account=ana.account, id="leave", table=table))
    lobby.wait(LIMIT_MS + LAG_MS)
    sweep(lobby)
    assert who(lobby, ben.token).account == ben.account, "the table is gone, and the timer goes on"
    lobby.wait(1)
    sweep(lobby)
    assert who(lobby, ana.token) == who(lobby, ben.token) == EXPIRED


def test_a_wait_does_not_lengthen_the_longest_life_of_a_session(lobby):
    (ana,) = lobby.enter("Ana")
    lobby.create(ana, game="tichu", mode="open")
    lobby.wait(24 * 3_600_000 - 1)
    sweep(lobby)
    assert who(lobby, ana.token).account == ana.account
    lobby.wait(1)
    sweep(lobby)
    assert who(lobby, ana.token) == EXPIRED
