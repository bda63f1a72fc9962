"""An operator takes a reward back that a player has gained by misconduct (RULES.md §2, kind `takeback`)."""

import msgspec

from services.contracts.wallet.events import RewardTakenBack
from services.kernel.refusal import Refusal
from services.kernel.text.unicode_text import check_reason, clean_text
from services.platform.database.unit_of_work import Work
from services.wallet.corrections.rules import takeback_batch
from services.wallet.ledger import transfer_rows as feed
from services.wallet.ledger.accounts import player_id
from services.wallet.ledger.double_entry import takeback_idem
from services.wallet.ledger.rows import lock_balances, post, publish_chips

REWARDS = frozenset({"welcome", "invite_inviter", "invite_invitee", "free_ticket"})
"""Kinds of transfers that can be taken back by order; packs are taken back by notices of their provider, prizes by
corrections."""


class TakeBack(msgspec.Struct, frozen=True):
    """An operator's order. `reference`: the batch of the reward."""

    reference: str
    reason: str
    by: str


class TakenBack(msgspec.Struct, frozen=True):
    """The effect: of the reward's `chips`, `taken_chips` could be taken."""

    reference: str
    account: str
    chips: int
    taken_chips: int


def take_back(work: Work, order: TakeBack) -> TakenBack | Refusal:
    """As far as the balance goes, once for each reward. Refusals: `reason_required`, `batch_unknown`,
    `not_correctable` (it was no reward), `already_taken_back`."""
    if refusal := check_reason(order.reason):
        return refusal
    given = feed.find(work, order.reference)
    if given is None:
        return Refusal("batch_unknown")
    if given.kind not in REWARDS:
        return Refusal("not_correctable", {"kind": given.kind})
    balance_chips = lock_balances(work, [given.target])[given.target]
    if feed.find(work, takeback_idem(order.reference)) is not None:
        return Refusal("already_taken_back")
    account = player_id(given.target)
    batch = takeback_batch(order.reference, account, given.chips, balance_chips)
    answers = post(work, [batch] if batch else [])
    if refused := next((answer for answer in answers if isinstance(answer, Refusal)), None):
        return refused
    publish_chips(work, answers)
    done = TakenBack(order.reference, account, given.chips, min(given.chips, balance_chips))
    work.publish(RewardTakenBack(**msgspec.structs.asdict(done), by=order.by, reason=clean_text(order.reason)))
    return done
