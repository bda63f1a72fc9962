"""Tokens that change while their sessions go on: services/lobby/RULES.md §1."""

import pytest

from services.contracts.base import Done
from services.contracts.lobby import presence
from services.contracts.lobby.accounts import accounts
from services.kernel.refusal import Refusal
from tests.lobby.local_lobby import PASSWORD

EXPIRED = Refusal("session_expired")
HOUR_MS = 3_600_000
OVERLAP_MS = 60_000


def who(lobby, token):
    return lobby.ask(accounts.WhoIs(token=token))


def renew(lobby, token):
    return lobby.ask(accounts.RenewToken(token=token))


def come_in(lobby, token, conn):
    return lobby.ask(presence.Connected(token=token, gateway="g1", conn=conn))


def seated_for(lobby, hours):
    """Somebody in a match, whose session does not end by itself, after so many hours."""
    (ana, ben) = lobby.enter("Ana", "Ben")
    lobby.started(ana, ben)
    lobby.wait(hours * HOUR_MS)
    return ana


def test_both_tokens_hold_for_a_moment_and_then_only_the_new_one(lobby):
    session = lobby.register("Ana")
    fresh = renew(lobby, session.token).token
    assert fresh != session.token
    lobby.wait(OVERLAP_MS)
    assert who(lobby, session.token) == who(lobby, fresh) == session.account
    lobby.wait(1)
    assert who(lobby, session.token) == EXPIRED
    assert who(lobby, fresh) == session.account


def test_a_token_is_renewed_when_its_owner_comes_in_with_it_after_twelve_hours(lobby):
    ana = seated_for(lobby, 12)
    room = come_in(lobby, ana.token, 7)
    assert room.table is not None, "the seat is kept"
    assert who(lobby, room.token).name == "Ana"
    assert come_in(lobby, room.token, 8).token is None


def test_before_that_it_stays(lobby):
    ana = seated_for(lobby, 11)
    assert come_in(lobby, ana.token, 7).token is None


def test_a_client_that_missed_its_new_token_gets_another_within_the_overlap(lobby):
    ana = seated_for(lobby, 12)
    missed = come_in(lobby, ana.token, 7).token
    lobby.wait(OVERLAP_MS)
    second = come_in(lobby, ana.token, 8).token
    assert second not in (None, missed)
    lobby.wait(1)
    assert who(lobby, missed) == who(lobby, ana.token) == EXPIRED, "and the old one holds no longer for it"
    assert who(lobby, second).name == "Ana"


def test_a_change_of_password_ends_the_old_token_and_its_sockets_at_once(lobby):
    """It may be a thief's, because of whom the password was changed."""
    (ana,) = lobby.enter("Ana")
    lobby.push.forget()
    fresh = lobby.ask(accounts.ChangePassword(token=ana.token, current=PASSWORD, new="a better horse")).token
    assert lobby.push.closed_connections() == [([ana.account], "resync_needed", None)]
    assert who(lobby, ana.token) == renew(lobby, ana.token) == come_in(lobby, ana.token, 7) == EXPIRED
    assert who(lobby, fresh).name == "Ana"
    assert come_in(lobby, fresh, 8).me.name == "Ana"


@pytest.mark.parametrize("by", ["old", "new"])
def test_either_token_logs_out(lobby, by):
    (ana,) = lobby.enter("Ana")
    tokens = {"old": ana.token, "new": renew(lobby, ana.token).token}
    assert lobby.ask(accounts.LogOut(token=tokens[by])) == Done()
    assert [who(lobby, token) for token in tokens.values()] == [EXPIRED, EXPIRED]
    assert lobby.statuses() == {}


def test_a_new_login_ends_both(lobby):
    (ana,) = lobby.enter("Ana")
    tokens = [ana.token, renew(lobby, ana.token).token]
    lobby.log_in("Ana")
    assert [who(lobby, token) for token in tokens] == [Refusal("session_replaced")] * 2


@pytest.mark.parametrize("token", ["", "nobody's", "\0"])
def test_without_a_session_no_token_is_issued(lobby, token):
    assert renew(lobby, token) == EXPIRED
