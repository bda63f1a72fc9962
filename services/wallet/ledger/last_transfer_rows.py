"""The number of an account's last transfer, by which its balances are ordered."""

from collections.abc import Collection

from services.platform.database import bulk_rows
from services.platform.database.unit_of_work import Work

_NEWEST = (
    "SELECT account, (SELECT max(id) FROM transfers WHERE source = account) AS as_source, "
    "(SELECT max(id) FROM transfers WHERE target = account) AS as_target FROM accounts WHERE account IN :names"
)


def last_transfers(work: Work, names: Collection[str]) -> dict[str, int]:
    """Account → the id of the last transfer that touched it, 0 for none; accounts without a row are missing.

    Read before a balance that is not locked: a balance is then never published as newer than it is.
    """
    found = bulk_rows.ask(work, _NEWEST, names=names)
    return {row.account: max(row.as_source or 0, row.as_target or 0) for row in found}
