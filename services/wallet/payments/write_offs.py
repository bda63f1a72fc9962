"""An operator writes off what a player owes for payments that were taken back (RULES.md §8)."""

import msgspec

from services.contracts.wallet.payments import DebtWrittenOff
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.wallet.corrections import rules as corrections
from services.wallet.payments import rows as payments
from services.wallet.persons import player_rows as people


class WriteOff(msgspec.Struct, frozen=True):
    """What an operator orders: `reason` of 10 to 500 characters."""

    account: str
    reason: str
    by: str


class WrittenOff(msgspec.Struct, frozen=True):
    """The effect: how much of the account's debt was written off."""

    account: str
    chips: int


def write_off(work: Work, order: WriteOff) -> WrittenOff | Refusal:
    """Write off the account's whole debt, which also ends the bar on stakes and purchases. Refusals:
    `reason_required`, `account_unknown`, `no_debt`."""
    if refusal := corrections.check_reason(order.reason):
        return refusal
    owing = payments.lock_owing(work, order.account)
    person = people.lock(work, order.account)
    if person is None:
        return Refusal("account_unknown")
    if not person.debt_chips:
        return Refusal("no_debt")
    for row in owing:
        forgiven_chips = row.forgiven_chips + row.debt_chips
        payments.save(work, msgspec.structs.replace(row, debt_chips=0, forgiven_chips=forgiven_chips))
    people.save(work, msgspec.structs.replace(person, debt_chips=0))
    done = WrittenOff(order.account, person.debt_chips)
    reason = order.reason.strip()
    work.publish(DebtWrittenOff(account=order.account, chips=done.chips, by=order.by, reason=reason, at_ms=work.now_ms))
    return done
