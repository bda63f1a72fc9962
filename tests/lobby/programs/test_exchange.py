"""Codes and refresh tokens of programs: used once, by their program, in time (services/lobby/RULES.md §29)."""

import base64

import pytest

from services.contracts.base import Done
from services.contracts.lobby import presence
from services.contracts.lobby.accounts import accounts, programs, tokens
from services.kernel.refusal import Refusal
from services.lobby.programs import rows as stored
from services.lobby.programs import rules
from services.lobby.schema import security_log
from services.lobby.tokens import rows as stored_tokens
from tests.lobby.local_lobby import LocalLobby
from tests.lobby.programs.third_party import BACK, VERIFIER, Third


def test_a_code_becomes_a_personal_token_that_names_the_program(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    third = Third(lobby, ana)
    held = third.tokens(ana)
    assert (held.token_type, held.expires_in, held.scope) == ("Bearer", 3600, "read chat")
    assert held.access_token.startswith("kaf_") and held.refresh_token.startswith("kar_")
    known = lobby.ask(accounts.WhoIs(token=held.access_token, operation="GET /api/me"))
    assert (known.account, known.scopes) == (ana.account, ["read", "chat"])
    (row,) = lobby.rows(stored_tokens.personal_tokens)
    assert (row.name, row.program, row.owner) == ("Club board", third.id, ana.account)
    everything = str([lobby.rows(each) for each in (stored_tokens.personal_tokens, stored.program_refresh_tokens)])
    assert held.access_token not in everything and held.refresh_token not in everything


def test_it_is_none_of_the_tokens_that_its_owner_has_made(lobby: LocalLobby) -> None:
    lobby.set(tokens_max=1)
    (ana,) = lobby.enter("Ana")
    Third(lobby, ana).tokens(ana)
    assert lobby.ask(tokens.ListTokens(token=ana.token)).tokens == []
    (row,) = lobby.rows(stored_tokens.personal_tokens)
    assert lobby.ask(tokens.RevokeToken(token=ana.token, personal=row.id)).error == "token_unknown"


def test_an_access_token_opens_its_scopes_for_an_hour(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    third = Third(lobby, ana)
    held = third.tokens(ana, scope="read")
    assert third.opens(held.access_token, "GET /api/tables")
    for closed in ("GET /api/companies", "POST /api/me/password", "GET /api/me/programs", "POST /api/oauth/authorize"):
        assert not third.opens(held.access_token, closed)
    lobby.wait(rules.ACCESS_MS)
    assert third.opens(held.access_token)
    lobby.wait(1)
    assert not third.opens(held.access_token)
    assert third.opens(third.refresh(held.refresh_token).access_token)


def test_a_code_holds_a_minute(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    third = Third(lobby, ana)
    early, late = third.code(ana), third.code(ana)
    lobby.wait(rules.CODE_MS)
    assert isinstance(third.exchange(early), programs.ProgramToken)
    lobby.wait(1)
    assert third.exchange(late).error == "invalid_grant"


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"code": "kac_of_nobody"}, "invalid_grant"),
        ({"code": ""}, "invalid_request"),
        ({"code_verifier": VERIFIER + "x"}, "invalid_grant"),
        ({"code_verifier": "short"}, "invalid_request"),
        ({"code_verifier": ""}, "invalid_request"),
        ({"redirect_uri": ""}, "invalid_grant"),
        ({"redirect_uri": "https://club.example/other"}, "invalid_grant"),
        ({"client_id": "of nobody"}, "invalid_client"),
        ({"client_id": ""}, "invalid_client"),
        ({"client_secret": "kas_guessed"}, "invalid_client"),
        ({"grant_type": ""}, "unsupported_grant_type"),
        ({"grant_type": "password"}, "unsupported_grant_type"),
        ({"grant_type": "client_credentials"}, "unsupported_grant_type"),
        ({"grant_type": 'a"b'}, "invalid_request"),
        ({"code": "\u03ba"}, "invalid_request"),
        ({"authorization": "Basic /w=="}, "invalid_client"),
        ({"authorization": "Basic \u03ba"}, "invalid_client"),
    ],
)
def test_what_does_not_fit_uses_nothing_up(lobby: LocalLobby, fields: dict[str, str], error: str) -> None:
    (ana,) = lobby.enter("Ana")
    third = Third(lobby, ana)
    code = third.code(ana)
    form = {"grant_type": "authorization_code", "code": code, "redirect_uri": BACK, "code_verifier": VERIFIER}
    assert third.ask(**(form | fields)).error == error
    assert isinstance(third.ask(**form), programs.ProgramToken)


def test_a_program_with_a_secret_shows_it(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    third = Third(lobby, ana, secret=True)
    code = third.code(ana)
    assert third.exchange(code, client_secret="").error == "invalid_client"
    assert third.exchange(code, client_secret="kas_guessed").error == "invalid_client"
    assert third.exchange(code, code_verifier="").error == "invalid_request", "PKCE is for those too"
    basic = base64.b64encode(f"{third.id}:{third.secret}".encode()).decode()
    held = third.exchange(code, client_id="", client_secret="", authorization=f"Basic {basic}")
    assert isinstance(held, programs.ProgramToken)
    assert third.refresh(held.refresh_token, client_secret="").error == "invalid_client"


def test_a_code_is_for_its_program(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    third, other = Third(lobby, ana), Third(lobby, ben)
    code = third.code(ana)
    assert other.exchange(code).error == "invalid_grant"
    held = third.exchange(code)
    assert other.refresh(held.refresh_token).error == "invalid_grant"
    assert other.exchange(code).error == "invalid_grant"
    assert third.opens(held.access_token), "what another program shows ends nothing"
    assert isinstance(third.refresh(held.refresh_token), programs.ProgramToken)


def test_a_code_shown_again_ends_what_has_come_of_it(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    third = Third(lobby, ana)
    code, apart = third.code(ana), third.tokens(ana)
    held = third.exchange(code)
    assert third.exchange(code).error == "invalid_grant"
    assert not third.opens(held.access_token)
    assert third.refresh(held.refresh_token).error == "invalid_grant"
    assert third.opens(apart.access_token), "another consent"


def test_a_refresh_token_is_changed_for_another(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    third = Third(lobby, ana)
    first = third.tokens(ana)
    second = third.refresh(first.refresh_token)
    third_pair = third.refresh(second.refresh_token)
    assert third_pair.refresh_token not in (first.refresh_token, second.refresh_token)
    held = [third.opens(each.access_token) for each in (first, second, third_pair)]
    assert held == [False, False, True], "the newest alone"


def test_a_refresh_token_shown_again_ends_the_whole_consent(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    third = Third(lobby, ana)
    first = third.tokens(ana)
    second = third.refresh(first.refresh_token)
    assert third.refresh(first.refresh_token).error == "invalid_grant"
    assert third.refresh(second.refresh_token).error == "invalid_grant"
    assert not third.opens(second.access_token)
    kinds = [row.kind for row in lobby.rows(security_log)]
    assert kinds.count("program_token_reused") == 1
    assert lobby.ask(programs.ListPrograms(token=ana.token)).allowed == []


def test_a_refresh_token_waits_so_long_to_be_used(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    third = Third(lobby, ana)
    early, late = third.tokens(ana), third.tokens(ana)
    lobby.wait(rules.REFRESH_MS)
    assert isinstance(third.refresh(early.refresh_token), programs.ProgramToken)
    lobby.wait(1)
    assert third.refresh(late.refresh_token).error == "invalid_grant"


def test_a_consent_has_an_end_however_often_it_was_renewed(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    third = Third(lobby, ana)
    held = third.tokens(ana)
    waits = [rules.REFRESH_MS] * 4
    for wait_ms in (*waits, rules.GRANT_MS - sum(waits)):
        lobby.wait(wait_ms)
        held = third.refresh(held.refresh_token)
    lobby.wait(1)
    assert third.refresh(held.refresh_token).error == "invalid_grant"


def test_fewer_scopes_may_be_asked_for_never_more(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    third = Third(lobby, ana)
    held = third.tokens(ana)
    assert third.refresh(held.refresh_token, scope="read company").error == "invalid_scope"
    fewer = third.refresh(held.refresh_token, scope="read")
    assert fewer.scope == "read"
    assert not third.opens(fewer.access_token, "GET /api/me/conversations")
    assert third.refresh(fewer.refresh_token).scope == "read chat", "what was allowed is still allowed"


def test_so_many_consents_to_one_program(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    third = Third(lobby, ana)
    held = []
    for _ in range(rules.GRANTS_MAX + 1):
        held.append(third.tokens(ana))
        lobby.wait(1)
    opened = [third.opens(each.access_token) for each in held]
    assert opened == [False, *[True] * rules.GRANTS_MAX]


def test_a_program_gives_its_tokens_back(lobby: LocalLobby) -> None:
    ana, ben = lobby.enter("Ana", "Ben")
    third, other = Third(lobby, ana), Third(lobby, ben)
    held = third.tokens(ana)
    assert other.give_back(held.access_token).error == "invalid_grant"
    assert other.give_back(held.refresh_token).error == "invalid_grant"
    assert third.give_back("").error == "invalid_request"
    assert third.give_back(held.access_token, client_id="of nobody").error == "invalid_client"
    assert third.opens(held.access_token)
    assert third.give_back(held.access_token) == Done()
    assert not third.opens(held.access_token)
    held = third.refresh(held.refresh_token)
    assert third.give_back(held.refresh_token) == Done() == third.give_back(held.refresh_token)
    assert not third.opens(held.access_token)
    assert third.refresh(held.refresh_token).error == "invalid_grant"


def test_no_program_gives_back_what_a_person_has_made(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    third = Third(lobby, ana)
    form = {"name": "Laptop", "scopes": ["read"], "days": 30, "password": "correct horse"}
    made = lobby.ask(tokens.MakeToken(token=ana.token, **form))
    assert third.give_back(made.secret) == Done()
    assert third.opens(made.secret)


def test_a_program_is_present_and_its_connection_ends_with_its_token(lobby: LocalLobby) -> None:
    (ana,) = lobby.enter("Ana")
    third = Third(lobby, ana)
    held = third.tokens(ana)
    assert lobby.ask(accounts.LogOut(token=ana.token)) == Done()
    room = lobby.ask(presence.Connected(token=held.access_token, gateway="g1", conn=77))
    assert not isinstance(room, Refusal) and room.me.scopes == ["read", "chat"]
    third.give_back(held.refresh_token)
    assert lobby.statuses() == {}
