"""The first chips of an account wait until its e-mail is confirmed, if the operator requires that (RULES.md §7)."""

from collections.abc import Sequence

import msgspec

from services.contracts.access import EmailConfirmed
from services.kernel.refusal import Refusal, is_refusal
from services.plumbing.database import Work
from services.wallet import person_keys, postings
from services.wallet.handlers import excluded_persons
from services.wallet.handlers.balance_updates import publish_chips
from services.wallet.invites import Reward
from services.wallet.settings import WalletSettings
from services.wallet.store import first_chips as stored
from services.wallet.store import kept_keys, people
from services.wallet.store.batches import post
from services.wallet.store.first_chips import FirstChips

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
    if row.inviter_chips or row.invitee_chips or row.paid_at_ms is not None:
        return
    row = msgspec.structs.replace(row, inviter=inviter, inviter_chips=reward.inviter_chips)
    _save(work, settings, msgspec.structs.replace(row, invitee_chips=reward.invitee_chips))


def emails_confirmed(work: Work, settings: WalletSettings, events: Sequence[EmailConfirmed]) -> None:
    """E-mail addresses were confirmed: pay the chips that waited for it. Later confirmations, of other addresses,
    pay nothing."""
    for event in sorted(events, key=lambda each: (each.account, each.at_ms)):
        if settings.gifts_need_email:
            row = stored.lock(work, event.account)
            if not row.email_key and event.email_key:
                _save(work, settings, msgspec.structs.replace(row, email_key=event.email_key))
        person = people.lock(work, event.account)
        if person is not None and event.email_key:
            person = msgspec.structs.replace(person, email_key=event.email_key)
            people.save(work, person)
            excluded_persons.bind(work, settings, [person])


def check(work: Work, settings: WalletSettings, account: str) -> Refusal | None:
    """Check whether this account may get free chips now. Refusal: `email_unconfirmed`."""
    return UNCONFIRMED if settings.gifts_need_email and stored.waits(work, account) else None


def _save(work: Work, settings: WalletSettings, row: FirstChips) -> None:
    if not row.is_due:
        stored.save(work, row)
        return
    stored.save(work, msgspec.structs.replace(row, paid_at_ms=work.now_ms))
    if kept_keys.add_welcomed(work, person_keys.keyed(settings.person_keys_secret, "email", row.email_key)):
        _pay(work, row)


def _pay(work: Work, row: FirstChips) -> None:
    batches = []
    if row.welcome_chips:
        batches.append(postings.welcome(row.account, row.welcome_chips))
    if row.inviter is not None and row.inviter_chips:
        batches.append(postings.invite_inviter(row.inviter, row.account, row.inviter_chips))
    if row.invitee_chips:
        batches.append(postings.invite_invitee(row.account, row.invitee_chips))
    answers = post(work, batches)
    if refused := [answer for answer in answers if is_refusal(answer)]:
        raise NotGiven(refused[0])
    publish_chips(work, answers)
