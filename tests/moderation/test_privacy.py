"""What moderation keeps of one account, handed out and erased: services/lobby/RULES.md §7."""

from collections.abc import Iterator

import pytest

from services.contracts.lobby.accounts.privacy import ErasureAsked, ExportAsked
from services.contracts.lobby.people.conduct import ChatMatched
from services.contracts.moderation.cases import ListCases
from services.contracts.moderation.messages import SendMessage
from services.moderation import shell_commands
from services.moderation.audit import audit_rows
from services.moderation.audit.chain import first_broken
from services.moderation.privacy import rows as own_privacy
from services.moderation.staff import role_rows
from services.platform.database.unit_of_work import Database
from services.platform.operations.privacy import answer_erasures, answer_exports
from tests.moderation.moderation import Moderation

REASON = "helps at the weekend"


@pytest.fixture
def database(moderation_url: str) -> Iterator[Database]:
    made = Database(moderation_url, "moderation")
    for to, id_ in (("ana", "m1"), ("ben", "m2"), (None, "m3")):
        asked = SendMessage(account="root", id=id_, to=to, kind="notice", subject="Hello", body="Welcome.")
        made.run(shell_commands.write_message, asked, "root")
    made.run(shell_commands.give_role, "ana", "moderator", "root", REASON)
    yield made
    made.close()


def test_messages_and_roles_are_exported_without_their_authors(database: Database) -> None:
    with database.work() as work:
        found = own_privacy.collect(work, "ana")
        answer_exports(work, "moderation", [ExportAsked(account="ana", export="e")], own_privacy.collect)
    assert [each["message_id"] for each in found["messages"]] == ["m1"]
    assert [each["role"] for each in found["roles"]] == ["moderator"]
    assert "sent_by" not in found["messages"][0]


def test_messages_and_roles_go_and_the_audit_log_stays_whole(database: Database) -> None:
    with database.work() as work:
        asked = ErasureAsked(account="ana", receipt="r")
        answer_erasures(work, "moderation", [asked, asked], own_privacy.erase)
    with database.work() as work:
        assert own_privacy.collect(work, "ana")["messages"] == []
        assert role_rows.roles_of(work, "ana") == []
        assert [each["message_id"] for each in own_privacy.collect(work, "ben")["messages"]] == ["m2"]
        entries = list(audit_rows.read_audit(work))
    assert [entry.action for entry in entries] == ["give_role", "erase_account"]
    assert first_broken(entries) is None


def test_quoted_chat_goes_from_the_evidence_of_cases_and_what_was_counted_stays(moderation: Moderation) -> None:
    for line in range(3):
        said = ChatMatched(account="ana", line=line, at_ms=line, kind="words", found=["thief"], text="you thief")
        moderation.hear("on_chat_matched", said)
    moderation.hear("on_erasure_asked", ErasureAsked(account="ana", receipt="r"))
    moderation.keep(role_rows.add_role, "eva", "auditor")
    (case,) = moderation.ask(ListCases(account="eva")).cases
    assert case.players == ["ana"]
    assert [each.seen for each in case.evidence] == [{"messages": 3}]
