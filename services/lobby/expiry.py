"""Rows that are not needed any more, and how long each kind is kept."""

from services.kernel.clock import DAY_MS, HOUR_MS, utc_date
from services.lobby.access import lockout_rows as lockouts
from services.lobby.access import rows as access
from services.lobby.access import security_log_rows as security
from services.lobby.access.lockout import DEFAULTS as LOCKOUT
from services.lobby.access.passkeys import rows as passkeys
from services.lobby.access.providers import rows as providers
from services.lobby.accounts import registration_rows as registrations
from services.lobby.calls import use_cases as calls
from services.lobby.chat import rows as chat
from services.lobby.commands import rows as commands
from services.lobby.companies import record_rows as company_records
from services.lobby.companies import rows as companies
from services.lobby.companies.rules import CANDIDATES_KEPT_MS, RECORDS_KEPT_MS, REOPEN_MS
from services.lobby.mails import link_rows
from services.lobby.mails.notices import rows as notice_mails
from services.lobby.matchmaking import seating as matchmaking
from services.lobby.messages import rows as messages
from services.lobby.ports import Ports
from services.lobby.privacy import rows as privacy
from services.lobby.programs import rows as programs
from services.lobby.programs.rules import CODES_KEPT_MS, REFRESH_MS
from services.lobby.push import rows as push
from services.lobby.push.rules import KEPT_MS as PUSH_KEPT_MS
from services.lobby.sessions import rows as stored_sessions
from services.lobby.settings import LobbySettings
from services.lobby.social import block_rows as blocks
from services.lobby.social import friends
from services.lobby.tables import rows as stored_tables
from services.lobby.tokens import rows as personal_tokens
from services.platform.database.unit_of_work import Work

_KEEP_COMMANDS_MS = DAY_MS
_KEEP_TABLES_MS = DAY_MS
_KEEP_SESSIONS_MS = 30 * DAY_MS
_KEEP_PACES_MS = 3_600_000
_KEEP_DEVICES_MS = 400 * DAY_MS
"""As long as browsers keep the cookie."""


def purge(work: Work, ports: Ports) -> None:
    """Delete rows that are not needed any more."""
    now_ms = work.now_ms
    purge_kept(work, ports.settings)
    commands.purge(work, now_ms - _KEEP_COMMANDS_MS)
    stored_tables.purge(work, now_ms - _KEEP_TABLES_MS)
    stored_sessions.purge(work, now_ms - _KEEP_SESSIONS_MS)
    registrations.purge(work, utc_date(now_ms - DAY_MS).isoformat())
    link_rows.purge_links(work, now_ms - _KEEP_SESSIONS_MS)
    access.purge_devices(work, now_ms - _KEEP_DEVICES_MS)
    blocks.purge(work, now_ms - HOUR_MS)
    matchmaking.purge_waits(work)
    friends.purge_refused(work)
    companies.purge(work, now_ms - CANDIDATES_KEPT_MS)
    company_records.purge(work, now_ms - REOPEN_MS, now_ms - RECORDS_KEPT_MS)
    calls.purge(work)
    push.purge(work, now_ms - PUSH_KEPT_MS)
    notice_mails.purge(work, now_ms - PUSH_KEPT_MS)
    passkeys.purge(work, now_ms)
    personal_tokens.purge(work, now_ms - _KEEP_SESSIONS_MS)
    programs.purge(work, now_ms - _KEEP_SESSIONS_MS, now_ms - CODES_KEPT_MS, now_ms - REFRESH_MS)
    providers.purge(work, now_ms)
    lockouts.purge(work, now_ms - LOCKOUT.window_ms - LOCKOUT.lock_ms)


def purge_kept(work: Work, settings: LobbySettings) -> None:
    """The part of `purge` that operators promise: chat, messages, exports and the security log, by their settings."""
    now_ms = work.now_ms
    chat.purge(work, now_ms - settings.chat.chat_keep_days * DAY_MS, now_ms - _KEEP_PACES_MS)
    messages.purge(work, now_ms - settings.messages.keep_days * DAY_MS)
    privacy.purge_exports(work, now_ms - settings.export_keep_days * DAY_MS)
    security.purge(work, now_ms - settings.security_log_days * DAY_MS)
