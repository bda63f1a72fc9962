"""The one place where challenges are made and passkeys are checked (RULES.md §26).

A challenge holds once, for what it was made for and for the browser that has asked. Failures are counted under the
passkey's account and under the network, as those of passwords are (`access/credential_checks.py`), and logged.
"""

import hashlib
import secrets

import msgspec

from services.contracts.lobby.accounts.passkey_parts import PasskeyCreated, PasskeyShown
from services.contracts.lobby.accounts.security_log import SecurityKind
from services.kernel.persons.identity import device_key
from services.kernel.refusal import Refusal
from services.lobby import metrics
from services.lobby.access import lockout
from services.lobby.access import lockout_rows as lockouts
from services.lobby.access import security_log_rows as security
from services.lobby.access.networks import household_key, network_of
from services.lobby.access.passkeys import ceremonies, rules
from services.lobby.access.passkeys import rows as stored
from services.lobby.access.passkeys.ceremonies import Made
from services.lobby.access.passkeys.rules import CLONED, EXPIRED, FAILED, UNKNOWN, Challenge, Passkey, Purpose, Site
from services.lobby.accounts import credential_rows as owners
from services.lobby.mails import use_cases as mailing
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.platform.database.unit_of_work import Work

_CHALLENGE_BYTES = 32


class Asking(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody at a browser, before anything is checked. `site`: the configured address; `account`: of the session, if
    there is one."""

    purpose: Purpose
    device: str = ""
    address: str = ""
    site: str = ""
    account: str = ""

    @property
    def network_key(self) -> str:
        """Under which failures of the network count, with those of passwords; empty: it is not known."""
        household = household_key(self.address)
        return f"login:{household}" if household else ""


# --- challenges ------------------------------------------------------------------------------------------------------


def offer(work: Work, asking: Asking, user_handle: str = "") -> tuple[str, Site] | Refusal:
    """A new challenge, and the site that it is for. Refusals: `passkeys_off`, `rate_limited`."""
    site = rules.site_of(asking.site)
    if isinstance(site, Refusal):
        return site
    if refusal := _check_delay(work, asking):
        return refusal
    household = household_key(asking.address)
    if refusal := rules.check_offer(*stored.count_challenges(work, household, asking.account)):
        return refusal
    challenge = secrets.token_urlsafe(_CHALLENGE_BYTES)
    stored.add_challenge(
        work,
        Challenge(
            challenge_hash=_hash(challenge),
            purpose=asking.purpose,
            account=asking.account,
            device=device_key(asking.device),
            household=household,
            user_handle=user_handle,
            until_ms=work.now_ms + rules.LIFE_MS,
        ),
    )
    work.after(metrics.passkey_challenges.labels(asking.purpose).inc)
    return challenge, site


def _take(work: Work, asking: Asking, client_data: str) -> tuple[str, Challenge] | None:
    """The challenge that was answered, which is used up whatever comes of it."""
    challenge = ceremonies.challenge_of(client_data)
    if challenge is None:
        return None
    found = stored.take_challenge(work, _hash(challenge))
    if found is None:
        return None
    work.keep = True
    is_asker = (found.purpose, found.account, found.device) == (
        asking.purpose,
        asking.account,
        device_key(asking.device),
    )
    return (challenge, found) if is_asker and work.now_ms <= found.until_ms else None


# --- passkeys --------------------------------------------------------------------------------------------------------


def check_created(work: Work, asking: Asking, created: PasskeyCreated) -> Made | Refusal:
    """A new passkey that is genuine. Refusals: `passkeys_off`, `passkey_expired`,
    `passkey_failed`. Called before anything else is written in the unit of work."""
    site = rules.site_of(asking.site)
    if isinstance(site, Refusal):
        return site
    taken = _take(work, asking, created.client_data)
    if taken is None:
        return _outcome(work, asking, EXPIRED)
    made = ceremonies.verify_created(created, taken[0], taken[1].user_handle, site)
    if made is None:
        _count_network(work, asking)
        return _outcome(work, asking, FAILED)
    work.keep = False
    work.after(metrics.passkey_checks.labels(asking.purpose, "ok").inc)
    return made


def check_shown(work: Work, ports: Ports, asking: Asking, shown: PasskeyShown) -> Passkey | Refusal:
    """The passkey that was shown, of the session's account if there is one. Refusals: `passkeys_off`, `rate_limited`,
    `login_locked`, `passkey_expired`, `passkey_unknown`, `passkey_cloned`, `passkey_failed`."""
    found = _check_shown(work, ports, asking, shown)
    if isinstance(found, Refusal):
        return _outcome(work, asking, found)
    work.after(metrics.passkey_checks.labels(asking.purpose, "ok").inc)
    return found


def _check_shown(work: Work, ports: Ports, asking: Asking, shown: PasskeyShown) -> Passkey | Refusal:
    site = rules.site_of(asking.site)
    if isinstance(site, Refusal):
        return site
    if refusal := _check_delay(work, asking):
        return refusal
    taken = _take(work, asking, shown.client_data)
    if taken is None:
        return EXPIRED
    passkey = stored.lock(work, shown.id)
    if passkey is None or asking.account not in ("", passkey.account):
        _count_network(work, asking)
        return UNKNOWN
    state = lockouts.lock(work, _key(passkey))
    if refusal := lockout.check(state, work.now_ms):
        return refusal
    used = ceremonies.verify_shown(shown, passkey, taken[0], site)
    if used is None:
        return _count_wrong(work, asking, passkey, state)
    lockouts.delete(work, _key(passkey))
    if passkey.closed_at_ms is not None:
        return CLONED
    if rules.is_cloned(passkey.sign_count, used.sign_count):
        _close(work, ports, asking, passkey)
        return CLONED
    stored.note_use(work, passkey.credential, used.sign_count, synced=used.synced)
    return passkey


def _close(work: Work, ports: Ports, asking: Asking, passkey: Passkey) -> None:
    """Take a passkey no more of which a copy was seen: whose of the two it is cannot be known."""
    stored.close(work, passkey.credential)
    security.note(work, "passkey_cloned", passkey.account, network_of(asking.address), passkey=passkey.credential[:16])
    work.after(metrics.passkeys.labels("closed").inc)
    player, owner = players.find(work, passkey.account), owners.find(work, passkey.account)
    if player is not None and owner is not None:
        mailing.write(work, ports, "passkey_closed", player, owner.email)


def _count_wrong(work: Work, asking: Asking, passkey: Passkey, state: lockout.Lockout) -> Refusal:
    after, _ = lockout.wrong(state, work.now_ms)
    lockouts.save(work, _key(passkey), after)
    _count_network(work, asking)
    kind: SecurityKind = "passkey_lockout" if after.locked_until_ms > work.now_ms else "passkey_failed"
    security.note(work, kind, passkey.account, network_of(asking.address), purpose=asking.purpose)
    return FAILED


def _count_network(work: Work, asking: Asking) -> None:
    if asking.network_key:
        state = lockouts.lock(work, asking.network_key)
        lockouts.save(work, asking.network_key, lockout.delay(state, work.now_ms))


def _check_delay(work: Work, asking: Asking) -> Refusal | None:
    if not asking.network_key:
        return None
    return lockout.check_delay(lockouts.find(work, asking.network_key), work.now_ms)


def _outcome(work: Work, asking: Asking, refusal: Refusal) -> Refusal:
    metrics.passkey_checks.labels(asking.purpose, refusal.error).inc()
    return refusal


def _key(passkey: Passkey) -> str:
    return f"{passkey.account}|passkey"


def _hash(challenge: str) -> str:
    return hashlib.sha256(challenge.encode(errors="surrogatepass")).hexdigest()
