"""Other systems: chips that they give and take, and the ledger as they read it."""

from services.contracts import outside
from services.kernel.chips import is_amount
from services.kernel.refusal import Refusal
from services.plumbing.database import Work
from services.wallet import freezing, postings
from services.wallet.accounts import is_player, player
from services.wallet.feed import settled_prefix
from services.wallet.handlers.balance_updates import publish_chips
from services.wallet.settings import WalletSettings
from services.wallet.store import feed, people
from services.wallet.store.batches import post


def move_chips(work: Work, _settings: WalletSettings, request: outside.MoveChips) -> outside.Moved | Refusal:
    """Once for each of the caller's keys."""
    if not is_amount(abs(request.chips)):
        return Refusal("amount_invalid")
    name = player(request.account)
    if not is_player(name):
        return Refusal("account_unknown", {"account": request.account})
    if request.chips < 0:
        person = people.find(work, [request.account])[request.account]
        if refusal := freezing.check(person.frozen):
            return refusal
    batch = postings.outside(request.caller, request.key, request.account, request.chips)
    (answer,) = answers = post(work, [batch])
    if isinstance(answer, Refusal):
        return answer
    publish_chips(work, answers)
    return outside.Moved(reference=batch.idem, balance_chips=answer.balances[name], replayed=answer.replayed)


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
    """Where who follows from now on begins: before a gap that may still be filled."""
    newest = feed.read_newest(work)
    if not newest:
        return 0
    settled = settled_prefix(newest[0].id - 1, newest, work.now_ms)
    return settled[-1].id
