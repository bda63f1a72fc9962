"""Every decision of staff under an id: sent again it is answered the same, and written down once."""

from collections.abc import Callable
from typing import Any

import pytest

from services.contracts.base import Done
from services.contracts.moderation import appeals, cards, cases, messages, reports, staff
from services.kernel.refusal import Refusal
from services.moderation.cases import case_rows
from services.moderation.cases.case_rows import Raised
from services.moderation.sanctions.sanction_rows import Card, add_card
from tests.moderation.moderation import REASON, Moderation

ADMINISTRATOR = {"account": "the administrator", "id": "r-1", "reason": REASON}


def block(moderation: Moderation, id: str = "b-1") -> Any:
    return moderation.ask(cards.Block(account="the administrator", id=id, to="ben", reason=REASON))


def decide(moderation: Moderation) -> Any:
    report = moderation.report()
    return reports.Decide(**ADMINISTRATOR, report=report.id, decision="warn")


def revoke_card(moderation: Moderation) -> Any:
    moderation.keep(add_card, Card("c-1", "ben", "yellow", "left", moderation.clock.now_ms()))
    return cards.RevokeCard(**ADMINISTRATOR, card="c-1")


def unblock(moderation: Moderation) -> Any:
    block(moderation)
    return cards.Unblock(**ADMINISTRATOR, to="ben", alone=True)


def file_appeal(moderation: Moderation) -> Any:
    block(moderation)
    return appeals.FileAppeal(account="ben", id="r-1", text="it was not me at all")


def rule_appeal(moderation: Moderation) -> Any:
    block(moderation)
    appeal = moderation.ask(appeals.FileAppeal(account="ben", text="it was not me at all"))
    other = {**ADMINISTRATOR, "account": "another administrator"}
    return appeals.RuleAppeal(**other, appeal=appeal.id, outcome="upheld")


def close_case(moderation: Moderation) -> Any:
    ((case, _),) = moderation.keep(case_rows.add_evidence, [Raised("bot", ["ben"], {"hours": 20})])
    return cases.CloseCase(**ADMINISTRATOR, case=case)


def give_role(_moderation: Moderation) -> Any:
    return staff.GiveRole(**ADMINISTRATOR, to="eva", role="auditor")


def take_role(moderation: Moderation) -> Any:
    moderation.ask(staff.GiveRole(account="the administrator", to="eva", role="auditor", reason=REASON))
    return staff.TakeRole(**ADMINISTRATOR, to="eva", role="auditor")


def write(_moderation: Moderation) -> Any:
    return messages.SendMessage(
        account="the administrator", id="r-1", to="ben", kind="notice", subject="A word", body="Be kind"
    )


def block_again(_moderation: Moderation) -> Any:
    return cards.Block(**ADMINISTRATOR, to="ben")


CHANGES = [
    *(decide, revoke_card, unblock, file_appeal, rule_appeal),
    *(close_case, give_role, take_role, write, block_again),
]


@pytest.mark.parametrize("prepare", CHANGES, ids=lambda each: each.__name__)
def test_a_change_sent_again_is_answered_the_same_and_done_once(
    moderation: Moderation, prepare: Callable[[Moderation], Any]
) -> None:
    moderation.hire()
    request = prepare(moderation)
    first = moderation.ask(request)
    assert not isinstance(first, Refusal), first
    log, _ = moderation.log(), moderation.told()
    moderation.clock.advance(60_000)
    assert moderation.ask(request) == first
    assert (moderation.log(), moderation.told()) == (log, [])


def test_a_late_repeated_block_does_not_block_an_account_that_was_released(moderation: Moderation) -> None:
    moderation.hire()
    first = block(moderation)
    assert moderation.ask(cards.Unblock(account="the administrator", to="ben", reason=REASON, alone=True)) == Done()
    assert block(moderation) == first
    assert moderation.conduct("ben").suspension is None
    assert block(moderation, "b-2").id == "b-2"


def test_an_id_of_another_decision_is_refused(moderation: Moderation) -> None:
    moderation.hire()
    asked = {"account": "the administrator", "id": "r-1", "reason": REASON, "role": "auditor"}
    moderation.ask(staff.GiveRole(to="eva", **asked))  # type: ignore[arg-type]
    assert moderation.ask(staff.GiveRole(to="zoe", **asked)).error == "idempotency_conflict"  # type: ignore[arg-type]
