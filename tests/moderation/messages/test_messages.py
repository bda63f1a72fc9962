"""Messages from the Administrator: services/moderation/RULES.md §8."""

from collections.abc import Iterator
from typing import Any

import pytest

from services.contracts.base import Event, routing_key
from services.contracts.moderation import messages as contract
from services.kernel.refusal import Refusal
from services.moderation.cards.rules import CardSettings
from services.moderation.service import App, ModerationService
from services.moderation.staff import role_rows
from tests.support.databases.migrated import Migrated
from tests.support.services.process import Process

UNKNOWN = Refusal("message_unknown")


class Moderation(Process):
    """One moderation process without a broker, with staff of every kind."""

    events: dict[str, type[Event]] = {"moderation.message_sent": contract.MessageSent}

    def __init__(self, url: str) -> None:
        super().__init__(url, "moderation")
        self.service = ModerationService()
        self.service.app = App(self.base, CardSettings())
        for role in ("moderator", "administrator", "operator", "auditor"):
            self.database.run(role_rows.add_role, f"a {role}", role)
        self._sent = 0

    def send(self, sender: str = "a moderator", to: str | None = "ana", **fields: Any) -> Any:
        self._sent += 1
        asked = {"id": f"m{self._sent}", "kind": "notice", "subject": "Hello", "body": "Welcome."} | fields
        return self.ask(contract.SendMessage(account=sender, to=to, **asked))

    def inbox(self, account: str, since_ms: int = 0) -> list[contract.AdminMessage]:
        found: contract.AdminMessages = self.ask(contract.ListMessages(account=account, since_ms=since_ms))
        return found.messages

    def read(self, account: str, message: str) -> Any:
        return self.ask(contract.ReadMessage(account=account, message=message))

    def acknowledge(self, account: str, message: str) -> Any:
        return self.ask(contract.AcknowledgeMessage(account=account, message=message))


@pytest.fixture
def moderation(migrated: Migrated) -> Iterator[Moderation]:
    moderation = Moderation(migrated("moderation"))
    yield moderation
    moderation.close()


def test_the_event_travels_under_its_name() -> None:
    message = contract.AdminMessage(
        id="1", to=None, kind="notice", subject="s", body="b", created_at_ms=1, read_at_ms=None, ack_at_ms=None
    )
    assert routing_key(contract.MessageSent(message=message)) in Moderation.events


def test_a_message_is_its_readers_alone(moderation: Moderation) -> None:
    sent = moderation.send(subject=" Hello ", body=" Welcome.\n")
    assert sent == contract.AdminMessage(
        id="m1", to="ana", kind="notice", subject="Hello", body="Welcome.",
        created_at_ms=moderation.clock.now_ms(), read_at_ms=None, ack_at_ms=None,
    )  # fmt: skip
    assert moderation.inbox("ana") == [sent]
    assert moderation.inbox("ben") == []
    assert moderation.read("ben", sent.id) == UNKNOWN
    assert moderation.acknowledge("ben", sent.id) == UNKNOWN


def test_a_sent_message_is_published(moderation: Moderation) -> None:
    sent = moderation.send()
    assert moderation.told_of(contract.MessageSent) == [contract.MessageSent(message=sent)]


@pytest.mark.parametrize(
    ("sender", "to", "may"),
    [
        ("a moderator", "ana", True),
        ("a moderator", None, False),
        ("an administrator", "ana", True),
        ("an administrator", None, True),
        ("an operator", "ana", False),
        ("an operator", None, True),
        ("an auditor", "ana", False),
        ("an auditor", None, False),
        ("ben", "ana", False),
        ("ben", None, False),
    ],
)
def test_writing_is_allowed_only_between_the_permitted_roles(
    moderation: Moderation, sender: str, to: str | None, may: bool
) -> None:
    answer = moderation.send(sender.replace("an ", "a "), to)
    assert (answer != Refusal("forbidden")) == may
    assert len(moderation.inbox("ana")) == may


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"subject": " "}, ["subject"]),
        ({"subject": "s" * 101}, ["subject"]),
        ({"body": ""}, ["body"]),
        ({"body": "b" * 2001, "subject": ""}, ["subject", "body"]),
        ({"body": "nul \0"}, ["body"]),
    ],
)
def test_a_message_has_a_subject_and_a_body_of_some_length(
    moderation: Moderation, fields: dict[str, str], wrong: list[str]
) -> None:
    assert moderation.send(**fields) == Refusal("message_invalid", {"fields": wrong})
    assert moderation.inbox("ana") == []
    assert isinstance(moderation.send(subject="s" * 100, body="b" * 2000), contract.AdminMessage)


def test_sent_twice_it_is_one_message(moderation: Moderation) -> None:
    first = moderation.send(id="same")
    assert moderation.send(id="same") == first
    assert moderation.inbox("ana") == [first]
    assert len(moderation.told_of(contract.MessageSent)) == 1


def test_messages_come_oldest_first_and_broadcasts_only_since_registration(moderation: Moderation) -> None:
    everybody = moderation.send("a operator", None)
    moderation.clock.advance(10)
    own = moderation.send()
    moderation.clock.advance(10)
    later = moderation.send("a operator", None)
    assert moderation.inbox("ana") == [everybody, own, later]
    assert moderation.inbox("ana", since_ms=own.created_at_ms) == [own, later]
    assert moderation.inbox("new", since_ms=own.created_at_ms) == [later]


def test_the_first_reading_counts(moderation: Moderation) -> None:
    sent = moderation.send()
    moderation.clock.advance(5)
    read = moderation.read("ana", sent.id)
    assert read.read_at_ms == sent.created_at_ms + 5
    moderation.clock.advance(5)
    assert moderation.read("ana", sent.id) == read
    assert moderation.inbox("ana") == [read]


def test_a_warning_is_acknowledged_once_and_thereby_read(moderation: Moderation) -> None:
    sent = moderation.send(kind="warning")
    moderation.clock.advance(5)
    understood = moderation.acknowledge("ana", sent.id)
    assert (understood.read_at_ms, understood.ack_at_ms) == (sent.created_at_ms + 5,) * 2
    assert moderation.acknowledge("ana", sent.id) == Refusal("already_acknowledged")
    assert moderation.inbox("ana") == [understood]


def test_reading_before_keeps_its_time(moderation: Moderation) -> None:
    sent = moderation.send(kind="warning")
    read = moderation.read("ana", sent.id)
    moderation.clock.advance(5)
    assert moderation.acknowledge("ana", sent.id).read_at_ms == read.read_at_ms


def test_every_account_has_its_own_read_mark_of_a_broadcast(moderation: Moderation) -> None:
    sent = moderation.send("a operator", None)
    moderation.read("ana", sent.id)
    assert moderation.inbox("ana")[0].read_at_ms is not None
    assert moderation.inbox("ben") == [sent]


@pytest.mark.parametrize("message", ["nothing", "", "a\0b", "Ζωή"])
def test_what_there_is_not_cannot_be_read(moderation: Moderation, message: str) -> None:
    assert moderation.read("ana", message) == UNKNOWN
    assert moderation.acknowledge("ana", message) == UNKNOWN
