"""Entries that go back: ordered from the wallet, a hundred a message (RULES.md §5)."""

from collections.abc import Sequence

from services.contracts.competition_events import RefundAsked
from services.plumbing.database import Work
from services.tournaments.store import entrants
from services.tournaments.store.competitions import Competition
from services.tournaments.store.entrants import EntryRow

_AT_ONCE = 100


def refund(work: Work, one: Competition, found: Sequence[EntryRow]) -> None:
    """Give back what is paid of these entries of a locked competition; one that the wallet has not answered yet goes
    back when it does, if its competition or its player does not want it any more."""
    paid = [each for each in found if each.state == "paid"]
    entrants.move_entries(work, paid, "paid", "refunding")
    for first in range(0, len(paid), _AT_ONCE):
        some = [(each.account, each.number) for each in paid[first : first + _AT_ONCE]]
        work.publish(RefundAsked(competition=one.id, price_chips=one.definition.price, entries=some))
