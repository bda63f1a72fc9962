"""Queries of the wallet."""

from collections.abc import Sequence

from services.contracts.base import Done
from services.contracts.wallet import balances as contract
from services.kernel.persons.identity import device_key
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.wallet.ledger.accounts import is_player, player
from services.wallet.ledger.rows import read_balances
from services.wallet.settings import WalletSettings
from services.wallet.stakes import rules, stake_checks
from services.wallet.stakes.stake_checks import Party

ACCOUNTS_MAX = 100
"""The most accounts in one request; a table has four."""


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
