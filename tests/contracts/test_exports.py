"""What an export of one account holds: every table of every service is in it, or is not for a reason
(services/lobby/RULES.md §7)."""

import importlib
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from services.contracts.lobby.accounts.privacy import HOLDERS
from services.lobby.privacy import export as lobby
from services.lobby.visits.visitors import Visitors
from services.moderation.privacy import rows as moderation
from services.platform.database.unit_of_work import Database, Work
from services.ranking import accounts
from services.tables.journal import privacy_rows as tables
from services.tournaments.privacy import rows as tournaments
from services.wallet.privacy import use_cases as wallet
from tests.support.databases.migrated import Migrated

COLLECT: dict[str, Callable[[Work, str], dict[str, Any]]] = {
    "lobby": lambda work, account: lobby.collect(work, Visitors(""), account),
    "moderation": moderation.collect,
    "ranking": accounts.collect,
    "tables": tables.collect,
    "tournaments": tournaments.collect,
    "wallet": wallet.collect,
}
EXPORTED: dict[str, dict[str, str]] = {
    "lobby": {
        "blocks": "blocked_players",
        "bots": "bots",
        "calls": "calls",
        "card_settings": "card_settings",
        "chat_lines": "chat",
        "conversations": "private_messages",
        "company_candidates": "companies",
        "company_comers": "companies",
        "company_members": "companies",
        "company_records": "companies",
        "closed_company_members": "companies",
        "credentials": "registration",
        "friends": "friends",
        "guest_accounts": "guest_account",
        "invitations_sent": "invitations_sent",
        "known_devices": "devices",
        "links": "links_by_mail",
        "mail_choices": "notice_mails",
        "notice_mails": "notice_mails",
        "photos": "photo_webp_base64",
        "players": "player",
        "passkeys": "passkeys",
        "personal_tokens": "personal_tokens",
        "program_grants": "programs",
        "programs": "programs",
        "provider_links": "providers",
        "private_lines": "private_messages",
        "push_browsers": "push",
        "push_choices": "push",
        "push_notices": "push",
        "second_factors": "second_factor",
        "security_log": "security_log",
        "seeks": "looks_for",
        "sessions": "sessions",
        "visitors": "visits",
    },
    "moderation": {
        "appeals": "appeals",
        "blocks": "blocks",
        "cards": "cards",
        "letters": "messages",
        "mutes": "mutes",
        "openings": "openings",
        "reports": "reports",
        "roles": "roles",
        "service_accounts": "service_accounts",
        "suspensions": "suspensions",
    },
    "ranking": {
        "active_days": "days",
        "badges": "badges",
        "deeds": "badges",
        "board_players": "boards",
        "board_prizes": "boards",
        "classified": "classification",
        "rated_matches": "rated_matches",
        "ratings": "ratings",
        "recorded_players": "recorded_matches",
    },
    "tables": {
        "analysis_orders": "analyses",
        "branches": "studies",
        "draw_luck": "luck",
        "imports": "imports",
        "matches": "matches",
        "problem_answers": "problems",
        "recorded": "matches",
        "share_answers": "shares",
        "share_choices": "shares",
        "shares": "shares",
    },
    "tournaments": {
        "calendar_feeds": "calendar_feed",
        "entrants": "competitions",
        "entries": "entries",
        "game_players": "games",
        "prizes": "prizes",
        "waiting": "waiting",
    },
    "wallet": {
        "account_devices": "devices",
        "accounts": "chips",
        "avatars": "avatars",
        "competition_entries": "competition_entries",
        "early_leaves": "early_leaves",
        "first_chips": "first_chips",
        "gifts": "gifts_given",
        "invites": "invited_by",
        "payments": "payments",
        "people": "limits_and_exclusion",
        "tickets": "tickets",
        "transfers": "transfers",
    },
}
NOBODY = "names no account"
COPY = "a copy of what another service exports"
SHORT = "kept for minutes or hours to carry out or repeat an answer"
STAFF = "would show what staff look at, or how cheating is found"
SHOWN = "its sums are in what is exported"
LEFT_OUT: dict[str, dict[str, str]] = {
    "lobby": {
        **dict.fromkeys(
            (
                "registrations",
                "terms",
                "used_passes",
                "word_lists",
                "parts",
                "companies",
                "company_pictures",
                "company_deeds",
                "closed_companies",
            ),
            NOBODY,
        ),
        **dict.fromkeys(("chat_bans", "standings", "staff", "warnings"), COPY),
        **dict.fromkeys(
            (
                "chat_paces",
                "commands",
                "lockouts",
                "mails",
                "passkey_challenges",
                "program_codes",
                "program_refresh_tokens",
                "provider_visits",
                "seek_waits",
                "tables",
            ),
            SHORT,
        ),
        **dict.fromkeys(("erasures", "exports"), "the request itself"),
        "watched": STAFF,
    },
    "moderation": {
        **dict.fromkeys(("announced_settings", "operator_settings", "webhooks", "webhook_deliveries"), NOBODY),
        **dict.fromkeys(
            (
                "audit_log",
                "case_evidence",
                "cases",
                "claims",
                "observations",
                "observed_hours",
                "orders",
                "reviews",
                "sole_decisions",
                "staff_notes",
                "watches",
            ),
            STAFF,
        ),
        "erased_accounts": "an account that is erased asks for no export",
    },
    "ranking": {
        **dict.fromkeys(("board_periods", "board_ranges", "boards", "pr_counts"), NOBODY),
        **dict.fromkeys(("board_pairs", "friendly_pairs", "match_chips", "recorded_matches"), SHOWN),
        **dict.fromkeys(("audits_due", "badges_due", "people"), COPY),
    },
    "tables": {
        **dict.fromkeys(
            (
                "archive_days",
                "archive_files",
                "draw_counts",
                "problem_days",
                "problem_makers",
                "problems",
                "shards",
                "workers",
            ),
            NOBODY,
        ),
        "analyses": "a report has seats and no names; its player reads it with the match",
        **dict.fromkeys(
            ("archive_entries", "journal", "tables"), "each recording can be read as a whole by its player"
        ),
        "refused": SHORT,
        "share_pictures": "pictures show nobody, and who holds a link to the match reads them",
    },
    "tournaments": {
        **dict.fromkeys(("competitions", "games", "template_dates", "templates"), NOBODY),
        **dict.fromkeys(("audit", "operator_commands"), STAFF),
        **dict.fromkeys(("account_standings", "exclusions"), COPY),
        "early_corrections": SHORT,
    },
    "wallet": {
        **dict.fromkeys(("batches", "cell_statements", "credit_days", "devices", "house", "network_counts"), NOBODY),
        **dict.fromkeys(("asked_credits", "corrections", "pair_wins", "rounds", "stakes"), SHOWN),
        **dict.fromkeys(("away_stakes", "visited_matches", "visiting_stakes"), SHOWN),
        "kept_keys": "names no account: persons as keyed hashes",
        "person_keys": "keyed hashes of what the registration has in the export",
    },
}
OF_THE_PLUMBING = {"alembic_version", "inbox", "outbox", "settings_changes", "changed_settings", "dead_letters"}


def schema(service: str) -> sa.MetaData:
    module = f"services.{service}.schema"
    return importlib.import_module(module).metadata


def test_every_service_that_holds_data_of_accounts_is_looked_at() -> None:
    assert set(COLLECT) == set(EXPORTED) == set(LEFT_OUT) == set(HOLDERS)


@pytest.mark.parametrize("service", sorted(COLLECT))
def test_every_table_is_exported_or_left_out_for_a_reason(service: str) -> None:
    there = set(schema(service).tables) - OF_THE_PLUMBING
    exported, left_out = set(EXPORTED[service]), set(LEFT_OUT[service])
    assert not exported & left_out
    assert exported | left_out == there, (exported | left_out) ^ there


@pytest.mark.parametrize("service", sorted(COLLECT))
def test_the_file_has_all_that_is_exported(migrated_sqlite: Migrated, service: str) -> None:
    database = Database(migrated_sqlite(service), service)
    try:
        with database.work() as work:
            found = COLLECT[service](work, "a-nobody")
    finally:
        database.close()
    assert set(found) >= set(EXPORTED[service].values())
