"""Cases: opened by signals, with their evidence; examined and closed by staff (RULES.md §7, §10)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from services.contracts.moderation import cases as contract
from services.contracts.moderation.events import CaseOpened
from services.contracts.moderation.signals import EarlyLeaver
from services.contracts.wallet.events import AddressShared
from services.contracts.wallet.payments import PaymentRestored, PaymentReversed
from services.kernel.refusal import Refusal
from services.kernel.text.unicode_text import check_reason, clean_text
from services.moderation import metrics
from services.moderation.audit import audit_rows
from services.moderation.audit import chain as audit
from services.moderation.audit.audit_rows import append_audit
from services.moderation.audit.chain import Record
from services.moderation.cases import case_rows as stored
from services.moderation.cases import prize_reviews as reviews
from services.moderation.cases.case_rows import Raised
from services.moderation.messages import notices
from services.moderation.messages.use_cases import notify
from services.moderation.signals.windows import Changes
from services.moderation.staff import role_rows, roles
from services.moderation.staff.authority import is_about
from services.platform.database.unit_of_work import Work

UNKNOWN = Refusal("case_unknown")
_DISPROVED = "an event that came late has disproved what the signal had seen"


# --- opened by signals ---


def raise_all(work: Work, raised: Iterable[Raised]) -> None:
    """Open a case for each signal, or add to the one that is open about the same players. The caller holds the lock of
    conduct."""
    every = list(raised)
    opened = stored.add_evidence(work, every)
    for case_id, each in opened:
        work.publish(CaseOpened(case=case_id, kind=each.kind, players=sorted(each.players)))
        metrics.signals.labels(each.kind, "opened").inc()
    reviews.opened(work, [each for _, each in opened])
    for kind, count in (Counter(each.kind for each in every) - Counter(each.kind for _, each in opened)).items():
        metrics.signals.labels(kind, "added").inc(count)


def change(work: Work, found: Iterable[Changes]) -> None:
    """Raise signals, and withdraw those that later knowledge disproves: a case that nothing else speaks for is closed
    by the system. The caller holds the lock of conduct."""
    every = list(found)
    raised = [hit for each in every for hit in each.raised]
    raise_all(work, [Raised(hit.kind, hit.players, hit.seen, hit.of) for hit in raised])
    for hit in (hit for each in every for hit in each.withdrawn):
        case = stored.withdraw(work, hit.kind, hit.players, hit.of)
        if case is not None:
            close_found(work, case, audit.SYSTEM, "", _DISPROVED)
            metrics.signals.labels(hit.kind, "withdrawn").inc()


def payments_reversed(work: Work, events: Sequence[PaymentReversed]) -> None:
    """A provider has taken payments back: open a case for each buyer, who is notified of the effect on the chips."""
    audit_rows.lock_conduct(work)
    raise_all(work, [Raised("payment_reversed", [event.account], _reversal(event)) for event in events])
    for event in events:
        notify(work, notices.payment_reversed(event))


def _reversal(event: PaymentReversed) -> dict[str, Any]:
    seen = {"payment": event.payment, "chips": event.chips, "taken_chips": event.taken_chips}
    return seen | {"debt_chips": event.debt_chips} if event.debt_chips else seen


def payments_restored(work: Work, events: Sequence[PaymentRestored]) -> None:
    """Disputes were won: notify the buyers."""
    for event in events:
        notify(work, notices.payment_restored(event))


def addresses_shared(work: Work, events: Sequence[AddressShared]) -> None:
    """Several seats of a match for chips used one address."""
    audit_rows.lock_conduct(work)
    shared = [(each.accounts, {"match": each.match, "stake_chips": each.stake_chips}) for each in events]
    raise_all(work, [Raised("same_ip", accounts, seen) for accounts, seen in shared])


def left_early(work: Work, events: Sequence[EarlyLeaver]) -> None:
    """These accounts repeatedly left before the first round, so staked tables refuse them."""
    audit_rows.lock_conduct(work)
    raise_all(work, [Raised("deserter", each.accounts, _early(each)) for each in events])


def _early(event: EarlyLeaver) -> dict[str, Any]:
    return {"match": event.match, "left_early_24h": event.leaves, "refused_until_ms": event.until_ms}


# --- staff ---


def list_cases(work: Work, request: contract.ListCases) -> contract.Cases | Refusal:
    """A page of the open cases, for staff who may read reports."""
    refusal = roles.check(role_rows.roles_of(work, request.account), "read_reports")
    return refusal or contract.Cases(cases=stored.list_open(work, request.limit, request.after))


def close_case(work: Work, request: contract.CloseCase) -> contract.Case | Refusal:
    """Close a case, by staff who may decide about it."""
    held = role_rows.roles_of(work, request.account)
    if refusal := roles.check(held, "mild") or check_reason(request.reason):
        return refusal
    return close(work, request.case, request.account, held[0], request.reason)


def close(work: Work, case_id: str, by: str, role: str, reason: str) -> contract.Case | Refusal:
    """The same without a check of roles, for operators at the shell. Closing it again changes nothing."""
    audit_rows.lock_conduct(work)
    case = stored.lock(work, case_id)
    if case is None or case.closed_at_ms is not None:
        return case or UNKNOWN
    if is_about(work, by, case.players):
        return Refusal("conflict_of_interest")
    close_found(work, case, by, role, clean_text(reason))
    return msgspec.structs.replace(case, closed_at_ms=work.now_ms, closed_by=by, reason=clean_text(reason))


def close_found(work: Work, case: contract.Case, by: str, role: str, reason: str) -> None:
    """Close a locked open case."""
    stored.close(work, case, by, reason)
    reviews.closed(work, case)
    for player in case.players:
        append_audit(work, Record(work.now_ms, by, role, "close_case", player, case.id, reason, case.kind))
