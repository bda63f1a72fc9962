"""Players' choices about their cards, as stored (RULES.md §21)."""

from typing import Any

import sqlalchemy as sa

from services.contracts.lobby.people.cards import Audience
from services.lobby.cards.rules import LAST_SEEN_DEFAULT
from services.lobby.schema import card_settings
from services.platform.database.bulk_rows import upsert_later
from services.platform.database.unit_of_work import Work


def last_seen_of(work: Work, account: str) -> Audience:
    """Who sees when an account was last here."""
    chosen = sa.select(card_settings.c.last_seen).where(card_settings.c.account == account)
    return work.execute(chosen).scalar_one_or_none() or LAST_SEEN_DEFAULT


def save(work: Work, account: str, last_seen: Audience) -> None:
    """Store the choice."""
    upsert_later(work, card_settings, [{"account": account, "last_seen": last_seen}])


def rows_of(work: Work, account: str) -> list[dict[str, Any]]:
    """The account's choices, for an export."""
    chosen = sa.select(card_settings.c.last_seen).where(card_settings.c.account == account)
    return [{"last_seen": value} for value in work.execute(chosen).scalars()]


def erase(work: Work, account: str) -> None:
    """Delete the account's choices."""
    work.execute(card_settings.delete().where(card_settings.c.account == account))
