"""The batches of everything but matches and rounds: one function for each line of the table in RULES.md §2.

Ids are without prefix: `account_id` is the player's. Amounts are chips.
"""

from typing import Literal

from services.wallet.ledger.accounts import (
    HOUSE_ISSUANCE,
    HOUSE_LOTTERY,
    HOUSE_PRIZES,
    HOUSE_RAKE,
    HOUSE_SHOP,
    escrow_tournament,
    player,
)
from services.wallet.ledger.double_entry import WELCOME, Batch, Transfer


def _issue(idem: str, account_id: str, chips: int, kind: str) -> Batch:
    return Batch(idem, (Transfer(HOUSE_ISSUANCE, player(account_id), chips, kind),))


def welcome(account_id: str, chips: int) -> Batch:
    """A new account's first chips; opens the account."""
    return _issue(f"welcome:{account_id}", account_id, chips, WELCOME)


def invite_inviter(inviter_id: str, invitee_id: str, chips: int) -> Batch:
    """What the inviter gets for a friend."""
    return _issue(f"invite:{invitee_id}:inviter", inviter_id, chips, "invite_inviter")


def invite_invitee(invitee_id: str, chips: int) -> Batch:
    """What the friend gets."""
    return _issue(f"invite:{invitee_id}:invitee", invitee_id, chips, "invite_invitee")


def free_ticket(ticket_id: str, account_id: str, chips: int) -> Batch:
    """The prize of a free ticket."""
    return _issue(f"freeticket:{ticket_id}", account_id, chips, "free_ticket")


def pack(payment_id: str, account_id: str, chips: int) -> Batch:
    """Chips that a confirmed payment has bought."""
    return _issue(f"pack:{payment_id}", account_id, chips, "pack")


def pack_back(payment_id: str, number: int, account_id: str, chips: int) -> Batch:
    """Chips of a payment given back, because a dispute was won."""
    return _issue(f"pack:{payment_id}:{number}", account_id, chips, "pack")


def pack_takeback(payment_id: str, number: int, account_id: str, chips: int) -> Batch:
    """The `number`-th time, from 1, that chips of a payment are taken or given back."""
    idem = takeback_idem(f"pack:{payment_id}" if number == 1 else f"pack:{payment_id}:{number}")
    return Batch(idem, (Transfer(player(account_id), HOUSE_ISSUANCE, chips, "takeback"),))


def takeback_idem(taken_idem: str) -> str:
    """The name of the batch that takes another one back."""
    return f"takeback:{taken_idem}"


def takeback(taken_idem: str, account_id: str, chips: int, balance_chips: int) -> Batch | None:
    """Take `chips` of an earlier batch back, as far as the balance goes. None: there is nothing to take."""
    taken = min(chips, balance_chips)
    if taken <= 0:
        return None
    return Batch(takeback_idem(taken_idem), (Transfer(player(account_id), HOUSE_ISSUANCE, taken, "takeback"),))


def item(order_id: str, account_id: str, chips: int) -> Batch:
    """The price of an item."""
    return Batch(f"item:{order_id}", (Transfer(player(account_id), HOUSE_SHOP, chips, "item"),))


def avatar(account_id: str, avatar_id: str, chips: int) -> Batch:
    """The price of an avatar."""
    return Batch(f"avatar:{account_id}:{avatar_id}", (Transfer(player(account_id), HOUSE_SHOP, chips, "avatar"),))


def ticket(ticket_id: str, account_id: str, price_chips: int, prize_chips: int) -> Batch:
    """A paid ticket: price and, unless it is 0, prize."""
    price = Transfer(player(account_id), HOUSE_LOTTERY, price_chips, "ticket")
    prize = Transfer(HOUSE_LOTTERY, player(account_id), prize_chips, "ticket_prize")
    return Batch(f"ticket:{ticket_id}", (price, prize) if prize_chips else (price,))


def entry(tournament_id: str, account_id: str, number: int, price_chips: int) -> Batch:
    """The price of a player's entry 1, 2 … in a competition."""
    transfer = Transfer(player(account_id), escrow_tournament(tournament_id), price_chips, "entry")
    return Batch(f"entry:{tournament_id}:{account_id}:{number}", (transfer,))


def entry_refund(tournament_id: str, account_id: str, number: int, price_chips: int) -> Batch:
    """The price of that entry back."""
    transfer = Transfer(escrow_tournament(tournament_id), player(account_id), price_chips, "entry_refund")
    return Batch(f"entryrefund:{tournament_id}:{account_id}:{number}", (transfer,))


def tournament_prize(tournament_id: str, account_id: str, escrow_chips: int, house_chips: int) -> Batch | None:
    """A competition's prize: one part from its escrow, one from the platform. None: there is no prize."""
    sources = ((escrow_tournament(tournament_id), escrow_chips), (HOUSE_PRIZES, house_chips))
    transfers = tuple(Transfer(source, player(account_id), chips, "prize") for source, chips in sources if chips)
    return Batch(f"prize:{tournament_id}:{account_id}", transfers) if transfers else None


def entry_income(tournament_id: str, chips: int, mode: Literal["fixed", "growing"]) -> Batch:
    """What prizes leave in a competition's escrow."""
    target = HOUSE_PRIZES if mode == "fixed" else HOUSE_RAKE
    transfer = Transfer(escrow_tournament(tournament_id), target, chips, "entry_income")
    return Batch(f"entryincome:{tournament_id}", (transfer,))


def board_prize(board: str, period: str, account_id: str, chips: int) -> Batch:
    """A leaderboard's prize for a period."""
    return Batch(
        f"lb:{board}:{period}:{account_id}", (Transfer(HOUSE_PRIZES, player(account_id), chips, "board_prize"),)
    )


def outside(caller: str, key: str, account_id: str, chips: int) -> Batch:
    """Chips that another system gives (above 0) or takes (below)."""
    idem = f"ext:{caller}:{key}"
    if chips > 0:
        return _issue(idem, account_id, chips, "external_credit")
    return Batch(idem, (Transfer(player(account_id), HOUSE_ISSUANCE, -chips, "external_debit"),))
