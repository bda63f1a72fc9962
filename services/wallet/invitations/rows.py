"""Registrations by invitation, and their rewards."""

from collections.abc import Collection
from typing import Any

import msgspec
import sqlalchemy as sa

from services.kernel.clock import TimeMs
from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Work
from services.wallet.schema import invites

_SHOWN_MAX = 50


class InviteRow(msgspec.Struct, frozen=True):
    """A friend who registered with a code. `device`: the friend's, as SHA-256, of an erased one under the platform's
    secret."""

    invitee: str
    inviter: str | None
    channel: str
    result: str
    inviter_chips: int
    device: str
    at_ms: TimeMs


def add(work: Work, row: InviteRow) -> None:
    """Store an invitation."""
    bulk_rows.insert_missing_later(work, invites, [msgspec.structs.asdict(row)])


def find(work: Work, invitee: str) -> InviteRow | None:
    """The invitation of an account; None: it registered without one."""
    row = work.execute(sa.select(invites).where(invites.c.invitee == invitee)).one_or_none()
    return None if row is None else _invite(row)


def list_newest(work: Work, inviter: str) -> list[InviteRow]:
    """The accounts that registered with an inviter's code, newest first."""
    chosen = sa.select(invites).where(invites.c.inviter == inviter).order_by(invites.c.at_ms.desc())
    return [_invite(row) for row in work.execute(chosen.limit(_SHOWN_MAX))]


def count_rewarded(work: Work, inviter: str, since_ms: TimeMs) -> int:
    """How often an inviter was rewarded since then."""
    counted = sa.select(sa.func.count()).select_from(invites)
    rewarded = (invites.c.inviter == inviter, invites.c.result == "rewarded", invites.c.at_ms >= since_ms)
    return int(work.execute(counted.where(*rewarded)).scalar_one())


def is_rewarded_device(work: Work, inviter: str, devices: Collection[str]) -> bool:
    """Whether a friend for whom the inviter was rewarded came from one of these devices."""
    rewarded = (invites.c.inviter == inviter, invites.c.result == "rewarded", invites.c.device.in_(sorted(devices)))
    return bool(devices) and work.execute(sa.select(invites.c.invitee).where(*rewarded).limit(1)).first() is not None


def _invite(row: Any) -> InviteRow:
    return InviteRow(**row._mapping)
