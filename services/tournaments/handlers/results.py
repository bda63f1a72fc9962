"""Finished games: points and margins of their players, once (RULES.md §5)."""

from collections.abc import Sequence

import msgspec

from services.contracts.tables import MatchFinished
from services.contracts.tournaments import GameState
from services.plumbing.database import Work
from services.tournaments import metrics
from services.tournaments.games import Result, result_of, scores_of
from services.tournaments.handlers import notifications
from services.tournaments.handlers.ports import Ports
from services.tournaments.store import competitions, entrants, games
from services.tournaments.store.competitions import Competition
from services.tournaments.store.games import RUNNING, GameRow


def matches_finished(work: Work, ports: Ports, events: Sequence[MatchFinished]) -> None:
    """Count the games of competitions among these matches; one that is over, or void, already stays as it is."""
    own = [event for event in events if event.competition is not None]
    for event in sorted(own, key=lambda each: (each.competition or "", each.table)):
        one = competitions.lock(work, event.competition or "")
        game = games.lock(work, event.table)
        if one is not None and game is not None and game.state in RUNNING:
            _finish(work, ports, one, game, event)


def _finish(work: Work, ports: Ports, one: Competition, game: GameRow, event: MatchFinished) -> None:
    result = result_of(event, one.definition.target)
    scores = scores_of(result)
    state: GameState = "counted" if any(scores) else "returned"
    games.score(work, game.table, event.ended_at_ms, scores)
    games.save(
        work,
        msgspec.structs.replace(game, state=state, match=event.match, ended_at_ms=event.ended_at_ms, result=result),
    )
    entrants.met(work, one.id, _opponents(result, event.accounts))
    work.after(metrics.games_ended.labels(state).inc)
    due_at_ms = work.now_ms if one.state == "closing" else one.due_at_ms
    notifications.changed(work, ports, one, msgspec.structs.replace(one, due_at_ms=due_at_ms))


def _opponents(result: Result, accounts: Sequence[str | None]) -> dict[str, list[str]]:
    """By account, whom they have played against."""
    found: dict[str, list[str]] = {}
    for side in result.sides:
        others = [accounts[seat] for other in result.sides if other != side for seat in other]
        found |= {accounts[seat] or "": [each for each in others if each] for seat in side}
    return found
