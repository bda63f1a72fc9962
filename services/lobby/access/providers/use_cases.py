"""Going to a provider and coming back; the providers of an account: added, removed, shown again (RULES.md §27)."""

from services.contracts.base import Done
from services.contracts.lobby.accounts import providers as contract
from services.contracts.lobby.accounts.provider_parts import ProviderLine
from services.kernel.refusal import Refusal
from services.lobby import metrics
from services.lobby.access import credential_checks
from services.lobby.access import security_log_rows as security
from services.lobby.access.credential_checks import Attempt as Check
from services.lobby.access.networks import network_of
from services.lobby.access.passkeys import rows as stored_passkeys
from services.lobby.access.providers import checks, rules
from services.lobby.access.providers import rows as stored
from services.lobby.access.providers.checks import Browser
from services.lobby.access.providers.rules import UNLINKED, Attempt, Identity, Link, Provider, Trip
from services.lobby.accounts import credential_rows as owners
from services.lobby.accounts import permissions
from services.lobby.mails import use_cases as mailing
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.sessions import rows as stored_sessions
from services.lobby.sessions import use_cases as sessions
from services.platform.database.unit_of_work import Work


def list_providers(ports: Ports, request: contract.ListProviders) -> contract.Providers:
    """The providers that are offered; none where the site has no address to which they could answer."""
    offered = [] if isinstance(rules.callback_of(request.site, "any"), Refusal) else ports.providers.list()
    return contract.Providers(providers=[contract.ProviderName(id=each.id, name=each.name) for each in offered])


# --- there and back --------------------------------------------------------------------------------------------------


def start(ports: Ports, request: contract.StartProvider) -> contract.ProviderAddress | Refusal:
    """Begin: the provider's page, where the browser goes."""
    found = _found(ports, request.provider, request.site)
    if isinstance(found, Refusal):
        return found
    provider, callback = found
    browser = Browser(request.device, request.address)
    begun: tuple[str, Trip] | Refusal = ports.run(checks.begin, provider.id, request.purpose, browser)
    if isinstance(begun, Refusal):
        return _started(provider, begun)
    address = ports.providers.address(provider, *begun, callback)
    return _started(provider, address)


def _started(provider: Provider, address: str | Refusal) -> contract.ProviderAddress | Refusal:
    if isinstance(address, Refusal):
        metrics.provider_starts.labels(provider.id, address.error).inc()
        # What its page is cannot be said: to whoever goes there it is all the same why.
        return rules.UNAVAILABLE if address is rules.FAILED else address
    metrics.provider_starts.labels(provider.id, "ok").inc()
    return contract.ProviderAddress(address=address)


def come_back(ports: Ports, request: contract.ReturnFromProvider) -> contract.ProviderReturn | Refusal:
    """The browser is back: ask the provider who it is, then give a ticket for that."""
    found = _found(ports, request.provider, request.site)
    if isinstance(found, Refusal):
        return found
    provider, callback = found
    browser = Browser(request.device, request.address)
    attempt: Attempt | Refusal = ports.run(checks.take, provider.id, request.state, browser)
    if isinstance(attempt, Refusal):
        return _failed(ports, provider, browser, attempt)
    if request.code is None:
        return _failed(ports, provider, browser, rules.REFUSED)
    identity = ports.providers.identify(provider, request.code, attempt.trip, callback)
    if isinstance(identity, Refusal):
        return _failed(ports, provider, browser, identity)
    answer: contract.ProviderReturn = ports.run(_give, provider, attempt, identity)
    return answer


def _failed(ports: Ports, provider: Provider, browser: Browser, refusal: Refusal) -> Refusal:
    counted: Refusal = ports.run(checks.count_failure, provider.id, browser, refusal)
    return counted


def _give(
    work: Work, _ports: Ports, provider: Provider, attempt: Attempt, identity: Identity
) -> contract.ProviderReturn:
    ticket = checks.give_ticket(work, attempt, identity)
    is_linked = stored.find_link(work, identity.key) is not None
    owner = owners.find_by_email(work, identity.email) if identity.verified else None
    has_account = owner is not None and owner.email_confirmed_at_ms is not None
    work.after(metrics.provider_returns.labels(provider.id, "ok").inc)
    return contract.ProviderReturn(
        ticket=ticket,
        provider=provider.id,
        name=provider.name,
        next=rules.next_of(attempt.purpose, is_linked=is_linked, has_account=has_account),
        email=identity.email,
        life_ms=rules.LIFE_MS,
    )


def _found(ports: Ports, provider: str, site: str) -> tuple[Provider, str] | Refusal:
    callback = rules.callback_of(site, provider)
    if isinstance(callback, Refusal):
        return callback
    found = ports.providers.find(provider)
    return rules.UNKNOWN if found is None else (found, callback)


# --- of an account ---------------------------------------------------------------------------------------------------


def link(ports: Ports, request: contract.LinkProvider) -> ProviderLine | Refusal:
    """Join an identity to the session's account. Whoever does so can sign in ever after, so both are shown: the
    identity by its ticket, and the account by what lets its owner in."""
    check = Check(purpose="provider", password=request.password, device=request.device, address=request.address)
    passed = credential_checks.check_own(ports, request.token, check)
    if isinstance(passed, Refusal):
        return passed
    answer: ProviderLine | Refusal = ports.run(_link, request, passed.account)
    return answer


def _link(work: Work, ports: Ports, request: contract.LinkProvider, account: str) -> ProviderLine | Refusal:
    ticket = checks.check_ticket(work, request.ticket, request.device, "enter", "link")
    if isinstance(ticket, Refusal):
        return ticket
    if any(each.provider == ticket.provider for each in stored.links_of(work, account)):
        return Refusal("provider_linked")
    made = join(work, ticket.provider, ticket.identity, account, request.address)
    if made is None:
        return Refusal("provider_taken")
    stored.drop_visit(work, request.ticket)
    _report(work, ports, account, ticket.provider)
    return line(ports, made)


def join(work: Work, provider: str, identity: Identity, account: str, address: str) -> Link | None:
    """Store that an identity is an account's; None: it is another one's."""
    made = Link(identity.key, provider, account, work.now_ms)
    if not stored.add_link(work, made):
        return None
    security.note(work, "provider_linked", account, network_of(address), provider=provider)
    work.after(metrics.provider_links.labels(provider, "added").inc)
    return made


def unlink(ports: Ports, request: contract.UnlinkProvider) -> Done | Refusal:
    """Take an identity away from the account, unless nothing else would let its owner in."""
    check = Check(purpose="provider", password=request.password, device=request.device, address=request.address)
    passed = credential_checks.check_own(ports, request.token, check)
    if isinstance(passed, Refusal):
        return passed
    answer: Done | Refusal = ports.run(_unlink, request, passed.account)
    return answer


def _unlink(work: Work, ports: Ports, request: contract.UnlinkProvider, account: str) -> Done | Refusal:
    linked, owner = stored.links_of(work, account), owners.find(work, account)
    found = next((each for each in linked if each.provider == request.provider), None)
    if found is None or owner is None:
        return UNLINKED
    others = count_open(ports, [each for each in linked if each is not found])
    passkeys = sum(each.closed_at_ms is None for each in stored_passkeys.list_of(work, account))
    if rules.is_last_way(has_password=owner.has_password, passkeys=passkeys, providers=others):
        return Refusal("provider_last")
    stored.remove_link(work, found.identity)
    security.note(work, "provider_unlinked", account, network_of(request.address), provider=found.provider)
    work.after(metrics.provider_links.labels(found.provider, "removed").inc)
    _report(work, ports, account, found.provider)
    return Done()


def prove(work: Work, ports: Ports, request: contract.ProveProvider) -> Done | Refusal:
    """Show the identity again in an open session; it counts where the account has nothing else."""
    found = sessions.authenticate(work, ports, request.token)
    if isinstance(found, Refusal):
        return found
    player = found[1]
    if refusal := permissions.check_home(player, ports, "own_account"):
        return refusal
    ticket = checks.check_ticket(work, request.ticket, request.device, "prove")
    if isinstance(ticket, Refusal):
        return ticket
    linked = stored.find_link(work, ticket.identity.key)
    if linked is None or linked.account != player.account:
        return UNLINKED
    stored.drop_visit(work, request.ticket)
    stored.note_use(work, linked.identity)
    stored_sessions.note_provider(work, player.account)
    return Done()


def count_open(ports: Ports, linked: list[Link]) -> int:
    """How many of these still let their owner in: those whose provider is named."""
    return sum(ports.providers.find(each.provider) is not None for each in linked)


def line(ports: Ports, linked: Link) -> ProviderLine:
    """A provider of an account, as its owner sees it."""
    provider = ports.providers.find(linked.provider)
    return ProviderLine(
        provider=linked.provider,
        name=linked.provider if provider is None else provider.name,
        added_at_ms=linked.added_at_ms,
        used_at_ms=linked.used_at_ms,
        open=provider is not None,
    )


def _report(work: Work, ports: Ports, account: str, provider: str) -> None:
    """Write to the owner that the account's ways in are others now: it may not have been them."""
    player, owner, known = players.find(work, account), owners.find(work, account), ports.providers.find(provider)
    if player is not None and owner is not None:
        mailing.write(work, ports, "provider", player, owner.email, provider=known.name if known else provider)
