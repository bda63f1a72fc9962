"""A forgotten password: a link that can be used once, and one answer for known and unknown addresses (RULES.md §8)."""

from services.contracts.base import Done
from services.contracts.lobby.accounts import access as contract
from services.kernel.refusal import Refusal
from services.kernel.text.unicode_text import trimmed
from services.lobby.access import credential_checks, lockout
from services.lobby.access import lockout_rows as lockouts
from services.lobby.access import rows as access
from services.lobby.access import security_log_rows as security
from services.lobby.access.email_addresses import MAIL_OFF
from services.lobby.access.networks import household_key, network_of
from services.lobby.accounts import credential_rows as stored
from services.lobby.accounts import rules as accounts
from services.lobby.mails import link_rows, links
from services.lobby.mails import use_cases as mailing
from services.lobby.mails.links import INVALID, Link
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.push import browsers as push
from services.lobby.sessions import rows as stored_sessions
from services.lobby.sessions import use_cases as sessions
from services.lobby.tokens import use_cases as tokens
from services.platform.database.unit_of_work import Work


def forgot_password(work: Work, ports: Ports, request: contract.ForgotPassword) -> contract.MailSent | Refusal:
    """The answer does not reveal whether an account has this address; a network that asks often waits ever longer."""
    if not mailing.is_on(ports):
        return MAIL_OFF
    key = f"forgot:{household_key(request.address)}"
    state = lockouts.lock(work, key)
    if refusal := lockout.check_delay(state, work.now_ms):
        return refusal
    lockouts.save(work, key, lockout.delay(state, work.now_ms))
    credentials = stored.find_by_email(work, trimmed(request.email).lower())
    player = None if credentials is None else players.find(work, credentials.account)
    if credentials is not None and player is not None:
        mailing.send_link(work, ports, "password", player, credentials.email)
    return mailing.sent(ports)


def reset_password(ports: Ports, request: contract.ResetPassword) -> Done | Refusal:
    """Set a new password. The link is checked before the password is hashed, and used up in the unit of work that
    stores the hash."""
    found = ports.run(_look_up, request)
    if isinstance(found, Refusal):
        return found
    fresh = credential_checks.hash_new(ports, request.new)
    if isinstance(fresh, Refusal):
        return fresh
    answer: Done | Refusal = ports.run(_reset, request, fresh)
    return answer


def _look_up(work: Work, ports: Ports, request: contract.ResetPassword) -> Link | Refusal:
    link = links.check(link_rows.lock_link(work, sessions.token_hash(request.link)), ("password",), work.now_ms)
    if isinstance(link, Refusal):
        return link
    credentials, player = stored.find(work, link.account), players.find(work, link.account)
    if credentials is None or player is None or credentials.email != link.email:
        return INVALID
    weak = accounts.check_password(request.new, player.name, credentials.email, ports.settings.accounts)
    return weak or link


def _reset(work: Work, ports: Ports, request: contract.ResetPassword, fresh_hash: str) -> Done | Refusal:
    link = _look_up(work, ports, request)
    if isinstance(link, Refusal):
        return link
    player = players.find(work, link.account)
    assert player is not None, "looked up just now"
    stored.save_password(work, link.account, fresh_hash)
    stored.confirm_email(work, link.account)
    lockouts.delete(work, link.account)
    link_rows.use_link(work, link)
    link_rows.drop_links(work, link.account, "password", "change")
    access.forget_devices(work, link.account)
    push.end_everywhere(work, link.account)
    live = stored_sessions.find_live(work, link.account)
    if live is not None:
        sessions.end(work, ports, live, "password", "session_expired")
    tokens.end_all(work, ports, link.account)
    security.note(work, "password_reset", link.account, network_of(request.address))
    mailing.write(work, ports, "password_changed", player, link.email)
    return Done()
