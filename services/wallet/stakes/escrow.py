"""The batches that move a match's stakes: held at the start, settled at the end (RULES.md §2, §3)."""

from collections.abc import Callable, Mapping

from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from services.wallet.ledger.accounts import HOUSE_RAKE, escrow_match, player
from services.wallet.ledger.double_entry import Batch, Transfer
from services.wallet.stakes.settlement import Settlement

Payer = Callable[[str], str]
"""The ledger account that pays the stake of an account (its id) and takes what it wins."""


def hold(match_id: str, stake_chips: int, accounts: Mapping[Seat, str], payer: Payer = player) -> Batch | None:
    """`hold:{match}`: every seat's stake into escrow, seat by seat. None where the stake is 0: nothing is held.

    Args:
        match_id: the match.
        stake_chips: of every seat.
        accounts: account id by seat.
        payer: who pays for each of them.
    """
    if not stake_chips:
        return None
    escrow = escrow_match(match_id)
    stakes = (Transfer(payer(accounts[seat]), escrow, stake_chips, "stake_hold") for seat in sorted(accounts))
    return Batch(f"hold:{match_id}", tuple(stakes))


def name_seat(refusal: Refusal, accounts: Mapping[Seat, str]) -> Refusal:
    """The refusal of a hold, with `seat` and `account` id in its detail: the ledger itself knows only transfers."""
    seat = sorted(accounts)[refusal.detail["transfer"]]
    return Refusal(refusal.error, {"seat": seat, "account": accounts[seat]})


def settle(
    match_id: str, stake_chips: int, settlement: Settlement, accounts: Mapping[Seat, str], payer: Payer = player
) -> Batch | None:
    """`settle:{match}:0`: pay the whole escrow to the seats and the platform. None if nothing was held.

    A seat that gets exactly the stake gets a `stake_refund`, one that gets more a `payout` that includes the stake.
    """
    if not stake_chips:
        return None
    escrow = escrow_match(match_id)
    transfers = [
        Transfer(escrow, payer(accounts[seat]), chips, payout_kind(chips, stake_chips))
        for seat, chips in sorted(settlement.payouts.items())
        if chips
    ]
    if settlement.rake_chips:
        transfers.append(Transfer(escrow, HOUSE_RAKE, settlement.rake_chips, "rake"))
    return Batch(f"settle:{match_id}:0", tuple(transfers))


def payout_kind(chips: int, stake_chips: int) -> str:
    """What a seat's payout is called: exactly the stake is a refund."""
    return "stake_refund" if chips == stake_chips else "payout"
