"""Passkeys: services/lobby/RULES.md §26. Devices are software (authenticator.py), py_webauthn is the real one."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.contracts.base import Done
from services.contracts.lobby.accounts import access, accounts, passkeys, privacy
from services.contracts.lobby.accounts.passkey_parts import (
    NewPasskey,
    PasskeyChallenge,
    PasskeyCreated,
    PasskeyLine,
    PasskeyShown,
)
from services.contracts.lobby.people import conduct
from services.contracts.moderation import appeals
from services.kernel.refusal import Refusal
from services.lobby import schema
from services.lobby.access.passkeys import ceremonies, rules
from services.lobby.access.passkeys import rows as stored
from services.lobby.access.passkeys.rules import Passkey, Site
from services.lobby.access.passkeys.use_cases import get_site
from services.lobby.privacy import rows as privacy_rows
from tests.lobby.access.authenticator import SITE, Authenticator
from tests.lobby.local_lobby import BORN, PASSWORD, LocalLobby

HERE = {"device": "ab" * 16, "address": "192.0.2.1", "site": SITE}
ELSEWHERE = {"device": "cd" * 16, "address": "198.51.100.9", "site": SITE}
MINUTE_MS = 60_000


def offered(lobby: LocalLobby, name: str = "Ana", **fields: Any) -> Any:
    return lobby.ask(passkeys.OfferRegistration(**({"username": name, "birth_date": BORN} | HERE | fields)))


def register(lobby: LocalLobby, device: Authenticator, name: str = "Ana", **fields: Any) -> Any:
    """Register with a passkey alone, or with what is named besides."""
    asked = offered(lobby, name)
    assert isinstance(asked, NewPasskey), asked
    form = {"username": name, "birth_date": BORN, "passkey": device.create(asked)} | HERE | fields
    return lobby.ask(accounts.Register(**form))


def challenged(lobby: LocalLobby, **where: str) -> PasskeyChallenge:
    found = lobby.ask(passkeys.OfferSignIn(**(HERE | where)))
    assert isinstance(found, PasskeyChallenge), found
    return found


def sign_in(lobby: LocalLobby, device: Authenticator, credential: str = "", **where: str) -> Any:
    shown = device.get(challenged(lobby, **where), credential)
    return lobby.ask(passkeys.SignInByPasskey(**({"passkey": shown} | HERE | where)))


def add(lobby: LocalLobby, token: str, device: Authenticator, name: str = "", password: str = "") -> Any:
    asked = lobby.ask(passkeys.OfferPasskey(token=token, password=password, **HERE))
    if isinstance(asked, Refusal):
        return asked
    return lobby.ask(passkeys.AddPasskey(token=token, passkey=device.create(asked), name=name, **HERE))


def prove(lobby: LocalLobby, token: str, device: Authenticator) -> Any:
    asked = lobby.ask(passkeys.OfferProof(token=token, **HERE))
    if isinstance(asked, Refusal):
        return asked
    return lobby.ask(passkeys.ProvePasskey(token=token, passkey=device.get(asked, asked.allow[0]), **HERE))


def remove(lobby: LocalLobby, token: str, credential: str, password: str = "") -> Any:
    return lobby.ask(passkeys.RemovePasskey(token=token, passkey=credential, password=password))


def look(lobby: LocalLobby, token: str) -> access.Access:
    found = lobby.ask(access.GetAccess(token=token))
    assert isinstance(found, access.Access), found
    return found


def kinds(lobby: LocalLobby) -> list[str]:
    return sorted(row.kind for row in lobby.rows(schema.security_log))


# --- registering -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("algorithm", [-7, -8, -257])
def test_an_account_is_opened_by_name_birth_date_and_passkey(lobby: LocalLobby, algorithm: int) -> None:
    device = Authenticator(algorithm=algorithm)
    session = register(lobby, device)
    assert isinstance(session, accounts.Session), session
    assert session.account.second_factor
    seen = look(lobby, session.token)
    assert (seen.email, seen.password, seen.proven, len(seen.passkeys)) == ("", False, True, 1)
    assert lobby.ask(accounts.WhoIs(token=session.token)).second_factor
    again = sign_in(lobby, device)
    assert isinstance(again, accounts.Session) and again.account.account == session.account.account


def test_no_key_of_a_mailbox_is_published_where_there_is_none(lobby: LocalLobby) -> None:
    register(lobby, Authenticator())
    (event,) = [body for key, body in lobby.published() if key == "lobby.registered"]
    assert event["email_key"] == ""
    assert event["person_key"] != ""


def test_two_accounts_without_an_address_are_two(lobby: LocalLobby) -> None:
    one, other = register(lobby, Authenticator(), "Ana"), register(lobby, Authenticator(), "Ben")
    assert one.account.account != other.account.account
    assert lobby.log_in(one.account.account) == Refusal("login_failed")


def test_address_and_password_may_come_with_a_passkey(lobby: LocalLobby) -> None:
    session = register(lobby, Authenticator(), email="ana@example.org", password=PASSWORD)
    assert look(lobby, session.token).email == "ana@example.org"
    assert isinstance(lobby.log_in("Ana"), accounts.Session)


def test_without_a_passkey_address_and_password_are_needed(lobby: LocalLobby) -> None:
    plain = {"username": "Ana", "birth_date": BORN}
    assert lobby.ask(accounts.Register(**plain, password=PASSWORD)) == Refusal("email_invalid")
    assert lobby.ask(accounts.Register(**plain, email="ana@example.org")) == Refusal("password_weak")


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"username": "!"}, "username_invalid"),
        ({"birth_date": "2020-01-01"}, "underage"),
        ({"email": "nowhere"}, "email_invalid"),
        ({"username": "Taken"}, "username_taken"),
        ({"email": "taken@example.org"}, "email_taken"),
        ({"terms": 99}, "terms_changed"),
        ({"site": ""}, "passkeys_off"),
        ({"site": "https://192.0.2.7"}, "passkeys_off"),
        ({"site": "http://play.example"}, "passkeys_off"),
    ],
)
def test_a_form_is_refused_before_an_authenticator_is_asked(
    lobby: LocalLobby, fields: dict[str, Any], code: str
) -> None:
    lobby.register("Taken")
    found = offered(lobby, **fields)
    assert isinstance(found, Refusal) and found.error == code
    assert lobby.rows(stored.passkey_challenges) == []


def test_a_refused_registration_leaves_its_challenge_as_it_was(lobby: LocalLobby) -> None:
    asked = offered(lobby)
    created = Authenticator().create(asked)
    lobby.register("Ana")
    form = {"username": "Ana", "birth_date": BORN, "passkey": created} | HERE
    assert lobby.ask(accounts.Register(**form)) == Refusal("username_taken")
    assert isinstance(lobby.ask(accounts.Register(**(form | {"username": "Anna2"}))), accounts.Session)


# --- what is not genuine ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("device", "wrong"),
    [
        (Authenticator(origin="https://evil.example"), {}),
        (Authenticator(origin="http://play.example"), {}),
        (Authenticator(), {"rp_id": "evil.example"}),
        (Authenticator(), {"type": "webauthn.get"}),
        (Authenticator(verifies=False), {}),
    ],
    ids=["origin", "scheme", "rp_id", "type", "unverified"],
)
def test_a_passkey_that_is_not_made_here_and_now_is_refused(
    lobby: LocalLobby, device: Authenticator, wrong: dict[str, str]
) -> None:
    created = device.create(offered(lobby), **wrong)
    form = accounts.Register(username="Ana", birth_date=BORN, passkey=created, **HERE)
    assert lobby.ask(form) == Refusal("passkey_failed")
    assert lobby.rows(schema.players) == []
    assert lobby.ask(form) == Refusal("passkey_expired"), "the challenge is used up"


@pytest.mark.parametrize(
    "wrong",
    [
        {"rp_id": "evil.example"},
        {"type": "webauthn.create"},
        {"signature": b"wrong"},
        {"user_handle": "AAAA"},
    ],
    ids=["rp_id", "type", "signature", "user_handle"],
)
def test_a_passkey_that_is_not_shown_here_and_now_opens_nothing(lobby: LocalLobby, wrong: dict[str, Any]) -> None:
    device = Authenticator()
    register(lobby, device)
    shown = device.get(challenged(lobby), **wrong)
    assert lobby.ask(passkeys.SignInByPasskey(passkey=shown, **HERE)) == Refusal("passkey_failed")
    assert "passkey_failed" in kinds(lobby)


def test_an_unverified_user_does_not_come_in(lobby: LocalLobby) -> None:
    device = Authenticator()
    register(lobby, device)
    device.verifies = False
    assert sign_in(lobby, device) == Refusal("passkey_failed")


def test_a_challenge_holds_once_for_five_minutes_and_for_its_browser(lobby: LocalLobby) -> None:
    device = Authenticator()
    register(lobby, device)
    asked = challenged(lobby)
    assert lobby.ask(passkeys.SignInByPasskey(passkey=device.get(asked), **ELSEWHERE)) == Refusal("passkey_expired")
    asked = challenged(lobby)
    shown = device.get(asked)
    assert isinstance(lobby.ask(passkeys.SignInByPasskey(passkey=shown, **HERE)), accounts.Session)
    assert lobby.ask(passkeys.SignInByPasskey(passkey=shown, **HERE)) == Refusal("passkey_expired")
    asked = challenged(lobby)
    lobby.wait(rules.LIFE_MS)
    shown = device.get(asked)
    assert isinstance(lobby.ask(passkeys.SignInByPasskey(passkey=shown, **HERE)), accounts.Session)
    asked = challenged(lobby)
    lobby.wait(rules.LIFE_MS + 1)
    assert lobby.ask(passkeys.SignInByPasskey(passkey=device.get(asked), **HERE)) == Refusal("passkey_expired")


def test_a_challenge_of_one_purpose_does_for_no_other(lobby: LocalLobby) -> None:
    device = Authenticator()
    session = register(lobby, device)
    proof = lobby.ask(passkeys.OfferProof(token=session.token, **HERE))
    assert lobby.ask(passkeys.SignInByPasskey(passkey=device.get(proof), **HERE)) == Refusal("passkey_expired")
    shown = device.get(challenged(lobby))
    assert lobby.ask(passkeys.ProvePasskey(token=session.token, passkey=shown, **HERE)) == Refusal("passkey_expired")


def test_an_unknown_passkey_is_said_to_be(lobby: LocalLobby) -> None:
    device = Authenticator()
    asked = offered(lobby)
    device.create(asked)
    assert sign_in(lobby, device) == Refusal("passkey_unknown")


def test_failures_lock_the_passkeys_account_and_slow_the_network(lobby: LocalLobby) -> None:
    device = Authenticator()
    register(lobby, device)

    def wrong() -> str:
        shown = device.get(challenged(lobby), signature=b"wrong")
        found: Refusal = lobby.ask(passkeys.SignInByPasskey(passkey=shown, **HERE))
        return found.error

    assert [wrong() for _ in range(6)] == ["passkey_failed"] * 5 + ["login_locked"]
    assert sign_in(lobby, device).error == "login_locked"
    lobby.wait(15 * MINUTE_MS)
    assert isinstance(sign_in(lobby, device), accounts.Session)
    stranger = Authenticator()
    stranger.create(offered(lobby, "Ben"))
    for _ in range(25):
        if lobby.ask(passkeys.OfferSignIn(**HERE)) != Refusal("rate_limited", {"retry_after_s": 1}):
            sign_in(lobby, stranger)
    refused = lobby.ask(passkeys.OfferSignIn(**HERE))
    assert isinstance(refused, Refusal) and refused.error == "rate_limited"
    assert isinstance(lobby.ask(passkeys.OfferSignIn(**ELSEWHERE)), PasskeyChallenge)


def test_challenges_that_wait_are_limited_by_network_and_by_account(lobby: LocalLobby) -> None:
    session = register(lobby, Authenticator())
    for _ in range(rules.OPEN_OF_ACCOUNT_MAX):
        assert isinstance(lobby.ask(passkeys.OfferProof(token=session.token, **HERE)), PasskeyChallenge)
    limited = Refusal("rate_limited", {"retry_after_s": 300})
    assert lobby.ask(passkeys.OfferProof(token=session.token, **HERE)) == limited
    for _ in range(rules.OPEN_OF_HOUSEHOLD_MAX - rules.OPEN_OF_ACCOUNT_MAX):
        challenged(lobby)
    assert lobby.ask(passkeys.OfferSignIn(**HERE)) == limited
    challenged(lobby, **ELSEWHERE)
    lobby.wait(rules.LIFE_MS + 1)
    challenged(lobby)


def test_a_copied_authenticator_is_closed_and_its_owner_is_informed(lobby: LocalLobby) -> None:
    lobby.set(mail_transport="smtp", mail_link_home=SITE)
    device = Authenticator(counts=True)
    register(lobby, device, email="ana@example.org", password=PASSWORD)
    thief = device.copy()
    assert isinstance(sign_in(lobby, thief), accounts.Session)
    lobby.mails()
    assert sign_in(lobby, device) == Refusal("passkey_cloned")
    (mail,) = lobby.mails()
    assert "passkey" in mail.subject.lower()
    assert sign_in(lobby, thief) == Refusal("passkey_cloned"), "whose of the two it is cannot be known"
    session = lobby.log_in("Ana")
    assert [each.closed for each in look(lobby, session.token).passkeys] == [True]
    assert lobby.ask(passkeys.OfferProof(token=session.token, **HERE)) == Refusal("passkey_unknown")


@settings(max_examples=150, deadline=None)
@given(client_data=st.binary(max_size=300), attestation=st.binary(max_size=300), damage=st.integers(0, 10_000))
def test_whatever_a_browser_sends_is_no_passkey_and_no_crash(
    client_data: bytes, attestation: bytes, damage: int
) -> None:
    encode = ceremonies.bytes_to_base64url
    asked = NewPasskey(
        challenge="Y2hhbGxlbmdl",
        rp_id="play.example",
        user_handle="aGFuZGxl",
        user_name="Ana",
        exclude=[],
        algorithms=[-7],
        life_ms=1,
    )
    device = Authenticator()
    good = device.create(asked)
    site = Site(SITE, "play.example")
    raw = bytearray(ceremonies.base64url_to_bytes(good.attestation))
    raw[damage % len(raw)] ^= 1 + damage % 255
    for each in (
        PasskeyCreated(id=good.id, client_data=encode(client_data) or "A", attestation=good.attestation),
        PasskeyCreated(id=good.id, client_data=good.client_data, attestation=encode(attestation) or "A"),
    ):
        ceremonies.challenge_of(each.client_data)
        assert ceremonies.verify_created(each, asked.challenge, asked.user_handle, site) is None
    damaged = PasskeyCreated(id=good.id, client_data=good.client_data, attestation=encode(bytes(raw)))
    made = ceremonies.verify_created(damaged, asked.challenge, asked.user_handle, site)
    key = Passkey(
        good.id, "a", "aGFuZGxl", made.public_key if made else encode(attestation) or "A", 0, "", False, "", 0
    )
    shown = device.get(PasskeyChallenge(challenge=asked.challenge, rp_id="play.example", allow=[], life_ms=1))
    garbage = PasskeyShown(
        id=good.id,
        client_data=shown.client_data,
        authenticator_data=encode(attestation) or "A",
        signature=shown.signature,
    )
    assert ceremonies.verify_shown(garbage, key, asked.challenge, site) is None


# --- one's own passkeys ----------------------------------------------------------------------------------------------


def test_a_second_device_is_added_renamed_and_removed(lobby: LocalLobby) -> None:
    lobby.set(mail_transport="smtp", mail_link_home=SITE)
    first, second = Authenticator(), Authenticator(synced=True)
    session = register(lobby, first, email="ana@example.org")
    lobby.mails()
    lobby.wait(1)
    added = add(lobby, session.token, second, " Phone ")
    assert isinstance(added, PasskeyLine) and (added.name, added.synced) == ("Phone", True)
    renamed = lobby.ask(passkeys.RenamePasskey(token=session.token, passkey=added.id, name="Old phone"))
    assert renamed.name == "Old phone"
    assert [mail.subject for mail in lobby.mails()] == ["Your passkeys were changed"]
    session = sign_in(lobby, second)
    lines = look(lobby, session.token).passkeys
    assert [(line.name, line.used_at_ms) for line in lines] == [("", None), ("Old phone", lobby.now_ms)]
    assert remove(lobby, session.token, added.id) == Done()
    assert sign_in(lobby, second) == Refusal("passkey_unknown")
    assert isinstance(sign_in(lobby, first), accounts.Session)


def test_all_passkeys_of_an_account_have_one_handle_and_none_is_made_twice(lobby: LocalLobby) -> None:
    device = Authenticator()
    session = register(lobby, device)
    asked = lobby.ask(passkeys.OfferPasskey(token=session.token, **HERE))
    assert asked.exclude == list(device.keys)
    assert {key.user_handle for key in device.keys.values()} == {asked.user_handle}


def test_the_last_way_in_stays(lobby: LocalLobby) -> None:
    device = Authenticator()
    session = register(lobby, device)
    (only,) = device.keys
    assert remove(lobby, session.token, only) == Refusal("passkey_last")
    token = lobby.ask(accounts.ChangePassword(token=session.token, current="", new="a better horse")).token
    assert remove(lobby, token, only, "a better horse") == Done()
    assert isinstance(lobby.log_in("Ana", "a better horse"), accounts.Session)


def test_a_closed_passkey_is_no_way_in(lobby: LocalLobby) -> None:
    device, other = Authenticator(counts=True), Authenticator()
    session = register(lobby, device)
    (closed,) = device.keys
    thief = device.copy()
    assert isinstance(add(lobby, session.token, other), PasskeyLine)
    sign_in(lobby, thief)
    sign_in(lobby, device)
    session = sign_in(lobby, other)
    (kept,) = other.keys
    assert remove(lobby, session.token, kept) == Refusal("passkey_last")
    assert remove(lobby, session.token, closed) == Done()


def test_an_account_has_ten_passkeys_at_most(lobby: LocalLobby) -> None:
    session = register(lobby, Authenticator())
    for _ in range(rules.PASSKEYS_MAX - 1):
        assert isinstance(add(lobby, session.token, Authenticator()), PasskeyLine)
    assert add(lobby, session.token, Authenticator()) == Refusal("passkey_limit")


def test_strangers_passkeys_are_unknown_and_the_same_one_is_not_added_twice(lobby: LocalLobby) -> None:
    device, other = Authenticator(), Authenticator()
    mine, theirs = register(lobby, device, "Ana"), register(lobby, other, "Ben")
    (credential,) = other.keys
    rename = passkeys.RenamePasskey(token=mine.token, passkey=credential, name="mine")
    assert lobby.ask(rename) == Refusal("passkey_unknown")
    assert remove(lobby, mine.token, credential) == Refusal("passkey_unknown")
    asked = lobby.ask(passkeys.OfferProof(token=mine.token, **HERE))
    shown = other.get(asked)
    assert lobby.ask(passkeys.ProvePasskey(token=mine.token, passkey=shown, **HERE)) == Refusal("passkey_unknown")
    assert look(lobby, theirs.token).passkeys[0].name == ""


def test_a_name_is_forty_signs_at_most(lobby: LocalLobby) -> None:
    session = register(lobby, Authenticator())
    assert add(lobby, session.token, Authenticator(), "x" * 41) == Refusal("passkey_name_invalid")


# --- instead of the password -----------------------------------------------------------------------------------------


def test_with_a_password_it_is_asked_for_before_a_passkey_is_added(lobby: LocalLobby) -> None:
    session = lobby.register("Ana")
    assert add(lobby, session.token, Authenticator(), password="wrong") == Refusal("password_wrong")
    assert isinstance(add(lobby, session.token, Authenticator(), password=PASSWORD), PasskeyLine)
    assert lobby.ask(accounts.WhoIs(token=session.token)).second_factor, "its user was verified"


def test_five_minutes_after_a_passkey_was_shown_the_password_is_asked_for_again(lobby: LocalLobby) -> None:
    lobby.set(inactivity_s=3_600)
    device = Authenticator()
    session = register(lobby, device, password=PASSWORD)
    lobby.wait(rules.LIFE_MS + 1)
    asked = passkeys.OfferPasskey(token=session.token, **HERE)
    assert lobby.ask(asked) == Refusal("password_wrong")
    assert prove(lobby, session.token, device) == Done()
    assert isinstance(lobby.ask(asked), NewPasskey)
    lobby.wait(rules.LIFE_MS)
    assert isinstance(lobby.ask(asked), NewPasskey)
    lobby.wait(1)
    assert lobby.ask(asked) == Refusal("password_wrong")


def test_an_account_without_a_password_sets_one_and_is_not_guessed(lobby: LocalLobby) -> None:
    device = Authenticator()
    session = register(lobby, device)
    for password in ("", PASSWORD):
        assert lobby.log_in("Ana", password) == Refusal("login_failed")
    lobby.wait(rules.LIFE_MS + 1)
    change = accounts.ChangePassword(token=session.token, current="", new="a better horse")
    assert [lobby.ask(change) for _ in range(6)] == [Refusal("passkey_needed")] * 6, "nothing was guessed"
    prove(lobby, session.token, device)
    assert isinstance(lobby.ask(change), accounts.Token)
    assert isinstance(lobby.log_in("Ana", "a better horse"), accounts.Session)


def test_an_account_without_a_password_is_erased_by_a_passkey(lobby: LocalLobby) -> None:
    device = Authenticator()
    session = register(lobby, device)
    assert isinstance(lobby.ask(privacy.EraseAccount(token=session.token, password="")), privacy.Erasure)
    assert lobby.rows(stored.passkeys) == lobby.rows(stored.passkey_challenges) == []
    assert sign_in(lobby, device) == Refusal("passkey_unknown")


def test_a_confirmed_mailbox_lets_the_owner_in_again(lobby: LocalLobby) -> None:
    lobby.set(mail_transport="smtp", mail_link_home=SITE)
    register(lobby, Authenticator(), email="ana@example.org")
    lobby.mails()
    lobby.ask(access.ForgotPassword(email="ana@example.org", address="192.0.2.1"))
    (mail,) = lobby.mails()
    link = mail.body.split("#")[1].split()[0]
    assert lobby.ask(access.ResetPassword(link=link, new="a better horse")) == Done()
    assert isinstance(lobby.log_in("Ana", "a better horse"), accounts.Session)


def test_an_address_is_added_later_and_confirmed(lobby: LocalLobby) -> None:
    lobby.set(mail_transport="smtp", mail_link_home=SITE)
    session = register(lobby, Authenticator())
    assert lobby.ask(access.AskConfirmation(token=session.token)) == Refusal("email_invalid")
    asked = access.ChangeEmail(token=session.token, password="", email="ana@example.org")
    assert isinstance(lobby.ask(asked), access.MailSent)
    (mail,) = lobby.mails()
    assert lobby.ask(access.ConfirmEmail(link=mail.body.split("#")[1].split()[0])) == Done()
    assert look(lobby, session.token).email == "ana@example.org"
    assert lobby.mails() == [], "there was no address before"


def test_an_excluded_player_appeals_with_a_passkey(lobby: LocalLobby) -> None:
    device = Authenticator()
    register(lobby, device)
    lobby.rpc.answers[appeals.FileAppeal] = lambda asked: Refusal("appeal_unknown", asked.account)
    asked = lobby.ask(passkeys.OfferSignIn(appeal=True, **HERE))
    form = conduct.FileAppeal(text="It was not me.", passkey=device.get(asked), **HERE)
    assert lobby.ask(form).error == "appeal_unknown", "moderation was asked"
    assert lobby.ask(form) == Refusal("passkey_expired")


def test_the_export_has_passkeys_and_no_made_up_address(lobby: LocalLobby) -> None:
    session = register(lobby, Authenticator())
    with lobby.database.work() as work:
        found = privacy_rows.rows_of(work, session.account.account)
    assert [row["email"] for row in found["registration"]] == [""]
    assert len(found["passkeys"]) == 1 and "public_key" not in found["passkeys"][0]


@pytest.mark.parametrize(
    ("address", "origin"),
    [
        ("https://play.example/", "https://play.example"),
        ("https://play.example:8443", "https://play.example:8443"),
        ("http://localhost:8000", "http://localhost:8000"),
        ("http://play.example", ""),
        ("http://127.0.0.1:8000", ""),
        ("https://[::1]:8000", ""),
        ("", ""),
    ],
)
def test_clients_learn_where_passkeys_are_taken(address: str, origin: str) -> None:
    assert get_site(passkeys.GetPasskeySite(site=address)) == passkeys.PasskeySite(origin=origin)
