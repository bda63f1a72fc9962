"""Purchases of packs: begun, paid at the provider, credited once (RULES.md §8). The provider is never asked inside a
unit of work, because its answer may take long."""

from collections.abc import Collection

import msgspec

from services.contracts.base import Done
from services.contracts.wallet import payments as contract
from services.kernel.ids import new_id
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Database, Work
from services.platform.process.logs import get_logger
from services.wallet import metrics
from services.wallet.ledger.rows import post, publish_chips
from services.wallet.limits.checks import check_exclusion, first_refusal
from services.wallet.payments import reversals, rules
from services.wallet.payments import rows as payments
from services.wallet.payments.providers.calls import ProviderCalls
from services.wallet.payments.providers.interface import Checkout, Order
from services.wallet.payments.rows import PaymentRow
from services.wallet.payments.rules import Notice, pack_batch
from services.wallet.persons import player_rows as people
from services.wallet.settings import WalletSettings

log = get_logger(__name__)

OPEN_MS = 25 * 60 * 60 * 1000
"""A provider's checkout ends by itself a day after it was begun."""
_DECIDED = ("confirmed", "reversed")
"""States in which a buyer has nothing more to wait for."""


class NotCredited(Exception):
    """A payment was made and its chips cannot be credited: the provider repeats its notice, and an operator is
    alerted."""


def begin_payment(
    database: Database, settings: WalletSettings, provider: ProviderCalls | None, request: contract.BeginPayment
) -> contract.Payment | Refusal:
    """Begin the purchase of a pack; the same order again returns the same payment. Refusal: `purchases_closed`
    without a provider."""
    if provider is None:
        return Refusal("purchases_closed")
    if refusal := provider.check_pace(request.account):
        return refusal
    row = database.run(_begin, settings, provider.name, request)
    if isinstance(row, Refusal) or row.url is not None:
        return row if isinstance(row, Refusal) else _to_contract(row)
    order = Order(row.payment, row.account, row.pack, row.chips, row.price_cents, request.home)
    checkout = provider.begin(order)
    return checkout if isinstance(checkout, Refusal) else database.run(_opened, row.payment, checkout)


def _begin(work: Work, settings: WalletSettings, provider: str, request: contract.BeginPayment) -> PaymentRow | Refusal:
    person = people.lock(work, request.account)
    if person is None:
        return Refusal("account_unknown", {"account": request.account})
    known = payments.find_order(work, request.account, request.id)
    if known is not None:
        return known
    pack = rules.find_pack(request.pack, settings.packs, request.seen_cents, request.seen_chips)
    if isinstance(pack, Refusal):
        return pack
    if refusal := first_refusal(
        work, settings, person, "blocked", "excluded", "debt", "purchases", amount=pack.price_cents
    ):
        return refusal
    row = PaymentRow(
        payment=new_id(),
        account=request.account,
        order_id=request.id,
        pack=request.pack,
        chips=pack.chips,
        price_cents=pack.price_cents,
        provider=provider,
        created_at_ms=work.now_ms,
    )
    payments.add(work, row)
    return row


def _opened(work: Work, payment: str, checkout: Checkout) -> contract.Payment | Refusal:
    row = payments.lock(work, payment)
    if row is None:
        return Refusal("payment_unknown")
    row = msgspec.structs.replace(row, reference=checkout.reference, url=checkout.url)
    payments.save(work, row)
    work.keep = True  # an exclusion since then refuses it; the checkout is stored and will be closed
    buyer = people.find(work, [row.account])[row.account]
    return check_exclusion(buyer.care.exclusion, work.now_ms) or _to_contract(row)


def confirm_payment(
    database: Database, provider: ProviderCalls | None, request: contract.ConfirmPayment
) -> contract.Payment | Refusal:
    """Ask the provider for the state of a payment, without waiting for its notice."""
    if provider is not None and (refusal := provider.check_pace(request.account)):
        return refusal
    row = database.run(_own, request)
    if isinstance(row, Refusal):
        return row
    if provider is None or row.provider != provider.name or row.reference is None or row.state in _DECIDED:
        return _to_contract(row) if row.state != "pending" else Refusal("payment_not_confirmed")
    notice = provider.ask(row.payment, row.reference)
    if isinstance(notice, Refusal):
        return notice
    after = database.run(apply_notice, provider.name, notice)
    return after if isinstance(after, Refusal) else _to_contract(after)


def _own(work: Work, request: contract.ConfirmPayment) -> PaymentRow | Refusal:
    row = payments.lock(work, request.payment)
    return row if row is not None and row.account == request.account else Refusal("payment_unknown")


def handle_webhook(
    database: Database, provider: ProviderCalls | None, request: contract.HearProvider
) -> Done | Refusal:
    """A notice of the provider: it counts only with a valid signature, and may be repeated."""
    if provider is None or request.provider != provider.name:
        return Refusal("notice_invalid")
    notice = provider.read(request.body, request.signature)
    if notice is None or isinstance(notice, Refusal):
        return notice or Done()
    after = database.run(apply_notice, provider.name, notice)
    return after if isinstance(after, Refusal) else Done()


def apply_notice(work: Work, provider: str, notice: Notice) -> PaymentRow | Refusal:
    """Update a payment after a notice of its provider.

    Raises:
        NotCredited, NotMoved: its chips cannot be credited, or taken back.
    """
    row = _find(work, provider, notice)
    if row is None:
        return Refusal("payment_unknown")
    if notice.amount_cents is not None and notice.amount_cents != row.price_cents and notice.kind == "paid":
        log.error("payment_amount_differs", payment=row.payment, paid=notice.amount_cents, price=row.price_cents)
        return Refusal("notice_invalid", {"field": "amount"})
    after = _with_names(row, notice.references).standing_as(rules.after_notice(row.standing, notice, row.price_cents))
    if after.state == "confirmed" and row.state != "confirmed":
        after = _credit(work, after)
    if after.confirmed_at_ms is not None and after.missing_chips:
        after = reversals.balance(work, after)
    if after.state != row.state:
        work.after(metrics.payments.labels(after.state).inc)
    if after.dispute != row.dispute:
        work.after(metrics.payments.labels(f"dispute_{after.dispute}").inc)
    payments.save(work, after)
    return after


def _find(work: Work, provider: str, notice: Notice) -> PaymentRow | None:
    row = payments.lock(work, notice.payment) if notice.payment else None
    if row is not None:
        return row if row.provider == provider else None
    return payments.lock_by_reference(work, provider, notice.references)


def _with_names(row: PaymentRow, references: Collection[str]) -> PaymentRow:
    other = [each for each in references if each != row.reference]
    return msgspec.structs.replace(row, other_reference=row.other_reference or (other[0] if other else None))


def _credit(work: Work, row: PaymentRow) -> PaymentRow:
    (answer,) = answers = post(work, [pack_batch(row.payment, row.account, row.chips)])
    if isinstance(answer, Refusal):
        raise NotCredited(row.payment, answer.error)
    publish_chips(work, answers)
    work.publish(
        contract.PackBought(account=row.account, payment=row.payment, chips=row.chips, price_cents=row.price_cents)
    )
    return msgspec.structs.replace(row, confirmed_at_ms=work.now_ms)


def end_barred_checkouts(database: Database, provider: ProviderCalls | None, account: str | None = None) -> int:
    """End the open checkouts of this account, or of everybody, whose buyer excluded themselves afterwards (RULES.md
    §11); returns how many ended. If the provider cannot be reached, the next run asks again."""
    if provider is None:
        return 0
    ended = 0
    for row in database.run(_barred, provider.name, account):
        notice = provider.end(row.payment, row.reference or "")
        if isinstance(notice, Refusal):
            continue
        after = database.run(apply_notice, provider.name, notice)
        ended += not isinstance(after, Refusal)
    metrics.checkouts_ended.inc(ended)
    return ended


def _barred(work: Work, provider: str, account: str | None) -> list[PaymentRow]:
    found = [row for row in payments.list_open(work, provider, work.now_ms - OPEN_MS, account) if row.reference]
    buyers = people.find(work, {row.account for row in found})
    return [row for row in found if check_exclusion(buyers[row.account].care.exclusion, work.now_ms) is not None]


def list_payments(work: Work, _settings: WalletSettings, request: contract.ListPayments) -> contract.Payments:
    """The account's purchases, newest first."""
    found, next_before_ms = payments.list_newest(work, request.account, request.before_ms, request.limit)
    return contract.Payments(payments=[_to_contract(row) for row in found], next_before_ms=next_before_ms)


def _to_contract(row: PaymentRow) -> contract.Payment:
    return contract.Payment(
        payment=row.payment,
        pack=row.pack,
        chips=row.chips,
        price_cents=row.price_cents,
        state=_state_for_buyer(row),
        created_at_ms=row.created_at_ms,
        url=row.url if row.state == "pending" else None,
        confirmed_at_ms=row.confirmed_at_ms,
        reversed_at_ms=row.reversed_at_ms,
        taken_chips=row.taken_chips,
        debt_chips=row.debt_chips,
    )


def _state_for_buyer(row: PaymentRow) -> contract.PaymentState:
    """The state for the buyer: a payment that was taken back completely is `reversed`, in whatever way that
    happened."""
    if row.state != "confirmed":
        return row.state
    facts = row.standing.facts
    lost_cents = facts.disputed_cents(row.price_cents, "lost")
    if facts.refunded_cents(row.price_cents) + lost_cents >= row.price_cents:
        return "reversed"
    return "disputed" if row.dispute == "open" else "confirmed"
