"""The ways into an account, by password, passkey and provider, and the one function with which each of them ends
(RULES.md §1, §26, §27). An unknown name gets the same answer as a wrong password, after the same time."""

from collections.abc import Callable
from typing import Literal

import msgspec

from services.contracts.client.device_class import DeviceClass
from services.contracts.lobby.accounts import accounts as contract
from services.contracts.lobby.accounts.passkeys import SignInByPasskey
from services.contracts.lobby.accounts.providers import EnterByProvider
from services.contracts.moderation.conduct import Conduct
from services.kernel.refusal import Refusal
from services.lobby import metrics
from services.lobby.access import credential_checks
from services.lobby.access import rows as access
from services.lobby.access import security_log_rows as security
from services.lobby.access.credential_checks import Attempt, Claimed
from services.lobby.access.networks import network_of
from services.lobby.access.passkeys import checks as passkey_checks
from services.lobby.access.passkeys import rows as stored_passkeys
from services.lobby.access.passkeys.checks import Asking
from services.lobby.access.providers import checks as provider_checks
from services.lobby.access.providers import rows as stored_providers
from services.lobby.access.providers.checks import Browser
from services.lobby.accounts import credential_rows as stored
from services.lobby.conduct import rows as stored_conduct
from services.lobby.conduct.standings import ask_conduct, refused_by
from services.lobby.mails import letters
from services.lobby.mails import use_cases as mailing
from services.lobby.ports import Ports, Verdict
from services.lobby.presence import player_rows as players
from services.lobby.presence.ratings import ask_rating
from services.lobby.sessions import rows as stored_sessions
from services.lobby.sessions import use_cases as sessions
from services.platform.database.unit_of_work import Work

Way = Literal["password", "passkey", "provider"]


class Entering(msgspec.Struct, frozen=True, kw_only=True):
    """An account at the door. `conduct`: moderation's word about it; None: it did not answer in time."""

    account: str
    way: Way
    device: str
    address: str
    device_class: DeviceClass
    conduct: Conduct | None


class Entered(msgspec.Struct, frozen=True):
    """An open session, and whether a rating of its player is stored."""

    session: contract.Session
    is_rated: bool


def log_in(ports: Ports, request: contract.LogIn) -> contract.Session | Refusal:
    """Open a session for the right name and password."""
    return _counted(_log_in(ports, request))


def sign_in_by_passkey(ports: Ports, request: SignInByPasskey) -> contract.Session | Refusal:
    """Open a session for a passkey, which says itself whose it is."""
    return _counted(_sign_in(ports, request))


def enter_by_provider(ports: Ports, request: EnterByProvider) -> contract.Session | Refusal:
    """Open a session for somebody whom a provider has recognised."""
    return _counted(_enter(ports, request))


def _counted(answer: contract.Session | Refusal) -> contract.Session | Refusal:
    metrics.logins.labels(answer.error if isinstance(answer, Refusal) else "ok").inc()
    return answer


# --- by password -----------------------------------------------------------------------------------------------------


def _log_in(ports: Ports, request: contract.LogIn) -> contract.Session | Refusal:
    attempt = Attempt(
        purpose="login",
        password=request.password,
        code=request.code,
        device=request.device,
        address=request.address,
    )
    claimed = ports.run(credential_checks.claim_by_name, request.username, attempt)
    if isinstance(claimed, Refusal):
        return claimed
    verdict = credential_checks.verify(ports, claimed)
    if isinstance(verdict, Refusal):
        return verdict
    entering = _entering(ports, claimed.account or "", "password", request)
    return _opened(ports, entering, ports.run(_by_password, entering, claimed, verdict))


def _by_password(work: Work, ports: Ports, entering: Entering, claimed: Claimed, verdict: Verdict) -> Entered | Refusal:
    """Open the session, unless the name has been locked meanwhile or the account is excluded."""

    def prove() -> bool | Refusal:
        passed = credential_checks.accept(work, ports, claimed, verdict)
        return passed if isinstance(passed, Refusal) else passed.with_factor

    return credential_checks.check_lock(work, claimed) or let_in(work, ports, entering, prove)


# --- by passkey ------------------------------------------------------------------------------------------------------


def _sign_in(ports: Ports, request: SignInByPasskey) -> contract.Session | Refusal:
    account = ports.run(_account_of, request.passkey.id)
    entering = _entering(ports, account, "passkey", request) if account is not None else None
    return _opened(ports, entering, ports.run(_by_passkey, entering, request))


def _account_of(work: Work, _ports: Ports, credential: str) -> str | None:
    found = stored_passkeys.lock(work, credential)
    return None if found is None else found.account


def _by_passkey(work: Work, ports: Ports, entering: Entering | None, request: SignInByPasskey) -> Entered | Refusal:
    """Open the session for a passkey that is genuine, unless the account is excluded. A passkey whose user was verified
    counts as both factors."""
    asking = Asking(purpose="sign_in", device=request.device, address=request.address, site=request.site)
    shown = passkey_checks.check_shown(work, ports, asking, request.passkey)
    if isinstance(shown, Refusal):
        return shown
    if entering is None or entering.account != shown.account:
        return Refusal("passkey_unknown")
    return let_in(work, ports, entering, lambda: True)


# --- by a provider ---------------------------------------------------------------------------------------------------


def _enter(ports: Ports, request: EnterByProvider) -> contract.Session | Refusal:
    account = ports.run(_joined_to, request)
    if isinstance(account, Refusal):
        return account
    entering = _entering(ports, account, "provider", request)
    return _opened(ports, entering, ports.run(_by_provider, entering, request))


def _joined_to(work: Work, _ports: Ports, request: EnterByProvider) -> str | Refusal:
    return provider_checks.account_of(work, request.ticket, Browser(request.device, request.address))


def _by_provider(work: Work, ports: Ports, entering: Entering, request: EnterByProvider) -> Entered | Refusal:
    """Open the session, once what else the account needs is shown: a provider counts as one factor."""
    account = _joined_to(work, ports, request)
    if isinstance(account, Refusal):
        return account
    if account != entering.account:
        return Refusal("provider_unlinked")

    def prove() -> bool | Refusal:
        attempt = Attempt(purpose="login", code=request.code, device=request.device, address=request.address)
        passed = credential_checks.accept_recognised(work, ports, account, attempt)
        if isinstance(passed, Refusal):
            return passed
        ticket = provider_checks.check_ticket(work, request.ticket, request.device, "enter")
        if isinstance(ticket, Refusal) or not stored_providers.drop_visit(work, request.ticket):
            return Refusal("provider_expired")
        stored_providers.note_use(work, ticket.identity.key)
        return passed.with_factor

    return let_in(work, ports, entering, prove)


# --- by any ----------------------------------------------------------------------------------------------------------


def let_in(work: Work, ports: Ports, entering: Entering, prove: Callable[[], bool | Refusal]) -> Entered | Refusal:
    """The end of every way into an account that there is: exclusions, then what else must be shown, then the session,
    with all that belongs to it. `prove` returns whether a second factor was shown, or why this is not enough."""
    account, network = entering.account, network_of(entering.address)
    if excluded := refused_by(work, account, entering.conduct):
        security.note(work, "login_refused", account, network, purpose="login", way=entering.way, code=excluded.error)
        work.keep = True
        return excluded
    strong = prove()
    if isinstance(strong, Refusal):
        return strong
    is_new = access.note_device(work, account, entering.device)
    security.note(work, "login", account, network, new_device=is_new, second_factor=strong, way=entering.way)
    if is_new:
        _send_new_device_mail(work, ports, entering)
    conduct = entering.conduct
    staff = bool(conduct.roles) if conduct is not None else bool(stored_conduct.roles_of(work, account))
    player = players.find(work, account)
    client = sessions.Client(entering.device, entering.address, entering.device_class)
    session = sessions.begin(work, ports, account, client, strong, staff)
    if entering.way == "passkey":
        stored_sessions.note_passkey(work, account)
    if entering.way == "provider":
        stored_sessions.note_provider(work, account)
    if conduct is None:
        stored_sessions.mark_conduct_recheck(work, account, is_needed=True)
    return Entered(session, player is not None and player.elo is not None)


def _entering(
    ports: Ports, account: str, way: Way, request: contract.LogIn | SignInByPasskey | EnterByProvider
) -> Entering:
    """The account at the door, after moderation was asked about it."""
    return Entering(
        account=account,
        way=way,
        device=request.device,
        address=request.address,
        device_class=request.device_class,
        conduct=ask_conduct(ports, account),
    )


def _opened(ports: Ports, entering: Entering | None, answer: Entered | Refusal) -> contract.Session | Refusal:
    """The session, after ranking was asked for a rating that is not stored."""
    if isinstance(answer, Refusal):
        return answer
    if not answer.is_rated and entering is not None:
        ask_rating(ports, entering.account)
    return answer.session


def _send_new_device_mail(work: Work, ports: Ports, entering: Entering) -> None:
    player, credentials = players.find(work, entering.account), stored.find(work, entering.account)
    if player is not None and credentials is not None:
        values = {"network": network_of(entering.address) or "?", "at": letters.moment(work.now_ms)}
        mailing.write(work, ports, "new_device", player, credentials.email, **values)
