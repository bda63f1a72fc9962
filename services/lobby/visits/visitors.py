"""Visitors: players who are at home in another cell, as the rest of the lobby sees them (RULES.md §19)."""

from services.kernel.cells import cell_of, is_visitor
from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.lobby.visits import visitor_rows as stored
from services.platform.database.unit_of_work import Work

FORBIDDEN = Refusal("visitor_forbidden")
"""The features that only exist at home."""


class Visitors:
    """`ports.Visits` of cell `here`."""

    def __init__(self, here: str) -> None:
        """Nothing is kept but the cell's id."""
        self._here = here

    def home_of(self, account: str) -> str | None:
        """The other cell in which an account is at home; None: it is at home here."""
        return cell_of(account) if is_visitor(account, self._here) else None

    def last_visit_ms(self, work: Work, account: str) -> TimeMs | None:
        """When the last visit of an account began."""
        found = stored.find(work, account)
        return None if found is None else found.visited_at_ms

    def rows_of(self, work: Work, account: str) -> list[dict[str, object]]:
        """The account's visits, for an export."""
        return stored.rows_of(work, account)

    def erase(self, work: Work, account: str) -> None:
        """Delete the account's visits."""
        stored.remove(work, account)
