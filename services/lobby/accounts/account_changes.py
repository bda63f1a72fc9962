"""Changes of a player's own account: the password, the language (RULES.md §1)."""

import msgspec

from services.contracts.lobby.accounts import accounts as contract
from services.kernel.refusal import Refusal
from services.kernel.text.unicode_text import normal_password
from services.lobby.access import credential_checks
from services.lobby.access import rows as access
from services.lobby.access import security_log_rows as security
from services.lobby.access.credential_checks import Attempt, Passed
from services.lobby.access.networks import network_of
from services.lobby.accounts import credential_rows as stored
from services.lobby.accounts import rules as accounts
from services.lobby.lists import client_updates, lines
from services.lobby.mails import link_rows
from services.lobby.mails import use_cases as mailing
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.push import browsers as push
from services.lobby.sessions import token_renewal
from services.lobby.sessions import use_cases as sessions
from services.lobby.tokens import use_cases as tokens
from services.platform.database.unit_of_work import Work


def change_password(ports: Ports, request: contract.ChangePassword) -> contract.Token | Refusal:
    """Change the password. The current one is checked and the new one hashed in a thread, between two units of work."""
    attempt = Attempt(purpose="password", password=request.current, device=request.device, address=request.address)
    passed = credential_checks.check_own(ports, request.token, attempt)
    if isinstance(passed, Refusal):
        return passed
    if refusal := ports.run(_check_new, request, passed):
        return refusal
    fresh = credential_checks.hash_new(ports, request.new)
    return fresh if isinstance(fresh, Refusal) else ports.run(_change, request, passed, fresh)


def change_language(work: Work, ports: Ports, request: contract.ChangeLanguage) -> contract.Account | Refusal:
    """Change the account's language, on all devices."""
    found = sessions.authenticate(work, ports, request.token)
    if isinstance(found, Refusal):
        return found
    player = msgspec.structs.replace(found[1], language=request.language)
    players.save_language(work, player.account, player.language)
    return lines.account(player, ports.visits.home_of(player.account))


def _check_new(work: Work, ports: Ports, request: contract.ChangePassword, passed: Passed) -> Refusal | None:
    """`password_same`, `password_weak`. Either shows that the current one was right, so it is logged."""
    player = players.find(work, passed.account)
    name = "" if player is None else player.name_key
    same = normal_password(request.new) == normal_password(request.current)
    refusal = accounts.check_password_change(
        True, same, request.new, name, passed.credentials.email, ports.settings.accounts
    )
    if refusal is not None:
        network = network_of(request.address)
        security.note(work, "password_checked", passed.account, network, purpose="password")
        work.keep = True
    return refusal


def _change(
    work: Work, ports: Ports, request: contract.ChangePassword, passed: Passed, fresh_hash: str
) -> contract.Token | Refusal:
    """Store the new hash. Of two simultaneous changes the second one is refused: its current password is no longer
    right."""
    found = sessions.authenticate(work, ports, request.token)
    if isinstance(found, Refusal):
        return found
    account = passed.account
    if not stored.replace_password(work, account, passed.password_hash, fresh_hash):
        return Refusal("password_wrong")
    link_rows.drop_links(work, account, "password", "change")
    access.forget_devices(work, account, found[0].device)
    push.end_everywhere(work, account, but_device=found[0].device)
    security.note(work, "password_changed", account, network_of(request.address))
    mailing.write(work, ports, "password_changed", found[1], passed.credentials.email)
    tokens.end_all(work, ports, account)
    client_updates.come_again(work, ports, found[0])
    return contract.Token(token=token_renewal.renew_after_password(work, account))
