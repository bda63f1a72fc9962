"""A new account gets its ledger account and welcome chips, unless too many accounts were opened on its device
(RULES.md §7)."""

from collections.abc import Sequence

from services.contracts.lobby.accounts.accounts import PersonKnown, Registered
from services.kernel.persons.identity import device_key
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.wallet import metrics
from services.wallet.invitations import first_chips
from services.wallet.invitations import network_rows as networks
from services.wallet.invitations import rules as invites
from services.wallet.invitations.rules import welcome_batch
from services.wallet.ledger.accounts import player
from services.wallet.ledger.rows import open_account, post, publish_balances, publish_chips, read_balances
from services.wallet.persons import bound_persons
from services.wallet.persons import device_rows as devices
from services.wallet.persons.bound_persons import Facts
from services.wallet.settings import WalletSettings


class NotWelcomed(Exception):
    """The ledger has refused welcome chips; the event waits for an operator."""


def welcome(work: Work, settings: WalletSettings, events: Sequence[Registered]) -> None:
    """Open the accounts that do not exist yet; those that do were welcomed before.

    Raises:
        NotWelcomed: an account's id cannot name a ledger account.
    """
    persons = bound_persons.learn(work, settings, [facts_of(event) for event in events])
    known = read_balances(work, [player(event.account) for event in events])
    new = {event.account: event for event in events if player(event.account) not in known}
    # In the order of devices and networks, so that two processes never deadlock; on one device in order of time.
    chips = {event.account: _chips(work, settings, event) for event in sorted(new.values(), key=_counted_by)}
    chips = {account: amount if persons[account].erased_at_ms is None else 0 for account, amount in chips.items()}
    if settings.gifts_need_email:
        _open_empty(work, list(chips))
        for account, amount in sorted(chips.items()):
            _count(work, amount)
            if persons[account].erased_at_ms is None:
                first_chips.promise(work, settings, account, amount)
        return
    chips = {account: amount if bound_persons.is_first(work, account) else 0 for account, amount in chips.items()}
    for amount in chips.values():
        _count(work, amount)
    answers = post(work, [welcome_batch(account, amount) for account, amount in chips.items() if amount])
    if refused := [answer for answer in answers if isinstance(answer, Refusal)]:
        raise NotWelcomed(refused[0])
    publish_chips(work, answers)
    _open_empty(work, [account for account, amount in chips.items() if not amount])


def _count(work: Work, chips: int) -> None:
    work.after(metrics.welcomes.labels("given" if chips else "withheld").inc)


def _counted_by(event: Registered) -> tuple[str, str]:
    return event.network, event.device


def facts_of(event: Registered | PersonKnown) -> Facts:
    """What a registration says of its person."""
    return Facts(
        event.account,
        event.created_at_ms,
        device_key(event.device),
        registered=True,
        email_key=event.email_key,
        email_at_ms=event.created_at_ms,
        person_key=event.person_key,
        device_identity=event.device_identity,
    )


def persons_known(work: Work, settings: WalletSettings, events: Sequence[PersonKnown]) -> None:
    """What the lobby has on record of accounts from before all of it was published."""
    bound_persons.learn(work, settings, [facts_of(event) for event in events])


def _chips(work: Work, settings: WalletSettings, event: Registered) -> int:
    """The welcome chips of this account. Without a device (a client that keeps no cookie) only its network is
    counted."""
    if is_network_full(networks.count_one(work, "account", event.network), settings):
        return 0
    earlier = devices.count_account(work, event.device) - 1 if event.device else 0
    return invites.welcome_chips(earlier, settings.welcome_chips, settings.welcome_per_device)


def is_network_full(accounts: int, settings: WalletSettings) -> bool:
    """Whether so many new accounts of one network, the newest included, are more than get chips."""
    return bool(settings.gifts_per_network_month) and accounts > settings.gifts_per_network_month


def _open_empty(work: Work, accounts: Sequence[str]) -> None:
    for account in accounts:
        open_account(work, player(account))
    if accounts:
        publish_balances(work, dict.fromkeys(accounts, 0))
