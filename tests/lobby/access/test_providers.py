"""Signing in by OpenID providers: services/lobby/RULES.md §27. The provider is the tests' own (openid_provider.py) and
speaks HTTP; what verifies its tokens is the real client."""

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pyotp
import pytest

from services.contracts.base import Done
from services.contracts.lobby.accounts import access, accounts, guest_accounts, passkeys, privacy, providers
from services.contracts.lobby.people import conduct
from services.contracts.moderation import appeals
from services.contracts.moderation import conduct as moderation
from services.kernel.refusal import Refusal
from services.lobby import schema
from services.lobby.access.providers import client as clients
from services.lobby.access.providers import rows as stored
from services.lobby.access.providers import rules
from services.lobby.access.providers.client import OpenIdClient
from services.lobby.access.providers.rules import ProviderEntry
from services.lobby.accounts.guest_accounts import use_cases as guests
from services.lobby.privacy import rows as privacy_rows
from tests.lobby.access.authenticator import Authenticator
from tests.lobby.access.openid_provider import ANA, CLIENT, SECRET, OpenIdProvider
from tests.lobby.local_lobby import BORN, PASSWORD, LocalLobby

SITE = "https://play.example"
HERE = {"device": "ab" * 16, "address": "192.0.2.1"}
ELSEWHERE = {"device": "cd" * 16, "address": "198.51.100.9"}
MINUTE_MS = 60_000


@pytest.fixture
def away(lobby: LocalLobby) -> Iterator[OpenIdProvider]:
    """The provider `house`, which the operator trusts about addresses, and `other`, which is the same but not trusted;
    `closed` is nowhere."""
    running = OpenIdProvider(lambda: lobby.now_ms // 1000).open()
    entries = {
        "house": ProviderEntry(CLIENT, "House", running.issuer, confirms_email=True),
        "other": ProviderEntry(CLIENT, "Other", running.issuer),
        "closed": ProviderEntry(CLIENT, "Closed", "http://localhost:1"),
    }
    chosen = rules.read(entries, dict.fromkeys(entries, SECRET))
    lobby.providers = OpenIdClient(chosen, 5.0, lambda: lobby.now_ms)
    lobby.set(mail_transport="smtp", mail_link_home=SITE)
    try:
        yield running
    finally:
        running.close()


def start(lobby: LocalLobby, provider: str = "house", **fields: Any) -> Any:
    return lobby.ask(providers.StartProvider(**({"provider": provider, "site": SITE} | HERE | fields)))


def come_back(lobby: LocalLobby, back: dict[str, str], provider: str = "house", **fields: Any) -> Any:
    return lobby.ask(providers.ReturnFromProvider(**({"provider": provider, "site": SITE} | HERE | back | fields)))


def visit(lobby: LocalLobby, away: OpenIdProvider, provider: str = "house", **fields: Any) -> Any:
    """There and back: what the lobby says to whoever has agreed."""
    begun = start(lobby, provider, **fields)
    assert isinstance(begun, providers.ProviderAddress), begun
    where = {key: value for key, value in fields.items() if key != "purpose"}
    return come_back(lobby, away.agree(begun.address), provider, **where)


def ticket(lobby: LocalLobby, away: OpenIdProvider, **fields: Any) -> str:
    found = visit(lobby, away, **fields)
    assert isinstance(found, providers.ProviderReturn), found
    return found.ticket


def register(lobby: LocalLobby, away: OpenIdProvider, name: str = "Ana", **fields: Any) -> Any:
    form = {"username": name, "birth_date": BORN, "ticket": ticket(lobby, away)} | HERE | fields
    return lobby.ask(accounts.Register(**form))


def enter(lobby: LocalLobby, away: OpenIdProvider, code: str = "", **where: str) -> Any:
    shown = ticket(lobby, away, **where)
    return lobby.ask(providers.EnterByProvider(**({"ticket": shown, "code": code} | HERE | where)))


def link(lobby: LocalLobby, token: str, shown: str, password: str = "") -> Any:
    return lobby.ask(providers.LinkProvider(token=token, ticket=shown, password=password, **HERE))


def unlink(lobby: LocalLobby, token: str, password: str = "", provider: str = "house") -> Any:
    return lobby.ask(providers.UnlinkProvider(token=token, provider=provider, password=password, **HERE))


def look(lobby: LocalLobby, token: str) -> access.Access:
    found = lobby.ask(access.GetAccess(token=token))
    assert isinstance(found, access.Access), found
    return found


# --- there and back --------------------------------------------------------------------------------------------------


def test_the_providers_are_listed_in_the_operators_order_where_the_site_has_an_address(
    lobby: LocalLobby, away: OpenIdProvider
) -> None:
    listed = lobby.ask(providers.ListProviders(site=SITE))
    assert [(each.id, each.name) for each in listed.providers] == [
        ("house", "House"), ("other", "Other"), ("closed", "Closed"),
    ]  # fmt: skip
    assert lobby.ask(providers.ListProviders(site="")).providers == []
    assert start(lobby, site="") == Refusal("providers_off")
    assert start(lobby, "nobody") == Refusal("provider_unknown")


def test_the_browser_goes_with_state_nonce_and_pkce_and_comes_back_to_one_address(
    lobby: LocalLobby, away: OpenIdProvider
) -> None:
    one, other = start(lobby).address, start(lobby).address
    asked = {key: values[0] for key, values in parse_qs(urlsplit(one).query).items()}
    assert one.startswith(f"{away.issuer}/authorize?")
    assert asked["redirect_uri"] == f"{SITE}/api/providers/house/callback"
    assert (asked["response_type"], asked["client_id"], asked["scope"]) == ("code", CLIENT, "openid email")
    assert (asked["code_challenge_method"], len(asked["state"]) >= 43, len(asked["nonce"]) >= 43) == (
        "S256",
        True,
        True,
    )
    for secret in ("state", "nonce", "code_challenge"):
        assert asked[secret] != parse_qs(urlsplit(other).query)[secret][0]


def test_a_new_account_is_opened_with_name_and_birth_date_and_entered_again(
    lobby: LocalLobby, away: OpenIdProvider
) -> None:
    found = visit(lobby, away)
    assert (found.next, found.email, found.name) == ("register", "ana@example.org", "House")
    form = {"username": "Ana", "birth_date": BORN, "ticket": found.ticket} | HERE
    session = lobby.ask(accounts.Register(**form))
    assert isinstance(session, accounts.Session), session
    assert not session.account.second_factor, "a provider is one factor"
    seen = look(lobby, session.token)
    assert (seen.email, seen.password, seen.proven, [each.provider for each in seen.providers]) == (
        "", False, True, ["house"],
    )  # fmt: skip
    assert visit(lobby, away).next == "enter"
    again = enter(lobby, away)
    assert again.account.account == session.account.account
    assert lobby.ask(accounts.Register(**(form | {"username": "Ben"}))) == Refusal("provider_expired")


def test_the_age_and_the_terms_hold_for_people_that_come_by_a_provider(lobby: LocalLobby, away: OpenIdProvider) -> None:
    shown = ticket(lobby, away)
    form = {"username": "Ana", "birth_date": "2020-01-01", "ticket": shown} | HERE
    assert lobby.ask(accounts.Register(**form)) == Refusal("underage")
    assert lobby.ask(accounts.Register(**(form | {"birth_date": BORN, "terms": 99}))).error == "terms_changed"
    assert lobby.ask(accounts.Register(**(form | {"birth_date": BORN, "username": "x"}))).error == "username_invalid"
    kept = lobby.ask(accounts.Register(**(form | {"birth_date": BORN})))
    assert isinstance(kept, accounts.Session), "a refused form does not use the ticket up"


@pytest.mark.parametrize(
    ("provider", "email", "verified", "confirmed"),
    [
        ("house", "ana@example.org", True, True),
        ("house", "ana@example.org", "true", True),
        ("house", "ana@example.org", False, False),
        ("house", "else@example.org", True, False),
        ("other", "ana@example.org", True, False),
    ],
)
def test_an_address_is_confirmed_by_a_trusted_provider_that_has_verified_the_same(
    lobby: LocalLobby, away: OpenIdProvider, provider: str, email: str, verified: Any, confirmed: bool
) -> None:
    away.person["email_verified"] = verified
    shown = ticket(lobby, away, provider=provider)
    session = lobby.ask(accounts.Register(username="Ana", birth_date=BORN, email=email, ticket=shown, **HERE))
    seen = look(lobby, session.token)
    assert (seen.email, seen.email_confirmed_at_ms is not None) == (email, confirmed)
    keys = [key for key, _ in lobby.published()]
    assert ("lobby.email_confirmed" in keys) is confirmed
    assert len(lobby.mails()) == (0 if confirmed else 1), "who is not confirmed gets the link"


def test_a_guest_keeps_the_account(lobby: LocalLobby, away: OpenIdProvider) -> None:
    guest = guests.enter(lobby.ports, guest_accounts.EnterAsGuest(adult=True, **HERE))
    assert isinstance(guest, guest_accounts.GuestSession)
    form = accounts.Register(username="Ana", birth_date=BORN, ticket=ticket(lobby, away), **HERE)
    session = lobby.ask(guest_accounts.RegisterGuest(token=guest.token, form=form))
    assert session.account.account == guest.account.account
    assert enter(lobby, away).account.account == guest.account.account


# --- what is wrong ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "claims",
    [
        {"iss": "http://localhost:2"},
        {"aud": "somebody-else"},
        {"aud": [CLIENT, "somebody-else"]},
        {"azp": "somebody-else", "aud": [CLIENT]},
        {"exp": 1_799_999_000},
        {"iat": 1_900_000_000},
        {"nbf": 1_900_000_000},
        {"nonce": "another"},
        {"at_hash": "AAAAAAAAAAAAAAAAAAAAAA"},
        {"sub": ""},
        {"sub": 7},
        {"sub": "s" * 256},
        *({field: None} for field in ("iss", "aud", "exp", "iat", "nonce", "sub")),
    ],
    ids=str,
)
def test_a_token_in_which_anything_is_wrong_recognises_no_person(
    lobby: LocalLobby, away: OpenIdProvider, claims: dict[str, Any]
) -> None:
    away.wrong_claims = claims
    assert visit(lobby, away) == Refusal("provider_failed")
    assert lobby.rows(stored.provider_links) == [] and lobby.rows(schema.players) == []


@pytest.mark.parametrize("sign", ["sign_by_secret", "sign_not_at_all", "sign_by_another"])
def test_only_published_keys_sign(lobby: LocalLobby, away: OpenIdProvider, sign: str) -> None:
    away.sign = getattr(away, sign)
    assert visit(lobby, away) == Refusal("provider_failed")


def test_clocks_may_differ_by_a_minute(lobby: LocalLobby, away: OpenIdProvider) -> None:
    away.wrong_claims = {"exp": lobby.now_ms // 1000 - 50, "iat": lobby.now_ms // 1000 + 50}
    assert visit(lobby, away).next == "register"


def test_a_provider_that_changes_its_keys_is_asked_again_but_not_at_every_token(
    lobby: LocalLobby, away: OpenIdProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert visit(lobby, away).next == "register"
    away.rotate("second")
    assert visit(lobby, away) == Refusal("provider_failed"), "the keys were read this minute"
    monkeypatch.setattr(clients, "_AGAIN_S", 0.0)
    assert visit(lobby, away).next == "register"
    monkeypatch.undo()
    before = away.asked.count("/keys")
    for _ in range(3):
        away.sign = away.sign_by_another
        visit(lobby, away)
    assert away.asked.count("/keys") == before
    assert away.asked.count("/.well-known/openid-configuration") == 1


def _slow() -> tuple[int, dict[str, str], bytes]:
    time.sleep(2)
    return 200, {}, b"{}"


@pytest.mark.parametrize("path", ["/.well-known/openid-configuration", "/keys", "/token"])
@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (_slow, "provider_silent"),
        (lambda: (503, {}, b""), "provider_silent"),
        (lambda: (302, {"Location": "https://evil.example/"}, b""), "provider_silent"),
        (lambda: (200, {}, b"x" * (clients.ANSWER_BYTES_MAX + 1)), "provider_failed"),
        (lambda: (200, {}, b'["not", "a", "document"]'), "provider_failed"),
    ],
    ids=["slow", "down", "redirecting", "long", "odd"],
)
def test_a_provider_that_is_slow_down_or_odd_leaves_nothing_half_made(
    lobby: LocalLobby, away: OpenIdProvider, path: str, answer: Callable[[], Any], code: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    if answer is _slow:
        monkeypatch.setattr(lobby.providers, "_timeout_s", 0.5)
    if path == "/token":
        begun = start(lobby).address
        away.answers[path] = answer
        at_s = time.monotonic()
        assert come_back(lobby, away.agree(begun)).error == code
        assert time.monotonic() - at_s < 2
    else:
        away.answers[path] = answer
        assert start(lobby) == Refusal("provider_silent"), "to whoever goes there it is all the same why"
    away.answers.clear()
    monkeypatch.undo()
    assert [row.kind for row in lobby.rows(stored.provider_visits) if row.kind == "ticket"] == []
    assert isinstance(register(lobby, away), accounts.Session)


def test_a_provider_that_is_nowhere_is_unavailable_and_the_others_are_not(
    lobby: LocalLobby, away: OpenIdProvider
) -> None:
    assert start(lobby, "closed") == Refusal("provider_silent")
    assert visit(lobby, away).next == "register"


def test_a_slow_provider_takes_few_places(lobby: LocalLobby, away: OpenIdProvider) -> None:
    begun = [start(lobby).address for _ in range(clients.AT_ONCE_MAX + 1)]
    held = threading.Event()
    away.answers["/token"] = lambda: (held.wait(0.8), (200, {}, b"{}"))[1]
    found: list[Any] = []
    house = lobby.providers.find("house")
    assert house is not None
    trip = rules.Trip("n", "v" * 43)
    several = [
        threading.Thread(target=lambda: found.append(lobby.providers.identify(house, "code", trip, SITE)))
        for _ in begun[1:]
    ]
    for each in several:
        each.start()
    while away.asked.count("/token") < clients.AT_ONCE_MAX:
        time.sleep(0.01)
    assert lobby.providers.identify(house, "code", trip, SITE) == Refusal("provider_silent")
    assert away.asked.count("/token") == clients.AT_ONCE_MAX, "the fifth was not sent"
    held.set()
    for each in several:
        each.join()


def test_an_attempt_holds_once_for_its_browser_and_its_provider(lobby: LocalLobby, away: OpenIdProvider) -> None:
    back = away.agree(start(lobby).address)
    assert come_back(lobby, back, **ELSEWHERE) == Refusal("provider_expired")
    assert come_back(lobby, back) == Refusal("provider_expired"), "it was used up"
    assert come_back(lobby, away.agree(start(lobby).address), "other") == Refusal("provider_expired")
    back = away.agree(start(lobby).address)
    lobby.wait(rules.LIFE_MS + 1)
    assert come_back(lobby, back) == Refusal("provider_expired")
    assert away.forms == [], "nobody was asked"


def test_a_person_that_refuses_there_is_not_recognised(lobby: LocalLobby, away: OpenIdProvider) -> None:
    state = away.agree(start(lobby).address)["state"]
    assert come_back(lobby, {"state": state}) == Refusal("provider_refused")


def test_a_code_of_another_attempt_does_not_fit(lobby: LocalLobby, away: OpenIdProvider) -> None:
    mine, stolen = away.agree(start(lobby).address), away.agree(start(lobby, **ELSEWHERE).address)
    assert come_back(lobby, mine | {"code": stolen["code"]}) == Refusal("provider_failed")


def test_a_ticket_holds_for_ten_minutes_and_one_browser(lobby: LocalLobby, away: OpenIdProvider) -> None:
    register(lobby, away)
    shown = ticket(lobby, away)
    other = lobby.ask(providers.EnterByProvider(ticket=shown, **ELSEWHERE))
    assert other == Refusal("provider_expired")
    lobby.wait(rules.LIFE_MS + 1)
    assert lobby.ask(providers.EnterByProvider(ticket=shown, **HERE)) == Refusal("provider_expired")


def test_limits_of_a_network(lobby: LocalLobby, away: OpenIdProvider, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "OPEN_OF_HOUSEHOLD_MAX", 2)
    start(lobby)
    start(lobby)
    assert start(lobby).error == "rate_limited"
    assert isinstance(start(lobby, **ELSEWHERE), providers.ProviderAddress)


def test_failures_count_for_the_network(lobby: LocalLobby, away: OpenIdProvider) -> None:
    away.sign = away.sign_by_another
    for _ in range(21):
        visit(lobby, away)
    assert start(lobby).error == "rate_limited"
    assert lobby.log_in("Nobody", address=HERE["address"]).error == "rate_limited"


# --- accounts --------------------------------------------------------------------------------------------------------


def owner(lobby: LocalLobby, *, confirmed: bool = True) -> str:
    """An account with a password and the same address as the provider's person; its token."""
    session = lobby.register("Ana", **HERE)
    if confirmed:
        body = lobby.mails()[-1].body
        secret = body.split("/confirm/")[-1].split()[0] if "/confirm/" in body else body.split("#")[-1].split()[0]
        assert lobby.ask(access.ConfirmEmail(link=secret)) == Done()
    lobby.mails()
    return str(session.token)


def test_an_account_with_the_same_address_is_joined_by_signing_in_to_it_alone(
    lobby: LocalLobby, away: OpenIdProvider
) -> None:
    token = owner(lobby)
    found = visit(lobby, away)
    assert found.next == "join"
    assert lobby.ask(providers.EnterByProvider(ticket=found.ticket, **HERE)) == Refusal("provider_unlinked")
    form = {"username": "Anna2", "birth_date": BORN, "email": "ana@example.org", "ticket": found.ticket} | HERE
    assert lobby.ask(accounts.Register(**form)) == Refusal("email_taken")
    assert link(lobby, token, found.ticket) == Refusal("password_wrong")
    assert link(lobby, token, found.ticket, PASSWORD).provider == "house"
    assert [mail.subject for mail in lobby.mails()] == ["The ways into your account were changed"]
    assert enter(lobby, away).account.name == "Ana"


@pytest.mark.parametrize(("verified", "confirmed"), [(False, True), (True, False), (None, True)])
def test_nothing_is_said_about_an_account_with_an_address_that_one_of_the_two_has_not_confirmed(
    lobby: LocalLobby, away: OpenIdProvider, verified: bool | None, confirmed: bool
) -> None:
    owner(lobby, confirmed=confirmed)
    away.person["email_verified"] = verified
    assert visit(lobby, away).next == "register"


def test_an_account_has_several_providers_but_one_identity_of_each_and_each_identity_one_account(
    lobby: LocalLobby, away: OpenIdProvider
) -> None:
    token = owner(lobby)
    assert link(lobby, token, ticket(lobby, away, purpose="link"), PASSWORD).name == "House"
    away.person["sub"] = "2"
    assert link(lobby, token, ticket(lobby, away, purpose="link"), PASSWORD) == Refusal("provider_linked")
    assert link(lobby, token, ticket(lobby, away, provider="other", purpose="link"), PASSWORD).name == "Other"
    assert [each.provider for each in look(lobby, token).providers] == ["house", "other"]
    other = lobby.register("Ben", **ELSEWHERE)
    shown = visit(lobby, away, purpose="link").ticket
    answer = lobby.ask(providers.LinkProvider(token=other.token, ticket=shown, password=PASSWORD, **HERE))
    assert answer == Refusal("provider_taken")


def test_a_ticket_for_one_purpose_does_nothing_else(lobby: LocalLobby, away: OpenIdProvider) -> None:
    token = owner(lobby)
    shown = ticket(lobby, away, purpose="prove")
    assert link(lobby, token, shown, PASSWORD) == Refusal("provider_expired")
    assert lobby.ask(providers.EnterByProvider(ticket=shown, **HERE)) == Refusal("provider_expired")
    linked = ticket(lobby, away, purpose="link")
    form = {"username": "Ben", "birth_date": BORN, "ticket": linked} | HERE
    assert lobby.ask(accounts.Register(**form)) == Refusal("provider_expired")


def test_a_provider_is_taken_away_while_another_way_remains(lobby: LocalLobby, away: OpenIdProvider) -> None:
    session = register(lobby, away)
    assert unlink(lobby, session.token) == Refusal("provider_last")
    phone = Authenticator()
    asked = lobby.ask(passkeys.OfferPasskey(token=session.token, site=SITE, **HERE))
    lobby.ask(passkeys.AddPasskey(token=session.token, passkey=phone.create(asked), site=SITE, **HERE))
    assert unlink(lobby, session.token) == Done()
    assert unlink(lobby, session.token) == Refusal("provider_unlinked")
    assert look(lobby, session.token).providers == []
    (key,) = look(lobby, session.token).passkeys
    last = lobby.ask(passkeys.RemovePasskey(token=session.token, passkey=key.id))
    assert last == Refusal("passkey_last")
    assert visit(lobby, away).next == "register", "the identity is free again"


def test_the_last_passkey_may_go_where_a_provider_remains(lobby: LocalLobby, away: OpenIdProvider) -> None:
    session = register(lobby, away)
    phone = Authenticator()
    asked = lobby.ask(passkeys.OfferPasskey(token=session.token, site=SITE, **HERE))
    added = lobby.ask(passkeys.AddPasskey(token=session.token, passkey=phone.create(asked), site=SITE, **HERE))
    assert lobby.ask(passkeys.RemovePasskey(token=session.token, passkey=added.id)) == Done()


def test_a_provider_that_is_named_no_more_lets_no_person_in_and_counts_as_no_way(
    lobby: LocalLobby, away: OpenIdProvider
) -> None:
    session = register(lobby, away)
    shown = ticket(lobby, away, provider="other", purpose="link")
    away.person["sub"] = "2"
    shown = ticket(lobby, away, provider="other", purpose="link")
    assert link(lobby, session.token, shown).provider == "other"
    kept = OpenIdClient(
        rules.read({"house": ProviderEntry(CLIENT, "House", away.issuer)}, {"house": SECRET}), 1, lambda: lobby.now_ms
    )
    lobby.providers = kept
    lobby.set()
    assert [(each.provider, each.open) for each in look(lobby, session.token).providers] == [
        ("house", True), ("other", False),
    ]  # fmt: skip
    assert unlink(lobby, session.token, provider="house") == Refusal("provider_last")
    assert unlink(lobby, session.token, provider="other") == Done()


def test_an_account_with_a_provider_alone_proves_itself_by_it(lobby: LocalLobby, away: OpenIdProvider) -> None:
    token = register(lobby, away).token
    lobby.wait(6 * MINUTE_MS)
    change = accounts.ChangePassword(token=token, current="", new="another horse battery", **HERE)
    assert lobby.ask(change) == Refusal("provider_needed")
    assert not look(lobby, token).proven
    away.person["sub"] = "somebody else"
    assert lobby.ask(providers.ProveProvider(token=token, ticket=ticket(lobby, away, purpose="prove"), **HERE)) == (
        Refusal("provider_unlinked")
    )
    away.person = dict(ANA)
    shown = ticket(lobby, away, purpose="prove")
    assert lobby.ask(providers.ProveProvider(token=token, ticket=shown, **HERE)) == Done()
    assert look(lobby, token).proven
    assert isinstance(lobby.ask(change), accounts.Token)


def test_where_there_is_a_password_a_provider_proves_nothing_in_an_open_session(
    lobby: LocalLobby, away: OpenIdProvider
) -> None:
    token = owner(lobby)
    link(lobby, token, ticket(lobby, away, purpose="link"), PASSWORD)
    token = enter(lobby, away).token
    assert not look(lobby, token).proven
    assert unlink(lobby, token) == Refusal("password_wrong")


# --- second factors, exclusions, staff -------------------------------------------------------------------------------


def switch_factor_on(lobby: LocalLobby, token: str) -> str:
    key = lobby.ask(access.BeginFactor(token=token, password=""))
    code = pyotp.TOTP(key.secret).at(lobby.now_ms // 1000)
    assert isinstance(lobby.ask(access.ConfirmFactor(token=token, code=code)), access.RecoveryCodes)
    lobby.wait(90_000)
    return str(key.secret)


def test_a_second_factor_is_asked_for_and_one_ticket_is_enough_for_all_tries(
    lobby: LocalLobby, away: OpenIdProvider
) -> None:
    secret = switch_factor_on(lobby, register(lobby, away).token)
    shown = ticket(lobby, away)
    tried = [lobby.ask(providers.EnterByProvider(ticket=shown, code=code, **HERE)) for code in ("", "000000", "000000")]
    assert [each.error for each in tried] == ["second_factor_needed", "second_factor_wrong", "second_factor_wrong"]
    code = pyotp.TOTP(secret).at(lobby.now_ms // 1000)
    session = lobby.ask(providers.EnterByProvider(ticket=shown, code=code, **HERE))
    assert session.account.second_factor
    assert lobby.ask(providers.EnterByProvider(ticket=shown, code=code, **HERE)) == Refusal("provider_expired")


def test_an_excluded_player_appeals_with_the_ticket(lobby: LocalLobby, away: OpenIdProvider) -> None:
    session = register(lobby, away)
    suspension = moderation.Suspension(from_ms=0, until_ms=None, colour="red", reason="x", appeal_until_ms=None)
    lobby.rpc.answers[moderation.GetConduct] = lambda asked: moderation.Conduct(
        account=asked.account, cards={}, roles=[], suspension=suspension
    )
    lobby.rpc.answers[appeals.FileAppeal] = lambda asked: Refusal("appeal_unknown", asked.account)
    shown = ticket(lobby, away)
    assert lobby.ask(providers.EnterByProvider(ticket=shown, **HERE)).error == "account_blocked"
    appeal = conduct.FileAppeal(text="It was not me.", ticket=shown, **HERE)
    assert lobby.ask(appeal) == Refusal("appeal_unknown", session.account.account), "moderation was asked"
    assert lobby.ask(appeal) == Refusal("provider_expired")


# --- what is kept ----------------------------------------------------------------------------------------------------


def test_subjects_and_addresses_of_providers_are_not_kept_and_an_erasure_leaves_nothing(
    lobby: LocalLobby, away: OpenIdProvider
) -> None:
    session = register(lobby, away)
    account = session.account.account
    (row,) = lobby.rows(stored.provider_links)
    assert ANA["sub"] not in str(row) and "ana@" not in str(row)
    with lobby.database.work() as work:
        exported = privacy_rows.rows_of(work, account)
    assert [each["provider"] for each in exported["providers"]] == ["house"]
    assert isinstance(lobby.ask(privacy.OrderErasure(account=account, by="operator")), privacy.Erasure)
    assert lobby.rows(stored.provider_links) == []


def test_what_waits_is_deleted_when_it_is_too_old(lobby: LocalLobby, away: OpenIdProvider) -> None:
    start(lobby)
    ticket(lobby, away)
    lobby.wait(rules.LIFE_MS + 1)
    lobby.database.run(stored.purge, lobby.now_ms)
    assert lobby.rows(stored.provider_visits) == []


def test_deeds_are_in_the_security_log(lobby: LocalLobby, away: OpenIdProvider) -> None:
    token = owner(lobby)
    link(lobby, token, ticket(lobby, away, purpose="link"), PASSWORD)
    unlink(lobby, token, PASSWORD)
    kinds = [row.kind for row in lobby.rows(schema.security_log)]
    assert {"provider_linked", "provider_unlinked"} <= set(kinds)


def test_a_helper_of_an_owner_sees_the_ways_by_name(lobby: LocalLobby, away: OpenIdProvider) -> None:
    session = register(lobby, away)
    account = session.account.account
    assert lobby.ask(access.ListWaysIn(account=account)).ways == ["house"]
    switch_factor_on(lobby, session.token)
    assert lobby.ask(access.ListWaysIn(account=account)).ways == ["second_factor", "house"]
    owned = lobby.register("Ben", **ELSEWHERE).account.account
    assert lobby.ask(access.ListWaysIn(account=owned)).ways == ["password"]
    assert lobby.ask(access.ListWaysIn(account="nobody")) == Refusal("player_unknown")
