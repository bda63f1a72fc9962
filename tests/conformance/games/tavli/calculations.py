"""The pure functions of the rules, over plain data and thin over the engine (RULES.md §14).

Refusals of all: `options_invalid` for a variant or target that does not exist, `bad_parameters` for anything else that
cannot be read.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Annotated, Any, NamedTuple

import msgspec

from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from services.tables.games.tavli import GAMES, match, position, rules
from services.tables.games.tavli.board import Board
from services.tables.games.tavli.moves import pairs_of, parse_steps, points_of
from services.tables.games.tavli.position import Position, board_of, position_of, side_of
from services.tables.games.tavli.state import Target, VariantChoice, VariantName
from services.tables.games.tavli.turns import Turn, dice_to_play, most_dice, steps_of
from services.tables.games.tavli.variant import Variant
from services.tables.games.tavli.variants import FEVGA, VARIANTS
from tests.conformance.by_seat import Refused, Wrong, known
from tests.conformance.edge import part
from tests.conformance.games.tavli.situations import Data, position_given
from tests.conformance.toolkit.options import validate_options

Dice = tuple[Annotated[int, msgspec.Meta(ge=1, le=6)], Annotated[int, msgspec.Meta(ge=1, le=6)]]
Points = Annotated[int, msgspec.Meta(ge=0)]


class _Position(msgspec.Struct, frozen=True):
    checkers: dict[int, dict[str | int, int]]
    pinned: dict[int, tuple[int, ...]] = {}


class _Given(NamedTuple):
    """A position with the seat that looks at it."""

    variant: Variant
    position: Position
    seat: Seat

    @property
    def board(self) -> Board:
        return board_of(self.variant, self.position, self.seat)


def calculations(game_id: str) -> tuple[Callable[..., Any], ...]:
    """The functions of the rules."""
    return partial(validate_options, game=GAMES[0]), legal_plays, apply_play, sealed, close_game, resign


def legal_plays(variant: Any, position: Any, seat: Any, dice: Any) -> dict[str, Any]:
    """`max_dice`, and `plays`: one `{steps, position}` for each different resulting position."""
    turn = _turn(variant, position, seat, dice)
    plays = [
        {"steps": _plain_steps(steps_of(path)), "position": _plain_position(turn.variant, board, seat)}
        for board, path in turn.results.items()
    ]
    return {"max_dice": turn.most, "plays": plays if turn.most else []}


def apply_play(variant: Any, position: Any, seat: Any, dice: Any, steps: Any) -> dict[str, Any] | Refusal:
    """`position` after the turn, and its `outcome`: null or `winner` (null for a tie), `points`, `how`.

    Refusals after those of all: RULES.md §6 from `no_checker_there` on. Where there is no legal step the turn has none.
    """
    turn = _turn(variant, position, seat, dice)
    pairs = parse_steps(steps)
    if pairs is None:
        return rules.BAD_PARAMETERS
    if code := turn.refusal(points_of(pairs)):
        return Refusal(code)
    after = turn.follow(points_of(pairs))
    assert isinstance(after, Board)
    return {
        "position": _plain_position(turn.variant, after, seat),
        "outcome": _plain_outcome(turn.variant, after, seat),
    }


def sealed(position: Any, seat: Any) -> dict[str, Any]:
    """`sealed`: whether in Fevga no die, taken alone, gives the seat a legal step."""
    return {"sealed": FEVGA.sealed(_given("fevga", position, seat).board)}


def close_game(
    variant: Any, target: Any, game_number: Any, winner: Any, points: Any, score: tuple[int, int] = (0, 0)
) -> dict[str, Any]:
    """`score`, `over`, `winner` of the match; if it goes on `next_variant`, `next_starter` (seat, `opening_roll`).

    `score` is read as a list and with the seats as keys.
    """
    choice = _option(variant, VariantChoice), _option(target, Target)
    before = msgspec.convert(score, tuple[Points, Points])
    number = msgspec.convert(game_number, Annotated[int, msgspec.Meta(ge=1)])
    seat, won = msgspec.convert((winner, points), tuple[_Seat | None, Points])
    closed = match.close_game(*choice, before, number, seat, won)
    data: dict[str, Any] = {"score": list(closed.score), "over": closed.over, "winner": closed.winner}
    starter = "opening_roll" if closed.next_starter is None else closed.next_starter
    return data if closed.over else data | {"next_variant": closed.next_variant, "next_starter": starter}


def resign(position: Any, seat: Any) -> dict[str, Any]:
    """`points` for the other seat: 2 while the seat that resigns has borne off none, else 1."""
    for variant in VARIANTS:
        with suppress(ValueError):
            given = _given(variant, position, seat)
            return {"points": match.resign_points(side_of(given.position, given.seat))}
    raise Wrong("position")


_Seat = Annotated[int, msgspec.Meta(ge=0, le=1)]


def _option(value: object, kind: Any) -> Any:
    """A variant or target."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError:
        raise Refused("options_invalid") from None


def _given(variant: object, data: object, seat: object) -> _Given:
    rule = VARIANTS[_option(variant, VariantName)]
    viewer = msgspec.convert(seat, _Seat)
    found = position_given(rule, part(data, _Position, Data.__struct_fields__))
    return _Given(rule, known(found, "position"), viewer)


def _turn(variant: object, data: object, seat: object, dice: object) -> Turn:
    given = _given(variant, data, seat)
    left = dice_to_play(msgspec.convert(dice, Dice))
    return Turn(given.variant, given.board, left, most_dice(given.variant, given.board, left))


def _plain_steps(steps: tuple[tuple[int, int], ...]) -> list[list[int | str]]:
    return [list(pair) for pair in pairs_of(steps)]


def _plain_position(variant: Variant, board: Board, seat: Seat) -> dict[str, Any]:
    return position.plain(variant, position_of(variant, board, seat))


def _plain_outcome(variant: Variant, board: Board, seat: Seat) -> dict[str, Any] | None:
    outcome = variant.outcome(board)
    if outcome is None:
        return None
    return {"winner": None if outcome.tie else seat, "points": outcome.points, "how": outcome.how}
