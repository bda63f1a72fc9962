"""Changes of a player's own account: the password, the language (RULES.md §1)."""

import msgspec

from services.contracts import lobby as contract
from services.kernel.refusal import Refusal
from services.lobby import accounts, lines, lockout
from services.lobby.full_accounts import check_full
from services.lobby.handlers import client_updates, mailing, sessions, token_renewal
from services.lobby.handlers.ports import Ports, Verdict
from services.lobby.networks import network_of
from services.lobby.store import access, players, security
from services.lobby.store import accounts as stored
from services.lobby.store.accounts import Credentials
from services.plumbing.database import Work


class Asking(msgspec.Struct, frozen=True):
    """The account whose password is to be changed: the key of the player's name, and the stored credentials."""

    name_key: str
    credentials: Credentials


def change_password(ports: Ports, request: contract.ChangePassword) -> contract.Token | Refusal:
    """Change the password. The current one is checked and the new one hashed in a thread, between two units of work."""
    asking = ports.run(look_up, request.token)
    if isinstance(asking, Refusal):
        return asking
    verdict = ports.passwords.check(request.current, asking.credentials.password_hash)
    if isinstance(verdict, Refusal):
        return verdict
    refusal = _refused(ports, request, asking, verdict)
    if refusal is not None:
        return ports.run(count_wrong, asking) if refusal.error == "password_wrong" else refusal
    fresh = ports.passwords.hash(request.new)
    return fresh if isinstance(fresh, Refusal) else ports.run(_change, request, asking, fresh)


def change_language(work: Work, ports: Ports, request: contract.ChangeLanguage) -> contract.Account | Refusal:
    """Change the account's language, on all devices."""
    found = sessions.authenticate(work, ports, request.token)
    if isinstance(found, Refusal):
        return found
    player = msgspec.structs.replace(found[1], language=request.language)
    players.save_language(work, player.account, player.language)
    return lines.account(player, ports.cell)


def look_up(work: Work, ports: Ports, token: str) -> Asking | Refusal:
    """The account of the session with its credentials; `login_locked` after too many wrong passwords."""
    found = sessions.authenticate(work, ports, token)
    if isinstance(found, Refusal):
        return found
    player = found[1]
    if refusal := check_full(player, ports.cell):
        return refusal
    credentials = stored.find(work, player.account)
    assert credentials is not None, "a player without credentials"
    return lockout.check(stored.find_lockout(work, player.account), work.now_ms) or Asking(player.name_key, credentials)


def _refused(ports: Ports, request: contract.ChangePassword, asking: Asking, verdict: Verdict) -> Refusal | None:
    same = request.new == request.current
    email = asking.credentials.email
    return accounts.check_password_change(
        verdict.is_right, same, request.new, asking.name_key, email, ports.settings.accounts
    )


def count_wrong(work: Work, _ports: Ports, asking: Asking) -> Refusal:
    """Count a wrong password as at the login, so that an open session of another person cannot be used to guess it."""
    key = asking.credentials.account
    state = stored.lock_lockout(work, key)
    locked = lockout.check(state, work.now_ms)
    if locked is not None:
        return locked
    after, _ = lockout.wrong(state, work.now_ms)
    stored.save_lockout(work, key, after)
    work.keep = True
    return Refusal("password_wrong")


def _change(
    work: Work, ports: Ports, request: contract.ChangePassword, asking: Asking, fresh_hash: str
) -> contract.Token | Refusal:
    """Store the new hash. Of two simultaneous changes the second one is refused: its current password is no longer
    right."""
    found = sessions.authenticate(work, ports, request.token)
    if isinstance(found, Refusal):
        return found
    account = asking.credentials.account
    if not stored.replace_password(work, account, asking.credentials.password_hash, fresh_hash):
        return Refusal("password_wrong")
    stored.delete_lockout(work, account)
    access.drop_links(work, account, "password", "change")
    access.forget_devices(work, account, found[0].device)
    security.note(work, "password_changed", account, network_of(request.address))
    mailing.write(work, ports, "password_changed", found[1], asking.credentials.email)
    client_updates.come_again(work, ports, found[0])
    return contract.Token(token=token_renewal.renew_after_password(work, account))
