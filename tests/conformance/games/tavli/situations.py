"""A moment of a match as plain data in the rules' state names (RULES.md §3, §5).

`phase`, `turn`, `dice`, `checkers`, `pinned`, `variant_now`, `game_number`, `score`, `starter`, `timeouts`, and where
there is something to say `opening`, `games`, `turns`, `removed`. Names left out: a match before its opening roll; what
follows from the rest.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Protocol

import msgspec

from services.tables.games.tavli import match, position, turns
from services.tables.games.tavli.position import Plain, Position, board_of, side_of
from services.tables.games.tavli.rules import name_of, variant_of
from services.tables.games.tavli.state import Ended, Options, Phase, State, VariantName
from services.tables.games.tavli.variant import Variant
from services.tables.games.tavli.variants import ORDER, VARIANTS, variant_now
from tests.conformance.by_seat import known, listed, must
from tests.conformance.toolkit import moment as moments
from tests.conformance.toolkit.situation import Situation

Die = Annotated[int, msgspec.Meta(ge=1, le=6)]
Count = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Player = Annotated[int, msgspec.Meta(ge=0, le=1)]

replace = msgspec.structs.replace


class Data(moments.Given, frozen=True, forbid_unknown_fields=True):
    """The names of a moment."""

    seldom = ("removed", "opening", "games")

    phase: Phase | None = None
    turn: Player | None = None
    dice: Annotated[tuple[Die, ...], msgspec.Meta(max_length=2)] = ()
    checkers: dict[Player, dict[str | int, int]] | None = None
    pinned: dict[Player, tuple[int, ...]] = {}
    variant_now: VariantName | None = None
    game_number: Annotated[int, msgspec.Meta(ge=1, le=1_000)] | None = None
    score: tuple[Count, Count] = (0, 0)
    starter: Player | None = None
    opening: tuple[Die, Die] | None = None
    games: tuple[Ended, ...] = ()
    turns: tuple[Count, Count] | None = None


def write(moment: Situation) -> dict[str, Any]:
    """The inverse of `read`."""
    state: State = moment.state
    places = position.plain(variant_of(state), state.position)
    return moments.written(moment, Data, dice=state.dice or None, variant_now=name_of(state), **places)


def _state(options: Options, given: Data) -> State:
    """The state, or Wrong with the first name that cannot be or does not fit the rest."""
    number = given.game_number or _number_of(options, given)
    name = variant_now(options.variant, number)
    must(given.variant_now in (None, name), "variant_now")
    variant = VARIANTS[name]
    at_start = given.checkers is None
    found = position.at_start(variant) if at_start else known(position_given(variant, given), "checkers, pinned")
    state = _assembled(options, given, number, found)
    _check(given, state)
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


def _number_of(options: Options, given: Data) -> int:
    """A game's number where only its variant is told: the first such game that can be."""
    if options.variant != "combined" or given.variant_now is None:
        return len(given.games) + 1
    return ORDER.index(given.variant_now) + 1


class GivenPosition(Protocol):
    """Where the checkers are, by seat."""

    @property
    def checkers(self) -> Mapping[int, dict[str | int, int]] | None: ...
    @property
    def pinned(self) -> Mapping[int, tuple[int, ...]]: ...


def position_given(variant: Variant, given: GivenPosition) -> Position | None:
    """The position as given; None if there cannot be such a one."""
    checkers = listed(given.checkers or {}, 2, {}, "checkers")
    pinned = listed(given.pinned, 2, (), "pinned")
    return position.read(variant, Plain((checkers[0], checkers[1]), (pinned[0], pinned[1])))


def _assembled(options: Options, given: Data, number: int, found: Position) -> State:
    """Everything as given, and what follows from it."""
    left = given.removed[0] if given.removed and max(given.score) >= options.target else None
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
        score=given.score,
        games=given.games,
        turns=given.turns or (1, 1),
        left=left,
    )


def _phase(options: Options, given: Data) -> Phase:
    if max(given.score) >= options.target:
        return "match_over"
    if given.turn is None:
        return "opening"
    return "play" if given.dice else "rolling"


def _check(given: Data, state: State) -> None:
    """The parts fit each other."""
    running = state.phase in ("rolling", "play")
    must((state.phase == "match_over") == (max(state.score) >= state.target), "phase")
    must(min(state.score) < state.target, "score")
    must(given.turn == state.turn and (state.turn is not None) == running, "turn")
    must(len(given.dice) in (0, 2) and given.dice == state.dice and bool(state.dice) == (state.phase == "play"), "dice")
    must(state.phase != "opening" or state.starter is None, "starter")
    must(state.phase in ("game_over", "match_over") or _outcome(state) is None, "checkers")
    must(len(set(given.removed)) < 2 and (not given.removed or state.left is not None), "removed")


read = moments.reader(Data, _state, 2)
