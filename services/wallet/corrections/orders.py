"""Orders of operators that the wallet carries out (RULES.md §5.3): results, rounds, rewards."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from services.contracts.moderation import orders as contract
from services.contracts.wallet.corrections import ChipsEffect, PreviewChips, PreviewRound, RoundEffect
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.wallet.corrections import rows as corrected
from services.wallet.corrections.match_corrections import Corrected, Order
from services.wallet.corrections.round_corrections import RoundOrder, correct_round
from services.wallet.corrections.takebacks import TakeBack, take_back
from services.wallet.settings import WalletSettings

Correct = Callable[[Work, WalletSettings, Order], Corrected | Refusal]
"""How this installation corrects a match."""


def matches_ordered(
    work: Work, settings: WalletSettings, events: Sequence[contract.OrderPlaced], correct: Correct
) -> None:
    """Correct matches that had a stake; the others are passed on to ranking."""
    for event in events:
        order = event.operation
        assert isinstance(order, contract.CorrectMatch)
        if corrected.had_stake(work, order.match):
            answer(work, event, correct(work, settings, _order(event, order)))
        else:
            handed = contract.CorrectionHandedOn(order=event.order, by=event.by, reason=event.reason, correction=order)
            work.publish(handed)


def _order(event: contract.OrderPlaced, order: contract.CorrectMatch) -> Order:
    return Order(
        match=order.match,
        result=order.result if isinstance(order.result, str) else tuple(order.result),
        reason=event.reason,
        by=event.by,
        own_mistake=order.own_mistake,
        departed=tuple(order.departed),
        first_round_done=order.first_round_done,
        seen_revision=order.seen_revision,
    )


def rounds_ordered(work: Work, settings: WalletSettings, events: Sequence[contract.OrderPlaced]) -> None:
    """Correct the payment of rounds of house-banked tables."""
    for event in events:
        order = event.operation
        assert isinstance(order, contract.CorrectRound)
        answer(
            work, event, correct_round(work, settings, RoundOrder(order.round, order.credited, event.reason, event.by))
        )


def takebacks_ordered(work: Work, events: Sequence[contract.OrderPlaced]) -> None:
    """Take rewards back."""
    for event in events:
        order = event.operation
        assert isinstance(order, contract.TakeBack)
        answer(work, event, take_back(work, TakeBack(order.reference, event.reason, event.by)))


def answer(work: Work, event: contract.OrderPlaced, found: Any) -> None:
    """Publish the outcome of an order."""
    if isinstance(found, Refusal):
        work.publish(contract.OrderAnswered(order=event.order, error=found.error, detail=found.detail))
    else:
        work.publish(contract.OrderAnswered(order=event.order, detail=msgspec.to_builtins(found, str_keys=True)))


# --- tried out before they are ordered ---

_REASON = "a correction that is only looked at"


def preview(
    work: Work,
    settings: WalletSettings,
    correct: Correct,
    request: PreviewChips,
) -> ChipsEffect | Refusal:
    """What moves by a correction; of a match without a stake nothing. The caller takes the transaction back. Refusals:
    `forbidden`, and those of `correct`."""
    if "operator" not in request.roles:
        return Refusal("forbidden")
    if not corrected.had_stake(work, request.match):
        return ChipsEffect(0, "", "", [], [], 0, {})
    settled = corrected.lock(work, request.match)
    if settled is None:
        return Refusal("match_unknown")
    done = correct(work, settings, _tried(request))
    if isinstance(done, Refusal):
        return done
    return ChipsEffect(
        revision=settled.revision,
        outcome=done.outcome,
        last_outcome=settled.record["outcome"],
        payouts=done.payouts,
        last_payouts=settled.record["payouts"],
        rake_delta_chips=done.rake_delta_chips,
        shortfalls=done.shortfalls,
    )


def preview_round(work: Work, settings: WalletSettings, request: PreviewRound) -> RoundEffect | Refusal:
    """What moves by a correction of a paid round. The caller takes the transaction back. Refusals: `forbidden`, and
    those of `correct_round`; amounts that are paid already are shown, too."""
    if "operator" not in request.roles:
        return Refusal("forbidden")
    paid = corrected.lock_round(work, request.round)
    if paid is None:
        return Refusal("round_unknown")
    done = correct_round(work, settings, RoundOrder(request.round, request.credited, _REASON, ""))
    if isinstance(done, Refusal) and done.error != "correction_empty":
        return done
    return RoundEffect(
        revision=paid.revision,
        bets=paid.bets,
        last_credited=paid.credited,
        credited=paid.bets if request.credited is None else request.credited,
        shortfalls={} if isinstance(done, Refusal) else done.shortfalls,
    )


def _tried(request: PreviewChips) -> Order:
    return Order(
        match=request.match,
        result=request.result if isinstance(request.result, str) else tuple(request.result),
        reason=_REASON,
        by="",
        departed=tuple(request.departed),
        first_round_done=request.first_round_done,
    )
