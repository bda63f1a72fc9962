"""The batches of competitions and leaderboards (RULES.md §2)."""

from typing import Literal

from services.wallet.ledger.accounts import HOUSE_PRIZES, HOUSE_RAKE, escrow_tournament, player
from services.wallet.ledger.double_entry import Batch, Transfer


def entry_batch(tournament_id: str, account_id: str, number: int, price_chips: int) -> Batch:
    """The price of a player's entry 1, 2 … in a competition."""
    transfer = Transfer(player(account_id), escrow_tournament(tournament_id), price_chips, "entry")
    return Batch(f"entry:{tournament_id}:{account_id}:{number}", (transfer,))


def entry_refund_batch(tournament_id: str, account_id: str, number: int, price_chips: int) -> Batch:
    """The price of that entry back."""
    transfer = Transfer(escrow_tournament(tournament_id), player(account_id), price_chips, "entry_refund")
    return Batch(f"entryrefund:{tournament_id}:{account_id}:{number}", (transfer,))


def prize_batch(tournament_id: str, account_id: str, escrow_chips: int, house_chips: int) -> Batch | None:
    """A competition's prize: one part from its escrow, one from the platform. None: there is no prize."""
    sources = ((escrow_tournament(tournament_id), escrow_chips), (HOUSE_PRIZES, house_chips))
    transfers = tuple(Transfer(source, player(account_id), chips, "prize") for source, chips in sources if chips)
    return Batch(f"prize:{tournament_id}:{account_id}", transfers) if transfers else None


def entry_income_batch(tournament_id: str, chips: int, mode: Literal["fixed", "growing"]) -> Batch:
    """What prizes leave in a competition's escrow."""
    target = HOUSE_PRIZES if mode == "fixed" else HOUSE_RAKE
    transfer = Transfer(escrow_tournament(tournament_id), target, chips, "entry_income")
    return Batch(f"entryincome:{tournament_id}", (transfer,))


def board_prize_batch(board: str, period: str, account_id: str, chips: int) -> Batch:
    """A leaderboard's prize for a period."""
    return Batch(
        f"lb:{board}:{period}:{account_id}", (Transfer(HOUSE_PRIZES, player(account_id), chips, "board_prize"),)
    )
