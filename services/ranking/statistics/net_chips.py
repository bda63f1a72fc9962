"""What matches paid, as the wallet reports it: net chips for statistics (RULES.md §4)."""

from collections.abc import Sequence

from services.contracts.wallet.public_ledger import MatchCorrected, MatchSettled
from services.platform.database.unit_of_work import Work
from services.ranking.statistics import record_rows as records


def settled(work: Work, events: Sequence[MatchSettled]) -> None:
    """Matches have been paid out."""
    records.write_chips(work, {event.match: (0, event.payouts) for event in events})


def corrected(work: Work, events: Sequence[MatchCorrected]) -> None:
    """Results have been replaced, and what they paid with them; of several corrections the newest counts."""
    newest = {event.match: event for event in sorted(events, key=lambda each: each.revision)}
    told = {
        match: (event.revision, dict(zip(event.accounts, event.payouts, strict=True)))
        for match, event in newest.items()
    }
    records.write_chips(work, told)
