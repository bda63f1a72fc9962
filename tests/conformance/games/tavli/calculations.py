"""The pure functions of the rules, over plain data and thin over the engine (RULES.md §14).

Refusals of all: `options_invalid` for a variant or target that does not exist, `bad_parameters` for anything else that
cannot be read.
"""

from contextlib import suppress
from typing import Annotated, Any

import msgspec

from games.tavli import match, position, rules
from games.tavli.board import Board
from games.tavli.moves import pairs_of, parse_steps, points_of
from games.tavli.state import Target, VariantChoice, VariantName
from games.tavli.turns import Turn, dice_to_play, most_dice, steps_of
from games.tavli.variant import Variant
from games.tavli.variants import FEVGA, VARIANTS
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from tests.conformance.edge import part
from tests.conformance.forms import InvalidDataError, Refused
from tests.conformance.games.tavli.situations import Checkers, Data, Die, Pinned, Player, position_of
from tests.conformance.toolkit.trials import validate_options

Points = Annotated[int, msgspec.Meta(ge=0)]


class _Position(msgspec.Struct, frozen=True):
    checkers: Checkers
    pinned: Pinned = ((), ())


def legal_plays(variant: Any, position: Any, seat: Any, dice: Any) -> dict[str, Any]:
    """`max_dice`, and `plays`: one `{steps, position}` for each different resulting position."""
    turn = _turn(variant, position, seat, dice)
    plays = [
        {"steps": pairs_of(steps_of(path)), "position": _plain_position(turn.variant, board, seat)}
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
    found = turn.variant.outcome(after)
    outcome = found and {"winner": None if found.tie else seat, "points": found.points, "how": found.how}
    return {"position": _plain_position(turn.variant, after, seat), "outcome": outcome}


def sealed(position: Any, seat: Any) -> dict[str, Any]:
    """`sealed`: whether in Fevga no die, taken alone, gives the seat a legal step."""
    return {"sealed": FEVGA.sealed(_board(FEVGA, position, seat))}


def close_game(
    variant: Any, target: Any, game_number: Any, winner: Any, points: Any, score: tuple[int, int] = (0, 0)
) -> dict[str, Any]:
    """`score`, `over`, `winner` of the match; if it goes on `next_variant`, `next_starter` (seat, `opening_roll`).

    `score` is read as a list and with the seats as keys.
    """
    choice = _option(variant, VariantChoice), _option(target, Target)
    before = msgspec.convert(score, tuple[Points, Points])
    number = msgspec.convert(game_number, Annotated[int, msgspec.Meta(ge=1)])
    seat, won = msgspec.convert((winner, points), tuple[Player | None, Points])
    closed = match.close_game(*choice, before, number, seat, won)
    data: dict[str, Any] = {"score": list(closed.score), "over": closed.over, "winner": closed.winner}
    starter = "opening_roll" if closed.next_starter is None else closed.next_starter
    return data if closed.over else data | {"next_variant": closed.next_variant, "next_starter": starter}


def resign(position: Any, seat: Any) -> dict[str, Any]:
    """`points` for the other seat: 2 while the seat that resigns has borne off none, else 1."""
    for variant in VARIANTS.values():
        with suppress(ValueError):
            return {"points": match.resign_points(_board(variant, position, seat).own)}
    raise InvalidDataError("position")


CALCULATIONS = (validate_options, legal_plays, apply_play, sealed, close_game, resign)


def _option(value: object, kind: Any) -> Any:
    """A variant or target."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError:
        raise Refused("options_invalid") from None


def _board(variant: Variant, data: object, seat: object) -> Board:
    """A position as the seat sees it."""
    viewer = msgspec.convert(seat, Player)
    found = position_of(variant, part(data, _Position, Data.__struct_fields__))
    return position.board_of(variant, found, viewer)


def _turn(variant: object, data: object, seat: object, dice: object) -> Turn:
    rule = VARIANTS[_option(variant, VariantName)]
    board, left = _board(rule, data, seat), dice_to_play(msgspec.convert(dice, tuple[Die, Die]))
    return Turn(rule, board, left, most_dice(rule, board, left))


def _plain_position(variant: Variant, board: Board, seat: Seat) -> dict[str, Any]:
    return position.plain(variant, position.position_of(variant, board, seat))
