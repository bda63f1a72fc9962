"""A competition's game with the end that tables reports, and the points of its players (RULES.md §5)."""

import msgspec

from services.contracts.tables.events import MatchFinished
from services.kernel.clock import TimeMs
from services.kernel.ratings import ELO_START
from services.kernel.refusal import Refusal
from services.tournaments.standings import points
from services.tournaments.standings.points import Outcome, Played, Score


class Result(msgspec.Struct, frozen=True):
    """The facts that decide the points of a game; stored, so that an operator's correction is scored in the same
    way."""

    outcome: Outcome
    sides: list[list[int]]
    elo: list[float]
    winner: int | None = None
    target: int | None = None
    points: list[int] | None = None
    places: list[int] | None = None
    departed: list[int] = []
    match: str = ""
    ended_at_ms: TimeMs = 0


class Correction(msgspec.Struct, frozen=True):
    """An operator's result of a game: the winning side, "tie" or "void"; `departed`: seats that left for good."""

    result: int | str
    points: list[int] | None = None
    departed: list[int] = []


def result_of(finished: MatchFinished, target: int | None) -> Result:
    """The result of a finished match. `target`: of the competition."""
    rating = {one.account: one.rating for one in finished.ratings}
    side_of = {seat: side for side, seats in enumerate(finished.sides) for seat in seats}
    winners = [side_of[seat] for seat in finished.winners if seat in side_of]
    places = [finished.places[seats[0]] for seats in finished.sides] if finished.places else None
    slow = finished.reason == "overtime_slow" and len(finished.sides) == 2 and bool(winners)
    return Result(
        outcome=finished.outcome,  # type: ignore[arg-type]  # the tables know the same outcomes
        sides=finished.sides,
        elo=[rating.get(account or "", ELO_START) for account in finished.accounts],
        winner=winners[0] if winners else None,
        target=target,
        points=_as_if_left(finished, winners[0], target) if slow else (list(finished.points) or None),
        places=places if len(finished.sides) > 2 else None,
        departed=list(dict.fromkeys(departure.seat for departure in finished.departures)),
        match=finished.match,
        ended_at_ms=finished.ended_at_ms,
    )


def _as_if_left(finished: MatchFinished, winner: int, target: int | None) -> list[int]:
    """Who was so slow that the game was not over in time has the margin of somebody who has left."""
    return [(target or 1) if side == winner else 0 for side in range(len(finished.sides))]


def scores_of(result: Result) -> list[Score | None]:
    """Score by seat; None: the game is given back to that player."""
    side_of = {seat: (side, place) for side, seats in enumerate(result.sides) for place, seat in enumerate(seats)}
    elo = [[result.elo[seat] for seat in seats] for seats in result.sides]
    played = Played(
        outcome=result.outcome,
        winner=result.winner,
        target=result.target,
        points=None if result.points is None else tuple(result.points),
        places=_places(result),
        departed=tuple(side_of[seat] for seat in result.departed if seat in side_of),
    )
    by_side = points.scores(elo, played)
    return [by_side[side][place] for _, (side, place) in sorted(side_of.items())]


def _places(result: Result) -> tuple[int, ...] | None:
    """Places where more than two play alone; without any (nobody played to an end) all share the first."""
    if len(result.sides) <= 2:
        return None
    return tuple(result.places) if result.places else (1,) * len(result.sides)


def corrected(result: Result, correction: Correction) -> Result | Refusal:
    """The game with an operator's result. `bad_parameters`: no such side or seat, or points that do not fit."""
    sides, seats = len(result.sides), len(result.elo)
    given = correction.result
    wrong = {
        "result": given not in ("tie", "void") if isinstance(given, str) else not 0 <= given < sides,
        "points": correction.points is not None and len(correction.points) != sides,
        "departed": any(not 0 <= seat < seats for seat in correction.departed),
    }
    field = next((name for name, is_wrong in wrong.items() if is_wrong), None)
    if field is not None:
        return Refusal("bad_parameters", {"field": field})
    outcome: Outcome = "void" if given == "void" else "tied" if given == "tie" else "won"
    winner = given if isinstance(given, int) else None
    if winner is not None and correction.departed and not correction.points:
        outcome = "forfeited"
    places = None
    if sides > 2 and outcome != "void":
        places = [1 if winner in (None, side) else 2 for side in range(sides)]
    return msgspec.structs.replace(
        result,
        outcome=outcome,
        winner=winner,
        points=correction.points or (_decided(sides, winner) if winner is not None else None),
        places=places,
        departed=correction.departed,
    )


def _decided(sides: int, winner: int) -> list[int]:
    """Points of a result without any: won by one."""
    return [int(side == winner) for side in range(sides)]
