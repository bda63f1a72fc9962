"""Changes with time. Any number of processes may apply them: each is decided again under its row's lock."""

from services.kernel.clock import DAY_MS, HOUR_MS, utc_date
from services.lobby import metrics
from services.lobby.access import rows as access
from services.lobby.access import security_log_rows as security
from services.lobby.access.lockout import DEFAULTS as LOCKOUT
from services.lobby.accounts import credential_rows as accounts
from services.lobby.accounts import registration_rows as registrations
from services.lobby.accounts.guest_accounts import rows as guest_accounts
from services.lobby.chat import rows as chat
from services.lobby.commands import rows as commands
from services.lobby.matchmaking import seating as matchmaking
from services.lobby.ports import Ports
from services.lobby.presence import connections as presence
from services.lobby.presence import player_rows as players
from services.lobby.privacy import rows as privacy
from services.lobby.sessions import rows as stored_sessions
from services.lobby.sessions import use_cases as sessions
from services.lobby.sessions.rows import SessionRow
from services.lobby.settings import LobbySettings
from services.lobby.social import block_rows as blocks
from services.lobby.social import friends
from services.lobby.tables import invitations, locked_table
from services.lobby.tables import open_table as tables
from services.lobby.tables import rows as stored_tables
from services.platform.database.unit_of_work import Work

_AT_ONCE = 200
"""The most rows that one sweep handles; the rest waits for the next."""
_KEEP_COMMANDS_MS = DAY_MS
_KEEP_TABLES_MS = DAY_MS
_KEEP_SESSIONS_MS = 30 * DAY_MS
_KEEP_PACES_MS = 3_600_000
_KEEP_DEVICES_MS = 400 * DAY_MS
"""As long as browsers keep the cookie."""


def sweep_tables(ports: Ports) -> int:
    """Close tables whose invitations or time to start has run out; returns how many were checked."""
    due = ports.look(_find_due)
    for table_id in due:
        ports.run(pass_time, table_id)
    return len(due)


def sweep_sessions(ports: Ports) -> int:
    """End unused sessions and handovers that nobody accepted; returns how many."""
    idle = ports.run(_find_idle)
    for session in idle:
        ports.run(sessions.expire, session)
    late = ports.run(_find_handovers)
    for account in late:
        ports.run(presence.end_handover, account)
    return len(idle) + len(late)


def pass_time(work: Work, ports: Ports, table_id: str) -> None:
    """Apply the passing of time to a table."""
    found = locked_table.lock(work, table_id)
    if found is None:
        return
    rules = ports.settings.tables
    after = tables.idle(invitations.silence(found.table, work.now_ms, rules), work.now_ms, rules)
    if after is not found.table:
        locked_table.change(work, ports, found, after)


def purge(work: Work, ports: Ports) -> None:
    """Delete rows that are not needed any more."""
    now_ms = work.now_ms
    keep_chat_ms = ports.settings.chat_keep_days * DAY_MS
    chat.purge(work, now_ms - keep_chat_ms, now_ms - _KEEP_PACES_MS)
    commands.purge(work, now_ms - _KEEP_COMMANDS_MS)
    stored_tables.purge(work, now_ms - _KEEP_TABLES_MS)
    privacy.purge_exports(work, now_ms - ports.settings.export_keep_days * DAY_MS)
    stored_sessions.purge(work, now_ms - _KEEP_SESSIONS_MS)
    registrations.purge(work, utc_date(now_ms - DAY_MS).isoformat())
    access.purge_links(work, now_ms - _KEEP_SESSIONS_MS)
    access.purge_devices(work, now_ms - _KEEP_DEVICES_MS)
    security.purge(work, now_ms - ports.settings.security_log_days * DAY_MS)
    blocks.purge(work, now_ms - HOUR_MS)
    matchmaking.purge_waits(work)
    friends.purge_refused(work)
    accounts.purge_lockouts(work, now_ms - LOCKOUT.window_ms - LOCKOUT.lock_ms)


def purge_kept(work: Work, settings: LobbySettings) -> None:
    """The part of `purge` that operators promise: chat, exports and the security log, by their settings."""
    now_ms = work.now_ms
    chat.purge(work, now_ms - settings.chat.chat_keep_days * DAY_MS, now_ms - _KEEP_PACES_MS)
    privacy.purge_exports(work, now_ms - settings.export_keep_days * DAY_MS)
    security.purge(work, now_ms - settings.security_log_days * DAY_MS)


def measure(work: Work, _ports: Ports) -> None:
    """Update the metrics of players and tables."""
    statuses, states = players.count_by_status(work), stored_tables.count_by_state(work)
    for status in ("online", "invited", "playing", "waiting", "returning"):
        metrics.players.labels(status).set(statuses.get(status, 0))
    for state in ("filling", "ready", "started"):
        metrics.tables.labels(state).set(states.get(state, 0))
    metrics.guest_accounts_kept.set(guest_accounts.count(work))


def find_gateways(work: Work, _ports: Ports) -> list[str]:
    """The gateways to which players are connected."""
    return players.find_gateways(work)


def _find_due(work: Work, _ports: Ports) -> list[str]:
    return stored_tables.find_due(work, _AT_ONCE)


def _find_idle(work: Work, ports: Ports) -> list[SessionRow]:
    rules = ports.settings
    idle = stored_sessions.find_idle(work, rules.inactivity_s * 1000, rules.activity_lag_s * 1000, _AT_ONCE)
    oldest_ms, staff_ms = (
        work.now_ms - limit_h * HOUR_MS for limit_h in (rules.session_max_h, rules.staff_session_max_h)
    )
    return idle + stored_sessions.find_old(work, oldest_ms, staff_ms, _AT_ONCE)


def _find_handovers(work: Work, _ports: Ports) -> list[str]:
    return players.find_handovers(work, work.now_ms)
