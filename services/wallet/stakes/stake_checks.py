"""Whether players may play for a stake: what a table may have (RULES.md §3), limits against fraud and players' own
(§10, §11), for all seats and for one player."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial

import msgspec

from services.contracts.base import Done
from services.contracts.moderation.signals import EarlyLeaver
from services.contracts.tables.events import MatchFinished
from services.contracts.wallet import balances as contract
from services.kernel.clock import DAY_MS
from services.kernel.persons.identity import device_key
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.wallet import metrics
from services.wallet.ledger.accounts import is_player, player
from services.wallet.ledger.rows import read_balances
from services.wallet.limits.checks import first_refusal
from services.wallet.persons import player_rows as people
from services.wallet.persons.player_rows import Person
from services.wallet.settings import WalletSettings
from services.wallet.stakes import rows as stored
from services.wallet.stakes import rules
from services.wallet.stakes.match_chips import Hold, Payment
from services.wallet.stakes.rows import EarlyLeave, LeavesAsked

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
    yet), `same_device`, and those of `check_seats`.
    """
    if refusal := _check_chips(work, accounts, request.stake_chips):
        return refusal
    devices = {account: device_key(device) for account, device in request.devices.items() if device}
    others = [account for account in request.accounts if account not in accounts]
    seats = Seats(request.stake_chips, tuple(accounts), (*request.seated, *others), devices)
    known = look_up(work, [seats])
    if refusal := rules.check_devices(devices_of(known.people, seats), request.accounts):
        return refusal
    return check_seats(work, settings, known, seats)


def _check_chips(work: Work, accounts: Sequence[str], stake_chips: int) -> Refusal | None:
    chips = read_balances(work, [player(account) for account in accounts if is_player(player(account))])
    for account in accounts:
        if chips.get(player(account), 0) < stake_chips:
            return Refusal("insufficient_chips", {"account": account})
    return None


class Seats(msgspec.Struct, frozen=True):
    """Accounts that want to play for a stake, and everybody at the table.

    `devices`: hashes by account, if the caller knows more recent ones than the wallet.
    """

    stake_chips: int
    accounts: tuple[str, ...]
    seated: tuple[str, ...]
    devices: Mapping[str, str] = {}

    @property
    def everybody(self) -> set[str]:
        """All of them."""
        return {*self.accounts, *self.seated}

    @property
    def pairs(self) -> dict[str, str]:
        """For each pair of players of which one wants to sit down: that one."""
        found: dict[str, str] = {}
        for account in reversed(self.accounts):
            found |= {rules.pair_of(account, other): account for other in self.everybody - {account}}
        return found


class Known(msgspec.Struct, frozen=True):
    """The stored data of several tables, read together."""

    people: Mapping[str, Person]
    nets: Mapping[str, int]
    """For each pair of players, the chips that one has won from the other within a day."""
    left_early_ms: Mapping[str, Sequence[int]]
    """By account, when somebody who may be the same person left a match early without a cost."""


def look_up(work: Work, tables: Sequence[Seats]) -> Known:
    """Read the data of several tables in three queries."""
    found = people.find(work, {account for seats in tables for account in seats.everybody})
    nets = stored.pair_nets(work, {pair for seats in tables for pair in seats.pairs}, work.now_ms - DAY_MS)
    wanted = {account: found[account] for seats in tables for account in seats.accounts}
    devices = {account: device for seats in tables for account, device in devices_of(found, seats).items()}
    return Known(found, nets, _early_leaves(work, list(wanted.values()), devices))


def check_match(work: Work, settings: WalletSettings, seats: Seats) -> Refusal | None:
    """Look up and check one table."""
    return check_seats(work, settings, look_up(work, [seats]), seats)


def check_seats(work: Work, settings: WalletSettings, known: Known, seats: Seats) -> Refusal | None:
    """The first refusal, with the account it is about: `same_device`, `pair_limit`, then for each account
    `account_blocked`, `debt_open`, `new_account_stake`, `self_excluded`, `session_limit`, `reality_check`,
    `own_stake_limit`, `loss_limit`, `early_leaver`."""
    if refusal := rules.check_devices(devices_of(known.people, seats), seats.accounts):
        return refusal
    for pair, account in sorted(seats.pairs.items()):
        if rules.check_pair(known.nets.get(pair, 0), settings.pair_net_limit):
            return Refusal("pair_limit", {"account": account})
    for account in seats.accounts:
        left_ms = known.left_early_ms[account]
        refusal = _check_seat(work, settings, known.people[account], seats.stake_chips) or rules.check_early_leaves(
            left_ms, work.now_ms, settings.early_leaves_max
        )
        if refusal is not None:
            return Refusal(refusal.error, {**(refusal.detail or {}), "account": account})
    return None


def devices_of(known: Mapping[str, Person], seats: Seats) -> dict[str, str]:
    """The device (hash; empty: not known) of everybody at a table."""
    return {each: seats.devices.get(each) or known[each].session_device for each in seats.everybody}


def _check_seat(work: Work, settings: WalletSettings, person: Person, stake_chips: int) -> Refusal | None:
    age_ms = work.now_ms - person.created_at_ms
    return (
        first_refusal(work, settings, person, "blocked", "debt")
        or rules.check_new_account(stake_chips, age_ms, settings.new_account_max_stake)
        or first_refusal(
            work, settings, person, "excluded", "session", "reality", "own_stake", "losses", amount=stake_chips
        )
    )


def note_early_leaves(
    work: Work, settings: WalletSettings, paid: Sequence[tuple[MatchFinished, Payment]], held: Mapping[str, Hold]
) -> None:
    """Store the players who left these matches early, and inform moderation of those who are refused from now on."""
    left = [(event.match, account) for event, each in paid for account in _left(event, each, held[event.match])]
    if not left:
        return
    persons = people.find(work, {account for _match, account in left})
    found = [
        EarlyLeave(match, account, persons[account].session_device, persons[account].session_address, work.now_ms)
        for match, account in left
    ]
    stored.add_early_leaves(work, found)
    work.after(partial(metrics.early_leaves.inc, len(found)))
    for each in found:
        _inform_moderation(work, settings, each, persons[each.account])


def _early_leaves(work: Work, persons: Collection[Person], devices: Mapping[str, str]) -> dict[str, list[int]]:
    """For each of these players: when somebody who may be the same person left early without a cost. `devices`
    (hashes, by account): what they use now."""
    asked = [_asked(work, person, devices.get(person.account, "")) for person in persons]
    found = stored.find_early_leaves(work, asked)
    return {account: [each.at_ms for each in leaves] for account, leaves in found.items()}


def _asked(work: Work, person: Person, device: str) -> LeavesAsked:
    """Of a new account nothing else may be known than where it is used from."""
    is_new = rules.is_new_account(work.now_ms - person.created_at_ms)
    networks = {person.session_address} if is_new else set()
    return LeavesAsked(person.account, frozenset({device, person.device} - {""}), frozenset(networks - {""}))


def _left(event: MatchFinished, paid: Payment, held: Hold) -> Iterable[str]:
    for departure in event.departures:
        payout_chips = paid.payouts[departure.seat]
        if rules.cost_nothing(held.stake_chips, payout_chips, departure.first_round_done):
            yield held.accounts[departure.seat]


def _inform_moderation(work: Work, settings: WalletSettings, left: EarlyLeave, person: Person) -> None:
    (found,) = stored.find_early_leaves(work, [_asked(work, person, left.device)]).values()
    recent = [each for each in found if each.at_ms > work.now_ms - DAY_MS]
    if len(recent) < settings.early_leaves_max:
        return
    until_ms = rules.refused_until_ms([each.at_ms for each in recent], settings.early_leaves_max)
    accounts = sorted({each.account for each in recent})
    work.publish(EarlyLeaver(match=left.match, accounts=accounts, leaves=len(recent), until_ms=until_ms))
