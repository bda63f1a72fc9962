"""The rows about one account."""

from typing import Any

import sqlalchemy as sa

from services.kernel.clock import TimeMs
from services.platform.database.unit_of_work import Work
from services.wallet.schema import (
    account_devices,
    avatars,
    away_stakes,
    competition_entries,
    early_leaves,
    first_chips,
    gifts,
    invites,
    payments,
    people,
    rounds,
    stakes,
    tickets,
)

_UNNAMED = {
    "birth_date": "",
    "device": "",
    "email_key": "",
    "email_at_ms": 0,
    "person_key": "",
    "code": None,
    "avatar": None,
    "session_device": "",
    "session_address": "",
}


def has_escrow(work: Work, account: str) -> bool:
    """Whether something is held for a match, here or in another cell, a round or a competition."""
    open_stakes = sa.select(stakes.c.match_id).where(stakes.c.ended_at_ms.is_(None), _names(stakes.c.accounts, account))
    open_rounds = sa.select(rounds.c.round_id).where(rounds.c.ended_at_ms.is_(None), _names(rounds.c.asked, account))
    open_entries = sa.select(competition_entries.c.number).where(
        competition_entries.c.account == account,
        competition_entries.c.ended_at_ms.is_(None),
        competition_entries.c.held_chips > 0,
    )
    open_away = sa.select(away_stakes.c.id).where(
        away_stakes.c.state == "held", _names(away_stakes.c.accounts, account)
    )
    return any(_any(work, each) for each in (open_stakes, open_rounds, open_entries, open_away))


def has_order(work: Work, account: str, since_ms: TimeMs) -> bool:
    """Whether a payment was begun since then and is not finished."""
    pending = (payments.c.account == account, payments.c.state == "pending", payments.c.created_at_ms >= since_ms)
    return _any(work, sa.select(payments.c.payment).where(*pending))


def has_ticket(work: Work, account: str) -> bool:
    """Whether a lottery ticket waits to be drawn."""
    return _any(work, sa.select(tickets.c.ticket).where(tickets.c.account == account, tickets.c.drawn_at_ms.is_(None)))


def rows_of(work: Work, account: str) -> dict[str, list[dict[str, Any]]]:
    """Purchases, tickets, gifts and invitations of an account; a ticket's root is secret until it is drawn."""
    drawn = sa.select(tickets).where(tickets.c.account == account, tickets.c.drawn_at_ms.is_not(None))
    return {
        "payments": _rows(work, sa.select(payments).where(payments.c.account == account)),
        "tickets": _rows(work, drawn),
        "avatars": _rows(work, sa.select(avatars).where(avatars.c.account == account)),
        "gifts_given": _rows(work, sa.select(gifts).where(gifts.c.giver == account)),
        "gifts_received": _rows(work, sa.select(gifts).where(gifts.c.receiver == account)),
        "devices": _rows(work, sa.select(account_devices.c.device).where(account_devices.c.account == account)),
        "invited_by": _rows(work, sa.select(invites).where(invites.c.invitee == account)),
        "competition_entries": _rows(work, sa.select(competition_entries).where(_of(competition_entries, account))),
        "early_leaves": _rows(work, sa.select(early_leaves).where(_of(early_leaves, account))),
        "first_chips": _rows(work, sa.select(first_chips).where(_of(first_chips, account))),
    }


def device_of_invite(work: Work, account: str) -> str:
    """The device (hash) that came with an invitation; empty without one."""
    found = work.execute(sa.select(invites.c.device).where(invites.c.invitee == account)).scalar_one_or_none()
    return str(found or "")


def erase(work: Work, account: str, kept_device: str) -> None:
    """Delete everything but ids and amounts; the number of accounts that a device has opened stays. `kept_device`: what
    an invitation's device becomes, by which it is recognised and nobody else is."""
    erased = {"erased_at_ms": sa.func.coalesce(people.c.erased_at_ms, work.now_ms)}
    work.execute(people.update().where(people.c.account == account).values({**_UNNAMED, **erased}))
    work.execute(invites.update().where(invites.c.invitee == account).values(device=kept_device))
    work.execute(payments.update().where(payments.c.account == account).values(url=None))
    work.execute(account_devices.delete().where(account_devices.c.account == account))
    work.execute(first_chips.delete().where(first_chips.c.account == account))
    work.execute(avatars.delete().where(avatars.c.account == account))


def _of(table: sa.Table, account: str) -> sa.ColumnElement[bool]:
    return table.c.account == account


def _names(column: sa.Column[str], account: str) -> sa.ColumnElement[bool]:
    return column.contains(account, autoescape=True)


def _any(work: Work, statement: sa.Select[Any]) -> bool:
    return work.execute(statement.limit(1)).first() is not None


def _rows(work: Work, statement: sa.Select[Any]) -> list[dict[str, Any]]:
    return [dict(row._mapping) for row in work.execute(statement)]
