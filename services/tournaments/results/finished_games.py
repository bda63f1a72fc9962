"""Finished games: points and margins of their players, once (RULES.md §5)."""

from collections.abc import Mapping, Sequence
from itertools import groupby

import msgspec

from services.contracts.tables.events import MatchFinished
from services.contracts.tournaments.competitions import GameState
from services.platform.database.unit_of_work import Work
from services.tournaments import metrics
from services.tournaments.competitions import competition_rows as competitions
from services.tournaments.competitions import notifications
from services.tournaments.competitions.competition_rows import Competition
from services.tournaments.entries import entrant_rows as entrants
from services.tournaments.ports import Ports
from services.tournaments.results import corrections
from services.tournaments.results import early_correction_rows as early_corrections
from services.tournaments.standings import game_rows as games
from services.tournaments.standings.game_results import Result, result_of, scores_of
from services.tournaments.standings.game_rows import RUNNING, Scored


def matches_finished(work: Work, ports: Ports, events: Sequence[MatchFinished]) -> None:
    """Count the games of competitions among these matches; one that is over, or void, already stays as it is."""
    own = sorted((event for event in events if event.competition), key=_competition_of)
    for competition, some in groupby(own, key=_competition_of):
        one = competitions.lock(work, competition)
        if one is not None:
            _finish(work, ports, one, {event.table: event for event in some})


def _competition_of(event: MatchFinished) -> str:
    return event.competition or ""


def _finish(work: Work, ports: Ports, one: Competition, ended: Mapping[str, MatchFinished]) -> None:
    """Count the games of one locked competition, by their tables."""
    found = games.lock_some(work, ended)
    over = [game for game in found.values() if game.state in RUNNING and game.competition == one.id]
    if not over:
        return
    scored, changed = [], []
    opponents: dict[str, list[str]] = {}
    for game in over:
        event = ended[game.table]
        result = result_of(event, one.definition.target)
        scores = scores_of(result)
        state: GameState = "counted" if any(scores) else "returned"
        scored.append(Scored(game.table, event.ended_at_ms, scores))
        changed.append(
            msgspec.structs.replace(game, state=state, match=event.match, ended_at_ms=event.ended_at_ms, result=result)
        )
        opponents |= _opponents(result, event.accounts)
        work.after(metrics.games_ended.labels(state).inc)
    games.score(work, *scored)
    games.save(work, *changed)
    entrants.met(work, one.id, opponents)
    due_at_ms = work.now_ms if one.state == "closing" else one.due_at_ms
    notifications.changed(work, ports, one, msgspec.structs.replace(one, due_at_ms=due_at_ms))
    early = early_corrections.take(work, [event.match for event in ended.values()])
    corrections.free_matches_corrected(work, ports, early)


def _opponents(result: Result, accounts: Sequence[str | None]) -> dict[str, list[str]]:
    """By account, their opponents."""
    found: dict[str, list[str]] = {}
    for side in result.sides:
        others = [accounts[seat] for other in result.sides if other != side for seat in other]
        found |= {accounts[seat] or "": [each for each in others if each] for seat in side}
    return found
