"""Sessions: services/lobby/RULES.md §1."""

import pytest

from services.contracts.base import Done
from services.contracts.client.frames import ByeFrame
from services.contracts.lobby import requests as contract
from services.contracts.lobby import seeks as seek_contract
from services.contracts.tables.commands_and_events import TableDone
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


def who(house, token, active=False):
    return house.ask(contract.WhoIs(token=token, active=active))


def test_a_new_login_ends_the_old_session_and_its_connections(house):
    (ana,) = house.enter("Ana")
    new = house.log_in("Ana")
    assert who(house, ana.token) == REPLACED
    assert house.ask(contract.Connected(token=ana.token, gateway="g1", conn=9)) == REPLACED
    assert house.ask(contract.LogOut(token=ana.token)) == EXPIRED
    assert who(house, new.token) == new.account
    assert house.push.closes() == [([ana.account], "session_replaced", None)]
    assert house.push.to(ana.account, ByeFrame) == [ByeFrame(error="session_replaced")]


def test_ends_of_sessions_name_the_session_and_it_keeps_its_name_with_a_new_token(house):
    (ana,) = house.enter("Ana")
    first = house.ask(contract.Connected(token=ana.token, gateway="g1", conn=1)).session
    token = house.ask(contract.RenewToken(token=ana.token)).token
    assert house.ask(contract.Connected(token=token, gateway="g1", conn=2)).session == first != ""
    new = house.log_in("Ana").token
    second = house.ask(contract.Connected(token=new, gateway="g1", conn=3)).session
    house.ask(contract.LogOut(token=new))
    assert second not in ("", first, new)
    ended = [(push.close, push.session, push.conn) for push in house.push.frames if push.close]
    assert ended[-3:] == [
        ("session_replaced", "", ("g1", 1)),
        ("session_replaced", first, None),
        ("session_ended", second, None),
    ]


def test_there_is_one_live_session_per_account_for_any_caller(house):
    house.register("Ana")
    for _ in range(3):
        house.log_in("Ana")
    assert [row.ended for row in house.rows(schema.sessions)].count(None) == 1


def test_an_unknown_token_is_an_expired_one(house):
    assert who(house, "nonsense") == who(house, "") == who(house, "\0") == EXPIRED


def test_a_session_without_connection_ends_after_more_than_600_seconds_without_an_action(house):
    session = house.register("Ana")
    house.wait(LIMIT_MS)
    house.sweep()
    assert who(house, session.token) == session.account
    house.wait(1)
    assert who(house, session.token) == EXPIRED
    assert house.rows(schema.sessions)[0].ended == "expired"


def test_an_action_sets_the_timer_back_and_a_question_does_not(house):
    session = house.register("Ana")
    house.wait(LIMIT_MS)
    assert who(house, session.token, active=True) == session.account
    house.wait(LIMIT_MS)
    assert who(house, session.token) == session.account
    house.wait(1)
    house.sweep()
    assert who(house, session.token) == EXPIRED


def test_gateways_report_the_activity_of_connected_players_a_little_late(house):
    (ana, ben) = house.enter("Ana", "Ben")
    house.wait(LIMIT_MS + LAG_MS)
    house.sweep()
    assert house.ask(contract.Active(accounts=[ana.account, "unknown"])) == Done()
    house.wait(1)
    house.push.forget()
    house.sweep()
    assert house.statuses() == {"Ana": "online"}
    assert house.push.closes() == [([ben.account], "session_expired", None)]
    assert who(house, ben.token) == EXPIRED
    house.push.forget()
    house.sweep()
    assert house.push.frames == [], "once"


def test_acting_for_many_does_what_the_rule_does_for_one(house):
    (ana, ben) = house.enter("Ana", "Ben")
    house.started(ana, ben)
    (eva,) = house.enter("Eva")
    house.wait(5_000)
    house.ask(contract.Active(accounts=[ana.account, ben.account, eva.account]))
    with house.database.work() as work:
        live = stored.lock_live(work, [ana.account, eva.account])
    assert (live[eva.account].activity.idle_ms, live[eva.account].activity.runs_since_ms) == (0, house.now_ms)
    assert (live[ana.account].activity.idle_ms, live[ana.account].activity.runs_since_ms) == (0, None)


def test_the_timer_stands_still_in_a_match_and_goes_on_after_it(house):
    (ana, ben) = house.enter("Ana", "Ben")
    house.wait(500_000)
    table = house.started(ana, ben)
    house.wait(10 * LIMIT_MS)
    house.sweep()
    assert who(house, ana.token).account == ana.account
    house.hear(match_events.tables_done, TableDone(table=table, reason=""))
    house.wait(100_000 + LAG_MS)
    house.sweep()
    assert who(house, ana.token).account == ana.account
    house.wait(1)
    house.sweep()
    assert who(house, ana.token) == EXPIRED


def test_no_session_ends_in_a_match_however_long_its_user_had_waited_for_the_start(house):
    (ana, ben) = house.enter("Ana", "Ben")
    house.wait(LIMIT_MS + LAG_MS)
    house.started(ana, ben)
    house.sweep()
    assert who(house, ben.token).account == ben.account
    house.leave(ben)
    house.wait(10 * LIMIT_MS)
    house.sweep()
    ben = house.back(ben)
    assert house.statuses()["Ben"] == "playing"


def test_a_login_in_the_middle_of_a_match_has_a_timer_that_stands_still(house):
    (ana, ben) = house.enter("Ana", "Ben")
    house.started(ana, ben)
    session = house.log_in("Ana")
    house.wait(10 * LIMIT_MS)
    house.sweep()
    assert who(house, session.token) == session.account


def test_logging_out_takes_one_off_the_list_and_closes_the_connection(house):
    (ana, _ben) = house.enter("Ana", "Ben")
    house.push.forget()
    assert house.ask(contract.LogOut(token=ana.token)) == Done()
    assert house.statuses() == {"Ben": "online"}
    assert house.push.closes() == [([ana.account], "session_ended", None)]
    assert house.push.changed_players == [ana.account]


def test_a_player_that_logs_out_of_a_match_may_come_back(house):
    (ana, ben) = house.enter("Ana", "Ben")
    table = house.started(ana, ben)
    house.ask(contract.LogOut(token=ana.token))
    assert house.statuses() == {"Ben": "playing", "Ana": "returning"}
    back = house.connect(house.log_in("Ana"))
    assert house.statuses() == {"Ana": "playing", "Ben": "playing"}
    room = house.ask(contract.Connected(token=back.token, gateway=back.gateway, conn=back.conn))
    assert room.table == table


@pytest.mark.parametrize("late", [False, True])
def test_the_seat_stays_for_a_new_login_that_connects_in_time(house, late):
    (ana, _ben) = house.enter("Ana", "Ben")
    table = house.create(ana).table
    session = house.log_in("Ana")
    house.leave(ana)
    assert house.table(table) is not None
    house.wait(15_000)
    house.sweep()
    assert house.statuses() == {"Ben": "online", "Ana": "invited"}
    if not late:
        house.connect(session)
    house.wait(1)
    house.sweep()
    assert (house.table(table) is None) == late
    assert house.statuses() == ({"Ben": "online"} if late else {"Ben": "online", "Ana": "invited"})


def test_the_seat_is_kept_if_the_new_client_came_after_all(house):
    (ana,) = house.enter("Ana")
    table = house.create(ana).table
    session = house.log_in("Ana")
    house.wait(15_001)
    house.connect(session)
    house.ports.run(presence.end_handover, ana.account)
    assert house.statuses() == {"Ana": "invited"}
    assert house.table(table) is not None


def test_logging_out_of_a_session_that_was_replaced_meanwhile_leaves_the_new_one_alone(house):
    (ana,) = house.enter("Ana")
    with house.database.work() as work:
        old = stored.find(work, sessions.token_hash(ana.token))
    new = house.connect(house.log_in("Ana"))
    house.push.forget()
    house.ports.run(sessions.end, old, "logged_out", "session_ended")
    assert house.push.frames == []
    assert house.statuses() == {"Ana": "online"}
    assert who(house, new.token).name == "Ana"


def test_a_session_found_idle_is_not_ended_if_it_was_replaced_meanwhile(house):
    house.register("Ana")
    house.wait(LIMIT_MS + 1)
    with house.database.work() as work:
        (idle,) = stored.find_idle(work, LIMIT_MS, LAG_MS, 9)
    house.connect(house.log_in("Ana"))
    house.push.forget()
    house.ports.run(sessions.expire, idle)
    assert house.push.frames == []
    assert house.statuses() == {"Ana": "online"}


def test_a_session_found_idle_is_not_ended_if_its_user_acted_meanwhile(house):
    ana = house.register("Ana")
    house.wait(LIMIT_MS + 1)
    with house.database.work() as work:
        (idle,) = stored.find_idle(work, LIMIT_MS, LAG_MS, 9)
    house.ask(contract.Active(accounts=[ana.account.account]))
    house.ports.run(sessions.expire, idle)
    assert who(house, ana.token) == ana.account


def look_for_a_game(house, who, wait_s):
    wish = seek_contract.StartSeek(
        account=who.account, games=[seek_contract.SeekGame(game="tavli")], stakes_chips=[200], wait_s=wait_s
    )
    assert not isinstance(seeks.start_seek(house.ports, wish), Refusal)


def sweep(house):
    house.sweep()
    matchmaking.sweep_seeks(house.ports)


def test_the_timer_stands_still_while_a_game_is_looked_for(house):
    (ana,) = house.enter("Ana")
    house.wait(500_000)
    look_for_a_game(house, ana, 1_800)
    for _ in range(6):
        house.wait(299_000)
        sweep(house)
        assert who(house, ana.token).account == ana.account
    house.wait(7_000)
    sweep(house)
    assert house.rows(schema.seeks) == [], "the search is over, and the timer goes on"
    house.wait(100_000 + LAG_MS)
    sweep(house)
    assert who(house, ana.token).account == ana.account
    house.wait(1)
    sweep(house)
    assert who(house, ana.token) == EXPIRED


def test_the_timer_goes_on_once_the_search_is_cancelled(house):
    (ana,) = house.enter("Ana")
    look_for_a_game(house, ana, 1_800)
    house.wait(LIMIT_MS * 2)
    house.ports.run(seeks.cancel_seek, seek_contract.CancelSeek(account=ana.account))
    house.wait(LIMIT_MS + LAG_MS)
    sweep(house)
    assert who(house, ana.token).account == ana.account
    house.wait(1)
    sweep(house)
    assert who(house, ana.token) == EXPIRED


def test_a_login_during_a_search_has_a_timer_that_stands_still(house):
    (ana,) = house.enter("Ana")
    look_for_a_game(house, ana, 1_800)
    again = house.connect(house.log_in("Ana"))
    house.wait(LIMIT_MS * 2)
    sweep(house)
    assert who(house, again.token).account == ana.account


def test_the_timer_stands_still_at_an_open_table_that_waits_for_others(house):
    ana, ben = house.enter("Ana", "Ben")
    table = house.create(ana, game="tichu", mode="open").table
    house.join(ben, table)
    house.wait(LIMIT_MS * 3)
    sweep(house)
    assert who(house, ana.token).account == ana.account
    assert who(house, ben.token).account == ben.account
    house.ask(contract.LeaveTable(account=ana.account, id="leave", table=table))
    house.wait(LIMIT_MS + LAG_MS)
    sweep(house)
    assert who(house, ben.token).account == ben.account, "the table is gone, and the timer goes on"
    house.wait(1)
    sweep(house)
    assert who(house, ana.token) == who(house, ben.token) == EXPIRED


def test_a_wait_does_not_lengthen_the_longest_life_of_a_session(house):
    (ana,) = house.enter("Ana")
    house.create(ana, game="tichu", mode="open")
    house.wait(24 * 3_600_000 - 1)
    sweep(house)
    assert who(house, ana.token).account == ana.account
    house.wait(1)
    sweep(house)
    assert who(house, ana.token) == EXPIRED
