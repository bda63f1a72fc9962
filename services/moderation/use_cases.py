"""Moderation's use cases, one module a subject; other modules import them from here."""

from services.moderation.appeals.use_cases import file_appeal, list_appeals, rule_appeal
from services.moderation.audit.use_cases import check_audit_log, check_chain, list_audit_entries
from services.moderation.cards.earned_cards import give_earned
from services.moderation.cases.use_cases import (
    addresses_shared,
    close_case,
    left_early,
    list_cases,
    payments_restored,
    payments_reversed,
)
from services.moderation.messages.board_prizes import board_prizes_paid
from services.moderation.messages.use_cases import acknowledge, list_messages, read, send
from services.moderation.orders.logged_corrections import (
    competitions_changed,
    debts_written_off,
    free_matches_corrected,
    matches_corrected,
    results_corrected,
    rewards_taken_back,
    rounds_corrected,
)
from services.moderation.orders.settings_of_services import list_settings, settings_announced
from services.moderation.orders.use_cases import (
    get_order,
    list_orders,
    orders_answered,
    place_order,
    with_cards_now,
)
from services.moderation.player_files.use_cases import get_player_file, note_reading
from services.moderation.privacy import use_cases as privacy
from services.moderation.reports.use_cases import decide, file_report, list_own_reports, list_reports
from services.moderation.sanctions.conduct_query import get_conduct
from services.moderation.sanctions.mutes import mute, mute_chat
from services.moderation.sanctions.staff_sanctions import block, give_card, lift_suspension, revoke_card, unblock
from services.moderation.shell_commands import end_case, holders, open_cases, write_message
from services.moderation.shell_commands import give_role as give_role_at_shell
from services.moderation.shell_commands import take_role as take_role_at_shell
from services.moderation.signals.use_cases import (
    chats_matched,
    friends_rewarded,
    matches_finished,
    matches_timed,
    protocols_abused,
    sessions_began,
)
from services.moderation.staff import service_accounts
from services.moderation.staff.role_changes import give_role, list_roles, take_role

__all__ = [
    "acknowledge",
    "addresses_shared",
    "block",
    "board_prizes_paid",
    "chats_matched",
    "check_audit_log",
    "check_chain",
    "close_case",
    "competitions_changed",
    "debts_written_off",
    "decide",
    "end_case",
    "file_appeal",
    "file_report",
    "free_matches_corrected",
    "friends_rewarded",
    "get_conduct",
    "get_order",
    "get_player_file",
    "give_card",
    "give_earned",
    "give_role",
    "give_role_at_shell",
    "holders",
    "left_early",
    "lift_suspension",
    "list_appeals",
    "list_audit_entries",
    "list_cases",
    "list_messages",
    "list_orders",
    "list_own_reports",
    "list_reports",
    "list_roles",
    "list_settings",
    "matches_corrected",
    "matches_finished",
    "matches_timed",
    "mute",
    "mute_chat",
    "note_reading",
    "open_cases",
    "orders_answered",
    "payments_restored",
    "payments_reversed",
    "place_order",
    "privacy",
    "protocols_abused",
    "read",
    "results_corrected",
    "revoke_card",
    "rewards_taken_back",
    "rounds_corrected",
    "rule_appeal",
    "send",
    "service_accounts",
    "sessions_began",
    "settings_announced",
    "take_role",
    "take_role_at_shell",
    "unblock",
    "with_cards_now",
    "write_message",
]
