"""A moment of a match as plain data in the rules' state names (RULES.md §3, §5).

`phase`, `turn`, `dice`, `checkers`, `pinned`, `variant_now`, `game_number`, `score`, `starter`, `timeouts`, and where
there is something to say `opening`, `games`, `turns`, `removed`. Names left out: a match before its opening roll; what
follows from the rest.
"""

from collections.abc import Mapping
from typing import Annotated, Any, cast

import msgspec

from services.kernel.refusal import Refusal
from services.kernel.seats import Seat
from services.tables.games.api import AnyGame
from services.tables.games.tavli import match, position, turns
from services.tables.games.tavli.position import Pinned, Plain, Position, board_of, side_of
from services.tables.games.tavli.rules import name_of, variant_of
from services.tables.games.tavli.state import Ended, Options, Phase, State, VariantName
from services.tables.games.tavli.variant import Variant
from services.tables.games.tavli.variants import ORDER, VARIANTS, variant_now
from tests.conformance.games.tavli.by_seat import in_seat_order
from tests.conformance.toolkit.situation import Situation, removed_seats, seat_records, timeouts_data

Die = Annotated[int, msgspec.Meta(ge=1, le=6)]
Count = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Player = Annotated[int, msgspec.Meta(ge=0, le=1)]
Score = dict[Player, Count] | tuple[Count, Count]

BY_SEAT = frozenset({"checkers", "pinned"})
"""Lists by seat that may be told with the seats as keys instead."""

replace = msgspec.structs.replace


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    phase: Phase | None = None
    turn: Player | None = None
    dice: tuple[Die, Die] | None = None
    checkers: tuple[dict[str | int, int], dict[str | int, int]] | None = None
    pinned: Pinned | None = None
    variant_now: VariantName | None = None
    game_number: Annotated[int, msgspec.Meta(ge=1, le=1_000)] | None = None
    score: Score = (0, 0)
    starter: Player | None = None
    opening: tuple[Die, Die] | None = None
    games: tuple[Ended, ...] = ()
    turns: tuple[Count, Count] | None = None
    timeouts: dict[Seat, int] | tuple[int, ...] = ()
    removed: tuple[Seat, ...] = ()


def read(game: AnyGame, options: Mapping[str, Any], data: Mapping[str, Any]) -> Situation | Refusal:
    """Plain data as state and seats; `options_invalid`, or `situation_invalid` with the name that is wrong."""
    chosen = game.options(options, {})
    if isinstance(chosen, Refusal):
        return chosen
    try:
        given = msgspec.convert(_told(data), _Data, str_keys=True)
    except msgspec.ValidationError as problem:
        return Refusal("situation_invalid", str(problem))
    seats = seat_records(2, given.timeouts, given.removed)
    if seats is None:
        return Refusal("situation_invalid", "timeouts, removed")
    state = _state(cast(Options, chosen), given)
    return state if isinstance(state, Refusal) else Situation(game.id, state, seats)


def _told(data: object) -> object:
    """Without the names that tell nothing: null, and no dice."""
    if not isinstance(data, Mapping):
        return data
    named = {name: in_seat_order(value) if name in BY_SEAT else value for name, value in data.items()}
    empty = {name for name, value in named.items() if value is None or (name == "dice" and value == [])}
    return {name: value for name, value in named.items() if name not in empty & set(_Data.__struct_fields__)}


def write(moment: Situation) -> dict[str, Any]:
    """The inverse of `read`."""
    state: State = moment.state
    data: dict[str, Any] = {
        "phase": state.phase,
        "turn": state.turn,
        "dice": list(state.dice) or None,
        **position.plain(variant_of(state), state.position),
        "variant_now": name_of(state),
        "game_number": state.game_number,
        "score": list(state.score),
        "starter": state.starter,
        "timeouts": timeouts_data(moment.seats),
        "turns": list(state.turns),
    }
    more = {
        "opening": list(state.opening),
        "games": [msgspec.to_builtins(game) for game in state.games],
        "removed": list(removed_seats(moment.seats)),
    }
    return data | {name: value for name, value in more.items() if value}


def _state(options: Options, given: _Data) -> State | Refusal:
    """The state, or the first name that cannot be or does not fit the rest."""
    number = given.game_number or _number_of(options, given)
    name = variant_now(options.variant, number)
    if given.variant_now not in (None, name):
        return Refusal("situation_invalid", "variant_now")
    variant = VARIANTS[name]
    found = _position(variant, given)
    if found is None:
        return Refusal("situation_invalid", "checkers, pinned")
    state = _assembled(options, given, number, found)
    if wrong := _contradiction(given, state):
        return Refusal("situation_invalid", wrong)
    if state.phase == "game_over" and not state.games:
        return replace(state, games=_last_game(state))
    if state.phase != "play" or state.turn is None:
        return state
    board = board_of(variant, found, state.turn)
    return replace(state, max_dice=turns.most_dice(variant, board, turns.dice_to_play(state.dice)))


def _outcome(state: State) -> Ended | None:
    """How the game has ended by what is on the board; None if it goes on."""
    variant = variant_of(state)
    for seat in (0, 1):
        if outcome := variant.outcome(board_of(variant, state.position, seat)):
            return Ended(name_of(state), None if outcome.tie else seat, outcome.points, outcome.how)
    return None


def _last_game(state: State) -> tuple[Ended, ...]:
    """The game that has ended: a board on which none has was resigned, by the seat that alone has no points."""
    if ended := _outcome(state):
        return (ended,)
    if 0 not in state.score or not any(state.score):
        return ()
    winner = state.score.index(max(state.score))
    return (Ended(name_of(state), winner, match.resign_points(side_of(state.position, 1 - winner)), "resign"),)


def _number_of(options: Options, given: _Data) -> int:
    """A game's number where only its variant is told: the first such game that can be."""
    if options.variant != "combined" or given.variant_now is None:
        return len(given.games) + 1
    return ORDER.index(given.variant_now) + 1


def _position(variant: Variant, given: _Data) -> Position | None:
    if given.checkers is None:
        return position.at_start(variant)
    return position.read(variant, Plain(given.checkers, given.pinned or ((), ())))


def _assembled(options: Options, given: _Data, number: int, found: Position) -> State:
    """Everything as given, and what follows from it."""
    left = given.removed[0] if given.removed and max(_score(given)) >= options.target else None
    phase = given.phase or _phase(options, given)
    return State(
        options.variant,
        options.target,
        found,
        phase,
        given.turn if phase in ("rolling", "play") else None,
        given.dice if phase == "play" and given.dice else (),
        opening=given.opening or (),
        starter=given.turn if given.starter is None and phase in ("rolling", "play") else given.starter,
        game_number=number,
        score=_score(given),
        games=given.games,
        turns=given.turns or (1, 1),
        left=left,
    )


def _phase(options: Options, given: _Data) -> Phase:
    if max(_score(given)) >= options.target:
        return "match_over"
    if given.turn is None:
        return "opening"
    return "play" if given.dice else "rolling"


def _score(given: _Data) -> match.Score:
    score = given.score
    return score if isinstance(score, tuple) else (score.get(0, 0), score.get(1, 0))


def _contradiction(given: _Data, state: State) -> str | None:
    """The name that does not fit the rest; None if all is well."""
    running = state.phase in ("rolling", "play")
    reached = max(state.score) >= state.target
    fits = {
        "phase": (state.phase == "match_over") == reached,
        "score": min(state.score) < state.target,
        "turn": given.turn == state.turn and (state.turn is not None) == running,
        "dice": (given.dice or ()) == state.dice and bool(state.dice) == (state.phase == "play"),
        "starter": state.phase != "opening" or state.starter is None,
        "checkers": state.phase in ("game_over", "match_over") or _outcome(state) is None,
        "removed": len(set(given.removed)) < 2 and (not given.removed or state.left is not None),
    }
    return next((name for name, fit in fits.items() if not fit), None)
