"""A person is asked whether a program may act in their name, and decides (RULES.md §29)."""

from typing import Any, NamedTuple

from services.contracts.lobby.accounts import programs as contract
from services.kernel.refusal import Refusal
from services.lobby import metrics
from services.lobby.access import credential_checks
from services.lobby.access import security_log_rows as security
from services.lobby.access.credential_checks import Attempt
from services.lobby.access.networks import network_of
from services.lobby.accounts import credential_rows as owners
from services.lobby.conduct import exclusions
from services.lobby.mails import use_cases as mailing
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.programs import rows as stored
from services.lobby.programs import rules
from services.lobby.programs.authorization import Asked, Reply, Server
from services.lobby.programs.rules import Program
from services.lobby.programs.use_cases import own
from services.platform.database.unit_of_work import Work

_PARAMETERS = (
    "client_id", "redirect_uri", "response_type", "scope", "state", "code_challenge", "code_challenge_method",
)  # fmt: skip
_HOUR_MS = 3_600_000


class _Considered(NamedTuple):
    """What a known program has asked, for an address that is its own. `answer`: Authlib's to be decided, or the reply
    where there is nothing to allow."""

    program: Program
    server: Server
    asked: Asked
    answer: Any

    @property
    def wrong(self) -> Reply | None:
        """The reply that says what is wrong."""
        return self.answer if isinstance(self.answer, Reply) else None


def ask_consent(work: Work, ports: Ports, request: contract.AskConsent) -> contract.Consent | Refusal:
    """What the program asks for, in the session of the person who is asked."""
    player = own(work, ports, request.token)
    if isinstance(player, Refusal):
        return player
    found = _consider(work, ports, request)
    if isinstance(found, Refusal):
        return found
    program, owner = found.program, players.find(work, found.program.owner)
    credentials = owners.find(work, player.account)
    work.after(metrics.program_consents.labels("asked").inc)
    wrong = found.wrong
    return contract.Consent(
        program=program.id,
        name=program.name,
        homepage=program.homepage,
        owner="" if owner is None else owner.name,
        host=rules.host_of(request.redirect_uri),
        scopes=[] if wrong else list(rules.read_scope(request.scope) or ()),
        password=credentials is not None and credentials.has_password,
        error=None if wrong is None else wrong.error,
        location=None if wrong is None else wrong.location,
    )


def decide_consent(ports: Ports, request: contract.DecideConsent) -> contract.ConsentDecided | Refusal:
    """Allow or deny. To allow is to give a way into the account, so it is checked who does."""
    at_once: contract.ConsentDecided | Refusal | None = ports.run(_deny, request)
    if at_once is not None:
        return at_once
    attempt = Attempt(purpose="program", password=request.password, device=request.device, address=request.address)
    passed = credential_checks.check_own(ports, request.token, attempt)
    if isinstance(passed, Refusal):
        return passed
    answer: contract.ConsentDecided | Refusal = ports.run(_allow, request, passed.account)
    return answer


def _deny(work: Work, ports: Ports, request: contract.DecideConsent) -> contract.ConsentDecided | Refusal | None:
    """Where the browser goes if nothing is to be allowed; None: the person would allow it."""
    player = own(work, ports, request.token)
    if isinstance(player, Refusal):
        return player
    found = _consider(work, ports, request)
    if isinstance(found, Refusal):
        return found
    if found.wrong is not None:
        return contract.ConsentDecided(location=found.wrong.location)
    if request.allow:
        return None
    work.after(metrics.program_consents.labels("denied").inc)
    return contract.ConsentDecided(location=found.server.decide(found.asked, found.answer, None).location)


def _allow(
    work: Work, ports: Ports, request: contract.DecideConsent, account: str
) -> contract.ConsentDecided | Refusal:
    player = players.lock(work, [account]).get(account)
    if player is None:
        return Refusal("session_expired")
    found = _consider(work, ports, request)
    if isinstance(found, Refusal):
        return found
    if found.wrong is not None:
        return contract.ConsentDecided(location=found.wrong.location)
    if refused := exclusions.check_last_events(work, account) or _check_limits(work, account, found.program):
        return refused
    reply = found.server.decide(found.asked, found.answer, account)
    security.note(work, "program_allowed", account, network_of(request.address), program=found.program.id)
    credentials = owners.find(work, account)
    if credentials is not None:
        mailing.write(work, ports, "program", player, credentials.email, program=found.program.name)
    work.after(metrics.program_consents.labels("allowed").inc)
    return contract.ConsentDecided(location=reply.location)


def _check_limits(work: Work, account: str, program: Program) -> Refusal | None:
    """`rate_limited`: too many consents within the hour; `program_allowed_limit`: too many programs."""
    if stored.count_codes(work, account, work.now_ms - _HOUR_MS) >= rules.CONSENTS_HOUR_MAX:
        return Refusal("rate_limited", {"retry_after_s": _HOUR_MS // 1000})
    others = {each.program for each in stored.grants_of(work, account)} - {program.id}
    if len(others) >= rules.ALLOWED_MAX:
        return Refusal("program_allowed_limit", {"max": rules.ALLOWED_MAX})
    return None


def _consider(work: Work, ports: Ports, request: contract.AskConsent | contract.DecideConsent) -> _Considered | Refusal:
    """What is asked. Refusals, after which nobody is sent anywhere: `program_unknown`, `redirect_unknown`."""
    asked = Asked("GET", {name: _readable(name, getattr(request, name)) for name in _PARAMETERS})
    server = Server(work, ports, request.home)
    program = stored.find(work, request.client_id)
    if program is None or server.query_client(program.id) is None:
        return rules.UNKNOWN
    if not rules.fits(program.redirects, request.redirect_uri):
        return rules.REDIRECT_UNKNOWN
    return _Considered(program, server, asked, server.consider(asked))


def _readable(name: str, value: str) -> str:
    """A parameter; one with signs that it may not have counts as missing. A `state` is sent back as it came, and the
    address is compared with those that are registered."""
    return value if name in ("state", "redirect_uri") or rules.is_sayable(value) else ""
