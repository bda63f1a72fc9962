"""Checks of the ledger (RULES.md §2): in full when an operator asks, by its sums every minute."""

from services.contracts.wallet import balances as contract
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.platform.process.logs import get_logger
from services.wallet import metrics
from services.wallet.ledger.audit import invariant_rows as checks
from services.wallet.ledger.audit import whole_ledger_rows as audit_store
from services.wallet.ledger.audit.auditor import Auditor, Report
from services.wallet.ledger.audit.digest import SETTLED_MS, Digest, digests
from services.wallet.ledger.rows import fold_house

log = get_logger(__name__)

_FAULTS_MAX = 20


def check_ledger(work: Work, _request: contract.CheckLedger) -> contract.LedgerCheck | Refusal:
    """Add up the whole history and compare. Refusals: `ledger_misstated`.

    That is: an account's balance is not the sum of its transfers, or the match escrows do not hold what is held.
    """
    checks.take_time(work)
    faults, sums = checks.faults(work), checks.sums(work)
    wrong = [each for each in faults if each.chips != each.transfers_chips]
    if wrong or sums.held_chips != sums.escrow_chips:
        log.error("ledger_misstated", accounts=len(wrong), held=sums.held_chips, escrow=sums.escrow_chips)
        return Refusal("ledger_misstated", {"accounts": wrong[:_FAULTS_MAX], "sums": sums})
    return contract.LedgerCheck(
        sum_chips=sums.sum_chips,
        transfers=checks.count_transfers(work),
        open_escrows=checks.count_escrows(work),
        negative=[each.account for each in faults],
    )


def audit(work: Work) -> Report:
    """Read the whole ledger again and compare everything in it that is stored twice (ledger/audit/auditor.py)."""
    audit_store.hold_still(work)
    auditor = Auditor()
    auditor.read_transfers(audit_store.read_transfers(work))
    auditor.read_batches(audit_store.read_batches(work))
    auditor.read_accounts(audit_store.read_accounts(work), audit_store.read_house(work))
    return auditor.report()


def digest_ledger(work: Work, noted: Digest | None) -> tuple[Digest, bool]:
    """The digest of the history up to a quarter of an hour ago, and whether `noted`, an earlier digest, still
    matches."""
    audit_store.hold_still(work)
    until_ms = work.now_ms - SETTLED_MS
    moments = {until_ms} if noted is None else {until_ms, noted.until_ms}
    found = digests(audit_store.read_transfers(work), moments)
    return found[until_ms], noted is None or found[noted.until_ms] == noted


def reconcile(work: Work) -> checks.Sums:
    """Fold the changes of the platform's accounts, compare the sums and export them as metrics; log what is wrong."""
    fold_house(work)
    sums = checks.sums(work)
    if sums.sum_chips or sums.held_chips != sums.escrow_chips:
        log.error("ledger_out_of_balance", sum=sums.sum_chips, held=sums.held_chips, escrow=sums.escrow_chips)
    work.after(lambda: _show(sums, work.now_ms))
    return sums


def _show(sums: checks.Sums, now_ms: int) -> None:
    metrics.imbalance_chips.set(sums.sum_chips)
    metrics.escrow_mismatch_chips.set(sums.escrow_chips - sums.held_chips)
    metrics.open_matches.set(sums.open_matches)
    metrics.oldest_hold_s.set((now_ms - sums.oldest_hold_ms) / 1000 if sums.oldest_hold_ms is not None else 0)
