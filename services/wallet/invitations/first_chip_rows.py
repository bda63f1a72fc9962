"""Chips of new accounts that wait for a confirmed e-mail (RULES.md §7)."""

import msgspec
import sqlalchemy as sa

from services.kernel.clock import TimeMs
from services.platform.database.bulk_rows import insert_if_missing
from services.platform.database.unit_of_work import Work
from services.wallet.schema import first_chips


class FirstChips(msgspec.Struct, frozen=True):
    """The chips that wait for an account; the columns of `first_chips`."""

    account: str
    welcome_chips: int | None = None
    inviter: str | None = None
    inviter_chips: int = 0
    invitee_chips: int = 0
    email_key: str = ""
    paid_at_ms: TimeMs | None = None
    withheld: bool = False

    @property
    def is_due(self) -> bool:
        """Registered, confirmed and not paid."""
        return self.welcome_chips is not None and bool(self.email_key) and self.paid_at_ms is None


def lock(work: Work, account: str) -> FirstChips:
    """The account's row, locked until the end of the transaction; inserted if there was none."""
    insert_if_missing(work, first_chips, {"account": account})
    row = work.execute(sa.select(first_chips).where(first_chips.c.account == account).with_for_update()).one()
    return FirstChips(**row._mapping)


def save(work: Work, row: FirstChips) -> None:
    """Write a row that is locked."""
    values = msgspec.structs.asdict(row)
    work.execute(first_chips.update().where(first_chips.c.account == row.account).values(values))


def is_unpaid(work: Work, account: str) -> bool:
    """Whether the account has a row and has not been paid."""
    chosen = sa.select(first_chips.c.account)
    unpaid = (first_chips.c.account == account, first_chips.c.paid_at_ms.is_(None))
    return work.execute(chosen.where(*unpaid)).first() is not None


def waits(work: Work, account: str) -> bool:
    """Whether the account has a row and its e-mail is not confirmed."""
    chosen = sa.select(first_chips.c.account).where(first_chips.c.account == account, first_chips.c.email_key == "")
    return work.execute(chosen).first() is not None
