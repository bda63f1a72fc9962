"""How the stakes of visitors end: given back or settled, and what their homes are sent (RULES.md §14)."""

from collections.abc import Mapping, Sequence

from services.contracts.wallet import cells as contract
from services.platform.database.unit_of_work import Work
from services.wallet import metrics
from services.wallet.cells import outgoing_messages as cell_messages
from services.wallet.cells import visitor_rows as visited
from services.wallet.cells.rules import Cells
from services.wallet.cells.visitor_rows import VisitedMatch
from services.wallet.stakes.match_chips import Hold, Payment


def release(work: Work, cells: Cells, found: VisitedMatch) -> None:
    """Ask every home that holds stakes, or may do so yet, to give them back."""
    match = found.asked.match
    for each in visited.stakes_of(work, match):
        if each.state in ("asked", "held"):
            visited.close(work, each, "released")
            released = contract.HoldReleased(match=match, at_ms=work.now_ms)
            cell_messages.send(work, cells, each.cell, released, found.trace)
    work.after(metrics.visited_matches.labels("released").inc)


def lock_ends(work: Work, cells: Cells, accounts_of: Mapping[str, Sequence[str | None]]) -> dict[str, VisitedMatch]:
    """The matches with visitors among those that have ended, locked before anything else of them; `accounts_of`: by
    match. One that still waits for homes will not begin any more."""
    found = visited.lock(work, {match for match, accounts in accounts_of.items() if cells.visitors(accounts)})
    for match, each in found.items():
        if each.state == "waiting":
            visited.close_match(work, match, "ended")
            release(work, cells, each)
    return found


def settle(work: Work, cells: Cells, found: VisitedMatch, paid: Payment, held: Hold) -> None:
    """Send the homes of visitors what each of them gets from a match that was just paid."""
    match = found.asked.match
    chips_of = dict(zip(held.accounts, paid.payouts, strict=True))
    visited.close_match(work, match, "ended")
    for each in visited.stakes_of(work, match):
        if each.state == "held":
            payouts = {account: chips_of[account] for account in each.accounts}
            net_chips = sum(payouts.values()) - held.stake_chips * len(payouts)
            visited.close(work, each, "settled", net_chips)
            settled = contract.StakesSettled(match=match, payouts=payouts, at_ms=work.now_ms)
            cell_messages.send(work, cells, each.cell, settled, found.trace)
    work.after(metrics.visited_matches.labels("settled").inc)
