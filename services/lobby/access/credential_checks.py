"""The one place where passwords and codes of second factors are checked (RULES.md §1, §8).

Whoever asks for a password says what it is for, on which device and from which address. Every check is counted under
the account (or the unknown name) and under its network, logged with that network, locked and delayed alike; where the
account has a second factor, a password alone is not enough. An unknown name gets the same answer as a wrong password,
after the same time.

A check has three steps, because hashing takes long and must not hold a transaction: `claim_by_name` or `claim_own` in a
unit of work, `verify` outside of one, `accept` in the unit of work that does what the password was needed for.
"""

import hashlib
from typing import Literal

import msgspec

from services.contracts.lobby.accounts.security_log import SecurityKind
from services.kernel.persons.identity import device_key
from services.kernel.refusal import Refusal
from services.kernel.text import unicode_text as text
from services.lobby.access import factor_codes as factors
from services.lobby.access import lockout
from services.lobby.access import lockout_rows as lockouts
from services.lobby.access import rows as access
from services.lobby.access import security_log_rows as security
from services.lobby.access.factor_codes import Factor
from services.lobby.access.networks import household_key, network_of
from services.lobby.access.passkeys import rows as stored_passkeys
from services.lobby.access.passkeys.rules import is_recent
from services.lobby.access.providers import rows as stored_providers
from services.lobby.accounts import credential_rows as stored
from services.lobby.accounts import permissions
from services.lobby.accounts.credential_rows import Credentials
from services.lobby.accounts.rules import username_key
from services.lobby.ports import Ports, Verdict
from services.lobby.sessions import use_cases as sessions
from services.lobby.sessions.rows import SessionRow
from services.platform.database.unit_of_work import Work

Purpose = Literal[
    "login", "appeal", "password", "email", "second_factor", "passkey", "provider", "token", "program", "erasure"
]
"""What is to be done: log in, appeal, change the password or the address, set up or end a second factor, add or remove
a passkey or a provider, make a personal token, allow a program, erase."""

NEEDED = Refusal("second_factor_needed")
WRONG_CODE = Refusal("second_factor_wrong")


class Attempt(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody shows in order to be recognised. `device` and `address`: the client's."""

    purpose: Purpose
    password: str = ""
    code: str = ""
    device: str = ""
    address: str = ""


class Claimed(msgspec.Struct, frozen=True, kw_only=True):
    """An account that somebody says is theirs, before anything is checked. `account` None: the name is unknown."""

    attempt: Attempt
    lockout_key: str
    """Under which wrong passwords count: the account's, the unknown name's, or that of a device on which the account
    has been used, where wrong passwords of others count for nothing."""
    network_key: str | None = None
    """Under which failures of the network count; None: on such a device they do not."""
    account: str | None = None
    credentials: Credentials | None = None
    is_strong: bool = False
    """Whether it is asked in a session that was opened with the second factor."""
    is_proven: bool = False
    """Whether a passkey was shown in the session so lately that no password is asked for (RULES.md §26); or that a
    provider has recognised the owner, where the account has neither (§27)."""
    by_provider: bool = False
    """Whether the session's account has neither password nor passkey, but a provider."""

    @property
    def needed(self) -> Refusal | None:
        """What must be shown first, where the session's account has none: `passkey_needed`, `provider_needed`."""
        by_name = self.attempt.purpose in ("login", "appeal")
        if by_name or self.is_proven or self.credentials is None or self.credentials.has_password:
            return None
        return Refusal("provider_needed" if self.by_provider else "passkey_needed")

    @property
    def network(self) -> str:
        """The stored part of the client's address."""
        return network_of(self.attempt.address)

    @property
    def code_key(self) -> str:
        """Under which wrong codes count. Neither a right password nor a new one makes them forgotten."""
        return f"{self.lockout_key}|code"


class Passed(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who is who they say. `with_factor`: shown just now; `password_hash`: the stored one."""

    account: str
    credentials: Credentials
    password_hash: str
    with_factor: bool


# --- whole checks, for whoever does the rest in another unit of work ------------------------------------------------


def check_by_name(ports: Ports, name: str, attempt: Attempt) -> Passed | Refusal:
    """Recognise somebody by username or e-mail address, without a session. Refusals: `login_locked`, `rate_limited`,
    `login_failed`, `second_factor_needed`, `second_factor_wrong`."""
    return _check(ports, ports.run(claim_by_name, name, attempt))


def check_own(ports: Ports, token: str, attempt: Attempt) -> Passed | Refusal:
    """Recognise the owner of a session again. Refusals: those of a session and of full accounts, `login_locked`,
    `rate_limited`, `password_wrong`, `second_factor_needed`, `second_factor_wrong`."""
    return _check(ports, ports.run(claim_own, token, attempt))


def _check(ports: Ports, claimed: Claimed | Refusal) -> Passed | Refusal:
    if isinstance(claimed, Refusal):
        return claimed
    if claimed.needed is not None:
        return claimed.needed
    verdict = Verdict(True) if claimed.is_proven else verify(ports, claimed)
    if isinstance(verdict, Refusal):
        return verdict
    passed: Passed | Refusal = ports.run(accept, claimed, verdict)
    return passed


# --- the steps -------------------------------------------------------------------------------------------------------


def claim_by_name(work: Work, _ports: Ports, name: str, attempt: Attempt) -> Claimed | Refusal:
    """The account of a username or e-mail address, unless it or the network is locked."""
    key = username_key(name)
    if "@" in key:
        found = stored.find_by_email(work, text.trimmed(name).lower())
    else:
        found = stored.find_by_name_key(work, key)
    if found is not None:
        return _unlocked(work, _claim(work, found, attempt))
    nobody = "name:" + hashlib.sha256(key.encode(errors="surrogatepass")).hexdigest()
    return _unlocked(work, Claimed(attempt=attempt, lockout_key=nobody, network_key=_network_key(attempt)))


def claim_own(work: Work, ports: Ports, token: str, attempt: Attempt) -> Claimed | Refusal:
    """The account of a session, unless it or the network is locked."""
    found = sessions.authenticate(work, ports, token)
    if isinstance(found, Refusal):
        return found
    session, player = found
    if refusal := permissions.check_home(player, ports, "own_account"):
        return refusal
    credentials = stored.find(work, player.account)
    assert credentials is not None, "a player without credentials"
    claimed = msgspec.structs.replace(
        _claim(work, credentials, attempt),
        is_strong=session.strong,
        is_proven=is_proven(work, session, credentials),
        by_provider=_has_provider_alone(work, credentials),
    )
    return claimed if claimed.is_proven and not attempt.code else _unlocked(work, claimed)


def accept_recognised(work: Work, ports: Ports, account: str, attempt: Attempt) -> Passed | Refusal:
    """Let in whom a provider has recognised, once the second factor is shown too (RULES.md §27). Refusals:
    `login_locked`, `second_factor_needed`, `second_factor_wrong`."""
    credentials = stored.find(work, account)
    assert credentials is not None, "of a joined identity"
    claimed = msgspec.structs.replace(_claim(work, credentials, attempt), is_proven=True)
    return accept(work, ports, claimed, Verdict(True))


def is_proven(work: Work, session: SessionRow, credentials: Credentials) -> bool:
    """Whether nothing is asked for in this session: a passkey was shown in it lately, or a provider has recognised the
    owner of an account that has nothing else (RULES.md §26, §27)."""
    if is_recent(session.passkey_at_ms, work.now_ms):
        return True
    return is_recent(session.provider_at_ms, work.now_ms) and _has_provider_alone(work, credentials)


def verify(ports: Ports, claimed: Claimed) -> Verdict | Refusal:
    """Whether the password is the account's; a wrong one is counted. Not inside a unit of work."""
    verdict = _compare(ports, claimed)
    if isinstance(verdict, Refusal):
        return verdict
    if verdict.is_right and claimed.account is not None:
        return verdict
    refusal: Refusal = ports.run(_count_wrong, claimed)
    return refusal


def check_lock(work: Work, claimed: Claimed) -> Refusal | None:
    """`login_locked`, when others have guessed wrong since the claim: simultaneous attempts count like successive
    ones."""
    return lockout.check(lockouts.lock(work, claimed.lockout_key), work.now_ms)


def accept(work: Work, _ports: Ports, claimed: Claimed, verdict: Verdict) -> Passed | Refusal:
    """Let whoever has shown the right password do what it was for, once the second factor is shown too. Called before
    anything else is written in this unit of work. Refusals: `login_locked`, `second_factor_needed`,
    `second_factor_wrong`."""
    account, credentials = claimed.account, claimed.credentials
    assert account is not None and credentials is not None, "verified"
    if not claimed.is_proven and (locked := check_lock(work, claimed)):
        return locked
    with_factor = _accept_factor(work, claimed, account)
    if isinstance(with_factor, Refusal):
        return with_factor
    if not claimed.is_proven:
        lockouts.delete(work, claimed.lockout_key)
    password_hash = verdict.fresh_hash or credentials.password_hash
    if verdict.fresh_hash is not None:
        stored.save_password(work, account, password_hash)
    if claimed.attempt.purpose not in ("login", "password"):
        note(work, claimed, "password_checked", passkey=claimed.is_proven)
    return Passed(account=account, credentials=credentials, password_hash=password_hash, with_factor=with_factor)


def take_code(work: Work, claimed: Claimed, factor: Factor) -> Factor | Refusal:
    """The factor after the code of the attempt, which holds once. A wrong one is counted and logged. Refusals:
    `login_locked`, `second_factor_wrong`."""
    state = lockouts.lock(work, claimed.code_key)
    if locked := lockout.check(state, work.now_ms):
        return locked
    after = factors.take(factor, claimed.attempt.code, work.now_ms)
    if after is not None:
        lockouts.delete(work, claimed.code_key)
        return after
    wrong, _ = lockout.wrong(state, work.now_ms)
    lockouts.save(work, claimed.code_key, wrong)
    is_locked = wrong.locked_until_ms > work.now_ms
    note(work, claimed, "second_factor_lockout" if is_locked else "second_factor_failed")
    _count_network(work, claimed)
    work.keep = True
    return WRONG_CODE


def note(work: Work, claimed: Claimed, kind: SecurityKind, **detail: str | bool) -> None:
    """Log an event of a check, with its purpose and its network."""
    security.note(work, kind, claimed.account or "", claimed.network, purpose=claimed.attempt.purpose, **detail)


# --- new passwords ---------------------------------------------------------------------------------------------------


def hash_new(ports: Ports, password: str) -> str | Refusal:
    """What to store for a new password; `service_unavailable` while too many wait."""
    return ports.passwords.hash(text.normal_password(password))


# --- parts -----------------------------------------------------------------------------------------------------------


def _claim(work: Work, found: Credentials, attempt: Attempt) -> Claimed:
    if access.is_known(work, found.account, attempt.device):
        key, network_key = f"{found.account}|{device_key(attempt.device)}", None
    else:
        key, network_key = found.account, _network_key(attempt)
    return Claimed(attempt=attempt, lockout_key=key, network_key=network_key, account=found.account, credentials=found)


def _has_provider_alone(work: Work, owner: Credentials) -> bool:
    passkeys = stored_passkeys.list_of(work, owner.account)
    if owner.has_password or any(each.closed_at_ms is None for each in passkeys):
        return False
    return bool(stored_providers.links_of(work, owner.account))


def _network_key(attempt: Attempt) -> str | None:
    household = household_key(attempt.address)
    return f"login:{household}" if household else None


def _unlocked(work: Work, claimed: Claimed) -> Claimed | Refusal:
    if claimed.network_key is not None:
        delayed = lockout.check_delay(lockouts.find(work, claimed.network_key), work.now_ms)
        if delayed is not None:
            return delayed
    for key in (claimed.lockout_key, claimed.code_key):
        locked = lockout.check(lockouts.find(work, key), work.now_ms)
        if locked is not None:
            return locked
    return claimed


def _compare(ports: Ports, claimed: Claimed) -> Verdict | Refusal:
    """Compare the password in its normal form, then in the forms in which it was stored before passwords had one. For
    an unknown name as much is computed."""
    known = None if claimed.credentials is None else claimed.credentials.password_hash or None
    normal, *older = text.password_forms(claimed.attempt.password)
    verdict = ports.passwords.check(normal, known)
    for form in older:
        if isinstance(verdict, Refusal) or verdict.is_right:
            return verdict
        verdict = ports.passwords.check(form, known)
        if not isinstance(verdict, Refusal) and verdict.is_right:
            fresh = ports.passwords.hash(normal)
            return fresh if isinstance(fresh, Refusal) else Verdict(True, fresh)
    return verdict


def _count_wrong(work: Work, _ports: Ports, claimed: Claimed) -> Refusal:
    """Count a wrong password, unless the name has been locked meanwhile."""
    state = lockouts.lock(work, claimed.lockout_key)
    locked = lockout.check(state, work.now_ms)
    if locked is not None:
        return locked
    after, refusal = lockout.wrong(state, work.now_ms)
    lockouts.save(work, claimed.lockout_key, after)
    by_name = claimed.attempt.purpose in ("login", "appeal")
    failed: SecurityKind = "login_failed" if by_name else "password_failed"
    note(work, claimed, "lockout" if after.locked_until_ms > work.now_ms else failed)
    _count_network(work, claimed)
    work.keep = True
    return refusal if by_name else Refusal("password_wrong")


def _count_network(work: Work, claimed: Claimed) -> None:
    if claimed.network_key is not None:
        of_network = lockouts.lock(work, claimed.network_key)
        lockouts.save(work, claimed.network_key, lockout.delay(of_network, work.now_ms))


def _accept_factor(work: Work, claimed: Claimed, account: str) -> bool | Refusal:
    """Whether a second factor was shown just now; False: the account has none, or has shown it in this session."""
    factor = access.lock_factor(work, account)
    if factor is None or not factor.active or (claimed.is_strong and not claimed.attempt.code):
        return False
    if not claimed.attempt.code:
        note(work, claimed, "second_factor_asked")
        work.keep = True
        return NEEDED
    after = take_code(work, claimed, factor)
    if isinstance(after, Refusal):
        return after
    access.save_factor(work, account, after)
    return True
