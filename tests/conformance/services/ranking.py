"""The calculations of ranking: pure functions over plain data (RULES.md §6)."""

from typing import Annotated, Any, Literal

import msgspec

from services.ranking.boards import rules as leaderboards
from services.ranking.classification import rules as classification
from services.ranking.elo import departures
from services.ranking.elo import rules as formula
from services.ranking.statistics import recorded_matches as records
from services.ranking.statistics import rules as statistics
from tests.conformance import instants
from tests.conformance.edge import as_calculations
from tests.conformance.forms import InvalidDataError, unwrap

Rating = Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)]
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
Chips = Annotated[int, msgspec.Meta(ge=0, le=9_007_199_254_740_991)]
Quintile = Annotated[int, msgspec.Meta(ge=1, le=5)]
Pip = Annotated[int, msgspec.Meta(ge=0, le=6)]
K = Annotated[int, msgspec.Meta(ge=0, le=1000)]

INELIGIBLE_STATES = {"suspended", "blocked", "self_excluded", "self-excluded", "closed"}
ELIGIBLE_STATES = {"active", "eligible", "ok"}


class Player(msgspec.Struct, frozen=True):
    """A player as the match found them; `peak` missing: never above `rating`."""

    rating: Rating
    games: Count = 0
    peak: Rating | None = None


class BoardRow(msgspec.Struct, frozen=True):
    """A row of a leaderboard; `eligible_state` is true, `active`, or why the player gets no prize."""

    player: str
    rating: Rating
    wins: Count = 0
    matches: Count = 0
    last_end: instants.Instant | None = None
    eligible_state: str | bool | None = None


Players = Annotated[list[Player], msgspec.Meta(min_length=1, max_length=100)]
SideName = Literal["A", "B"]


def elo(
    sides: Annotated[list[Players], msgspec.Meta(min_length=2, max_length=2)],
    result: formula.SideResult,
    k: K | None = None,
) -> dict[str, Any]:
    """Two sides played it out (§1); `k` in place of each player's own."""
    first, second = map(_rated, sides)
    return {"deltas": _deltas(formula.two_sides((first, second), result, k=k))}


def elo_multi(players: Players, places: list[Count], k: K | None = None) -> dict[str, Any]:
    """Each played alone; `places` by player, equal results share one (§1)."""
    if len(players) < 2 or len(places) != len(players):
        raise InvalidDataError("as many places as players, of whom there are two or more")
    return {"deltas": [change.delta for change in formula.individual(_rated(players), places, k=k)]}


def elo_departure(
    policy: departures.Policy,
    sides: Annotated[list[Players], msgspec.Meta(min_length=2, max_length=100)],
    outcome: departures.Outcome,
    first_round_done: bool | list[bool],
    winner_side: int | SideName | Literal["tie"] | None = None,
    departed: tuple[tuple[Count, Count], ...] = (),
    places: list[Count] | None = None,
    first_hand_decided: bool = False,
) -> dict[str, Any]:
    """The table of departures (§1).

    `first_round_done`: one for all, or one for each departure. `first_hand_decided`: the match had no second hand.
    `places` by side: how more than two finished; without them the leavers went out before the others, and where
    that does not decide every place the result is `places_missing`.
    """
    _check_seats(sides, departed, places)
    by_then = first_round_done if isinstance(first_round_done, list) else [first_round_done] * len(departed)
    if len(by_then) != len(departed):
        raise InvalidDataError("first_round_done: one, or one for each who departed")
    left = tuple(
        departures.Departure(side, player, done or first_hand_decided)
        for (side, player), done in zip(departed, by_then, strict=True)
    )
    winner = _side_number(winner_side, len(sides))
    if outcome == "won" and winner is None and places is None:
        raise InvalidDataError("winner_side: missing though the match was won")
    match = departures.Ended(policy, outcome, winner, left, tuple(places) if places else None)
    return {"deltas": _deltas(unwrap(departures.rate([_rated(side) for side in sides], match)))}


def leaderboard(rows: list[BoardRow], min_games: Count, prizes: list[Chips]) -> dict[str, Any]:
    """Order and prizes of a closed period (§2)."""
    order = leaderboards.ordered([_board_row(row) for row in rows])
    return {"order": [row.player for row in order], "prizes": leaderboards.prizes(order, min_games, prizes)}


def board_period(span: Literal["weekly", "monthly"], at: instants.Instant) -> dict[str, Any]:
    """The period of a board that runs at a moment (§2); `ends_at` is the first moment after it."""
    found = leaderboards.period_at(span, instants.read(at))
    return {
        "name": found.name,
        "starts_at": instants.write(found.starts_at_ms, at),
        "ends_at": instants.write(found.ends_at_ms, at),
    }


def board_life(
    starts_at: instants.Instant,
    ends_at: instants.Instant,
    now: instants.Instant,
    paid: bool = False,
    grace_min: Annotated[int, msgspec.Meta(ge=0, le=10_000)] | None = None,
) -> dict[str, Any]:
    """What a period is at a moment, and from when its prizes may be paid (§2)."""
    settings = leaderboards.DEFAULTS
    if grace_min is not None:
        settings = msgspec.structs.replace(settings, grace_min=grace_min)
    period = leaderboards.Period("", instants.read(starts_at), instants.read(ends_at))
    if period.starts_at_ms >= period.ends_at_ms:
        raise InvalidDataError("ends_at: not after starts_at")
    now_ms = instants.read(now)
    refusal = leaderboards.pay_check(period, now_ms, settings)
    return {
        "life": leaderboards.life(period, now_ms, paid),
        "may_pay": refusal is None,
        "pays_at": instants.write(period.ends_at_ms + settings.grace_min * 60_000, ends_at),
    }


class RecordedHand(msgspec.Struct, frozen=True):
    """A hand as scored: the side that won it (null: nobody) and the points by side."""

    side: Count | None
    points: list[int]


def match_line(
    game: str,
    seat: Count,
    sides: list[list[Count]],
    winners: tuple[Count, ...] = (),
    points: tuple[int, ...] = (),
    hands: tuple[RecordedHand, ...] = (),
    target: str | int | None = None,
    stake: Chips = 0,
    payout: Chips | None = None,
) -> dict[str, Any]:
    """A recorded match on the page of the player of a seat (§4). `winners`: seats, none of them: tied; `points` by
    side; `payout`: chips that came back, null: nothing was staked, or it is not settled."""
    seats = sorted(each for side in sides for each in side)
    if seats != list(range(len(seats))) or seat not in seats or not {*winners} <= {*seats}:
        raise InvalidDataError("sides, seat, winners: each seat on one side")
    if any(each.side is not None and each.side >= len(sides) for each in hands):
        raise InvalidDataError("hands: no such side")
    found = records.RecordedMatch(
        game=game,
        table="",
        target="" if target is None else str(target),
        ended_at_ms=0,
        stake_chips=stake,
        accounts=tuple(map(str, seats)),
        sides=tuple(tuple(side) for side in sides),
        winners=winners,
        points=points,
        hands=tuple(
            records.RecordedHand(number, each.side, tuple(each.points)) for number, each in enumerate(hands, 1)
        ),
    )
    line = records.line(1, "", found, seat, records.Standing(0, 0), payout)
    names = ("won", "units_won", "units_lost", "points_for", "points_against", "scoreless", "net_chips")
    return {name: getattr(line, name) for name in names}


def pr(
    target: classification.Target,
    own_q: Quintile | None,
    opp_q: Annotated[list[Quintile | None], msgspec.Meta(min_length=2, max_length=2)],
    won: bool,
    before: Annotated[int, msgspec.Meta(ge=-1_000_000_000, le=1_000_000_000)] = 0,
    winner_pips: Count | None = None,
    loser_pips: Count | None = None,
) -> classification.Rise:
    """PR after a match with outcome `won` (§3)."""
    if target != "runout" and not (loser_pips is not None and loser_pips < target):
        raise InvalidDataError("loser_pips: under the target")
    if target != "runout" and winner_pips is not None and winner_pips < target:
        raise InvalidDataError("winner_pips: the target or more")
    return classification.pr(target, loser_pips or 0, own_q, opp_q, won, before)


def quintiles(
    pr: dict[str, Annotated[int, msgspec.Meta(ge=-1_000_000_000, le=1_000_000_000)]],
    blocked: tuple[str | int, ...] = (),
) -> dict[str, Any]:
    """Quintiles of the population; null for the blocked (§3)."""
    return {"quintiles": classification.quintiles(pr, {str(player) for player in blocked})}


def hand_stats(
    tiles: Annotated[list[tuple[Pip, Pip]], msgspec.Meta(min_length=7, max_length=7)],
) -> statistics.DealStats:
    """Seven dealt tiles in numbers (§4)."""
    if len({(max(tile), min(tile)) for tile in tiles}) != len(tiles):
        raise InvalidDataError("a tile is dealt once")
    return statistics.hand_stats(tiles)


def _rated(players: list[Player]) -> list[formula.Rated]:
    return [formula.Rated(player.rating, player.games, player.peak) for player in players]


def _deltas(changes: departures.Changes) -> list[list[int]]:
    return [[change.delta for change in side] for side in changes]


def _check_seats(sides: list[list[Player]], departed: tuple[tuple[int, int], ...], places: list[int] | None) -> None:
    if any(side >= len(sides) or player >= len(sides[side]) for side, player in departed):
        raise InvalidDataError("departed: no player sits there")
    if len(sides) > 2 and any(len(side) > 1 for side in sides):
        raise InvalidDataError("sides: more than two have one player each")
    if places is not None and len(places) != len(sides):
        raise InvalidDataError("places: one for each side")


def _side_number(side: int | str | None, sides: int) -> int | None:
    if side is None or side == "tie":
        return None
    number = {"A": 0, "B": 1}.get(side, -1) if isinstance(side, str) else side
    if not 0 <= number < sides:
        raise InvalidDataError("winner_side: no such side")
    return number


def _board_row(row: BoardRow) -> leaderboards.Row:
    last_end_ms = None if row.last_end is None else instants.read(row.last_end)
    return leaderboards.Row(
        row.player, row.rating, row.wins, row.matches, last_end_ms, _is_eligible(row.eligible_state)
    )


def _is_eligible(state: str | bool | None) -> bool:
    if state is None or isinstance(state, bool):
        return state is not False
    if state not in INELIGIBLE_STATES | ELIGIBLE_STATES:
        raise InvalidDataError(f"eligible_state: {state[:40]!r}")
    return state in ELIGIBLE_STATES


_OF_BOARDS = leaderboard, board_period, board_life
_OF_STATISTICS = hand_stats, match_line
CALCULATIONS = as_calculations((elo, elo_multi, elo_departure, *_OF_BOARDS, pr, quintiles, *_OF_STATISTICS))
"""By the names of RULES.md §6."""
