"""Changing one's password and language: services/lobby/RULES.md §1."""

from typing import Any

import msgspec
import pytest

from services.contracts.lobby import requests as contract
from services.kernel.refusal import Refusal
from services.lobby import schema
from tests.lobby.local_lobby import PASSWORD, House

NEW = "a better horse"
MINUTE_MS = 60_000


def change(house: House, token: str, current: str = PASSWORD, new: str = NEW) -> Any:
    return house.ask(contract.ChangePassword(token=token, current=current, new=new))


def test_the_new_password_opens_the_door_and_the_old_one_does_not(house):
    session = house.register("Ana")
    assert change(house, session.token).token
    assert house.log_in("Ana") == Refusal("login_failed")
    assert house.log_in("Ana", NEW).account == session.account


def test_the_session_that_changes_it_goes_on_under_another_token(house):
    session = house.register("Ana")
    fresh = change(house, session.token).token
    house.wait(60_001)
    assert house.ask(contract.WhoIs(token=fresh)) == session.account
    assert house.ask(contract.WhoIs(token=session.token)) == Refusal("session_expired")


@pytest.mark.parametrize(
    ("current", "new", "code"),
    [
        ("wrong horse", "short", "password_wrong"),
        ("wrong horse", "wrong horse", "password_wrong"),
        (PASSWORD, PASSWORD, "password_same"),
        (PASSWORD, "nine-char", "password_weak"),
        (PASSWORD, "ANA-THE-FIRST", "password_weak"),
        (PASSWORD, "ana-the-first@example.org", "password_weak"),
        (PASSWORD, "x" * 129, "password_weak"),
    ],
)
def test_a_refused_change_changes_nothing(house, current, new, code):
    session = house.register("Ana-the-first")
    assert change(house, session.token, current, new) == Refusal(code)
    assert isinstance(house.log_in("Ana-the-first"), contract.Session)


def test_only_a_live_session_may_ask(house):
    old = house.register("Ana").token
    new = house.log_in("Ana").token
    assert change(house, old) == Refusal("session_replaced")
    house.ask(contract.LogOut(token=new))
    assert change(house, new) == Refusal("session_expired")
    assert change(house, "nobody's") == Refusal("session_expired")


def test_guessing_at_an_open_screen_locks_like_guessing_at_the_door(house):
    session = house.register("Ana")
    assert [change(house, session.token, "guess").error for _ in range(5)] == ["password_wrong"] * 5
    locked_until = {"until_ms": house.now_ms + 15 * MINUTE_MS}
    assert change(house, session.token) == Refusal("login_locked", locked_until)
    assert house.log_in("Ana") == Refusal("login_locked", locked_until)
    house.wait(15 * MINUTE_MS)
    session = house.log_in("Ana")
    assert change(house, session.token).token


def test_the_right_password_forgets_the_wrong_ones(house):
    session = house.register("Ana")
    for _ in range(4):
        change(house, session.token, "guess")
    assert change(house, session.token).token
    assert house.rows(schema.lockouts) == []


def test_of_two_changes_side_by_side_the_second_knows_the_wrong_password(house):
    session = house.register("Ana")
    hash_ = house.passwords.hash

    def hash_slowly(password):
        if password == NEW:
            assert change(house, session.token, new="quicker horse").token
        return hash_(password)

    house.passwords.hash = hash_slowly
    assert change(house, session.token) == Refusal("session_expired"), "its token ended with the first change"
    assert isinstance(house.log_in("Ana", "quicker horse"), contract.Session)


def test_too_many_passwords_at_once_change_nothing(house):
    session = house.register("Ana")
    house.passwords.busy = True
    assert change(house, session.token) == Refusal("service_unavailable")
    house.passwords.busy = False
    assert isinstance(house.log_in("Ana"), contract.Session)


def test_the_language_is_kept_with_the_account(house):
    session = house.register("Ana", language="el")
    spanish = msgspec.structs.replace(session.account, language="es")
    assert house.ask(contract.ChangeLanguage(token=session.token, language="es")) == spanish
    assert house.log_in("Ana").account == spanish


def test_a_language_needs_a_live_session(house):
    assert house.ask(contract.ChangeLanguage(token="nobody's", language="es")) == Refusal("session_expired")
