"""What players see of competitions (RULES.md §5)."""

from typing import Any, get_args

from services.contracts import tournaments as contract
from services.kernel.clock import TimeMs
from services.kernel.refusal import Refusal
from services.plumbing.database import Work
from services.tournaments import store
from services.tournaments.competition import CompetitionSettings, State, state_at

VISIBLE = frozenset(get_args(State)) - {"draft"}
"""The states that players see."""
LISTED_MAX = 1_000


def list_competitions(
    work: Work, settings: CompetitionSettings, request: contract.ListCompetitions
) -> contract.Competitions | Refusal:
    """The competitions in these states, as of now. Refusals: `bad_parameters` (no such state that players see)."""
    if not set(request.states) <= VISIBLE:
        return Refusal("bad_parameters", {"field": "states"})
    wanted = set(request.states) or VISIBLE
    found = [_seen(each, work.now_ms, settings) for each in store.latest_competitions(work, LISTED_MAX)]
    listed = sorted((each for each in found if each.state in wanted), key=lambda each: (each.starts_at_ms, each.id))
    return contract.Competitions(competitions=listed)


def _seen(each: store.Competition, now_ms: TimeMs, settings: CompetitionSettings) -> contract.Competition:
    """With the state that time has brought. Entries are not sold yet, so nobody is entered and no game runs."""
    definition = each.definition
    return contract.Competition(
        id=each.id,
        name=each.name,
        game=definition.game,
        state=state_at(definition, each.state, now_ms, entrants=0, games_running=0, settings=settings),
        starts_at_ms=definition.starts_at_ms,
        ends_at_ms=definition.ends_at_ms,
        price_chips=definition.price,
    )


def collect(_work: Work, _account: str) -> dict[str, Any]:
    """What is kept of one account: nothing, as long as competitions have no entries (services/lobby/RULES.md §7)."""
    return {}


def erase(_work: Work, _account: str) -> None:
    """Nothing that is kept tells who an account was."""
