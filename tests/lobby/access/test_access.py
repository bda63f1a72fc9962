"""E-mail, forgotten passwords, sessions, second factor, and guessing at the door: services/lobby/RULES.md §1, §8."""

import re
from typing import Any

import pyotp
import pytest

from services.contracts.base import Done
from services.contracts.lobby.accounts import access, privacy
from services.contracts.lobby.accounts import accounts as contract
from services.contracts.moderation import conduct as moderation
from services.kernel.refusal import Refusal
from services.lobby import schema
from tests.lobby.local_lobby import PASSWORD, LocalLobby

NEW = "a better horse"
MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
EXPIRED = Refusal("session_expired")
INVALID = Refusal("link_invalid")


@pytest.fixture
def mailing(lobby: LocalLobby) -> LocalLobby:
    """The platform sends mails."""
    lobby.set(mail_transport="smtp", mail_link_home="https://play.example")
    return lobby


def link_of(mail: Any) -> str:
    found = re.search(r"https://play\.example/(confirm|password)#(\S+)", mail.body)
    assert found is not None, mail.body
    return found.group(2)


def look(lobby: LocalLobby, token: str, device: str = "") -> Any:
    return lobby.ask(access.GetAccess(token=token, device=device))


def forgot(lobby: LocalLobby, email: str = "ana@example.org", address: str = "192.0.2.1") -> Any:
    return lobby.ask(access.ForgotPassword(email=email, address=address))


def reset(lobby: LocalLobby, link: str, new: str = NEW) -> Any:
    return lobby.ask(access.ResetPassword(link=link, new=new))


# --- e-mail ---


def test_a_registration_sends_a_link_and_following_it_confirms_the_address(mailing: LocalLobby) -> None:
    session = mailing.register("Ana")
    (mail,) = mailing.mails()
    assert mail.to == "ana@example.org"
    assert look(mailing, session.token).email_confirmed_at_ms is None
    mailing.wait(MINUTE_MS)
    confirm = access.ConfirmEmail(link=link_of(mail))
    assert mailing.ask(confirm) == Done()
    assert look(mailing, session.token).email_confirmed_at_ms == mailing.now_ms
    assert [key for key, _ in mailing.published()][-1] == "lobby.email_confirmed"
    assert mailing.ask(confirm) == INVALID
    assert mailing.ask(access.AskConfirmation(token=session.token)) == Refusal("already_confirmed")


def test_the_link_is_sent_again_but_not_without_end(mailing: LocalLobby) -> None:
    session = mailing.register("Ana")
    ask = access.AskConfirmation(token=session.token)
    assert [type(mailing.ask(ask)) for _ in range(2)] == [access.MailSent] * 2
    assert mailing.ask(ask) == Refusal("rate_limited", {"retry_after_s": 3600})
    assert len(mailing.mails()) == 3


def test_where_no_mails_are_sent_nothing_promises_them(lobby: LocalLobby) -> None:
    session = lobby.register("Ana")
    assert look(lobby, session.token).mail is False
    off = Refusal("mail_off")
    assert lobby.ask(access.AskConfirmation(token=session.token)) == off
    assert forgot(lobby) == off
    change = access.ChangeEmail(token=session.token, password=PASSWORD, email="new@example.org")
    assert lobby.ask(change) == off
    assert lobby.mails() == []


def test_a_new_address_counts_after_its_own_link_was_followed_and_the_old_one_is_notified(mailing: LocalLobby) -> None:
    session = mailing.register("Ana")
    mailing.mails()
    ask = access.ChangeEmail(token=session.token, password=PASSWORD, email="New@Example.org")
    assert mailing.ask(ask) == access.MailSent()
    (mail,) = mailing.mails()
    assert mail.to == "new@example.org"
    assert look(mailing, session.token).email == "ana@example.org"
    assert mailing.ask(access.ConfirmEmail(link=link_of(mail))) == Done()
    found = look(mailing, session.token)
    assert (found.email, found.email_confirmed_at_ms) == ("new@example.org", mailing.now_ms)
    (notice,) = mailing.mails()
    assert notice.to == "ana@example.org"
    assert isinstance(mailing.log_in("new@example.org"), contract.Session)
    assert mailing.log_in("ana@example.org") == Refusal("login_failed")


def test_a_change_of_address_needs_the_password_and_reveals_nothing_of_other_accounts(mailing: LocalLobby) -> None:
    session = mailing.register("Ana")
    mailing.register("Ben")
    mailing.mails()

    def change(**how: str) -> Any:
        return mailing.ask(
            access.ChangeEmail(**{"token": session.token, "password": PASSWORD, "email": "x@example.org"} | how)
        )

    assert change(password="guess") == Refusal("password_wrong")
    assert change(email="no address") == Refusal("email_invalid")
    assert change(token="nobody's") == EXPIRED
    assert change(email="ben@example.org") == access.MailSent(), "as for one that is free"
    assert mailing.mails() == []


def test_an_address_that_was_taken_meanwhile_is_refused(mailing: LocalLobby) -> None:
    session = mailing.register("Ana")
    mailing.mails()
    mailing.ask(access.ChangeEmail(token=session.token, password=PASSWORD, email="ben@example.org"))
    (mail,) = mailing.mails()
    mailing.register("Ben")
    assert mailing.ask(access.ConfirmEmail(link=link_of(mail))) == Refusal("email_taken")


# --- forgotten passwords ---


def test_a_forgotten_password_is_set_anew_and_everything_old_ends(mailing: LocalLobby) -> None:
    (ana,) = mailing.enter("Ana")
    mailing.mails()
    assert forgot(mailing) == access.MailSent()
    (mail,) = mailing.mails()
    assert reset(mailing, link_of(mail), "password123") == Refusal("password_weak")
    assert reset(mailing, link_of(mail)) == Done()
    assert mailing.ask(contract.WhoIs(token=ana.token)) == EXPIRED
    assert [(who, code) for who, code, _ in mailing.push.closed_connections()] == [([ana.account], "session_expired")]
    assert mailing.log_in("Ana") == Refusal("login_failed")
    assert isinstance(mailing.log_in("Ana", NEW), contract.Session)
    assert reset(mailing, link_of(mail), "yet another horse") == INVALID
    assert [each.subject for each in mailing.mails()] == ["Your password was changed"]


def test_known_and_unknown_addresses_get_the_same_reply(mailing: LocalLobby) -> None:
    mailing.register("Ana")
    mailing.mails()
    assert forgot(mailing, "nobody@example.org") == forgot(mailing, "ana@example.org")
    assert forgot(mailing, "\0") == forgot(mailing, "x" * 5_000) == access.MailSent()
    assert len(mailing.mails()) == 1


def test_mails_to_an_address_and_requests_of_a_network_are_limited(mailing: LocalLobby) -> None:
    mailing.register("Ana")
    mailing.mails()
    answers = [forgot(mailing) for _ in range(25)]
    assert answers[:20] == [access.MailSent()] * 20
    assert answers[-1].error == "rate_limited"
    assert len(mailing.mails()) == 3
    assert forgot(mailing, address="198.51.100.1") == access.MailSent()


def test_a_link_is_old_after_an_hour_and_useless_after_a_change_of_password(mailing: LocalLobby) -> None:
    session = mailing.register("Ana")
    mailing.mails()
    forgot(mailing)
    (old,) = mailing.mails()
    mailing.wait(HOUR_MS)
    assert reset(mailing, link_of(old)) == INVALID
    session = mailing.log_in("Ana")
    forgot(mailing)
    (mail,) = mailing.mails()
    mailing.ask(contract.ChangePassword(token=session.token, current=PASSWORD, new=NEW))
    assert reset(mailing, link_of(mail), "one more horse") == INVALID
    assert reset(mailing, "invented") == INVALID


def test_links_are_kept_as_hashes_only(mailing: LocalLobby) -> None:
    mailing.register("Ana")
    (mail,) = mailing.mails()
    assert link_of(mail) not in str(mailing.rows(schema.links))


# --- guessing at the door ---


def test_wrong_passwords_of_a_stranger_do_not_lock_the_owner_out_of_a_known_device(lobby: LocalLobby) -> None:
    lobby.register("Ana", device="d1")
    for _ in range(5):
        assert lobby.log_in("Ana", "guess", device="strangers").error == "login_failed"
    assert lobby.log_in("Ana", "guess", device="strangers").error == "login_locked"
    assert lobby.log_in("Ana", device="another").error == "login_locked"
    assert isinstance(lobby.log_in("Ana", device="d1"), contract.Session)


def test_guesses_on_a_known_device_lock_that_device(lobby: LocalLobby) -> None:
    lobby.register("Ana", device="d1")
    for _ in range(5):
        assert lobby.log_in("Ana", "guess", device="d1").error == "login_failed"
    assert lobby.log_in("Ana", device="d1").error == "login_locked"
    assert isinstance(lobby.log_in("Ana", device="d2"), contract.Session)


def test_a_network_that_guesses_many_names_is_slowed_down_and_known_devices_are_not(lobby: LocalLobby) -> None:
    lobby.register("Ana", device="d1")
    for number in range(21):
        assert lobby.log_in(f"name{number}", "guess", address="192.0.2.1").error == "login_failed"
    assert lobby.log_in("Ana", address="192.0.2.1") == Refusal("rate_limited", {"retry_after_s": 1})
    assert isinstance(lobby.log_in("Ana", address="192.0.2.1", device="d1"), contract.Session)
    assert isinstance(lobby.log_in("Ana", address="192.0.2.2"), contract.Session)


# --- sessions ---


def test_a_session_ends_a_day_after_its_login_whatever_its_user_does(lobby: LocalLobby) -> None:
    session = lobby.register("Ana")
    for _ in range(24 * 6):
        assert lobby.ask(contract.WhoIs(token=session.token)) == session.account
        lobby.wait(10 * MINUTE_MS)
    assert lobby.ask(contract.WhoIs(token=session.token)) == EXPIRED


def test_a_session_of_staff_ends_after_eight_hours(lobby: LocalLobby) -> None:
    lobby.register("Mia")
    lobby.rpc.answers[moderation.GetConduct] = lambda asked: moderation.Conduct(
        account=asked.account, cards={}, roles=["moderator"], suspension=None
    )
    session = lobby.log_in("Mia")
    for _ in range(8 * 6):
        assert lobby.ask(contract.WhoIs(token=session.token)) == session.account
        lobby.wait(10 * MINUTE_MS)
    lobby.sweep()
    assert lobby.ask(contract.WhoIs(token=session.token)) == EXPIRED


def test_a_match_that_runs_is_not_cut_off_by_an_old_session(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    lobby.started(ana, ben)
    lobby.wait(30 * HOUR_MS)
    lobby.sweep()
    assert lobby.ask(contract.WhoIs(token=ana.token)).name == "Ana"


def test_sessions_are_listed_and_all_ended_at_once(lobby: LocalLobby) -> None:
    lobby.register("Ana", device="d1", address="192.0.2.9")
    lobby.wait(MINUTE_MS)
    session = lobby.log_in("Ana", device="d2", address="2001:db8:5::1")
    here, before = look(lobby, session.token, "d2").sessions
    assert (here.here, here.this_device, here.network, here.ended) == (True, True, "2001:db8:5::/48", None)
    assert (before.here, before.this_device, before.network, before.ended) == (False, False, "192.0.2.0/24", "replaced")

    assert lobby.ask(access.EndSessions(token=session.token)) == Done()
    assert lobby.ask(contract.WhoIs(token=session.token)) == EXPIRED
    assert lobby.rows(schema.known_devices) == []


def test_a_login_on_a_new_device_is_reported_by_mail(mailing: LocalLobby) -> None:
    mailing.register("Ana", device="d1")
    mailing.mails()
    mailing.log_in("Ana", device="d1")
    assert mailing.mails() == []
    mailing.log_in("Ana", device="d2", address="192.0.2.9")
    (mail,) = mailing.mails()
    assert (mail.to, mail.subject) == ("ana@example.org", "A new device has logged in")
    assert "192.0.2.0/24" in mail.body
    assert "192.0.2.9" not in mail.body


# --- second factor ---


def switched_on(lobby: LocalLobby, token: str) -> tuple[str, list[str]]:
    """The secret, and the recovery codes."""
    key = lobby.ask(access.BeginFactor(token=token, password=PASSWORD))
    codes = lobby.ask(access.ConfirmFactor(token=token, code=code(lobby, key.secret))).codes
    lobby.wait(MINUTE_MS)
    return key.secret, codes


def code(lobby: LocalLobby, secret: str) -> str:
    return pyotp.TOTP(secret).at(lobby.now_ms // 1000)


def test_with_a_second_factor_a_password_alone_opens_nothing(mailing: LocalLobby) -> None:
    session = mailing.register("Ana")
    secret, codes = switched_on(mailing, session.token)
    assert mailing.ask(contract.WhoIs(token=session.token)).second_factor
    assert mailing.log_in("Ana") == Refusal("second_factor_needed")
    assert mailing.log_in("Ana", "guess", code=code(mailing, secret)) == Refusal("login_failed")
    inside = mailing.log_in("Ana", code=code(mailing, secret))
    assert inside.account.second_factor
    assert mailing.log_in("Ana", code=code(mailing, secret)) == Refusal("second_factor_wrong"), "each holds once"
    assert mailing.log_in("Ana", code=codes[0]).account.second_factor
    assert mailing.log_in("Ana", code=codes[0]) == Refusal("second_factor_wrong")
    assert "Second factor changed" in {mail.subject for mail in mailing.mails()}


def test_codes_are_not_guessed_at_the_door(lobby: LocalLobby) -> None:
    session = lobby.register("Ana")
    switched_on(lobby, session.token)
    errors = [lobby.log_in("Ana", code="000000").error for _ in range(6)]
    assert errors == ["second_factor_wrong"] * 5 + ["login_locked"]


def test_it_is_not_on_before_its_first_code_and_needs_the_password(lobby: LocalLobby) -> None:
    session = lobby.register("Ana")
    assert lobby.ask(access.BeginFactor(token=session.token, password="guess")) == Refusal("password_wrong")
    assert lobby.ask(access.ConfirmFactor(token=session.token, code="000000")) == Refusal("second_factor_off")
    key = lobby.ask(access.BeginFactor(token=session.token, password=PASSWORD))
    assert key.uri.endswith("&issuer=Kafeneio")
    assert {len(row) for row in key.qr} == {len(key.qr)}
    assert lobby.ask(access.ConfirmFactor(token=session.token, code="000000")) == Refusal("second_factor_wrong")
    assert isinstance(lobby.log_in("Ana"), contract.Session)


def test_a_session_alone_does_not_switch_it_off(lobby: LocalLobby) -> None:
    session = lobby.register("Ana")
    secret, codes = switched_on(lobby, session.token)
    assert lobby.ask(access.BeginFactor(token=session.token, password=PASSWORD)) == Refusal("second_factor_on")
    assert lobby.ask(access.EndFactor(token=session.token, code="000000")) == Refusal("second_factor_wrong")
    assert look(lobby, session.token).second_factor
    assert lobby.ask(access.EndFactor(token=session.token, code=codes[1])) == Done()
    assert (look(lobby, session.token).second_factor, look(lobby, session.token).recovery_codes) == (False, 0)
    assert lobby.ask(access.EndFactor(token=session.token, code=code(lobby, secret))) == Refusal("second_factor_off")


def test_a_new_password_by_mail_does_not_get_past_the_second_factor(mailing: LocalLobby) -> None:
    session = mailing.register("Ana")
    switched_on(mailing, session.token)
    mailing.mails()
    forgot(mailing)
    reset(mailing, link_of(mailing.mails()[0]))
    assert mailing.log_in("Ana", NEW) == Refusal("second_factor_needed")


# --- erased accounts ---


def test_nothing_of_this_is_left_of_an_erased_account(mailing: LocalLobby) -> None:
    session = mailing.register("Ana", device="d1", address="192.0.2.1")
    mailing.log_in("Ana", "guess", device="d1")
    switched_on(mailing, session.token)
    mailing.ask(privacy.EraseAccount(token=session.token, password=PASSWORD))
    for table in (schema.links, schema.known_devices, schema.second_factors, schema.mails, schema.lockouts):
        assert mailing.rows(table) == [], table.name
