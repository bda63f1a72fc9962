"""The ways to log in to an account, as its owner sees them; ending every session (RULES.md §8)."""

from services.contracts.base import Done
from services.contracts.lobby.accounts import access as contract
from services.kernel.refusal import Refusal
from services.lobby.access import credential_checks
from services.lobby.access import rows as access
from services.lobby.access import second_factor as factors
from services.lobby.access import security_log_rows as security
from services.lobby.access.networks import network_of
from services.lobby.access.passkeys import rows as stored_passkeys
from services.lobby.access.passkeys.use_cases import line
from services.lobby.access.providers import rows as linked
from services.lobby.access.providers import use_cases as by_providers
from services.lobby.accounts import credential_rows as stored
from services.lobby.accounts import permissions
from services.lobby.mails import use_cases as mailing
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.push import browsers as push
from services.lobby.sessions import rows as stored_sessions
from services.lobby.sessions import use_cases as sessions
from services.lobby.tokens import use_cases as tokens
from services.platform.database.unit_of_work import Work

_LISTED = 20


def get_access(work: Work, ports: Ports, request: contract.GetAccess) -> contract.Access | Refusal:
    """The account's address, second factor, passkeys and last sessions."""
    found = sessions.authenticate(work, ports, request.token)
    if isinstance(found, Refusal):
        return found
    session, player = found
    if refusal := permissions.check_home(player, ports, "own_account"):
        return refusal
    credentials = stored.find(work, player.account)
    assert credentials is not None, "a player without credentials"
    factor = factors.active_factor(work, player.account)
    return contract.Access(
        email=credentials.email,
        email_confirmed_at_ms=credentials.email_confirmed_at_ms,
        mail=mailing.is_on(ports),
        second_factor=factor is not None,
        recovery_codes=factors.recovery_left(factor),
        sessions=[
            contract.SessionLine(
                began_at_ms=row.created_at_ms,
                ended_at_ms=row.ended_at_ms,
                ended=row.ended,
                network=row.network,
                here=row.token_hash == session.token_hash,
                this_device=bool(request.device) and row.device == request.device,
            )
            for row in stored_sessions.list_newest(work, player.account, _LISTED)
        ],
        password=credentials.has_password,
        passkeys=[line(each) for each in stored_passkeys.list_of(work, player.account)],
        providers=[by_providers.line(ports, each) for each in linked.links_of(work, player.account)],
        proven=credential_checks.is_proven(work, session, credentials),
    )


def list_ways_in(work: Work, _ports: Ports, request: contract.ListWaysIn) -> contract.WaysIn | Refusal:
    """How an account is entered, by name alone."""
    account = request.account
    if players.find(work, account) is None:
        return Refusal("player_unknown")
    credentials = stored.find(work, account)
    is_open = [each.closed_at_ms is None for each in stored_passkeys.list_of(work, account)]
    ways = {
        "password": credentials is not None and credentials.has_password,
        "passkey": any(is_open),
        "second_factor": factors.active_factor(work, account) is not None,
    }
    providers = [each.provider for each in linked.links_of(work, account)]
    return contract.WaysIn(ways=[*(way for way, there in ways.items() if there), *providers])


def end_sessions(work: Work, ports: Ports, request: contract.EndSessions) -> Done | Refusal:
    """End every session of the account, this one too: its owner cannot know which device belongs to which session."""
    found = sessions.authenticate(work, ports, request.token)
    if isinstance(found, Refusal):
        return found
    session, player = found
    access.forget_devices(work, player.account)
    security.note(work, "sessions_ended", player.account, network_of(request.address))
    sessions.end(work, ports, session, "logged_out", "session_ended")
    tokens.end_all(work, ports, player.account)
    push.end_everywhere(work, player.account)
    return Done()
