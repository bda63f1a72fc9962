"""Programs of others: registered, asked about, allowed, ended (services/lobby/RULES.md §29)."""

from typing import Any

import pytest

from services.contracts.base import Done
from services.contracts.lobby.accounts import access, accounts, privacy, programs
from services.contracts.moderation.conduct import Suspension
from services.contracts.moderation.events import StandingChanged
from services.kernel.clock import DAY_MS, HOUR_MS
from services.kernel.refusal import Refusal
from services.lobby import expiry
from services.lobby.conduct import standings
from services.lobby.privacy import rows as privacy_rows
from services.lobby.programs import rows as stored
from services.lobby.programs import rules
from services.lobby.tokens import rows as stored_tokens
from tests.lobby.local_lobby import PASSWORD, Here, LocalLobby
from tests.lobby.programs.third_party import BACK, HERE, SITE, Third, register, said


def listed(lobby: LocalLobby, who: Here) -> programs.Programs:
    found = lobby.ask(programs.ListPrograms(token=who.token))
    assert isinstance(found, programs.Programs), found
    return found


def exclude(lobby: LocalLobby, who: Here) -> None:
    suspension = Suspension(colour="red", from_ms=lobby.now_ms, until_ms=lobby.now_ms + DAY_MS, reason="insults")
    changed = StandingChanged(
        account=who.account, blocked=False, suspensions=[suspension], reason="", colour="red", seq=1
    )
    lobby.deliver(standings.standings_changed, changed)


# --- registered ---


def test_a_program_has_a_secret_only_if_it_can_keep_one(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    bare, kept = register(lobby, ana), register(lobby, ana, secret=True)
    assert (bare.secret, bare.line.secret) == (None, False)
    assert kept.secret.startswith("kas_") and kept.line.secret
    assert kept.secret not in str(lobby.rows(stored.programs))
    assert {line.program for line in listed(lobby, ana).registered} == {bare.line.program, kept.line.program}


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"name": " "}, "program_name_invalid"),
        ({"homepage": "http://club.example/"}, "program_home_invalid"),
        ({"homepage": "javascript:alert(1)"}, "program_home_invalid"),
        ({"redirects": []}, "program_redirects_invalid"),
        ({"redirects": ["http://club.example/back"]}, "program_redirects_invalid"),
        ({"redirects": ["https://club.example/back#here"]}, "program_redirects_invalid"),
        ({"redirects": ["https://ana@club.example/back"]}, "program_redirects_invalid"),
        ({"redirects": ["club.app:/back"]}, "program_redirects_invalid"),
        ({"redirects": [BACK, BACK]}, "program_redirects_invalid"),
        ({"redirects": [f"{BACK}/{each}" for each in range(6)]}, "program_redirects_invalid"),
    ],
)
def test_what_does_not_fit_registers_nothing(lobby: LocalLobby, fields: dict[str, Any], error: str) -> None:
    (ana,) = lobby.enter("Ana")
    assert register(lobby, ana, **fields).error == error
    assert listed(lobby, ana).registered == []


def test_an_account_has_so_many_and_the_suspended_register_none(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    for _ in range(rules.PROGRAMS_MAX):
        assert isinstance(register(lobby, ana), programs.NewProgram)
    assert register(lobby, ana) == Refusal("program_limit", {"max": rules.PROGRAMS_MAX})


def test_a_removed_program_opens_nothing_any_more(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    third = Third(lobby, ana)
    held = third.tokens(ben)
    assert lobby.ask(programs.RemoveProgram(token=ben.token, program=third.id)).error == "program_unknown"
    assert third.opens(held.access_token)
    assert lobby.ask(programs.RemoveProgram(token=ana.token, program=third.id)) == Done()
    assert not third.opens(held.access_token)
    assert third.refresh(held.refresh_token).error == "invalid_client"
    assert listed(lobby, ben).allowed == [] and listed(lobby, ana).registered == []
    assert lobby.rows(stored.program_grants) == [] == lobby.rows(stored.program_refresh_tokens)


def test_guests_and_bots_of_others_register_none(lobby: LocalLobby) -> None:
    assert register(lobby, Here("", "no session", "", 0)).error == "session_expired"


# --- asked ---


def test_the_page_names_program_owner_host_and_scopes(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    third = Third(lobby, ana)
    found = third.asks(ben, scope="chat read")
    assert (found.name, found.owner, found.host, found.scopes) == (
        "Club board",
        "Ana",
        "club.example",
        ["read", "chat"],
    )
    assert (found.homepage, found.password, found.error) == ("https://club.example/", True, None)


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"client_id": "of nobody"}, "program_unknown"),
        ({"client_id": "\x00"}, "program_unknown"),
        ({"redirect_uri": ""}, "redirect_unknown"),
        ({"redirect_uri": f"{BACK}/more"}, "redirect_unknown"),
        ({"redirect_uri": "https://evil.example/back"}, "redirect_unknown"),
        ({"redirect_uri": "https://club.example:444/back"}, "redirect_unknown"),
        ({"redirect_uri": "http://127.0.0.1:80@evil.example/back"}, "redirect_unknown"),
    ],
)
def test_a_wrong_program_or_address_leads_nowhere(lobby: LocalLobby, fields: dict[str, str], error: str) -> None:
    (ana,) = lobby.enter("Ana")
    third = Third(lobby, ana)
    assert third.asks(ana, **fields).error == error
    assert third.decided(ana, **fields).error == error
    assert third.decided(ana, allow=False, **fields).error == error


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"response_type": 'co"de'}, "unsupported_response_type"),
        ({"scope": ""}, "invalid_scope"),
        ({"scope": "read play"}, "invalid_scope"),
        ({"scope": "read money"}, "invalid_scope"),
        ({"scope": "re\u00e9d"}, "invalid_scope"),
        ({"code_challenge": ""}, "invalid_request"),
        ({"code_challenge": "short"}, "invalid_request"),
        ({"code_challenge_method": ""}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge": "", "code_challenge_method": ""}, "invalid_request"),
    ],
)
def test_a_wrong_request_is_said_to_the_program(lobby: LocalLobby, fields: dict[str, str], error: str) -> None:
    (ana,) = lobby.enter("Ana")
    third = Third(lobby, ana)
    found = third.asks(ana, **fields)
    assert (found.error, found.scopes) == (error, [])
    for location in (found.location, third.decided(ana, **fields).location):
        assert location.startswith(f"{BACK}?")
        back = said(location)
        assert (back["error"], back["state"], back["iss"]) == (error, "s t@te/1", SITE)
    assert lobby.rows(stored.program_codes) == []


def test_denying_says_so_and_needs_no_password(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    back = said(Third(lobby, ana).decided(ana, allow=False, password="").location)
    assert (back["error"], back["state"], back["iss"]) == ("access_denied", "s t@te/1", SITE)
    assert lobby.rows(stored.program_codes) == []


def test_allowing_needs_the_password_and_is_reported(lobby: LocalLobby) -> None:
    lobby.set(mail_transport="folder", mail_link_home="https://play.example")
    (ana,) = lobby.enter("Ana")
    third = Third(lobby, ana)
    lobby.mails()
    assert third.decided(ana, password="wrong").error == "password_wrong"
    assert lobby.rows(stored.program_codes) == []
    back = said(third.decided(ana).location)
    assert (back["state"], back["iss"]) == ("s t@te/1", SITE)
    (mail,) = lobby.mails()
    assert mail.subject == "A program may act in your name" and "Club board" in mail.body
    assert back["code"] not in str(lobby.rows(stored.program_codes))


def test_a_program_on_this_machine_may_choose_its_port(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    third = Third(lobby, ana)
    there = "http://127.0.0.1:49152/back"
    location = third.decided(ana, redirect_uri=there).location
    assert location.startswith(f"{there}?code=")
    code = said(location)["code"]
    assert third.exchange(code, redirect_uri=HERE).error == "invalid_grant"
    assert isinstance(third.exchange(code, redirect_uri=there), programs.ProgramToken)


def test_so_many_consents_an_hour(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    third = Third(lobby, ana)
    for _ in range(rules.CONSENTS_HOUR_MAX):
        assert isinstance(third.decided(ana), programs.ConsentDecided)
    assert third.decided(ana).error == "rate_limited"
    lobby.leave(ana)
    lobby.wait(HOUR_MS)
    assert isinstance(third.decided(lobby.connect(lobby.log_in("Ana"))), programs.ConsentDecided)


def test_an_account_allows_so_many_programs(lobby: LocalLobby, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "ALLOWED_MAX", 1)
    (ana,) = lobby.enter("Ana")
    first, second = Third(lobby, ana), Third(lobby, ana)
    first.tokens(ana)
    assert second.decided(ana) == Refusal("program_allowed_limit", {"max": 1})
    first.tokens(ana)


def test_an_excluded_owner_has_no_programs_for_that_long(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    third = Third(lobby, ana)
    held = third.tokens(ben)
    exclude(lobby, ana)
    assert third.asks(ben).error == "program_unknown"
    assert third.refresh(held.refresh_token).error == "invalid_client"
    lobby.wait(DAY_MS)
    assert isinstance(third.refresh(held.refresh_token), programs.ProgramToken)


# --- allowed, and ended ---


def test_what_is_allowed_is_one_line_for_each_program(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    third = Third(lobby, ana)
    at_ms = lobby.now_ms
    third.tokens(ben, scope="read")
    lobby.wait(1_000)
    held = third.tokens(ben, scope="chat")
    third.opens(held.access_token)
    (line,) = listed(lobby, ben).allowed
    assert (line.name, line.owner, line.scopes) == ("Club board", "Ana", ["read", "chat"])
    assert (line.allowed_at_ms, line.used_at_ms) == (at_ms, at_ms + 1_000)
    assert listed(lobby, ana).allowed == []


def test_one_press_ends_all_that_a_program_has(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    third, other = Third(lobby, ana), Third(lobby, ana)
    held, more, waiting = third.tokens(ben), third.tokens(ben), third.code(ben)
    kept = other.tokens(ben)
    ended = programs.EndAllowance(token=ben.token, program=third.id)
    assert lobby.ask(ended) == Done()
    for each in (held, more):
        assert not third.opens(each.access_token)
        assert third.refresh(each.refresh_token).error == "invalid_grant"
    assert third.exchange(waiting).error == "invalid_grant"
    assert other.opens(kept.access_token)
    assert lobby.ask(ended).error == "program_unknown"
    assert lobby.ask(programs.EndAllowance(token=ben.token, program="\x00")).error == "program_unknown"


@pytest.mark.parametrize("how", ["password", "sessions"])
def test_what_ends_personal_tokens_ends_consents(lobby: LocalLobby, how: str) -> None:
    (ana,) = lobby.enter("Ana")
    third = Third(lobby, ana)
    held, waiting = third.tokens(ana), third.code(ana)
    if how == "password":
        lobby.ask(accounts.ChangePassword(token=ana.token, current=PASSWORD, new="another horse 7"))
    else:
        lobby.ask(access.EndSessions(token=ana.token))
    assert not third.opens(held.access_token)
    assert third.refresh(held.refresh_token).error == "invalid_grant"
    assert third.exchange(waiting).error == "invalid_grant"


def test_the_suspended_have_no_programs_acting_for_them(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    third = Third(lobby, ana)
    held = third.tokens(ben)
    exclude(lobby, ben)
    assert not third.opens(held.access_token)
    assert third.refresh(held.refresh_token).error == "invalid_grant"
    lobby.wait(DAY_MS)
    assert isinstance(third.refresh(held.refresh_token), programs.ProgramToken)


def test_an_export_has_no_secrets_and_an_erasure_takes_all(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    third = Third(lobby, ana, secret=True)
    of_ben = third.tokens(ben)
    third.tokens(ana)
    with lobby.database.work() as work:
        found = privacy_rows.rows_of(work, ana.account)["programs"]
    assert [each["name"] for each in found["registered"]] == ["Club board"]
    assert [each["program"] for each in found["allowed"]] == [third.id]
    assert "hash" not in str(found)
    assert not isinstance(lobby.ask(privacy.EraseAccount(token=ana.token, password=PASSWORD)), Refusal)
    tables = (stored.programs, stored.program_grants, stored.program_codes, stored.program_refresh_tokens)
    assert [lobby.rows(each) for each in (*tables, stored_tokens.personal_tokens)] == [[]] * 5
    assert not third.opens(of_ben.access_token)


def test_what_holds_no_more_is_deleted_in_time(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    third = Third(lobby, ana)
    third.tokens(ana)
    lobby.wait(rules.GRANT_MS)
    lobby.database.run(expiry.purge, lobby.ports)
    assert len(lobby.rows(stored.program_grants)) == 1
    assert lobby.rows(stored.program_codes) == [] == lobby.rows(stored.program_refresh_tokens)
    lobby.wait(30 * DAY_MS + 1)
    lobby.database.run(expiry.purge, lobby.ports)
    assert lobby.rows(stored.program_grants) == []
