"""The rules of a match: rolls, turns, what is allowed, how games and the match end (RULES.md §1, §5, §6, §11)."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from games.api import (
    Action,
    Decide,
    Draw,
    Drawn,
    Due,
    Elapsed,
    Hand,
    Left,
    Next,
    Over,
    Progress,
    Result,
    Unreadable,
    Wait,
)
from games.tavli import match, turns
from games.tavli.board import Board
from games.tavli.moves import Move, Play, Resign, pairs_of, points_of
from games.tavli.position import at_start, board_of, position_of, side_of
from games.tavli.state import Ended, How, Options, State, Target, VariantName
from games.tavli.turns import Turn
from games.tavli.variant import Variant
from games.tavli.variants import VARIANTS, variant_now
from games.toolkit.options import chosen_options
from games.toolkit.refusals import BAD_PARAMETERS, MATCH_OVER, NOT_YOUR_TURN, WRONG_PHASE
from services.kernel.refusal import Refusal
from services.kernel.seats import Seat

SEATS = frozenset({0, 1})
SINGLE_TARGET: Target = 1
"""The target where nothing is chosen and one variant is played alone."""
NO_STEP_MS = 2_000
GAME_OVER_MS = 5_000
OPENING_DICE = TURN_DICE = 2

ILLEGAL_MOVE = Refusal("illegal_move")
PLAY_REFUSALS = {
    refusal.error: refusal
    for refusal in (
        Refusal("no_checker_there"),
        Refusal("must_enter_from_bar"),
        Refusal("no_matching_die"),
        Refusal("checker_pinned"),
        Refusal("first_checker_first"),
        Refusal("not_all_home"),
        Refusal("higher_checker_exists"),
        Refusal("point_blocked"),
        Refusal("start_prime_forbidden"),
        Refusal("must_use_more_dice"),
        Refusal("must_use_higher_die"),
        Refusal("must_open_prime"),
    )
}
"""Why a play may not be made, in the order in which it is looked at."""

replace = msgspec.structs.replace


def options(raw: Mapping[str, Any], frozen: Mapping[str, Any]) -> Options | Refusal:
    """Variant and target; anything else is `options_invalid`. The platform's settings change nothing here."""
    chosen = chosen_options(Options, raw)
    if isinstance(chosen, Refusal):
        return chosen
    given = "target" in raw or chosen.variant == "combined"
    return chosen if given else Options(chosen.variant, SINGLE_TARGET)


def sides(options: Options) -> tuple[tuple[Seat, ...], ...]:
    """Each seat plays for itself."""
    return ((0,), (1,))


def start(options: Options) -> State:
    """The first game set up; nobody has rolled yet."""
    first = VARIANTS[variant_now(options.variant, 1)]
    return State(options.variant, options.target, at_start(first))


def variant_of(state: State) -> Variant:
    """The variant of the running game."""
    return VARIANTS[name_of(state)]


def name_of(state: State) -> VariantName:
    """The name of the running game's variant."""
    return variant_now(state.variant, state.game_number)


def turn_of(state: State) -> Turn:
    """The roll that is to be played."""
    assert state.turn is not None
    variant = variant_of(state)
    board = board_of(variant, state.position, state.turn)
    return Turn(variant, board, turns.dice_to_play(state.dice), state.max_dice)


def next_(state: State) -> Next:
    """Two dice in `opening` and `rolling`; a decision, or 2 s without a legal step; 5 s after a game (RULES.md §5)."""
    if state.phase == "match_over":
        return Over(result(state))
    if state.phase == "game_over":
        return Wait(state.number, GAME_OVER_MS)
    if state.phase != "play":
        return Draw(state.game_number, "dice", "dice", TURN_DICE if state.phase == "rolling" else OPENING_DICE)
    if not state.max_dice or state.turn is None:
        return Wait(state.number, NO_STEP_MS, SEATS)
    return Decide((Due(state.turn, state.number),), SEATS)


def check(state: State, seat: Seat, move: Move | Unreadable) -> Refusal | None:
    """Why not, first hit: `match_over`, `illegal_move` (no such move), `wrong_phase`, `not_your_turn`,
    `bad_parameters`, then those of a play (RULES.md §6)."""
    if state.over:
        return MATCH_OVER
    if isinstance(move, Unreadable) and move.move != "play":
        return ILLEGAL_MOVE
    if state.phase != "play":
        return WRONG_PHASE
    if isinstance(move, Resign):
        return None if seat in SEATS else NOT_YOUR_TURN
    if seat != state.turn:
        return NOT_YOUR_TURN
    return BAD_PARAMETERS if isinstance(move, Unreadable) else _check_play(state, move)


def _check_play(state: State, move: Play) -> Refusal | None:
    """While a roll without a legal step is shown, a play without steps is `wrong_phase`: the turn passes by itself."""
    code = turn_of(state).refusal(points_of(move.steps))
    if code is None:
        return None if state.max_dice else WRONG_PHASE
    return PLAY_REFUSALS[code]


def legal(state: State, seat: Seat) -> Iterator[Move]:
    """Resigning, and in one's turn every play; the same steps in another order are another play."""
    if state.phase != "play" or seat not in SEATS:
        return
    yield Resign()
    if seat == state.turn:
        for steps in turn_of(state).plays():
            yield Play(pairs_of(steps))


def apply(state: State, actor: Seat | None, action: Move | Action) -> State:
    """The state after a turn, a concession, a roll, the end of a window, or a seat's leaving."""
    if isinstance(action, Play):
        after = turn_of(state).follow(points_of(action.steps))
        assert isinstance(after, Board), after
        return _turn_ended(state, after)
    if isinstance(action, Resign):
        assert actor is not None
        points = match.resign_points(side_of(state.position, actor))
        return _game_ended(state, 1 - actor, points, "resign")
    if isinstance(action, Drawn):
        return _rolled(state, action.values) if state.phase == "rolling" else _opened(state, action.values)
    if isinstance(action, Elapsed) and state.phase in ("play", "game_over"):
        return _passed(state) if state.phase == "play" else _next_game(state)
    if isinstance(action, Left):
        return _left(state, action.seat)
    raise ValueError(f"tavli asks for nothing that is answered by {action}")


def _opened(state: State, dice: tuple[int, ...]) -> State:
    """The opening roll: the higher die starts, equal ones are rolled again (RULES.md §1)."""
    if dice[0] == dice[1]:
        return replace(state, opening=dice)
    starter = int(dice[1] > dice[0])
    return replace(state, opening=dice, phase="rolling", turn=starter, starter=starter)


def _rolled(state: State, dice: tuple[int, ...]) -> State:
    """The dice of a turn, and how many of them must be used."""
    assert state.turn is not None
    variant = variant_of(state)
    board = board_of(variant, state.position, state.turn)
    most = turns.most_dice(variant, board, turns.dice_to_play(dice))
    return replace(state, phase="play", dice=dice, max_dice=most, number=state.number + 1)


def _passed(state: State) -> State:
    """The roll without a legal step was shown long enough."""
    assert state.turn is not None
    return _turn_ended(state, board_of(variant_of(state), state.position, state.turn))


def _turn_ended(state: State, board: Board) -> State:
    """The turn passes, unless it has ended the game."""
    seat = state.turn
    assert seat is not None
    variant = variant_of(state)
    done = state.turns
    played = replace(
        state,
        position=position_of(variant, board, seat),
        turns=(done[0] + 1, done[1]) if seat == 0 else (done[0], done[1] + 1),
    )
    outcome = variant.outcome(board)
    if outcome is None:
        return replace(played, phase="rolling", turn=1 - seat, dice=(), max_dice=0)
    return _game_ended(played, None if outcome.tie else seat, outcome.points, outcome.how)


def _game_ended(state: State, winner: Seat | None, points: int, how: How) -> State:
    """The game is scored; the match goes on after 5 s, or is over (RULES.md §11)."""
    closed = match.close_game(state.variant, state.target, state.score, state.game_number, winner, points)
    return replace(
        state,
        phase="match_over" if closed.over else "game_over",
        turn=None,
        dice=(),
        max_dice=0,
        score=closed.score,
        games=(*state.games, Ended(name_of(state), winner, points, how)),
        number=state.number + 1,
    )


def _next_game(state: State) -> State:
    """The winner of the last game starts; after a tie, or without one, an opening roll decides (RULES.md §1)."""
    starter = state.games[-1].winner if state.games else None
    number = state.game_number + 1
    return replace(
        state,
        phase="opening" if starter is None else "rolling",
        position=at_start(VARIANTS[variant_now(state.variant, number)]),
        turn=starter,
        starter=starter,
        opening=(),
        game_number=number,
    )


def _left(state: State, seat: Seat) -> State:
    """The seat concedes the running game, if there is one, and the match (RULES.md §12)."""
    if state.over:
        return state
    stayed = 1 - seat
    ended = Ended(name_of(state), stayed, match.CONCEDED_POINTS, "left")
    return replace(
        state,
        phase="match_over",
        turn=None,
        dice=(),
        max_dice=0,
        score=match.conceded(state.score, stayed, state.target),
        games=state.games if state.phase == "game_over" else (*state.games, ended),
        left=seat,
    )


def result(state: State) -> Result:
    """How an ended match ended: `won`, or `conceded` by leaving. Points are the score on record."""
    places = (1, 2) if state.winner == 0 else (2, 1)
    return Result(places, state.score, "won" if state.left is None else "conceded")


def progress(state: State) -> Progress:
    """A game is a hand. The first round is done when each seat has completed a turn of the match."""
    hands = (
        Hand(number, game.winner, _points(game), {"variant": game.variant, "how": game.how})
        for number, game in enumerate(state.games, 1)
    )
    return Progress(
        hand=state.game_number,
        active=SEATS - {state.left},
        first_round_done=min(state.turns) > 0,
        points=state.score,
        hands=tuple(hands),
    )


def _points(game: Ended) -> tuple[int, ...]:
    return tuple(game.points if seat == game.winner else 0 for seat in (0, 1))


def timed_out(state: State, seat: Seat) -> tuple[Move, ...]:
    """A period that runs out plays nothing (RULES.md §12)."""
    return ()
