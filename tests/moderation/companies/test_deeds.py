"""Deeds of staff about companies of players (services/moderation/RULES.md §14)."""

from typing import Any, get_args

import pytest

from services.contracts.base import Done
from services.contracts.moderation.companies import CompanyDecided, DecideCompany, Deed
from services.contracts.moderation.desk import ListSoleDecisions, ReviewSoleDecision
from services.contracts.moderation.messages import ListMessages
from services.kernel.clock import DAY_MS
from services.kernel.refusal import Refusal
from services.moderation.messages import notices
from tests.moderation.moderation import REASON, Moderation

MILD = ("rename", "restore_name", "remove_picture", "close_chat", "open_chat")
HARD = ("close", "reopen")


@pytest.fixture(autouse=True)
def staff(moderation: Moderation) -> None:
    moderation.hire()


def decide(moderation: Moderation, by: str, deed: str, **fields: Any) -> Any:
    asked: dict[str, Any] = {
        "id": "d1", "company": "c1", "days": 3, "reason": REASON, "company_name": "A bad name",
        "new_name": "Company 1", "founder": "ana", "members": ["ana", "ben"], "closed_by": "",
    }  # fmt: skip
    answer = moderation.ask(DecideCompany(account=by, deed=deed, **asked | fields))
    return answer.error if isinstance(answer, Refusal) else answer


def decided(moderation: Moderation) -> list[CompanyDecided]:
    return moderation.told_of(CompanyDecided)


@pytest.mark.parametrize("deed", MILD + HARD)
def test_a_deed_is_logged_published_and_the_founder_is_notified(moderation: Moderation, deed: str) -> None:
    assert decide(moderation, "the administrator", deed, closed_by="another administrator") == Done()
    (entry,) = moderation.log()
    assert (entry.action, entry.subject, entry.object) == (f"company_{deed}", "c1", "d1")
    assert (entry.reason, entry.before) == (REASON, {"name": "A bad name", "founder": "ana"})
    (event,) = decided(moderation)
    until_ms = event.at_ms + 3 * DAY_MS if deed == "close_chat" else 0
    assert (event.company, event.deed, event.seq, event.until_ms) == ("c1", deed, entry.seq, until_ms)
    assert (event.id, event.by, event.reason, event.name) == ("d1", "the administrator", REASON, "Company 1")
    (letter,) = moderation.ask(ListMessages(account="ana")).messages
    assert (letter.code, letter.kind, letter.params["reason"]) == (f"company_{deed}", "decision", REASON)
    assert letter.params.get("until_ms", 0) == until_ms
    assert REASON in letter.body


def test_each_deed_has_words(moderation: Moderation) -> None:
    assert set(MILD + HARD) == set(get_args(Deed)) == set(notices._OF_COMPANIES)


@pytest.mark.parametrize(
    ("by", "mild", "hard"),
    [
        ("ana", "forbidden", "forbidden"),
        ("the moderator", None, "forbidden"),
        ("the operator", "forbidden", "forbidden"),
        ("the auditor", "forbidden", "forbidden"),
        ("the administrator", None, None),
    ],
)
def test_moderators_close_no_company(moderation: Moderation, by: str, mild: str | None, hard: str | None) -> None:
    for number, deed in enumerate(MILD + HARD):
        answer = decide(moderation, by, deed, id=f"d{number}", closed_by="another administrator")
        assert answer == ((hard if deed in HARD else mild) or Done()), deed


def test_staff_decide_nothing_about_a_company_of_their_own(moderation: Moderation) -> None:
    mine = {"members": ["ana", "the administrator"]}
    assert decide(moderation, "the administrator", "close", **mine) == "conflict_of_interest"
    assert decide(moderation, "the moderator", "rename", founder="the moderator") == "conflict_of_interest"
    assert moderation.log() == [] and decided(moderation) == []


def test_an_administrator_opens_no_company_again_that_they_have_closed(moderation: Moderation) -> None:
    closed = {"closed_by": "the administrator"}
    assert decide(moderation, "the administrator", "reopen", **closed) == "conflict_of_interest"
    assert decide(moderation, "another administrator", "reopen", **closed) == Done()


def test_alone_an_administrator_opens_it_again_and_another_one_looks_at_that(moderation: Moderation) -> None:
    closed = {"closed_by": "the administrator", "founder": "eva", "members": ["eva"]}
    assert decide(moderation, "the administrator", "reopen", alone=True, **closed) == Done()
    assert [entry.action for entry in moderation.log()] == ["company_reopen", "decided_alone"]
    found = moderation.ask(ListSoleDecisions(account="another administrator"))
    (waiting,) = found.decisions
    assert (waiting.by, waiting.action, waiting.subject) == ("the administrator", "company_reopen", "eva")
    review = ReviewSoleDecision(account="the administrator", decision=waiting.id, agreed=True, reason=REASON)
    assert moderation.ask(review) == Refusal("conflict_of_interest")


def test_a_member_of_a_company_decides_nothing_about_it_alone_either(moderation: Moderation) -> None:
    own = {"closed_by": "", "members": ["the administrator"], "alone": True}
    assert decide(moderation, "the administrator", "reopen", **own) == "conflict_of_interest"


@pytest.mark.parametrize(("days", "expected"), [(-1, False), (0, False), (1, True), (30, True), (31, False)])
def test_a_chat_is_closed_for_one_to_thirty_days(moderation: Moderation, days: int, expected: bool) -> None:
    answer = decide(moderation, "the moderator", "close_chat", days=days)
    assert answer == (Done() if expected else "company_days_invalid")


def test_a_deed_has_a_reason(moderation: Moderation) -> None:
    assert decide(moderation, "the moderator", "rename", reason="short") == "reason_required"
    assert decide(moderation, "the moderator", "rename", reason="x" * 501) == "reason_required"
    assert moderation.log() == []


def test_a_deed_that_is_sent_twice_is_one(moderation: Moderation) -> None:
    for _ in range(2):
        assert decide(moderation, "the moderator", "remove_picture") == Done()
    assert len(moderation.log()) == len(decided(moderation)) == 1
    assert decide(moderation, "the moderator", "rename") == "idempotency_conflict"
