"""Claims, notes, links and decisions taken alone: what staff share at their desk (RULES.md §15)."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from services.contracts.moderation import desk as contract
from services.contracts.moderation.desk import Claim, Link, Note, SoleDecision
from services.kernel.ids import new_id
from services.kernel.refusal import Refusal
from services.kernel.text.unicode_text import check_reason, clean_text, fits
from services.moderation.audit import audit_rows
from services.moderation.audit.audit_rows import append_audit
from services.moderation.audit.chain import Record
from services.moderation.desk import rows as stored
from services.moderation.signals import observation_rows as observed
from services.moderation.staff import roles
from services.moderation.staff.authority import act, is_about, roles_of
from services.platform.database.unit_of_work import Work

CLAIM_MS = 10 * 60_000
"""How long a claim holds: staff who go away block nobody for long."""
_LISTED_MAX = 100
_LINKED_MAX = 20
_By = Literal["device", "address", "chips", "table"]


# --- claims ---


def list_claims(work: Work, request: contract.ListClaims) -> contract.Claims | Refusal:
    """Who looks at what now: `forbidden`."""
    refusal = roles.check(roles_of(work, request.account), "read_reports")
    return refusal or contract.Claims(claims=stored.list_claims(work))


def claim_player(work: Work, request: contract.ClaimPlayer) -> contract.Claims | Refusal:
    """Say that one looks at what waits about a player: `forbidden`. A claim of somebody else stays."""
    refusal = roles.check(roles_of(work, request.account), "mild")
    if refusal is not None:
        return refusal
    audit_rows.lock_conduct(work)
    others = {each.about for each in stored.list_claims(work) if each.by != request.account}
    if request.release:
        stored.end_claims(work, request.account)
    elif request.about not in others:
        stored.save_claim(work, Claim(request.about, request.account, work.now_ms + CLAIM_MS))
    return contract.Claims(claims=stored.list_claims(work))


# --- notes and links ---


def add_note(work: Work, request: contract.AddNote) -> Note | Refusal:
    """Write a note about a player: `forbidden`, `conflict_of_interest`, `note_invalid`, `idempotency_conflict`."""
    role = act(work, request.account, "mild", about=[request.of])
    if isinstance(role, Refusal):
        return role
    text = clean_text(request.text)
    if not fits(text, 1, contract.NOTE_LENGTH_MAX):
        return Refusal("note_invalid")
    audit_rows.lock_conduct(work)
    known = stored.find_note(work, request.id)
    if known is not None:
        same = (known.of, known.by, known.text) == (request.of, request.account, text)
        return known if same else Refusal("idempotency_conflict")
    note = Note(request.id, request.of, request.account, text, work.now_ms)
    stored.add_note(work, note)
    append_audit(work, Record(work.now_ms, request.account, role, "note", request.of, request.id))
    return note


def get_links(work: Work, request: contract.GetLinks) -> contract.Links | Refusal:
    """What an account has in common with others; the audit log keeps what it was needed for: `forbidden`."""
    role = act(work, request.account, "read_reports")
    if isinstance(role, Refusal):
        return role
    append_audit(work, Record(work.now_ms, request.account, role, "read_links", request.of, after=request.need))
    return contract.Links(links=links_of(work, request.of))


def links_of(work: Work, account: str) -> list[Link]:
    """The strongest links first, by kind."""
    found: list[Link] = []
    kinds: tuple[Literal["device", "address"], ...] = ("device", "address")
    for kind in kinds:
        shared: dict[str, int] = {}
        for place in observed.others(work, kind, account):
            for other in observed.accounts_with(work, kind, place):
                shared[other] = shared.get(other, 0) + 1
        found += _links(kind, account, shared)
    found += _links("chips", account, observed.others(work, "lost_to", account))
    return found + _links("table", account, observed.others(work, "played", account))


def _links(by: _By, account: str, counted: Mapping[str, int]) -> list[Link]:
    strongest = sorted(counted.items(), key=lambda each: (-each[1], each[0]))
    return [Link(account=other, by=by, count=times) for other, times in strongest if other != account][:_LINKED_MAX]


# --- decisions taken alone ---


def check_second(work: Work, by: str, decided_by: str, alone: bool) -> Refusal | None:
    """`conflict_of_interest` for who has taken the decision, unless they say that nobody else is there (`alone`)."""
    return Refusal("conflict_of_interest") if not alone and is_about(work, by, [decided_by]) else None


def note_sole(work: Work, decided: Record, decided_by: str) -> None:
    """Keep that somebody has taken back or ruled on what they had decided themselves, for the next one to look at."""
    if not is_about(work, decided.actor, [decided_by]):
        return
    one = SoleDecision(new_id(), decided.at, decided.actor, decided.action, decided.subject, decided.reason)
    stored.add_sole(work, one)
    append_audit(
        work, Record(decided.at, decided.actor, decided.role, "decided_alone", decided.subject, one.id, decided.reason)
    )


def list_sole_decisions(work: Work, request: contract.ListSoleDecisions) -> contract.SoleDecisions | Refusal:
    """Decisions taken alone that nobody else has looked at: `forbidden`."""
    refusal = roles.check(roles_of(work, request.account), "read_reports")
    return refusal or contract.SoleDecisions(decisions=stored.unreviewed(work, _LISTED_MAX))


def review_sole_decision(work: Work, request: contract.ReviewSoleDecision) -> SoleDecision | Refusal:
    """Look at what somebody else has decided alone: `forbidden`, `decision_unknown`, `conflict_of_interest`,
    `reason_required`, `decision_reviewed`."""
    refusal = roles.check(roles_of(work, request.account), "hard")
    if refusal is not None:
        return refusal
    audit_rows.lock_conduct(work)
    one = stored.find_sole(work, request.decision)
    if one is None:
        return Refusal("decision_unknown")
    role = act(work, request.account, "hard", about=[one.by, one.subject])
    if isinstance(role, Refusal):
        return role
    refusal = check_reason(request.reason)
    if refusal is not None or one.reviewed_at_ms is not None:
        return refusal or Refusal("decision_reviewed")
    stored.review(work, one.id, request.account, request.agreed, work.now_ms)
    record = Record(
        work.now_ms, request.account, role, "review_decision", one.subject, one.id, clean_text(request.reason), None,
        {"agreed": request.agreed},
    )  # fmt: skip
    append_audit(work, record)
    return msgspec.structs.replace(one, agreed=request.agreed, reviewed_by=request.account, reviewed_at_ms=work.now_ms)
