"""What is done at the shell: roles and messages (services/moderation/RULES.md §8, §10)."""

import json
from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from services.contracts.moderation.messages import AdminMessage, SendMessage
from services.kernel.refusal import Refusal
from services.moderation import schema, shell_commands
from services.moderation.audit import audit_rows
from services.moderation.audit.chain import first_broken
from services.moderation.staff import role_rows
from services.platform.database.unit_of_work import Database
from tests.support.commands import kafeneio
from tests.support.databases.migrated import Migrated

REASON = "we need one more"


@pytest.fixture
def database(migrated: Migrated) -> Iterator[Database]:
    database = Database(migrated("moderation"), "moderation")
    yield database
    database.close()


def test_a_role_is_granted_once_and_logged(database: Database) -> None:
    for _ in range(2):
        assert database.run(shell_commands.give_role, "ana", "moderator", "root", REASON) is None
    assert database.run(shell_commands.give_role, "ana", "auditor", "root", REASON) is None
    with database.work() as work:
        assert role_rows.roles_of(work, "ana") == ["auditor", "moderator"]
        entries = list(audit_rows.read_audit(work))
    assert [(entry.actor, entry.object, entry.before, entry.after) for entry in entries] == [
        ("root", "moderator", [], ["moderator"]),
        ("root", "auditor", ["moderator"], ["auditor", "moderator"]),
    ]
    assert first_broken(entries) is None


def test_a_role_needs_a_reason(database: Database) -> None:
    assert database.run(shell_commands.give_role, "ana", "moderator", "root", "because") == Refusal("reason_required")
    with database.work() as work:
        assert role_rows.roles_of(work, "ana") == []


def test_the_shell_writes_as_the_administrator(database: Database) -> None:
    asked = SendMessage(account="root", id="m1", to="ana", kind="notice", subject="Hello", body="Welcome.")
    assert isinstance(database.run(shell_commands.write_message, asked, "root"), AdminMessage)
    wrong = SendMessage(account="root", id="m2", to=None, kind="notice", subject="", body="Welcome.")
    assert database.run(shell_commands.write_message, wrong, "root") == Refusal(
        "message_invalid", {"fields": ["subject"]}
    )
    with database.work() as work:
        assert work.execute(sa.select(schema.letters.c.message_id, schema.letters.c.sent_by)).all() == [("m1", "root")]


def test_the_shell_makes_lists_and_removes_service_accounts(migrated_sqlite: Migrated) -> None:
    settings = {f"KAFENEIO_{name.upper()}_DB_URL": migrated_sqlite(name) for name in ("lobby", "moderation")}
    lobby = Database(settings["KAFENEIO_LOBBY_DB_URL"], "lobby")
    with lobby.work() as work:
        work.execute(
            sa.text(
                "INSERT INTO players (account, name, name_key, language, created_at_ms) VALUES (:a, :n, :k, 'el', 1)"
            ),
            {"a": "a-1", "n": "Ελένη", "k": "ελένη"},
        )
    lobby.close()
    why = ("--reason", REASON)
    made, again, stranger, given, listed, removed, twice, left = kafeneio(
        settings | {"USER": "root"},
        ("service-accounts", "add", "warden", "--owner", "Ελένη", "--role", "moderator", *why),
        ("service-accounts", "add", "warden", "--owner", "Ελένη", *why),
        ("service-accounts", "add", "other", "--owner", "nobody", *why),
        ("roles", "give", "service.warden", "auditor", *why),
        ("service-accounts", "list"),
        ("service-accounts", "remove", "warden", *why),
        ("service-accounts", "remove", "warden", *why),
        ("service-accounts", "list"),
    )
    assert (made.code, json.loads(made.stdout)["account"]) == (0, "service.warden")
    assert (again.code, again.stderr.strip()) == (1, "kafeneio: service_account_exists")
    assert (stranger.code, stranger.stderr.strip()) == (1, "kafeneio: player_unknown")
    assert given.stdout.strip() == "service.warden is auditor"
    assert json.loads(listed.stdout) == {
        "account": "service.warden",
        "owner": "a-1",
        "roles": ["auditor", "moderator"],
        "removed_at_ms": None,
    }
    assert removed.code == 0
    assert (twice.code, twice.stderr.strip()) == (1, "kafeneio: service_account_unknown")
    assert json.loads(left.stdout)["roles"] == []
    database = Database(settings["KAFENEIO_MODERATION_DB_URL"], "moderation")
    with database.work() as work:
        log = [(each.actor, each.action, each.subject) for each in audit_rows.read_audit(work)]
    database.close()
    assert log == [
        *(("root", action, "service.warden") for action in ("add_service_account", "give_role", "give_role")),
        *(("root", action, "service.warden") for action in ("take_role", "take_role", "remove_service_account")),
    ]


def test_the_shell_manages_webhooks(migrated_sqlite: Migrated) -> None:
    settings = {"KAFENEIO_MODERATION_DB_URL": migrated_sqlite("moderation")}
    url = "https://example.org/hook"
    made, bad = kafeneio(
        settings,
        ("webhooks", "create", "--owner", "shop", "--url", url, "--topic", "wallet.*", "--after", "3.0"),
        ("webhooks", "create", "--owner", "shop", "--url", "http://10.0.0.1/", "--topic", "wallet.*"),
    )
    answer = json.loads(made.stdout)
    webhook, secret = answer["webhook"]["webhook"], answer["secret"]
    assert secret.startswith("whsec_")
    assert (bad.code, bad.stderr.strip()) == (1, "kafeneio: webhook_url_invalid")
    paused, listed, replayed, turned, none, tries, deleted, left = kafeneio(
        settings,
        ("webhooks", "pause", webhook),
        ("webhooks", "list", "--state", "paused"),
        ("webhooks", "replay", webhook, "--after", "1.0"),
        ("webhooks", "rotate", webhook),
        ("webhooks", "resume", "wh_unknown"),
        ("webhooks", "deliveries", webhook),
        ("webhooks", "delete", webhook),
        ("webhooks", "list"),
    )
    assert json.loads(paused.stdout)["state"] == "paused"
    assert (json.loads(listed.stdout)["webhook"], secret in listed.stdout) == (webhook, False)
    assert (json.loads(replayed.stdout)["state"], json.loads(replayed.stdout)["cursor"]) == ("active", "1.0")
    assert json.loads(turned.stdout)["secret"] not in ("", secret)
    assert (none.code, none.stderr.strip()) == (1, "kafeneio: webhook_unknown")
    assert (tries.code, tries.stdout, deleted.code, left.stdout) == (0, "", 0, "")


def test_the_commands_find_people_by_name(migrated_sqlite: Migrated) -> None:
    settings = {f"KAFENEIO_{name.upper()}_DB_URL": migrated_sqlite(name) for name in ("lobby", "moderation")}
    lobby = Database(settings["KAFENEIO_LOBBY_DB_URL"], "lobby")
    with lobby.work() as work:
        work.execute(
            sa.text(
                "INSERT INTO players (account, name, name_key, language, created_at_ms) VALUES (:a, :n, :k, 'el', 1)"
            ),
            {"a": "a-1", "n": "Ελένη", "k": "ελένη"},
        )
    lobby.close()
    letter = ("--subject", "Hello", "--body", "Welcome.")
    given, listed, sent, nobody, muted, wrong, unmuted, taken, nobody_left = kafeneio(
        settings | {"USER": "root"},
        ("roles", "give", "ΕΛΈΝΗ", "moderator", "--reason", REASON),
        ("roles", "list"),
        ("messages", "send", "--to", "Ελένη", *letter),
        ("messages", "send", "--to", "nobody", *letter),
        ("chat", "mute", "Ελένη", "--minutes", "30", "--reason", REASON),
        ("chat", "mute", "Ελένη", "--minutes", "0", "--reason", REASON),
        ("chat", "unmute", "Ελένη", "--reason", REASON),
        ("roles", "take", "Ελένη", "moderator", "--reason", REASON),
        ("roles", "list"),
    )
    assert (given.code, given.stderr) == (0, "")
    assert json.loads(listed.stdout) == {"account": "a-1", "role": "moderator"}
    assert (taken.stdout.strip(), nobody_left.stdout) == ("Ελένη is no longer moderator", "")
    assert json.loads(sent.stdout)["to"] == "a-1"
    assert (nobody.code, nobody.stderr.strip()) == (1, "kafeneio: player_unknown")
    assert (json.loads(muted.stdout)["account"], muted.stderr) == ("a-1", "")
    assert (wrong.code, wrong.stderr.strip()) == (1, "kafeneio: mute_range")
    assert unmuted.code == 0
