"""Facts that come before what they are about: corrections before results, exclusions before entries."""

from collections.abc import Collection

import msgspec
import sqlalchemy as sa

from services.contracts.moderation.orders import FreeMatchCorrected
from services.contracts.wallet.public_ledger import SelfExcluded
from services.kernel.clock import DAY_MS
from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Work
from services.platform.process.json import encode_text
from services.tournaments.schema import early_corrections, exclusions

_KEPT_DAYS = 7


def keep_correction(work: Work, event: FreeMatchCorrected) -> None:
    """Keep the newest correction of a match that is not known; those that nobody has asked for in a week go."""
    work.execute(early_corrections.delete().where(early_corrections.c.at_ms < work.now_ms - _KEPT_DAYS * DAY_MS))
    row = {"match_id": event.match, "revision": -1, "event": "", "at_ms": work.now_ms}
    bulk_rows.insert_missing_later(work, early_corrections, [row])
    older = (early_corrections.c.match_id == event.match) & (early_corrections.c.revision < event.revision)
    work.execute(early_corrections.update().where(older).values(revision=event.revision, event=encode_text(event)))


def take_corrections(work: Work, matches: Collection[str]) -> list[FreeMatchCorrected]:
    """The corrections of these matches, which are forgotten."""
    found = bulk_rows.find(work, early_corrections, "match_id", matches)
    bulk_rows.delete_later(work, early_corrections, "match_id", [row.match_id for row in found])
    return [msgspec.json.decode(row.event, type=FreeMatchCorrected) for row in found if row.event]


def keep_exclusion(work: Work, event: SelfExcluded) -> None:
    """Keep what a player has said last."""
    row = {"account": event.account, "at_ms": -1, "until_ms": 0}
    bulk_rows.insert_missing_later(work, exclusions, [row])
    older = (exclusions.c.account == event.account) & (exclusions.c.at_ms < event.at_ms)
    work.execute(exclusions.update().where(older).values(at_ms=event.at_ms, until_ms=event.until_ms))


def is_excluded(work: Work, account: str) -> bool:
    """Whether the games for chips are shut to a player now."""
    row = work.execute(sa.select(exclusions).where(exclusions.c.account == account)).first()
    return row is not None and (row.until_ms is None or row.until_ms > work.now_ms)


def forget(work: Work, account: str) -> None:
    """The account is gone."""
    work.execute(exclusions.delete().where(exclusions.c.account == account))
