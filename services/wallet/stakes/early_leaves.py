"""Players who repeatedly leave staked matches before the first round (RULES.md §10)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial

from services.contracts.moderation.signals import EarlyLeaver
from services.contracts.tables.commands_and_events import MatchFinished
from services.platform.database.unit_of_work import Work
from services.wallet import metrics
from services.wallet.persons import player_rows as people
from services.wallet.persons.player_rows import Person
from services.wallet.settings import WalletSettings
from services.wallet.stakes import early_leave_rows as stored
from services.wallet.stakes import rules as stakes
from services.wallet.stakes.early_leave_rows import Asked, EarlyLeave
from services.wallet.stakes.match_chips import Hold, Payment


def note(
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
    stored.add(work, found)
    work.after(partial(metrics.early_leaves.inc, len(found)))
    for each in found:
        _inform_moderation(work, settings, each, persons[each.account])


def times(work: Work, persons: Collection[Person], devices: Mapping[str, str]) -> dict[str, list[int]]:
    """For each of these players: when somebody who may be the same person left early without a cost. `devices` (hashes,
    by account): what they use now."""
    found = stored.find(work, [_asked(work, person, devices.get(person.account, "")) for person in persons])
    return {account: [each.at_ms for each in leaves] for account, leaves in found.items()}


def _asked(work: Work, person: Person, device: str) -> Asked:
    """Of a new account nothing else may be known than where it is used from."""
    is_new = stakes.is_new_account(work.now_ms - person.created_at_ms)
    networks = {person.session_address} if is_new else set()
    return Asked(person.account, frozenset({device, person.device} - {""}), frozenset(networks - {""}))


def _left(event: MatchFinished, paid: Payment, held: Hold) -> Iterable[str]:
    for departure in event.departures:
        payout_chips = paid.payouts[departure.seat]
        if stakes.cost_nothing(held.stake_chips, payout_chips, departure.first_round_done):
            yield held.accounts[departure.seat]


def _inform_moderation(work: Work, settings: WalletSettings, left: EarlyLeave, person: Person) -> None:
    (found,) = stored.find(work, [_asked(work, person, left.device)]).values()
    recent = [each for each in found if each.at_ms > work.now_ms - stakes.DAY_MS]
    if len(recent) < settings.early_leaves_max:
        return
    until_ms = stakes.refused_until_ms([each.at_ms for each in recent], settings.early_leaves_max)
    accounts = sorted({each.account for each in recent})
    work.publish(EarlyLeaver(match=left.match, accounts=accounts, leaves=len(recent), until_ms=until_ms))
