"""Views and events: everything on the board, by everybody (RULES.md §13)."""

from functools import lru_cache
from typing import Any, Literal

import msgspec

from games.api import Action, Drawn, Elapsed, GameEvent, Left
from games.tavli import side as sides
from games.tavli.moves import Move, Play, Resign
from games.tavli.position import Pinned, Plain, Position, board_of, read, side_of
from games.tavli.rules import name_of
from games.tavli.side import count
from games.tavli.state import Ended, Length, Phase, State, VariantChoice, VariantName
from games.tavli.turns import Turn, dice_to_play
from games.tavli.variants import VARIANTS
from services.kernel.seats import Seat, Viewer


class View(msgspec.Struct, frozen=True):
    """The match as a viewer sees it. Only `seat` differs from viewer to viewer."""

    seat: Seat | None
    """The seat that this view is for; None for spectators and replays."""
    variant: VariantChoice
    target: Length
    variant_now: VariantName
    game_number: int
    phase: Phase
    turn: Seat | None
    dice: tuple[int, ...] | None
    """The two dice of the turn, as rolled."""
    max_dice: int
    """How many dice the turn must use (a double counts four); 0 with dice: there is no legal step."""
    opening: tuple[int, ...] | None
    """The last opening roll of this game, by seat; None where the last winner starts."""
    starter: Seat | None
    checkers: tuple[dict[str, int], dict[str, int]]
    """By seat: own point, `bar`, `off` → checkers; zeros are left out."""
    pinned: Pinned
    """By seat: the own points on which a checker is pinned."""
    pips: tuple[int, int]
    score: tuple[int, int]
    games: tuple[Ended, ...]
    """The games of the match that have ended."""
    winner: Seat | None
    """Of the match."""
    result: Literal["won", "conceded"] | None


def view(state: State, viewer: Viewer) -> View:
    """The match as `viewer` sees it."""
    own = _shown(state.position.sides[0]), _shown(state.position.sides[1])
    result: Literal["won", "conceded"] = "won" if state.left is None else "conceded"
    return View(
        seat=viewer if isinstance(viewer, int) else None,
        variant=state.variant,
        target=state.target,
        variant_now=name_of(state),
        game_number=state.game_number,
        phase=state.phase,
        turn=state.turn,
        dice=state.dice or None,
        max_dice=state.max_dice,
        opening=state.opening or None,
        starter=state.starter,
        checkers=(own[0][0], own[1][0]),
        pinned=state.position.pinned,
        pips=(own[0][1], own[1][1]),
        score=state.score,
        games=state.games,
        winner=state.winner,
        result=result if state.over else None,
    )


@lru_cache(1024)
def _shown(side: str) -> tuple[dict[str, int], int]:
    """A seat's checkers and pips. A turn changes one side or both, and every viewer sees both: so they are kept for a
    while. Nobody changes a view's parts."""
    checkers = int(side, 16)
    return sides.plain(checkers), sides.pips(checkers)


def turn_of(view: View) -> Turn | None:
    """The roll that is to be played, from the view alone; None if nobody is to play."""
    if view.phase != "play" or view.turn is None or view.dice is None:
        return None
    variant = VARIANTS[view.variant_now]
    board = board_of(variant, position_of(view), view.turn)
    return Turn(variant, board, dice_to_play(view.dice), view.max_dice)


def position_of(view: View) -> Position:
    """The position as a state keeps it."""
    position = read(VARIANTS[view.variant_now], Plain(view.checkers, view.pinned))  # type: ignore[arg-type]
    assert position is not None, "a view shows a possible position"
    return position


def event(before: State, actor: Seat | None, action: Move | Action, after: State, viewer: Viewer) -> GameEvent | None:
    """The event, the same for all (RULES.md §13 lists them)."""
    if isinstance(action, Play):
        data = {"seat": actor, "steps": [list(pair) for pair in action.steps], "hits": _hits(before, after)}
        return GameEvent("play", data | _ended(before, after))
    if isinstance(action, Resign):
        return GameEvent("resign", {"seat": actor} | _ended(before, after))
    if isinstance(action, Drawn):
        return _roll_event(before, action.values, after)
    if isinstance(action, Elapsed):
        if before.phase == "play":
            return GameEvent("pass", {"seat": before.turn} | _ended(before, after))
        return GameEvent("game", {"number": after.game_number, "variant": name_of(after), "starter": after.starter})
    if isinstance(action, Left):
        return GameEvent("left", {"seat": action.seat})
    raise ValueError(f"tavli asks for nothing that is answered by {action}")


def _roll_event(before: State, dice: tuple[int, ...], after: State) -> GameEvent:
    if before.phase == "opening":
        return GameEvent("opening", {"dice": list(dice), "starter": after.starter})
    return GameEvent("roll", {"seat": after.turn, "dice": list(dice), "max_dice": after.max_dice})


def _hits(before: State, after: State) -> int:
    """How many checkers of the other seat the turn has sent to the bar."""
    assert before.turn is not None
    enemy = 1 - before.turn
    return count(side_of(after.position, enemy), sides.BAR) - count(side_of(before.position, enemy), sides.BAR)


def _ended(before: State, after: State) -> dict[str, Any]:
    """`ended`: the game that this has ended (winner, points, how), or None."""
    ended = after.games[-1] if len(after.games) > len(before.games) else None
    return {"ended": ended and {"winner": ended.winner, "points": ended.points, "how": ended.how}}
