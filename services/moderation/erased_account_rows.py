"""Accounts that were erased: nothing about them is stored any more (services/lobby/RULES.md §7)."""

from collections.abc import Collection

from services.moderation.schema import erased_accounts
from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Work


def add(work: Work, account: str) -> None:
    """The account is erased."""
    bulk_rows.insert_if_missing(work, erased_accounts, {"account": account})


def erased(work: Work, accounts: Collection[str]) -> set[str]:
    """Those of these accounts that were erased."""
    query = "SELECT account FROM erased_accounts WHERE account IN :accounts"
    return {row.account for row in bulk_rows.ask(work, query, accounts=accounts)} if accounts else set()
