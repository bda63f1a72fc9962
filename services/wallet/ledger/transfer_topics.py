"""The topics by which a player's transfers can be filtered (RULES.md §2)."""

from collections.abc import Mapping

from services.contracts.wallet.balances import About

ABOUT: Mapping[About, frozenset[str]] = {
    "matches": frozenset({"stake_hold", "stake_refund", "payout", "rake", "correction"}),
    "bets": frozenset({"bet", "bet_result"}),
    "lotteries": frozenset({"free_ticket", "ticket", "ticket_prize"}),
    "shop": frozenset({"pack", "takeback", "item", "avatar"}),
    "free": frozenset({"welcome", "invite_inviter", "invite_invitee"}),
    "competitions": frozenset({"entry", "entry_refund", "entry_income", "prize", "board_prize"}),
    "other": frozenset({"external_credit", "external_debit"}),
}
"""Every kind of transfer is about one thing."""
