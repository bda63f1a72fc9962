"""What an account has and which transfers led to it (RULES.md §2)."""

from collections.abc import Mapping

from services.contracts.wallet import balances as contract
from services.contracts.wallet.balances import About
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.wallet.ledger import transfer_rows
from services.wallet.ledger.accounts import is_player, player
from services.wallet.ledger.rows import last_transfers, read_balances
from services.wallet.persons import player_rows as people

PAGE_MAX = 100
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


def get_balance(work: Work, request: contract.GetBalance) -> contract.Balance | Refusal:
    """An account's chips. Refusals: `account_unknown`."""
    name = player(request.account)
    seq = last_transfers(work, [name]).get(name, 0) if is_player(name) else 0
    chips = _balance(work, request.account)
    if chips is None:
        return Refusal("account_unknown", {"account": request.account})
    return contract.Balance(account=request.account, chips=chips, seq=seq)


def list_transfers(work: Work, request: contract.ListTransfers) -> contract.TransferPage | Refusal:
    """A page of an account's transfers. Refusals: `bad_parameters`, `account_unknown`."""
    before = transfer_rows.ID_MAX if request.before is None else request.before
    for field, value, most in (("limit", request.limit, PAGE_MAX), ("before", before, transfer_rows.ID_MAX)):
        if not 1 <= value <= most:
            return Refusal("bad_parameters", {"field": field})
    if _balance(work, request.account) is None:
        return Refusal("account_unknown", {"account": request.account})
    kinds = ABOUT[request.about] if request.about is not None else None
    found = transfer_rows.list_transfers(work, player(request.account), before, request.limit + 1, kinds)
    page = found[: request.limit]
    owner = people.find(work, [request.account]).get(request.account)
    return contract.TransferPage(
        transfers=page,
        next_before=page[-1].id if len(found) > len(page) else None,
        debt_chips=0 if owner is None else owner.debt_chips,
    )


def _balance(work: Work, account: str) -> int | None:
    """The account's chips; None: there is no such account, or its id cannot be one."""
    name = player(account)
    return read_balances(work, [name]).get(name) if is_player(name) else None
