"""Accounts opened by a household in a day; no account is named, so erasing one changes nothing here."""

import sqlalchemy as sa

from services.lobby.access.networks import household_key
from services.lobby.schema import registrations
from services.platform.database.bulk_rows import insert_if_missing
from services.platform.database.unit_of_work import Work


def count(work: Work, address: str, day: str) -> int:
    """Accounts opened on a UTC date from the household of a network address; 0 for a client without one."""
    chosen = sa.select(registrations.c.accounts).where(_is(address, day))
    return int(work.execute(chosen).scalar_one_or_none() or 0) if address else 0


def lock(work: Work, address: str, day: str) -> None:
    """Lock the household's row until the end of this transaction, so that its registrations are counted one after
    the other."""
    if address:
        insert_if_missing(work, registrations, {"household": household_key(address), "day": day, "accounts": 0})
        work.execute(sa.select(registrations.c.accounts).where(_is(address, day)).with_for_update())


def add(work: Work, address: str, day: str) -> None:
    """Count one more account of a locked household."""
    if address:
        more = registrations.c.accounts + 1
        work.execute(registrations.update().where(_is(address, day)).values(accounts=more))


def purge(work: Work, before_day: str) -> None:
    """Delete older days."""
    work.execute(registrations.delete().where(registrations.c.day < before_day))


def _is(address: str, day: str) -> sa.ColumnElement[bool]:
    return sa.and_(registrations.c.household == household_key(address), registrations.c.day == day)
