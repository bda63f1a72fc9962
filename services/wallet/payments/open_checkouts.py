"""Checkouts of buyers who excluded themselves afterwards: they are closed at the provider (RULES.md §11). The
provider is never asked inside a unit of work. If it cannot be reached, the next run asks again."""

from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Database, Work
from services.wallet import metrics
from services.wallet.limits import self_exclusion as exclusion
from services.wallet.payments import purchases
from services.wallet.payments import rows as payments
from services.wallet.payments.providers.calls import ProviderCalls
from services.wallet.payments.rows import PaymentRow
from services.wallet.persons import player_rows as people

OPEN_MS = 25 * 60 * 60 * 1000
"""A provider's checkout ends by itself a day after it was begun."""


def end_barred(database: Database, provider: ProviderCalls | None, account: str | None = None) -> int:
    """End the open checkouts of this account, or of everybody, whose buyer is excluded; returns how many ended."""
    if provider is None:
        return 0
    ended = 0
    for row in database.run(_barred, provider.name, account):
        notice = provider.end(row.payment, row.reference or "")
        if isinstance(notice, Refusal):
            continue
        after = database.run(purchases.apply_notice, provider.name, notice)
        ended += not isinstance(after, Refusal)
    metrics.checkouts_ended.inc(ended)
    return ended


def _barred(work: Work, provider: str, account: str | None) -> list[PaymentRow]:
    found = [row for row in payments.list_open(work, provider, work.now_ms - OPEN_MS, account) if row.reference]
    buyers = people.find(work, {row.account for row in found})
    return [row for row in found if exclusion.check(buyers[row.account].care.exclusion, work.now_ms) is not None]
