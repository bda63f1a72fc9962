"""Stored cards, suspensions and blocks."""

from collections.abc import Collection
from typing import Any

import msgspec
import sqlalchemy as sa

from services.contracts.moderation.conduct import Mute
from services.kernel.clock import TimeMs
from services.moderation.audit import chain as audit
from services.moderation.cards.rules import CardState, Colour
from services.moderation.sanctions.suspensions import Suspension, in_force
from services.moderation.schema import audit_log, blocks, cards, mutes, suspensions
from services.platform.database.bulk_rows import storable
from services.platform.database.unit_of_work import Work


class Card(msgspec.Struct, frozen=True):
    """A card as kept (RULES.md §1); `by` is an account or `system`."""

    id: str
    account: str
    colour: Colour
    reason: str
    at_ms: TimeMs
    by: str = audit.SYSTEM
    state: CardState = "active"
    match: str | None = None
    hand: int | None = None
    seq: int | None = None


class Block(msgspec.Struct, frozen=True):
    """A permanent block."""

    reason: str
    from_ms: TimeMs
    by: str = audit.SYSTEM
    id: str = ""


class KeptSuspension(msgspec.Struct, frozen=True):
    """A suspension with its account, who decided it, and when."""

    suspension: Suspension
    account: str
    by: str
    decided_at_ms: TimeMs


def add_card(work: Work, card: Card) -> None:
    """Store a card."""
    row = msgspec.structs.asdict(card)
    row["card_id"], row["match_id"], row["given_by"] = row.pop("id"), row.pop("match"), row.pop("by")
    work.execute(cards.insert(), row)


def active_cards(work: Work, account: str) -> list[tuple[Colour, TimeMs]]:
    """Colour and time of each active card of an account."""
    chosen = sa.select(cards.c.colour, cards.c.at_ms).where(cards.c.account == account, cards.c.state == "active")
    return [(row.colour, row.at_ms) for row in work.execute(chosen)]


class Held(msgspec.Struct, frozen=True):
    """An active card as far as it counts."""

    id: str
    colour: Colour
    at_ms: TimeMs


def held_cards(work: Work, account: str) -> list[Held]:
    """The active cards of an account, the oldest first."""
    chosen = sa.select(cards.c.card_id, cards.c.colour, cards.c.at_ms)
    own = chosen.where(cards.c.account == account, cards.c.state == "active").order_by(cards.c.at_ms, cards.c.card_id)
    return [Held(*row) for row in work.execute(own)]


def consume_cards(work: Work, ids: Collection[str], suspension_id: str | None = None) -> None:
    """Mark cards as consumed by a suspension."""
    values = {"state": "consumed", "suspension_id": suspension_id}
    work.execute(cards.update().where(cards.c.card_id.in_(ids)).values(values))


def find_card(work: Work, card_id: str) -> Card | None:
    """A card by its id."""
    row = work.execute(sa.select(cards).where(cards.c.card_id == storable(card_id))).one_or_none()
    return None if row is None else _card(row)


def cards_of(work: Work, account: str, count_max: int) -> list[Card]:
    """An account's newest cards, whatever their state."""
    chosen = sa.select(cards).where(cards.c.account == storable(account))
    return [_card(row) for row in work.execute(chosen.order_by(cards.c.at_ms.desc()).limit(count_max))]


def revoke_card(work: Work, card_id: str) -> None:
    """Mark a card as revoked."""
    work.execute(cards.update().where(cards.c.card_id == card_id).values(state="revoked"))


def revoke_cards_of(work: Work, suspension_id: str) -> None:
    """The cards that have made a suspension that was lifted."""
    work.execute(cards.update().where(cards.c.suspension_id == suspension_id).values(state="revoked"))


def add_suspension(
    work: Work, account: str, suspension: Suspension, by: str = audit.SYSTEM, decided_at_ms: TimeMs | None = None
) -> None:
    """Store a suspension; without `decided_at_ms` it was decided when it begins."""
    row = msgspec.structs.asdict(suspension) | {"account": account, "given_by": by}
    row["suspension_id"] = row.pop("id")
    row["decided_at_ms"] = suspension.from_ms if decided_at_ms is None else decided_at_ms
    work.execute(suspensions.insert(), row)


def find_suspension(work: Work, suspension_id: str) -> KeptSuspension | None:
    """A suspension by its id."""
    chosen = sa.select(suspensions).where(suspensions.c.suspension_id == storable(suspension_id))
    row = work.execute(chosen).one_or_none()
    return None if row is None else _suspension(row)


def suspension_of_card(work: Work, card_id: str) -> KeptSuspension | None:
    """The suspension that a consumed card has made."""
    joined = suspensions.join(cards, cards.c.suspension_id == suspensions.c.suspension_id)
    row = work.execute(sa.select(suspensions).select_from(joined).where(cards.c.card_id == card_id)).one_or_none()
    return None if row is None else _suspension(row)


def all_suspensions_of(work: Work, account: str, count_max: int) -> list[KeptSuspension]:
    """An account's newest suspensions, those that are over too."""
    chosen = sa.select(suspensions).where(suspensions.c.account == storable(account))
    return [_suspension(row) for row in work.execute(chosen.order_by(suspensions.c.from_ms.desc()).limit(count_max))]


def save_times(work: Work, suspension: Suspension) -> None:
    """Write the changed times of a suspension."""
    values = {"from_ms": suspension.from_ms, "until_ms": suspension.until_ms}
    work.execute(suspensions.update().where(suspensions.c.suspension_id == suspension.id).values(values))


def suspensions_of(work: Work, account: str, now_ms: TimeMs) -> list[Suspension]:
    """The suspensions of an account that run, or are queued, at a moment."""
    chosen = sa.select(suspensions).where(suspensions.c.account == account, suspensions.c.until_ms > now_ms)
    return [
        Suspension(row.from_ms, row.until_ms, row.cause, row.reason, row.suspension_id) for row in work.execute(chosen)
    ]


def add_block(work: Work, account: str, block: Block) -> None:
    """Store a permanent block."""
    row = {"account": account, "reason": block.reason, "from_ms": block.from_ms}
    work.execute(blocks.insert(), row | {"given_by": block.by, "block_id": block.id})


def block_of(work: Work, account: str) -> Block | None:
    """The permanent block of an account, if there is one."""
    row = work.execute(sa.select(blocks).where(blocks.c.account == storable(account))).one_or_none()
    return None if row is None else Block(row.reason, row.from_ms, row.given_by, row.block_id)


def is_kept_out(work: Work, account: str) -> bool:
    """Whether the account is blocked, or a suspension is in force."""
    running = in_force(suspensions_of(work, account, work.now_ms), work.now_ms)
    return running is not None or block_of(work, account) is not None


def delete_block(work: Work, account: str) -> None:
    """Delete a block."""
    work.execute(blocks.delete().where(blocks.c.account == account))


def _card(row: Any) -> Card:
    return Card(
        row.card_id, row.account, row.colour, row.reason, row.at_ms, row.given_by, row.state, row.match_id, row.hand,
        row.seq,
    )  # fmt: skip


def _suspension(row: Any) -> KeptSuspension:
    one = Suspension(row.from_ms, row.until_ms, row.cause, row.reason, row.suspension_id)
    return KeptSuspension(one, row.account, row.given_by, row.decided_at_ms)


def add_mute(work: Work, mute: Mute, seq: int) -> None:
    """Store a mute; `seq`: the audit log's line about it."""
    row = {"mute_id": mute.id, "account": mute.account, "until_ms": mute.until_ms, "seq": seq}
    work.execute(mutes.insert(), row)


def find_mute(work: Work, mute_id: str) -> Mute | None:
    """A mute by its id."""
    return _mute(work, sa.select(mutes).where(mutes.c.mute_id == mute_id))


def newest_mute(work: Work, account: str) -> Mute | None:
    """The mute of an account that counts, unless it has ended."""
    return _mute(work, sa.select(mutes).where(mutes.c.account == account).order_by(mutes.c.seq.desc()).limit(1))


def _mute(work: Work, chosen: sa.Select[tuple[object, ...]]) -> Mute | None:
    row = work.execute(chosen).one_or_none()
    return None if row is None else Mute(row.mute_id, row.account, row.until_ms)


def mutes_of(work: Work, account: str, count_max: int) -> list[Mute]:
    """The newest mutes of an account, with what the audit log says of each."""
    log = audit_log.c
    chosen = sa.select(mutes, log.at_ms, log.actor, log.reason).outerjoin(audit_log, log.seq == mutes.c.seq)
    rows = work.execute(
        chosen.where(mutes.c.account == storable(account)).order_by(mutes.c.seq.desc()).limit(count_max)
    )
    return [
        Mute(row.mute_id, row.account, row.until_ms, row.at_ms or 0, row.actor or "", row.reason or "") for row in rows
    ]
