"""Whether players may play for a stake: limits against fraud and players' own (RULES.md §10, §11), for all seats and
for one player."""

from collections.abc import Mapping, Sequence

import msgspec

from services.kernel.clock import DAY_MS
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.wallet.limits.checks import first_refusal
from services.wallet.persons import player_rows as people
from services.wallet.persons.player_rows import Person
from services.wallet.settings import WalletSettings
from services.wallet.stakes import early_leaves
from services.wallet.stakes import rows as stored
from services.wallet.stakes import rules as stakes


class Party(msgspec.Struct, frozen=True):
    """Accounts that want to play for a stake, and everybody who sits there.

    `devices`: hashes by account, if the caller knows more recent ones than the wallet.
    """

    stake_chips: int
    accounts: tuple[str, ...]
    seated: tuple[str, ...]
    devices: Mapping[str, str] = {}

    @property
    def everybody(self) -> set[str]:
        """All who sit there or want to."""
        return {*self.accounts, *self.seated}

    @property
    def pairs(self) -> dict[str, str]:
        """For each pair of players of which one wants to sit down: that one."""
        found: dict[str, str] = {}
        for account in reversed(self.accounts):
            found |= {stakes.pair_of(account, other): account for other in self.everybody - {account}}
        return found


class Known(msgspec.Struct, frozen=True):
    """The stored data of all parties, read together."""

    people: Mapping[str, Person]
    nets: Mapping[str, int]
    """For each pair of players, the chips that one has won from the other within a day."""
    left_early_ms: Mapping[str, Sequence[int]]
    """By account, when somebody who may be the same person left a match early without a cost."""


def look_up(work: Work, parties: Sequence[Party]) -> Known:
    """Read the data of all parties in three queries."""
    found = people.find(work, {account for party in parties for account in party.everybody})
    nets = stored.pair_nets(work, {pair for party in parties for pair in party.pairs}, work.now_ms - DAY_MS)
    wanted = {account: found[account] for party in parties for account in party.accounts}
    devices = {account: device for party in parties for account, device in devices_of(found, party).items()}
    return Known(found, nets, early_leaves.times(work, list(wanted.values()), devices))


def check_party(work: Work, settings: WalletSettings, known: Known, party: Party) -> Refusal | None:
    """The first refusal, with the account it is about: `same_device`, `pair_limit`, then for each account
    `account_blocked`, `debt_open`, `new_account_stake`, `self_excluded`, `session_limit`, `reality_check`,
    `own_stake_limit`, `loss_limit`, `early_leaver`."""
    if refusal := stakes.check_devices(devices_of(known.people, party), party.accounts):
        return refusal
    for pair, account in sorted(party.pairs.items()):
        if stakes.check_pair(known.nets.get(pair, 0), settings.pair_net_limit):
            return Refusal("pair_limit", {"account": account})
    for account in party.accounts:
        left_ms = known.left_early_ms[account]
        refusal = _check_seat(work, settings, known.people[account], party.stake_chips) or stakes.check_early_leaves(
            left_ms, work.now_ms, settings.early_leaves_max
        )
        if refusal is not None:
            return Refusal(refusal.error, {**(refusal.detail or {}), "account": account})
    return None


def devices_of(known: Mapping[str, Person], party: Party) -> dict[str, str]:
    """The device (hash; empty: not known) of everybody in a party."""
    return {each: party.devices.get(each) or known[each].session_device for each in party.everybody}


def _check_seat(work: Work, settings: WalletSettings, person: Person, stake_chips: int) -> Refusal | None:
    age_ms = work.now_ms - person.created_at_ms
    return (
        first_refusal(work, settings, person, "blocked", "debt")
        or stakes.check_new_account(stake_chips, age_ms, settings.new_account_max_stake)
        or first_refusal(
            work, settings, person, "excluded", "session", "reality", "own_stake", "losses", amount=stake_chips
        )
    )
