"""Personal tokens: services/lobby/RULES.md §12."""

from typing import Any

import pytest

from services.contracts.base import Done
from services.contracts.client.token_scopes import SCOPES, operation_of_frame
from services.contracts.lobby import presence
from services.contracts.lobby.accounts import access, accounts, privacy, tokens
from services.contracts.lobby.people import conduct
from services.contracts.moderation.conduct import Suspension
from services.contracts.moderation.events import StandingChanged
from services.kernel.clock import DAY_MS
from services.kernel.refusal import Refusal
from services.lobby.conduct import standings
from services.lobby.privacy import rows as privacy_rows
from services.lobby.sessions import use_cases as sessions
from services.lobby.tokens import rows as stored
from services.lobby.tokens import rules
from services.lobby.tokens import use_cases as personal_tokens
from tests.lobby.local_lobby import PASSWORD, Here, LocalLobby

INVALID = Refusal("token_invalid")


def make(lobby: LocalLobby, who: str, **fields: Any) -> Any:
    """A token made in the session with this token."""
    form = {"name": "Laptop", "scopes": ["read", "chat"], "days": 30, "password": PASSWORD} | fields
    return lobby.ask(tokens.MakeToken(token=who, **form))


def made(lobby: LocalLobby, who: str, **fields: Any) -> tokens.NewToken:
    found = make(lobby, who, **fields)
    assert isinstance(found, tokens.NewToken), found
    return found


def lines(lobby: LocalLobby, who: str) -> list[tokens.TokenLine]:
    found = lobby.ask(tokens.ListTokens(token=who))
    assert isinstance(found, tokens.PersonalTokens), found
    return found.tokens


def who_is(lobby: LocalLobby, secret: str, operation: str = "GET /api/me") -> Any:
    return lobby.ask(accounts.WhoIs(token=secret, operation=operation))


def say_hello(lobby: LocalLobby, secret: str, gateway: str = "g1", conn: int = 77) -> Any:
    return lobby.ask(presence.Connected(token=secret, gateway=gateway, conn=conn))


def closed_with(lobby: LocalLobby, account: str) -> list[str | None]:
    return [code for accounts_of, code, _ in lobby.push.closed_connections() if account in (accounts_of or ())]


def away(lobby: LocalLobby, who: Here) -> None:
    """The owner has no session any more."""
    assert lobby.ask(accounts.LogOut(token=who.token)) == Done()


# --- made, listed, revoked ---


def test_a_token_is_shown_once_and_kept_as_a_hash(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    new = made(lobby, ana.token, scopes=["chat", "read"])
    assert new.secret.startswith("kaf_") and len(new.secret) == 47
    assert (new.line.scopes, new.line.name, new.line.used_at_ms) == (["read", "chat"], "Laptop", None)
    assert new.line.expires_at_ms == lobby.now_ms + 30 * DAY_MS
    assert lines(lobby, ana.token) == [new.line]
    (row,) = lobby.rows(stored.personal_tokens)
    assert new.secret not in str(row) and row.token_hash == sessions.token_hash(new.secret)


def test_making_one_is_reported_and_needs_the_password(lobby: LocalLobby) -> None:
    lobby.set(mail_transport="folder", mail_link_home="https://play.example")
    (ana,) = lobby.enter("Ana")
    lobby.mails()
    assert make(lobby, ana.token, password="wrong").error == "password_wrong"
    assert lines(lobby, ana.token) == []
    made(lobby, ana.token)
    (mail,) = lobby.mails()
    assert mail.subject == "A token for a program was made"


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"name": "  "}, "token_name_invalid"),
        ({"name": "x" * 41}, "token_name_invalid"),
        ({"days": 0}, "token_days_invalid"),
        ({"days": 367}, "token_days_invalid"),
        ({"scopes": []}, "token_scopes_invalid"),
        ({"scopes": ["read", "read"]}, "token_scopes_invalid"),
        ({"scopes": ["read", "money"]}, "token_scopes_invalid"),
        ({"scopes": ["play"]}, "token_scopes_invalid"),
    ],
)
def test_what_does_not_fit_makes_no_token(lobby: LocalLobby, fields: dict[str, Any], error: str) -> None:
    (ana,) = lobby.enter("Ana")
    assert make(lobby, ana.token, **fields).error == error
    assert lines(lobby, ana.token) == []


def test_an_account_has_so_many_and_an_expired_one_makes_room(lobby: LocalLobby) -> None:
    lobby.set(tokens_max=2)
    (ana,) = lobby.enter("Ana")
    made(lobby, ana.token, days=1)
    made(lobby, ana.token)
    assert make(lobby, ana.token) == Refusal("token_limit", {"max": 2})
    lobby.wait(DAY_MS + 1)
    again = lobby.log_in("Ana")
    made(lobby, again.token)


def test_an_unknown_id_and_a_missing_session_are_refused(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    assert lobby.ask(tokens.RevokeToken(token=ana.token, personal="of nobody")).error == "token_unknown"
    assert lobby.ask(tokens.ListTokens(token="no session")).error == "session_expired"


def test_only_its_owner_revokes_a_token(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    new = made(lobby, ana.token)
    assert lobby.ask(tokens.RevokeToken(token=ben.token, personal=new.line.id)).error == "token_unknown"
    assert who_is(lobby, new.secret).account == ana.account
    assert lobby.ask(tokens.RevokeToken(token=ana.token, personal=new.line.id)) == Done()
    assert who_is(lobby, new.secret) == INVALID
    assert lines(lobby, ana.token) == []
    assert lobby.ask(tokens.RevokeToken(token=ana.token, personal=new.line.id)).error == "token_unknown"


# --- used ---


def test_a_token_opens_what_its_scopes_name_and_nothing_else(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    new = made(lobby, ana.token, scopes=["read"])
    assert who_is(lobby, new.secret).scopes == ["read"]
    assert who_is(lobby, new.secret, "GET /api/tables").account == ana.account
    assert who_is(lobby, new.secret, "GET /api/companies") == Refusal("scope_missing", {"scopes": ["company"]})
    for closed in ("POST /api/me/password", "POST /api/me/tokens", "", "GET /api/whatever"):
        assert who_is(lobby, new.secret, closed) == Refusal("scope_missing", {"scopes": []})
    assert lobby.ask(accounts.WhoIs(token=ana.token)).scopes is None


@pytest.mark.parametrize(
    "asked",
    [
        lambda token: accounts.ChangePassword(token=token, current=PASSWORD, new="another horse"),
        lambda token: accounts.RenewToken(token=token),
        lambda token: accounts.LogOut(token=token),
        lambda token: access.EndSessions(token=token),
        lambda token: privacy.EraseAccount(token=token, password=PASSWORD),
        lambda token: tokens.MakeToken(token=token, name="More", scopes=["read"], days=1, password=PASSWORD),
        lambda token: tokens.ListTokens(token=token),
    ],
)
def test_the_lobby_takes_no_token_where_a_session_is_needed(lobby: LocalLobby, asked: Any) -> None:
    (ana,) = lobby.enter("Ana")
    new = made(lobby, ana.token)
    assert lobby.ask(asked(new.secret)).error == "session_expired"


def test_its_use_is_noted_to_the_minute_and_resets_no_timer(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    new = made(lobby, ana.token)
    first_ms = lobby.now_ms
    who_is(lobby, new.secret)
    lobby.wait(59_999)
    who_is(lobby, new.secret)
    assert lines(lobby, ana.token)[0].used_at_ms == first_ms
    lobby.wait(1)
    who_is(lobby, new.secret)
    assert lines(lobby, ana.token)[0].used_at_ms == first_ms + 60_000
    lobby.leave(ana)
    lobby.wait(541_000)
    who_is(lobby, new.secret)
    assert lobby.ask(accounts.WhoIs(token=ana.token)).error == "session_expired"


def test_it_holds_until_its_last_millisecond(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    new = made(lobby, ana.token, days=1)
    lobby.wait(DAY_MS)
    assert who_is(lobby, new.secret).account == ana.account
    lobby.wait(1)
    assert who_is(lobby, new.secret) == INVALID
    assert say_hello(lobby, new.secret) == INVALID


def test_what_never_was_a_token_is_none(lobby: LocalLobby) -> None:
    assert who_is(lobby, "kaf_") == INVALID
    assert who_is(lobby, "kaf_" + "x" * 43) == INVALID


# --- on the socket ---


def test_a_program_is_present_while_its_owner_is_away(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    new = made(lobby, ana.token)
    assert say_hello(lobby, new.secret) == Refusal("session_elsewhere")
    away(lobby, ana)
    room = say_hello(lobby, new.secret)
    assert (room.me.account, room.me.scopes, room.token) == (ana.account, ["read", "chat"], None)
    assert lobby.statuses() == {"Ana": "online"}
    lobby.wait(3 * DAY_MS)
    lobby.sweep()
    assert lobby.statuses() == {"Ana": "online"}, "no timer ends it"
    again = say_hello(lobby, new.secret, conn=78)
    assert again.session == room.session


def test_its_owner_comes_first(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    new = made(lobby, ana.token)
    away(lobby, ana)
    say_hello(lobby, new.secret)
    lobby.push.forget()
    lobby.connect(lobby.log_in("Ana"), "g2")
    assert "session_replaced" in closed_with(lobby, ana.account)
    assert say_hello(lobby, new.secret).error == "session_elsewhere"


def test_no_other_service_counts_it_as_a_session(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    new = made(lobby, ana.token)
    away(lobby, ana)
    before = lobby.published(sessions=True)
    say_hello(lobby, new.secret)
    lobby.ask(conduct.EndForAbuse(token=new.secret, messages=9))
    assert lobby.published(sessions=True) == before
    assert lobby.statuses() == {}


@pytest.mark.parametrize("how", ["revoked", "expired", "password forgotten"])
def test_its_connection_ends_with_it(lobby: LocalLobby, how: str) -> None:
    lobby.set(mail_transport="folder", mail_link_home="https://play.example")
    (ana,) = lobby.enter("Ana")
    new = made(lobby, ana.token, days=1)
    away(lobby, ana)
    say_hello(lobby, new.secret)
    lobby.push.forget()
    if how == "expired":
        lobby.wait(DAY_MS + 1)
        personal_tokens.sweep_tokens(lobby.ports)
    elif how == "revoked":
        lobby.database.run(personal_tokens.end_all, lobby.ports, ana.account)
    else:
        lobby.mails()
        lobby.ask(access.ForgotPassword(email="ana@example.org"))
        link = lobby.mails()[0].body.split("#")[1].split()[0]
        assert lobby.ask(access.ResetPassword(link=link, new="another horse 7")) == Done()
    assert closed_with(lobby, ana.account) == ["session_expired" if how == "password forgotten" else "token_invalid"]
    assert lobby.statuses() == {}
    assert who_is(lobby, new.secret) == INVALID
    assert who_is(lobby, new.secret, "hello") == INVALID


def test_a_gateway_in_doubt_learns_whether_a_connection_is_still_its_own(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    new = made(lobby, ana.token)
    assert who_is(lobby, new.secret, "hello").error == "session_expired"
    away(lobby, ana)
    say_hello(lobby, new.secret)
    assert who_is(lobby, new.secret, "hello").account == ana.account


# --- with the account ---


def test_a_changed_password_and_the_end_of_all_sessions_end_every_token(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    new = made(lobby, ana.token)
    changed = lobby.ask(accounts.ChangePassword(token=ana.token, current=PASSWORD, new="another horse 7"))
    assert who_is(lobby, new.secret) == INVALID
    new = made(lobby, changed.token, password="another horse 7")
    lobby.ask(access.EndSessions(token=changed.token))
    assert who_is(lobby, new.secret) == INVALID


def test_a_logout_ends_none(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    new = made(lobby, ana.token)
    away(lobby, ana)
    assert who_is(lobby, new.secret).account == ana.account


def test_the_suspended_and_the_blocked_have_no_programs_here(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    new = made(lobby, ana.token)
    away(lobby, ana)
    say_hello(lobby, new.secret)
    lobby.push.forget()
    until_ms = lobby.now_ms + DAY_MS
    suspension = Suspension(colour="red", from_ms=lobby.now_ms, until_ms=until_ms, reason="insults")
    changed = StandingChanged(
        account=ana.account, blocked=False, suspensions=[suspension], reason="", colour="red", seq=1
    )
    lobby.deliver(standings.standings_changed, changed)
    assert "account_suspended" in closed_with(lobby, ana.account)
    assert who_is(lobby, new.secret).error == "account_suspended"
    assert say_hello(lobby, new.secret).error == "account_suspended"
    lobby.wait(DAY_MS)
    assert who_is(lobby, new.secret).account == ana.account


def test_an_export_has_them_without_secrets_and_an_erasure_takes_them(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    new = made(lobby, ana.token)
    lobby.ask(privacy.AskExport(account=ana.account))
    with lobby.database.work() as work:
        (row,) = privacy_rows.rows_of(work, ana.account)["personal_tokens"]
    assert (row["name"], row["scopes"]) == ("Laptop", "read chat")
    assert "token_hash" not in row
    assert not isinstance(lobby.ask(privacy.EraseAccount(token=ana.token, password=PASSWORD)), Refusal)
    assert lobby.rows(stored.personal_tokens) == []
    assert who_is(lobby, new.secret) == INVALID


def test_scopes_are_kept_in_one_order() -> None:
    assert rules.read_scopes(["company", "read"], rules.FOR_PEOPLE) == ("read", "company")
    assert rules.read_scopes(list(SCOPES), frozenset(SCOPES)) == SCOPES


# --- asked for without a connection, as gRPC does ---


def test_a_token_acts_for_its_own_account_alone(lobby: LocalLobby) -> None:
    ana, bob = lobby.enter("Ana", "Bob")
    secret = made(lobby, ana.token).secret
    named = {each: lobby.ask(accounts.WhoIs(token=secret, operation="GET /api/me", account=each)) for each in (
        "", ana.account, bob.account, f"{ana.account} "
    )}  # fmt: skip
    assert [each.account for each in (named[""], named[ana.account])] == [ana.account] * 2
    refused = Refusal("actor_not_own", {"account": ana.account})
    assert named[bob.account] == named[f"{ana.account} "] == refused
    session = lobby.ask(accounts.WhoIs(token=ana.token, operation="GET /api/me", account=bob.account))
    assert session == refused


def test_what_a_frame_does_is_refused_while_the_owner_is_here(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    secret = made(lobby, ana.token, scopes=["chat"]).secret
    write = operation_of_frame("write")
    assert who_is(lobby, secret, write) == Refusal("session_elsewhere")
    assert who_is(lobby, secret, "GET /api/me/conversations").account == ana.account
    assert who_is(lobby, secret, operation_of_frame("move")) == Refusal("scope_missing", {"scopes": ["play"]})
    away(lobby, ana)
    assert who_is(lobby, secret, write).account == ana.account
    say_hello(lobby, secret)
    assert who_is(lobby, secret, write).account == ana.account, "its own connection is not its owner's"


def test_what_is_neither_an_operation_nor_a_frame_is_closed(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    secret = made(lobby, ana.token, scopes=["read", "chat", "company"]).secret
    for operation in ("", "/kafeneio.wallet.v1.WalletService/GetBalance", operation_of_frame(""), "frame  write"):
        assert who_is(lobby, secret, operation) == Refusal("scope_missing", {"scopes": []})
