"""Whatever programs show: a code is used once, by its program, with its verifier, within a minute; a refresh token
once; shown again, either ends all that came of its consent; scopes never grow (services/lobby/RULES.md §29)."""

from dataclasses import dataclass, field
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.contracts.lobby.accounts.programs import ProgramToken
from services.kernel.clock import HOUR_MS
from services.kernel.refusal import Refusal
from services.lobby.programs import rules
from tests.lobby.local_lobby import LocalLobby
from tests.lobby.programs.third_party import VERIFIER, Third

SCOPES = st.sets(st.sampled_from(rules.OFFERED), min_size=1).map(lambda each: " ".join(sorted(each)))
NUMBER = st.integers(0, 9)
ALLOW = st.tuples(st.just("allow"), NUMBER, SCOPES)
EXCHANGE = st.tuples(st.just("exchange"), NUMBER, NUMBER, st.sampled_from([VERIFIER, VERIFIER, VERIFIER + "x"]))
REFRESH = st.tuples(st.just("refresh"), NUMBER, NUMBER, st.one_of(st.just(""), SCOPES))
WAIT = st.tuples(st.just("wait"), st.sampled_from([1, 30_000, rules.CODE_MS, HOUR_MS]))
DEED = st.one_of(ALLOW, EXCHANGE, EXCHANGE, REFRESH, REFRESH, WAIT)


@dataclass
class Given:
    """A consent as the rules have it. `made_at_ms`: of its code."""

    program: int
    scopes: set[str]
    made_at_ms: int
    code: str
    used: bool = False
    ended: bool = False
    spent: set[str] = field(default_factory=set)
    access: list[tuple[str, int]] = field(default_factory=list)
    """Its access tokens, and until when they hold."""


class Both:
    """The lobby, and beside it what the rules say."""

    def __init__(self, lobby: LocalLobby) -> None:
        lobby.wipe()
        self.lobby = lobby
        (self.ana,) = lobby.enter_one_by_one(["Ana"], "g1")
        self.programs = [Third(lobby, self.ana), Third(lobby, self.ana, secret=True)]
        self.consents: list[Given] = []
        self.refresh_tokens: list[tuple[Given, str]] = []

    def allow(self, program: int, scope: str) -> None:
        if len(self.consents) == rules.GRANTS_MAX:
            return
        program %= 2
        self.ana = self.ana._replace(token=self.lobby.log_in("Ana").token)
        code = self.programs[program].code(self.ana, scope=scope)
        self.consents.append(Given(program, set(scope.split()), self.lobby.now_ms, code))

    def exchange(self, program: int, number: int, verifier: str) -> None:
        if not self.consents:
            return
        program, consent = program % 2, self.consents[number % len(self.consents)]
        answer = self.programs[program].exchange(consent.code, code_verifier=verifier)
        own = program == consent.program
        in_time = self.lobby.now_ms - consent.made_at_ms <= rules.CODE_MS
        should = own and not consent.used and in_time and verifier == VERIFIER
        self.check(consent, answer, should, consent.scopes)
        if own and consent.used:
            consent.ended = True
        consent.used |= should

    def refresh(self, program: int, number: int, scope: str) -> None:
        if not self.refresh_tokens:
            return
        consent, token = self.refresh_tokens[number % len(self.refresh_tokens)]
        program %= 2
        answer = self.programs[program].refresh(token, scope=scope)
        own, narrower = program == consent.program, set(scope.split()) <= consent.scopes
        should = own and not consent.ended and token not in consent.spent and narrower
        self.check(consent, answer, should, set(scope.split()) or consent.scopes)
        if own and token in consent.spent:
            consent.ended = True
        if should:
            consent.spent.add(token)

    def wait(self, ms: int) -> None:
        self.lobby.wait(ms)

    def check(self, consent: Given, answer: Any, should: bool, scopes: set[str]) -> None:
        assert isinstance(answer, ProgramToken) == should, answer
        if not should:
            return
        assert set(answer.scope.split()) == scopes <= consent.scopes
        self.refresh_tokens.append((consent, answer.refresh_token))
        consent.access.append((answer.access_token, self.lobby.now_ms + rules.ACCESS_MS))

    def check_access(self) -> None:
        """Of every consent the newest access token alone opens something, in its time and while the consent holds."""
        for consent in self.consents:
            for number, (token, until_ms) in enumerate(reversed(consent.access)):
                holds = not consent.ended and number == 0 and self.lobby.now_ms <= until_ms
                assert self.programs[0].opens(token) == holds


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(deeds=st.lists(DEED, min_size=6, max_size=25))
def test_whatever_programs_show_is_answered_as_the_rules_say(sqlite_lobby: LocalLobby, deeds: list[Any]) -> None:
    both = Both(sqlite_lobby)
    for name, *how in deeds:
        getattr(both, name)(*how)
        both.check_access()


PORT = st.integers(0, 99_999)
TAIL = st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=12)


def test_an_address_has_at_most_300_signs() -> None:
    longest = "https://a.example/".ljust(300, "x")
    assert (rules.read_home(longest), rules.read_redirects([longest])) == (longest, (longest,))
    assert isinstance(rules.read_home(longest + "x"), Refusal)
    assert isinstance(rules.read_redirects([longest + "x"]), Refusal)


@given(st.sampled_from(["127.0.0.1", "[::1]", "localhost"]), PORT, PORT, st.sampled_from(["", "/", "/back?x=1"]))
def test_on_this_machine_any_port_is_the_same_address(host: str, one: int, other: int, path: str) -> None:
    registered = (f"http://{host}:{one}{path}",)
    assert rules.fits(registered, f"http://{host}:{other}{path}")
    assert rules.fits(registered, f"http://{host}{path}")
    assert not rules.fits(registered, f"http://{host}:{other}{path}x") or path == ""


@given(TAIL)
def test_anywhere_else_an_address_is_compared_sign_by_sign(tail: str) -> None:
    registered = ("https://club.example/back", "http://127.0.0.1/back")
    assert rules.fits(registered, f"https://club.example/back{tail}") == (tail == "")
    asked = f"http://127.0.0.1{tail}"
    assert not rules.fits(registered, asked) or rules.host_of(asked) == "127.0.0.1"


@given(st.text(max_size=60))
def test_whatever_is_registered_has_a_host_and_leads_nowhere_else(raw: str) -> None:
    found = rules.read_redirects([f"https://{raw}"])
    if isinstance(found, tuple):
        assert rules.host_of(found[0]) and "@" not in found[0].split("/")[2] and "#" not in found[0]


@given(st.text(max_size=30))
def test_scopes_that_are_not_offered_are_none(raw: str) -> None:
    found = rules.read_scope(raw)
    assert found is None or set(raw.split(" ")) - {""} == set(found) <= set(rules.OFFERED)
