"""The calculations of tournaments: pure functions over plain data (RULES.md §6)."""

from typing import Annotated, Any, Literal, TypeVar

import msgspec

from services.kernel.refusal import Refusal
from services.tournaments.competitions import rules as competition
from services.tournaments.pairing import rules as pairing
from services.tournaments.prizes import rules as money
from services.tournaments.standings import points
from services.tournaments.standings import rules as tables
from tests.conformance import instants
from tests.conformance.edge import as_calculations
from tests.conformance.forms import InvalidDataError, unwrap

Chips = Annotated[int, msgspec.Meta(ge=0, le=9_007_199_254_740_991)]
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
Points = Annotated[int, msgspec.Meta(ge=-1_000_000_000, le=1_000_000_000)]
Bps = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Rating = Annotated[float, msgspec.Meta(ge=-1e6, le=1e6)]
Place = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
T = TypeVar("T", bound=msgspec.Struct)

RUNOUT_HANDS = 4
"""What it takes to win a dominoes match without a target in pips: its game points are hands."""


class PlayedGame(msgspec.Struct, frozen=True):
    """A finished game; `end` is a moment, missing: in the order of the list."""

    points: Points
    margin: Points
    end: instants.Instant | None = None


class Result(msgspec.Struct, frozen=True):
    """How a game ended: winning side (null: a tie or no winner), game points by side (null: none), places by side."""

    winner: Count | None = None
    points: list[Points] | None = None
    places: list[Place] | None = None


class PlacedPlayer(msgspec.Struct, frozen=True):
    """A ranked player."""

    player: str
    place: Place
    entry_order: Count = 0


def standings(
    kind: tables.Kind,
    games: dict[str, list[PlayedGame | list[Any]]],
    x: Count | None = None,
    disqualified: tuple[str | int, ...] = (),
) -> list[dict[str, Any]]:
    """Ordered rows (§5). `games` by player, each a record or a list of points, margin, end."""
    if kind == "best_x" and not x:
        raise InvalidDataError("x: how many games count")
    read = {player: [_game(game, order) for order, game in enumerate(own)] for player, own in games.items()}
    out = {str(player) for player in disqualified}
    return [msgspec.structs.asdict(row) for row in tables.standings(read, kind, x, out)]


def competition_game(
    game: Result,
    elo: Annotated[list[Rating | list[Rating]], msgspec.Meta(min_length=2, max_length=4)],
    outcome: points.Outcome,
    target: Count | Literal["runout"] | None = None,
    departed: tuple[Count | list[Count], ...] = (),
) -> dict[str, Any]:
    """Points and margin by side (§5); null where the game is given back.

    `elo` and `departed` name sides of one player each, or (lists of ratings, pairs of side and player) the players of
    sides; the answer has the form of `elo`.
    """
    sides = [one if isinstance(one, list) else [one] for one in elo]
    left = tuple(_seat(one) for one in departed)
    _check_game(game, sides, left, outcome)
    given = points.Played(
        outcome,
        game.winner,
        RUNOUT_HANDS if target == "runout" else target,
        None if game.points is None else tuple(game.points),
        None if game.places is None else tuple(game.places),
        left,
    )
    scores = points.scores(sides, given)
    nested = isinstance(elo[0], list)
    return {
        name: [
            [getattr(one, name, None) for one in side] if nested else getattr(side[0], name, None) for side in scores
        ]
        for name in ("points", "margin")
    }


def prize_pool(
    mode: Literal["fixed", "growing"],
    places: list[PlacedPlayer | list[Any]],
    entries: Count = 0,
    price: Chips = 0,
    pool_bps: Bps = 8_000,
    guarantee: Chips = 0,
    shares_bps: tuple[Bps, ...] | None = None,
    prizes: tuple[Chips, ...] | None = None,
) -> dict[str, Any]:
    """The pool (of `fixed`: the sum of the list) and each player's prize (§5); `places`: records or lists. What
    belongs to the other mode may be null or missing."""
    placed = [_placed(one) for one in places]
    if mode == "fixed":
        if prizes is None:
            raise InvalidDataError("prizes: by place")
        return {"pool": sum(prizes), "prizes": money.by_player(placed, prizes)}
    if shares_bps is None or sum(shares_bps) != 10_000:
        raise InvalidDataError("shares_bps: add to 10000")
    pool = money.pool(entries, price, pool_bps, guarantee)
    amounts = money.growing_prizes(pool, shares_bps, len(placed))
    return {"pool": pool, "prizes": money.by_player(placed, amounts)}


class WaitingPlayer(msgspec.Struct, frozen=True):
    """A player who waits for a game; `since` is a moment, `last_opponents` are those of the game before."""

    player: str
    since: instants.Instant
    points: Points = 0
    elo: Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)] = 0
    last_opponents: tuple[str, ...] = ()
    device: str = ""


def pair(waiting: list[WaitingPlayer], seats: Literal[2, 4], in_pairs: bool = False) -> dict[str, Any]:
    """The `games` that can begin, each as its players by seat, and who goes on `waiting` (§5)."""
    if len({one.player for one in waiting}) != len(waiting):
        raise InvalidDataError("waiting: a player waits once")
    read = [
        pairing.Waiting(
            one.player,
            instants.read(one.since),
            one.points,
            one.elo,
            frozenset(one.last_opponents),
            one.device,
        )
        for one in waiting
    ]
    games = pairing.pair(read, seats, in_pairs)
    seated = {player for game in games for player in game}
    return {"games": games, "waiting": [one.player for one in waiting if one.player not in seated]}


def competition_life(
    state: competition.State,
    opens_at: instants.Instant,
    starts_at: instants.Instant,
    ends_at: instants.Instant,
    now: instants.Instant,
    entrants: Count = 0,
    games_running: Count = 0,
    min_entrants: Count | None = None,
    players: Literal[2, 4] = 2,
    overtime_min: Count | None = None,
    deed: Literal["publish", "cancel", "edit"] | None = None,
) -> dict[str, Any] | Refusal:
    """The state after what an operator does now (`deed`), and after the passing of time alone (§5)."""
    settings = competition.DEFAULTS
    if overtime_min is not None:
        settings = msgspec.structs.replace(settings, overtime_min=overtime_min)
    defined = competition.Definition(
        game="tavli",
        players=players,
        opens_at_ms=instants.read(opens_at),
        starts_at_ms=instants.read(starts_at),
        ends_at_ms=instants.read(ends_at),
        price=0,
        games_per_entry=1,
        kind="total",
        prize_mode="fixed",
        min_entrants=min_entrants,
        prizes=(0,),
    )
    refusal = competition.check_definition(defined, settings)
    if refusal is not None:
        return refusal
    if deed == "edit":
        return competition.check_edit(state) or {"state": state}
    deeds = {"publish": competition.published, "cancel": competition.cancelled}
    done: competition.State = unwrap(deeds[deed](state)) if deed else state
    return {"state": competition.state_at(defined, done, instants.read(now), entrants, games_running, settings)}


def competition_correction(before: dict[str, Chips], after: dict[str, Chips]) -> dict[str, Any]:
    """What a corrected result pays (above 0) and takes (below) by player (§5); who keeps a prize is left out."""
    return {"differences": money.differences(before, after)}


def _record(given: T | list[Any], kind: type[T]) -> T:
    """A record, or a list of what is in its fields."""
    if not isinstance(given, list):
        return given
    return msgspec.convert(dict(zip(kind.__struct_fields__, given, strict=False)), kind)


def _game(game: PlayedGame | list[Any], order: int) -> tables.Game:
    game = _record(game, PlayedGame)
    return tables.Game(game.points, game.margin, order if game.end is None else instants.read(game.end))


def _seat(one: int | list[int]) -> tuple[int, int]:
    """A side's only player, or side and player. (A fixed-length tuple here makes msgspec 0.22.0 crash: it cannot be
    in a union with a number that has bounds.)"""
    side, player = one if isinstance(one, list) else (one, 0)
    return side, player


def _placed(one: PlacedPlayer | list[Any]) -> money.Placed:
    one = _record(one, PlacedPlayer)
    return money.Placed(one.player, one.place, one.entry_order)


def _check_game(
    game: Result, sides: list[list[float]], departed: tuple[tuple[int, int], ...], outcome: points.Outcome
) -> None:
    if any(not side for side in sides) or any(
        side >= len(sides) or player >= len(sides[side]) for side, player in departed
    ):
        raise InvalidDataError("elo, departed: no player sits there")
    if game.winner is not None and game.winner >= len(sides):
        raise InvalidDataError("winner: no such side")
    for by_side in (game.points, game.places):
        if by_side is not None and len(by_side) != len(sides):
            raise InvalidDataError("points, places: one for each side")
    if len(sides) > 2 and game.places is None and outcome not in ("void", "not_completed"):
        raise InvalidDataError("places: needed where more than two play")


_OF_PRIZES = prize_pool, competition_correction
CALCULATIONS = as_calculations((pair, competition_life, standings, competition_game, *_OF_PRIZES))
"""By the names of RULES.md §6."""
