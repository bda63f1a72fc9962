"""The lobby's use cases, one module a subject; other modules import them from here.

Those that ask other services, or share what they read, take `(ports, request)` and open their units of work themselves,
after asking; all others take `(work, ports, …)`.
"""

from services.lobby.access.email_addresses import ask_confirmation, change_email, confirm_email
from services.lobby.access.forgotten_passwords import forgot_password, reset_password
from services.lobby.access.login import log_in
from services.lobby.access.second_factor import begin_factor, confirm_factor, end_factor
from services.lobby.access.ways_to_log_in import end_sessions, get_access
from services.lobby.accounts.account_changes import change_language, change_password
from services.lobby.accounts.pictures.use_cases import avatars_worn, delete_photo, get_photo, set_photo
from services.lobby.accounts.registration import register
from services.lobby.accounts.terms.use_cases import accept_terms, get_terms, post_terms
from services.lobby.chat.use_cases import say
from services.lobby.conduct.operator_orders import settings_changed, terms_ordered
from services.lobby.conduct.reports import file_appeal, report_player
from services.lobby.conduct.standings import (
    appeals_filed,
    cases_opened,
    end_for_abuse,
    find_names,
    list_chat,
    reports_filed,
    roles_changed,
    standings_changed,
    watches_changed,
)
from services.lobby.conduct.warnings import messages_acknowledged
from services.lobby.expiry import find_gateways, measure, purge, sweep_sessions, sweep_tables
from services.lobby.halls.use_cases import go_to_hall
from services.lobby.lists.room import find_table, list_players, list_tables
from services.lobby.ports import Passwords, Ports, Push, Rpc, Verdict
from services.lobby.presence.connections import connected, disconnected, lose_gateway
from services.lobby.presence.player_queries import get_player, get_players
from services.lobby.privacy.erasure import erase_account, erasures_answered, get_erasure, order_erasure
from services.lobby.privacy.export import ask_export, download_export, exports_answered, get_export
from services.lobby.sessions.token_renewal import renew_token
from services.lobby.sessions.use_cases import active, log_out, who_is
from services.lobby.social.gifts import give_item, items_given
from services.lobby.tables.creation import create_table
from services.lobby.tables.events_of_services import (
    cards_changed,
    chat_muted,
    chips_changed,
    messages_sent,
    pause_changed,
    quintiles_changed,
    rated,
    seats_freed,
    suspended,
    tables_done,
)
from services.lobby.tables.house_banked.use_cases import keep_house_tables
from services.lobby.tables.leaving import leave_table
from services.lobby.tables.seats import answer_invitation, join_table, start_table
from services.lobby.tables.self_exclusion import self_excluded

__all__ = [
    "Passwords",
    "Ports",
    "Push",
    "Rpc",
    "Verdict",
    "accept_terms",
    "active",
    "answer_invitation",
    "appeals_filed",
    "ask_confirmation",
    "ask_export",
    "avatars_worn",
    "begin_factor",
    "cards_changed",
    "cases_opened",
    "change_email",
    "change_language",
    "change_password",
    "chat_muted",
    "chips_changed",
    "confirm_email",
    "confirm_factor",
    "connected",
    "create_table",
    "delete_photo",
    "disconnected",
    "download_export",
    "end_factor",
    "end_for_abuse",
    "end_sessions",
    "erase_account",
    "erasures_answered",
    "exports_answered",
    "file_appeal",
    "find_gateways",
    "find_names",
    "find_table",
    "forgot_password",
    "get_access",
    "get_erasure",
    "get_export",
    "get_photo",
    "get_player",
    "get_players",
    "get_terms",
    "give_item",
    "go_to_hall",
    "items_given",
    "join_table",
    "keep_house_tables",
    "leave_table",
    "list_chat",
    "list_players",
    "list_tables",
    "log_in",
    "log_out",
    "lose_gateway",
    "measure",
    "messages_acknowledged",
    "messages_sent",
    "order_erasure",
    "pause_changed",
    "post_terms",
    "purge",
    "quintiles_changed",
    "rated",
    "register",
    "renew_token",
    "report_player",
    "reports_filed",
    "reset_password",
    "roles_changed",
    "say",
    "seats_freed",
    "self_excluded",
    "set_photo",
    "settings_changed",
    "standings_changed",
    "start_table",
    "suspended",
    "sweep_sessions",
    "sweep_tables",
    "tables_done",
    "terms_ordered",
    "watches_changed",
    "who_is",
]
