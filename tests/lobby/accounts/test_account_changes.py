"""Changing one's password and language: services/lobby/RULES.md §1."""

from typing import Any

import msgspec
import pytest

from services.contracts.lobby.accounts import accounts as contract
from services.kernel.refusal import Refusal
from services.lobby import schema
from tests.lobby.local_lobby import PASSWORD, LocalLobby

NEW = "a better horse"
MINUTE_MS = 60_000


def change(lobby: LocalLobby, token: str, current: str = PASSWORD, new: str = NEW) -> Any:
    return lobby.ask(contract.ChangePassword(token=token, current=current, new=new))


def test_the_new_password_opens_the_door_and_the_old_one_does_not(lobby):
    session = lobby.register("Ana")
    assert change(lobby, session.token).token
    assert lobby.log_in("Ana") == Refusal("login_failed")
    assert lobby.log_in("Ana", NEW).account == session.account


def test_the_session_that_changes_it_goes_on_under_another_token(lobby):
    session = lobby.register("Ana")
    fresh = change(lobby, session.token).token
    lobby.wait(60_001)
    assert lobby.ask(contract.WhoIs(token=fresh)) == session.account
    assert lobby.ask(contract.WhoIs(token=session.token)) == Refusal("session_expired")


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
def test_a_refused_change_changes_nothing(lobby, current, new, code):
    session = lobby.register("Ana-the-first")
    assert change(lobby, session.token, current, new) == Refusal(code)
    assert isinstance(lobby.log_in("Ana-the-first"), contract.Session)


def test_only_a_live_session_may_ask(lobby):
    old = lobby.register("Ana").token
    new = lobby.log_in("Ana").token
    assert change(lobby, old) == Refusal("session_replaced")
    lobby.ask(contract.LogOut(token=new))
    assert change(lobby, new) == Refusal("session_expired")
    assert change(lobby, "nobody's") == Refusal("session_expired")


def test_guessing_at_an_open_screen_locks_like_guessing_at_the_door(lobby):
    session = lobby.register("Ana")
    assert [change(lobby, session.token, "guess").error for _ in range(5)] == ["password_wrong"] * 5
    locked_until = {"until_ms": lobby.now_ms + 15 * MINUTE_MS}
    assert change(lobby, session.token) == Refusal("login_locked", locked_until)
    assert lobby.log_in("Ana") == Refusal("login_locked", locked_until)
    lobby.wait(15 * MINUTE_MS)
    session = lobby.log_in("Ana")
    assert change(lobby, session.token).token


def test_the_right_password_forgets_the_wrong_ones(lobby):
    session = lobby.register("Ana")
    for _ in range(4):
        change(lobby, session.token, "guess")
    assert change(lobby, session.token).token
    assert lobby.rows(schema.lockouts) == []


def test_of_two_changes_side_by_side_the_second_knows_the_wrong_password(lobby):
    session = lobby.register("Ana")
    hash_ = lobby.passwords.hash

    def hash_slowly(password):
        if password == NEW:
            assert change(lobby, session.token, new="quicker horse").token
        return hash_(password)

    lobby.passwords.hash = hash_slowly
    assert change(lobby, session.token) == Refusal("session_expired"), "its token ended with the first change"
    assert isinstance(lobby.log_in("Ana", "quicker horse"), contract.Session)


def test_too_many_passwords_at_once_change_nothing(lobby):
    session = lobby.register("Ana")
    lobby.passwords.busy = True
    assert change(lobby, session.token) == Refusal("service_unavailable")
    lobby.passwords.busy = False
    assert isinstance(lobby.log_in("Ana"), contract.Session)


def test_the_language_is_kept_with_the_account(lobby):
    session = lobby.register("Ana", language="el")
    spanish = msgspec.structs.replace(session.account, language="es")
    assert lobby.ask(contract.ChangeLanguage(token=session.token, language="es")) == spanish
    assert lobby.log_in("Ana").account == spanish


def test_a_language_needs_a_live_session(lobby):
    assert lobby.ask(contract.ChangeLanguage(token="nobody's", language="es")) == Refusal("session_expired")
