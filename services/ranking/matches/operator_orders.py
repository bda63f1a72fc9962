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
from services.ranking.elo.departures import Ended
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
    """Refusals: `match_unknown` (never rated), `not_correctable`, `correction_window_closed`, `bad_parameters`,
    `correction_outdated`, `correction_empty`."""
    order = event.correction
    known = rating_rows.known_matches(work, [order.match]).get(order.match)
    if known is None or known.inputs is None:
        return UNKNOWN
    # Ratings before matches, as everybody locks.
    rating_rows.lock_ratings(work, set(known.accounts), settings.elo.start)
    locked = rating_rows.lock_match(work, order.match)
    news = check_correction(work, settings, event, locked)
    if isinstance(news, Refusal):
        return news
    assert locked.inputs is not None
    corrections.apply(
        work, settings, news, rating_rows.RatedMatch(order.match, locked.inputs, locked.changes, locked.effects)
    )
    return news


def check_correction(
    work: Work,
    settings: RankingSettings,
    event: contract.CorrectionHandedOn,
    known: rating_rows.KnownMatch,
    outcome: str | None = None,
) -> MatchCorrected | Refusal:
    """The correction of a rated match; `outcome`: as the wallet settles it, None where the match had no stake.
    Refusals: those of `_correct` but `match_unknown`."""
    order = event.correction
    assert known.inputs is not None
    if order.own_mistake:
        return Refusal("not_correctable")
    ended_at_ms = known.effects.ended_at_ms or work.now_ms
    if work.now_ms > ended_at_ms + settings.correction_window_days * DAY_MS:
        return Refusal("correction_window_closed")
    news = _news(event, known.inputs, known.revision + 1, outcome)
    if isinstance(news, Refusal):
        return news
    if order.seen_revision not in (None, known.revision):
        return Refusal("correction_outdated", {"revision": known.revision})
    return _check(news, known, settings) or news


def _news(
    event: contract.CorrectionHandedOn, inputs: Inputs, revision: int, outcome: str | None
) -> MatchCorrected | Refusal:
    """The correction in the form in which the wallet reports one, without chips."""
    order = event.correction
    winners = [] if isinstance(order.result, str) else sorted(set(order.result))
    nothing = [0] * len(order.accounts)
    if not {*winners, *order.departed} <= set(range(len(order.accounts))):
        return Refusal("bad_parameters", {"field": "result"})
    return MatchCorrected(
        match=order.match,
        revision=revision,
        outcome=outcome or _outcome(order, inputs),
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
    if order.departed and inputs.ended.policy == "pause_return" and _opponents_won(order, inputs):
        return "forfeited"
    if order.departed:
        return _OUTCOME_OF_A_DEPARTURE.get(inputs.ended.policy, "won")
    return "tied" if order.result == "tie" else "won"


def _opponents_won(order: contract.CorrectMatch, inputs: Inputs) -> bool:
    """Whether the winners are the other side of who left first: the match was left by choice."""
    if isinstance(order.result, str):
        return False
    leaver = order.accounts[order.departed[0]]
    others = next((side for side in inputs.sides if leaver not in {each.account for each in side}), ())
    return {order.accounts[seat] for seat in order.result} == {each.account for each in others}


def _check(news: MatchCorrected, known: rating_rows.KnownMatch, settings: RankingSettings) -> Refusal | None:
    assert known.inputs is not None
    found = corrected_inputs(known.inputs, news)
    rated = found if isinstance(found, Refusal) else deltas(found, settings.elo)
    if isinstance(found, Refusal) or isinstance(rated, Refusal):
        return Refusal("bad_parameters", {"cause": rated.error if isinstance(rated, Refusal) else ""})
    before = known.inputs if known.correction is None else corrected_inputs(known.inputs, known.correction)
    empty = not isinstance(before, Refusal) and _result(before.ended) == _result(found.ended)
    return Refusal("correction_empty") if empty else None


def _result(ended: Ended) -> tuple[Any, ...]:
    """The outcome, the sides in the first place, and who left."""
    first = {side for side, place in enumerate(ended.places) if place == 1} if ended.places else {ended.winner_side}
    left = tuple((each.side, each.player) for each in ended.departed)
    return ended.outcome, frozenset(first) if ended.outcome != "void" else None, left


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
        return board_periods.define(work, operation.definition, fresh=operation.fresh)
    assert isinstance(operation, contract.CloseBoard)
    return board_periods.close_period(work, settings, operation.board, operation.period)
