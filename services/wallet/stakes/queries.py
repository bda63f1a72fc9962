"""Queries of the wallet."""

from services.contracts.base import Done
from services.contracts.wallet import balances as contract
from services.kernel.persons.identity import device_key
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.wallet.cells.rules import Cells
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
ALONE = Cells()
"""One cell without a name and without neighbours."""
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


def check_stake(
    work: Work, settings: WalletSettings, request: contract.CheckStake, cells: Cells = ALONE
) -> Done | Refusal:
    """Whether these accounts may sit down for this stake (RULES.md §3). Matches against the computer have no stake.
    Balances and limits of visitors from other cells are only checked by their homes, when the match is held (§14).

    Refusals: `stake_invalid`, `stake_below_minimum`, `stake_above_maximum`, `bad_parameters` (too many accounts),
    `account_unknown` (a visitor from a cell that is no neighbour), `insufficient_chips` (the first account that lacks
    them, including one that the wallet does not know yet), and those of `stake_checks.check_party`.
    """
    if request.practice and request.stake_chips != 0:
        return Refusal("stake_invalid")
    free = rules.may_be_free(request.game, practice=request.practice, friendly_games=settings.friendly_games)
    refusal = rules.check_stake(request.stake_chips, free, settings.min_stake, settings.max_stake)
    if refusal is not None or not request.stake_chips:
        return refusal or Done()
    if len(request.accounts) + len(request.seated) > ACCOUNTS_MAX:
        return Refusal("bad_parameters", {"field": "accounts"})
    homes = cells.visitors([*request.accounts, *request.seated])
    for home, accounts in sorted(homes.items()):
        if home not in cells.neighbours:
            return Refusal("account_unknown", {"account": accounts[0]})
    visitors = {account for accounts in homes.values() for account in accounts}
    ours = [account for account in request.accounts if account not in visitors]
    refusal = _check_chips(work, ours, request.stake_chips) or _check_players(work, settings, request, ours)
    return refusal or Done()


def _check_players(
    work: Work, settings: WalletSettings, request: contract.CheckStake, ours: list[str]
) -> Refusal | None:
    """Check the limits between players, and those of each of `ours`: who wants to sit down and is at home here."""
    devices = {account: device_key(device) for account, device in request.devices.items() if device}
    others = [account for account in request.accounts if account not in ours]
    party = Party(request.stake_chips, tuple(ours), (*request.seated, *others), devices)
    known = stake_checks.look_up(work, [party])
    if refusal := rules.check_devices(stake_checks.devices_of(known.people, party), request.accounts):
        return refusal
    return stake_checks.check_party(work, settings, known, party)


def _check_chips(work: Work, accounts: list[str], stake_chips: int) -> Refusal | None:
    chips = read_balances(work, [player(account) for account in accounts if is_player(player(account))])
    for account in accounts:
        if chips.get(player(account), 0) < stake_chips:
            return Refusal("insufficient_chips", {"account": account})
    return None


def _balance(work: Work, account: str) -> int | None:
    """The account's chips; None: there is no such account, or its id cannot be one."""
    name = player(account)
    return read_balances(work, [name]).get(name) if is_player(name) else None
