"""Browsers that are notified, and what their accounts have chosen (RULES.md §24)."""

import hashlib
import secrets
from collections.abc import Sequence

import msgspec

from services.contracts.base import Done
from services.contracts.lobby.people import push as contract
from services.contracts.lobby.people.push import PushChoices
from services.contracts.wallet.limits import SelfExcluded
from services.kernel.refusal import Refusal
from services.lobby import metrics
from services.lobby.companies.evenings import check_zone
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.push import encryption, rules
from services.lobby.push import rows as stored
from services.lobby.push.rows import Browser
from services.lobby.push.rules import Choices
from services.platform.database.unit_of_work import Work

_FOR_GOOD_MS = 2**62
_OFF = Refusal("push_off")


def get_choices(work: Work, ports: Ports, request: contract.GetPushChoices) -> PushChoices:
    """What an account has chosen, and how many browsers it has."""
    return _shown(work, ports, request.account)


def set_choices(work: Work, ports: Ports, request: contract.SetPushChoices) -> PushChoices | Refusal:
    """Choose kinds and quiet hours."""
    if refusal := check_zone(request.quiet.zone):
        return refusal
    before = stored.lock_choices(work, request.account) or Choices()
    off = rules.KINDS.keys() - set(request.kinds)
    stored.save_choices(work, request.account, off, request.quiet)
    minute = before.problem_minute if request.problem_minute is None else request.problem_minute
    wanted, zone = "problem" in request.kinds, ports.settings.house_zone
    next_ms = rules.next_problem(before, request.quiet, minute, wanted=wanted, house_zone=zone, now_ms=work.now_ms)
    stored.save_problem_hour(work, request.account, minute, next_ms)
    return _shown(work, ports, request.account)


def add_browser(work: Work, ports: Ports, request: contract.AddPushBrowser) -> PushChoices | Refusal:
    """Notify a browser; beyond the most of an account it takes the place of the oldest."""
    host = _check(ports, request.endpoint, request.p256dh, request.auth)
    if isinstance(host, Refusal):
        return host
    if refusal := check_zone(request.zone):
        return refusal
    players.lock(work, [request.account])
    key = browser_key(request.endpoint)
    others = [
        each
        for each in stored.browsers_of(work, [request.account], lock=True).get(request.account, [])
        if each.browser != key
    ]
    stored.drop_browsers(work, [each.browser for each in others[: max(0, len(others) + 1 - rules.BROWSERS_MAX)]])
    if (before := stored.find_browser(work, key, lock=True)) is not None and before.account != request.account:
        stored.drop_browsers(work, [key])
    stored.save_browser(
        work,
        Browser(
            key, request.account, request.device, request.endpoint, host, request.p256dh, request.auth, work.now_ms
        ),
    )
    chosen = stored.choices_of(work, [request.account]).get(request.account, Choices())
    if chosen.quiet is None:
        stored.save_choices(work, request.account, chosen.off, rules.default_quiet(request.zone))
    metrics.web_push_browsers_changed.labels("added").inc()
    return _shown(work, ports, request.account)


def drop_browser(work: Work, ports: Ports, request: contract.DropPushBrowser) -> PushChoices:
    """Notify a browser of the account no more."""
    found = stored.find_browser(work, browser_key(request.endpoint), lock=True)
    if found is not None and found.account == request.account:
        stored.drop_browsers(work, [found.browser])
        metrics.web_push_browsers_changed.labels("dropped").inc()
    return _shown(work, ports, request.account)


def renew_browser(work: Work, ports: Ports, request: contract.RenewPushBrowser) -> Done | Refusal:
    """A browser has another address. Its old secret is compared in constant time."""
    host = _check(ports, request.endpoint, request.p256dh, request.auth)
    if isinstance(host, Refusal):
        return host
    old = stored.find_browser(work, browser_key(request.old_endpoint), lock=True)
    if old is None or not _is_same(old.auth, request.old_auth):
        return Refusal("push_unknown")
    key = browser_key(request.endpoint)
    stored.drop_browsers(work, [old.browser, key])
    renewed = msgspec.structs.replace(
        old, browser=key, endpoint=request.endpoint, host=host, p256dh=request.p256dh, auth=request.auth
    )
    stored.save_browser(work, renewed)
    metrics.web_push_browsers_changed.labels("renewed").inc()
    return Done()


def end_on_device(work: Work, account: str, device: str) -> None:
    """The account's owner has logged out on a device."""
    stored.drop_of_account(work, account, of_device=device)


def end_everywhere(work: Work, account: str, but_device: str | None = None) -> None:
    """The account's owner has logged out on all devices, or on all others."""
    stored.drop_of_account(work, account, but_device=but_device)


def self_excluded(work: Work, events: Sequence[SelfExcluded]) -> None:
    """Players have shut games for chips: until then they are not notified of any."""
    for event in sorted(events, key=lambda each: (each.account, each.at_ms)):
        until_ms = _FOR_GOOD_MS if event.until_ms is None else event.until_ms
        if until_ms > work.now_ms:
            stored.save_exclusion(work, event.account, until_ms, event.at_ms)


def browser_key(endpoint: str) -> str:
    """What a browser is stored under."""
    return hashlib.sha256(endpoint.encode(errors="surrogatepass")).hexdigest()


def _is_same(secret: str, shown: str) -> bool:
    return secrets.compare_digest(secret.encode(), shown.encode(errors="surrogatepass"))


def _check(ports: Ports, endpoint: str, p256dh: str, auth: str) -> str | Refusal:
    if not ports.settings.push_key:
        return _OFF
    host = rules.check_endpoint(endpoint, frozenset(ports.settings.push_own_hosts))
    if isinstance(host, Refusal):
        return host
    if refusal := rules.check_keys(p256dh, auth):
        return refusal
    return host if encryption.is_point(p256dh) else Refusal("push_keys_invalid")


def _shown(work: Work, ports: Ports, account: str) -> PushChoices:
    chosen = stored.choices_of(work, [account]).get(account, Choices())
    key = ports.settings.push_key
    return PushChoices(
        key=encryption.public_of(key) if key else "",
        kinds=[kind for kind in rules.KINDS if kind not in chosen.off],
        quiet=rules.quiet_hours(chosen),
        browsers=len(stored.browsers_of(work, [account]).get(account, [])),
        problem_minute=chosen.problem_minute,
    )
