"""The wallet's reports of prizes (RULES.md §5)."""

from collections.abc import Sequence

import msgspec

from services.contracts.tournaments.entries import PrizesPaid
from services.platform.database.unit_of_work import Work
from services.tournaments.competitions import competition_rows as competitions
from services.tournaments.competitions import notifications
from services.tournaments.plans import template_and_audit_rows as administration
from services.tournaments.ports import Ports


def prizes_paid(work: Work, ports: Ports, events: Sequence[PrizesPaid]) -> None:
    """Prizes, or the differences of a correction, have been paid."""
    for event in sorted(events, key=lambda each: (each.competition, each.revision)):
        one = competitions.lock(work, event.competition)
        if one is None:
            continue
        if event.shortfalls:
            detail = {"revision": event.revision, "shortfalls": event.shortfalls}
            administration.note(work, one.id, "shortfall", detail=detail)
        if event.revision == 0 and one.paid_at_ms is None:
            administration.note(work, one.id, "paid")
            notifications.changed(work, ports, one, msgspec.structs.replace(one, paid_at_ms=work.now_ms))
