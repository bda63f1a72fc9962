"""An operator gives back stakes and bets that are held for what tables do not know (RULES.md §5.4).

A database that was put back to an earlier moment, or a standby that was promoted without the newest commits, has lost
that a match or a round was opened; the wallet, asked before, holds its chips, and nobody could end it.
"""

import msgspec

from services.contracts.wallet.events import StakesReleased
from services.kernel.refusal import Refusal
from services.kernel.text.unicode_text import check_reason, clean_text
from services.platform.database.unit_of_work import Work
from services.wallet import metrics
from services.wallet.ledger.accounts import player
from services.wallet.ledger.double_entry import ALREADY_SETTLED, CONFLICT, Batch
from services.wallet.ledger.rows import post, publish_chips
from services.wallet.rounds import rows as rounds
from services.wallet.rounds.rules import round_batch
from services.wallet.stakes import rows as stakes
from services.wallet.stakes.match_chips import Hold, Payer, Payment, payout_batch
from services.wallet.stakes.rows import OpenHold
from services.wallet.stakes.settlement import Settlement

LOST_AFTER_MS = 15 * 60_000
"""So long chips are held at the least before they can be given back: longer than a match may be without an owner."""


_WITNESSES = 100


class Release(msgspec.Struct, frozen=True):
    """An operator's order. `id`: the match's or the round's."""

    id: str
    reason: str
    by: str


class Released(msgspec.Struct, frozen=True):
    """The effect: account → what has come back. `replayed`: that had happened before."""

    kind: str
    id: str
    chips: dict[str, int]
    held_at_ms: int
    replayed: bool


def find_old(work: Work) -> list[OpenHold]:
    """What has been held for so long that it may be lost: matches, then rounds."""
    before_ms = work.now_ms - LOST_AFTER_MS
    return stakes.open_holds(work, before_ms) + rounds.open_holds(work, before_ms)


def find_witnesses(work: Work) -> list[OpenHold]:
    """Some of what was held and has ended, all of which tables know: a database that knows none of it is not that of
    these tables."""
    return stakes.some_settled(work, _WITNESSES) + rounds.some_paid(work, _WITNESSES)


def find_hold(work: Work, id: str) -> OpenHold | Refusal:
    """What is or was held for a match or a round. Refusal: `hold_unknown`."""
    found = stakes.lock_hold(work, id)
    held = found[1] if found is not None else rounds.lock_hold(work, id)
    return held or Refusal("hold_unknown")


def release(work: Work, order: Release) -> Released | Refusal:
    """Give back what is held; the caller has looked that tables do not know it, after it was held. A second time it is
    answered as the first time.

    Refusals: `reason_required`, `hold_unknown`, `hold_too_young` (held for less than a quarter of an hour),
    `match_already_settled` (it has ended otherwise).
    """
    done = release_paid(work, order, player)
    return done if isinstance(done, Refusal) else done[0]


def release_paid(work: Work, order: Release, payer: Payer) -> tuple[Released, tuple[Payment, Hold] | None] | Refusal:
    """As `release`, with the payment of a match that is given back now and what had been held for it."""
    if refusal := check_reason(order.reason):
        return refusal
    match = stakes.lock_hold(work, order.id)
    held = match[1] if match is not None else rounds.lock_hold(work, order.id)
    if held is None:
        return Refusal("hold_unknown")
    if held.ended_at_ms is None and held.held_at_ms > work.now_ms - LOST_AFTER_MS:
        return Refusal("hold_too_young", {"due_at_ms": held.held_at_ms + LOST_AFTER_MS})
    paid = None if match is None else (_refund(match[0], payer), match[0])
    batch = _bets_back(held) if paid is None else paid[0].batch
    (answer,) = post(work, [batch])
    if isinstance(answer, Refusal):
        return ALREADY_SETTLED if answer.error == CONFLICT.error else answer
    done = Released(held.kind, held.id, held.chips, held.held_at_ms, answer.replayed)
    if answer.replayed:
        return done, None
    _end(work, held, paid)
    publish_chips(work, [answer])
    work.publish(_event(held, order))
    work.after(metrics.lost_stakes.labels(held.kind).inc)
    return done, paid


def _event(held: OpenHold, order: Release) -> StakesReleased:
    return StakesReleased(
        id=held.id,
        kind=held.kind,
        chips=held.chips,
        held_at_ms=held.held_at_ms,
        by=order.by,
        reason=clean_text(order.reason),
    )


def _end(work: Work, held: OpenHold, paid: tuple[Payment, Hold] | None) -> None:
    if paid is None:
        rounds.end(work, [held.id])
    else:
        stakes.end_holds(work, {held.id: paid[0].record})


def _refund(hold: Hold, payer: Payer) -> Payment:
    """A match that is void. Its sides and its policy are not known, so its result is never corrected."""
    settlement = Settlement("void", dict.fromkeys(range(len(hold.accounts)), hold.stake_chips), 0)
    batch = payout_batch(hold.match, hold.stake_chips, settlement, dict(enumerate(hold.accounts)), payer)
    assert batch is not None, "what is held is more than nothing"
    record = {"outcome": "void", "payouts": [hold.stake_chips] * len(hold.accounts), "rake_chips": 0}
    return Payment(hold.match, settlement, batch, record)


def _bets_back(held: OpenHold) -> Batch:
    batch = round_batch(held.id, held.chips, held.chips)
    assert batch is not None, "there are bets"
    return batch
