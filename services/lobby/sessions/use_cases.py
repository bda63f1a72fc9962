"""Sessions: opened, looked up, kept alive, ended (RULES.md §1)."""

import hashlib
import secrets

import msgspec

from services.contracts.base import Done
from services.contracts.client.device_class import PROGRAM, UNKNOWN, DeviceClass
from services.contracts.lobby import presence
from services.contracts.lobby.accounts import accounts
from services.kernel.clock import HOUR_MS
from services.kernel.persons.identity import device_identity_key
from services.kernel.refusal import Refusal
from services.lobby import metrics
from services.lobby.access.networks import household_key, network_of
from services.lobby.accounts.credential_rows import find_birth_date
from services.lobby.lists import client_updates, lines
from services.lobby.matchmaking import rows as seeks
from services.lobby.ports import Ports
from services.lobby.presence import player_rows as stored_players
from services.lobby.presence.player import Player, log_in
from services.lobby.push import browsers as push
from services.lobby.sessions import inactivity as sessions
from services.lobby.sessions import rows as stored
from services.lobby.sessions.rows import SessionRow
from services.lobby.tables import leaving as leave
from services.lobby.tokens import authentication
from services.lobby.tokens import rows as stored_tokens
from services.lobby.tokens.rules import INVALID, PersonalToken, is_personal
from services.platform.database.unit_of_work import Work

_TOKEN_BYTES = 32
_TOUCH_MS = 1_000
"""A timer below this value is not written again."""

_AT_ONCE = 200
"""The most sessions that one sweep ends; the rest waits for the next."""

CODES: dict[stored.Ended, str] = {
    "replaced": "session_replaced",
    "expired": "session_expired",
    "logged_out": "session_expired",
    "suspended": "account_suspended",
    "blocked": "account_blocked",
    "abuse": "protocol_abuse",
    "password": "session_expired",
    "token": "token_invalid",
}
"""Why a session ended → the refusal for its token."""
_OF_THE_ACCOUNT: frozenset[stored.Ended] = frozenset({"suspended", "blocked"})
"""Ends that are meant for whatever connection the account has."""


class Client(msgspec.Struct, frozen=True):
    """From where a session is opened: the client's own name of itself, its network address, and its class."""

    device: str = ""
    address: str = ""
    device_class: DeviceClass = UNKNOWN


def begin(
    work: Work,
    ports: Ports,
    account: str,
    client: Client,
    strong: bool = False,
    staff: bool = False,
    personal_token: str | None = None,
) -> accounts.Session:
    """Open a session of an account. An older one ends, but its seat stays for the new client. `strong`: opened with
    a second factor; `staff`: the account has a role; `personal_token`: the id of the token that opens it, by which no
    other service counts it as a time that somebody has played."""
    player = stored_players.lock(work, [account])[account]
    for old in stored.lock_live(work, [account]).values():
        stored.end(work, old.account, "replaced")
        metrics.sessions_ended.labels("replaced").inc()
        _publish_end(work, old)
        client_updates.end_session(work, ports, old, "session_replaced")
    token = new_token()
    activity = sessions.begun(work.now_ms)
    if player.seated_at is not None or seeks.find(work, account) is not None:
        activity = sessions.seated(activity, work.now_ms)
    how = stored.Opened(client.device, network_of(client.address), strong, staff, personal_token, client.device_class)
    stored.add(work, token_hash(token), account, how, activity)
    if personal_token is None:
        work.publish(_began(work, account, client))
    handover_ms = ports.settings.session_handover_s * 1000
    stored_players.save(work, [log_in(player, work.now_ms, work.now_ms + handover_ms)])
    client_updates.players(work, ports, [account] if player.status != "absent" else [])
    return accounts.Session(token=token, account=lines.account(player, ports.visits.home_of(player.account), strong))


def _began(work: Work, account: str, client: Client) -> accounts.SessionBegan:
    born = find_birth_date(work, account)
    return accounts.SessionBegan(
        account=account,
        at_ms=work.now_ms,
        device=client.device,
        address_key=household_key(client.address),
        device_identity=device_identity_key(client.device, born) if born is not None else "",
    )


def who_is(work: Work, ports: Ports, request: accounts.WhoIs) -> accounts.Account | Refusal:
    """The account of a session's token, or of a personal token that opens the operation."""
    if is_personal(request.token):
        return authentication.who_is(work, ports, token_hash(request.token), request.operation, request.account)
    found = authenticate(work, ports, request.token)
    if isinstance(found, Refusal):
        return found
    session, player = found
    if request.account not in ("", player.account):
        return Refusal("actor_not_own", {"account": player.account})
    if request.active and sessions.idle_ms(session.activity, work.now_ms) >= _TOUCH_MS:
        stored.save(work, session.token_hash, sessions.acted(session.activity, work.now_ms))
    return account_of(work, ports, session, player)


def account_of(work: Work, ports: Ports, session: SessionRow, player: Player) -> accounts.Account:
    """The account of a session, and its rights: a match keeps a session alive, but not its time as a session of
    staff."""
    age_ms = work.now_ms - session.created_at_ms
    over = session.staff and sessions.is_old(age_ms, staff=True, settings=ports.settings.sessions)
    return lines.account(player, ports.visits.home_of(player.account), session.strong, over)


def log_out(work: Work, ports: Ports, request: accounts.LogOut) -> Done | Refusal:
    """End the session, and with it the player's presence."""
    session = stored.find(work, token_hash(request.token))
    if session is None or session.ended is not None:
        return Refusal("session_expired")
    end(work, ports, session, "logged_out", "session_ended")
    push.end_on_device(work, session.account, session.device)
    return Done()


def active(work: Work, _ports: Ports, request: presence.Active) -> Done:
    """These players have acted: reset their inactivity timers."""
    stored.reset_idle(work, request.accounts)
    return Done()


def authenticate(work: Work, ports: Ports, token: str) -> tuple[SessionRow, Player] | Refusal:
    """The live session of a token and its player. An expired one is ended here."""
    session = stored.find(work, token_hash(token))
    if session is None:
        return Refusal("session_expired")
    if session.ended is not None:
        return Refusal(CODES[session.ended])
    player = stored_players.find(work, session.account)
    if player is None:
        return Refusal("session_expired")
    if _is_expired(work, ports, session, player):
        expire(work, ports, session)
        work.keep = True
        return Refusal("session_expired")
    return session, player


def expire(work: Work, ports: Ports, session: SessionRow) -> None:
    """End a session whose user has been inactive for too long, if that is still so."""
    end(work, ports, session, "expired", "session_expired")


def sweep_sessions(ports: Ports) -> int:
    """End sessions that are unused or too old; returns how many were checked. Any number of processes may do it: each
    is decided again under its row's lock."""
    due = ports.run(_find_due)
    for session in due:
        ports.run(expire, session)
    return len(due)


def _find_due(work: Work, ports: Ports) -> list[SessionRow]:
    rules = ports.settings
    idle = stored.find_idle(work, rules.inactivity_s * 1000, rules.activity_lag_s * 1000, _AT_ONCE)
    oldest_ms = work.now_ms - rules.session_max_h * HOUR_MS
    staff_ms = work.now_ms - rules.staff_session_max_h * HOUR_MS
    return idle + stored.find_old(work, oldest_ms, staff_ms, _AT_ONCE)


def end(work: Work, ports: Ports, session: SessionRow, reason: stored.Ended, code: str) -> None:
    """End a session unless it has ended: its player leaves, and its connections are closed with `code`."""

    def still(player: Player) -> bool:
        live = stored.lock_live(work, [session.account]).get(session.account)
        if live is None or not live.was(session):
            return False
        return reason != "expired" or _is_expired(work, ports, live, player)

    if leave.go(work, ports, session.account, still):
        stored.end(work, session.account, reason)
        seeks.remove(work, [session.account])
        _publish_end(work, session)
        metrics.sessions_ended.labels(reason).inc()
        if reason in _OF_THE_ACCOUNT:
            client_updates.end_account(work, ports, session.account, code)
        else:
            client_updates.end_session(work, ports, session, code)


def open_by_token(work: Work, ports: Ports, token: str) -> tuple[SessionRow, PersonalToken] | Refusal:
    """The session of a personal token, opened if there is none. Its owner comes first. Refusals: `token_invalid`,
    `account_suspended`, `account_blocked`, `session_elsewhere`."""
    found = authentication.identify(work, token_hash(token))
    if isinstance(found, Refusal):
        return found
    if not stored_players.lock(work, [found.account]):
        return INVALID
    live = stored.find_live(work, found.account)
    if live is not None and live.personal_token is None:
        return Refusal("session_elsewhere")
    if live is None or live.personal_token != found.id:
        begin(work, ports, found.account, Client(device_class=PROGRAM), personal_token=found.id)
        live = stored.find_live(work, found.account)
        assert live is not None, "it was just opened"
    return live, found


def live_session(work: Work, token: str) -> SessionRow | None:
    """The live session with this token, or the one that this personal token has opened."""
    if not is_personal(token):
        session = stored.find(work, token_hash(token))
        return session if session is not None and session.ended is None else None
    found = stored_tokens.find_by_hash(work, token_hash(token))
    live = [] if found is None else stored.list_of_tokens(work, [found.id])
    return live[0] if live else None


def _publish_end(work: Work, session: SessionRow) -> None:
    if session.personal_token is not None:
        return
    began_at_ms = session.created_at_ms
    work.publish(accounts.SessionEnded(account=session.account, at_ms=work.now_ms, began_at_ms=began_at_ms))


def new_token(random_bytes: int = _TOKEN_BYTES) -> str:
    """A random token as URL-safe text."""
    return secrets.token_urlsafe(random_bytes)


def token_hash(token: str) -> str:
    """The stored hash of a token, by which it is recognised but cannot be used."""
    return _sha256(token)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def _is_expired(work: Work, ports: Ports, session: SessionRow, player: Player) -> bool:
    """Whether a session is inactive for too long, or too old. Actions of connected players are reported late, so
    they get that much more time. One that a personal token has opened ends with the token."""
    if session.personal_token is not None:
        return False
    rules, age_ms = ports.settings.sessions, work.now_ms - session.created_at_ms
    visiting = ports.visits.home_of(session.account) is not None
    if player.part != "playing" and sessions.is_old(age_ms, session.staff, rules, visiting=visiting):
        return True
    lag_ms = ports.settings.activity_lag_s * 1000 if player.gateway is not None else 0
    return sessions.is_expired(session.activity, work.now_ms - lag_ms, rules)
