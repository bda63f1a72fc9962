"""Operators replace results of matches that had no stake, and define and close boards (RULES.md §1, §2).

The wallet hands such a correction on: no chips move, ratings, boards, the classification and statistics do.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from services.contracts.moderation import orders as contract
from services.contracts.wallet.events import MatchCorrected
from services.kernel.clock import DAY_MS
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.ranking.boards import periods as board_periods
from services.ranking.elo import rating_rows
from services.ranking.elo.match_ratings import Inputs, corrected_inputs, deltas
from services.ranking.matches import corrections
from services.ranking.settings import RankingSettings

_OUTCOME_OF_A_DEPARTURE = {"forfeit": "forfeited", "concede": "conceded", "pause_return": "not_completed"}
UNKNOWN = Refusal("match_unknown")


# --- free matches ------------------------------------------------------------------------------------------------


def free_matches_ordered(work: Work, settings: RankingSettings, events: Sequence[contract.CorrectionHandedOn]) -> None:
    """Rate matches without a stake anew, and report the outcome to moderation."""
    for event in events:
        found = _correct(work, settings, event)
        if isinstance(found, Refusal):
            work.publish(contract.OrderAnswered(order=event.order, error=found.error, detail=found.detail))
            continue
        told = ("match", "revision", "accounts", "outcome", "winners", "by", "reason", "departed")
        work.publish(contract.FreeMatchCorrected(**{name: getattr(found, name) for name in told}))
        work.publish(contract.OrderAnswered(order=event.order, detail={"revision": found.revision}))


def _correct(work: Work, settings: RankingSettings, event: contract.CorrectionHandedOn) -> MatchCorrected | Refusal:
    """Refusals: `match_unknown` (never rated), `not_correctable`, `correction_window_closed`, `bad_parameters`."""
    order = event.correction
    known = rating_rows.known_matches(work, [order.match]).get(order.match)
    if known is None or known.inputs is None:
        return UNKNOWN
    if order.own_mistake:
        return Refusal("not_correctable")
    ended_at_ms = known.effects.ended_at_ms or work.now_ms
    if work.now_ms > ended_at_ms + settings.correction_window_days * DAY_MS:
        return Refusal("correction_window_closed")
    accounts = {each.account for side in known.inputs.sides for each in side}
    rating_rows.lock_ratings(work, accounts, settings.elo.start)  # ratings before matches, as everybody locks
    locked = rating_rows.lock_match(work, order.match)
    assert locked.inputs is not None
    news = _news(event, locked.inputs, locked.revision + 1)
    refusal = _check(news, locked.inputs, settings) if not isinstance(news, Refusal) else news
    if isinstance(refusal, Refusal) or isinstance(news, Refusal):
        return refusal or UNKNOWN
    corrections.apply(
        work, settings, news, rating_rows.RatedMatch(order.match, locked.inputs, locked.changes, locked.effects)
    )
    return news


def _news(event: contract.CorrectionHandedOn, inputs: Inputs, revision: int) -> MatchCorrected | Refusal:
    """The correction in the form in which the wallet reports one, without chips."""
    order = event.correction
    winners = [] if isinstance(order.result, str) else sorted(set(order.result))
    nothing = [0] * len(order.accounts)
    if not {*winners, *order.departed} <= set(range(len(order.accounts))):
        return Refusal("bad_parameters", {"field": "result"})
    return MatchCorrected(
        match=order.match,
        revision=revision,
        outcome=_outcome(order, inputs),
        payouts=nothing,
        last_payouts=nothing,
        accounts=order.accounts,
        winners=winners,
        departed=order.departed,
        first_round_done=order.first_round_done,
        by=event.by,
        reason=event.reason,
    )


def _outcome(order: contract.CorrectMatch, inputs: Inputs) -> str:
    if order.result == "void":
        return "void"
    if order.departed:
        return _OUTCOME_OF_A_DEPARTURE.get(inputs.ended.policy, "won")
    return "tied" if order.result == "tie" else "won"


def _check(news: MatchCorrected, inputs: Inputs, settings: RankingSettings) -> Refusal | None:
    found = corrected_inputs(inputs, news)
    rated = found if isinstance(found, Refusal) else deltas(found, settings.elo)
    return Refusal("bad_parameters", {"cause": rated.error}) if isinstance(rated, Refusal) else None


# --- boards ------------------------------------------------------------------------------------------------------


def boards_ordered(work: Work, settings: RankingSettings, events: Sequence[contract.OrderPlaced]) -> None:
    """Define boards and close periods."""
    for event in events:
        found = _change_board(work, settings, event.operation)
        if isinstance(found, Refusal):
            work.publish(contract.OrderAnswered(order=event.order, error=found.error, detail=found.detail))
        else:
            work.publish(contract.OrderAnswered(order=event.order, detail=msgspec.to_builtins(found)))


def _change_board(work: Work, settings: RankingSettings, operation: contract.AnyOperation) -> Any:
    if isinstance(operation, contract.SaveBoard):
        return board_periods.define(work, operation.definition)
    assert isinstance(operation, contract.CloseBoard)
    return board_periods.close_period(work, settings, operation.board, operation.period)
