"""The audit log is saved whole, by roles that may read it; an entry says it (services/moderation/RULES.md §10)."""

from typing import Any

import pytest

from services.contracts.moderation import staff as contract
from services.kernel.clock import HOUR_MS
from services.kernel.refusal import Refusal
from services.moderation.audit import exports
from services.moderation.audit.chain import Record, first_broken
from tests.contracts.staff import ROLES
from tests.moderation.moderation import Moderation

AUDITOR = "the auditor"


def fill_log(moderation: Moderation, count: int, action: str = "warn") -> None:
    moderation.write(
        *[Record(moderation.clock.now_ms(), "ana", "moderator", action, f"p-{each}") for each in range(count)]
    )


def begin(moderation: Moderation, export: str = "e-1", by: str = AUDITOR, **wanted: Any) -> Any:
    return moderation.ask(contract.BeginAuditExport(account=by, id=export, **wanted))


def read(moderation: Moderation, export: str = "e-1", by: str = AUDITOR, before: int | None = None) -> Any:
    return moderation.ask(contract.ReadAuditExport(account=by, export=export, before=before))


def read_all(moderation: Moderation) -> list[str]:
    """The subjects of an export's entries, page by page."""
    subjects: list[str] = []
    page = read(moderation)
    while True:
        subjects += [each.subject for each in page.entries]
        if page.next_before is None:
            return subjects
        page = read(moderation, before=page.next_before)


@pytest.mark.parametrize("count", [0, 1, 6, 7])
def test_every_entry_that_fits_is_saved_over_all_pages(
    moderation: Moderation, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    monkeypatch.setattr(contract, "EXPORT_PAGE_ENTRIES_MAX", 3)
    moderation.hire()
    fill_log(moderation, count)
    fill_log(moderation, 2, "card")
    begun = begin(moderation, action="warn")
    assert (begun.entries, begun.fitting) == (count, count)
    fill_log(moderation, 2)  # later than the export
    assert read_all(moderation) == [f"p-{each}" for each in reversed(range(count))]


def test_of_more_than_a_file_holds_the_newest_are_saved(
    moderation: Moderation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contract, "EXPORT_ENTRIES_MAX", 4)
    moderation.hire()
    fill_log(moderation, 6)
    begun = begin(moderation, action="warn")
    assert (begun.entries, begun.fitting) == (4, 6)
    assert read_all(moderation) == ["p-5", "p-4", "p-3", "p-2"]


def test_the_log_names_the_account_that_saves_and_its_entries(moderation: Moderation) -> None:
    moderation.hire()
    fill_log(moderation, 2)
    begin(moderation, subject="p-1", text="%")
    last = moderation.log()[-1]
    assert (last.actor, last.role, last.action, last.subject) == (AUDITOR, "auditor", exports.ACTION, "e-1")
    assert last.after == {"entries": 0, "fitting": 0, "first": 0, "wanted": {"subject": "p-1", "text": "%"}}
    assert first_broken(moderation.log()) is None


def test_an_export_sent_again_is_one_and_another_under_its_id_is_refused(moderation: Moderation) -> None:
    moderation.hire()
    fill_log(moderation, 2)
    first = begin(moderation, action="warn")
    entries = len(moderation.log())
    assert begin(moderation, action="warn") == first
    assert begin(moderation, action="card") == Refusal("idempotency_conflict")
    assert begin(moderation, by="the operator", action="warn") == Refusal("idempotency_conflict")
    assert len(moderation.log()) == entries


@pytest.mark.parametrize("role", ROLES)
def test_only_a_role_that_reads_the_log_saves_it(moderation: Moderation, role: str) -> None:
    moderation.hire()
    may = role in contract.BeginAuditExport.staff_roles
    entries = len(moderation.log())
    answer = begin(moderation, by=f"the {role}")
    assert (answer == Refusal("forbidden")) is not may
    assert len(moderation.log()) == entries + may
    assert (read(moderation, by=f"the {role}") == Refusal("forbidden")) is not may


def test_an_export_of_another_account_or_an_old_one_is_unknown(moderation: Moderation) -> None:
    moderation.hire()
    unknown = Refusal("audit_export_unknown")
    assert read(moderation) == unknown
    begin(moderation)
    assert read(moderation, by="the operator") == unknown
    assert not isinstance(read(moderation), Refusal)
    moderation.clock.advance(HOUR_MS)
    assert read(moderation) == unknown
