"""Registration of accounts (RULES.md §1)."""

import msgspec

from services.contracts.lobby.accounts import accounts as contract
from services.contracts.lobby.accounts.access import EmailConfirmed
from services.contracts.lobby.accounts.passkey_parts import NewPasskey
from services.contracts.lobby.accounts.passkeys import OfferRegistration
from services.contracts.moderation.conduct import Conduct, GetConduct
from services.contracts.wallet import invitations as economy
from services.kernel.clock import utc_date
from services.kernel.ids import new_account_id
from services.kernel.persons import identity as persons
from services.kernel.refusal import Refusal
from services.lobby import metrics
from services.lobby.access import credential_checks
from services.lobby.access import rows as access
from services.lobby.access.networks import household_key
from services.lobby.access.passkeys.ceremonies import Made
from services.lobby.access.passkeys.checks import Asking, check_created
from services.lobby.access.passkeys.use_cases import keep_passkey, new_handle, new_passkey
from services.lobby.access.providers import checks as provider_checks
from services.lobby.access.providers import rows as provider_rows
from services.lobby.access.providers import use_cases as by_providers
from services.lobby.access.providers.rules import Ticket
from services.lobby.accounts import credential_rows as stored
from services.lobby.accounts import registration_rows as registrations
from services.lobby.accounts import rules as accounts
from services.lobby.accounts.credential_rows import Credentials
from services.lobby.accounts.guest_accounts import rows as guest_accounts
from services.lobby.accounts.rules import NewAccount, Registration
from services.lobby.accounts.terms import rows as posted
from services.lobby.accounts.terms import rules as terms
from services.lobby.mails import use_cases as mailing
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.presence.player import Player
from services.lobby.sessions import rows as stored_sessions
from services.lobby.sessions import use_cases as sessions
from services.platform.database.unit_of_work import Work

CHANNELS = frozenset({"facebook", "email", "whatsapp", "viber", "telegram", "twitter"})
CODE_LENGTH_MAX = 64
_OF_THE_INVITER = frozenset({"invite_capped", "inviter_inactive"})
"""Outcomes in which the inviter goes without, for reasons that are theirs alone; the newcomer gets the same chips."""


def register(ports: Ports, request: contract.Register, guest_token: str | None = None) -> contract.Session | Refusal:
    """Create the account and log it in. `guest_token`: of the session whose guest account becomes the new one
    (RULES.md §11)."""
    if guest_token is not None and (refusal := ports.run(_check_guest, guest_token)):
        return refusal
    found = ports.run(_check, request)
    if isinstance(found, Refusal):
        return found
    if request.code and (refusal := _check_channel(request.channel)):
        return refusal
    password_hash = credential_checks.hash_new(ports, request.password) if request.password else ""
    if isinstance(password_hash, Refusal):
        return password_hash
    session = ports.run(_register, request, password_hash, guest_token)
    if isinstance(session, Refusal) or not request.code:
        return session
    return msgspec.structs.replace(session, invite_result=reward_newcomer(ports, request, session.account, found))


def offer_registration(work: Work, ports: Ports, request: OfferRegistration) -> NewPasskey | Refusal:
    """Begin to register with a passkey (RULES.md §26): an authenticator makes it only for a form that may be stored."""
    form = Registration(request.username, request.email, "", request.birth_date, without_password=True)
    new = _check_form(work, ports, form, request.address, request.terms)
    if isinstance(new, Refusal):
        return new
    return new_passkey(work, _asking(request), new.username.shown, new_handle(), [])


def _asking(request: contract.Register | OfferRegistration) -> Asking:
    return Asking(purpose="register", device=request.device, address=request.address, site=request.site)


def _check(work: Work, ports: Ports, request: contract.Register) -> NewAccount | Refusal:
    """Check the registration without writing anything: the account, or the first refusal."""
    other_way = request.passkey is not None or request.ticket is not None
    form = Registration(
        request.username, request.email, request.password, request.birth_date, without_password=other_way
    )
    new = _check_form(work, ports, form, request.address, request.terms)
    if isinstance(new, Refusal) or request.ticket is None:
        return new
    ticket = _ticket(work, request)
    return ticket if isinstance(ticket, Refusal) else new


def _check_form(
    work: Work, ports: Ports, form: Registration, address: str, version: int | None
) -> NewAccount | Refusal:
    day = utc_date(work.now_ms)
    counted = bool(ports.settings.register_per_ip_day)
    new = accounts.register(
        form, day, registrations.count(work, address, day.isoformat()) if counted else 0, ports.settings.accounts
    )
    if isinstance(new, Refusal):
        return new
    if refusal := terms.check_accepted(version, posted.posted(work)):
        return refusal
    if players.find_by_key(work, new.username.key) is not None or players.has_look(work, new.username.shown):
        return Refusal("username_taken")
    return Refusal("email_taken") if stored.find_by_email(work, new.email) is not None else new


def _ticket(work: Work, request: contract.Register) -> Ticket | Refusal:
    """Of the provider that has recognised the person: `provider_expired`, `provider_taken`."""
    found = provider_checks.check_ticket(work, request.ticket or "", request.device, "enter")
    if isinstance(found, Refusal):
        return found
    return Refusal("provider_taken") if provider_rows.find_link(work, found.identity.key) else found


def _transports(request: contract.Register) -> list[str]:
    return [] if request.passkey is None else request.passkey.transports


def _check_guest(work: Work, ports: Ports, token: str) -> Refusal | None:
    found = _guest(work, ports, token)
    return found if isinstance(found, Refusal) else None


def _guest(work: Work, ports: Ports, token: str) -> Player | Refusal:
    """The guest account of a session's token: `session_expired`, `session_replaced`, `not_a_guest`."""
    found = sessions.authenticate(work, ports, token)
    if isinstance(found, Refusal):
        return found
    return found[1] if found[1].guest else Refusal("not_a_guest")


def _register(
    work: Work, ports: Ports, request: contract.Register, password_hash: str, guest_token: str | None
) -> contract.Session | Refusal:
    """Check everything again and write the rows, which decide between two simultaneous registrations."""
    day = utc_date(work.now_ms).isoformat()
    registrations.lock(work, request.address, day)
    new = _check(work, ports, request)
    if isinstance(new, Refusal):
        return new
    shown = _shown(work, request)
    if isinstance(shown, Refusal):
        return shown
    if guest_token is None:
        player = _add_player(work, ports.cell, request, new)
    else:
        player = _rename(work, ports, request, new, guest_token)
    if isinstance(player, Refusal):
        return player
    account = player.account
    if not stored.add(work, _credentials(work, account, new, request, password_hash)):
        return Refusal("email_taken")
    if refusal := _keep_shown(work, request, shown, account):
        return refusal
    work.publish(
        contract.Registered(
            account=account,
            name=player.name,
            device=request.device,
            created_at_ms=work.now_ms,
            email_key=persons.mailbox_key(new.email),
            network=household_key(request.address),
            person_key=persons.identity_key(new.username.key, new.birth_date),
            device_identity=persons.device_identity_key(request.device, new.birth_date),
        )
    )
    registrations.add(work, request.address, day)
    metrics.registrations.inc()
    access.note_device(work, account, request.device)
    _confirm(work, ports, player, new, shown)
    client = sessions.Client(request.device, request.address, request.device_class)
    session = sessions.begin(work, ports, account, client, strong=shown.made is not None)
    if shown.made is not None:
        stored_sessions.note_passkey(work, account)
    if shown.ticket is not None:
        stored_sessions.note_provider(work, account)
    return session


class _Shown(msgspec.Struct, frozen=True):
    """What a registration has brought beside a password: a new passkey, the ticket of a provider."""

    made: Made | None
    ticket: Ticket | None


def _shown(work: Work, request: contract.Register) -> _Shown | Refusal:
    ticket = None if request.ticket is None else _ticket(work, request)
    if isinstance(ticket, Refusal):
        return ticket
    made = None if request.passkey is None else check_created(work, _asking(request), request.passkey)
    return made if isinstance(made, Refusal) else _Shown(made, ticket)


def _keep_shown(work: Work, request: contract.Register, shown: _Shown, account: str) -> Refusal | None:
    """Store them as ways into the new account, and use the ticket up: `passkey_known`, `provider_taken`."""
    made, ticket = shown.made, shown.ticket
    if made is not None and not keep_passkey(work, _asking(request), made, account, _transports(request)):
        return Refusal("passkey_known")
    if ticket is None:
        return None
    joined = by_providers.join(work, ticket.provider, ticket.identity, account, request.address)
    if joined is None or not provider_rows.drop_visit(work, request.ticket or ""):
        return Refusal("provider_taken")
    return None


def _confirm(work: Work, ports: Ports, player: Player, new: NewAccount, shown: _Shown) -> None:
    """The address is confirmed by a provider, or by the link of a mail."""
    if shown.ticket is not None and _is_confirmed_by(ports, shown.ticket, new):
        stored.confirm_email(work, player.account)
        email_key = persons.mailbox_key(new.email)
        work.publish(EmailConfirmed(account=player.account, email_key=email_key, at_ms=work.now_ms))
    elif mailing.is_on(ports) and new.email:
        mailing.send_link(work, ports, "confirm", player, new.email)


def _is_confirmed_by(ports: Ports, ticket: Ticket, new: NewAccount) -> bool:
    """Whether the account's address is the one that a provider has verified whose word the operator trusts."""
    provider = ports.providers.find(ticket.provider)
    is_same = bool(new.email) and ticket.identity.verified and ticket.identity.email == new.email
    return is_same and provider is not None and provider.confirms_email


def _add_player(work: Work, cell: str, request: contract.Register, new: NewAccount) -> Player | Refusal:
    player = Player(new_account_id(cell), new.username.shown, new.username.key, request.language, work.now_ms)
    return player if players.add(work, player) else Refusal("username_taken")


def _rename(work: Work, ports: Ports, request: contract.Register, new: NewAccount, token: str) -> Player | Refusal:
    """Rename the guest's player: the account keeps its id, and with it everything that other services store about
    it."""
    guest = _guest(work, ports, token)
    if isinstance(guest, Refusal):
        return guest
    account = guest.account
    locked = players.lock(work, [account])[account]
    if not locked.guest or locked.part is not None:
        return Refusal("already_seated" if locked.guest else "not_a_guest")
    if not players.rename(work, account, new.username.shown, new.username.key, request.language):
        return Refusal("username_taken")
    guest_accounts.remove(work, account)
    metrics.guest_accounts.labels("registered").inc()
    return msgspec.structs.replace(locked, name=new.username.shown, name_key=new.username.key, guest=False)


def _check_channel(channel: str | None) -> Refusal | None:
    known = channel is None or channel in CHANNELS
    return None if known else Refusal("channel_unknown")


def _credentials(
    work: Work, account: str, new: NewAccount, request: contract.Register, password_hash: str
) -> Credentials:
    return Credentials(
        account=account,
        email=new.email,
        password_hash=password_hash,
        birth_date=new.birth_date.isoformat(),
        device=request.device,
        address=request.address,
        registered_on=utc_date(work.now_ms).isoformat(),
        terms=posted.posted(work),
    )


def reward_newcomer(ports: Ports, request: contract.Register, account: contract.Account, new: NewAccount) -> str | None:
    """Let the wallet check and reward the invitation (services/wallet/RULES.md §7). Returns what the newcomer may learn
    of the invitation's outcome, which is nothing of the inviter's limits, exclusion or
    suspension; None while the wallet is away: the account exists, and the wallet opens its
    ledger account with the event."""
    answer = ports.rpc.call(
        economy.Welcome(
            account=account.account,
            device=request.device,
            created_at_ms=account.created_at_ms,
            email_key=persons.mailbox_key(new.email),
            network=household_key(request.address),
            person_key=persons.identity_key(new.username.key, new.birth_date),
            device_identity=persons.device_identity_key(request.device, new.birth_date),
            code=(request.code or "")[:CODE_LENGTH_MAX],
            channel=request.channel,
            inviter_state=_inviter_state(ports, request.code or ""),
        )
    )
    if isinstance(answer, Refusal):
        return None
    return "rewarded" if answer.invite_result in _OF_THE_INVITER else answer.invite_result


def _inviter_state(ports: Ports, code: str) -> str:
    """The inviter's standing; `active` if moderation cannot be asked."""
    found = ports.rpc.call(economy.FindInviter(code=code[:CODE_LENGTH_MAX]))
    if isinstance(found, Refusal) or found.account is None:
        return "active"
    conduct = ports.rpc.call(GetConduct(account=found.account))
    if not isinstance(conduct, Conduct) or conduct.suspension is None:
        return "active"
    return "blocked" if conduct.suspension.until_ms is None else "suspended"
