"""What a correction of a match would change in its competition: it is carried out in a transaction that is taken back
(RULES.md §5)."""

from collections.abc import Iterable, Mapping

from services.contracts.tournaments import corrections as contract
from services.contracts.tournaments.corrections import StandingMove
from services.kernel.refusal import Refusal
from services.platform.database.unit_of_work import Work
from services.tournaments.competitions import competition_rows as competitions
from services.tournaments.competitions.competition_rows import Competition
from services.tournaments.ports import Ports
from services.tournaments.prizes import prize_rows as prizes
from services.tournaments.prizes import rules as prize_rules
from services.tournaments.prizes import use_cases as prizegiving
from services.tournaments.results.corrections import may_correct, ordered_result, score_again
from services.tournaments.standings import game_rows as games
from services.tournaments.standings.ranking import compute_standings
from services.tournaments.standings.rules import Standing

_REASON = "a correction that is only looked at"


def preview(work: Work, ports: Ports, request: contract.PreviewStandings) -> contract.StandingsEffect:
    """What moves by a correction. The caller takes the transaction back."""
    found = games.find_match(work, request.match)
    one = None if found is None else competitions.lock(work, found.competition)
    game = None if found is None else games.lock(work, found.table)
    if one is None or game is None or game.result is None:
        return contract.StandingsEffect()
    winners = [] if isinstance(request.result, str) else request.result
    result = ordered_result(game.result, winners, request.result == "void", request.departed)
    refusal = may_correct(work, ports, one, _REASON) or (result if isinstance(result, Refusal) else None)
    name = one.name
    if refusal is not None or isinstance(result, Refusal):
        return contract.StandingsEffect(one.id, name, refusal.error if refusal else None)
    before, paid = _places(work, one), prizegiving.paid(prizes.find(work, one.id))
    score_again(work, game, result, game.revision + 1)
    after = _places(work, one)
    deltas = _prizes(work, ports, one, after.values(), paid) if one.state == "settled" else {}
    return contract.StandingsEffect(one.id, name, None, list(_moves(before, after, deltas)))


def _places(work: Work, one: Competition) -> dict[str, Standing]:
    return {row.player: row for row in compute_standings(work, one)}


def _prizes(
    work: Work, ports: Ports, one: Competition, after: Iterable[Standing], paid: Mapping[str, int]
) -> dict[str, int]:
    ranked = list(after)
    payout = prizegiving.payout_of(work, ports, one, prizegiving.eligible(work, ports.settings, one, ranked))
    rows = prizegiving.rows(work, ranked, payout.prizes, prizes.find(work, one.id))
    return prize_rules.differences(paid, prizegiving.paid({row.account: row for row in rows}))


def _moves(
    before: Mapping[str, Standing], after: Mapping[str, Standing], deltas: Mapping[str, int]
) -> Iterable[StandingMove]:
    """Whoever has another place, other points or another prize, in the order of the new places."""
    for account in [*after, *(each for each in before if each not in after)]:
        was, now = before.get(account), after.get(account)
        move = StandingMove(
            account,
            None if was is None else was.place,
            None if now is None else now.place,
            0 if was is None else was.points,
            0 if now is None else now.points,
            deltas.get(account, 0),
        )
        if (move.place_before, move.points_before) != (move.place_after, move.points_after) or move.prize_delta_chips:
            yield move
