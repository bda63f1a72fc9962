"""What is done at the shell: roles and messages (services/moderation/RULES.md §8, §10)."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from services.contracts.moderation import AdminMessage, SendMessage
from services.kernel.refusal import Refusal
from services.moderation import handlers, store
from services.moderation.audit import first_broken
from services.plumbing.database import Database
from tests.support.migrated import Migrated

REASON = "we need one more"


@pytest.fixture
def database(migrated: Migrated) -> Iterator[Database]:
    database = Database(migrated("moderation"), "moderation")
    yield database
    database.close()


def test_a_role_is_given_once_and_written_down(database: Database) -> None:
    for _ in range(2):
        assert database.run(handlers.give_role, "ana", "moderator", "root", REASON) is None
    assert database.run(handlers.give_role, "ana", "auditor", "root", REASON) is None
    with database.work() as work:
        assert store.roles_of(work, "ana") == ["auditor", "moderator"]
        entries = list(store.read_audit(work))
    assert [(entry.actor, entry.object, entry.before, entry.after) for entry in entries] == [
        ("root", "moderator", [], ["moderator"]),
        ("root", "auditor", ["moderator"], ["auditor", "moderator"]),
    ]
    assert first_broken(entries) is None


def test_a_role_needs_a_reason(database: Database) -> None:
    assert database.run(handlers.give_role, "ana", "moderator", "root", "because") == Refusal("reason_required")
    with database.work() as work:
        assert store.roles_of(work, "ana") == []


def test_the_shell_writes_as_the_administrator(database: Database) -> None:
    asked = SendMessage(account="root", id="m1", to="ana", kind="notice", subject="Hello", body="Welcome.")
    assert isinstance(database.run(handlers.write_message, asked, "root"), AdminMessage)
    wrong = SendMessage(account="root", id="m2", to=None, kind="notice", subject="", body="Welcome.")
    assert database.run(handlers.write_message, wrong, "root") == Refusal("message_invalid", {"fields": ["subject"]})
    with database.work() as work:
        assert work.execute(sa.select(store.letters.c.message_id, store.letters.c.sent_by)).all() == [("m1", "root")]


def kafeneio(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environ = os.environ | {"KAFENEIO_VAR_DIR": str(folder), "USER": "root"}
    for name in ("KAFENEIO_BROKER_URL", "KAFENEIO_MODERATION_DB_URL", "KAFENEIO_LOBBY_DB_URL"):
        environ.pop(name, None)
    command = [sys.executable, "-W", "ignore", "-m", "services.main", *words]
    return subprocess.run(command, env=environ, capture_output=True, text=True, timeout=120, check=False)


def test_the_commands_find_people_by_name(tmp_path: Path) -> None:
    assert kafeneio(tmp_path, "migrate", "lobby", "moderation").returncode == 0
    lobby = Database(f"sqlite:///{tmp_path}/lobby.db", "lobby")
    with lobby.work() as work:
        work.execute(
            sa.text(
                "INSERT INTO players (account, name, name_key, language, created_at_ms) VALUES (:a, :n, :k, 'el', 1)"
            ),
            {"a": "a-1", "n": "Ελένη", "k": "ελένη"},
        )
    lobby.close()
    given = kafeneio(tmp_path, "roles", "give", "ΕΛΈΝΗ", "moderator", "--reason", REASON)
    assert (given.returncode, given.stderr) == (0, "")
    sent = kafeneio(tmp_path, "messages", "send", "--to", "Ελένη", "--subject", "Hello", "--body", "Welcome.")
    assert json.loads(sent.stdout)["to"] == "a-1"
    nobody = kafeneio(tmp_path, "messages", "send", "--to", "nobody", "--subject", "Hello", "--body", "Welcome.")
    assert (nobody.returncode, nobody.stderr.strip()) == (1, "kafeneio: player_unknown")
    muted = kafeneio(tmp_path, "chat", "mute", "Ελένη", "--minutes", "30", "--reason", REASON)
    assert (json.loads(muted.stdout)["account"], muted.stderr) == ("a-1", "")
    wrong = kafeneio(tmp_path, "chat", "mute", "Ελένη", "--minutes", "0", "--reason", REASON)
    assert (wrong.returncode, wrong.stderr.strip()) == (1, "kafeneio: mute_range")
    assert kafeneio(tmp_path, "chat", "unmute", "Ελένη", "--reason", REASON).returncode == 0
