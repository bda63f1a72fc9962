"""Corrections that come before the results that they are about."""

from collections.abc import Collection

import msgspec

from services.contracts.moderation.orders import FreeMatchCorrected
from services.kernel.clock import DAY_MS
from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text
from services.tournaments.schema import early_corrections

_KEPT_DAYS = 7


def keep(work: Work, event: FreeMatchCorrected) -> None:
    """Keep the newest correction of a match that is not known; those that nobody has asked for in a week go."""
    work.execute(early_corrections.delete().where(early_corrections.c.at_ms < work.now_ms - _KEPT_DAYS * DAY_MS))
    row = {"match_id": event.match, "revision": -1, "event": "", "at_ms": work.now_ms}
    bulk_rows.insert_missing_later(work, early_corrections, [row])
    older = (early_corrections.c.match_id == event.match) & (early_corrections.c.revision < event.revision)
    work.execute(early_corrections.update().where(older).values(revision=event.revision, event=encode_text(event)))


def take(work: Work, matches: Collection[str]) -> list[FreeMatchCorrected]:
    """The corrections of these matches, which are forgotten."""
    found = bulk_rows.find(work, early_corrections, "match_id", matches)
    bulk_rows.delete_later(work, early_corrections, "match_id", [row.match_id for row in found])
    return [msgspec.json.decode(row.event, type=FreeMatchCorrected) for row in found if row.event]
