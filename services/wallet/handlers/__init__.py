"""The wallet's use cases: each works on one unit of work and knows neither broker nor SQL."""

from services.wallet.handlers.guests import check_guest, tell_purses
from services.wallet.handlers.ledger import audit, check_ledger, reconcile
from services.wallet.handlers.matches import Unsettled, hold, settle
from services.wallet.handlers.queries import check_stake, get_balance, list_transfers
from services.wallet.handlers.rounds import hold_rounds, pay_rounds
from services.wallet.handlers.welcome import welcome

__all__ = [
    "Unsettled",
    "audit",
    "check_guest",
    "check_ledger",
    "check_stake",
    "get_balance",
    "hold",
    "hold_rounds",
    "list_transfers",
    "pay_rounds",
    "reconcile",
    "settle",
    "tell_purses",
    "welcome",
]
