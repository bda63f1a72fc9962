"""The wallet's use cases: each works on one unit of work and knows neither broker nor SQL."""

from services.wallet.competitions.board_prizes import pay_boards
from services.wallet.corrections.match_corrections import Order, correct_match
from services.wallet.corrections.orders import matches_ordered, rounds_ordered, takebacks_ordered
from services.wallet.corrections.takebacks import TakeBack, take_back
from services.wallet.invitations.use_cases import find_inviter, get_invite_card, welcome_invited
from services.wallet.invitations.welcome import persons_known, welcome
from services.wallet.ledger.audit.use_cases import audit, check_ledger, reconcile
from services.wallet.limits.use_cases import (
    acknowledge,
    exclude,
    get_care,
    revoke_exclusion,
    sessions_began,
    sessions_ended,
    set_limit,
)
from services.wallet.lotteries.use_cases import draw_ticket, list_lotteries, list_tickets, open_ticket
from services.wallet.partners.use_cases import list_ledger, move_chips
from services.wallet.payments.purchases import NotCredited, begin_payment, confirm_payment, hear_provider, list_payments
from services.wallet.payments.reversals import pay_debt
from services.wallet.persons.blocked_accounts import standings_changed
from services.wallet.privacy import use_cases as privacy
from services.wallet.rounds.guest_purses import check_guest, publish_purses
from services.wallet.rounds.use_cases import hold_rounds, pay_rounds
from services.wallet.shop.use_cases import buy_avatar, buy_item, list_gifts, list_shop, wear_avatar
from services.wallet.stakes.queries import check_stake, get_balance, get_stake_rules, list_transfers
from services.wallet.stakes.use_cases import Unsettled, hold, settle

__all__ = [
    "NotCredited",
    "Order",
    "TakeBack",
    "Unsettled",
    "acknowledge",
    "audit",
    "begin_payment",
    "buy_avatar",
    "buy_item",
    "check_guest",
    "check_ledger",
    "check_stake",
    "confirm_payment",
    "correct_match",
    "draw_ticket",
    "exclude",
    "find_inviter",
    "get_balance",
    "get_care",
    "get_invite_card",
    "get_stake_rules",
    "hear_provider",
    "hold",
    "hold_rounds",
    "list_gifts",
    "list_ledger",
    "list_lotteries",
    "list_payments",
    "list_shop",
    "list_tickets",
    "list_transfers",
    "matches_ordered",
    "move_chips",
    "open_ticket",
    "pay_boards",
    "pay_debt",
    "pay_rounds",
    "persons_known",
    "privacy",
    "publish_purses",
    "reconcile",
    "revoke_exclusion",
    "rounds_ordered",
    "sessions_began",
    "sessions_ended",
    "set_limit",
    "settle",
    "standings_changed",
    "take_back",
    "takebacks_ordered",
    "wear_avatar",
    "welcome",
    "welcome_invited",
]
