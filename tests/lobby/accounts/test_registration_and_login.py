"""Registering and logging in: services/lobby/RULES.md §1."""

import hashlib
from datetime import date

import pytest

from services.contracts.base import Done
from services.contracts.lobby import presence
from services.contracts.lobby.accounts import accounts, privacy
from services.contracts.moderation.conduct import Conduct, GetConduct, Suspension
from services.contracts.partners import lookups as other_systems
from services.contracts.ranking.ratings import GetRatings
from services.kernel.persons.identity import device_identity_key, identity_key, mailbox_key
from services.kernel.refusal import Refusal
from services.lobby import schema
from tests.lobby.local_lobby import PASSWORD

MINUTE_MS = 60_000


def test_a_new_account_is_logged_in_and_published_once(lobby):
    session = lobby.register("Ana", device="d1", language="el")
    assert session.account == accounts.Account(
        account=session.account.account, name="Ana", language="el", created_at_ms=lobby.now_ms
    )
    assert lobby.ask(accounts.WhoIs(token=session.token)) == session.account
    ((key, event),) = lobby.published()
    assert key == "lobby.registered"
    assert event == {
        "account": session.account.account, "name": "Ana", "device": "d1", "created_at_ms": lobby.now_ms,
        "email_key": mailbox_key("ana@example.org"), "network": "",
        "person_key": identity_key("ana", date(1990, 12, 31)),
        "device_identity": device_identity_key("d1", date(1990, 12, 31)),
    }  # fmt: skip


def test_neither_token_nor_password_is_stored(lobby):
    token = lobby.register("Ana").token
    assert len(token) >= 43, "256 bits in URL-safe text"
    (session,) = lobby.rows(schema.sessions)
    assert session.token_hash == hashlib.sha256(token.encode()).hexdigest()
    (credentials,) = lobby.rows(schema.credentials)
    assert credentials.password_hash == f"hash of {PASSWORD}"
    assert token not in str(lobby.rows(schema.sessions)) + str(lobby.published())


WRONG = {
    "username": "x", "email": "x", "password": "short", "birth_date": "yesterday", "address": "10.0.0.1",
}  # fmt: skip


def test_registration_is_refused_in_the_order_of_its_contract(lobby):
    lobby.set(register_per_ip_day=1)
    lobby.register("Ana", address="10.0.0.1")
    faults = dict(WRONG)
    mended = {"username": "ana", "email": "ANA@example.org", "password": PASSWORD}
    for code, field in [("username_invalid", "username"), ("email_invalid", "email"), ("password_weak", "password")]:
        assert lobby.register("ana", **faults).error == code
        faults[field] = mended[field]
    assert lobby.register("ana", **faults).error == "birth_date_invalid"
    faults["birth_date"] = "2020-01-01"
    assert lobby.register("ana", **faults).error == "underage"
    faults["birth_date"] = "1990-12-31"
    assert lobby.register("ana", **faults).error == "registration_limit"
    faults["address"] = "10.0.0.2"
    assert lobby.register("ana", **faults) == Refusal("username_taken")
    assert lobby.register("ben", **faults | {"username": "ben"}) == Refusal("email_taken")
    assert len(lobby.rows(schema.players)) == len(lobby.rows(schema.credentials)) == 1


def test_an_address_may_register_again_the_next_day(lobby):
    lobby.set(register_per_ip_day=1)
    lobby.register("Ana", address="10.0.0.1")
    assert lobby.register("Ben", address="10.0.0.1").error == "registration_limit"
    lobby.wait(24 * 60 * MINUTE_MS)
    assert isinstance(lobby.register("Ben", address="10.0.0.1"), accounts.Session)


def test_erasing_an_account_makes_no_room_for_another_and_a_household_shares_its_limit(lobby):
    lobby.set(register_per_ip_day=2)
    session = lobby.register("Ana", address="2001:db8:1:2::1")
    lobby.ask(privacy.EraseAccount(token=session.token, password=PASSWORD))
    assert isinstance(lobby.register("Ben", address="2001:db8:1:2:ffff::2"), accounts.Session)
    assert lobby.register("Eva", address="2001:db8:1:2::3").error == "registration_limit"
    assert isinstance(lobby.register("Eva", address="2001:db8:1:3::3"), accounts.Session)
    assert "2001:db8" not in str(lobby.rows(schema.registrations))


def test_when_too_many_passwords_wait_nothing_is_registered(lobby):
    lobby.passwords.busy = True
    assert lobby.register("Ana") == Refusal("service_unavailable")
    assert lobby.rows(schema.players) == []


@pytest.mark.parametrize("name", ["Ana", "ANA", "ana@example.org", " Ana@Example.org "])
def test_one_logs_in_with_name_or_address_in_any_case(lobby, name):
    account = lobby.register("Ana").account
    assert lobby.log_in(name).account == account


def test_an_unknown_name_is_answered_like_a_wrong_password_after_as_much_work(lobby):
    lobby.register("Ana")
    assert lobby.log_in("Ana", "wrong") == lobby.log_in("Nobody", "wrong") == Refusal("login_failed")
    assert lobby.passwords.checked == [f"hash of {PASSWORD}", None]


@pytest.mark.parametrize("name", ["Ana", "Nobody", "no@body", "\0", ""])
def test_five_wrong_passwords_lock_a_name_for_a_quarter_of_an_hour_registered_or_not(lobby, name):
    lobby.register("Ana")
    for _ in range(5):
        assert lobby.log_in(name, "wrong") == Refusal("login_failed")
    until_ms = lobby.now_ms + 15 * MINUTE_MS
    checked = len(lobby.passwords.checked)
    assert lobby.log_in(name) == lobby.log_in(name, "wrong") == Refusal("login_locked", {"until_ms": until_ms})
    assert len(lobby.passwords.checked) == checked, "a locked name costs no hashing"
    lobby.wait(15 * MINUTE_MS)
    assert lobby.log_in(name, "wrong") == Refusal("login_failed")


def test_name_and_address_of_an_account_are_locked_together(lobby):
    lobby.register("Ana")
    for name in ["Ana", "ana@example.org", "ANA", "ana", "Ana@example.org"]:
        lobby.log_in(name, "wrong")
    assert lobby.log_in("Ana").error == lobby.log_in("ana@example.org").error == "login_locked"
    assert lobby.log_in("Ben", "wrong").error == "login_failed"


def test_the_right_password_clears_the_wrong_ones(lobby):
    lobby.register("Ana")
    for _ in range(2):
        for _ in range(4):
            assert lobby.log_in("Ana", "wrong") == Refusal("login_failed")
        assert isinstance(lobby.log_in("Ana"), accounts.Session)
    assert lobby.rows(schema.lockouts) == []


def test_a_lock_that_falls_while_a_password_is_checked_holds_for_it_too(lobby):
    lobby.register("Ana")
    check = lobby.passwords.check

    def guess_more(password, stored):
        lobby.passwords.check = check
        for _ in range(5):
            lobby.log_in("Ana", "wrong")
        return check(password, stored)

    lobby.passwords.check = guess_more
    assert lobby.log_in("Ana").error == "login_locked"


def test_an_outdated_hash_is_replaced_at_login(lobby):
    lobby.register("Ana")
    with lobby.database.work() as work:
        work.execute(schema.credentials.update().values(password_hash=f"old hash of {PASSWORD}"))
    assert isinstance(lobby.log_in("Ana"), accounts.Session)
    assert lobby.rows(schema.credentials)[0].password_hash == f"hash of {PASSWORD}"


def suspend(lobby, until_ms):
    kept_out = Suspension(reason="insults", from_ms=5, until_ms=until_ms, colour="red")
    lobby.rpc.answers[GetConduct] = lambda asked: Conduct(
        account=asked.account, cards={}, roles=[], suspension=kept_out
    )


def test_a_suspended_account_cannot_log_in_until_the_suspension_ends(lobby):
    lobby.register("Ana")
    until_ms = lobby.now_ms + MINUTE_MS
    suspend(lobby, until_ms)
    assert lobby.log_in("Ana", "wrong") == Refusal("login_failed"), "only who knows the password is told"
    notice = {"colour": "red", "from_ms": 5, "until_ms": until_ms, "reason": "insults"}
    assert lobby.log_in("Ana") == Refusal("account_suspended", notice)
    lobby.wait(MINUTE_MS - 1)
    assert lobby.log_in("Ana").error == "account_suspended"
    lobby.wait(1)
    assert isinstance(lobby.log_in("Ana"), accounts.Session)


def test_a_blocked_account_cannot_log_in_and_keeps_its_session(lobby):
    session = lobby.register("Ana")
    suspend(lobby, None)
    assert lobby.log_in("Ana") == Refusal("account_blocked", {"reason": "insults"})
    assert lobby.ask(accounts.WhoIs(token=session.token)) == session.account


@pytest.mark.parametrize("error", ["service_unavailable", "internal_error"])
def test_a_login_passes_when_moderation_does_not_respond_in_time(lobby, error):
    lobby.register("Ana")
    lobby.rpc.answers[GetConduct] = Refusal(error)
    assert isinstance(lobby.log_in("Ana"), accounts.Session)
    assert lobby.rpc.timeouts_ms[GetConduct] == 300


def test_a_rating_is_asked_for_only_where_none_is_known(lobby):
    session = lobby.register("Ana")
    lobby.connect(session)
    (line,) = lobby.ask(presence.ListPlayers()).players
    assert line.elo == 1_500
    lobby.log_in("Ana")
    lobby.log_in("Ana")
    assert len(lobby.rpc.asked(GetRatings)) == 1
    (line,) = lobby.ask(presence.ListPlayers()).players
    assert line.elo == 1_612


def test_a_login_does_not_depend_on_ranking(lobby):
    lobby.register("Ana")
    lobby.rpc.answers[GetRatings] = Refusal("service_unavailable")
    assert isinstance(lobby.log_in("Ana"), accounts.Session)


def test_players_are_found_by_account_or_name(lobby):
    account = lobby.register("Ana").account
    assert lobby.ask(accounts.GetPlayer(account=account.account)) == account
    assert lobby.ask(accounts.GetPlayer(name="aNA")) == account
    for unknown in (accounts.GetPlayer(), accounts.GetPlayer(name="Ben"), accounts.GetPlayer(account="\0")):
        assert lobby.ask(unknown) == Refusal("player_unknown")


def test_logging_out_ends_the_session_once(lobby):
    session = lobby.register("Ana")
    assert lobby.ask(accounts.LogOut(token=session.token)) == Done()
    assert lobby.ask(accounts.LogOut(token=session.token)) == Refusal("session_expired")
    assert lobby.ask(accounts.LogOut(token="nonsense")) == Refusal("session_expired")
    assert lobby.ask(accounts.WhoIs(token=session.token)) == Refusal("session_expired")


def test_many_accounts_are_found_by_their_ids(lobby):
    ana, ben = lobby.enter("Ana", "Ben")
    found = lobby.ask(other_systems.GetPlayers(accounts=[ben.account, "nobody", ana.account, ben.account, "a\0"]))
    assert [each.name for each in found.accounts] == ["Ben", "Ana"]
    assert found.missing == ["nobody", "a\ufffd"]
