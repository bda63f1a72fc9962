"""E-mail addresses: confirmed and changed by links (RULES.md §8)."""

from services.contracts.base import Done
from services.contracts.lobby.accounts import access as contract
from services.contracts.lobby.accounts.security_log import SecurityKind
from services.kernel.persons import identity as persons
from services.kernel.refusal import Refusal
from services.lobby.access import credential_checks
from services.lobby.access import security_log_rows as security
from services.lobby.access.credential_checks import Attempt
from services.lobby.access.networks import network_of
from services.lobby.accounts import credential_rows as stored
from services.lobby.accounts import permissions
from services.lobby.accounts import rules as accounts
from services.lobby.accounts.credential_rows import Credentials
from services.lobby.mails import link_rows, links
from services.lobby.mails import use_cases as mailing
from services.lobby.mails.links import INVALID, Link
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.sessions import use_cases as sessions
from services.platform.database.unit_of_work import Work

MAIL_OFF = Refusal("mail_off")


def ask_confirmation(work: Work, ports: Ports, request: contract.AskConfirmation) -> contract.MailSent | Refusal:
    """Send the link that confirms the account's address once more."""
    found = sessions.authenticate(work, ports, request.token)
    if isinstance(found, Refusal):
        return found
    if not mailing.is_on(ports):
        return MAIL_OFF
    if refusal := permissions.check_home(found[1], ports, "own_account"):
        return refusal
    credentials = stored.find(work, found[1].account)
    assert credentials is not None, "a player without credentials"
    if not credentials.email:
        return Refusal("email_invalid")
    if credentials.email_confirmed_at_ms is not None:
        return Refusal("already_confirmed")
    return mailing.send_link(work, ports, "confirm", found[1], credentials.email) or mailing.sent(ports)


def confirm_email(work: Work, ports: Ports, request: contract.ConfirmEmail) -> Done | Refusal:
    """Confirm the address to which the link was sent."""
    link = links.check(link_rows.lock_link(work, sessions.token_hash(request.link)), ("confirm", "change"), work.now_ms)
    if isinstance(link, Refusal):
        return link
    credentials = stored.find(work, link.account)
    if credentials is None:
        return INVALID
    refusal = _change(work, ports, link, credentials) if link.kind == "change" else _confirm(work, link, credentials)
    if refusal is None:
        link_rows.use_link(work, link)
        kind: SecurityKind = "email_changed" if link.kind == "change" else "email_confirmed"
        security.note(work, kind, link.account, network_of(request.address))
        email_key = persons.mailbox_key(link.email)
        work.publish(contract.EmailConfirmed(account=link.account, email_key=email_key, at_ms=work.now_ms))
    return refusal or Done()


def _confirm(work: Work, link: Link, credentials: Credentials) -> Refusal | None:
    if credentials.email != link.email:
        return INVALID
    stored.confirm_email(work, link.account)
    return None


def _change(work: Work, ports: Ports, link: Link, credentials: Credentials) -> Refusal | None:
    """Notify the old address, because the change may not have been made by its owner."""
    if not stored.change_email(work, link.account, link.email):
        return Refusal("email_taken")
    link_rows.drop_links(work, link.account, "confirm", "password")
    player = players.find(work, link.account)
    if player is not None:
        mailing.write(work, ports, "changed", player, credentials.email)
    return None


def change_email(ports: Ports, request: contract.ChangeEmail) -> contract.MailSent | Refusal:
    """Request another address. The password is checked again, because the address can be used to set a new one."""
    if not mailing.is_on(ports):
        return MAIL_OFF
    attempt = Attempt(purpose="email", password=request.password, device=request.device, address=request.address)
    passed = credential_checks.check_own(ports, request.token, attempt)
    if isinstance(passed, Refusal):
        return passed
    email = accounts.read_email(request.email)
    if isinstance(email, Refusal):
        return email
    answer: contract.MailSent | Refusal = ports.run(_send_change, passed.account, email)
    return answer


def _send_change(work: Work, ports: Ports, account: str, email: str) -> contract.MailSent | Refusal:
    player = players.find(work, account)
    taken = stored.find_by_email(work, email) is not None
    refusal = None if player is None or taken else mailing.send_link(work, ports, "change", player, email)
    return refusal or mailing.sent(ports)
