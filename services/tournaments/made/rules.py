"""What a player's competition may be (RULES.md §11)."""

from services.contracts.tournaments.competitions import Plan
from services.contracts.tournaments.made import MakeCompetition
from services.kernel.clock import DAY_MS, TimeMs
from services.kernel.refusal import Refusal
from services.tournaments.competitions.rules import WHOLE_BPS, Definition, State

OPEN_MAX = 2
"""Of an account that are not over."""
DAY_MAX = 5
"""Of an account in any 24 hours."""
AHEAD_MAX_MS = 14 * DAY_MS
MINUTE_MS = 60_000
SOONEST_MS = 2 * MINUTE_MS
"""So long before the start it is made at the latest: its friends have to find it."""
FORBIDDEN = Refusal("competition_forbidden")


def plan_of(request: MakeCompetition, name: str, now_ms: TimeMs) -> Plan | Refusal:
    """The plan: free, without prizes, every game counts. `competition_invalid` with the field that is wrong."""
    wrong = {
        "starts_at": not now_ms + SOONEST_MS <= request.starts_at_ms <= now_ms + AHEAD_MAX_MS,
        "places": request.places < request.players,
        "company": (request.company is None) == (request.audience == "company"),
    }
    field = next((each for each, is_wrong in wrong.items() if is_wrong), None)
    if field is not None:
        return Refusal("competition_invalid", {"field": field})
    return Plan(
        name=name,
        game=request.game,
        options=request.options,
        players=request.players,
        opens_at_ms=now_ms,
        starts_at_ms=request.starts_at_ms,
        ends_at_ms=request.starts_at_ms + request.minutes * MINUTE_MS,
        price_chips=0,
        games_per_entry=request.games,
        kind="total",
        min_entrants=request.players,
        prize_mode="growing",
        shares_bps=[WHOLE_BPS],
    )


def check_limits(open_now: int, lately: int) -> Refusal | None:
    """`competition_made_limit`: as many are not over as may be, or as many were made in a day."""
    if open_now >= OPEN_MAX:
        return Refusal("competition_made_limit", {"most": OPEN_MAX})
    return Refusal("competition_made_limit", {"most_in_a_day": DAY_MAX}) if lately >= DAY_MAX else None


def check_maker(made_by: str | None, state: State, account: str) -> Refusal | None:
    """`competition_forbidden`: it is another's. `competition_state`: it has begun, or is over."""
    if made_by != account:
        return FORBIDDEN
    return None if state in ("announced", "open") else Refusal("competition_state", {"state": state})


def begun_now(one: Definition, now_ms: TimeMs) -> tuple[TimeMs, TimeMs, TimeMs]:
    """Opening, start and end of a competition that its maker starts now."""
    return min(one.opens_at_ms, now_ms - 1), now_ms, now_ms + one.ends_at_ms - one.starts_at_ms
