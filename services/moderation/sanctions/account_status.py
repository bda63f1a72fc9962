"""The present cards, suspensions and block of an account, stored and published to the other services as a whole, in
the order of the audit log (RULES.md §4)."""

import msgspec

from services.contracts.moderation.conduct import CardsChanged
from services.contracts.moderation.events import Span, StandingChanged
from services.kernel.ids import new_id
from services.moderation import metrics
from services.moderation.audit.audit_rows import append_audit
from services.moderation.audit.chain import Entry, Record
from services.moderation.cards.rules import Active, CardSettings, is_expired
from services.moderation.messages import notices
from services.moderation.messages.use_cases import notify
from services.moderation.sanctions import sanction_rows
from services.moderation.sanctions.suspensions import Suspension, in_force
from services.platform.database.unit_of_work import Work


def suspend(
    work: Work, account: str, suspension: Suspension, decided: Record, reason: str, *, expelled_from: str | None = None
) -> tuple[Suspension, Entry]:
    """Store a suspension; `decided` is the record of the audit log (when, by whom) that caused it. The player is
    notified. `expelled_from`: the table that is ordered to remove the player."""
    kept = msgspec.structs.replace(suspension, id=new_id(), reason=reason)
    sanction_rows.add_suspension(work, account, kept, decided.actor, decided.at)
    metrics.suspensions.labels(kept.cause).inc()
    after = {"from_ms": kept.from_ms, "until_ms": kept.until_ms}
    record = Record(decided.at, decided.actor, decided.role, "suspend", account, kept.id, reason, None, after)
    entry = append_audit(work, record)
    notify(work, notices.suspended(account, kept.id, kept.cause, kept.from_ms, kept.until_ms, reason))
    publish(work, account, entry.seq, decided.at, expelled_from)
    return kept, entry


def publish(work: Work, account: str, seq: int, at_ms: int | None = None, expelled_from: str | None = None) -> None:
    """Publish all suspensions and the block of an account, as of this line of the audit log."""
    moment_ms = work.now_ms if at_ms is None else at_ms
    spans = sorted(sanction_rows.suspensions_of(work, account, moment_ms), key=lambda one: one.from_ms)
    block = sanction_rows.block_of(work, account)
    running = in_force(spans, moment_ms)
    reason = block.reason if block is not None else running.reason if running is not None else ""
    work.publish(
        StandingChanged(
            account=account,
            seq=seq,
            blocked=block is not None,
            suspensions=[Span(from_ms=one.from_ms, until_ms=one.until_ms) for one in spans],
            reason=reason,
            colour="staff" if block is not None or running is None else running.cause,
            expelled_from=expelled_from,
        )
    )


def publish_cards(work: Work, settings: CardSettings, account: str, seq: int) -> Active:
    """Publish the active cards of an account, as of this line of the audit log."""
    held = [
        each for each in sanction_rows.held_cards(work, account) if not is_expired(each.at_ms, work.now_ms, settings)
    ]
    active = Active(*(sum(each.colour == colour for each in held) for colour in ("yellow", "blue")))
    work.publish(CardsChanged(account=account, seq=seq, cards=msgspec.structs.asdict(active) | {"red": 0}))
    return active


def shorten(work: Work, account: str, changed: list[Suspension]) -> None:
    """Store changed times of an account's suspensions."""
    before = {one.id: one for one in sanction_rows.suspensions_of(work, account, 0)}
    for one in changed:
        if one != before[one.id]:
            sanction_rows.save_times(work, one)
