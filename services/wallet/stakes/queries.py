"""Queries of the wallet."""

from collections.abc import Sequence

from services.contracts.base import Done
from services.contracts.wallet import balances as contract
from services.kernel.persons.identity import device_key
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.wallet.ledger.accounts import is_player, player
from services.wallet.ledger.balance_rows import read_balances
from services.wallet.ledger.history_rows import ID_MAX
from services.wallet.ledger.history_rows import list_transfers as read_transfers
from services.wallet.ledger.last_transfer_rows import last_transfers
from services.wallet.ledger.transfer_topics import ABOUT
from services.wallet.settings import WalletSettings
from services.wallet.stakes import rules, stake_checks
from services.wallet.stakes.stake_checks import Party

PAGE_MAX = 100
ACCOUNTS_MAX = 100
"""The most accounts in one request; a table has four."""


def get_balance(work: Work, request: contract.GetBalance) -> contract.Balance | Refusal:
    """An account's chips. Refusals: `account_unknown`."""
    name = player(request.account)
    seq = last_transfers(work, [name]).get(name, 0) if is_player(name) else 0
    chips = _balance(work, request.account)
    if chips is None:
        return Refusal("account_unknown", {"account": request.account})
    return contract.Balance(account=request.account, chips=chips, seq=seq)


def get_stake_rules(settings: WalletSettings) -> contract.StakeRules:
    """Limits of stakes and the rake's steps (RULES.md §3, §4)."""
    return contract.StakeRules(
        min_chips=settings.min_stake,
        max_chips=settings.max_stake,
        friendly_games=list(settings.friendly_games),
        rake_steps=[contract.RakeStep(step.from_chips, step.rate_bps) for step in settings.rake_steps],
        helpline=settings.rg_helpline,
        regulator=settings.regulator,
    )


def list_transfers(work: Work, request: contract.ListTransfers) -> contract.TransferPage | Refusal:
    """A page of an account's transfers. Refusals: `bad_parameters`, `account_unknown`."""
    before = ID_MAX if request.before is None else request.before
    for field, value, most in (("limit", request.limit, PAGE_MAX), ("before", before, ID_MAX)):
        if not 1 <= value <= most:
            return Refusal("bad_parameters", {"field": field})
    if _balance(work, request.account) is None:
        return Refusal("account_unknown", {"account": request.account})
    kinds = ABOUT[request.about] if request.about is not None else None
    found = read_transfers(work, player(request.account), before, request.limit + 1, kinds)
    page = found[: request.limit]
    return contract.TransferPage(transfers=page, next_before=page[-1].id if len(found) > len(page) else None)


def check_stake(work: Work, settings: WalletSettings, request: contract.CheckStake) -> Done | Refusal:
    """Whether these accounts may sit down for this stake (RULES.md §3). Matches against the computer have no stake.
    Refusals: those of `check_table` and `check_newcomers`."""
    refusal = check_table(settings, request)
    if refusal is None and request.stake_chips:
        refusal = check_newcomers(work, settings, request, request.accounts)
    return refusal or Done()


def check_table(settings: WalletSettings, request: contract.CheckStake) -> Refusal | None:
    """Whether a table may have this stake. Refusals: `stake_invalid`, `stake_below_minimum`, `stake_above_maximum`,
    `bad_parameters` (too many accounts)."""
    if request.practice and request.stake_chips != 0:
        return Refusal("stake_invalid")
    free = rules.may_be_free(request.game, practice=request.practice, friendly_games=settings.friendly_games)
    refusal = rules.check_stake(request.stake_chips, free, settings.min_stake, settings.max_stake)
    if refusal is not None or not request.stake_chips:
        return refusal
    is_full = len(request.accounts) + len(request.seated) > ACCOUNTS_MAX
    return Refusal("bad_parameters", {"field": "accounts"}) if is_full else None


def check_newcomers(
    work: Work, settings: WalletSettings, request: contract.CheckStake, accounts: Sequence[str]
) -> Refusal | None:
    """Whether those may sit down who want to, as far as it depends on them. `accounts`: those of them whose chips and
    limits are in this ledger.

    Refusals: `insufficient_chips` (the first account that lacks them, including one that the wallet does not know
    yet), `same_device`, and those of `stake_checks.check_party`.
    """
    if refusal := _check_chips(work, accounts, request.stake_chips):
        return refusal
    devices = {account: device_key(device) for account, device in request.devices.items() if device}
    others = [account for account in request.accounts if account not in accounts]
    party = Party(request.stake_chips, tuple(accounts), (*request.seated, *others), devices)
    known = stake_checks.look_up(work, [party])
    if refusal := rules.check_devices(stake_checks.devices_of(known.people, party), request.accounts):
        return refusal
    return stake_checks.check_party(work, settings, known, party)


def _check_chips(work: Work, accounts: Sequence[str], stake_chips: int) -> Refusal | None:
    chips = read_balances(work, [player(account) for account in accounts if is_player(player(account))])
    for account in accounts:
        if chips.get(player(account), 0) < stake_chips:
            return Refusal("insufficient_chips", {"account": account})
    return None


def _balance(work: Work, account: str) -> int | None:
    """The account's chips; None: there is no such account, or its id cannot be one."""
    name = player(account)
    return read_balances(work, [name]).get(name) if is_player(name) else None
