"""Guest accounts: opened, entered again, erased when they are no longer used (RULES.md §11)."""

import secrets

from services.contracts.lobby.accounts import guest_accounts as contract
from services.kernel.clock import DAY_MS, utc_date
from services.kernel.ids import new_account_id
from services.kernel.refusal import Refusal
from services.lobby import metrics
from services.lobby.accounts import registration_rows as registrations
from services.lobby.accounts.guest_accounts import names as rules
from services.lobby.accounts.guest_accounts import rows as stored
from services.lobby.accounts.rules import username_key
from services.lobby.accounts.terms import rows as posted
from services.lobby.accounts.terms import rules as terms
from services.lobby.conduct import standings
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as players
from services.lobby.presence.player import Player
from services.lobby.privacy import erasure
from services.lobby.sessions import rows as stored_sessions
from services.lobby.sessions import use_cases as sessions
from services.platform.database.unit_of_work import Work

_NAMES_TRIED = 20
_AT_ONCE = 50


def enter(ports: Ports, request: contract.EnterAsGuest) -> contract.GuestSession | Refusal:
    """Open a session of a new guest account, or of the one with this key."""
    if not ports.settings.guest_keep_days:
        return Refusal("guests_closed")
    if not request.adult:
        return Refusal("underage")
    answer: contract.GuestSession | Refusal
    answer = ports.run(_open, request) if request.key is None else _enter_again(ports, request, request.key)
    return answer


def sweep_guests(ports: Ports) -> int:
    """Erase guest accounts that have not been used for too long; returns how many. One that cannot be erased now,
    because a match of theirs runs, is checked again a day later."""
    if not ports.settings.guest_keep_days:
        return 0
    done = erasure.erase_unseen(ports, ports.run(_find_unseen), _put_off)
    metrics.guest_accounts.labels("erased").inc(done)
    return done


def _enter_again(ports: Ports, request: contract.EnterAsGuest, key: str) -> contract.GuestSession | Refusal:
    account = ports.run(_find, key)
    if account is None:
        return Refusal("guest_unknown")
    conduct = standings.ask_conduct(ports, account)

    def begin(work: Work, ports: Ports) -> contract.GuestSession | Refusal:
        if not stored.is_guest(work, account):
            return Refusal("guest_unknown")
        refusal = standings.refused_by(work, account, conduct)
        if refusal is not None:
            return refusal
        stored.note_visit(work, account, work.now_ms)
        session = _begin(work, ports, account, request, key)
        if conduct is None:
            stored_sessions.mark_conduct_recheck(work, account, is_needed=True)
        metrics.guest_accounts.labels("entered").inc()
        return session

    answer: contract.GuestSession | Refusal = ports.run(begin)
    return answer


def _open(work: Work, ports: Ports, request: contract.EnterAsGuest) -> contract.GuestSession | Refusal:
    day = utc_date(work.now_ms).isoformat()
    most = ports.settings.register_per_ip_day
    registrations.lock(work, request.address, day)
    if most and registrations.count(work, request.address, day) >= most:
        return Refusal("registration_limit")
    version = posted.posted(work)
    if refusal := terms.check_accepted(request.terms, version):
        return refusal
    account = _add_player(work, ports.cell, request)
    if isinstance(account, Refusal):
        return account
    key = sessions.new_token()
    stored.add(work, account, sessions.token_hash(key), version)
    registrations.add(work, request.address, day)
    metrics.guest_accounts.labels("opened").inc()
    return _begin(work, ports, account, request, key)


def _add_player(work: Work, cell: str, request: contract.EnterAsGuest) -> str | Refusal:
    """Add a new player under the first free one of some random names."""
    account = new_account_id(cell)
    for _ in range(_NAMES_TRIED):
        name = rules.guest_name(secrets.randbelow(rules.NAMES))
        player = Player(account, name, username_key(name), request.language, work.now_ms, guest=True)
        if players.add(work, player):
            return account
    return Refusal("guests_closed")


def _begin(work: Work, ports: Ports, account: str, request: contract.EnterAsGuest, key: str) -> contract.GuestSession:
    client = sessions.Client(request.device, request.address, request.device_class)
    session = sessions.begin(work, ports, account, client)
    return contract.GuestSession(
        token=session.token, account=session.account, key=key, keep_days=ports.settings.guest_keep_days
    )


def _find(work: Work, _ports: Ports, key: str) -> str | None:
    return stored.find_by_key(work, sessions.token_hash(key))


def _find_unseen(work: Work, ports: Ports) -> list[str]:
    return stored.find_unseen(work, work.now_ms - ports.settings.guest_keep_days * DAY_MS, _AT_ONCE)


def _put_off(work: Work, ports: Ports, account: str) -> None:
    stored.note_visit(work, account, work.now_ms - (ports.settings.guest_keep_days - 1) * DAY_MS)
