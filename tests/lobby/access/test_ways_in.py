"""All ways into an account with all that may stand against it: each way ends in `login.let_in` (services/lobby/RULES.md
§1, §26, §27)."""

from collections.abc import Callable, Iterator
from typing import Any

import pyotp
import pytest

from services.contracts.lobby.accounts import access, accounts, passkeys, privacy, providers
from services.contracts.moderation import conduct as moderation
from services.contracts.moderation.events import StandingChanged
from services.kernel.clock import HOUR_MS
from services.kernel.refusal import Refusal
from services.lobby import schema
from services.lobby.access import login
from services.lobby.access.providers.client import OpenIdClient
from services.lobby.access.providers.rules import ProviderEntry, read
from services.lobby.conduct import standings
from tests.lobby.access.authenticator import SITE, Authenticator
from tests.lobby.access.openid_provider import CLIENT, SECRET, OpenIdProvider
from tests.lobby.local_lobby import BORN, PASSWORD, LocalLobby

HOME = {"device": "ab" * 16, "address": "192.0.2.1"}
NEW = {"device": "cd" * 16, "address": "198.51.100.9"}


class Person:
    """The owner of an account with every way into it: a password with and without a second factor, a passkey, a
    provider with and without one."""

    def __init__(self, lobby: LocalLobby, away: OpenIdProvider) -> None:
        self.away = away
        entries = {"house": ProviderEntry(CLIENT, "House", away.issuer)}
        lobby.providers = OpenIdClient(read(entries, {"house": SECRET}), 5, lambda: lobby.now_ms)
        lobby.set(mail_transport="smtp", mail_link_home=SITE)
        self.lobby = lobby
        self.phone = Authenticator()
        form = {"username": "Ana", "birth_date": BORN, "email": "ana@example.org"}
        asked = lobby.ask(passkeys.OfferRegistration(**form, **HOME, site=SITE))
        made = self.phone.create(asked)
        session = lobby.ask(accounts.Register(**form, password=PASSWORD, passkey=made, **HOME, site=SITE))
        self.account = session.account.account
        self.token = session.token
        self.secret = ""
        linked = lobby.ask(providers.LinkProvider(token=self.token, ticket=self.recognised(HOME, "link"), **HOME))
        assert not isinstance(linked, Refusal), linked
        lobby.mails()

    def recognised(self, where: dict[str, str], purpose: Any = "enter") -> str:
        """The ticket of somebody whom the provider has recognised."""
        begun = self.lobby.ask(providers.StartProvider(provider="house", purpose=purpose, site=SITE, **where))
        back = self.away.agree(begun.address)
        found = self.lobby.ask(providers.ReturnFromProvider(provider="house", site=SITE, **back, **where))
        return str(found.ticket)

    def switch_factor_on(self) -> None:
        key = self.lobby.ask(access.BeginFactor(token=self.token, password=PASSWORD))
        self.secret = key.secret
        code = pyotp.TOTP(key.secret).at(self.lobby.now_ms // 1000)
        assert isinstance(self.lobby.ask(access.ConfirmFactor(token=self.token, code=code)), access.RecoveryCodes)
        self.lobby.wait(90_000)
        self.lobby.mails()

    def by_password(self, where: dict[str, str]) -> Any:
        return self.lobby.ask(accounts.LogIn(username="Ana", password=PASSWORD, **where))

    def by_password_and_code(self, where: dict[str, str]) -> Any:
        if not self.secret:
            self.switch_factor_on()
        code = pyotp.TOTP(self.secret).at(self.lobby.now_ms // 1000)
        return self.lobby.ask(accounts.LogIn(username="Ana", password=PASSWORD, code=code, **where))

    def by_passkey(self, where: dict[str, str]) -> Any:
        asked = self.lobby.ask(passkeys.OfferSignIn(**where, site=SITE))
        return self.lobby.ask(passkeys.SignInByPasskey(passkey=self.phone.get(asked), **where, site=SITE))

    def by_provider(self, where: dict[str, str]) -> Any:
        return self.lobby.ask(providers.EnterByProvider(ticket=self.recognised(where), **where))

    def by_provider_and_code(self, where: dict[str, str]) -> Any:
        if not self.secret:
            self.switch_factor_on()
        code = pyotp.TOTP(self.secret).at(self.lobby.now_ms // 1000)
        return self.lobby.ask(providers.EnterByProvider(ticket=self.recognised(where), code=code, **where))


Way = Callable[[Person, dict[str, str]], Any]
WAYS: dict[str, Way] = {
    "password": Person.by_password,
    "password_and_code": Person.by_password_and_code,
    "passkey": Person.by_passkey,
    "provider": Person.by_provider,
    "provider_and_code": Person.by_provider_and_code,
}
STRONG = {"password_and_code", "passkey", "provider_and_code"}
WITH_CODE = {"password_and_code", "provider_and_code"}
"""Ways that show both factors."""


@pytest.fixture
def person(lobby: LocalLobby) -> Iterator[Person]:
    away = OpenIdProvider(lambda: lobby.now_ms // 1000).open()
    try:
        yield Person(lobby, away)
    finally:
        away.close()


@pytest.fixture(params=WAYS, ids=str)
def way(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def enter(person: Person, way: str, where: dict[str, str] | None = None) -> Any:
    return WAYS[way](person, where or HOME)


def excluded(lobby: LocalLobby, until_ms: int | None) -> None:
    suspension = moderation.Suspension(from_ms=0, until_ms=until_ms, colour="red", reason="x", appeal_until_ms=None)
    lobby.rpc.answers[moderation.GetConduct] = lambda asked: moderation.Conduct(
        account=asked.account, cards={}, roles=[], suspension=suspension
    )


def silent(lobby: LocalLobby) -> None:
    lobby.rpc.answers[moderation.GetConduct] = Refusal("service_unavailable")


def test_every_way_ends_in_the_same_function(person: Person, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if way in WITH_CODE:
        person.switch_factor_on()
    ended: list[str] = []

    def let_in(work: Any, ports: Any, entering: login.Entering, prove: Any) -> Refusal:
        ended.append(entering.account)
        return Refusal("closed")

    monkeypatch.setattr(login, "let_in", let_in)
    assert enter(person, way) == Refusal("closed")
    assert ended == [person.account]


@pytest.mark.parametrize(("until_ms", "code"), [(10**15, "account_suspended"), (None, "account_blocked")])
def test_an_excluded_player_comes_in_by_no_way(person: Person, way: str, until_ms: int | None, code: str) -> None:
    if way in WITH_CODE:
        person.switch_factor_on()
    excluded(person.lobby, until_ms)
    assert enter(person, way).error == code
    (refused,) = [row for row in person.lobby.rows(schema.security_log) if row.kind == "login_refused"]
    assert f'"code":"{code}"' in refused.detail.replace(" ", "")


def test_while_moderation_is_silent_its_last_word_counts(person: Person, way: str) -> None:
    if way in WITH_CODE:
        person.switch_factor_on()
    silent(person.lobby)
    assert isinstance(enter(person, way), accounts.Session)
    (live,) = [row for row in person.lobby.rows(schema.sessions) if row.ended is None]
    assert live.unasked, "it is asked again before a stake"
    person.lobby.wait(90_000)
    event = StandingChanged(
        account=person.account, seq=1, blocked=True, suspensions=[], reason="x", colour="red", expelled_from=None
    )
    person.lobby.deliver(standings.standings_changed, event)
    assert enter(person, way).error == "account_blocked"


def test_a_session_ends_the_one_before_and_is_of_its_device_and_network(person: Person, way: str) -> None:
    session = enter(person, way, NEW)
    assert person.lobby.ask(accounts.WhoIs(token=person.token)) == Refusal("session_replaced")
    (live,) = [row for row in person.lobby.rows(schema.sessions) if row.ended is None]
    assert (live.device, live.network) == (NEW["device"], "198.51.100.0/24")
    began = [body for key, body in person.lobby.published(sessions=True) if key == "lobby.session_began"]
    assert (began[-1]["device"], began[-1]["account"]) == (NEW["device"], person.account)
    assert began[-1]["device_identity"] and began[-1]["address_key"]
    lines = person.lobby.ask(access.GetAccess(token=session.token)).sessions
    assert lines[0].here


def test_a_new_device_is_reported(person: Person, way: str) -> None:
    if way in WITH_CODE:
        person.switch_factor_on()
    enter(person, way, NEW)
    assert [mail.subject for mail in person.lobby.mails()] == ["A new device has logged in"]
    (line,) = [row for row in person.lobby.rows(schema.security_log) if row.kind == "login"]
    assert '"new_device":true' in line.detail.replace(" ", "")


def test_staff_have_the_second_factor_by_both_factors_alone(person: Person, way: str) -> None:
    person.lobby.rpc.answers[moderation.GetConduct] = lambda asked: moderation.Conduct(
        account=asked.account, cards={}, roles=["moderator"], suspension=None
    )
    session = enter(person, way)
    seen = person.lobby.ask(accounts.WhoIs(token=session.token))
    assert seen.second_factor is (way in STRONG)
    person.lobby.set(inactivity_s=10**6)
    person.lobby.wait(8 * HOUR_MS)
    assert person.lobby.ask(accounts.WhoIs(token=session.token)) == Refusal("session_expired"), "a session of staff"


def test_an_account_with_a_second_factor_is_entered_by_both_factors_alone(person: Person, way: str) -> None:
    person.switch_factor_on()
    answer = enter(person, way)
    assert isinstance(answer, accounts.Session) if way in STRONG else answer == Refusal("second_factor_needed")


def test_of_an_erased_account_no_way_is_left(person: Person, way: str) -> None:
    if way in WITH_CODE:
        person.switch_factor_on()
    assert isinstance(person.lobby.ask(privacy.OrderErasure(account=person.account, by="operator")), privacy.Erasure)
    assert enter(person, way).error in ("login_failed", "passkey_unknown", "provider_unlinked")
