"""Attempts and tickets: made, answered, shown (RULES.md §27). Each holds once and for the browser that has begun."""

import secrets

import msgspec

from services.kernel.persons.identity import device_key
from services.kernel.refusal import Refusal
from services.lobby import metrics
from services.lobby.access import lockout
from services.lobby.access import lockout_rows as lockouts
from services.lobby.access.networks import household_key
from services.lobby.access.providers import rows as stored
from services.lobby.access.providers import rules
from services.lobby.access.providers.rules import EXPIRED, Attempt, Identity, Purpose, Ticket, Trip
from services.lobby.ports import Ports
from services.platform.database.unit_of_work import Work

_SECRET_BYTES = 32
_VERIFIER_BYTES = 48


class Browser(msgspec.Struct, frozen=True):
    """Who asks: the browser's device and network address."""

    device: str = ""
    address: str = ""


def begin(work: Work, _ports: Ports, provider: str, purpose: Purpose, browser: Browser) -> tuple[str, Trip] | Refusal:
    """A new attempt: its `state`, and what it sends along. Refusal: `rate_limited`."""
    if refusal := check_delay(work, browser):
        return refusal
    household = household_key(browser.address)
    if refusal := rules.check_open(stored.count_visits(work, household)):
        return refusal
    state = secrets.token_urlsafe(_SECRET_BYTES)
    trip = Trip(nonce=secrets.token_urlsafe(_SECRET_BYTES), verifier=secrets.token_urlsafe(_VERIFIER_BYTES))
    until_ms = work.now_ms + rules.LIFE_MS
    stored.add_visit(work, state, Attempt(provider, purpose, device_key(browser.device), household, until_ms, trip))
    return state, trip


def take(work: Work, _ports: Ports, provider: str, state: str, browser: Browser) -> Attempt | Refusal:
    """The attempt that is answered, which is used up whatever comes of it. Refusals: `rate_limited`,
    `provider_expired`."""
    if refusal := check_delay(work, browser):
        return refusal
    found = stored.take_attempt(work, state)
    if found is None:
        return EXPIRED
    work.keep = True
    is_asker = (found.provider, found.device) == (provider, device_key(browser.device))
    return found if is_asker and work.now_ms <= found.until_ms else EXPIRED


def give_ticket(work: Work, attempt: Attempt, identity: Identity) -> str:
    """A ticket for whoever has come back."""
    secret = secrets.token_urlsafe(_SECRET_BYTES)
    until_ms = work.now_ms + rules.LIFE_MS
    ticket = Ticket(attempt.provider, attempt.purpose, attempt.device, attempt.household, until_ms, identity)
    stored.add_visit(work, secret, ticket)
    return secret


def check_ticket(work: Work, secret: str, device: str, *purposes: Purpose) -> Ticket | Refusal:
    """A ticket that holds for this browser and one of these purposes; `stored.drop_visit` uses it up. Refusal:
    `provider_expired`."""
    found = stored.find_ticket(work, secret)
    holds = found is not None and found.device == device_key(device) and work.now_ms <= found.until_ms
    return found if holds and found is not None and found.purpose in purposes else EXPIRED


def account_of(work: Work, secret: str, browser: Browser) -> str | Refusal:
    """The account to which the identity of a ticket for entering is joined. Refusals: `rate_limited`,
    `provider_expired`, `provider_unlinked`."""
    if refusal := check_delay(work, browser):
        return refusal
    ticket = check_ticket(work, secret, browser.device, "enter")
    if isinstance(ticket, Refusal):
        return ticket
    found = stored.find_link(work, ticket.identity.key)
    return Refusal("provider_unlinked") if found is None else found.account


def check_delay(work: Work, browser: Browser) -> Refusal | None:
    """`rate_limited`: the network has failed too often."""
    key = _network_key(browser)
    return lockout.check_delay(lockouts.find(work, key), work.now_ms) if key else None


def count_failure(work: Work, _ports: Ports, provider: str, browser: Browser, refusal: Refusal) -> Refusal:
    """Count an answer that was none under the network, as wrong passwords are."""
    if (key := _network_key(browser)) and refusal is rules.FAILED:
        lockouts.save(work, key, lockout.delay(lockouts.lock(work, key), work.now_ms))
    work.keep = True
    metrics.provider_returns.labels(provider, refusal.error).inc()
    return refusal


def _network_key(browser: Browser) -> str:
    household = household_key(browser.address)
    return f"login:{household}" if household else ""
