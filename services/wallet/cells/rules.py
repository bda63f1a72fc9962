"""Chips of players who play away from home: the batches of their home cell (RULES.md §14).

The cell where the table is posts `hold:{match}` and `settle:{match}:0` as ever, with `cell:{home}` where a visitor's
own account would be. The home cell posts what is here: between the player's account and `cell:{where they play}`. So
each ledger adds up to zero by itself, and when nothing is under way the two `cell:` accounts are each other's mirror.
"""

from collections.abc import Collection, Mapping, Sequence

import msgspec

from services.kernel.cells import cell_of, is_visitor
from services.kernel.refusal import Refusal
from services.wallet.ledger.accounts import cell, player
from services.wallet.ledger.double_entry import Batch, Transfer
from services.wallet.stakes.match_chips import payout_kind


class Cells(msgspec.Struct, frozen=True):
    """Which cell this is, and which others it plays with."""

    here: str
    neighbours: frozenset[str] = frozenset()

    def visitors(self, accounts: Collection[str | None]) -> dict[str, list[str]]:
        """By home cell the accounts that are at home there, without those that are at home here."""
        found: dict[str, list[str]] = {}
        for account in accounts:
            if account is not None and is_visitor(account, self.here):
                found.setdefault(cell_of(account), []).append(account)
        return found

    def ours(self, accounts: Sequence[str]) -> list[str] | Refusal:
        """Those of these accounts that are at home here. Refusal: `account_unknown`, a visitor of no neighbour."""
        homes = self.visitors(accounts)
        for home, strangers in sorted(homes.items()):
            if home not in self.neighbours:
                return Refusal("account_unknown", {"account": strangers[0]})
        visitors = {account for strangers in homes.values() for account in strangers}
        return [account for account in accounts if account not in visitors]

    def payer(self, account: str) -> str:
        """The ledger account that pays a player's stake here and takes what it wins: their own, or that of the cell in
        which they are at home, which has held their stake."""
        return cell(cell_of(account)) if is_visitor(account, self.here) else player(account)


def hold_away(where: str, match_id: str, stake_chips: int, accounts: Collection[str]) -> Batch:
    """`away_hold:{cell}:{match}`: the stake of each of these players goes to the cell where they play."""
    transfers = (Transfer(player(account), cell(where), stake_chips, "stake_hold") for account in accounts)
    return Batch(f"away_hold:{where}:{match_id}", tuple(transfers))


def settle_away(where: str, match_id: str, stake_chips: int, payouts: Mapping[str, int]) -> Batch | None:
    """`away_settle:{cell}:{match}`: what they have won there comes home. None where nobody gets anything."""
    transfers = tuple(
        Transfer(cell(where), player(account), chips, payout_kind(chips, stake_chips))
        for account, chips in sorted(payouts.items())
        if chips
    )
    return Batch(f"away_settle:{where}:{match_id}", transfers) if transfers else None


def release_away(where: str, match_id: str, stake_chips: int, accounts: Collection[str]) -> Batch:
    """`away_release:{cell}:{match}`: the match did not begin, and the stakes come home."""
    transfers = (Transfer(cell(where), player(account), stake_chips, "stake_refund") for account in accounts)
    return Batch(f"away_release:{where}:{match_id}", tuple(transfers))
