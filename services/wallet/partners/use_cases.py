"""Requests of other systems: chips that they credit and debit, and the ledger for their own records (RULES.md §2)."""

from collections.abc import Sequence

from services.contracts.partners import lookups as other_systems
from services.contracts.wallet import transfers as outside
from services.contracts.wallet.balances import Balance
from services.contracts.wallet.transfers import LedgerEntry
from services.kernel.chips import is_amount
from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.wallet.ledger import transfer_rows as feed
from services.wallet.ledger.accounts import HOUSE_ISSUANCE, is_player, player
from services.wallet.ledger.double_entry import Batch, Transfer, issue
from services.wallet.ledger.rows import last_transfers, post, publish_chips, read_balances
from services.wallet.limits.checks import first_refusal
from services.wallet.partners import credit_rows as partner_credits
from services.wallet.persons import player_rows as people
from services.wallet.settings import WalletSettings

GAP_MAX_MS = 15_000
"""Longer than any transaction may take: a statement's time-out is 10 s."""


def move_chips(work: Work, settings: WalletSettings, request: outside.MoveChips) -> outside.Moved | Refusal:
    """Credit or debit chips, once for each of the caller's keys."""
    if not is_amount(abs(request.chips)):
        return Refusal("amount_invalid")
    if not is_player(player(request.account)):
        return Refusal("account_unknown", {"account": request.account})
    if request.chips < 0:
        person = people.find(work, [request.account])[request.account]
        if refusal := first_refusal(work, settings, person, "blocked"):
            return refusal
    elif refusal := _check_credit(work, settings, request):
        return refusal
    return _post(work, settings, request)


def approve_credit(
    work: Work, settings: WalletSettings, request: other_systems.ApproveCredit
) -> outside.Moved | Refusal:
    """A second caller approves a large credit."""
    asked = partner_credits.lock(work, request.caller, request.key)
    if asked is None:
        return Refusal("credit_unknown")
    if request.caller in (request.approver, *request.same_person):
        return Refusal("approval_own")
    if asked.approved_by is None:
        partner_credits.approve(work, request.caller, request.key, request.approver)
    credit = outside.MoveChips(caller=request.caller, key=request.key, account=asked.account, chips=asked.chips)
    return _post(work, settings, credit)


def list_pending_credits(
    work: Work, _settings: WalletSettings, request: other_systems.ListPendingCredits
) -> other_systems.PendingCredits:
    """Credits that have not been approved yet."""
    return other_systems.PendingCredits(credits=partner_credits.list_pending(work, request.limit, request.after))


def _check_credit(work: Work, settings: WalletSettings, request: outside.MoveChips) -> Refusal | None:
    """A credit above the limit is kept until it is approved. Refusals: `approval_needed`, `idempotency_conflict`."""
    if request.chips <= settings.partner_credit_approval_chips:
        return None
    asked = partner_credits.ask(work, request.caller, request.key, request.account, request.chips)
    if (asked.account, asked.chips) != (request.account, request.chips):
        return Refusal("idempotency_conflict")
    if asked.approved_by is not None:
        return None
    work.keep = True
    return Refusal("approval_needed", {"above_chips": settings.partner_credit_approval_chips})


def _post(work: Work, settings: WalletSettings, request: outside.MoveChips) -> outside.Moved | Refusal:
    """Move the chips; a credit counts once towards its caller's daily limit."""
    batch = moved_batch(request.caller, request.key, request.account, request.chips)
    if request.chips > 0 and (refusal := _count_to_day(work, settings, request, batch.idem)):
        return refusal
    (answer,) = answers = post(work, [batch])
    if isinstance(answer, Refusal):
        return answer
    publish_chips(work, answers)
    balance_chips = answer.balances[player(request.account)]
    return outside.Moved(reference=batch.idem, balance_chips=balance_chips, replayed=answer.replayed)


def _count_to_day(work: Work, settings: WalletSettings, request: outside.MoveChips, reference: str) -> Refusal | None:
    """Refusal: `credit_limit_day`."""
    credited = partner_credits.lock_day(work, request.caller)
    if partner_credits.is_posted(work, reference):
        return None
    if credited + request.chips > settings.partner_credit_day_chips:
        return Refusal("credit_limit_day", {"limit_chips": settings.partner_credit_day_chips})
    partner_credits.save_day(work, request.caller, credited + request.chips)
    return None


def get_balances(
    work: Work, _settings: WalletSettings, request: other_systems.GetBalances
) -> other_systems.BalancesFound:
    """The chips of those of the accounts that exist, in the order asked."""
    wanted = [account for account in dict.fromkeys(request.accounts) if is_player(player(account))]
    names = [player(account) for account in wanted]
    chips, seqs = read_balances(work, names), last_transfers(work, names)
    found = {
        account: Balance(account=account, chips=chips[name], seq=seqs.get(name, 0))
        for account, name in zip(wanted, names, strict=True)
        if name in chips
    }
    missing = [account for account in dict.fromkeys(request.accounts) if account not in found]
    return other_systems.BalancesFound(balances=list(found.values()), missing=missing)


def get_transfer(
    work: Work, _settings: WalletSettings, request: other_systems.GetTransfer
) -> outside.LedgerEntry | Refusal:
    """One transfer by its number."""
    found = feed.read(work, request.transfer - 1, 1)
    return found[0] if found and found[0].id == request.transfer else Refusal("transfer_unknown")


def list_ledger(work: Work, _settings: WalletSettings, request: outside.ListLedger) -> outside.LedgerPage | Refusal:
    """Transfers after an id, as far as nothing can come in between any more. Refusal: `after_invalid`."""
    if request.after is None:
        return outside.LedgerPage(entries=[], last=_settled_last(work))
    read = feed.read(work, request.after, request.limit)
    if not read and request.after > feed.last_id(work):
        return Refusal("after_invalid", {"last": feed.last_id(work)})
    found = settled_prefix(request.after, read, work.now_ms)
    last = found[-1].id if found else request.after
    own = None if request.account is None else player(request.account)
    entries = [each for each in found if own is None or own in (each.source, each.target)]
    return outside.LedgerPage(entries=entries, last=last)


def _settled_last(work: Work) -> int:
    """The id after which a new follower of the ledger starts: before a gap that may still be filled."""
    newest = feed.read_newest(work)
    if not newest:
        return 0
    settled = settled_prefix(newest[0].id - 1, newest, work.now_ms)
    return settled[-1].id


def settled_prefix(after: int, entries: Sequence[LedgerEntry], now_ms: TimeMs) -> list[LedgerEntry]:
    """Of entries in the order of ids, those before which nothing can appear any more."""
    settled: list[LedgerEntry] = []
    for entry in entries:
        if entry.id != after + 1 and now_ms - entry.at_ms < GAP_MAX_MS:
            break
        settled.append(entry)
        after = entry.id
    return settled


def moved_batch(caller: str, key: str, account_id: str, chips: int) -> Batch:
    """Chips that another system gives (above 0) or takes (below)."""
    idem = f"ext:{caller}:{key}"
    if chips > 0:
        return issue(idem, account_id, chips, "external_credit")
    return Batch(idem, (Transfer(player(account_id), HOUSE_ISSUANCE, -chips, "external_debit"),))
