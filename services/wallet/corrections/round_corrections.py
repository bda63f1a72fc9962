"""An operator corrects the payment of a round of a house-banked table (RULES.md §5.3, §6): the differences are paid
once, against the bank. What a player no longer has comes from `house:corrections`."""

import msgspec

from services.contracts.moderation.orders import RoundCorrected
from services.kernel.refusal import Refusal
from services.kernel.text.unicode_text import clean_text
from services.platform.database.unit_of_work import Work
from services.wallet.corrections import rows as corrected
from services.wallet.corrections import rules as corrections
from services.wallet.ledger.accounts import player
from services.wallet.ledger.rows import lock_balances, post, publish_chips
from services.wallet.settings import WalletSettings


class RoundOrder(msgspec.Struct, frozen=True):
    """What an operator orders. `credited`: account → chips with the stake; None: the round is void."""

    round: str
    credited: dict[str, int] | None
    reason: str
    by: str


class RoundDone(msgspec.Struct, frozen=True):
    """The effect: what changed by account, and which chips could no longer be taken back."""

    round: str
    revision: int
    deltas: dict[str, int]
    shortfalls: dict[str, int]


def correct_round(work: Work, settings: WalletSettings, order: RoundOrder) -> RoundDone | Refusal:
    """Pay a round again. Refusals: `round_unknown` (it was never paid), those of `corrections.check`,
    `bad_parameters` (somebody who had no bet in it), `correction_empty` (that is what counts)."""
    found = corrected.lock_round(work, order.round)
    if found is None:
        return Refusal("round_unknown")
    days = settings.correction_window_days
    refusal = corrections.check(found.first_at_ms, work.now_ms, order.reason, window_days=days)
    if refusal is not None:
        return refusal
    credited = found.bets if order.credited is None else order.credited
    if not credited.keys() <= found.bets.keys():
        return Refusal("bad_parameters", {"field": "credited"})
    deltas = corrections.differences(found.credited, credited)
    if not any(deltas.values()):
        return Refusal("correction_empty")
    balances = lock_balances(work, {player(account) for account in deltas})
    missing = corrections.shortfalls(deltas, {account: balances.get(player(account), 0) for account in deltas})
    assert not isinstance(missing, Refusal)
    return _post(work, order, found, credited, RoundDone(order.round, found.revision + 1, deltas, missing))


def _post(
    work: Work, order: RoundOrder, found: corrected.PaidRound, credited: dict[str, int], done: RoundDone
) -> RoundDone | Refusal:
    batch = corrections.round_batch(order.round, done.revision, done.deltas, done.shortfalls)
    answers = post(work, [batch] if batch else [])
    if refused := next((answer for answer in answers if isinstance(answer, Refusal)), None):
        return refused
    reason = clean_text(order.reason)
    corrected.add(work, order.round, done.revision, order.by, reason, {"credited": credited})
    publish_chips(work, answers)
    work.publish(
        RoundCorrected(
            round=order.round,
            revision=done.revision,
            credited=credited,
            last_credited=found.credited,
            by=order.by,
            reason=reason,
        )
    )
    return done
