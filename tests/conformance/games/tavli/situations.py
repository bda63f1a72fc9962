"""A moment of a match as plain data in the rules' state names (RULES.md §3, §5).

What is left out: a match before its opening roll; what follows from the rest.
"""

from typing import Annotated, Any, Protocol

from msgspec import Meta
from msgspec.structs import replace

from games.tavli import match as matches
from games.tavli import position, turns
from games.tavli.position import Plain, Position, board_of, side_of
from games.tavli.rules import name_of, variant_of
from games.tavli.state import Ended, Options, Phase, State, VariantName
from games.tavli.variant import Variant
from games.tavli.variants import ORDER, VARIANTS, variant_now
from tests.conformance.forms import BySeat, Match, must, present
from tests.conformance.moments import Example, MomentData, build_state

SEATS = 2
Die = Annotated[int, Meta(ge=1, le=6)]
Count = Annotated[int, Meta(ge=0, le=10_000)]
Player = Annotated[int, Meta(ge=0, le=1)]
OneSide = dict[str | int, int]
Checkers = Annotated[tuple[OneSide, OneSide], BySeat(OneSide, {}, SEATS)]
Pinned = Annotated[position.Pinned, BySeat(tuple[int, ...], (), SEATS)]


class Data(MomentData, frozen=True):
    """The names of a moment."""

    only_if_set = ("removed", "opening", "games")

    phase: Phase | None = None
    turn: Player | None = None
    dice: Annotated[tuple[Die, ...], Meta(max_length=2)] = ()
    checkers: Checkers | None = None
    pinned: Pinned = ((), ())
    variant_now: VariantName | None = None
    game_number: Annotated[int, Meta(ge=1, le=1_000)] | None = None
    score: tuple[Count, Count] = (0, 0)
    starter: Player | None = None
    opening: Annotated[tuple[Die, ...], Meta(min_length=2, max_length=2)] = ()
    games: tuple[Ended, ...] = ()
    turns: tuple[Count, Count] = (1, 1)


class GivenPosition(Protocol):
    """Where the checkers are, by seat."""

    @property
    def checkers(self) -> Checkers | None: ...
    @property
    def pinned(self) -> Pinned: ...


def position_of(variant: Variant, given: GivenPosition) -> Position:
    """The position as given; without checkers that in which a game begins."""
    if given.checkers is None:
        return position.at_start(variant)
    return present(position.read(variant, Plain(given.checkers, given.pinned)), "checkers, pinned")


def write(state: State) -> dict[str, Any]:
    """What is written otherwise than the state has it."""
    places = position.plain(variant_of(state), state.position)
    return {"dice": state.dice or None, "variant_now": name_of(state), **places}


def state_of(given: Data, match: Match) -> State:
    """Everything as given, and what follows from it. Raises `InvalidDataError` with the first name that cannot be."""
    options: Options = match.terms
    number = given.game_number or _number_of(options, given)
    name = variant_now(options.variant, number)
    must(given.variant_now in (None, name), "variant_now")
    phase = given.phase or _phase(options, given)
    running = phase in ("rolling", "play")
    state: State = build_state(
        State,
        given,
        variant=options.variant,
        target=options.target,
        position=position_of(VARIANTS[name], given),
        phase=phase,
        turn=given.turn if running else None,
        dice=given.dice if phase == "play" else (),
        starter=given.turn if given.starter is None and running else given.starter,
        game_number=number,
        left=given.removed[0] if given.removed and max(given.score) >= options.target else None,
    )
    _check(given, state, running)
    if phase == "game_over" and not state.games:
        return replace(state, games=_last_game(state))
    if phase != "play" or state.turn is None:
        return state
    board = board_of(VARIANTS[name], state.position, state.turn)
    return replace(state, max_dice=turns.most_dice(VARIANTS[name], board, turns.dice_to_play(state.dice)))


def _number_of(options: Options, given: Data) -> int:
    """A game's number where only its variant is given: the first game of that variant."""
    if options.variant != "combined" or given.variant_now is None:
        return len(given.games) + 1
    return ORDER.index(given.variant_now) + 1


def _phase(options: Options, given: Data) -> Phase:
    if max(given.score) >= options.target:
        return "match_over"
    if given.turn is None:
        return "opening"
    return "play" if given.dice else "rolling"


def _check(given: Data, state: State, running: bool) -> None:
    """The parts fit each other."""
    must((state.phase == "match_over") == (max(state.score) >= state.target), "phase")
    must(min(state.score) < state.target, "score")
    must(given.turn == state.turn and (state.turn is not None) == running, "turn")
    must(len(given.dice) in (0, 2) and given.dice == state.dice, "dice")
    must(bool(state.dice) == (state.phase == "play"), "dice")
    must(state.phase != "opening" or state.starter is None, "starter")
    must(state.phase in ("game_over", "match_over") or _outcome(state) is None, "checkers")
    must(len(set(given.removed)) < 2 and (not given.removed or state.left is not None), "removed")


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
    return (Ended(name_of(state), winner, matches.resign_points(side_of(state.position, 1 - winner)), "resign"),)


EXAMPLE = Example(
    {"variant": "portes", "target": 3},
    {"turn": 0, "dice": [2, 1]},
    {"score": [1, 0], "timeouts": [0, 2], "checkers": [{"24": 15}, {"24": 15}]},
    {"move": "play", "steps": [[24, 22], [24, 23]]},
    "resign",
    {"position": {"checkers": [{"24": 15}, {"24": 15}]}, "seat": 0},
)
