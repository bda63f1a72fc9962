"""Tokens that change while their sessions go on: services/lobby/RULES.md §1."""

import pytest

from services.contracts.base import Done
from services.contracts.lobby import requests as contract
from services.kernel.refusal import Refusal
from tests.lobby.local_lobby import PASSWORD

EXPIRED = Refusal("session_expired")
HOUR_MS = 3_600_000
OVERLAP_MS = 60_000


def who(house, token):
    return house.ask(contract.WhoIs(token=token))


def renew(house, token):
    return house.ask(contract.RenewToken(token=token))


def come_in(house, token, conn):
    return house.ask(contract.Connected(token=token, gateway="g1", conn=conn))


def seated_for(house, hours):
    """Somebody in a match, whose session does not end by itself, after so many hours."""
    (ana, ben) = house.enter("Ana", "Ben")
    house.started(ana, ben)
    house.wait(hours * HOUR_MS)
    return ana


def test_both_tokens_hold_for_a_moment_and_then_only_the_new_one(house):
    session = house.register("Ana")
    fresh = renew(house, session.token).token
    assert fresh != session.token
    house.wait(OVERLAP_MS)
    assert who(house, session.token) == who(house, fresh) == session.account
    house.wait(1)
    assert who(house, session.token) == EXPIRED
    assert who(house, fresh) == session.account


def test_a_token_is_renewed_when_its_owner_comes_in_with_it_after_twelve_hours(house):
    ana = seated_for(house, 12)
    room = come_in(house, ana.token, 7)
    assert room.table is not None, "the seat is kept"
    assert who(house, room.token).name == "Ana"
    assert come_in(house, room.token, 8).token is None


def test_before_that_it_stays(house):
    ana = seated_for(house, 11)
    assert come_in(house, ana.token, 7).token is None


def test_a_client_that_missed_its_new_token_gets_another_within_the_overlap(house):
    ana = seated_for(house, 12)
    missed = come_in(house, ana.token, 7).token
    house.wait(OVERLAP_MS)
    second = come_in(house, ana.token, 8).token
    assert second not in (None, missed)
    house.wait(1)
    assert who(house, missed) == who(house, ana.token) == EXPIRED, "and the old one holds no longer for it"
    assert who(house, second).name == "Ana"


def test_a_change_of_password_ends_the_old_token_and_its_sockets_at_once(house):
    """It may be a thief's, because of whom the password was changed."""
    (ana,) = house.enter("Ana")
    house.push.forget()
    fresh = house.ask(contract.ChangePassword(token=ana.token, current=PASSWORD, new="a better horse")).token
    assert house.push.closes() == [([ana.account], "resync_needed", None)]
    assert who(house, ana.token) == renew(house, ana.token) == come_in(house, ana.token, 7) == EXPIRED
    assert who(house, fresh).name == "Ana"
    assert come_in(house, fresh, 8).me.name == "Ana"


@pytest.mark.parametrize("by", ["old", "new"])
def test_either_token_logs_out(house, by):
    (ana,) = house.enter("Ana")
    tokens = {"old": ana.token, "new": renew(house, ana.token).token}
    assert house.ask(contract.LogOut(token=tokens[by])) == Done()
    assert [who(house, token) for token in tokens.values()] == [EXPIRED, EXPIRED]
    assert house.statuses() == {}


def test_a_new_login_ends_both(house):
    (ana,) = house.enter("Ana")
    tokens = [ana.token, renew(house, ana.token).token]
    house.log_in("Ana")
    assert [who(house, token) for token in tokens] == [Refusal("session_replaced")] * 2


@pytest.mark.parametrize("token", ["", "nobody's", "\0"])
def test_without_a_session_no_token_is_issued(house, token):
    assert renew(house, token) == EXPIRED
