"""An operator replaces the result of a settled match (RULES.md §5.3)."""

from collections.abc import Callable

import msgspec

from services.contracts.wallet.events import MatchCorrected
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from services.kernel.text.unicode_text import clean_text
from services.platform.database.unit_of_work import Work
from services.wallet.corrections import rows as corrected
from services.wallet.corrections import rules as corrections
from services.wallet.corrections.rows import Settled
from services.wallet.corrections.rules import Correction
from services.wallet.ledger.accounts import player
from services.wallet.ledger.rows import lock_balances, post, publish_chips
from services.wallet.settings import WalletSettings
from services.wallet.stakes import rows as stakes
from services.wallet.stakes.rules import Step, pair_wins_of
from services.wallet.stakes.settlement import Ending, Outcome, Result, Settlement, Terms


class Order(msgspec.Struct, frozen=True):
    """What an operator orders. `result`: winning seats, "tie" or "void"; `own_mistake`: the player's."""

    match: str
    result: Result
    reason: str
    by: str
    own_mistake: bool = False
    departed: tuple[Seat, ...] = ()
    first_round_done: bool | None = None
    seen_revision: int | None = None


class Corrected(msgspec.Struct, frozen=True):
    """The effect: what changed by seat, and which chips could no longer be taken back."""

    match: str
    revision: int
    outcome: str
    payouts: list[int]
    deltas: list[int]
    rake_delta_chips: int
    shortfalls: dict[Seat, int]


def any_match(_work: Work, _match: str) -> Refusal | None:
    """Every match that was settled here may be corrected."""
    return None


def correct_match(
    work: Work,
    settings: WalletSettings,
    order: Order,
    check: Callable[[Work, str], Refusal | None] = any_match,
) -> Corrected | Refusal:
    """Settle a match again; `check` may refuse one that is locked. Refusals: `match_unknown`, those of `check`,
    `corrections.check` and `corrections.correct`, `correction_outdated`, `correction_empty`."""
    settled = corrected.lock(work, order.match)
    if settled is None:
        return Refusal("match_unknown")
    if refusal := check(work, order.match):
        return refusal
    if "sides" not in settled.record:
        return Refusal("not_correctable", {"reason": "tables did not know the match, its stakes were given back"})
    refusal = corrections.check(
        settled.first_at_ms, work.now_ms, order.reason, order.own_mistake, settings.correction_window_days
    )
    if refusal is not None:
        return refusal
    accounts = dict(enumerate(settled.hold.accounts))
    balances = lock_balances(work, {player(account) for account in settled.hold.accounts})
    by_seat = {seat: balances[player(account)] for seat, account in accounts.items() if player(account) in balances}
    ending = Ending(order.result, order.departed, order.first_round_done)
    correction = corrections.correct(_terms(settled), ending, _last(settled), by_seat)
    if isinstance(correction, Refusal):
        return correction
    if order.seen_revision not in (None, settled.revision):
        return Refusal("correction_outdated", {"revision": settled.revision})
    if _is_empty(correction, order, settled):
        return Refusal("correction_empty")
    return _post(work, settled, order, correction, accounts)


def _is_empty(correction: Correction, order: Order, settled: Settled) -> bool:
    """Whether it is the result that counts already. Who left is only known of matches that were corrected."""
    record = settled.record
    same = correction.settlement.outcome == record["outcome"] and not any(correction.deltas.values())
    return same and list(order.departed) == record.get("departed", list(order.departed))


def _post(
    work: Work, settled: Settled, order: Order, correction: Correction, accounts: dict[Seat, str]
) -> Corrected | Refusal:
    revision = settled.revision + 1
    batch = corrections.match_batch(order.match, revision, correction, accounts)
    answers = post(work, [batch] if batch else [])
    if refused := next((answer for answer in answers if isinstance(answer, Refusal)), None):
        return refused
    record = settled.record | {
        "outcome": correction.settlement.outcome,
        "payouts": _in_order(correction.settlement.payouts),
        "rake_chips": correction.settlement.rake_chips,
        "departed": list(order.departed),
    }
    corrected.add(work, order.match, revision, order.by, clean_text(order.reason), record)
    publish_chips(work, answers)
    done = Corrected(
        match=order.match,
        revision=revision,
        outcome=correction.settlement.outcome,
        payouts=_in_order(correction.settlement.payouts),
        deltas=_in_order(correction.deltas),
        rake_delta_chips=correction.rake_delta_chips,
        shortfalls=correction.shortfalls,
    )
    held = settled.hold
    won = pair_wins_of(order.match, held.accounts, done.payouts, held.stake_chips, keep_empty=True)
    stakes.correct_pair_wins(work, won, settled.first_at_ms)
    work.publish(_event(done, settled, order))
    return done


def _event(done: Corrected, settled: Settled, order: Order) -> MatchCorrected:
    return MatchCorrected(
        match=done.match,
        revision=done.revision,
        outcome=done.outcome,
        payouts=done.payouts,
        last_payouts=settled.record["payouts"],
        accounts=list(settled.hold.accounts),
        winners=[] if isinstance(order.result, str) or order.result is None else sorted(order.result),
        departed=list(order.departed),
        first_round_done=order.first_round_done,
        by=order.by,
        reason=clean_text(order.reason),
    )


def _terms(settled: Settled) -> Terms:
    """Stake, policy and rake as they were frozen at the match."""
    sides = tuple(tuple(side) for side in settled.record["sides"])
    held = settled.hold
    return Terms(settled.record["policy"], held.stake_chips, sides, (Step(1, held.rake_bps),))


def _last(settled: Settled) -> Settlement:
    record = settled.record
    outcome: Outcome = record["outcome"]
    return Settlement(outcome, dict(enumerate(record["payouts"])), record["rake_chips"])


def _in_order(chips: dict[Seat, int]) -> list[int]:
    return [chips[seat] for seat in sorted(chips)]
