"""Passkeys of an account: added, renamed, removed, shown again in an open session (RULES.md §26)."""

import secrets
from collections.abc import Sequence

from services.contracts.base import Done
from services.contracts.lobby.accounts import passkeys as contract
from services.contracts.lobby.accounts.passkey_parts import NewPasskey, PasskeyChallenge, PasskeyLine
from services.kernel.refusal import Refusal
from services.lobby import metrics
from services.lobby.access import credential_checks
from services.lobby.access import security_log_rows as security
from services.lobby.access.credential_checks import Attempt, Passed
from services.lobby.access.networks import network_of
from services.lobby.access.passkeys import ceremonies, checks, rules
from services.lobby.access.passkeys import rows as stored
from services.lobby.access.passkeys.ceremonies import Made
from services.lobby.access.passkeys.checks import Asking
from services.lobby.access.passkeys.rules import UNKNOWN, Passkey
from services.lobby.access.providers import rows as linked
from services.lobby.access.providers import use_cases as by_providers
from services.lobby.access.providers.rules import is_last_way
from services.lobby.accounts import credential_rows as owners
from services.lobby.accounts import permissions
from services.lobby.mails import use_cases as mailing
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.presence.player import Player
from services.lobby.sessions import rows as stored_sessions
from services.lobby.sessions import use_cases as sessions
from services.platform.database.unit_of_work import Work

_HANDLE_BYTES = 32


def get_site(request: contract.GetPasskeySite) -> contract.PasskeySite:
    """The origin of the configured address, if passkeys can be made for it."""
    site = rules.site_of(request.site)
    return contract.PasskeySite(origin="" if isinstance(site, Refusal) else site.origin)


# --- a passkey more --------------------------------------------------------------------------------------------------


def offer_passkey(ports: Ports, request: contract.OfferPasskey) -> NewPasskey | Refusal:
    """Begin to add a passkey. Who adds one can sign in ever after, so it is checked who asks."""
    attempt = Attempt(purpose="passkey", password=request.password, device=request.device, address=request.address)
    passed = credential_checks.check_own(ports, request.token, attempt)
    if isinstance(passed, Refusal):
        return passed
    answer: NewPasskey | Refusal = ports.run(_offer, request, passed)
    return answer


def _offer(work: Work, _ports: Ports, request: contract.OfferPasskey, passed: Passed) -> NewPasskey | Refusal:
    player, known = players.find(work, passed.account), stored.list_of(work, passed.account)
    if player is None:
        return Refusal("session_expired")
    if len(known) >= rules.PASSKEYS_MAX:
        return Refusal("passkey_limit")
    handle = known[0].user_handle if known else new_handle()
    asking = _asking("add", request, passed.account)
    return new_passkey(work, asking, player.name, handle, [each.credential for each in known])


def new_handle() -> str:
    """A random handle, under which authenticators keep the passkeys of one account; it says nothing of whose it is."""
    return secrets.token_urlsafe(_HANDLE_BYTES)


def new_passkey(work: Work, asking: Asking, name: str, handle: str, exclude: list[str]) -> NewPasskey | Refusal:
    """What an authenticator needs to make one. Refusals: `passkeys_off`, `rate_limited`."""
    offered = checks.offer(work, asking, handle)
    if isinstance(offered, Refusal):
        return offered
    challenge, site = offered
    return NewPasskey(
        challenge=challenge,
        rp_id=site.rp_id,
        user_handle=handle,
        user_name=name,
        exclude=exclude,
        algorithms=ceremonies.ALGORITHMS,
        life_ms=rules.LIFE_MS,
    )


def add_passkey(work: Work, ports: Ports, request: contract.AddPasskey) -> PasskeyLine | Refusal:
    """Add the passkey that was offered. Its user was verified in this session, which counts as shown."""
    found = _own(work, ports, request.token)
    if isinstance(found, Refusal):
        return found
    name = rules.read_name(request.name)
    if isinstance(name, Refusal):
        return name
    if len(stored.list_of(work, found.account)) >= rules.PASSKEYS_MAX:
        return Refusal("passkey_limit")
    asking = _asking("add", request, found.account)
    made = checks.check_created(work, asking, request.passkey)
    if isinstance(made, Refusal):
        return made
    added = keep_passkey(work, asking, made, found.account, request.passkey.transports, name)
    if added is None:
        return Refusal("passkey_known")
    stored_sessions.note_passkey(work, found.account)
    _report(work, ports, found)
    return line(added)


def keep_passkey(
    work: Work, asking: Asking, made: Made, account: str, transports: Sequence[str], name: str = ""
) -> Passkey | None:
    """Store a new passkey that is genuine; None: there is one with this credential."""
    passkey = Passkey(
        credential=made.credential,
        account=account,
        user_handle=made.user_handle,
        public_key=made.public_key,
        sign_count=made.sign_count,
        transports=" ".join(transports),
        synced=made.synced,
        name=name,
        added_at_ms=work.now_ms,
    )
    if not stored.add(work, passkey):
        return None
    security.note(work, "passkey_added", account, network_of(asking.address), passkey=made.credential[:16])
    work.after(metrics.passkeys.labels("added").inc)
    return passkey


# --- those that there are --------------------------------------------------------------------------------------------


def rename_passkey(work: Work, ports: Ports, request: contract.RenamePasskey) -> PasskeyLine | Refusal:
    """Give a passkey another name."""
    found = _own(work, ports, request.token)
    if isinstance(found, Refusal):
        return found
    name = rules.read_name(request.name)
    if isinstance(name, Refusal):
        return name
    passkey = stored.lock(work, request.passkey)
    if passkey is None or passkey.account != found.account:
        return UNKNOWN
    stored.rename(work, passkey.credential, name)
    work.after(metrics.passkeys.labels("renamed").inc)
    renamed = stored.lock(work, request.passkey)
    assert renamed is not None, "locked"
    return line(renamed)


def remove_passkey(ports: Ports, request: contract.RemovePasskey) -> Done | Refusal:
    """Take a passkey no more, unless nothing else would let its owner in."""
    attempt = Attempt(purpose="passkey", password=request.password, device=request.device, address=request.address)
    passed = credential_checks.check_own(ports, request.token, attempt)
    if isinstance(passed, Refusal):
        return passed
    answer: Done | Refusal = ports.run(_remove, request, passed.account)
    return answer


def _remove(work: Work, ports: Ports, request: contract.RemovePasskey, account: str) -> Done | Refusal:
    known, owner = stored.list_of(work, account), owners.find(work, account)
    player = players.find(work, account)
    if owner is None or player is None or request.passkey not in {each.credential for each in known}:
        return UNKNOWN
    others = rules.count_open(known, request.passkey)
    providers = by_providers.count_open(ports, linked.links_of(work, account))
    if is_last_way(has_password=owner.has_password, passkeys=others, providers=providers):
        return Refusal("passkey_last")
    stored.remove(work, request.passkey)
    security.note(work, "passkey_removed", account, network_of(request.address), passkey=request.passkey[:16])
    work.after(metrics.passkeys.labels("removed").inc)
    _report(work, ports, player)
    return Done()


def line(passkey: Passkey) -> PasskeyLine:
    """A passkey as its owner sees it."""
    return PasskeyLine(
        id=passkey.credential,
        name=passkey.name,
        added_at_ms=passkey.added_at_ms,
        used_at_ms=passkey.used_at_ms,
        synced=passkey.synced,
        closed=passkey.closed_at_ms is not None,
    )


# --- shown again in an open session ----------------------------------------------------------------------------------


def offer_proof(work: Work, ports: Ports, request: contract.OfferProof) -> PasskeyChallenge | Refusal:
    """Begin to show a passkey of the session's account."""
    found = _own(work, ports, request.token)
    if isinstance(found, Refusal):
        return found
    allow = [each.credential for each in stored.list_of(work, found.account) if each.closed_at_ms is None]
    if not allow:
        return UNKNOWN
    return _challenge(work, _asking("prove", request, found.account), allow)


def offer_sign_in(work: Work, _ports: Ports, request: contract.OfferSignIn) -> PasskeyChallenge | Refusal:
    """Begin to sign in, or to appeal, with any passkey of this site: it says itself whose it is."""
    return _challenge(work, _asking("appeal" if request.appeal else "sign_in", request), [])


def _challenge(work: Work, asking: Asking, allow: list[str]) -> PasskeyChallenge | Refusal:
    offered = checks.offer(work, asking)
    if isinstance(offered, Refusal):
        return offered
    challenge, site = offered
    return PasskeyChallenge(challenge=challenge, rp_id=site.rp_id, allow=allow, life_ms=rules.LIFE_MS)


def prove_passkey(work: Work, ports: Ports, request: contract.ProvePasskey) -> Done | Refusal:
    """Show a passkey: for a while nothing in this session asks for the password."""
    found = _own(work, ports, request.token)
    if isinstance(found, Refusal):
        return found
    shown = checks.check_shown(work, ports, _asking("prove", request, found.account), request.passkey)
    if isinstance(shown, Refusal):
        return shown
    stored_sessions.note_passkey(work, found.account)
    return Done()


# --- parts -----------------------------------------------------------------------------------------------------------


def _own(work: Work, ports: Ports, token: str) -> Player | Refusal:
    """The player of a session, whose account is a full one at home here."""
    found = sessions.authenticate(work, ports, token)
    if isinstance(found, Refusal):
        return found
    return permissions.check_home(found[1], ports, "own_account") or found[1]


def _asking(
    purpose: rules.Purpose,
    request: contract.OfferPasskey | contract.AddPasskey | contract.OfferProof | contract.OfferSignIn
    | contract.ProvePasskey,
    account: str = "",
) -> Asking:  # fmt: skip
    return Asking(purpose=purpose, device=request.device, address=request.address, site=request.site, account=account)


def _report(work: Work, ports: Ports, player: Player) -> None:
    """Write to the owner that the passkeys of the account are others now: it may not have been them."""
    owner = owners.find(work, player.account)
    if owner is not None:
        mailing.write(work, ports, "passkey", player, owner.email)
