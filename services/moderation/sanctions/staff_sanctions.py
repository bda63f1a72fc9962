"""Red cards and blocks, and revoking cards and suspensions without a report or an appeal (RULES.md §4, §5, §9, §10)."""

from typing import Final

import msgspec

from services.contracts.base import Done
from services.contracts.moderation import cards as contract
from services.kernel.refusal import Refusal
from services.kernel.text.unicode_text import check_reason, clean_text
from services.moderation import metrics
from services.moderation.appeals import rules as appeals
from services.moderation.audit import audit_rows
from services.moderation.audit.audit_rows import append_audit
from services.moderation.audit.chain import Record
from services.moderation.cards.rules import Active, CardSettings, apply_card
from services.moderation.desk.use_cases import check_second, note_sole
from services.moderation.messages import notices
from services.moderation.messages.use_cases import notify
from services.moderation.sanctions import account_status, sanction_rows
from services.moderation.sanctions.sanction_rows import Card, KeptSuspension
from services.moderation.sanctions.suspensions import queue_ends_ms
from services.moderation.staff import roles
from services.moderation.staff.authority import act, roles_of
from services.moderation.staff.roles import Role
from services.platform.database.unit_of_work import Work

_RED: Final = "red"


# --- giving ----------------------------------------------------------------------------------------------------------


def give_card(work: Work, settings: CardSettings, request: contract.GiveCard) -> contract.KeptSuspension | Refusal:
    """Give a red card, by an administrator; a repeated id returns the suspension that it caused."""
    role = _check(work, request.account, request.to, request.reason)
    if isinstance(role, Refusal):
        return role
    audit_rows.lock_conduct(work)
    known = sanction_rows.find_card(work, request.id)
    if known is not None and known.account != request.to:
        return Refusal("idempotency_conflict")
    record = Record(work.now_ms, request.account, role, "card", request.to, request.id, clean_text(request.reason))
    return shown(red_card(work, settings, request.id, request.to, record, request.match))


def red_card(
    work: Work, settings: CardSettings, card_id: str, account: str, decided: Record, match: str | None
) -> KeptSuspension:
    """Store card and suspension in one step; `decided`: when, by whom and why. The caller holds the lock of conduct."""
    known = sanction_rows.find_card(work, card_id)
    if known is not None:
        return _suspension_of(work, known)
    ends_ms = queue_ends_ms(sanction_rows.suspensions_of(work, account, decided.at), decided.at)
    given = apply_card(Active(), _RED, decided.at, ends_ms, decided.reason, settings)
    assert given.suspension is not None
    sanction_rows.add_card(
        work, Card(card_id, account, _RED, decided.reason, decided.at, decided.actor, "active", match)
    )
    metrics.cards.labels(_RED, "staff").inc()
    append_audit(work, msgspec.structs.replace(decided, action="card", object=card_id, reason=f"red: {decided.reason}"))
    kept, _ = account_status.suspend(work, account, given.suspension, decided, decided.reason)
    sanction_rows.consume_cards(work, [card_id], kept.id)
    return KeptSuspension(kept, account, decided.actor, decided.at)


def _suspension_of(work: Work, card: Card) -> KeptSuspension:
    found = sanction_rows.suspension_of_card(work, card.id)
    assert found is not None
    return found


def block(work: Work, request: contract.Block) -> contract.KeptBlock | Refusal:
    """Block an account permanently, by an administrator."""
    role = _check(work, request.account, request.to, request.reason)
    if isinstance(role, Refusal):
        return role
    audit_rows.lock_conduct(work)
    record = Record(work.now_ms, request.account, role, "block", request.to, request.id, clean_text(request.reason))
    return shown_block(request.to, block_account(work, request.id, request.to, record))


def block_account(work: Work, block_id: str, account: str, decided: Record) -> sanction_rows.Block:
    """Store a permanent block; a blocked account stays as it is. The caller holds the lock of conduct."""
    known = sanction_rows.block_of(work, account)
    if known is not None:
        return known
    kept = sanction_rows.Block(decided.reason, decided.at, decided.actor, block_id)
    sanction_rows.add_block(work, account, kept)
    metrics.suspensions.labels("block").inc()
    entry = append_audit(work, msgspec.structs.replace(decided, action="block", object=block_id))
    notify(work, notices.blocked(account, block_id, decided.reason))
    account_status.publish(work, account, entry.seq)
    return kept


# --- revoking --------------------------------------------------------------------------------------------------------


def revoke_card(work: Work, settings: CardSettings, request: contract.RevokeCard) -> contract.Card | Refusal:
    """Revoke one active card, after a fault of the server; a consumed one can only be appealed against."""
    refusal = roles.check(roles_of(work, request.account), "hard")
    if refusal is not None:
        return refusal
    audit_rows.lock_conduct(work)
    card = sanction_rows.find_card(work, request.card)
    if card is None:
        return Refusal("card_unknown")
    role = _check(work, request.account, card.account, request.reason)
    if isinstance(role, Refusal):
        return role
    if card.state != "active":
        return Refusal(f"card_{card.state}")
    if refusal := check_second(work, request.account, card.by, request.alone):
        return refusal
    sanction_rows.revoke_card(work, card.id)
    record = Record(
        work.now_ms, request.account, role, "revoke_card", card.account, card.id, clean_text(request.reason),
        card.state, "revoked",
    )  # fmt: skip
    entry = append_audit(work, record)
    metrics.taken_back.labels("card").inc()
    account_status.publish_cards(work, settings, card.account, entry.seq)
    note_sole(work, record, card.by)
    notify(work, notices.card_revoked(card.account, card.id, card.colour, record.reason))
    return shown_card(msgspec.structs.replace(card, state="revoked"))


def lift_suspension(
    work: Work, settings: CardSettings, request: contract.LiftSuspension
) -> contract.KeptSuspension | Refusal:
    """End a suspension now and revoke its cards; suspensions that are queued behind it move forward."""
    refusal = roles.check(roles_of(work, request.account), "hard")
    if refusal is not None:
        return refusal
    audit_rows.lock_conduct(work)
    found = sanction_rows.find_suspension(work, request.suspension)
    if found is None:
        return Refusal("suspension_unknown")
    role = _check(work, request.account, found.account, request.reason)
    if isinstance(role, Refusal):
        return role
    if found.suspension.until_ms <= work.now_ms:
        return Refusal("suspension_over")
    if refusal := check_second(work, request.account, found.by, request.alone):
        return refusal
    record = Record(
        work.now_ms, request.account, role, "lift", found.account, request.suspension, clean_text(request.reason)
    )
    ended = change_end(work, settings, found, "lifted", None, record)
    note_sole(work, record, found.by)
    notify(work, notices.suspension_lifted(found.account, request.suspension, record.reason))
    return shown(ended)


def change_end(
    work: Work,
    settings: CardSettings,
    found: KeptSuspension,
    ruling: appeals.Ruling,
    until_ms: int | None,
    decided: Record,
) -> KeptSuspension:
    """Lift or reduce a suspension, as `appeals.rule` has allowed; `decided` goes into the audit log."""
    account = found.account
    changed = appeals.rule(
        sanction_rows.suspensions_of(work, account, 0), found.suspension, ruling, work.now_ms, until_ms
    )
    assert not isinstance(changed, Refusal)
    account_status.shorten(work, account, changed)
    after = next(one for one in changed if one.id == found.suspension.id)
    times = [{"from_ms": one.from_ms, "until_ms": one.until_ms} for one in (found.suspension, after)]
    entry = append_audit(work, msgspec.structs.replace(decided, before=times[0], after=times[1]))
    if ruling == "lifted":
        sanction_rows.revoke_cards_of(work, after.id)
        metrics.taken_back.labels("suspension").inc()
        account_status.publish_cards(work, settings, account, entry.seq)
    account_status.publish(work, account, entry.seq)
    return msgspec.structs.replace(found, suspension=after)


def unblock(work: Work, request: contract.Unblock) -> Done | Refusal:
    """End a permanent block; suspensions continue."""
    role = act(work, request.account, "hard", about=[request.to])
    if isinstance(role, Refusal):
        return role
    audit_rows.lock_conduct(work)
    known = sanction_rows.block_of(work, request.to)
    if known is None:
        return Refusal("block_unknown")
    refusal = check_reason(request.reason) or check_second(work, request.account, known.by, request.alone)
    if refusal is not None:
        return refusal
    record = Record(work.now_ms, request.account, role, "unblock", request.to, "", clean_text(request.reason))
    end_block(work, request.to, record)
    note_sole(work, record, known.by)
    notify(work, notices.unblocked(request.to, known.id, record.reason))
    return Done()


def end_block(work: Work, account: str, decided: Record) -> None:
    """End a block. The caller holds the lock of conduct."""
    before = sanction_rows.block_of(work, account)
    assert before is not None
    sanction_rows.delete_block(work, account)
    metrics.taken_back.labels("block").inc()
    entry = append_audit(work, msgspec.structs.replace(decided, object=before.id, before={"reason": before.reason}))
    account_status.publish(work, account, entry.seq)


def _check(work: Work, by: str, to: str, reason: str) -> Role | Refusal:
    """`forbidden`, `conflict_of_interest` (oneself), `reason_required`."""
    role = act(work, by, "hard", about=[to])
    return role if isinstance(role, Refusal) else check_reason(reason) or role


# --- contract's forms ------------------------------------------------------------------------------------------------


def shown(kept: KeptSuspension) -> contract.KeptSuspension:
    """The contract's form of it."""
    one = kept.suspension
    return contract.KeptSuspension(
        id=one.id,
        account=kept.account,
        cause=one.cause,
        reason=one.reason,
        from_ms=one.from_ms,
        until_ms=one.until_ms,
        decided_at_ms=kept.decided_at_ms,
        by=kept.by,
    )


def shown_block(account: str, kept: sanction_rows.Block) -> contract.KeptBlock:
    """The contract's form of it."""
    return contract.KeptBlock(id=kept.id, account=account, reason=kept.reason, from_ms=kept.from_ms, by=kept.by)


def shown_card(card: Card) -> contract.Card:
    """The contract's form of it."""
    fields = msgspec.structs.asdict(card)
    fields.pop("seq")
    return contract.Card(**fields)
