"""Mutes of the chat: services/moderation/RULES.md §5, §10."""

from collections.abc import Iterator
from typing import Any

import pytest

from services.contracts.base import Event
from services.contracts.moderation import conduct as contract
from services.kernel.refusal import Refusal
from services.moderation.audit import audit_rows
from services.moderation.audit.chain import Entry, first_broken
from services.moderation.cards.rules import CardSettings
from services.moderation.sanctions.mutes import mute
from services.moderation.service import App, ModerationService
from services.moderation.staff import role_rows
from services.platform.database.migrations import migrate
from tests.support.services.process import Process

REASON = "insults in the lobby"
MINUTE_MS = 60_000


class Moderation(Process):
    """One moderation process without a broker, with staff of every kind."""

    events: dict[str, type[Event]] = {"moderation.chat_muted": contract.ChatMuted}

    def __init__(self, url: str) -> None:
        super().__init__(url, "moderation")
        self.service = ModerationService()
        self.service.app = App(self.base, CardSettings())
        for role in ("moderator", "administrator", "operator", "auditor"):
            self.database.run(role_rows.add_role, f"a {role}", role)
        self._sent = 0

    def mute(self, by: str = "a moderator", to: str = "ana", minutes: int = 5, **fields: Any) -> Any:
        self._sent += 1
        asked = {"id": f"m{self._sent}", "reason": REASON} | fields
        return self.ask(contract.MuteChat(account=by, to=to, minutes=minutes, **asked))

    def log(self) -> list[Entry]:
        with self.database.work() as work:
            return list(audit_rows.read_audit(work))


@pytest.fixture
def moderation(database_url: str) -> Iterator[Moderation]:
    migrate("moderation", database_url)
    process = Moderation(database_url)
    yield process
    process.database.close()


def test_an_id_is_one_mute_and_not_another_players(moderation: Moderation) -> None:
    first = moderation.mute(id="m")
    assert moderation.mute(id="m") == first
    assert moderation.mute(id="m", to="ben") == Refusal("idempotency_conflict")
    assert len(moderation.log()) == len(moderation.told()) == 1


@pytest.mark.parametrize("role", ["moderator", "administrator"])
def test_a_mute_is_published_and_logged(moderation: Moderation, role: str) -> None:
    until_ms = moderation.clock.now_ms() + 5 * MINUTE_MS
    assert moderation.mute(f"a {role}") == contract.Mute(id="m1", account="ana", until_ms=until_ms)
    assert moderation.told() == [contract.ChatMuted(account="ana", seq=1, until_ms=until_ms)]
    (entry,) = moderation.log()
    assert (entry.actor, entry.role, entry.action, entry.subject, entry.object, entry.reason) == (
        f"a {role}", role, "mute", "ana", "m1", REASON,
    )  # fmt: skip
    assert (entry.before, entry.after) == ({"until_ms": None}, {"until_ms": until_ms})


@pytest.mark.parametrize(
    ("by", "fields", "error"),
    [
        ("ana", {}, "forbidden"),
        ("an operator", {}, "forbidden"),
        ("an auditor", {}, "forbidden"),
        ("a moderator", {"to": "a moderator"}, "conflict_of_interest"),
        ("a moderator", {"minutes": 4}, "mute_range"),
        ("a moderator", {"minutes": 1_441}, "mute_range"),
        ("a moderator", {"minutes": -5}, "mute_range"),
        ("a moderator", {"minutes": 10**15}, "mute_range"),
        ("a moderator", {"reason": "too short"}, "reason_required"),
        ("a moderator", {"reason": "x" * 501}, "reason_required"),
        ("a moderator", {"minutes": 4, "reason": ""}, "mute_range"),
    ],
)
def test_a_refused_mute_changes_nothing(moderation: Moderation, by: str, fields: dict[str, Any], error: str) -> None:
    assert moderation.mute(by, **fields) == Refusal(error)
    assert (moderation.told(), moderation.log()) == ([], [])


@pytest.mark.parametrize("minutes", [5, 1_440])
def test_from_five_minutes_to_a_day(moderation: Moderation, minutes: int) -> None:
    assert moderation.mute(minutes=minutes).until_ms == moderation.clock.now_ms() + minutes * MINUTE_MS


def test_sent_twice_it_is_one_mute(moderation: Moderation) -> None:
    first = moderation.mute(id="same")
    moderation.clock.advance(MINUTE_MS)
    assert moderation.mute(id="same") == first
    assert len(moderation.log()) == len(moderation.told()) == 1


def test_a_newer_mute_takes_the_place_of_the_one_before_and_says_so(moderation: Moderation) -> None:
    first = moderation.mute(minutes=60)
    second = moderation.mute(minutes=5)
    assert second.until_ms < first.until_ms
    assert [(entry.before, entry.after) for entry in moderation.log()] == [
        ({"until_ms": None}, {"until_ms": first.until_ms}),
        ({"until_ms": first.until_ms}, {"until_ms": second.until_ms}),
    ]
    assert [event.seq for event in moderation.told()] == [1, 2]


def test_a_mute_can_be_ended(moderation: Moderation) -> None:
    muted = moderation.mute(minutes=60)
    assert moderation.mute(minutes=0).until_ms == moderation.clock.now_ms()
    last = moderation.log()[-1]
    assert (last.action, last.before) == ("unmute", {"until_ms": muted.until_ms})
    assert first_broken(moderation.log()) is None


def test_the_shell_mutes_without_a_role_and_not_without_a_reason(moderation: Moderation) -> None:
    asked = contract.MuteChat(account="root", id="m1", to="ana", minutes=5, reason=REASON)
    done = moderation.database.run(mute, asked, "root")
    assert done.account == "ana"
    (entry,) = moderation.log()
    assert (entry.actor, entry.role) == ("root", "operator")
    asked = contract.MuteChat(account="root", id="m2", to="ana", minutes=5, reason="")
    assert moderation.database.run(mute, asked, "root") == Refusal("reason_required")
