"""Payments that providers take back in whole, in part or during a dispute, and the debts that result: paid later, or
written off by an operator (RULES.md §8)."""

from collections.abc import Sequence
from functools import partial

import msgspec

from services.contracts.wallet import payments as contract
from services.contracts.wallet.payments import DebtWrittenOff
from services.kernel.refusal import Refusal
from services.kernel.text.unicode_text import check_reason, clean_text
from services.platform.database.unit_of_work import Work
from services.wallet import metrics
from services.wallet.ledger.accounts import player
from services.wallet.ledger.double_entry import Batch
from services.wallet.ledger.rows import lock_balances, post, publish_chips
from services.wallet.payments import rows as payments
from services.wallet.payments.rows import PaymentRow
from services.wallet.payments.rules import pack_back_batch, pack_takeback_batch
from services.wallet.persons import player_rows as people
from services.wallet.settings import WalletSettings


class NotMoved(Exception):
    """The ledger has refused the change that a notice demands; the notice is repeated, and an operator is alerted."""


def balance(work: Work, row: PaymentRow) -> PaymentRow:
    """Take or return the chips that the state of a locked, paid payment requires (`PaymentRow.missing_chips`).

    Raises:
        NotMoved: the ledger refuses the batch.
    """
    missing_chips = row.missing_chips
    return _take(work, row, missing_chips) if missing_chips > 0 else _give_back(work, row, -missing_chips)


def _take(work: Work, row: PaymentRow, chips: int) -> PaymentRow:
    """Take the chips as far as the balance goes; the rest becomes a debt. Staff and the buyer are notified."""
    people.lock(work, row.account)
    name = player(row.account)
    taken_chips = min(chips, lock_balances(work, [name]).get(name, 0))
    debt_chips, number = chips - taken_chips, row.moves + 1
    _owe(work, row.account, debt_chips)
    work.after(partial(metrics.debt_chips.labels("owed").inc, debt_chips))
    if taken_chips:
        _post(work, pack_takeback_batch(row.payment, number, row.account, taken_chips))
    work.publish(
        contract.PaymentReversed(
            account=row.account,
            payment=row.payment,
            chips=chips,
            taken_chips=taken_chips,
            debt_chips=debt_chips,
            number=number,
        )
    )
    return msgspec.structs.replace(
        row,
        taken_chips=row.taken_chips + taken_chips,
        debt_chips=row.debt_chips + debt_chips,
        moves=number,
        reversed_at_ms=work.now_ms,
    )


def _give_back(work: Work, row: PaymentRow, chips: int) -> PaymentRow:
    """Return chips: first the debt is reduced, then what was written off, then chips are paid."""
    forgiven_chips, number = min(chips, row.debt_chips), row.moves + 1
    written_off_chips = min(chips - forgiven_chips, row.forgiven_chips)
    returned_chips = chips - forgiven_chips - written_off_chips
    _owe(work, row.account, -forgiven_chips)
    work.after(partial(metrics.debt_chips.labels("forgiven").inc, forgiven_chips))
    if returned_chips:
        _post(work, pack_back_batch(row.payment, number, row.account, returned_chips))
    work.publish(
        contract.PaymentRestored(account=row.account, payment=row.payment, chips=returned_chips, number=number)
    )
    taken_chips = row.taken_chips - returned_chips
    return msgspec.structs.replace(
        row,
        taken_chips=taken_chips,
        debt_chips=row.debt_chips - forgiven_chips,
        forgiven_chips=row.forgiven_chips - written_off_chips,
        moves=number,
        reversed_at_ms=row.reversed_at_ms if taken_chips else None,
    )


def pay_debt(work: Work, _settings: WalletSettings, request: contract.PayDebt) -> contract.Debt | Refusal:
    """Pay debts as far as the balance goes, the oldest first; a repeated request pays with chips that were received
    since."""
    owing = payments.lock_owing(work, request.account)
    person = people.lock(work, request.account)
    if person is None:
        return Refusal("account_unknown", {"account": request.account})
    name = player(request.account)
    balance_chips = lock_balances(work, [name]).get(name, 0)
    paid = split_debts([row.debt_chips for row in owing], balance_chips)
    for row, chips in zip(owing, paid, strict=True):
        if chips:
            _post(work, pack_takeback_batch(row.payment, row.moves + 1, row.account, chips))
            left_chips = row.debt_chips - chips
            payments.save(
                work,
                msgspec.structs.replace(
                    row, taken_chips=row.taken_chips + chips, debt_chips=left_chips, moves=row.moves + 1
                ),
            )
    work.after(partial(metrics.debt_chips.labels("paid").inc, sum(paid)))
    debt_chips = person.debt_chips - sum(paid)
    people.save(work, msgspec.structs.replace(person, debt_chips=debt_chips))
    return contract.Debt(debt_chips=debt_chips, chips=balance_chips - sum(paid))


def split_debts(debts: Sequence[int], chips: int) -> list[int]:
    """How much of each debt, oldest first, so many chips pay."""
    paid = []
    for debt in debts:
        paid.append(min(debt, chips))
        chips -= paid[-1]
    return paid


def _owe(work: Work, account: str, chips: int) -> None:
    person = people.lock(work, account)
    if person is not None and chips:
        people.save(work, msgspec.structs.replace(person, debt_chips=person.debt_chips + chips))


def _post(work: Work, batch: Batch) -> None:
    (answer,) = answers = post(work, [batch])
    if isinstance(answer, Refusal):
        raise NotMoved(batch.idem, answer.error)
    publish_chips(work, answers)


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
    if refusal := check_reason(order.reason):
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
    reason = clean_text(order.reason)
    work.publish(DebtWrittenOff(account=order.account, chips=done.chips, by=order.by, reason=reason, at_ms=work.now_ms))
    return done
