"""What a move, a departure or a period that ran out does to a moment of a match, for any game with clocked turns.

A seat that goes for good makes the match void before the first round is done; after it the game is told.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from services.kernel.refusal import Refusal
from services.kernel.seats import Seat, Viewer
from services.tables.games.api import Action, AnyGame, Decide, Leave, Left, Over, Unreadable
from tests.conformance.plain_edge import Malformed
from tests.conformance.toolkit.situation import SeatRecord, Situation

TIMEOUT = "timeout"
TOLD = ("legal", "hand_sizes", "hand_end", "closed_by", "hand_score", "match_end", "winner_side", "auto")
"""What an answer tells beside the moment; passed over when the answer is given as the next moment."""
MATCH_OVER = Refusal("match_over")
UNKNOWN_MOVE = Refusal("unknown_move")
NOT_YOUR_TURN = Refusal("not_your_turn")


class Acted(NamedTuple):
    """What happened: the moments before and after, the last step, the moves that the server made."""

    before: Situation
    after: Situation
    actor: Seat | None = None
    action: Any = None
    """A move, or an action beside moves; None: a period that ran out without anything being played."""
    earlier: Any = None
    """The state before the last step."""
    auto: tuple[dict[str, Any], ...] | None = None
    void: bool = False
    """Whether somebody left before the first round was done."""


Settled = Callable[[Any], Any]
"""What becomes of a state that waits for chance, where a moment in plain data cannot be given any."""


def acted(
    game: AnyGame,
    moment: Situation,
    raw: Mapping[str, Any],
    removes: Callable[[int], bool],
    settled: Settled = lambda state: state,
) -> Acted | Refusal:
    """The moment after a move in plain form with its `seat`; `timeout`: the clock period of the seat ran out.

    `removes` tells whether so many timeouts remove a player.
    """
    seat, state = raw.get("seat"), moment.state
    if type(seat) is not int or not 0 <= seat < len(moment.seats):
        raise Malformed("seat")
    if raw.get("move") == TIMEOUT:
        return _timed_out(game, moment, seat, removes, settled)
    move = game.parse({name: value for name, value in raw.items() if name != "seat"})
    if isinstance(move, Leave):
        return MATCH_OVER if isinstance(game.next(state), Over) else _departed(game, moment, seat, settled)
    refused = game.check(state, seat, move)
    if refused is not None or isinstance(move, Unreadable):
        return refused or UNKNOWN_MOVE
    return Acted(moment, _with_state(moment, settled(game.apply(state, seat, move))), seat, move, state)


def _timed_out(
    game: AnyGame, moment: Situation, seat: Seat, removes: Callable[[int], bool], settled: Settled
) -> Acted | Refusal:
    """One timeout more: it removes the player, or the server plays what the operator has set."""
    waits = game.next(moment.state)
    if isinstance(waits, Over):
        return MATCH_OVER
    if not isinstance(waits, Decide) or seat not in {due.seat for due in waits.due}:
        return NOT_YOUR_TURN
    later = _with_record(moment, seat, timeouts=moment.seats[seat].timeouts + 1)
    if removes(later.seats[seat].timeouts):
        return _departed(game, later, seat, settled)._replace(before=moment)
    played = game.timed_out(moment.state, seat)
    done = Acted(moment, later, auto=tuple(game.write(move) for move in played))
    for move in played:
        before = done.after.state
        after = _with_state(done.after, settled(game.apply(before, seat, move)))
        done = done._replace(after=after, actor=seat, action=move, earlier=before)
    return done


def _departed(game: AnyGame, moment: Situation, seat: Seat, settled: Settled) -> Acted:
    """The seat has gone for good: before the first round is done the match is void, after it the game says."""
    state, gone, now = moment.state, Left(seat), game.progress(moment.state)
    after = _with_state(_with_record(moment, seat, removed=True), settled(game.apply(state, None, gone)))
    return Acted(moment, after, None, gone, state, void=seat in now.active and not now.first_round_done)


def _with_state(moment: Situation, state: Any) -> Situation:
    return msgspec.structs.replace(moment, state=state)


def _with_record(moment: Situation, seat: Seat, **changes: Any) -> Situation:
    records = list(moment.seats)
    changed: SeatRecord = msgspec.structs.replace(records[seat], **changes)
    records[seat] = changed
    return msgspec.structs.replace(moment, seats=tuple(records))


# --- answers ---


def untold(answer: Mapping[str, Any]) -> dict[str, Any]:
    """A moment as plain data, without what an answer tells beside it."""
    return {name: value for name, value in answer.items() if name not in TOLD}


def counted(done: Acted) -> dict[str, Any]:
    """`hand_sizes`, `stock_count`, and how the step ended a hand, if it did: `hand_end`, `closed_by`, `hand_score`; the
    hand's data tell them."""
    before, after = done.before.state, done.after.state
    data = after.scored[-1].data if len(after.scored) > len(before.scored) else None
    return {
        "hand_sizes": [len(hand) for hand in after.hands],
        "stock_count": len(after.stock),
        "hand_end": data and data["end"],
        "closed_by": data and data["closed_by"],
        "hand_score": [side["score"] for side in data["sides"]] if data else None,
    }


def match_end(game: AnyGame, done: Acted) -> dict[str, Any]:
    """How the step left the match: `match_end` (a result's reason, `void` or None) and `winner_side` (or None)."""
    waits = game.next(done.after.state)
    if not isinstance(waits, Over):
        return {"match_end": None, "winner_side": None}
    if done.void:
        return {"match_end": "void", "winner_side": None}
    places, named = waits.result.places, waits.result.named
    won = 0 if places[0] < places[1] else 1 if places[1] < places[0] else named
    return {"match_end": waits.result.reason, "winner_side": won}


def seen(game: AnyGame, moment: Situation, seat: Seat | None) -> dict[str, Any]:
    """What a seat, or a spectator, sees, with everybody's timeouts; Malformed for a seat that does not exist."""
    if seat is not None and seat >= len(moment.seats):
        raise Malformed("seat")
    found: dict[str, Any] = msgspec.to_builtins(game.view(moment.state, "public" if seat is None else seat))
    return found | {"timeouts": {str(each): record.timeouts for each, record in enumerate(moment.seats)}}


def event(game: AnyGame, done: Acted, seat: Seat | None) -> dict[str, Any] | None:
    """What a seat, or a spectator, is told of the last step."""
    action: Action | Any = done.action
    if action is None or done.earlier is None:
        return None
    viewer: Viewer = "public" if seat is None else seat
    told = game.told(done.earlier, done.actor, action, done.after.state, viewer)
    return None if told is None else {"kind": told.kind, **told.data}
