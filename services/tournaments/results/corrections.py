"""Disqualifications, corrections of games, and the new prizes that follow from them (RULES.md §5)."""

from collections.abc import Collection, Sequence

import msgspec

from services.contracts.base import Done
from services.contracts.moderation.orders import FreeMatchCorrected
from services.contracts.tournaments import competitions as contract
from services.contracts.tournaments import events as competition_events
from services.kernel.refusal import Refusal
from services.kernel.text.unicode_text import clean_text
from services.platform.database.unit_of_work import Work
from services.tournaments import metrics
from services.tournaments.competitions import change_log_rows as change_log
from services.tournaments.competitions import competition_rows as competitions
from services.tournaments.competitions import notifications
from services.tournaments.competitions.competition_rows import Competition
from services.tournaments.competitions.rules import UNKNOWN
from services.tournaments.entries import entrant_rows as entrants
from services.tournaments.ports import Ports
from services.tournaments.prizes import prize_rows as prizes
from services.tournaments.prizes import rules as prize_rules
from services.tournaments.prizes import use_cases as prizegiving
from services.tournaments.prizes.use_cases import payout_of
from services.tournaments.results import early_correction_rows as early_corrections
from services.tournaments.standings import game_results as rules
from services.tournaments.standings import game_rows as games
from services.tournaments.standings.game_results import Correction, Result
from services.tournaments.standings.game_rows import GameRow, Scored
from services.tournaments.standings.ranking import compute_standings

_JUDGED = ("open", "running", "closing", "settled")
_CORRECTED = ("running", "closing", "settled")


def disqualify(work: Work, ports: Ports, request: contract.Disqualify) -> Done | Refusal:
    """Disqualify a player, or undo that, by order of an operator."""
    one = competitions.lock(work, request.competition)
    if one is None or one.state == "draft":
        return UNKNOWN
    entrant = entrants.find_entrant(work, one.id, request.player, lock=True)
    if entrant is None:
        return Refusal("entrant_unknown")
    refusal = _check(work, ports, one, request.reason, _JUDGED)
    if refusal is not None:
        return refusal
    reason = clean_text(request.reason)
    entrants.disqualify(work, one.id, entrant.account, None if request.undo else reason)
    entrants.stop_waiting(work, [entrant.account], one.id)
    action = "reinstated" if request.undo else "disqualified"
    change_log.note(work, one.id, action, request.account, reason, {"account": entrant.account})
    if not request.undo:
        notifications.notify_accounts(work, ports, [entrant.account], one, "disqualified")
    _after(work, ports, one, action)
    return Done()


def correct_game(work: Work, ports: Ports, request: contract.CorrectGame) -> Done | Refusal:
    """Replace the result of a game, by order of an operator."""
    one = competitions.lock(work, request.competition)
    if one is None or one.state == "draft":
        return UNKNOWN
    game = games.lock(work, request.table)
    if game is None or game.competition != one.id or game.result is None:
        return Refusal("game_unknown")
    if request.own_mistake:
        return Refusal("not_correctable")
    refusal = may_correct(work, ports, one, request.reason)
    if refusal is not None:
        return refusal
    result = rules.corrected(game.result, Correction(request.result, request.points, request.departed))
    if isinstance(result, Refusal):
        return result
    if _counts_the_same(game.result, result, request.points is not None):
        return Refusal("correction_empty")
    score_again(work, game, result, game.revision + 1)
    _tell_corrected(work, request, game, result)
    detail = {"table": game.table, "before": game.result, "after": result}
    change_log.note(work, one.id, "corrected", request.account, clean_text(request.reason), detail)
    _after(work, ports, one, "corrected")
    return Done()


def _counts_the_same(before: Result, after: Result, by_points: bool) -> bool:
    """Whether a correction gives the result that counts already; `by_points`: it names the points too."""
    same = (before.outcome, before.winner, before.departed) == (after.outcome, after.winner, after.departed)
    return same and not (by_points and before.points != after.points)


def may_correct(work: Work, ports: Ports, one: Competition, reason: str) -> Refusal | None:
    """Whether a game of a competition may be corrected now. Refusals: those of `_check`."""
    return _check(work, ports, one, reason, _CORRECTED)


def free_matches_corrected(work: Work, ports: Ports, events: Sequence[FreeMatchCorrected]) -> None:
    """Operators have corrected matches at the console that are games of competitions: ratings have been corrected,
    and the standings follow. If that is no longer allowed (`may_correct`), it is logged among the competition's
    changes."""
    for event in sorted(events, key=lambda each: (each.match, each.revision)):
        found = games.find_match(work, event.match)
        if found is None:
            early_corrections.keep(work, event)
        one = None if found is None else competitions.lock(work, found.competition)
        game = None if found is None else games.lock(work, found.table)
        if one is None or game is None or game.result is None or event.revision <= game.revision:
            continue
        result = ordered_result(game.result, event.winners, event.outcome == "void", event.departed)
        refusal = may_correct(work, ports, one, event.reason)
        detail = {"table": game.table, "before": game.result, "after": result}
        if refusal is not None or isinstance(result, Refusal):
            games.save(work, msgspec.structs.replace(game, revision=event.revision))
            change_log.note(work, one.id, "left_out", event.by, event.reason, detail)
            continue
        score_again(work, game, result, event.revision)
        change_log.note(work, one.id, "corrected", event.by, event.reason, detail)
        _after(work, ports, one, "corrected")


def ordered_result(before: Result, winners: Collection[int], void: bool, departed: Sequence[int]) -> Result | Refusal:
    """The game with the result of the corrected match: winning seats, none for a tie. `bad_parameters`."""
    side_of = {seat: side for side, seats in enumerate(before.sides) for seat in seats}
    winning = {side_of.get(seat, -1) for seat in winners}
    if len(winning) > 1:
        return Refusal("bad_parameters", {"field": "result"})
    given: int | str = "void" if void else winning.pop() if winning else "tie"
    return rules.corrected(before, Correction(given, None, list(departed)))


def score_again(work: Work, game: GameRow, result: Result, revision: int) -> None:
    """Store a locked game with another result, and its points."""
    scores = rules.scores_of(result)
    state: contract.GameState = "counted" if any(scores) else "returned"
    games.score(work, Scored(game.table, result.ended_at_ms, scores))
    games.save(work, msgspec.structs.replace(game, result=result, state=state, revision=revision))


def _tell_corrected(work: Work, request: contract.CorrectGame, game: GameRow, result: Result) -> None:
    sitting = games.players_of(work, [game.table])[game.table]
    work.publish(
        competition_events.ResultCorrected(
            competition=game.competition,
            table=game.table,
            match=result.match,
            revision=game.revision + 1,
            outcome=result.outcome,
            sides=result.sides,
            accounts=[player.account for player in sitting],
            winners=[] if result.winner is None else list(result.sides[result.winner]),
            departed=list(result.departed),
            by=request.account,
            reason=clean_text(request.reason),
        )
    )


def _check(work: Work, ports: Ports, one: Competition, reason: str, states: Collection[str]) -> Refusal | None:
    """Check a correction: `reason_required`, `competition_state`, `correction_window_closed`; payments under way are
    finished first."""
    window_days = ports.settings.correction_window_days
    refusal = prize_rules.check_correction(one.settled_at_ms, work.now_ms, reason, window_days)
    if refusal is not None and refusal.error == "reason_required":
        return refusal
    if one.state not in states or (one.state == "settled" and one.paid_at_ms is None):
        return Refusal("competition_state", {"state": one.state})
    return refusal


def _after(work: Work, ports: Ports, one: Competition, what: str) -> None:
    """Publish changed standings; for a settled competition order the differences of prizes."""
    if one.state != "settled":
        notifications.changed(work, ports, one)
        return
    ranked = compute_standings(work, one)
    paid = payout_of(work, ports, one, prizegiving.eligible(work, ports.settings, one, ranked))
    before = prizes.find(work, one.id)
    rows = prizegiving.rows(work, ranked, paid.prizes, before)
    deltas = prize_rules.differences(prizegiving.paid(before), prizegiving.paid({row.account: row for row in rows}))
    prizes.replace(work, one.id, rows)
    after = one
    if deltas:
        after = msgspec.structs.replace(one, revision=one.revision + 1)
        given = [competition_events.Prize(account=account, chips=chips) for account, chips in deltas.items()]
        work.publish(competition_events.PrizesCorrected(competition=one.id, revision=after.revision, deltas=given))
    work.after(metrics.corrections.labels(what).inc)
    notifications.changed(work, ports, one, after)
