"""The first chips of an account wait until its e-mail is confirmed, if the operator requires that (RULES.md §7)."""

from collections.abc import Sequence

import msgspec

from services.contracts.lobby.accounts.access import EmailConfirmed
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.wallet.invitations import first_chip_rows as stored
from services.wallet.invitations.first_chip_rows import FirstChips
from services.wallet.invitations.rules import Reward, invitee_batch, inviter_batch, welcome_batch
from services.wallet.ledger.double_entry import Batch
from services.wallet.ledger.rows import post, publish_chips
from services.wallet.persons import bound_persons
from services.wallet.persons import keys as person_keys
from services.wallet.persons.bound_persons import Facts
from services.wallet.settings import WalletSettings

UNCONFIRMED = Refusal("email_unconfirmed")


class NotGiven(Exception):
    """The ledger has refused first chips; the event waits for an operator."""


def promise(work: Work, settings: WalletSettings, account: str, welcome_chips: int) -> None:
    """Note that a new account gets welcome chips once its e-mail is confirmed."""
    row = stored.lock(work, account)
    if row.welcome_chips is None:
        _save(work, settings, msgspec.structs.replace(row, welcome_chips=welcome_chips))


def promise_invite(work: Work, settings: WalletSettings, inviter: str | None, account: str, reward: Reward) -> None:
    """Note the reward of an invitation for both sides, which waits for the friend's confirmation too."""
    row = stored.lock(work, account)
    if row.inviter_chips or row.invitee_chips:
        return
    row = msgspec.structs.replace(row, inviter=inviter, inviter_chips=reward.inviter_chips)
    row = msgspec.structs.replace(row, invitee_chips=reward.invitee_chips)
    _save(work, settings, row)
    if row.paid_at_ms is not None and not row.withheld:
        _pay_invite(work, row)


def emails_confirmed(work: Work, settings: WalletSettings, events: Sequence[EmailConfirmed]) -> None:
    """E-mail addresses were confirmed: pay the chips that waited for it. Later confirmations, of other addresses,
    pay nothing."""
    confirmed = sorted((event for event in events if event.email_key), key=lambda each: (each.account, each.at_ms))
    facts = [Facts(each.account, email_key=each.email_key, email_at_ms=each.at_ms) for each in confirmed]
    persons = bound_persons.learn(work, settings, facts)
    for event in confirmed:
        if settings.gifts_need_email and persons[event.account].erased_at_ms is None:
            row = stored.lock(work, event.account)
            if not row.email_key:
                _save(work, settings, msgspec.structs.replace(row, email_key=event.email_key))


def check(work: Work, settings: WalletSettings, account: str) -> Refusal | None:
    """Check whether this account may get free chips now. Refusal: `email_unconfirmed`."""
    return UNCONFIRMED if settings.gifts_need_email and stored.waits(work, account) else None


def _save(work: Work, settings: WalletSettings, row: FirstChips) -> None:
    if not row.is_due:
        stored.save(work, row)
        return
    mailbox_key = person_keys.keyed(settings.person_keys_secret, "email", row.email_key)
    is_first = bound_persons.is_first(work, row.account, mailbox_key)
    stored.save(work, msgspec.structs.replace(row, paid_at_ms=work.now_ms, withheld=not is_first))
    if not is_first:
        return
    if row.welcome_chips:
        _post(work, [welcome_batch(row.account, row.welcome_chips)])
    _pay_invite(work, row)


def _pay_invite(work: Work, row: FirstChips) -> None:
    batches = []
    if row.inviter is not None and row.inviter_chips:
        batches.append(inviter_batch(row.inviter, row.account, row.inviter_chips))
    if row.invitee_chips:
        batches.append(invitee_batch(row.account, row.invitee_chips))
    _post(work, batches)


def _post(work: Work, batches: Sequence[Batch]) -> None:
    answers = post(work, batches)
    if refused := [answer for answer in answers if isinstance(answer, Refusal)]:
        raise NotGiven(refused[0])
    publish_chips(work, answers)
