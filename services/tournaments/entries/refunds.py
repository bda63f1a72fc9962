"""Refunds of entries: ordered from the wallet, a hundred in a message (RULES.md §5)."""

from collections.abc import Sequence

from services.contracts.tournaments.events import RefundAsked
from services.platform.database.unit_of_work import Work
from services.tournaments.competitions.competition_rows import Competition
from services.tournaments.entries import entrant_rows as entrants
from services.tournaments.entries.entrant_rows import EntryRow

_AT_ONCE = 100


def refund(work: Work, one: Competition, found: Sequence[EntryRow]) -> None:
    """Refund the paid entries among these of a locked competition; one that the wallet has not answered yet is
    refunded after its answer, if it is no longer needed."""
    paid = [each for each in found if each.state == "paid"]
    entrants.move_entries(work, paid, "paid", "refunding")
    for first in range(0, len(paid), _AT_ONCE):
        some = [(each.account, each.number) for each in paid[first : first + _AT_ONCE]]
        work.publish(RefundAsked(competition=one.id, price_chips=one.definition.price, entries=some))
