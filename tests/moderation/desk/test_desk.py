"""What staff share: claims, notes, links, decisions taken alone (services/moderation/RULES.md §15)."""

from typing import Any

import pytest

from services.contracts.base import Done
from services.contracts.moderation import appeals, cards, desk, staff
from services.kernel.refusal import Refusal
from tests.moderation.moderation import REASON, Moderation

ADMIN, OTHER, MODERATOR = "the administrator", "another administrator", "the moderator"


@pytest.fixture
def staffed(moderation: Moderation) -> Moderation:
    moderation.hire()
    return moderation


def claims(moderation: Moderation, answer: Any = None) -> dict[str, str]:
    found = moderation.ask(desk.ListClaims(account=ADMIN)) if answer is None else answer
    return {each.about: each.by for each in found.claims}


# --- claims ------------------------------------------------------------------------------------------------------


def test_a_claim_is_shown_and_each_person_has_one(staffed: Moderation) -> None:
    for about in ("ben", "eva"):
        staffed.ask(desk.ClaimPlayer(account=ADMIN, about=about))
    assert claims(staffed) == {"eva": ADMIN}
    answer = staffed.ask(desk.ClaimPlayer(account=MODERATOR, about="eva"))
    assert claims(staffed, answer) == {"eva": ADMIN}, "somebody else's stays theirs"
    assert claims(staffed, staffed.ask(desk.ClaimPlayer(account=ADMIN, about="", release=True))) == {}


def test_a_claim_is_over_after_ten_minutes_and_with_the_decision(staffed: Moderation) -> None:
    staffed.ask(desk.ClaimPlayer(account=ADMIN, about="ben"))
    staffed.clock.advance(10 * 60_000)
    assert claims(staffed) == {}
    staffed.ask(desk.ClaimPlayer(account=ADMIN, about="ben"))
    staffed.report(by="ana", reported="ben")
    staffed.decide("r1", "ignore")
    assert claims(staffed) == {}


# --- notes and links ---------------------------------------------------------------------------------------------


def file(moderation: Moderation, of: str) -> Any:
    return moderation.ask(staff.GetPlayerFile(account=ADMIN, of=of))


def test_a_note_stands_in_the_file_once(staffed: Moderation) -> None:
    note = desk.AddNote(account=MODERATOR, id="n", of="ben", text="  has been warned by mail ")
    assert staffed.ask(note) == staffed.ask(note)
    (kept,) = file(staffed, "ben").notes
    assert (kept.by, kept.text, kept.of) == (MODERATOR, "has been warned by mail", "ben")
    other = desk.AddNote(account=MODERATOR, id="n", of="ben", text="something else")
    assert staffed.ask(other) == Refusal("idempotency_conflict")
    assert [each.action for each in staffed.log() if each.object == "n"] == ["note"]


@pytest.mark.parametrize(
    ("how", "error"),
    [
        ({"text": " "}, "note_invalid"),
        ({"text": "x" * 1_001}, "note_invalid"),
        ({"of": MODERATOR}, "conflict_of_interest"),
        ({"account": "the auditor"}, "forbidden"),
    ],
)
def test_what_is_no_note_is_not_kept(staffed: Moderation, how: dict[str, Any], error: str) -> None:
    usual = {"account": MODERATOR, "id": "n", "of": "ben", "text": "has been warned"}
    assert staffed.ask(desk.AddNote(**usual | how)) == Refusal(error)
    assert file(staffed, "ben").notes == []


def test_each_look_at_links_is_logged_with_what_it_was_for(staffed: Moderation) -> None:
    assert staffed.ask(desk.GetLinks(account=MODERATOR, of="ben", need="report")) == desk.Links(links=[])
    (entry,) = [each for each in staffed.log() if each.action == "read_links"]
    assert (entry.actor, entry.subject, entry.after) == (MODERATOR, "ben", "report")


# --- two persons -------------------------------------------------------------------------------------------------


def red(moderation: Moderation, by: str = ADMIN) -> Any:
    return moderation.ask(cards.GiveCard(account=by, id="c", to="ben", reason=REASON))


def lift(moderation: Moderation, by: str, **how: Any) -> Any:
    (suspension,) = file(moderation, "ben").suspensions
    return moderation.ask(cards.LiftSuspension(account=by, suspension=suspension.id, reason=REASON, **how))


def waiting(moderation: Moderation) -> list[Any]:
    return moderation.ask(desk.ListSoleDecisions(account=OTHER)).decisions


def test_another_one_lifts_and_nothing_waits_for_a_review(staffed: Moderation) -> None:
    red(staffed)
    assert lift(staffed, OTHER).id
    assert waiting(staffed) == []


def test_the_decider_lifts_unblocks_and_rules_only_alone_and_marked(staffed: Moderation) -> None:
    red(staffed)
    assert lift(staffed, ADMIN) == Refusal("conflict_of_interest")
    assert lift(staffed, ADMIN, alone=True).id
    staffed.ask(cards.Block(account=ADMIN, id="b", to="eva", reason=REASON))
    back: dict[str, Any] = {"account": ADMIN, "to": "eva", "reason": REASON}
    assert staffed.ask(cards.Unblock(**back)) == Refusal("conflict_of_interest")
    assert staffed.ask(cards.Unblock(**back, alone=True)) == Done()
    staffed.ask(cards.GiveCard(account=ADMIN, id="d", to="fay", reason=REASON))
    filed = staffed.ask(appeals.FileAppeal(account="fay", text="It was not me."))
    ruling: dict[str, Any] = {"account": ADMIN, "appeal": filed.id, "outcome": "lifted", "reason": REASON}
    assert staffed.ask(appeals.RuleAppeal(**ruling)) == Refusal("conflict_of_interest")
    assert staffed.ask(appeals.RuleAppeal(**ruling, alone=True)).outcome == "lifted"
    assert [(each.action, each.subject) for each in waiting(staffed)] == [
        ("lift", "ben"), ("unblock", "eva"), ("appeal_lifted", "fay"),
    ]  # fmt: skip
    assert [each.subject for each in staffed.log() if each.action == "decided_alone"] == ["ben", "eva", "fay"]


def test_the_next_one_looks_at_what_was_decided_alone_once(staffed: Moderation) -> None:
    red(staffed)
    lift(staffed, ADMIN, alone=True)
    (one,) = waiting(staffed)
    review: dict[str, Any] = {"decision": one.id, "agreed": False, "reason": REASON}
    for how, error in (
        ({"account": ADMIN}, "conflict_of_interest"),
        ({"account": MODERATOR}, "forbidden"),
        ({"account": OTHER, "reason": "x"}, "reason_required"),
        ({"account": OTHER, "decision": "none"}, "decision_unknown"),
    ):
        assert staffed.ask(desk.ReviewSoleDecision(**review | how)) == Refusal(error)
    seen = staffed.ask(desk.ReviewSoleDecision(account=OTHER, **review))
    assert (seen.agreed, seen.reviewed_by) == (False, OTHER)
    assert waiting(staffed) == []
    assert staffed.ask(desk.ReviewSoleDecision(account=OTHER, **review)) == Refusal("decision_reviewed")


def test_one_does_not_decide_about_oneself_alone_either(staffed: Moderation) -> None:
    staffed.ask(cards.GiveCard(account=OTHER, id="c", to=ADMIN, reason=REASON))
    (suspension,) = staffed.ask(staff.GetPlayerFile(account=OTHER, of=ADMIN)).suspensions
    mine = cards.LiftSuspension(account=ADMIN, suspension=suspension.id, reason=REASON, alone=True)
    assert staffed.ask(mine) == Refusal("conflict_of_interest")
